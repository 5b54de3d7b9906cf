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

LONGEST = 300
"""A longer label is none."""

_REMEMBERED = 10_000
"""So many labels are remembered with what they say; in a long text the same ones stand again and again."""

_IN_WORD = r"[^\s()\[\]:=\"*·,;|→<>≤≥]"
_PIECE = re.compile(
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


class NoLabel(ValueError):
    """Something in it has no place in a label; it carries that piece."""


@lru_cache(maxsize=_REMEMBERED)
def number(text: str) -> Number | None:
    """The number that a text is, exact, infinity in words and percent too; None where it is none.

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


def are_shares(numbers: Sequence[Number | None]) -> bool:
    """Whether there are several numbers from 0 to 1 that add up to 1, as probabilities do.

    >>> are_shares([number("0.3"), number("0.7")]), are_shares([1, 0])
    (True, False)
    """
    known = [one for one in numbers if one is not None and 0 <= one < 1]
    return 1 < len(known) == len(numbers) and sum(known) == 1


class _Piece(NamedTuple):
    """A piece of a label: its letter, and how it is written."""

    letter: str
    text: str


@lru_cache(maxsize=_REMEMBERED)
def read_label(text: str) -> ParsedLabel:
    """What a label says. Raises NoLabel with the first piece that has no place in it.

    >>> read_label("A (MAX)")[:2], read_label("D = 3").value
    (('A', <Kind.MAX: 'max'>), 3)
    """
    if len(text) > LONGEST:
        raise NoLabel(text[:40])
    pieces = [_piece(found) for found in _PIECE.finditer(text)]
    letters = "".join(piece.letter for piece in pieces)
    shape = _SHAPE.match(letters)
    if shape is None or shape.end() < len(pieces):
        raise NoLabel(pieces[shape.end() if shape else 0].text)
    core = [piece for piece in pieces[slice(*shape.span("core"))] if piece.letter not in "ec"]
    if shape["unknown"] and not _LETTER.fullmatch(core[0].text):
        raise NoLabel(core[0].text)
    found = _meaning(core, has_sign=bool(shape["sign"])) if core else ParsedLabel()
    if shape["unknown"]:
        found = ParsedLabel(unknown=core[0].text)
    moves = [unquoted(piece.text) for piece in pieces[slice(*shape.span("move"))]] if shape["move"] else []
    return found._replace(move=" ".join(moves) or None, weight=number(pieces[0].text) if shape["weight"] else None)


def label_in(text: str) -> ParsedLabel:
    """What a label says; nothing where it is none."""
    try:
        return read_label(text)
    except NoLabel:
        return ParsedLabel()


def _piece(found: re.Match[str]) -> _Piece:
    letter = "b" if found["bound"] else found.lastgroup or "x"
    text = found[0].strip()
    return _Piece(letter.upper(), text[1:-1].strip()) if found["open"] else _Piece(letter, text)


def unquoted(text: str) -> str:
    """The text without its quotation marks, as the notation escapes them."""
    return re.sub(r"\\(.)", r"\1", text[1:-1]) if len(text) > 1 and text[0] == text[-1] == '"' else text


def _meaning(pieces: list[_Piece], *, has_sign: bool) -> ParsedLabel:
    """What words and numbers say. Raises NoLabel for too many of them, and for what stands behind a number."""
    pieces = [pieces[0]._replace(letter=pieces[0].letter.lower()), *pieces[1:]]
    numbers = [piece for piece in pieces if piece.letter in "nNbB"]
    others = [  # words in brackets may say what a search has found at a node, and nothing of the game: (pruned)
        piece
        for piece in pieces
        if piece not in numbers and not (piece.letter.isupper() and meaning("fields", piece.text) == "nothing")
    ]
    kinds = [piece for piece in others if _says_kind(piece, len(others))]
    rest = [piece for piece in others if piece not in kinds]
    is_number_first = pieces[0].letter in "nb" and any(piece.letter.islower() for piece in pieces[1:])
    told = {kind_called(piece.text) for piece in kinds}
    if len(numbers) > 1 or len(others) > 3 or len(told) > 1 or len(rest) > 2 or is_number_first:
        raise NoLabel(pieces[-1].text)
    names = [piece for piece in rest if len(others) + len(numbers) == 1 or not _is_beside(piece)]
    unknown = None if numbers else _unknown(names, has_sign=has_sign, has_kind=bool(kinds))
    is_bound = bool(numbers) and numbers[0].letter in "bB"
    name = " ".join(unquoted(piece.text) for piece in (names[:-1] if unknown else names)) or None
    if name and numbers and (kinds or is_bound) and meaning("fields", name) == "value":
        name = None
    if not kinds and name and (counted := _COUNTED_KIND.fullmatch(name)):
        told = {kind_called(counted["kind"])}
    value = number(numbers[0].text) if numbers and not is_bound else None
    is_counted = [piece.letter for piece in pieces] == ["w", "n"] and _is_beside(pieces[0]) and not has_sign
    return ParsedLabel(
        name,
        next(iter(told), None),
        value,
        unknown,
        in_brackets=value if numbers and numbers[0].letter == "N" else None,
        counted=f"{pieces[0].text} {pieces[1].text}" if is_counted else "",
        bound=_bound(numbers[0].text) if is_bound else None,
    )


def _bound(text: str) -> tuple[str, Number] | None:
    """The sign and the number of `≤ 2` or `>=2`."""
    value = number(text.lstrip("<>=≤≥⩽⩾"))
    return None if value is None else ("≤" if text[0] in "<≤⩽" else "≥", value)


def _says_kind(piece: _Piece, count: int) -> bool:
    """Whether a word says the kind; those of leaves and inner nodes do beside nothing else."""
    found = kind_called(piece.text) if piece.letter in "wW" else None
    return found is not None and (found is not Kind.LEAF or count == 1)


def _is_beside(piece: _Piece) -> bool:
    """Whether a word only says that this is a node, a player or a leaf, where anything else stands beside it."""
    return piece.letter in "wW" and meaning("beside", piece.text) != ""


def _unknown(names: list[_Piece], *, has_sign: bool, has_kind: bool) -> str | None:
    """The letter of an unknown leaf: a question mark, behind a sign, or alone and small."""
    letter = names[-1].text if names and names[-1].letter in "wW" else ""
    is_behind_sign = has_sign and len(names) == 2 and _LETTER.fullmatch(letter)
    is_alone = len(names) == len(letter) == 1 and letter.islower()
    return letter if letter == "?" or ((is_behind_sign or is_alone) and not has_kind) else None


KINDS = {"max": Kind.MAX, "min": Kind.MIN, "chance": Kind.CHANCE, "leaf": Kind.LEAF}


@cache
def word_lists() -> dict[str, dict[str, Any]]:
    """The file: the words of each section by what they say."""
    import tomllib

    return tomllib.loads((files(__package__) / "words.toml").read_text(encoding="utf-8"))


@cache
def _meanings(section: str) -> dict[str, str]:
    """What each folded word of a section says."""
    return {word: meaning for meaning, listed in word_lists()[section].items() for word in listed}


def meaning(section: str, word: str) -> str:
    """What a word of a section says, however it is spelled; nothing where it is none of these.

    >>> meaning("fields", "Utility"), meaning("fields", "A")
    ('value', '')
    """
    return _meanings(section).get(folded(word), "")


@lru_cache(maxsize=10_000)
def folded(word: str) -> str:
    """A word as the lists have it.

    >>> folded("is_Maximizing-Player")
    'ismaximizingplayer'
    """
    return "".join(word.lower().translate(_MARKS).split())


_MARKS = str.maketrans("-_", "  ")


def kind_called(word: str) -> Kind | None:
    """The kind that a word says, LEAF for those of leaves; None for any other.

    >>> kind_called("Erwartungswert"), kind_called("A")
    (<Kind.CHANCE: 'chance'>, None)
    """
    return KINDS.get(meaning("kinds", word))


def truth(value: Any) -> bool | None:
    """Whether a value says yes or no; None where it says neither."""
    text = str(value)
    return None if text[:1] in "-−" else {"true": True, "false": False}.get(meaning("truth", text))


def is_nothing(value: Any) -> bool:
    """Whether a value is one of those that programs have for none."""
    return value is None or (isinstance(value, str) and meaning("truth", value) == "nothing")


def is_plural(name: str) -> bool:
    """Whether what a program gives this name is most likely more than one tree, or none.

    >>> is_plural("trees"), is_plural("game_tree")
    (True, False)
    """
    word = folded(name)
    is_other = meaning("assigned", name) == "others"
    return (word.endswith("s") and not word.endswith("ss")) or is_other or are_trees(name)


def are_trees(name: str) -> bool:
    """Whether a name is that of several trees or exercises.

    >>> are_trees("Spielbäume"), are_trees("exam_tasks"), are_trees("tree")
    (True, True, False)
    """
    return re.search(rf"(?:{_trees()})(?:s|e|e?n)$|b(?:ä|ae)ume$", folded(name)) is not None


def is_exercise(name: str) -> bool:
    """Whether a name is that of a tree or an exercise among others: `task 1`, `Aufgabe b`."""
    return re.fullmatch(rf"(?:{_trees()})(?:[0-9]+[a-z]?|[a-z])", folded(name)) is not None


@cache
def _trees() -> str:
    return "|".join(word_lists()["assigned"]["trees"])
