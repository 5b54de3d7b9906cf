r"""The tree of a drawing from the top down, as far as its strokes say which node hangs from which.

          A                   A
        /   \             ┌───┴───┐
       B     C            B       C
      / \   / \         ┌─┴─┐   ┌─┴─┐
     3   5 2   9        3   5   2   9

Vocabulary

    stroke      a sign that leads from a node to one below it
    beam        a line across, from which several nodes hang
"""

import re
from itertools import pairwise
from typing import NamedTuple

from treesolve.model.problem import Span
from treesolve.model.tree import Kind
from treesolve.notation.foreign.label import KIND_WORDS, read_label
from treesolve.notation.foreign.sketch import Sketch

_ACROSS = re.compile(r"[_─═-]{2,}")
_LABEL = re.compile(r"\[[^\[\]\n]*\]|\([^()\n]*\)|[^\s()\[\]]+(?: ?\([^()\n]*\)| ?[=:] ?[^\s()\[\]]+)?")
_ENDS = "()[]<>{}"
_CIRCLES = ("o", "O", "*", "•", "○", "●", "")
"""What stands in a drawing for a node without a name."""
_STROKE = re.compile(r"[/\\|│╱╲]")
_BEAM = re.compile(r"[_─═+┌┐┬┴┼├┤╭╮┘└|'.-]*[_─═+┬┴┼-]{2}[_─═+┌┐┬┴┼├┤╭╮┘└|'.-]*|[┌╭][┐╮]?")
_HANGS = re.compile(r"[┌┐┬┼╭╮+.├┤]")
"""Where nodes hang from a beam."""


class _Drawn(NamedTuple):
    """A node in a drawing: from which column to which it stands, and what it says."""

    start: int
    end: int
    text: str
    span: Span


def tree_of_drawing(text: str, at: int) -> Sketch | None:
    """The tree of a drawing that stands `at` this place of a text; None where its strokes leave it to the eye."""
    levels: list[list[_Drawn]] = []
    kinds: list[Kind | None] = []
    strokes: list[list[str]] = [[]]
    for line in text.splitlines(keepends=True):
        plain = _ACROSS.sub(lambda found: " " * len(found[0]), line)
        labels = [] if is_of_strokes(line) else _labels_in_line(plain, at)
        if labels:
            kinds.append(_kind_at_margin(labels))
            levels.append(labels[1:] if kinds[-1] else labels)
            strokes.append([])
        elif line.strip():
            strokes[-1].append(line.expandtabs())
        at += len(line)
    if len(levels) < 2 or strokes[0] or strokes[-1] or not all(strokes[1:-1]) or len(levels[0]) != 1:
        return None
    below: list[list[list[int]]] = []
    for (above, under), between in zip(pairwise(levels), strokes[1:-1], strict=True):
        hanging = _children_by_strokes(above, under, between)
        if hanging is None:
            return None
        below.append(hanging)
    return _node(levels, kinds, below, 0, 0)


def is_of_strokes(line: str) -> bool:
    """Whether nothing stands in a line but strokes and beams."""
    return not re.search(r"[^\s/\\|│╱╲_─═+┌┐┬┴┼├┤╭╮┘└'.`^-]", line)


def _labels_in_line(line: str, at: int) -> list[_Drawn]:
    found = (each.span() for each in _LABEL.finditer(line))
    return [_Drawn(start, end, line[start:end], Span(at + start, at + end)) for start, end in found]


def _kind_at_margin(labels: list[_Drawn]) -> Kind | None:
    """The kind that stands before the nodes of a line, none of which has one."""
    kinds = [KIND_WORDS.get(label.text.strip(_ENDS + ":").lower()) for label in labels]
    return kinds[0] if len(labels) > 1 and not any(kinds[1:]) else None


def _children_by_strokes(above: list[_Drawn], under: list[_Drawn], between: list[str]) -> list[list[int]] | None:
    """Which of the nodes under a line hang from each of those above; None where the strokes do not say it."""
    tops = _strokes_in_line(between[0])
    ends = tops if len(between) == 1 else _strokes_in_line(between[-1])
    if len(ends) != len(under):
        return None
    if len(tops) != len(ends):
        tops = [next((top for top in tops if top[0] <= end[0] <= top[1]), None) for end in ends]  # type: ignore[misc]
    if None in tops:
        return None
    inner = [place for place, node in enumerate(above) if not _is_leaf(node)]
    for parents in (inner, list(range(len(above)))):
        hanging: list[list[int]] = [[] for _ in above]
        for place, top in enumerate(tops if parents else ()):
            hanging[_parent_of_stroke(top, above, parents)].append(place)
        if [place for each in hanging for place in each] == list(range(len(under))) and all(
            hanging[place] for place in parents
        ):
            return hanging
    return None


def _is_leaf(node: _Drawn) -> bool:
    label = read_label(node.text.strip(_ENDS), inner=False)
    return label.value is not None


_Stroke = tuple[int, int, str, int]
"""From which column to which a stroke or its beam goes, its sign, and the column in which it leads up."""


def _strokes_in_line(line: str) -> list[_Stroke]:
    """The strokes of a line; of a beam one for each node that hangs from it, or the beam where that is not told."""
    found: list[_Stroke] = []
    beams = [each for each in _BEAM.finditer(line) if len(each[0]) > 1]
    for beam in beams:
        start, end = beam.span()
        up = next((start + beam[0].index(sign) for sign in "┴┼|" if sign in beam[0]), (start + end - 1) // 2)
        hangs = list(_HANGS.finditer(line, start, end))
        if len(hangs) > 1 and not (beam[0].count("+") == 1 and "+" in beam[0]):
            found += [(each.start(), each.start(), "|", up) for each in hangs]
        else:
            found.append((start - 1, end, "|", up))
    inside = [range(*beam.span()) for beam in beams]
    for each in _STROKE.finditer(line):
        if not any(each.start() in columns for columns in inside):
            found.append((each.start(), each.start(), each[0], each.start()))
    return sorted(found)


def _parent_of_stroke(stroke: _Stroke, above: list[_Drawn], parents: list[int]) -> int:
    """The node above from which a stroke comes: a slanted one leads up to the next node on its side."""
    _, _, sign, column = stroke
    if sign in "/╱":
        return next((place for place in parents if above[place].end >= column), parents[-1])
    if sign in "\\╲":
        return next((place for place in reversed(parents) if above[place].start <= column + 1), parents[0])
    return min(parents, key=lambda place: abs(above[place].start + above[place].end - 1 - 2 * column))


def _node(
    levels: list[list[_Drawn]], kinds: list[Kind | None], below: list[list[list[int]]], depth: int, place: int
) -> Sketch:
    """The node at a place of a level, with all that hangs from it."""
    drawn = levels[depth][place]
    hanging = below[depth][place] if depth < len(below) else []
    children = tuple(_node(levels, kinds, below, depth + 1, each) for each in hanging)
    words = drawn.text if drawn.text[0] not in _ENDS else drawn.text.strip(_ENDS)
    words = "" if children and words in _CIRCLES else words
    label = read_label(words, inner=bool(children))
    return label._replace(kind=label.kind or kinds[depth]).sketch(drawn.span, children)
