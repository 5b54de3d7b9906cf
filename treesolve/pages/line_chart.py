"""Line charts over a logarithmic scale as SVG: no script, nothing from outside, the same bytes for the same numbers.

The library pygal draws scales and lines, as it draws the bars of other charts. A line is told from others by its label
at its end, by its marks and by its dashes; its colour, one of those that colour-blind people can tell apart, says
nothing more.

Vocabulary

    mark        the sign at a point: filled where the number was counted, hollow where it was computed
    leader      the thin stroke from the end of a line to its label
"""

from collections.abc import Sequence
from math import ceil
from typing import Any, NamedTuple

from treesolve.model.optional import loaded
from treesolve.pages.chart import elements, look, svg_text

WIDTH, HEIGHT = 720, 400
"""How wide and how high a chart is, in points."""

RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
"""What writes a number as an exponent."""

_SIZE = 4.5
_LINE = 15
_LETTER, _MARGIN = 7.6, 28
_MOST_GUIDES = 9

_SHAPES = {
    "square": "M-1 -1H1V1H-1Z",
    "circle": "M-1.1 0A1.1 1.1 0 1 0 1.1 0A1.1 1.1 0 1 0 -1.1 0Z",
    "triangle": "M0 -1.3L1.2 1H-1.2Z",
    "diamond": "M0 -1.5L1.2 0L0 1.5L-1.2 0Z",
    "plus": "M-.4 -1.3H.4V-.4H1.3V.4H.4V1.3H-.4V.4H-1.3V-.4H-.4Z",
}


class Point(NamedTuple):
    """A number over a place of the scale, and whether it was counted."""

    at: int
    number: float
    counted: bool = True


class Line(NamedTuple):
    """One line of a chart; `mark` is one of square, circle, triangle, diamond, plus, or empty for none."""

    label: str
    points: tuple[Point, ...]
    mark: str = ""
    dashes: str = "none"
    colour: str = "#1d1d1b"


class Scales(NamedTuple):
    """What the scale below and the one at the left tell, and what stands above the chart."""

    below: str
    left: str
    title: str


def chart_tree(lines: Sequence[Line], scales: Scales, identity: str, told: str) -> Any:
    """The lines as a picture, a tree of elements; `told` tells it to those who cannot see it.

    Every line has at least one point.
    """
    chart = loaded("pygal").Line(**look([]) | _look_of_charts(lines, scales))
    places = range(min(_all_coordinates(lines, "at")), max(_all_coordinates(lines, "at")) + 1)
    chart.x_labels = list(map(str, places))
    for line in lines:
        numbers = {point.at: point.number for point in line.points}
        chart.add("", [numbers.get(place) for place in places])
    root = elements(chart, identity, told)
    _mark_points(root, lines)
    return root


def _all_coordinates(lines: Sequence[Line], name: str) -> list[Any]:
    return [getattr(point, name) for line in lines for point in line.points]


def _look_of_charts(lines: Sequence[Line], scales: Scales) -> dict[str, Any]:
    """What these charts look like, beside what all do."""
    highest = _highest_power(lines)
    guides = range(0, highest + 1, -(-highest // _MOST_GUIDES))
    return {
        "title": scales.title,
        "width": WIDTH,
        "height": HEIGHT,
        "logarithmic": True,
        "range": (1, 1.01 * 10.0**highest),
        "y_labels": [{"value": 10.0**power, "label": _power_of_ten(power)} for power in guides],
        "x_title": scales.below,
        "y_title": scales.left,
        "margin_right": _MARGIN + ceil(_LETTER * max(len(line.label) for line in lines)),
        "print_values": False,
        "show_x_guides": False,
        "show_y_guides": True,
    }


def _highest_power(lines: Sequence[Line]) -> int:
    """The power of ten at which the scale at the left ends."""
    most = max(_all_coordinates(lines, "number"))
    return next(power for power in range(1, 400) if 10.0**power >= most)


def _power_of_ten(power: int) -> str:
    return f"{10**power}" if power < 4 else f"10{str(power).translate(RAISED)}"


def _mark_points(root: Any, lines: Sequence[Line]) -> None:
    """Give each line its look, each point its mark, each line's end its label."""
    ends = []
    for element in list(root.iter()):
        groups = element.get("class", "").split()
        if groups[:1] != ["series"]:
            continue
        line = lines[int(groups[1].removeprefix("serie-"))]
        dots = [group for group in element if group.get("class") == "dots"]
        _stroke_line(element, line)
        if dots:
            ends.append((*_mark_points_of_line(dots, line), line))
            overlay = element
    _label_ends_of_lines(overlay, ends, _right_end_of_drawing(root))


def _stroke_line(series: Any, line: Line) -> None:
    for element in series:
        if element.get("class", "").startswith("line"):
            element.set("style", f"fill:none;stroke:{line.colour};stroke-width:1.8;stroke-dasharray:{line.dashes}")


def _mark_points_of_line(dots: Sequence[Any], line: Line) -> tuple[float, float]:
    """Where the last point of a line is, when all have got their marks in the place of dots."""
    x = y = 0.0
    for group, point in zip(dots, line.points, strict=True):
        dot = next(element for element in group if element.get("cx") is not None)
        x, y = float(dot.get("cx")), float(dot.get("cy"))
        for element in list(group):
            group.remove(element)
        if line.mark:
            group.append(_mark_of_point(group, line, point, (x, y)))
    return x, y


def _mark_of_point(group: Any, line: Line, point: Point, place: tuple[float, float]) -> Any:
    fill = line.colour if point.counted else "#fff"
    move = f"translate({place[0]:.2f} {place[1]:.2f}) scale({_SIZE})"
    look = f"fill:{fill};stroke:{line.colour};stroke-width:.3"
    return group.makeelement("path", {"d": _SHAPES[line.mark], "transform": move, "style": look})


def _right_end_of_drawing(root: Any) -> float:
    """Where the drawing ends at the right, within its frame."""
    backgrounds = (element for element in root.iter() if element.get("class") == "background")
    return float(list(backgrounds)[1].get("width"))


def _label_ends_of_lines(overlay: Any, ends: list[tuple[float, float, Line]], right: float) -> None:
    """Write the labels beside the drawing, the highest line's first, none over another."""
    lowest = -float("inf")
    for x, y, line in sorted(ends, key=lambda end: end[1]):
        lowest = height = max(y, lowest + _LINE)
        path = f"M{x + 7:.2f} {y:.2f}L{right + 6:.2f} {height:.2f}"
        overlay.append(overlay.makeelement("path", {"d": path, "style": "fill:none;stroke:#9a9a94;stroke-width:.7"}))
        place = {"x": f"{right + 9:.2f}", "y": f"{height + 4:.2f}"}
        style = f"fill:{line.colour};stroke:none;font-size:13px;text-anchor:start"
        text = overlay.makeelement("text", place | {"style": style})
        text.text = line.label
        overlay.append(text)


def charts_stacked(roots: Sequence[Any]) -> str:
    """Charts one below the other, as a complete SVG file."""
    inner = "".join(_chart_placed_below(root, number) for number, root in enumerate(roots))
    size = f'width="{WIDTH}" height="{HEIGHT * len(roots)}" viewBox="0 0 {WIDTH} {HEIGHT * len(roots)}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{inner}</svg>\n'


def _chart_placed_below(root: Any, number: int) -> str:
    root.set("y", str(HEIGHT * number))
    root.set("width", str(WIDTH))
    root.set("height", str(HEIGHT))
    return str(svg_text(root))
