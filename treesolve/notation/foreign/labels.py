"""What a label says: `A`, `MAX`, `A (MAX)`, `D = 3`, `1/4 * left -> B`. Every piece of it counts, or it is refused."""

import re
from fractions import Fraction
from typing import NamedTuple

from treesolve.model.number import INFINITY, Number
from treesolve.model.tree import Kind
from treesolve.notation.foreign.words import folded, kind_called, meanings
from treesolve.notation.number_text import read_number

LONGEST = 300
"""A longer label is none."""

_PIECE = re.compile(
    r"\s*(?:(?P<quoted>\"(?:[^\"\\]|\\.)*\")|(?P<arrow>->|→)|(?P<star>[*·])"
    r"|(?P<number>[+\-−]?(?:[0-9]+(?:[./][0-9]+)?|\.[0-9]+|∞)(?![\w.])(?:\s?%)?)|(?P<open>[(\[])|(?P<close>[)\]])"
    r"|(?P<sign>[:=])|(?P<word>[^\s()\[\]:=\"*·,;|→<>≤≥]+)|(?P<odd>\S))"
)
_COUNTED_KIND = re.compile(r"(?P<kind>max|min)[_-]?[0-9]{1,3}", re.IGNORECASE)
"""A name such as MIN2, which says the kind, too."""

_HAS_LETTER = re.compile(r"\w|[?△▲∆▽▼∇◯○□]")
_UNKNOWN = re.compile(r"\?|[^\W\d_][0-9]*")
_LETTER = re.compile(r"[^\W\d_][0-9]?")
_INFINITIES = ("inf", "infinity", "infty", "oo", "∞")


class Label(NamedTuple):
    """What a label says; what it does not say is None. `numbers` are those of it, with the one in brackets last.

    `counted` is a noun and a number that may count it: `Node 1`.
    """

    name: str | None = None
    kind: Kind | None = None
    numbers: tuple[Number, ...] = ()
    unknown: str | None = None
    move: str | None = None
    weight: Fraction | int | None = None
    in_brackets: Number | None = None
    counted: str = ""


class NoLabel(ValueError):
    """Something in it has no place in a label; it carries that piece."""


def number(text: str) -> Number | None:
    """The number that a text is, exact, infinity in words and percent too; None where it is none.

    >>> number("-3"), number("-Infinity"), number("25 %"), number("x")
    (-3, -inf, Fraction(1, 4), None)
    """
    text = text.strip()
    sign = -1 if text[:1] in ("-", "−") else 1
    if text.lstrip("+-−").lower() in _INFINITIES:
        return sign * INFINITY
    try:
        return Fraction(read_number(text[:-1].strip())) / 100 if text.endswith("%") else read_number(_full(text))
    except (ValueError, TypeError, OverflowError):
        return None


def _full(text: str) -> str:
    """A number with the nought that programs leave out: .5, 3."""
    return "0" + text if text.startswith(".") else text.removesuffix(".") if text.endswith(".") else text


def read_label(text: str) -> Label:
    """What a label says. Raises NoLabel with the first piece that has no place in it.

    >>> read_label("A (MAX)")[:2], read_label("D = 3").numbers
    (('A', <Kind.MAX: 'max'>), (3,))
    """
    if len(text) > LONGEST:
        raise NoLabel(text[:40])
    pieces = [(found.lastgroup or "", found[0].strip()) for found in _PIECE.finditer(text)]
    weight = move = None
    if [kind for kind, _ in pieces[:2]] == ["number", "star"]:
        weight, pieces = number(pieces[0][1]), pieces[2:]
    arrows = [place for place, (kind, _) in enumerate(pieces) if kind == "arrow"]
    if arrows:
        before, pieces = pieces[: arrows[0]], pieces[arrows[0] + 1 :]
        if [kind for kind, _ in before] == ["number"]:
            weight = _weight(before[0][1])
        else:
            move = _move(before)
    return _core(pieces)._replace(move=move, weight=weight)  # type: ignore[arg-type]


def _weight(said: str) -> Number:
    """The probability before an arrow. Raises NoLabel for any other number."""
    value = number(said)
    if value is None or not 0 <= value <= 1:
        raise NoLabel(said)
    return value


def _move(pieces: list[tuple[str, str]]) -> str:
    if not pieces or any(kind not in ("word", "quoted", "number") for kind, _ in pieces):
        raise NoLabel(" ".join(said for _, said in pieces) or "->")
    return " ".join(unquoted(said) for _, said in pieces)


def unquoted(text: str) -> str:
    """The text without its quotation marks, as the notation escapes them."""
    return re.sub(r"\\(.)", r"\1", text[1:-1]) if len(text) > 1 and text[0] == text[-1] == '"' else text


