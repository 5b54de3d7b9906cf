"""Computation of the positions of nodes, their texts and the edges in a picture, in points.

Levels are arranged from top to bottom or, in a turned picture, from left to right. The layout determines the positions
within a level.

In a turned picture, the name of an inner node is above the node and the window is below the node; the name of a leaf is
to the right of the leaf. All nodes and texts of a level stay within one column, and only edges run between columns, so
that no edge crosses a text.
"""

from collections.abc import Sequence

from treesolve.drawing.board import board_size
from treesolve.drawing.geometry import (
    EDGE_TEXT_AT,
    Arrangement,
    Edge,
    LevelLabel,
    NodePlacement,
    Point,
    Text,
    edges_from,
)
from treesolve.drawing.label import Label, level_label_texts
from treesolve.drawing.layout import layout
from treesolve.drawing.shape import (
    NAME_SIZE,
    ON_PAPER,
    SHAPES,
    VALUE_SIZE,
    DrawingMetrics,
    half_width_beside,
    shape_size,
    text_width,
)
from treesolve.model.kind import Kind
from treesolve.model.tree import Tree

__all__ = ["Arrangement", "arrange"]

MARGIN = 4.0
"""Margin around the picture."""

LINE_HEIGHT = 11.0
"""Height of a line of text at a node if names have the default font size."""

VALUE_LINE_HEIGHT = 14.0
"""Height of a value next to a board."""

TEXT_GAP = 3.0
"""Gap between an outline and the text beside the outline."""


Size = tuple[float, float]
"""Width and height of an outline."""


