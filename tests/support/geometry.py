"""Where things of a picture are, worked out anew from what an arrangement says: outlines, texts, lines, strokes."""

from collections.abc import Iterator, Sequence
from math import cos, hypot, pi, sin
from typing import NamedTuple

from treesolve.drawing.geometry import Arrangement, Edge, NodePlacement, Text
from treesolve.drawing.label import Label
from treesolve.drawing.shape import EDGE_SIZE, NAME_SIZE, SIDE_SIZE, VALUE_SIZE, WINDOW_SIZE, text_width, value_offset
from treesolve.model.kind import Kind

Polygon = list[tuple[float, float]]


class Item(NamedTuple):
    """Something drawn."""

    what: str
    node: int
    polygon: Polygon


def outline(place: NodePlacement) -> Polygon:
    """Return the outline of a node."""
    x, y, half, tall = place.x, place.y, place.width / 2, place.height / 2
    return {
        "up": [(x, y - tall), (x + half, y + tall), (x - half, y + tall)],
        "down": [(x - half, y - tall), (x + half, y - tall), (x, y + tall)],
        "diamond": [(x, y - tall), (x + half, y), (x, y + tall), (x - half, y)],
        "circle": [(x + half * cos(turn * pi / 18), y + tall * sin(turn * pi / 18)) for turn in range(36)],
    }.get(place.shape) or box(x - half, y - tall, x + half, y + tall)


def box(left: float, top: float, right: float, bottom: float) -> Polygon:
    """Return a rectangle."""
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def text_box(at: Text, text: str, size: float) -> Polygon:
    """Return the room of a text: as wide as estimated, as high as its font."""
    width = text_width(text, size)
    left = {"start": at.x, "middle": at.x - width / 2, "end": at.x - width}[at.anchor]
    return box(left, at.y - size / 2, left + width, at.y + size / 2)


def value_box(place: NodePlacement, label: Label) -> Polygon:
    """Return the room of a value: digits are not as high as their font."""
    middle, width = place.y + value_offset(place.shape), text_width(label.value, VALUE_SIZE)
    return box(place.x - width / 2, middle - 0.35 * VALUE_SIZE, place.x + width / 2, middle + 0.35 * VALUE_SIZE)


def items(arrangement: Arrangement, labels: Sequence[Label]) -> list[Item]:
    """Everything that must keep apart: outlines, names, windows, moves and sides."""
    found = [Item("side", -1 - number, side_box) for number, side_box in enumerate(_sides(arrangement))]
    for node, (place, label) in enumerate(zip(arrangement.placements, labels, strict=True)):
        found.append(Item("outline", node, outline(place)))
        if label.name not in ("", label.value):
            found.append(Item("name", node, text_box(place.name, label.name, NAME_SIZE)))
        if label.window and label.kind is not Kind.LEAF:
            found.append(Item("window", node, text_box(place.window, label.window, WINDOW_SIZE)))
    for edge in arrangement.edges:
        if labels[edge.child].edge:
            at = Text(*edge.text, "middle")
            found.append(Item("move", edge.child, text_box(at, labels[edge.child].edge, EDGE_SIZE)))
    return found


def _sides(arrangement: Arrangement) -> Iterator[Polygon]:
    for side in arrangement.sides:
        yield text_box(Text(side.x, side.y, side.anchor), side.text, SIDE_SIZE)


def strike(edge: Edge) -> Item:
    """Return the strokes across an edge."""
    (a, b), (c, d) = edge.strokes
    return Item("strike", edge.child, [a, b, d, c])


def lines(arrangement: Arrangement) -> Iterator[tuple[int, int, Polygon]]:
    """Yield the edges and stems, each with the nodes above and below it."""
    for edge in arrangement.edges:
        yield edge.parent, edge.child, [edge.start, edge.end]
    for node, place in enumerate(arrangement.placements):
        for start, end in place.stems:
            yield node, node, [start, end]


def overlap(one: Polygon, other: Polygon, tolerance: float = 0.2) -> bool:
    """Whether two convex polygons share more than a trifle: no line keeps them apart."""
    return not any(_apart(one, other, normal, tolerance) for normal in (*_normals(one), *_normals(other)))


def _normals(polygon: Polygon) -> Iterator[tuple[float, float]]:
    for (x, y), (to_x, to_y) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        length = hypot(to_x - x, to_y - y)
        if length:
            yield (y - to_y) / length, (to_x - x) / length
            if len(polygon) == 2:
                yield (to_x - x) / length, (to_y - y) / length


def _apart(one: Polygon, other: Polygon, normal: tuple[float, float], tolerance: float) -> bool:
    shadows = [[normal[0] * x + normal[1] * y for x, y in polygon] for polygon in (one, other)]
    return max(shadows[0]) <= min(shadows[1]) + tolerance or max(shadows[1]) <= min(shadows[0]) + tolerance


def contains(outer: Polygon, inner: Polygon) -> bool:
    """Whether a convex polygon contains another."""
    for (x, y), (to_x, to_y) in zip(outer, [*outer[1:], outer[0]], strict=True):
        sides = [(to_x - x) * (b - y) - (to_y - y) * (a - x) for a, b in inner]
        middle = sum(a for a, _ in outer) / len(outer), sum(b for _, b in outer) / len(outer)
        inside = (to_x - x) * (middle[1] - y) - (to_y - y) * (middle[0] - x)
        if any(side * inside < 0 for side in sides):
            return False
    return True
