"""Trees drawn with slashes and bars, as ASCII art: told, and not read, since the eye joins what no rule does."""

import re

from treesolve.model.problem import Span
from treesolve.model.tree import Kind
from treesolve.notation.foreign.drawing_strokes import tree_of_drawing
from treesolve.notation.foreign.label import number
from treesolve.notation.foreign.refusal import refusal
from treesolve.notation.foreign.sketch import Sketch

NAME = "ASCII art"

_EDGES = frozenset("/\\|│┬┴┼╱╲")
_STROKES = _EDGES | frozenset(" \t\r_.'`^+v┌┐└┘─╌-")
_NUMBER = re.compile(r"(?<![\w.])[-+−]?(?:[0-9]+(?:[./][0-9]+)?|∞|inf)(?![\w.])")

_KIND = re.compile(r"\b(max|min)(?:imi[sz](?:er|ing))?\b", re.IGNORECASE)
_EVEN = (2, 4, 9)
"""So many leaves hang in pairs or threes; of others nobody can show a line that is likely the tree."""


def recognises(text: str) -> bool:
    """Whether beside lines with words and numbers stand lines with nothing but strokes, above which one begins."""
    lines = [line for line in text[slice(*_drawing(text))].splitlines() if line.strip()]
    strokes = [place for place, line in enumerate(lines) if _is_line_of_strokes(line)]
    is_topped = bool(strokes) and (strokes[0] > 0 or len(strokes) > 1)
    return is_topped and len(lines) > len(strokes) and bool(_NUMBER.search("\n".join(lines)))


def read(text: str) -> Sketch:
    """Never a tree: raises InputError, which shows the numbers of the lowest line with two as leaves."""
    place = _drawing(text)
    drawing = text[slice(*place)]
    lowest = _leaves_on_lowest_line(drawing)
    is_even = len(lowest) == len(_numbers_as_leaves(drawing)) and len(lowest) in _EVEN
    found = tree_of_drawing(drawing, place.start) or (drawn(lowest, text) if is_even else None)
    raise refusal("ascii-art", Span(*_span_of_first_strokes(text)), found)


def _drawing(text: str) -> Span:
    """Where the lines stand between those that are empty, from the first to the last of them with strokes."""
    drawn: list[Span] = []
    begin = at = 0
    has_strokes = False
    for line in (*text.splitlines(keepends=True), "\n"):
        if line.strip():
            has_strokes = has_strokes or _is_line_of_strokes(line)
        else:
            drawn += [Span(begin, at)] if has_strokes else []
            begin, has_strokes = at + len(line), False
        at += len(line)
    return Span(drawn[0].start, drawn[-1].end) if drawn else Span(0, 0)


def _is_line_of_strokes(line: str) -> bool:
    """Whether a line has nothing but strokes, one of which leads down."""
    return _STROKES.issuperset(line.strip("\n")) and not _EDGES.isdisjoint(line)


def _span_of_first_strokes(text: str) -> tuple[int, int]:
    begin = 0
    for line in text.splitlines(keepends=True):
        if line.strip() and _is_line_of_strokes(line):
            return begin + len(line) - len(line.lstrip()), begin + len(line.rstrip())
        begin += len(line)
    return 0, 0


def _leaves_on_lowest_line(text: str) -> list[Sketch]:
    """The numbers of the lowest line that has two of them or more; all numbers where no line has."""
    for line in reversed(text.splitlines()):
        found = _numbers_as_leaves(line)
        if len(found) > 1:
            return found
    return _numbers_as_leaves(text)


def _numbers_as_leaves(text: str) -> list[Sketch]:
    found = ((number(each[0]), Span(*each.span())) for each in _NUMBER.finditer(text))
    return [Sketch(span, value=value) for value, span in found if value is not None]


def drawn(leaves: list[Sketch], text: str) -> Sketch | None:
    """A tree with these leaves, in pairs, or threes, where they can be; with the kind that is named first in a text."""
    named = _KIND.search(text)
    kind = Kind(named[1].lower()) if named else None
    found = _tree_of_groups(leaves)
    return found and found._replace(kind=kind)


def _tree_of_groups(leaves: list[Sketch]) -> Sketch | None:
    if not leaves:
        return None
    size = next((size for size in (2, 3) if len(leaves) % size == 0 and len(leaves) > size), 0)
    if not size:
        return Sketch(leaves[0].span, children=tuple(leaves))
    groups = [tuple(leaves[at : at + size]) for at in range(0, len(leaves), size)]
    return Sketch(leaves[0].span, children=tuple(Sketch(group[0].span, children=group) for group in groups))
