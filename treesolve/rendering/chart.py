"""Charts as SVG for a page, without scripts or external resources, and reproducible byte by byte.

A chart is dark on white on any page. Each bar is labeled with its value, so that no information depends on color.
"""

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from treesolve.drawing.escaping import escape_html
from treesolve.drawing.geometry import Point, coordinate
from treesolve.drawing.shape import text_width

WIDTH = 510
"""Width of a bar chart, in points. At half this width, printed beside its table, letters are seven points high."""

MAX_LINE_LENGTH = 30
"""Maximum line length of a label beside a bar, in characters."""

TEXT_SIZE = 13
"""Font size of all text, in points."""

_ROW, _LINE, _FRAME, _GAP = 22, 14, 12, 6
_HEIGHT = 260
_MAX_BELOW = 55
_FONT = "system-ui, 'Segoe UI', Arial, 'Liberation Sans', sans-serif"
_BAR, _AXIS = "#5c7ea6", "#63635e"


class Chart(NamedTuple):
    """A chart as SVG with its caption; if `width` is None, the chart has the default width."""

    caption: str
    source: str
    width: float | None = None


class Bar(NamedTuple):
    """One bar of a chart."""

    label: str
    length: float
    text: str


def columns(bars: Sequence[Bar], description: str) -> str:
    """Return a chart with a column for each bar, or with rows if the labels do not fit below columns.

    `description` is the text alternative.
    """
    if max((len(bar.label) for bar in bars), default=0) * len(bars) > _MAX_BELOW:
        return rows(bars, description)
    return _svg_of_chart(WIDTH, _HEIGHT, description, _columns(bars))


def _columns(bars: Sequence[Bar]) -> Iterator[str]:
    bottom, top = _HEIGHT - _FRAME - _LINE - _GAP, _FRAME + _LINE + _GAP
    maximum, wide = _max_length(bars), (WIDTH - 2 * _FRAME) / max(1, len(bars))
    for number, bar in enumerate(bars):
        middle, high = _FRAME + (number + 0.5) * wide, (bottom - top) * bar.length / maximum
        yield _rectangle(middle - 0.4 * wide, bottom - high, 0.8 * wide, high)
        yield _text_of_chart(Point(middle, bottom - high - _LINE / 2), bar.text)
        yield _text_of_chart(Point(middle, bottom + _GAP + _LINE / 2), bar.label)
    yield _path_of_chart([Point(_FRAME, bottom), Point(WIDTH - _FRAME, bottom)], _AXIS)


def rows(bars: Sequence[Bar], description: str, maximum: float | None = None) -> str:
    """Return a chart with a row for each bar, from top to bottom; the scale ends at `maximum`."""
    labels = [textwrap.wrap(bar.label, MAX_LINE_LENGTH) or [""] for bar in bars]
    high = _ROW + _LINE * (max(map(len, labels), default=1) - 1)
    elements = _rows(bars, labels, high, maximum or _max_length(bars))
    return _svg_of_chart(WIDTH, 2 * _FRAME + high * len(bars), description, elements)


def _rows(bars: Sequence[Bar], labels: Sequence[Sequence[str]], high: float, maximum: float) -> Iterator[str]:
    label_width = max((text_width(line, TEXT_SIZE) for lines in labels for line in lines), default=0.0)
    value_width = max((text_width(bar.text, TEXT_SIZE) for bar in bars), default=0.0)
    left = _FRAME + label_width + _GAP
    scale_width = WIDTH - _FRAME - value_width - _GAP - left
    for number, (bar, lines) in enumerate(zip(bars, labels, strict=True)):
        middle = _FRAME + (number + 0.5) * high
        length = scale_width * bar.length / maximum
        yield _rectangle(left, middle - _ROW / 2 + 3, length, _ROW - 6)
        yield _text_of_chart(Point(left + length + _GAP, middle), bar.text, "start")
        for index, line in enumerate(lines):
            at = middle + (index - (len(lines) - 1) / 2) * _LINE
            yield _text_of_chart(Point(left - _GAP, at), line, "end")
    yield _path_of_chart([Point(left, _FRAME), Point(left, _FRAME + high * len(bars))], _AXIS)


def _max_length(bars: Sequence[Bar]) -> float:
    return max((bar.length for bar in bars), default=0.0) or 1.0


def _rectangle(x: float, y: float, width: float, height: float) -> str:
    size = f'width="{coordinate(width)}" height="{coordinate(height)}"'
    return f'<rect class="bar" x="{coordinate(x)}" y="{coordinate(y)}" {size} fill="{_BAR}"/>'


def _svg_of_chart(width: float, height: float, description: str, elements: Iterable[str]) -> str:
    """Return a chart as an SVG element."""
    size = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    font = f'font-family="{_FONT}" font-size="{TEXT_SIZE}" fill="#1d1d1b"'
    background = '<rect width="100%" height="100%" fill="#fff"/>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape_html(description)}" {size} {font}>'
    return f"{head}{background}{''.join(elements)}</svg>"


def _text_of_chart(at: Point, text: str, anchor: str = "middle") -> str:
    """Return vertically centered text in a chart."""
    attributes = f'x="{coordinate(at.x)}" y="{coordinate(at.y)}" dy=".35em" text-anchor="{anchor}"'
    return f"<text {attributes}>{escape_html(text)}</text>"


def _path_of_chart(points: Sequence[Point], color: str) -> str:
    """Return a line through the given points of a chart."""
    path = "L".join(f"{point.x:.2f} {point.y:.2f}" for point in points)
    return f'<path d="M{path}" fill="none" stroke="{color}"/>'
