"""The geometry of a picture, with the placements of nodes, texts and edges in points."""

from collections.abc import Sequence
from math import hypot
from typing import NamedTuple

EDGE_TEXT_AT = 0.6
STRIKE_AT, STRIKE_AFTER_TEXT = 0.6, 0.87
"""Positions along an edge, from 0 to 1: of the edge's text, and of its strokes if it has no text or has one."""

MAX_STROKE_LENGTH, MIN_STROKE_LENGTH = 5.0, 2.2
"""Limits for half the length of a stroke."""

_APART, _LEAN = 1.8, 2.0


class Point(NamedTuple):
    """A point in the picture; y increases downwards."""

    x: float
    y: float


class Text(NamedTuple):
    """A point at mid-height of a text, and which position in the text ("start", "middle" or "end") is at this point."""

    x: float
    y: float
    anchor: str


class NodePlacement(NamedTuple):
    """The placement of a node: the center, width and height of its outline, and the positions of its texts.

    `stems` are the lines that connect the outline with the edges in turned pictures. `value` is None if the value is
    inside the outline.
    """

    x: float
    y: float
    width: float
    height: float
    shape: str
    name: Text
    window: Text
    stems: tuple[tuple[Point, Point], ...] = ()
    value: Text | None = None


class Edge(NamedTuple):
    """The line from a parent to a child, with the positions of the edge's text and its strokes."""

    parent: int
    child: int
    start: Point
    end: Point
    text: Point
    strike_point: Point
    half_stroke: float

    @property
    def strokes(self) -> tuple[tuple[Point, Point], ...]:
        """Two short strokes across the line that mark a cut."""
        along_x, along_y = self.end.x - self.start.x, self.end.y - self.start.y
        length = hypot(along_x, along_y) or 1.0
        unit = Point(along_x / length, along_y / length)
        return tuple(
            _stroke_across_edge(self.strike_point, unit, shift, self.half_stroke) for shift in (-_APART, _APART)
        )


def _stroke_across_edge(middle: Point, unit: Point, shift: float, half: float) -> tuple[Point, Point]:
    """Return a stroke, which is slightly slanted so that it does not look like a crossing edge.

    `shift` moves the stroke along the edge.
    """
    x, y = middle.x + unit.x * shift, middle.y + unit.y * shift
    lean = _LEAN * half / MAX_STROKE_LENGTH
    across_x, across_y = half * -unit.y + lean * unit.x, half * unit.x + lean * unit.y
    return Point(x - across_x, y - across_y), Point(x + across_x, y + across_y)


class LevelLabel(NamedTuple):
    """The label of a level, which names the kinds of its nodes, and the placement of the label."""

    text: str
    x: float
    y: float
    anchor: str


class Arrangement(NamedTuple):
    """The size of a picture and the geometry of everything in it; `placements` are indexed by node id."""

    width: float
    height: float
    turned: bool
    placements: tuple[NodePlacement, ...]
    edges: tuple[Edge, ...]
    sides: tuple[LevelLabel, ...]
    links: tuple[tuple[Point, Point], ...] = ()

    def with_links(self, links: Sequence[tuple[int, int]]) -> "Arrangement":
        """Return the arrangement with additional lines; each link is a pair of ids, the upper node first."""
        ends = [(self.placements[above], self.placements[below]) for above, below in links]
        lines = [
            (Point(above.x, above.y + above.height / 2), Point(below.x, below.y - below.height / 2))
            for above, below in ends
        ]
        return self._replace(links=tuple(lines))


def edges_from(
    parent: int, start: Point, children: Sequence[int], ends: Sequence[Point], texts: Sequence[str]
) -> list[Edge]:
    """Return the edges from a node to its children; `ends` and `texts` are in the order of the children.

    Where edges are close together, their strokes are shortened so that they do not reach the neighboring edges.
    """
    edges = []
    for number, (child, end, text) in enumerate(zip(children, ends, texts, strict=True)):
        strike_point = point_along(start, end, STRIKE_AFTER_TEXT if text else STRIKE_AT)
        neighbors = [ends[other] for other in (number - 1, number + 1) if 0 <= other < len(ends)]
        clearance = min(
            (_distance_to_line(strike_point, start, other) for other in neighbors), default=MAX_STROKE_LENGTH
        )
        half = max(MIN_STROKE_LENGTH, min(MAX_STROKE_LENGTH, 0.9 * clearance))
        edges.append(Edge(parent, child, start, end, point_along(start, end, EDGE_TEXT_AT), strike_point, half))
    return edges


def _distance_to_line(point: Point, start: Point, end: Point) -> float:
    """Return the distance of a point from the infinite line through `start` and `end`."""
    x, y = end.x - start.x, end.y - start.y
    return abs(x * (point.y - start.y) - y * (point.x - start.x)) / (hypot(x, y) or 1.0)


def point_along(start: Point, end: Point, share: float) -> Point:
    """Return the point on a line at the given share of the way from start to end."""
    return Point(start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share)


def coordinate(number: float) -> str:
    """Return a coordinate rounded to one decimal, without a trailing .0.

    >>> coordinate(12.04), coordinate(0.25)
    ('12', '0.2')
    """
    return f"{number:.1f}".removesuffix(".0")
