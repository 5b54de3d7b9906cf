"""Accepted spellings of correct answers, for systems that can only compare answers as text."""

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from itertools import product

from treesolve.model.number import DEFAULT_PLACES, MAX_PLACES, Number
from treesolve.model.reading_point import split_into_pairs
from treesolve.model.tree import Tree
from treesolve.notation.number_text import decimal_roundings, format_number, has_more_places

_SIGNS = {"=": ("=",), "<=": ("≤", "<=", "=<", "="), ">=": ("≥", ">=", "=>", "=")}
_ROUNDED = range(DEFAULT_PLACES, MAX_PLACES + 1)
"""The numbers of decimal places to which a number may be rounded."""

_SEPARATORS = (" ", ", ", ",", "; ", ";", "-", " - ", " → ", "->", "")


def number_spellings(number: Number, sign: str = "=", name: str = "") -> list[str]:
    """Return the accepted spellings of a number, starting with the plainest.

    For a bound, whose `sign` is "<=" or ">=", spellings with the bound sign are included. If `name`, the name of the
    node, is given, spellings in which the name precedes the sign are included as well.

    >>> from treesolve.model.number import INFINITY
    >>> number_spellings(3, "<=")[:9]
    ['3', '3.0', '3,0', '3.00', '3,00', '+3', '≤3', '≤ 3', '<=3']
    >>> number_spellings(3, "=", "E")[6:]
    ['=3', '= 3', 'E=3', 'E = 3']
    >>> number_spellings(-INFINITY)[:4], number_spellings(Fraction(5, 2))[:6]
    (['-inf', '−inf', '-∞', '−∞'], ['2.5', '2,5', '5/2', '5 / 2', '2.50', '2,50'])
    >>> number_spellings(Fraction(8, 3))[:7]
    ['8/3', '2.67', '2,67', '2.667', '2,667', '2.6667', '2,6667']
    >>> {"≥ 1 / 3", "B>=1/3", "B = 1 / 3"} <= set(number_spellings(Fraction(1, 3), ">=", "B"))
    True
    """
    plain, rounded = list(_basic_spellings(number)), list(_rounded_spellings(number))
    spaced = [one.replace("/", " / ") for one in plain if "/" in one]
    combinations = list(product(_SIGNS[sign], ("", " "), [*plain, *spaced, *rounded[:4]]))
    signed = [before + gap + one for before, gap, one in combinations]
    named = [name + gap + before + gap + one for before, gap, one in combinations if name]
    found = (*plain, *rounded, *spaced, *_padded_spellings(number), *signed, *named)
    return [spelling for one in found for spelling in _minus_variants(one)]


def _minus_variants(text: str) -> tuple[str, ...]:
    """Return the text as it is and, if it contains a hyphen, also with a real minus sign instead."""
    return tuple(dict.fromkeys((text, text.replace("-", "−"))))


def _basic_spellings(number: Number) -> Iterator[str]:
    """Yield the usual spellings of a number; a hyphen serves as the minus sign."""
    text = format_number(number)
    yield text
    if isinstance(number, Fraction) and "." in text:
        yield from (text.replace(".", ","), f"{number.numerator}/{number.denominator}")
    elif "inf" in text:
        yield text.replace("inf", "∞")


def _rounded_spellings(number: Number) -> Iterator[str]:
    """Yield the rounded spellings of a number; none if the number has only a few decimals."""
    for places in (places for places in _ROUNDED if has_more_places(number, places)):
        yield from (mark.join(one.split(".")) for one in decimal_roundings(number, places) for mark in ".,")


def _padded_spellings(number: Number) -> Iterator[str]:
    """Yield spellings with a redundant plus sign or trailing zeros."""
    text = format_number(number)
    if "inf" not in text and "/" not in text:
        for zeros in ("0",) if "." in text else (".0", ".00"):
            yield from (text + zeros, (text + zeros).replace(".", ","))
    if number > 0:
        yield from (f"+{one}" for one in _basic_spellings(number))


def leaf_order_spellings(tree: Tree, leaves: Sequence[int]) -> list[str]:
    """Return the accepted spellings of a sequence of leaves.

    The leaves are given by name and, if all leaves have different values, also by value. Ambiguous spellings are left
    out, except for the first one.

    >>> from treesolve.notation.reader import read
    >>> leaf_order_spellings(read("(6 5)"), (1, 2))[:6]
    ['L1 L2', 'L1, L2', 'L1,L2', 'L1; L2', 'L1;L2', 'L1-L2']
    """
    rows = [dict(enumerate(tree.names))]
    if len({tree.values[leaf] for leaf in tree.leaf_ids}) == len(tree.leaf_ids):
        rows.append({leaf: format_number(tree.values[leaf]) for leaf in tree.leaf_ids})  # type: ignore[arg-type]
    found = [_SEPARATORS[0].join(rows[0][leaf] for leaf in leaves)]
    for texts, between in product(rows, _SEPARATORS):
        spelling = between.join(texts[leaf] for leaf in leaves)
        if _is_unambiguous(spelling, between, {texts[leaf].casefold() for leaf in tree.leaf_ids}):
            found.append(spelling)
    return list(dict.fromkeys(found))


_PAIR_SEPARATORS = (", ", ",", "; ", ";", " ")
_ROW_SEPARATORS = (" ", "", ", ", ",", "; ", ";", " → ", " -> ")


def bound_pair_spellings(row: Sequence[Number]) -> list[str]:
    """Return the accepted spellings of a sequence of windows; their numbers are either all exact or all rounded.

    >>> bound_pair_spellings((3, 9, 3, 2))[:3], len(bound_pair_spellings((3, 9)))
    (['[3, 9] [3, 2]', '[3, 9][3, 2]', '[3, 9], [3, 2]'], 5)
    """
    ways = [[*_basic_spellings(end), *_rounded_spellings(end)] for end in row]
    combinations = [
        split_into_pairs([way[min(number, len(way) - 1)] for way in ways]) for number in range(max(map(len, ways)))
    ]
    spelled = (
        row_separator.join(f"[{low}{pair_separator}{high}]" for low, high in pairs)
        for pairs, pair_separator, row_separator in product(combinations, _PAIR_SEPARATORS, _ROW_SEPARATORS)
    )
    return list(dict.fromkeys(spelling for one in spelled for spelling in _minus_variants(one)))


def _is_unambiguous(spelling: str, between: str, words: Collection[str]) -> bool:
    """Return whether the spelling can be split into the given words in only one way; case is ignored."""
    text, lengths = (spelling + between).casefold(), {len(word) for word in words}
    ways = [1] + [0] * len(text)
    for start, length in product(range(len(text)), lengths):
        end = start + length
        if text[start:end] in words and text.startswith(between, end):
            ways[end + len(between)] += ways[start]
    return ways[-1] == 1
