"""Where everything in a picture stands, in points: nodes, the texts beside them, the edges between them.

The levels go down the page, or, turned, to the right. The layout gives the places within a level; this module knows how
much room a node needs there, and how far levels are apart.

Vocabulary

    place       the outline of a node with its size, and where its name and window stand
    anchor      which end of a text stands at its point: start, middle, end
    side        the kinds of a level, written beside it
    turned      the root at the left, leaves at the right
"""

from collections.abc import Sequence
from math import hypot
from typing import NamedTuple

from treesolve.drawing.label import Label, side_texts
from treesolve.drawing.layout import layout
from treesolve.drawing.shape import (
    EDGE_SIZE,
    NAME_SIZE,
    SHAPES,
    SIDE_SIZE,
    WINDOW_SIZE,
    half_width_beside,
    shape_size,
    text_width,
)
from treesolve.tree import Kind, Tree

GAP = 9.0
"""What is free between neighbours on a level."""

MARGIN = 4.0
"""What is free around the picture."""

EDGE_TEXT_AT = 0.62
STRIKE_AT = 0.42
"""How far down an edge its text stands, and where it is struck through."""

_LINE = 11.0
_BESIDE = 3.0


class Point(NamedTuple):
    """A point of the picture; y grows downwards."""

    x: float
    y: float


class Text(NamedTuple):
    """Where a text stands: its point at mid-height, and the anchor."""

    x: float
    y: float
    anchor: str


class Place(NamedTuple):
    """Where a node stands: the centre, width and height of its outline, and its texts."""

    x: float
    y: float
    width: float
    height: float
    shape: str
    name: Text
    window: Text


class Edge(NamedTuple):
    """The line from a parent to a child, and where the text on it stands."""

    parent: int
    child: int
    start: Point
    end: Point
    text: Point

    @property
    def strokes(self) -> tuple[tuple[Point, Point], ...]:
        """Two short strokes across the line: what strikes a cut branch through."""
        along_x, along_y = self.end.x - self.start.x, self.end.y - self.start.y
        length = hypot(along_x, along_y) or 1.0
        unit = Point(along_x / length, along_y / length)
        middle = _along(self.start, self.end, STRIKE_AT)
        return tuple(_stroke(middle, unit, shift) for shift in (-1.8, 1.8))


class Side(NamedTuple):
    """The kinds of a level and where they are written."""

    text: str
    x: float
    y: float
    anchor: str


class Arrangement(NamedTuple):
    """The geometry of a picture: one place for each node, by id, in a picture of that width and height."""

    width: float
    height: float
    turned: bool
    places: tuple[Place, ...]
    edges: tuple[Edge, ...]
    sides: tuple[Side, ...]


def arrange(tree: Tree, labels: Sequence[Label], shapes: str = "triangles", *, turned: bool = False) -> Arrangement:
    """The arrangement of a tree whose nodes have these labels; `shapes` is a key of SHAPES.

    With the widest labels a film ever shows, all its frames fit the same arrangement.
    """
    return _method(tree, labels, shapes, turned=turned).arrangement()


def room_needed(tree: Tree, labels: Sequence[Label], shapes: str = "triangles", *, turned: bool = False) -> list[float]:
    """How much room each node takes on its level, in points."""
    method = _method(tree, labels, shapes, turned=turned)
    return [method.room(node) for node in range(len(tree))]


def _method(tree: Tree, labels: Sequence[Label], shapes: str, *, turned: bool) -> "_Upright":
    outlines = [SHAPES[shapes][kind] for kind in tree.kinds]
    sizes = [shape_size(outline, label.value) for outline, label in zip(outlines, labels, strict=True)]
    return (_Turned if turned else _Upright)(tree, labels, outlines, sizes)


