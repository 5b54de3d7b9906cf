"""Newick: the name of a node behind its bracket, `((3,5)B,(2,9)C)A;`, leaves as numbers or `D:3`."""

import re
import sys
from itertools import pairwise

from treesolve.model.problem import Span
from treesolve.model.tree import Tree
from treesolve.notation.foreign.label import number, quoted, read_label, written_label
from treesolve.notation.foreign.nesting import Piece, nested
from treesolve.notation.foreign.refusal import refusal
from treesolve.notation.foreign.sketch import Sketch
from treesolve.notation.number_text import write_number

NAME = "Newick"

DEEPEST = 200

_PIECE = re.compile(
    r"\s*(?:(?P<open>\()|(?P<close>\))|(?P<comma>,)|(?P<end>;)|(?P<label>'(?:[^']|'')*'|[^\s(),;:'|\[\]]+)|(?P<length>:)|(?P<stray>\S)|\Z)"
)


def _pieces_of_text(text: str) -> list[re.Match[str]]:
    return [found for found in _PIECE.finditer(text.rstrip()) if found.lastgroup]


def recognises(text: str) -> bool:
    """Whether names stand behind brackets and touch them, and nothing is in the text that Newick does not have."""
    if not text.lstrip().startswith("("):
        return False
    found = _pieces_of_text(text)
    sorts = [str(each.lastgroup) for each in found]
    if "stray" in sorts or sorts.count("open") != sorts.count("close") or sorts[-1] in ("comma", "length"):
        return False
    if "end" in sorts[:-1] or any(pair in _NEVER for pair in pairwise(sorts)):
        return False
    behind = [other for one, other in pairwise(found) if one.lastgroup == "close" and other.lastgroup == "label"]
    return bool(behind) and all(text[each.start("label") - 1] == ")" for each in behind)


_NEVER = {
    *(("open", other) for other in ("close", "comma", "end", "length")),
    *(("comma", other) for other in ("close", "comma", "end", "length")),
    *(("close", other) for other in ("open",)),
    *(("label", other) for other in ("open", "label")),
    *(("length", other) for other in ("open", "close", "comma", "end", "length")),
}


def read(text: str) -> Sketch:
    """The tree. Raises InputError where numbers behind colons may be lengths of edges, or brackets do not match."""
    found = _pieces_of_text(text)
    lengths = [one for one, other in pairwise(found) if other.lastgroup == "length"]
    inner = [
        two
        for one, two, three in zip(found, found[1:], found[2:], strict=False)
        if one.lastgroup == "close" and two.lastgroup == "label" and three.lastgroup == "length"
    ]
    sketch = _sketch_of_pieces(found)
    if any(each.lastgroup == "close" for each in lengths) or inner:
        place = (inner or lengths)[0]
        raise refusal("newick-lengths", Span(place.start(), place.end()), sketch)
    return sketch


def _sketch_of_pieces(found: list[re.Match[str]]) -> Sketch:
    above: list[list[Sketch]] = [[]]
    starts: list[int] = []
    place = 0
    while place < len(found):
        each = found[place]
        place += 1
        if each.lastgroup == "open":
            if len(starts) == DEEPEST:
                raise refusal("foreign-form", Span(each.start("open"), each.end()))
            starts.append(each.start("open"))
            above.append([])
            continue
        if each.lastgroup not in ("close", "label") or (each.lastgroup == "close" and not starts):
            if each.lastgroup in ("comma", "end"):
                continue
            raise refusal("foreign-form", Span(*each.span()))
        children: tuple[Sketch, ...] = ()
        start = each.start("label") if each.lastgroup == "label" else starts.pop()
        label = each["label"] or ""
        if each.lastgroup == "close":
            children = tuple(above.pop())
            if place < len(found) and found[place].lastgroup == "label":
                label = found[place]["label"]
                place += 1
        length = None
        if place + 1 < len(found) and found[place].lastgroup == "length":
            length = found[place + 1]["label"]
            place += 2
        above[-1].append(_node_with_label(Span(start, each.end()), label, length, children))
    if len(above) != 1 or len(above[0]) != 1:
        raise refusal("foreign-form", Span(0, 1))
    return above[0][0]


def _node_with_label(span: Span, label: str, length: str | None, children: tuple[Sketch, ...]) -> Sketch:
    name = label[1:-1].replace("''", "'") if label.startswith("'") else label
    if length is not None and not children:
        if number(length) is None:
            return read_label(length, inner=False).sketch(span)._replace(name=name)
        return Sketch(span, name, value=number(length))
    return read_label(name, inner=bool(children)).sketch(span, children)


def write(tree: Tree) -> str:
    """The tree on one line; a leaf's value stands where other trees have the length of its edge.

    >>> from treesolve.notation.reader import read as read_ours
    >>> print(write(read_ours("A: (B: (6 D: 5) 2)")), end="")
    ((6,D:5)'B (MIN)',2)'A (MAX)';
    """
    return nested(tree, lambda node: _text_around_children(tree, node), width=sys.maxsize) + ";\n"


def _text_around_children(tree: Tree, node: int) -> Piece:
    label = written_label(tree, node)
    if tree.children[node]:
        return Piece("(", f"){_quoted_if_needed(label)}", ",")
    name = tree.given_names.get(node)
    length = write_number(tree.values[node])  # type: ignore[arg-type]
    is_plain = bool(name) and quoted(str(name)) == name and node not in tree.moves and node not in tree.weights
    if is_plain and _LENGTH.fullmatch(length):
        return Piece(f"{_quoted_if_needed(str(name))}:{length}")
    return Piece(_quoted_if_needed(label))


_LENGTH = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")


def _quoted_if_needed(label: str) -> str:
    """The label as it is where it is one word, else in quotation marks; without these _ is a blank."""
    return label if re.fullmatch(r"(?:[^\W_]|[./?-])+", label) else "'" + label.replace("'", "''") + "'"
