"""Charts as SVG for a page: no script, nothing from outside, the same bytes for the same numbers.

A chart is dark on white, whatever the page is, with its value printed at each bar: nothing is told by colour. A line is
told from others by its label at its end, by its marks and by its dashes; its colour, one of those that colour-blind
people can tell apart, says nothing more.

Vocabulary

    bar         a label, how long the bar is, and the text printed at it
    mark        the sign at a point: filled where the number was counted, hollow where it was computed
    leader      the thin stroke from the end of a line to its label
"""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from math import ceil, log10
from typing import NamedTuple

from treesolve.drawing.geometry import Point, coordinate
from treesolve.drawing.markup import html_escaped
from treesolve.drawing.shape import text_width

WIDTH = 510
"""How wide a chart of bars is, in points: beside its table on paper, at half of that, its letters have seven points."""

LONGEST_LINE = 30
"""So many characters of a label stand in one line beside a bar."""

TEXT_SIZE = 13
"""The size of all texts, in points."""

_ROW, _LINE, _FRAME, _GAP = 22, 14, 12, 6
_HEIGHT = 260
_MOST_BELOW = 55
_FONT = "system-ui, 'Segoe UI', Arial, 'Liberation Sans', sans-serif"
_BAR, _AXIS = "#5c7ea6", "#63635e"


class Chart(NamedTuple):
    """A picture as SVG, with what it shows in words; the `width` of one that is as wide as it has to be."""

    caption: str
    source: str
    width: float | None = None


class Bar(NamedTuple):
    """One bar of a chart."""

    label: str
    length: float
    text: str


def columns(bars: Sequence[Bar], told: str) -> str:
    """A chart with a column for each bar, side by side, a row where labels have no room below columns.

    `told` tells it to those who cannot see it.
    """
    if max((len(bar.label) for bar in bars), default=0) * len(bars) > _MOST_BELOW:
        return rows(bars, told)
    return _svg_of_chart(WIDTH, _HEIGHT, told, _columns(bars))


def _columns(bars: Sequence[Bar]) -> Iterator[str]:
    bottom, top = _HEIGHT - _FRAME - _LINE - _GAP, _FRAME + _LINE + _GAP
    most, wide = _longest(bars), (WIDTH - 2 * _FRAME) / max(1, len(bars))
    for number, bar in enumerate(bars):
        middle, high = _FRAME + (number + 0.5) * wide, (bottom - top) * bar.length / most
        yield _rectangle(middle - 0.4 * wide, bottom - high, 0.8 * wide, high)
        yield _text_of_chart(Point(middle, bottom - high - _LINE / 2), bar.text)
        yield _text_of_chart(Point(middle, bottom + _GAP + _LINE / 2), bar.label)
    yield _path_of_chart([Point(_FRAME, bottom), Point(WIDTH - _FRAME, bottom)], _AXIS)


def rows(bars: Sequence[Bar], told: str, most: float | None = None) -> str:
    """A chart with a row for each bar, the first one above; `most` is what the scale reaches."""
    labels = [textwrap.wrap(bar.label, LONGEST_LINE) or [""] for bar in bars]
    high = _ROW + _LINE * (max(map(len, labels), default=1) - 1)
    elements = _rows(bars, labels, high, most or _longest(bars))
    return _svg_of_chart(WIDTH, 2 * _FRAME + high * len(bars), told, elements)


def _rows(bars: Sequence[Bar], labels: Sequence[Sequence[str]], high: float, most: float) -> Iterator[str]:
    beside = max((text_width(line, TEXT_SIZE) for lines in labels for line in lines), default=0.0)
    printed = max((text_width(bar.text, TEXT_SIZE) for bar in bars), default=0.0)
    left = _FRAME + beside + _GAP
    long = WIDTH - _FRAME - printed - _GAP - left
    for number, (bar, lines) in enumerate(zip(bars, labels, strict=True)):
        middle = _FRAME + (number + 0.5) * high
        length = long * bar.length / most
        yield _rectangle(left, middle - _ROW / 2 + 3, length, _ROW - 6)
        yield _text_of_chart(Point(left + length + _GAP, middle), bar.text, "start")
        for place, line in enumerate(lines):
            at = middle + (place - (len(lines) - 1) / 2) * _LINE
            yield _text_of_chart(Point(left - _GAP, at), line, "end")
    yield _path_of_chart([Point(left, _FRAME), Point(left, _FRAME + high * len(bars))], _AXIS)


def _longest(bars: Sequence[Bar]) -> float:
    return max((bar.length for bar in bars), default=0.0) or 1.0