class _Upright:
    """Levels from above to below."""

    def __init__(
        self, tree: Tree, labels: Sequence[Label], outlines: Sequence[str], sizes: Sequence[tuple[float, float]]
    ) -> None:
        self.tree, self.labels, self.outlines, self.sizes = tree, labels, outlines, sizes
        self.sides = side_texts(tree)

    def arrangement(self) -> Arrangement:
        """Places, edges and sides, moved so that all is inside the picture."""
        across = layout(self.tree, [self.room(node) for node in range(len(self.tree))], GAP)
        margin = MARGIN + self.margin()
        along = self.levels(across)
        places = tuple(
            self.place(node, margin + across[node], along[depth]) for node, depth in enumerate(self.tree.depths)
        )
        extent = max(margin + across[node] + self.room(node) / 2 for node in range(len(self.tree)))
        return self.finished(places, extent + MARGIN, along)

    def margin(self) -> float:
        """The room for the sides, left of everything."""
        widest = max(text_width(side, SIDE_SIZE) for side in self.sides)
        return widest + GAP if widest else 0.0

    def room(self, node: int) -> float:
        """How much room a node takes on its level, its texts and the one on its edge included."""
        label, (width, _) = self.labels[node], self.sizes[node]
        edge = text_width(label.edge, EDGE_SIZE) / EDGE_TEXT_AT
        if label.kind is Kind.LEAF:
            return max(width, text_width(self.leaf_name(label), NAME_SIZE), edge)
        beside = max(text_width(label.name, NAME_SIZE), text_width(label.window, WINDOW_SIZE))
        return max(width, 2 * (half_width_beside(self.outlines[node], width) + _BESIDE + beside), edge)

    def leaf_name(self, label: Label) -> str:
        """The name of a leaf, unless it says the value once more."""
        return "" if label.name == label.value else label.name

    def levels(self, across: Sequence[float]) -> list[float]:
        """The centre of each level; levels stand further apart where edges have texts, or would be very flat."""
        depths = range(max(self.tree.depths) + 1)
        heights = [0.0 for _ in depths]
        texts, reach = [False for _ in depths], [0.0 for _ in depths]
        for node, depth in enumerate(self.tree.depths):
            heights[depth] = max(heights[depth], self.sizes[node][1])
            texts[depth] = texts[depth] or bool(self.labels[node].edge)
            parent = self.tree.parents[node]
            if parent is not None:
                reach[depth] = max(reach[depth], abs(across[node] - across[parent]))
        centres = [MARGIN + heights[0] / 2]
        for depth in depths[1:]:
            between = 30 + (14 if texts[depth] else 0) + min(50.0, 0.07 * reach[depth])
            centres.append(centres[-1] + heights[depth - 1] / 2 + between + heights[depth] / 2)
        return centres

    def place(self, node: int, x: float, y: float) -> Place:
        """The node with its texts, its centre at a point."""
        outline, (width, height) = self.outlines[node], self.sizes[node]
        if self.labels[node].kind is Kind.LEAF:
            below = Text(x, y + height / 2 + _LINE / 2 + 1, "middle")
            return Place(x, y, width, height, outline, below, below)
        beside = half_width_beside(outline, width) + _BESIDE
        name, window = Text(x - beside, y + 3, "end"), Text(x + beside, y + 3, "start")
        return Place(x, y, width, height, outline, name, window)

    def finished(self, places: tuple[Place, ...], extent: float, along: Sequence[float]) -> Arrangement:
        """The arrangement, its height as low as the lowest name."""
        height = max(
            max(place.y + place.height / 2, place.name.y + _LINE / 2 if self.tree.kinds[node] is Kind.LEAF else 0)
            for node, place in enumerate(places)
        )
        sides = tuple(Side(text, MARGIN, y, "start") for text, y in zip(self.sides, along, strict=True) if text)
        return Arrangement(extent, height + MARGIN, False, places, self.edges(places), sides)

    def edges(self, places: Sequence[Place]) -> tuple[Edge, ...]:
        """An edge to each node but the root."""
        return tuple(
            self.edge(parent, node, places[parent], places[node])
            for node, parent in enumerate(self.tree.parents)
            if parent is not None
        )

    def edge(self, parent: int, child: int, above: Place, below: Place) -> Edge:
        """From the lower end of the parent to the upper end of the child."""
        start, end = Point(above.x, above.y + above.height / 2), Point(below.x, below.y - below.height / 2)
        return Edge(parent, child, start, end, _along(start, end, EDGE_TEXT_AT))


