"""Brackets with words in them: `(max (min 6 5) (min 2 9))`, `A(B(6 5) C(2 9))`, `['A', ['B', 6, 5]]`.

Vocabulary

    element     what stands in a bracket: a number, a word, words in quotes, or a bracket
    touching    said of a word with a bracket at once behind it, which it names
    head        a word that is the first element of a bracket, or touches it
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from treesolve.model.problem import Span
from treesolve.model.tree import Tree
from treesolve.notation.foreign.labels import number
from treesolve.notation.foreign.nesting import Piece, nested
from treesolve.notation.foreign.neutral import Field, Part, refuse
from treesolve.notation.foreign.words import kind_called
from treesolve.notation.number_text import write_number

NAME = "brackets"
COMMENTS = ("#", "//", "/*")

PAIRS = {"(": ")", "[": "]", "{": "}"}

_TOKEN = re.compile(
    r"(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<part>[,;])|(?P<quoted>\"[^\"\n]*\"|'[^'\n]*')"
    r"|(?P<word>[^\s,;()\[\]{}\"']+)|(?P<odd>\S)"
)


_PLAIN = re.compile(r"[^\s:=*]*[^\W0-9][^\s:=*]*|[△▲∆▽▼∇◯○]")
"""A word that can touch a bracket and name it."""


class Element(NamedTuple):
    """What stands in a bracket: `what` it is, its text, or for a bracket its elements and the word that touches it."""

    what: str
    text: str
    span: Span
    inside: tuple["Element", ...] = ()
    shape: str = ""

    @property
    def is_bracket(self) -> bool:
        """Whether it is a bracket."""
        return self.what == "bracket"

    @property
    def head(self) -> "Element | None":
        """The word first in it, when none touches it."""
        first = self.inside[0] if self.inside and not self.text else None
        return first if first and first.what in ("word", "quoted") and not first.is_number else None

    @property
    def is_number(self) -> bool:
        """Whether it is a number, in quotes or not."""
        return number(self.text.strip("\"'")) is not None and not self.is_bracket


def recognises(text: str) -> bool:
    """Whether a text begins with a bracket, or with a word that touches one."""
    return re.match(r"\s*[^\s,;()\[\]{}\"'=:|/\\]{0,40}[(\[{]", text) is not None


def read(text: str) -> Part:
    """The tree. Raises InputError where brackets do not match, and where a word in one may be several things."""
    root = _element(text)
    brackets = [one for one in _elements(root) if one.is_bracket]
    style = _Style(brackets)
    return _part(root, style)


def elements(tokens: Sequence[tuple[str, str, Span]]) -> list[Element]:
    """The elements that tokens are, each kind of bracket closed by its like.

    Raises InputError for what is no token, for brackets that do not match, and for commas where no element stands.
    """
    above: list[tuple[str, str, Span, list[Element]]] = []
    current: list[Element] = []
    previous, word = "part", ""
    for what, said, span in tokens:
        if what == "open":
            touching = current.pop() if word and current[-1].span.end == span.start else None
            if touching and not _PLAIN.fullmatch(touching.text):
                refuse("foreign-form", touching.span, text=touching.text)
            name, start = (touching.text, touching.span.start) if touching else ("", span.start)
            above.append((said, name, Span(start, span.end), current))
            current = []
        elif what == "close":
            if not above or PAIRS[above[-1][0]] != said or not current:
                refuse("foreign-form", span, text=said)
            shape, name, opened, outer = above.pop()
            outer.append(Element("bracket", name, Span(opened.start, span.end), tuple(current), shape))
            current = outer
        elif what == "odd" or (what == "part" and previous in ("part", "open")):
            refuse("foreign-form", span, text=said)
        elif what != "part":
            current.append(Element(what, said, span))
        previous, word = what, said if what == "word" else ""
    if above:
        refuse("foreign-unclosed", above[-1][2], text="")
    return current


def _element(text: str) -> Element:
    """The one bracket that a text is."""
    found = elements([(one.lastgroup or "", one[0], Span(*one.span())) for one in _TOKEN.finditer(text)])
    if len(found) != 1 or not found[0].is_bracket:
        odd = found[1 if found and found[0].is_bracket else 0] if found else None
        refuse("foreign-form", odd.span if odd else Span(0, 1), text=odd.text if odd else "")
    return found[0]


def _elements(root: Element) -> Iterator[Element]:
    waiting = [root]
    while waiting:
        element = waiting.pop()
        yield element
        waiting.extend(reversed(element.inside))


class _Style:
    """How words stand in all brackets of a text."""

    def __init__(self, brackets: Sequence[Element]) -> None:
        alone = [one for one in brackets if _is_number_alone(one)]
        others = [one for one in brackets if not _is_number_alone(one)]
        numbers = sum(one.is_number for bracket in brackets for one in bracket.inside)
        is_headed = all(one.text or one.head for one in others)
        names = {one.head.text for one in others if one.head and not _is_kind(one.head)}
        self.has_kinds_only_somewhere = not is_headed and any(one.head and _is_kind(one.head) for one in others)
        self.has_names = is_headed and len(names) > 1
        self.has_leaves_alone = is_headed and len(alone) == numbers > 0
        """Whether each number stands in a bracket of its own, as in forest."""


def _is_number_alone(bracket: Element) -> bool:
    return not bracket.text and len(bracket.inside) == 1 and bracket.inside[0].is_number


def _is_named_leaf(bracket: Element) -> bool:
    """Whether words in quotes and a number stand in it, and nothing else."""
    inside = bracket.inside
    is_pair = not bracket.text and len(inside) == 2 and inside[0].what == "quoted"
    return is_pair and inside[1].is_number and not inside[0].is_number and not _is_kind(inside[0])


def _is_kind(word: Element) -> bool:
    return kind_called(word.text.strip("\"'")) is not None


def _part(root: Element, style: _Style) -> Part:
    """The elements as parts, from the last to the first, so that what is below a bracket is there before it."""
    made: dict[int, Part] = {}
    for element in reversed(list(_elements(root))):
        if not element.is_bracket:
            continue
        if _is_named_leaf(element):
            name, value = element.inside
            made[id(element)] = Part(element.span, _unquoted(name), (Field("value", value.text, value.span),))
            continue
        if style.has_names and len(element.inside) == 1 and element.head:
            made[id(element)] = Part(element.span, element.head.text)
            continue
        label, below = _label_and_children(element, style)
        children = tuple(made[id(one)] if one.is_bracket else _leaf(one, below) for one in below)
        is_leaf = style.has_leaves_alone and _is_number_alone(element)
        made[id(element)] = children[0] if is_leaf else Part(element.span, label, (), children)
    return made[id(root)]


def _label_and_children(bracket: Element, style: _Style) -> tuple[str, tuple[Element, ...]]:
    """What names a bracket, and which of the elements in it are children. Raises InputError where that is not told."""
    inside, first = bracket.inside, bracket.inside[0]
    if bracket.text:
        lists = [one for one in inside if one.is_bracket and not one.text and one.shape != bracket.shape]
        if (first.what == "word" and not first.is_number and len(inside) > 1 and not _is_told(first)) or (
            len(inside) == 1 and first.is_number and not _is_kind(bracket)
        ):
            _ask(first)
        return bracket.text, lists[0].inside if len(inside) == len(lists) == 1 else inside
    head = bracket.head
    if head is None:
        if style.has_kinds_only_somewhere:
            refuse("foreign-asked", bracket.span, why="word", text=bracket.shape)
        if style.has_names and _is_number_alone(bracket) and not style.has_leaves_alone:
            _ask(first)
        return "", inside
    if head.what == "quoted":
        return _quoted_head(head, inside)
    if len(inside) > 1 and (_is_kind(head) or style.has_names):
        if len(inside) == 2 and inside[1].is_number and not _is_kind(head):
            _ask(head)
        return head.text, inside[1:]
    is_letter = len(head.text) == 1 and (head.text.isalpha() or head.text == "?")
    if not is_letter or any(one.is_bracket for one in inside):
        _ask(head)
    return "", inside


def _is_told(word: Element) -> bool:
    """Whether a word says what it is: `D=3`."""
    return "=" in word.text or ":" in word.text or word.text == "?"


def _quoted_head(head: Element, inside: tuple[Element, ...]) -> tuple[str, tuple[Element, ...]]:
    """Words in quotes first in a bracket: the name, or the kind, of the node, whose children may be in one list."""
    rest = inside[1:]
    if len(rest) == 1 and rest[0].is_bracket and not rest[0].text:
        below = rest[0]
        if below.head is None:
            return _unquoted(head), below.inside
        _ask(head)
    if not rest:
        return "", inside
    return _unquoted(head), rest


def _leaf(element: Element, beside: Sequence[Element]) -> Part:
    """A number or a word that is a child."""
    if element.what == "quoted":
        return Part(element.span, _unquoted(element))
    if len(element.text) == 1 and element.text.isalpha() and not any(one.is_bracket for one in beside):
        return Part(element.span, "", (Field("value", element.text, element.span),))
    return Part(element.span, element.text)


def _unquoted(element: Element) -> str:
    """The words in quotes as a label."""
    inside = element.text[1:-1]
    return inside if re.fullmatch(r"[^\W\d_]\w*|[0-9.+−-]+", inside) else f'"{inside}"'


def _ask(word: Element) -> None:
    refuse("foreign-asked", word.span, why="head", text=word.text)


def write_heads(tree: Tree) -> str:
    """The tree as an s-expression whose heads are the kinds.

    >>> from treesolve.notation.reader import read as read_ours
    >>> print(write_heads(read_ours("((6 5) (2 x))")), end="")
    (max (min 6 5) (min 2 x))
    """

    def piece(node: int) -> Piece:
        if tree.children[node]:
            return Piece(f"({tree.kinds[node].value} ", ")")
        return Piece(write_number(tree.values[node]))  # type: ignore[arg-type]

    return nested(tree, piece) + "\n"


def write_lists(tree: Tree) -> str:
    """The tree as lists of Python in each other, in which a leaf is its value; MAX and MIN by turns.

    >>> from treesolve.notation.reader import read as read_ours
    >>> print(write_lists(read_ours("((6 1/2) (2 -inf))")), end="")
    [[6, 0.5], [2, -float("inf")]]
    """

    def piece(node: int) -> Piece:
        if tree.children[node]:
            return Piece("[", "]", ", ")
        shown = write_number(tree.values[node])  # type: ignore[arg-type]
        return Piece(_INFINITIES.get(shown, shown))

    return nested(tree, piece) + "\n"


_INFINITIES = {"inf": 'float("inf")', "-inf": '-float("inf")'}
