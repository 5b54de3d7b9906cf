r"""Trees that are drawn from left to right, with a node between its children: which of them comes first is asked.

    /-- 3               ┌── 3
/-- B               ┌── B
|   \-- 5           │   └── 5
A                   A
\-- C               └── C
"""

import re

from treesolve.model.problem import Span
from treesolve.notation.foreign.label import read_label
from treesolve.notation.foreign.outline_lines import Line
from treesolve.notation.foreign.refusal import refusal
from treesolve.notation.foreign.sketch import Sketch

NAME = "ASCII art"

LONGEST = 20_000
"""No longer text is looked at."""

_UP = re.compile(r"^[ \t│|]*(?:[/┌╭]|[,.](?=-))[-─━]", re.MULTILINE)
_LEAST = 3
_SEVERAL = re.compile(r"\s{2}|[┌┐┬┴]")
_WORD = re.compile(r"[\w.+=()−-]{1,20}")
_LINE = re.compile(r"([\s│|/\\`'┌└╭╰├┬┼─━,.+-]*)((?:[^\n]*[^\s│|/\\┤┐┘─━-])?)[\s│|/\\┤┐┘─━-]*")


def recognises(text: str) -> bool:
    """Whether branches lead down to a node, too, or nodes stand around one that is further out than they are."""
    if len(text) > LONGEST:
        return False
    lines = _lines(text)
    if len(lines) < _LEAST or any(_SEVERAL.search(line.words) for line in lines):
        return False
    inside = lines[0].column > min(line.column for line in lines) and all(_WORD.fullmatch(each.words) for each in lines)
    return bool(_UP.search(text)) or (inside and _tree(lines) is not None)


def read(text: str) -> Sketch:
    """Never a tree: raises InputError, which shows it from the top down."""
    lines = _lines(text)
    raise refusal("ascii-art", lines[0].span, _tree(lines))


def _lines(text: str) -> list[Line]:
    found: list[Line] = []
    at = 0
    for line in text.splitlines(keepends=True):
        one = _LINE.fullmatch(line.rstrip("\r\n"))
        if one and one[2]:
            found.append(Line(len(one[1].expandtabs()), one[2], at + one.start(2)))
        at += len(line)
    return found


def _tree(lines: list[Line]) -> Sketch | None:
    """The tree of lines, a node each: what stands nearest to the margin is above what is around it."""
    columns = [line.column for line in lines]
    if columns.count(min(columns)) != 1:
        return None
    top = columns.index(min(columns))
    parts = [part for part in (lines[:top], lines[top + 1 :]) if part]
    below = [found for part in parts for found in _siblings(part)]
    if None in below:
        return None
    children = tuple(node for node in below if node)
    label = read_label(lines[top].words.strip("()[]"), inner=bool(children))
    return label.sketch(Span(*lines[top].span), children)


def _siblings(lines: list[Line]) -> list[Sketch | None]:
    """The nodes on one side of their parent: one with all the others around it, or leaves only."""
    if len({line.column for line in lines}) == 1:
        return [_tree([line]) for line in lines]
    return [_tree(lines)]