class _Turned(_Upright):
    """Levels from left to right."""

    def margin(self) -> float:
        """The room for the sides, above everything."""
        return SIDE_SIZE + GAP if any(self.sides) else 0.0

    def room(self, node: int) -> float:
        """How much of the height a node takes: an inner one has its name above and its window below."""
        label, (_, height) = self.labels[node], self.sizes[node]
        if label.kind is Kind.LEAF:
            return height - 4
        return height + _LINE * (1 + bool(label.window))

    def breadth(self, node: int) -> float:
        """How much room a node takes along its level's column."""
        label, (width, _) = self.labels[node], self.sizes[node]
        if label.kind is Kind.LEAF:
            return width
        return max(width, text_width(label.name, NAME_SIZE), text_width(label.window, WINDOW_SIZE))

    def levels(self, across: Sequence[float]) -> list[float]:
        """The centre of each column."""
        depths = range(max(self.tree.depths) + 1)
        breadths, texts, reach = [0.0 for _ in depths], [0.0 for _ in depths], [0.0 for _ in depths]
        for node, depth in enumerate(self.tree.depths):
            breadths[depth] = max(breadths[depth], self.breadth(node))
            texts[depth] = max(texts[depth], text_width(self.labels[node].edge, EDGE_SIZE))
            parent = self.tree.parents[node]
            if parent is not None:
                reach[depth] = max(reach[depth], abs(across[node] - across[parent]))
        centres = [MARGIN + breadths[0] / 2]
        for depth in depths[1:]:
            between = 40 + 1.4 * texts[depth] + min(50.0, 0.07 * reach[depth])
            centres.append(centres[-1] + breadths[depth - 1] / 2 + between + breadths[depth] / 2)
        return centres

    def place(self, node: int, x: float, y: float) -> Place:
        """The node with its texts; x and y come as place within the level and level."""
        x, y = y, x
        outline, (width, height) = self.outlines[node], self.sizes[node]
        if self.labels[node].kind is Kind.LEAF:
            right = Text(x + width / 2 + _BESIDE, y, "start")
            return Place(x, y, width, height - 4, outline, right, right)
        above, below = y - height / 2 - _LINE / 2, y + height / 2 + _LINE / 2
        return Place(x, y, width, height, outline, Text(x, above, "middle"), Text(x, below, "middle"))

    def finished(self, places: tuple[Place, ...], extent: float, along: Sequence[float]) -> Arrangement:
        """The arrangement, as wide as the longest name of a leaf reaches."""
        width = max(self.right_end(node, place) for node, place in enumerate(places))
        y = MARGIN + SIDE_SIZE / 2
        sides = tuple(Side(text, x, y, "middle") for text, x in zip(self.sides, along, strict=True) if text)
        return Arrangement(width + MARGIN, extent, True, places, self.edges(places), sides)

    def right_end(self, node: int, place: Place) -> float:
        """How far right a node with its texts reaches."""
        label = self.labels[node]
        if label.kind is not Kind.LEAF:
            return place.x + self.breadth(node) / 2
        return max(place.x + place.width / 2, place.name.x + text_width(self.leaf_name(label), NAME_SIZE))

    def edge(self, parent: int, child: int, above: Place, below: Place) -> Edge:
        """From the right end of the parent to the left end of the child."""
        start, end = Point(above.x + _right(above), above.y), Point(below.x - _right(below), below.y)
        return Edge(parent, child, start, end, _along(start, end, EDGE_TEXT_AT))


def _right(place: Place) -> float:
    """From the centre to the outline, at mid-height: triangles are half as wide there."""
    return place.width / (4 if place.shape in ("up", "down") else 2)


def _stroke(middle: Point, unit: Point, shift: float) -> tuple[Point, Point]:
    """A stroke that leans a little, so that it differs from a crossing edge; `shift` moves it along the line."""
    x, y = middle.x + unit.x * shift, middle.y + unit.y * shift
    across_x, across_y = 5 * -unit.y + 2 * unit.x, 5 * unit.x + 2 * unit.y
    return Point(x - across_x, y - across_y), Point(x + across_x, y + across_y)


def _along(start: Point, end: Point, share: float) -> Point:
    return Point(start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share)