class UprightArranger:
    """Arranges a tree with its levels from top to bottom."""

    gap = 9.0
    """Gap between neighbors on a level."""

    def __init__(
        self,
        tree: Tree,
        labels: Sequence[Label],
        outlines: Sequence[str],
        sizes: Sequence[Size],
        setting: DrawingMetrics,
    ) -> None:
        self.tree, self.labels, self.outlines, self.sizes, self.setting = tree, labels, outlines, sizes, setting
        self.gap = type(self).gap * setting.node_spacing
        self.line = LINE_HEIGHT * max(1.0, setting.name / NAME_SIZE)
        self.sides = level_label_texts(tree)
        self.thicknesses = self.max_per_level([self.thickness(node) for node in range(len(tree))])

    def arrangement(self, links: Sequence[tuple[int, int]] = ()) -> Arrangement:
        """Return the arrangement of the whole tree; `links` are additional lines to nodes on the next level."""
        node_extents = [self.reserved(node) for node in range(len(self.tree))]
        across = layout(self.tree, node_extents, self.gap)
        margin = MARGIN + self.margin()
        level_starts = self.level_starts(across, links)
        placements = tuple(
            self.placement(node, margin + across[node], level_starts[depth])
            for node, depth in enumerate(self.tree.depths)
        )
        extent = (
            margin + max(center + reserved / 2 for center, reserved in zip(across, node_extents, strict=True)) + MARGIN
        )
        return self.build_arrangement(placements, self.edges(placements), extent, level_starts).with_links(links)

    def max_per_level(self, measures: Sequence[float]) -> list[float]:
        """Return the maximum of the nodes' measures for each level."""
        found = [0.0] * (max(self.tree.depths) + 1)
        for depth, measure in zip(self.tree.depths, measures, strict=True):
            found[depth] = max(found[depth], measure)
        return found

    def level_starts(self, across: Sequence[float], links: Sequence[tuple[int, int]]) -> list[float]:
        """Return the position at which each level starts."""
        found = [MARGIN]
        distances = self.distances(self.sideways_reaches(across, links))
        for thickness, level_spacing in zip(self.thicknesses, distances[1:], strict=False):
            found.append(found[-1] + thickness + level_spacing)
        return found

    def sideways_reaches(self, across: Sequence[float], links: Sequence[tuple[int, int]]) -> list[float]:
        """Return, for each level, the largest sideways extent of the edges and links that lead to this level."""
        above = [node if parent is None else parent for node, parent in enumerate(self.tree.parents)]
        found = self.max_per_level([abs(across[node] - across[parent]) for node, parent in enumerate(above)])
        for start, end in links:
            depth = self.tree.depths[end]
            found[depth] = max(found[depth], abs(across[end] - across[start]))
        return found

    def edges(self, placements: Sequence[NodePlacement]) -> tuple[Edge, ...]:
        """Return the edges from parents to children, ordered by the id of the child."""
        found: list[Edge] = []
        for node, children in enumerate(self.tree.children):
            if children:
                ends = [self.end(placements[child]) for child in children]
                texts = [self.labels[child].edge for child in children]
                found += edges_from(node, self.start(placements[node]), children, ends, texts)
        return tuple(sorted(found, key=lambda edge: edge.child))

    def reserved(self, node: int) -> float:
        """Return the width reserved for a node and its labels on its level."""
        label, (width, _) = self.labels[node], self.sizes[node]
        edge = text_width(label.edge, self.setting.edge) / EDGE_TEXT_AT
        if label.kind is Kind.LEAF:
            return max(width, self.name_width(node), edge)
        beside = max(self.name_width(node), text_width(label.window, self.setting.window))
        return max(width, 2 * (half_width_beside(self.outlines[node], width) + TEXT_GAP + beside), edge)

    def name_width(self, node: int) -> float:
        """Return the width of a node's name or, if the node is drawn as a board, of its value."""
        label = self.labels[node]
        if label.board:
            return text_width(label.value, VALUE_SIZE)
        return text_width(leaf_name(label) if label.kind is Kind.LEAF else label.name, self.setting.name)

    def thickness(self, node: int) -> float:
        """Return the height of a node, including the name below a leaf or the value below the board of a leaf."""
        label = self.labels[node]
        if label.board:
            return self.sizes[node][1] + (VALUE_LINE_HEIGHT if label.kind is Kind.LEAF and label.value else 0)
        return self.sizes[node][1] + (1 + self.line if leaf_name(self.labels[node]) else 0)

    def margin(self) -> float:
        """Return the width needed for the level labels on the left, including a gap; 0 if there are none."""
        widest = max(text_width(side, self.setting.side) for side in self.sides)
        return widest + self.gap if widest else 0.0

    def distances(self, sideways_reaches: Sequence[float]) -> list[float]:
        """Return the gap above each level, which is larger if edges have labels or would otherwise be very flat."""
        texts = self.max_per_level([14.0 if label.edge else 0.0 for label in self.labels])
        return [
            self.setting.level_spacing * 30 + text + self.setting.level_spacing * min(50.0, 0.07 * reach)
            for text, reach in zip(texts, sideways_reaches, strict=True)
        ]

    def placement(self, node: int, x: float, level_start: float) -> NodePlacement:
        """Return the placement of a node, centered vertically on its level; leaves and boards are at the top."""
        outline, (width, height), label = self.outlines[node], self.sizes[node], self.labels[node]
        if label.kind is Kind.LEAF:
            below = Text(x, level_start + height + 1 + (VALUE_LINE_HEIGHT if label.board else self.line) / 2, "middle")
            value = below if label.board else None
            return NodePlacement(x, level_start + height / 2, width, height, outline, below, below, value=value)
        y = level_start + (height if label.board else self.thicknesses[self.tree.depths[node]]) / 2
        beside = half_width_beside(outline, width) + TEXT_GAP
        name, window = Text(x - beside, y + 3, "end"), Text(x + beside, y + 3, "start")
        if not label.board:
            return NodePlacement(x, y, width, height, outline, name, window)
        value = Text(x + beside, y - (VALUE_LINE_HEIGHT / 2 if label.window else 0), "start")
        window = Text(x + beside, y + (VALUE_LINE_HEIGHT / 2 if label.value else 0), "start")
        return NodePlacement(x, y, width, height, outline, name, window, value=value)

    def start(self, placement: NodePlacement) -> Point:
        """Return the point where the edges to the children start."""
        return Point(placement.x, placement.y + placement.height / 2)

    def end(self, placement: NodePlacement) -> Point:
        """Return the point where the edge from the parent ends."""
        return Point(placement.x, placement.y - placement.height / 2)

    def build_arrangement(
        self,
        placements: tuple[NodePlacement, ...],
        edges: tuple[Edge, ...],
        extent: float,
        level_starts: Sequence[float],
    ) -> Arrangement:
        """Build the arrangement from its parts, with the level labels and the total height."""
        levels = zip(self.sides, level_starts, self.thicknesses, strict=True)
        sides = tuple(LevelLabel(text, MARGIN, start + size / 2, "start") for text, start, size in levels if text)
        return Arrangement(extent, level_starts[-1] + self.thicknesses[-1] + MARGIN, False, placements, edges, sides)


def leaf_name(label: Label) -> str:
    """Return the name of a leaf; empty for inner nodes, boards, and leaves whose name equals their value."""
    is_shown = label.kind is Kind.LEAF and label.name != label.value and not label.board
    return label.name if is_shown else ""


# Turned pictures


