"""What people write at a node, in one label: `A`, `MAX`, `A (MAX)`, `D = 3`, `3`, `left -> B`.

Vocabulary

    label       the words at one node
    annotation  what a search has written beside a node: alpha, beta
"""

import re
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from treesolve.model.number import INFINITY, Number, Unknown
from treesolve.model.problem import Span
from treesolve.model.tree import Kind, Tree
from treesolve.notation.foreign.sketch import Sketch
from treesolve.notation.number_text import read_number, write_number
from treesolve.notation.writer import quoted_name

KIND_WORDS = {
    **dict.fromkeys(("max", "maximizer", "maximizing", "maximise", "maximize", "maximierer", "△", "▲"), Kind.MAX),
    **dict.fromkeys(("min", "minimizer", "minimizing", "minimise", "minimize", "minimierer", "▽", "▼"), Kind.MIN),
    **dict.fromkeys(
        ("chance", "zufall", "random", "nature", "expectation", "expectimax", "average", "avg"),
        Kind.CHANCE,
    ),
}
KIND_WORDS |= {
    f"{kind.value}{mark}{noun}": kind
    for kind in (Kind.MAX, Kind.MIN, Kind.CHANCE)
    for mark in ("", "-", "_")
    for noun in ("node", "player", "knoten", "spieler", "p", "turn", "move", "ply")
}
"""How people call the kinds."""

SEARCHES = (
    "mini_?max|alpha_?-?beta|nega_?max|expecti_?(?:mini)?_?max|max_?-?value|min_?-?value|ab_?search|evaluate|solve"
)
"""How programs call a search; no node is called so."""

LONGEST = 1500
"""A longer label is a name, whatever stands in it."""

_BESIDE_KIND = {"node", "player", "knoten", "spieler", "level", "turn", "agent"}
_TO_MOVE = (["to", "move"], ["to", "play"], ["am", "zug"])
_VALUE_WORDS = {"leaf", "value", "val", "utility", "util", "score", "payoff", "blatt", "wert", "eval", "terminal"}
ANNOTATIONS = {"alpha", "beta", "α", "β"}
"""How the bounds of a search are called."""

_INFINITIES = {"infinity", "+infinity", "inf", "+inf", "infty", "oo", "math.inf", "float('inf')", 'float("inf")'}

_QUOTED = r'"(?:[^"\\]|\\.)*"'
_WEIGHT = re.compile(r"\+?([0-9]+(?:[./][0-9]+)?)[ \t]{0,9}(%)?[ \t]{0,9}[*·]\s*")
_PROBABLE = re.compile(
    r"\s*(?:[(\[]\s*(?:p|pr|prob|probability)\s*[=:]\s*([0-9]*\.?[0-9]+(?:/[0-9]+)?\s*%?)\s*[)\]]|[(\[]\s*([0-9]+\s*%)\s*[)\]])$",
    re.IGNORECASE,
)
"""A probability in brackets behind a label."""
_MOVE = re.compile(rf"({_QUOTED}[ \t]{{0,9}}|[^\">]*?)(?:->|→)\s*")
_NO_VALUE = re.compile(
    r"(?<=\w)[,;]?[ \t]{0,9}\b(?:value|val|score|utility|eval)[ \t]?[:=][ \t]?(?:None|null|nil|NULL)$"
)
"""What says that an inner node has no value of its own."""
_NAME = re.compile(rf"({_QUOTED})\s*")
_BREAK = re.compile(r"<br\s*/?>|\\[nlr]|\n", re.IGNORECASE)
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_WORD = re.compile(r"[^\s()\[\]{}:=,;|]+|[:=(\[]")
_BOUND = re.compile(r"\w{0,2}(?:[≤≥<>]|<=|>=)=?[+\-−]?(?:[0-9][0-9./]*|∞|inf)")
_PLAIN = re.compile(r"[^\W\d_]\w*")
_KIND_NAME = re.compile(r"(max|min)[_-]?\d+", re.IGNORECASE)


