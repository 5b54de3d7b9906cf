"""Line charts over a logarithmic scale as SVG: no script, nothing from outside, the same bytes for the same numbers.

A line is told from others by its label at its end, by its marks and by its dashes; its colour, one of those that
colour-blind people can tell apart, says nothing more.

Vocabulary

    mark        the sign at a point: filled where the number was counted, hollow where it was computed
    leader      the thin stroke from the end of a line to its label
"""

from collections.abc import Iterator, Sequence
from math import ceil, log10
from typing import NamedTuple

from treesolve.drawing.geometry import Point
from treesolve.pages.chart import path_of_chart, svg_of_chart, text_of_chart

WIDTH, HEIGHT = 720, 400
"""How wide and how high a chart is, in points."""

RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
"""What writes a number as an exponent."""

_LEFT, _TOP, _BOTTOM = 80, 40, HEIGHT - 50
_SIZE, _LINE, _LETTER, _MARGIN = 4.5, 15, 7.6, 40
_MOST_GUIDES = 9

_SHAPES = {
    "square": "M-1 -1H1V1H-1Z",
    "circle": "M-1.1 0A1.1 1.1 0 1 0 1.1 0A1.1 1.1 0 1 0 -1.1 0Z",
    "triangle": "M0 -1.3L1.2 1H-1.2Z",
    "diamond": "M0 -1.5L1.2 0L0 1.5L-1.2 0Z",
    "plus": "M-.4 -1.3H.4V-.4H1.3V.4H.4V1.3H-.4V.4H-1.3V-.4H-.4Z",
}


class Number(NamedTuple):
    """A number over a place of the scale, and whether it was counted."""

    at: int
    number: float
    counted: bool = True


class Line(NamedTuple):
    """One line of a chart; `mark` is one of square, circle, triangle, diamond, plus, or empty for none."""

    label: str
    numbers: tuple[Number, ...]
    mark: str = ""
    dashes: str = "none"
    colour: str = "#1d1d1b"


class LineChart(NamedTuple):
    """Lines, each with a number at least; what the scales tell, the title, and the chart in words."""

    lines: Sequence[Line]
    below: str
    left: str
    title: str
    told: str

    def svg(self, y: float = 0) -> str:
        """The picture, `y` points below the upper end of what it stands in."""
        return svg_of_chart(WIDTH, HEIGHT, self.told, self._elements(), y)

    def _elements(self) -> Iterator[str]:
        yield text_of_chart(Point(WIDTH / 2, 24), self.title)
        yield text_of_chart(Point((_LEFT + self._right) / 2, HEIGHT - 10), self.below)
        yield text_of_chart(Point(-(_TOP + _BOTTOM) / 2, 18), self.left, look=' transform="rotate(-90)"')
        for power in range(0, self._highest + 1, -(-self._highest // _MOST_GUIDES)):
            left = self._place(self._first, 10.0**power)._replace(x=_LEFT)
            yield path_of_chart([left, left._replace(x=self._right)], "#d3d1c8")
            yield text_of_chart(left._replace(x=_LEFT - 8), _power_of_ten(power), "end")
        for at in range(self._first, self._last + 1):
            yield text_of_chart(self._place(at, 1)._replace(y=_BOTTOM + 18), str(at))
        for line in self.lines:
            yield from self._marked_line(line)
        yield from self._labels()

    def _marked_line(self, line: Line) -> Iterator[str]:
        places = [self._place(at, number) for at, number, _ in line.numbers]
        yield path_of_chart(places, line.colour, f' stroke-width="1.8" stroke-dasharray="{line.dashes}"')
        for place, number in zip(places, line.numbers if line.mark else (), strict=False):
            move = f"translate({place.x:.2f} {place.y:.2f}) scale({_SIZE})"
            look = f"fill:{line.colour if number.counted else '#fff'};stroke:{line.colour};stroke-width:.3"
            yield f'<path d="{_SHAPES[line.mark]}" transform="{move}" style="{look}"/>'

    def _labels(self) -> Iterator[str]:
        """The labels beside the drawing, the highest line's first, none over another, each with its leader."""
        ends = [(self._place(*line.numbers[-1][:2]), line) for line in self.lines]
        lowest = -float("inf")
        for end, line in sorted(ends, key=lambda one: one[0].y):
            lowest = max(end.y, lowest + _LINE)
            yield path_of_chart([end._replace(x=end.x + 7), Point(self._right + 6, lowest)], "#9a9a94")
            yield text_of_chart(Point(self._right + 9, lowest), line.label, "start", f' fill="{line.colour}"')

    @property
    def _right(self) -> float:
        """Where the drawing ends at the right: beyond it there is room for labels."""
        return WIDTH - _MARGIN - _LETTER * max(len(line.label) for line in self.lines)

    @property
    def _first(self) -> int:
        return min(number.at for line in self.lines for number in line.numbers)

    @property
    def _last(self) -> int:
        return max(number.at for line in self.lines for number in line.numbers)

    @property
    def _highest(self) -> int:
        """The power of ten at which the scale at the left ends."""
        return max(1, ceil(log10(max(number.number for line in self.lines for number in line.numbers))))

    def _place(self, at: int, number: float) -> Point:
        """Where a number stands."""
        steps = self._last - self._first + 1
        across = _LEFT + (self._right - _LEFT) * (at - self._first + 0.5) / steps
        return Point(across, _BOTTOM - (_BOTTOM - _TOP) * log10(number) / self._highest)


def _power_of_ten(power: int) -> str:
    return f"{10**power}" if power < 4 else f"10{str(power).translate(RAISED)}"


def charts_stacked(charts: Sequence[LineChart]) -> str:
    """Charts one below the other, as a complete SVG file."""
    size = f'width="{WIDTH}" height="{HEIGHT * len(charts)}" viewBox="0 0 {WIDTH} {HEIGHT * len(charts)}"'
    inner = "".join(chart.svg(HEIGHT * number) for number, chart in enumerate(charts))
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{inner}</svg>\n'