class SidewaysArranger(UprightArranger):
    """Arranges a tree with its levels from left to right; "across" is then the vertical direction."""

    gap = 5.0

    def __init__(
        self,
        tree: Tree,
        labels: Sequence[Label],
        outlines: Sequence[str],
        sizes: Sequence[Size],
        setting: DrawingMetrics,
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
        self.inner_thicknesses = self.max_per_level(
            [0.0 if label.kind is Kind.LEAF else self.thickness(node) for node, label in enumerate(labels)]
        )

    def reserved(self, node: int) -> float:
        """Return the height reserved for a node and its labels.

        An inner node has the same space above and below it, so that the node is centered.
        """
        label, (_, height) = self.labels[node], self.sizes[node]
        if label.kind is Kind.LEAF:
            return height
        if label.board:
            return height + 2 * VALUE_LINE_HEIGHT * bool(label.value or label.window)
        return height + 2 * self.line * bool(label.name or label.window)

    def thickness(self, node: int) -> float:
        """Return the width of a node, including its labels."""
        label, (width, _) = self.labels[node], self.sizes[node]
        if label.kind is Kind.LEAF:
            beside = self.name_width(node)
            return width + (TEXT_GAP + beside if beside else 0)
        return max(width, self.name_width(node), text_width(label.window, self.setting.window))

    def margin(self) -> float:
        """Return the height needed for the level labels at the top, including a gap; 0 if there are none."""
        return self.setting.side + self.gap if any(self.sides) else 0.0

    def distances(self, sideways_reaches: Sequence[float]) -> list[float]:
        """Return the gap to the left of each column, which is larger if edges have labels or would be very steep."""
        texts = self.max_per_level([text_width(label.edge, self.setting.edge) for label in self.labels])
        return [
            max(40 + 1.7 * text, min(100.0, 0.7 * reach)) for text, reach in zip(texts, sideways_reaches, strict=True)
        ]

    def placement(self, node: int, x: float, level_start: float) -> NodePlacement:
        """Return the placement of a node with its stems.

        `x` is the position within the level as in an upright picture, and thus the y coordinate in a turned picture.
        """
        y, depth = x, self.tree.depths[node]
        outline, (width, height) = self.outlines[node], self.sizes[node]
        if self.labels[node].kind is Kind.LEAF:
            x = level_start + width / 2
            right = Text(x + width / 2 + TEXT_GAP, y, "start")
            beside = right if self.labels[node].board else None
            return NodePlacement(x, y, width, height, outline, right, right, value=beside)
        x = level_start + self.inner_thicknesses[depth] / 2
        above, below = (
            Text(x, y - height / 2 - self.line / 2, "middle"),
            Text(x, y + height / 2 + self.line / 2, "middle"),
        )
        half = width / (4 if outline in ("up", "down") else 2)  # triangles are half as wide at mid-height
        left = level_start if node else x - half
        right_end = level_start + self.thicknesses[depth] if self.tree.children[node] else x + half
        stems = (Point(left, y), Point(x - half, y)), (Point(x + half, y), Point(right_end, y))
        value = Text(x, y - height / 2 - VALUE_LINE_HEIGHT / 2 - 1, "middle") if self.labels[node].board else None
        return NodePlacement(x, y, width, height, outline, above, below, stems, value)

    def start(self, placement: NodePlacement) -> Point:
        """Return the point where the edges to the children start, which is at the right end of the column."""
        return placement.stems[1][1]

    def end(self, placement: NodePlacement) -> Point:
        """Return the point where the edge from the parent ends, which is at the left end of the column."""
        return placement.stems[0][0] if placement.stems else Point(placement.x - placement.width / 2, placement.y)

    def build_arrangement(
        self,
        placements: tuple[NodePlacement, ...],
        edges: tuple[Edge, ...],
        extent: float,
        level_starts: Sequence[float],
    ) -> Arrangement:
        """Build the arrangement from its parts, with the level labels and the total width."""
        y = MARGIN + self.setting.side / 2
        levels = zip(self.sides, level_starts, self.thicknesses, strict=True)
        sides = tuple(LevelLabel(text, start + size / 2, y, "middle") for text, start, size in levels if text)
        return Arrangement(level_starts[-1] + self.thicknesses[-1] + MARGIN, extent, True, placements, edges, sides)


# The whole picture


def arrange(
    tree: Tree,
    labels: Sequence[Label],
    shapes: str = "triangles",
    *,
    turned: bool = False,
    links: Sequence[tuple[int, int]] = (),
    setting: DrawingMetrics = ON_PAPER,
) -> Arrangement:
    """Arrange a tree whose nodes have the given labels; `shapes` is a key of SHAPES.

    For an animation, pass the widest labels of all frames, so that every frame fits into the same arrangement. `links`
    are additional lines between nodes on consecutive levels, given as pairs of node ids. Turned pictures do not support
    links.
    """
    outlines = [
        "board" if label.board else SHAPES[shapes][kind] for kind, label in zip(tree.kinds, labels, strict=True)
    ]
    sizes = [
        board_size(label.board) if label.board else _outline_size(outline, label.value or label.reserved, setting)
        for outline, label in zip(outlines, labels, strict=True)
    ]
    return (SidewaysArranger if turned else UprightArranger)(tree, labels, outlines, sizes, setting).arrangement(links)


def _outline_size(outline: str, value: str, setting: DrawingMetrics) -> tuple[float, float]:
    """Return width and height of an outline; if its height is scaled down, so is the padding beside the value."""
    width, height = shape_size(outline, value)
    return width - (1 - setting.outline_scale) * (width - text_width(value, VALUE_SIZE)), height * setting.outline_scale