class Label(NamedTuple):
    """What a label says: of a leaf its value, or the letter of an unknown one; `value` of an inner node is its own."""

    name: str | None = None
    kind: Kind | None = None
    value: Number | None = None
    unknown: str | None = None
    move: str | None = None
    weight: Fraction | int | None = None

    def sketch(self, span: Span, children: tuple[Sketch, ...] = ()) -> Sketch:
        """The node with this label; the own value of an inner node is passed over."""
        if children:
            own = self.value is not None
            return Sketch(span, self.name, self.kind, None, None, children, self.move, self.weight, own)
        return Sketch(span, self.name, None, self.value, self.unknown, (), self.move, self.weight)


def number(text: str) -> Number | None:
    """The number that a text is, infinity in words too; None where it is none.

    >>> number("-3"), number("-Infinity"), number("x")
    (-3, -inf, None)
    """
    text = text.strip()
    sign = -1 if text[:1] in ("-", "−") else 1
    if (text[1:] if sign < 0 else text).lower() in _INFINITIES:
        return sign * INFINITY
    try:
        return read_number(text)
    except ValueError:
        return None


def probability(text: str) -> Fraction | int | None:
    """The probability that a text is: 1/4, 0.25 or 25 %; None where it is none.

    >>> probability("25 %")
    Fraction(1, 4)
    """
    value = number(text.removesuffix("%"))
    if value is None or isinstance(value, float):
        return None
    return Fraction(value) / 100 if text.endswith("%") else value


def read_label(text: str, *, inner: bool) -> Label:
    """What a label says; whether children stand below it is known by then, since a leaf's number is its value.

    >>> read_label("A (MAX)", inner=True)[:2], read_label("D = 3", inner=False).value
    (('A', <Kind.MAX: 'max'>), 3)
    """
    if len(text) > LONGEST:
        return Label(text)
    text = text.strip() if '"' in text else _TAG.sub("", _BREAK.sub(" ", text)).strip()
    text = _NO_VALUE.sub("", text)
    weight = move = None
    if found := _WEIGHT.match(text):
        weight = probability(found[1] + (found[2] or ""))
        text = text[found.end() :]
    if weight is None and (found := _PROBABLE.search(text)):
        weight = probability(re.sub(r"\s", "", found[1] or found[2]))
        text = text[: found.start()].strip()
    if found := _MOVE.match(text):
        move = unquoted(found[1].strip()) or None
        text = text[found.end() :]
    found = _NAME.match(text)
    if found:
        label = _label_of_words(text[found.end() :], inner=inner, named=True)._replace(name=unquoted(found[1]) or None)
    else:
        label = _label_of_words(text, inner=inner)
    return label._replace(move=move, weight=weight)


def unquoted(text: str) -> str:
    """The text without its quotation marks, as the notation escapes them."""
    return re.sub(r"\\(.)", r"\1", text[1:-1]) if len(text) > 1 and text[0] == text[-1] == '"' else text


def _label_of_words(text: str, *, inner: bool, named: bool = False) -> Label:
    """A label without quotation marks."""
    if (value := number(text)) is not None:
        return Label(value=value)
    words = _WORD.findall(text)
    kinds = [KIND_WORDS[word.lower()] for word in words if word.lower() in KIND_WORDS]
    kind = kinds[0] if len(set(kinds)) == 1 else None
    if kind:
        words = [word for word in words if word.lower() not in KIND_WORDS and word.lower() not in _BESIDE_KIND]
        words = words[:-2] if [word.lower() for word in words[-2:]] in _TO_MOVE else words
    elif found := next((found for found in map(_KIND_NAME.fullmatch, words) if found), None):
        kind = KIND_WORDS[found[1].lower()]
    words = _without_annotations(words)
    if inner:
        words = [word for word in words if word != "?"]
    if not inner and (letter := _letter_of_unknown(words, named=named)):
        return Label(" ".join(_words_without_marks(words[:-2])) or None, kind, unknown=letter)
    value, rest = _value_and_words_before(words, kind=kind, inner=inner)
    return Label(" ".join(_words_without_marks(rest)) or None, kind, value)


def _without_annotations(words: list[str]) -> list[str]:
    """The words without alpha and beta and their numbers, and without bounds on the value."""
    kept: list[str] = []
    skipping = False
    for word in words:
        if _BOUND.fullmatch(word):
            continue
        skipping = word.lower() in ANNOTATIONS or (skipping and (word in ":=" or number(word) is not None))
        if not skipping:
            kept.append(word)
    return kept