def _core(pieces: list[tuple[str, str]]) -> Label:
    """A word, two words, or a word and a number, each with one piece in brackets behind it."""
    if len(pieces) == 2 and pieces[0] == ("sign", "=") and _UNKNOWN.fullmatch(pieces[1][1]):
        return Label(unknown=pieces[1][1])
    words: list[tuple[str, str]] = []
    bracketed: list[tuple[str, str]] = []
    signs, place = 0, 0
    while place < len(pieces):
        kind, said = pieces[place]
        if kind == "open" and [one for one, _ in pieces[place + 2 : place + 3]] == ["close"]:
            (bracketed if words else words).append(pieces[place + 1])
            place += 3
            continue
        if kind == "sign" and words and signs == 0 and (place + 1 < len(pieces) or _is_word(words, said)):
            signs += 1
        elif kind == "quoted" or _can_stand_alone(kind, said):
            words.append((kind, said))
        else:
            raise NoLabel(said)
        place += 1
    return _meaning(words, bracketed, has_sign=bool(signs))


def _can_stand_alone(kind: str, said: str) -> bool:
    """Whether a piece is a word or a number; percents are probabilities, which stand before a node."""
    return not said.endswith("%") and (kind == "number" or (kind == "word" and bool(_HAS_LETTER.search(said))))


def _is_word(words: list[tuple[str, str]], sign: str) -> bool:
    """Whether a sign that is the last piece is the colon behind a name."""
    return sign == ":" and words[-1][0] != "number"


def _meaning(words: list[tuple[str, str]], bracketed: list[tuple[str, str]], *, has_sign: bool) -> Label:
    numbers = [said for kind, said in words if _is_number(kind, said)]
    others = [(kind, said) for kind, said in words if not _is_number(kind, said)]
    inside = [said for kind, said in bracketed if _is_number(kind, said)]
    others += [(kind, said) for kind, said in bracketed if not _is_number(kind, said) and not _says_nothing(said)]
    if len(numbers) + len(inside) > 1 or len(others) > 3 or (numbers and _is_number(*words[0]) and len(words) > 1):
        raise NoLabel((numbers[1:] + inside + [said for _, said in others] + numbers)[0])
    kinds = [kind_called(said) for kind, said in others if kind == "word" and _says_kind(said, len(others))]
    rest = [(kind, said) for kind, said in others if not (kind == "word" and _says_kind(said, len(others)))]
    if len(set(kinds)) > 1 or len(rest) > 2:
        raise NoLabel(others[-1][1])
    is_counted = (
        len(words) == 2 and words[0][0] == "word" and _is_beside(words[0], 2) and not bracketed and not has_sign
    )
    counted = f"{words[0][1]} {words[1][1]}" if is_counted and words[1][0] == "number" else ""
    rest = [one for one in rest if not _is_beside(one, len(others) + len(numbers))]
    values = tuple(one for one in map(number, numbers + inside) if one is not None)
    unknown = _unknown(rest, has_number=bool(values), has_sign=has_sign, has_kind=bool(kinds))
    rest = rest[:-1] if unknown else rest
    name = " ".join(unquoted(said) for _, said in rest) or None
    if not kinds and name and (said_kind := _COUNTED_KIND.fullmatch(name)):
        kinds = [kind_called(said_kind["kind"])]
    return Label(
        name,
        kinds[0] if kinds else None,
        values,
        unknown,
        in_brackets=number(inside[0]) if inside else None,
        counted=counted,
    )


def _says_nothing(said: str) -> bool:
    """Whether words in brackets say what a search has found at a node: `(pruned)`."""
    return meanings("fields").get(folded(said)) == "nothing"


def _is_number(kind: str, said: str) -> bool:
    return kind == "number" or (kind == "word" and said.lstrip("+-−").lower() in _INFINITIES)


def _says_kind(said: str, count: int) -> bool:
    """Whether a word says the kind; those of leaves and inner nodes do beside nothing else."""
    found = kind_called(said)
    return found is not None and (found is not Kind.LEAF or count == 1)


def _is_beside(one: tuple[str, str], count: int) -> bool:
    """Whether a word only says that this is a node, a player or a leaf."""
    return one[0] == "word" and count > 1 and folded(one[1]) in meanings("beside")


def _unknown(rest: list[tuple[str, str]], *, has_number: bool, has_sign: bool, has_kind: bool) -> str | None:
    """The letter of an unknown leaf: alone and small, a question mark, or behind a sign."""
    if has_number or not rest or rest[-1][0] != "word":
        return None
    letter = rest[-1][1]
    if letter == "?":
        return letter
    if has_kind:
        return None
    if has_sign and len(rest) == 2 and _LETTER.fullmatch(letter):
        return letter
    return letter if len(rest) == 1 and len(letter) == 1 and letter.islower() else None
