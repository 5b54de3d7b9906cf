"""What words and labels say: `A`, `MAX`, `A (MAX)`, `D = 3`, `1/4 * left -> B`. Every piece counts, or it is refused.

Words that people write in trees stand in `words.toml`, whatever their case and the marks between their pieces.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

from treesolve.model.kind import Kind
from treesolve.model.number import INFINITY, Number
from treesolve.notation.number_text import read_number

MAX_LABEL_LENGTH = 300
"""A longer label is none."""

_CACHE_SIZE = 10_000
"""So many labels are remembered with what they say; in a long text the same ones stand again and again."""

_IN_WORD = r"[^\s()\[\]:=\"*·,;|→<>≤≥]"
_LABEL_TOKEN = re.compile(
    r"\s*(?:(?P<a>->|→)|(?P<open>[(\[]\s*)?(?:(?P<q>\"(?:[^\"\\]|\\.)*\")|(?P<bound>[<>]=|[≤≥⩽⩾])?\s*"
    r"(?P<n>[+\-−]?(?:[0-9]+(?:[./][0-9]+)?|\.[0-9]+|∞|(?i:inf(?:inity|ty)?|oo))(?![\w.]))(?P<p>\s?%)?"
    rf"|(?P<w>(?={_IN_WORD}*[\w?△▲∆▽▼∇◯○□]){_IN_WORD}+(?<!%)))(?(open)\s*[)\]])"
    r"|(?P<s>[*·])|(?P<e>=)|(?P<c>:)|(?P<x>\S))"
)
"""Pieces by their letters: a word, one in quotation marks, a number, one with a percent sign, one behind ≤, ..."""

_SHAPE = re.compile(
    r"(?!.*a.*a)(?:(?P<weight>[np])[sa])?(?:(?P<move>[wqnp]+)a)?"
    r"(?:(?P<unknown>e(?=w$))?(?P<core>[wqnbWQNB]+(?P<sign>[ec][wqnbWQNB]+|(?<![nN])c)?))?"
)
"""What a label is by the letters of its pieces, which are capitals for what stands in brackets."""

_COUNTED_KIND = re.compile(r"(?P<kind>max|min)[_-]?[0-9]{1,3}", re.IGNORECASE)
"""A name such as MIN2, which says the kind, too."""

DECIMAL = re.compile(r"(?<![\w.,(])(?<!\(\[|\w\{)[0-9]+,[0-9]+(?!\w|[.,][0-9])")
"""Digits on both sides of one comma."""

_LETTER = re.compile(r"\?|[^\W\d_][0-9]?")
_INFINITIES = ("inf", "infinity", "infty", "oo", "∞")


class ParsedLabel(NamedTuple):
    """What a label says; what it does not say is None. `counted` is a noun and a number that may count it: `Node 1`.

    `bound` is what a search has found of a node: `≤ 2`.
    """

    name: str | None = None
    kind: Kind | None = None
    value: Number | None = None
    unknown: str | None = None
    move: str | None = None
    weight: Number | None = None
    in_brackets: Number | None = None
    counted: str = ""
    bound: tuple[str, Number] | None = None


class InvalidLabel(ValueError):
    """Something in it has no place in a label; it carries that piece."""


@lru_cache(maxsize=_CACHE_SIZE)
def number(text: str) -> Number | None:
    """Return the number that a text is, exact, infinity in words and percent too; None where it is none.

    >>> number("-3"), number("-Infinity"), number("25 %"), number("x")
    (-3, -inf, Fraction(1, 4), None)
    """
    text = text.strip()
    sign = -1 if text[:1] in ("-", "−") else 1
    if text.lstrip("+-−").lower() in _INFINITIES:
        return sign * INFINITY
    full = "0" + text if text.startswith(".") else text.removesuffix(".")  # with the nought that programs leave out
    try:
        return Fraction(read_number(text[:-1].strip())) / 100 if text.endswith("%") else read_number(full)
    except (ValueError, TypeError, OverflowError):
        return None


def are_probabilities(numbers: Sequence[Number | None]) -> bool:
    """Whether there are several numbers from 0 to 1 that add up to 1, as probabilities do.

    >>> are_probabilities([number("0.3"), number("0.7")]), are_probabilities([1, 0])
    (True, False)
    """
    known = [one for one in numbers if one is not None and 0 <= one < 1]
    return 1 < len(known) == len(numbers) and sum(known) == 1


class _LabelToken(NamedTuple):
    """A piece of a label: its letter, and how it is written."""

    letter: str
    text: str


@lru_cache(maxsize=_CACHE_SIZE)
def parse_label(text: str) -> ParsedLabel:
    """What a label says. Raises NoLabel with the first piece that has no place in it.

    >>> parse_label("A (MAX)")[:2], parse_label("D = 3").value
    (('A', <Kind.MAX: 'max'>), 3)
    """
    if len(text) > MAX_LABEL_LENGTH:
        raise InvalidLabel(text[:40])
    tokens = [_label_token(found) for found in _LABEL_TOKEN.finditer(text)]
    letters = "".join(token.letter for token in tokens)
    shape = _SHAPE.match(letters)
    if shape is None or shape.end() < len(tokens):
        raise InvalidLabel(tokens[shape.end() if shape else 0].text)
    core = [token for token in tokens[slice(*shape.span("core"))] if token.letter not in "ec"]
    if shape["unknown"] and not _LETTER.fullmatch(core[0].text):
        raise InvalidLabel(core[0].text)
    found = _interpret_tokens(core, has_sign=bool(shape["sign"])) if core else ParsedLabel()
    if shape["unknown"]:
        found = ParsedLabel(unknown=core[0].text)
    moves = [unquoted(token.text) for token in tokens[slice(*shape.span("move"))]] if shape["move"] else []
    return found._replace(move=" ".join(moves) or None, weight=number(tokens[0].text) if shape["weight"] else None)


def parse_label_or_empty(text: str) -> ParsedLabel:
    """What a label says; nothing where it is none."""
    try:
        return parse_label(text)
    except InvalidLabel:
        return ParsedLabel()


def _label_token(found: re.Match[str]) -> _LabelToken:
    letter = "b" if found["bound"] else found.lastgroup or "x"
    text = found[0].strip()
    return _LabelToken(letter.upper(), text[1:-1].strip()) if found["open"] else _LabelToken(letter, text)


def unquoted(text: str) -> str:
    """Return the text without its quotation marks, as the notation escapes them."""
    return re.sub(r"\\(.)", r"\1", text[1:-1]) if len(text) > 1 and text[0] == text[-1] == '"' else text


def _interpret_tokens(tokens: list[_LabelToken], *, has_sign: bool) -> ParsedLabel:
    """What words and numbers say. Raises NoLabel for too many of them, and for what stands behind a number."""
    tokens = [tokens[0]._replace(letter=tokens[0].letter.lower()), *tokens[1:]]
    numbers = [token for token in tokens if token.letter in "nNbB"]
    others = [  # words in brackets may say what a search has found at a node, and nothing of the game: (pruned)
        token
        for token in tokens
        if token not in numbers and not (token.letter.isupper() and word_category("fields", token.text) == "nothing")
    ]
    kinds = [token for token in others if _is_kind_word(token, len(others))]
    rest = [token for token in others if token not in kinds]
    is_number_first = tokens[0].letter in "nb" and any(token.letter.islower() for token in tokens[1:])
    named_kinds = {kind_from_word(token.text) for token in kinds}
    if len(numbers) > 1 or len(others) > 3 or len(named_kinds) > 1 or len(rest) > 2 or is_number_first:
        raise InvalidLabel(tokens[-1].text)
    names = [token for token in rest if len(others) + len(numbers) == 1 or not _is_generic_noun(token)]
    unknown = None if numbers else _unknown(names, has_sign=has_sign, has_kind=bool(kinds))
    is_bound = bool(numbers) and numbers[0].letter in "bB"
    name = " ".join(unquoted(token.text) for token in (names[:-1] if unknown else names)) or None
    if name and numbers and (kinds or is_bound) and word_category("fields", name) == "value":
        name = None
    if not kinds and name and (counted := _COUNTED_KIND.fullmatch(name)):
        named_kinds = {kind_from_word(counted["kind"])}
    value = number(numbers[0].text) if numbers and not is_bound else None
    is_counted = [token.letter for token in tokens] == ["w", "n"] and _is_generic_noun(tokens[0]) and not has_sign
    return ParsedLabel(
        name,
        next(iter(named_kinds), None),
        value,
        unknown,
        in_brackets=value if numbers and numbers[0].letter == "N" else None,
        counted=f"{tokens[0].text} {tokens[1].text}" if is_counted else "",
        bound=_bound(numbers[0].text) if is_bound else None,
    )


def _bound(text: str) -> tuple[str, Number] | None:
    """Return the sign and the number of `≤ 2` or `>=2`."""
    value = number(text.lstrip("<>=≤≥⩽⩾"))
    return None if value is None else ("≤" if text[0] in "<≤⩽" else "≥", value)


def _is_kind_word(token: _LabelToken, count: int) -> bool:
    """Whether a word says the kind; those of leaves and inner nodes do beside nothing else."""
    found = kind_from_word(token.text) if token.letter in "wW" else None
    return found is not None and (found is not Kind.LEAF or count == 1)


def _is_generic_noun(token: _LabelToken) -> bool:
    """Whether a word only says that this is a node, a player or a leaf, where anything else stands beside it."""
    return token.letter in "wW" and word_category("beside", token.text) != ""


def _unknown(names: list[_LabelToken], *, has_sign: bool, has_kind: bool) -> str | None:
    """Return the letter of an unknown leaf: a question mark, behind a sign, or alone and small."""
    letter = names[-1].text if names and names[-1].letter in "wW" else ""
    is_behind_sign = has_sign and len(names) == 2 and _LETTER.fullmatch(letter)
    is_alone = len(names) == len(letter) == 1 and letter.islower()
    return letter if letter == "?" or ((is_behind_sign or is_alone) and not has_kind) else None


KINDS = {"max": Kind.MAX, "min": Kind.MIN, "chance": Kind.CHANCE, "leaf": Kind.LEAF}


@cache
def word_lists() -> dict[str, dict[str, Any]]:
    """Return the file: the words of each section by what they say."""
    import tomllib

    return tomllib.loads((files(__package__) / "words.toml").read_text(encoding="utf-8"))


@cache
def _word_categories(section: str) -> dict[str, str]:
    """What each folded word of a section says."""
    return {word: word_category for word_category, listed in word_lists()[section].items() for word in listed}


def word_category(section: str, word: str) -> str:
    """What a word of a section says, however it is spelled; nothing where it is none of these.

    >>> word_category("fields", "Utility"), word_category("fields", "A")
    ('value', '')
    """
    return _word_categories(section).get(folded(word), "")


@lru_cache(maxsize=10_000)
def folded(word: str) -> str:
    """Return a word as the lists have it.

    >>> folded("is_Maximizing-Player")
    'ismaximizingplayer'
    """
    return "".join(word.lower().translate(_MARKS).split())


_MARKS = str.maketrans("-_", "  ")


def kind_from_word(word: str) -> Kind | None:
    """Return the kind that a word says, LEAF for those of leaves; None for any other.

    >>> kind_from_word("Erwartungswert"), kind_from_word("A")
    (<Kind.CHANCE: 'chance'>, None)
    """
    return KINDS.get(word_category("kinds", word))


def parse_boolean(value: Any) -> bool | None:
    """Whether a value says yes or no; None where it says neither."""
    text = str(value)
    return None if text[:1] in "-−" else {"true": True, "false": False}.get(word_category("truth", text))


def is_null(value: Any) -> bool:
    """Whether a value is one of those that programs have for none."""
    return value is None or (isinstance(value, str) and word_category("truth", value) == "nothing")


def is_plural(name: str) -> bool:
    """Whether what a program gives this name is most likely more than one tree, or none.

    >>> is_plural("trees"), is_plural("game_tree")
    (True, False)
    """
    word = folded(name)
    is_other = word_category("assigned", name) == "others"
    return (word.endswith("s") and not word.endswith("ss")) or is_other or is_plural_tree_name(name)


def is_plural_tree_name(name: str) -> bool:
    """Whether a name is that of several trees or exercises.

    >>> is_plural_tree_name("Spielbäume"), is_plural_tree_name("exam_tasks"), is_plural_tree_name("tree")
    (True, True, False)
    """
    return re.search(rf"(?:{_tree_name_pattern()})(?:s|e|e?n)$|b(?:ä|ae)ume$", folded(name)) is not None


def is_exercise_name(name: str) -> bool:
    """Whether a name is that of a tree or an exercise among others: `task 1`, `Aufgabe b`."""
    return re.fullmatch(rf"(?:{_tree_name_pattern()})(?:[0-9]+[a-z]?|[a-z])", folded(name)) is not None


@cache
def _tree_name_pattern() -> str:
    return "|".join(word_lists()["assigned"]["trees"])
