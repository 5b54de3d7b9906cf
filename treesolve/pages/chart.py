"""Bar charts as SVG for a page: no script, nothing from outside, the same bytes for the same numbers.

The library pygal draws them. What it adds for browsers of its own, a script and comments with a date, is taken out
again. A chart is dark on white, whatever the page is, with its value printed at each bar: nothing is told by colour.

Vocabulary

    bar         a label, how long the bar is, and the text printed at it
    identity    a word that no other chart of the page has
"""

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from treesolve.model.optional import loaded

WIDTH = 510
"""How wide a chart is, in points: beside its table on paper, at half of that, its letters have seven points."""

LONGEST_LINE = 30
"""So many characters of a label stand in one line beside a bar."""

_ROW, _LINE, _FRAME = 22, 14, 90
_MOST_BELOW = 55
_LEFT_OUT = ("script", "desc", "title")
FONT = "system-ui, 'Segoe UI', Arial, 'Liberation Sans', sans-serif"
"""The fonts of all charts."""


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


def columns(bars: Sequence[Bar], identity: str, told: str) -> Markup:
    """A chart with a column for each bar, side by side, a row where labels have no room below columns.

    `told` tells it to those who cannot see it.
    """
    if max((len(bar.label) for bar in bars), default=0) * len(bars) > _MOST_BELOW:
        return rows(bars, identity, told)
    chart = loaded("pygal").Bar(height=320, **_look())
    return _svg_text(_chart_as_elements(chart, bars, [bar.label for bar in bars], identity, told))


def rows(bars: Sequence[Bar], identity: str, told: str, most: float | None = None) -> Markup:
    """A chart with a row for each bar, the first one above; `most` is what the scale reaches."""
    labels = [textwrap.wrap(bar.label, LONGEST_LINE) or [""] for bar in bars]
    reach = most or max((bar.length for bar in bars), default=0.0) or 1.0
    height = sum(_ROW + _LINE * (max(map(len, labels), default=1) - 1) for _ in bars) + _FRAME
    chart = loaded("pygal").HorizontalBar(height=height, range=(0, 1.06 * reach), **_look())
    root = _chart_as_elements(chart, bars[::-1], [max(lines, key=len) for lines in labels[::-1]], identity, told)
    _move_values(root)
    _break_labels(root, labels[::-1])
    return _svg_text(root)


def _look() -> dict[str, Any]:
    """What all charts look like."""
    from pygal.style import Style

    style = Style(
        background="#fff",
        plot_background="#fff",
        foreground="#1d1d1b",
        foreground_strong="#1d1d1b",
        foreground_subtle="#63635e",
        guide_stroke_color="#d3d1c8",
        major_guide_stroke_color="#d3d1c8",
        opacity="1",
        opacity_hover="1",
        transition="0",
        colors=("#5c7ea6",),
        value_colors=("#1d1d1b",),
        font_family=FONT,
        label_font_size=13,
        major_label_font_size=13,
        value_font_size=13,
    )
    return {
        "width": WIDTH,
        "style": style,
        "js": (),
        "show_legend": False,
        "print_values": True,
        "print_values_position": "top",
        "truncate_label": -1,
        "min_scale": 2,
        "max_scale": 6,
        "include_x_axis": True,
        "spacing": 6,
        "margin": 12,
        "value_formatter": lambda value: f"{value:g}" if value == int(value) else "",
        "no_data_text": "",
        "formatter": None,
    }


def _chart_as_elements(chart: Any, bars: Sequence[Bar], labels: Sequence[str], identity: str, told: str) -> Any:
    """A chart of pygal as a tree of elements, without script, comments and what it shows under a mouse."""
    from pygal.etree import etree

    chart.x_labels = list(labels)
    chart.add("", [{"value": bar.length, "formatter": _formatter_of_fixed_text(bar.text)} for bar in bars])
    etree.to_etree()
    chart.uuid = identity
    root = chart.render_tree()
    _make_bare(root)
    root.set("role", "img")
    root.set("aria-label", told)
    return root


def _formatter_of_fixed_text(text: str) -> Any:
    return lambda _: text


def _make_bare(element: Any) -> None:
    """Take script, comments and what pygal shows under a mouse out of an element."""
    for child in list(element):
        is_element = isinstance(child.tag, str)  # comments have none
        if not is_element or child.tag.rpartition("}")[2] in _LEFT_OUT or "tooltip-overlay" in child.get("class", ""):
            element.remove(child)
        else:
            _make_bare(child)


def _move_values(root: Any) -> None:
    """Let the texts at the bars begin where these end."""
    for element in root.iter():
        if element.get("class") == "value":
            element.set("text-anchor", "start")
            element.set("x", f"{float(element.get('x')) - 2:g}")


def _break_labels(root: Any, labels: Sequence[Sequence[str]]) -> None:
    """Write the labels beside the bars in several lines."""
    for element, lines in zip(_texts_beside_bars(root), labels, strict=True):
        x, element.text = element.get("x"), None
        for number, line in enumerate(lines):
            first = -(len(lines) - 1) * _LINE / 2
            span = element.makeelement("tspan", {"x": x, "dy": f"{_LINE if number else first:g}"})
            span.text = line
            element.append(span)


def _texts_beside_bars(root: Any) -> Iterator[Any]:
    """The texts beside the bars, in the order of the bars."""
    for group in root.iter():
        if group.get("class", "").startswith("axis y"):
            yield from (element for element in group.iter() if element.tag.rpartition("}")[2] == "text")


def _svg_text(root: Any) -> Markup:
    """The picture as text."""
    from xml.etree import ElementTree

    return Markup(ElementTree.tostring(root, encoding="unicode"))