def _letter_of_unknown(words: list[str], *, named: bool) -> str | None:
    """The letter of an unknown leaf: alone, or behind an equals sign; a capital alone is a name."""
    if words == ["?"]:
        return "?"
    if len(words) == 1 and not named and len(words[0]) == 1 and words[0].islower():
        return words[0]
    if len(words) > 1 and words[-2] in "=:" and re.fullmatch(r"\?|[^\W\d_][0-9]*", words[-1]):
        return words[-1] if words[-2] == "=" or words[-1] == "?" or words[-1][0].islower() else None
    return None


def _words_without_marks(words: list[str]) -> list[str]:
    return [word for word in words if word not in ":=(["]


def _value_and_words_before(words: list[str], *, kind: Kind | None, inner: bool) -> tuple[Number | None, list[str]]:
    """The number at the end of a label, and the words before it; none where the number may be part of a name."""
    value = number(words[-1]) if words else None
    if value is None:
        return None, words
    before = words[:-1]
    marked = bool(before) and before[-1] in ":=(["
    names = _words_without_marks(before)
    if names and (names[-1].lower() in _VALUE_WORDS or (names[-1].lower() == "v" and (kind or len(names) > 1))):
        return value, names[:-1]
    if len(names) > 1 and any(number(name) is not None for name in names) and not marked:
        return None, words
    if marked or (not names and (inner or not kind)):
        return value, before
    alone = len(names) == 1 and len(names[0]) <= 3 and number(names[0]) is None
    return (value, before) if alone and not kind else (None, words)


def written_label(tree: Tree, node: int) -> str:
    """The label of a node, so that reading it gives the same: weight, move, name, and kind or value.

    >>> from treesolve.notation.reader import read
    >>> written_label(read('(left -> "the 1": 3)'), 1)
    'left -> "the 1" = 3'
    """
    weight = f"{write_number(tree.weights[node])} * " if node in tree.weights else ""
    move = f"{quoted(tree.moves[node])} -> " if node in tree.moves else ""
    name = quoted(tree.given_names[node]) if node in tree.given_names else ""
    return weight + move + name_and_value(tree, node, name)


def written_edge(tree: Tree, node: int) -> str:
    """What stands at the edge to a node: its move, behind its weight; a weight alone where no child has a move."""
    move = quoted(tree.moves[node]) if node in tree.moves else ""
    if node not in tree.weights:
        return move
    weight = write_number(tree.weights[node])
    has_moves = any(child in tree.moves for child in tree.children[tree.parents[node] or 0])
    return f"{weight} * {move}".rstrip() if has_moves else weight


def read_edge(text: str) -> tuple[str | None, Fraction | int | None]:
    """The move and the weight at an edge; a weight has its star.

    >>> read_edge('1/4 * "to the left"'), read_edge("left")
    (('to the left', Fraction(1, 4)), ('left', None))
    """
    weight = None
    if found := _WEIGHT.match(f"{text} "):
        weight = probability(found[1] + (found[2] or ""))
        text = text[found.end() :]
    return unquoted(text.strip()) or None, weight


def name_and_value(tree: Tree, node: int, name: str) -> str:
    """The name with the kind of an inner node, or the value of a leaf."""
    value = tree.values[node]
    if tree.children[node]:
        return f"{name} ({tree.kinds[node].name})" if name else tree.kinds[node].name
    shown = write_number(value)  # type: ignore[arg-type]
    return f"{name} = {shown}" if name else f"= {shown}" if isinstance(value, Unknown) else shown


def quoted(name: str) -> str:
    """The name as it is where it is a word that means nothing else, in quotation marks where not."""
    plain = _PLAIN.fullmatch(name) and name.lower() not in KIND_WORDS.keys() | _VALUE_WORDS | ANNOTATIONS
    if plain and number(name) is None and not _KIND_NAME.fullmatch(name):
        return name
    return quoted_name(name)


def different_names(names: Mapping[int, str]) -> dict[int, str]:
    """The names of nodes, for where no two may be alike.

    >>> different_names({0: "5-2", 3: "5-2"})
    {0: '5-2', 3: '5-2 (2)'}
    """
    taken: Counter[str] = Counter()
    made = {}
    for node, name in sorted(names.items()):
        taken[name] += 1
        made[node] = name if taken[name] == 1 else f"{name} ({taken[name]})"
    return made
