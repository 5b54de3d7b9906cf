"""Pictures whose levels go to the right: the root at the left, leaves at the right.

Nodes have their names above and their windows below, leaves their names to the right. All that stays within the column
of a level, and between columns there are only edges, so that no edge runs through a text.

Vocabulary

    column      a level; its thickness is how wide it is
    inside      how wide the inner nodes of a column are, which stand above each other
"""

from collections.abc import Sequence

from treesolve.drawing.geometry import Arrangement, Edge, Place, Point, Side, Text
from treesolve.drawing.label import Label
from treesolve.drawing.shape import Setting, text_width
from treesolve.drawing.top_down import BESIDE, LINE, MARGIN, VALUE_LINE, Size, Upright
from treesolve.model.tree import Kind, Tree


class Turned(Upright):
    """Levels from left to right."""

    gap = 5.0

    def __init__(
        self, tree: Tree, labels: Sequence[Label], outlines: Sequence[str], sizes: Sequence[Size], setting: Setting
    ) -> None:
        low = [
            (width, height - 4 if outline == "box" else height)
            for outline, (width, height) in zip(outlines, sizes, strict=True)
        ]
        super().__init__(tree, labels, outlines, low, setting)
        self.thicknesses = [
            max(thickness, text_width(side, self.setting.side))
            for thickness, side in zip(self.thicknesses, self.sides, strict=True)
        ]
        self.insides = self.largest(
            [0.0 if label.kind is Kind.LEAF else self.thickness(node) for node, label in enumerate(labels)]
        )

    def room(self, node: int) -> float:
        """How much of the height a node takes: an inner one as much above as below, so that it stands in the middle."""
        label, (_, height) = self.labels[node], self.sizes[node]
        if label.kind is Kind.LEAF:
            return height
        if label.board:
            return height + 2 * VALUE_LINE * bool(label.value or label.window)
        return height + 2 * LINE * bool(label.name or label.window)

    def thickness(self, node: int) -> float:
        """How wide a node is with its texts."""
        label, (width, _) = self.labels[node], self.sizes[node]
        if label.kind is Kind.LEAF:
            beside = self.width_of_name(node)
            return width + (BESIDE + beside if beside else 0)
        return max(width, self.width_of_name(node), text_width(label.window, self.setting.window))

    def margin(self) -> float:
        """The room for the sides, above everything."""
        return self.setting.side + self.gap if any(self.sides) else 0.0

    def distances(self, reaches: Sequence[float]) -> list[float]:
        """What is free left of each column: more where edges have texts, or would be very steep."""
        texts = self.largest([text_width(label.edge, self.setting.edge) for label in self.labels])
        return [max(40 + 1.7 * text, min(100.0, 0.7 * reach)) for text, reach in zip(texts, reaches, strict=True)]

    def place(self, node: int, x: float, beginning: float) -> Place:
        """The node with its texts and stems; its place within the level is given as x, as in an upright picture."""
        y, depth = x, self.tree.depths[node]
        outline, (width, height) = self.outlines[node], self.sizes[node]
        if self.labels[node].kind is Kind.LEAF:
            x = beginning + width / 2
            right = Text(x + width / 2 + BESIDE, y, "start")
            beside = right if self.labels[node].board else None
            return Place(x, y, width, height, outline, right, right, value=beside)
        x = beginning + self.insides[depth] / 2
        above, below = Text(x, y - height / 2 - LINE / 2, "middle"), Text(x, y + height / 2 + LINE / 2, "middle")
        half = width / (4 if outline in ("up", "down") else 2)  # triangles are half as wide at mid-height
        left = beginning if node else x - half
        right_end = beginning + self.thicknesses[depth] if self.tree.children[node] else x + half
        stems = (Point(left, y), Point(x - half, y)), (Point(x + half, y), Point(right_end, y))
        value = Text(x, y - height / 2 - VALUE_LINE / 2 - 1, "middle") if self.labels[node].board else None
        return Place(x, y, width, height, outline, above, below, stems, value)

    def start(self, place: Place) -> Point:
        """Where the edges of a node begin: at the end of its column."""
        return place.stems[1][1]

    def end(self, place: Place) -> Point:
        """Where the edge to a node ends: at the beginning of its column."""
        return place.stems[0][0] if place.stems else Point(place.x - place.width / 2, place.y)

    def finished(
        self, places: tuple[Place, ...], edges: tuple[Edge, ...], extent: float, beginnings: Sequence[float]
    ) -> Arrangement:
        """The arrangement, as wide as the last column reaches."""
        y = MARGIN + self.setting.side / 2
        levels = zip(self.sides, beginnings, self.thicknesses, strict=True)
        sides = tuple(Side(text, start + size / 2, y, "middle") for text, start, size in levels if text)
        return Arrangement(beginnings[-1] + self.thicknesses[-1] + MARGIN, extent, True, places, edges, sides)