def _rectangle(x: float, y: float, width: float, height: float) -> str:
    size = f'width="{coordinate(width)}" height="{coordinate(height)}"'
    return f'<rect class="bar" x="{coordinate(x)}" y="{coordinate(y)}" {size} fill="{_BAR}"/>'


def _svg_of_chart(width: float, height: float, told: str, elements: Iterable[str], y: float = 0) -> str:
    """A chart as an SVG element, `y` points below the upper end of what it stands in."""
    size = f'viewBox="0 0 {width:g} {height:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
    look = f'font-family="{_FONT}" font-size="{TEXT_SIZE}" fill="#1d1d1b"'
    ground = '<rect width="100%" height="100%" fill="#fff"/>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{html_escaped(told)}" {size} {look}>'
    return f"{head}{ground}{''.join(elements)}</svg>"


def _text_of_chart(at: Point, text: str, anchor: str = "middle", look: str = "") -> str:
    """A text in a chart, at half its height."""
    place = f'x="{coordinate(at.x)}" y="{coordinate(at.y)}" dy=".35em" text-anchor="{anchor}"'
    return f"<text {place}{look}>{html_escaped(text)}</text>"


def _path_of_chart(points: Sequence[Point], colour: str, look: str = "") -> str:
    """A line through points of a chart."""
    path = "L".join(f"{point.x:.2f} {point.y:.2f}" for point in points)
    return f'<path d="M{path}" fill="none" stroke="{colour}"{look}/>'


LINES_WIDTH, LINES_HEIGHT = 720, 400
"""How wide and how high a chart of lines is, in points."""

RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
"""What writes a number as an exponent."""

_LEFT, _TOP, _BOTTOM = 80, 40, LINES_HEIGHT - 50
_MARK, _LABEL, _LETTER, _MARGIN = 4.5, 15, 7.6, 40
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
        return _svg_of_chart(LINES_WIDTH, LINES_HEIGHT, self.told, self._elements(), y)

    def _elements(self) -> Iterator[str]:
        yield _text_of_chart(Point(LINES_WIDTH / 2, 24), self.title)
        yield _text_of_chart(Point((_LEFT + self._right) / 2, LINES_HEIGHT - 10), self.below)
        yield _text_of_chart(Point(-(_TOP + _BOTTOM) / 2, 18), self.left, look=' transform="rotate(-90)"')
        for power in range(0, self._highest + 1, -(-self._highest // _MOST_GUIDES)):
            left = self._place(self._first, 10.0**power)._replace(x=_LEFT)
            yield _path_of_chart([left, left._replace(x=self._right)], "#d3d1c8")
            yield _text_of_chart(left._replace(x=_LEFT - 8), _power_of_ten(power), "end")
        for at in range(self._first, self._last + 1):
            yield _text_of_chart(self._place(at, 1)._replace(y=_BOTTOM + 18), str(at))
        for line in self.lines:
            yield from self._marked_line(line)
        yield from self._labels()

    def _marked_line(self, line: Line) -> Iterator[str]:
        places = [self._place(at, number) for at, number, _ in line.numbers]
        yield _path_of_chart(places, line.colour, f' stroke-width="1.8" stroke-dasharray="{line.dashes}"')
        for place, number in zip(places, line.numbers if line.mark else (), strict=False):
            move = f"translate({place.x:.2f} {place.y:.2f}) scale({_MARK})"
            look = f"fill:{line.colour if number.counted else '#fff'};stroke:{line.colour};stroke-width:.3"
            yield f'<path d="{_SHAPES[line.mark]}" transform="{move}" style="{look}"/>'

    def _labels(self) -> Iterator[str]:
        """The labels beside the drawing, the highest line's first, none over another, each with its leader."""
        ends = [(self._place(*line.numbers[-1][:2]), line) for line in self.lines]
        lowest = -float("inf")
        for end, line in sorted(ends, key=lambda one: one[0].y):
            lowest = max(end.y, lowest + _LABEL)
            yield _path_of_chart([end._replace(x=end.x + 7), Point(self._right + 6, lowest)], "#9a9a94")
            yield _text_of_chart(Point(self._right + 9, lowest), line.label, "start", f' fill="{line.colour}"')

    @property
    def _right(self) -> float:
        """Where the drawing ends at the right: beyond it there is room for labels."""
        return LINES_WIDTH - _MARGIN - _LETTER * max(len(line.label) for line in self.lines)

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
    high = LINES_HEIGHT * len(charts)
    size = f'width="{LINES_WIDTH}" height="{high}" viewBox="0 0 {LINES_WIDTH} {high}"'
    inner = "".join(chart.svg(LINES_HEIGHT * number) for number, chart in enumerate(charts))
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{inner}</svg>\n'
