"""The charts of a study of cost: what was looked at over the depth, one chart for each width or game."""

from collections.abc import Iterator, Sequence
from typing import Any

from treesolve.analysis.cost.count import MEASURED, Cell, Count
from treesolve.analysis.cost.finding import Finding
from treesolve.analysis.cost.game_study import GameStudy
from treesolve.analysis.cost.theory import leaves_by_estimate_of_lectures
from treesolve.pages.environment import words
from treesolve.pages.line_chart import Line, LineChart, Number

_LOOKS = {
    "minimax": ("square", "none", "#1d1d1b"),
    "worst": ("square", "none", "#1d1d1b"),
    "ascending": ("plus", "9 3 2 3", "#7a4a00"),
    "random": ("circle", "none", "#0067a3"),
    "given": ("diamond", "9 3 2 3", "#7a4a00"),
    "best": ("triangle", "7 3", "#b84700"),
    "table": ("plus", "3 3", "#00694c"),
}
"""Mark, dashes and colour of the line of each order."""


def charts(finding: Finding, language: str) -> list[LineChart]:
    """The charts of a finding, the least width first."""
    widths = list(dict.fromkeys(cell.width for cell in finding.cells))
    return [_chart_of_width(finding, width, language) for width in widths]


def _chart_of_width(finding: Finding, width: int | None, language: str) -> LineChart:
    say = words(language, "cost.jinja")
    is_game = isinstance(finding.study, GameStudy)
    cells = [cell for cell in finding.cells if cell.width == width]
    name = finding.study.game.name if isinstance(finding.study, GameStudy) else f"w = {width}"
    lines = list(_lines_of_orders(cells, width, say))
    scales = say.scale("depth", is_game), say.scale("looked-at", is_game)
    return LineChart(lines, *scales, name, say.caption(name, is_game))


def _lines_of_orders(cells: Sequence[Cell], width: int | None, say: Any) -> Iterator[Line]:
    orders = list(cells[0].orders)
    same = [order for order in orders if order == "worst" and _is_as_minimax_everywhere(cells, order)]
    named = " = ".join(say.heading(order) for order in ("minimax", *same))
    yield from _line_of_order("minimax", named, [(cell.depth, cell.minimax) for cell in cells])
    if width is not None:
        points = tuple(Number(cell.depth, leaves_by_estimate_of_lectures(width, cell.depth)) for cell in cells)
        yield Line("w^(3d/4)", points, "", "2 4", "#63635e")
    for order in orders:
        if order not in same:
            counts = [(cell.depth, cell.orders[order]) for cell in cells]
            yield from _line_of_order(order, say.heading(order), counts)


def _is_as_minimax_everywhere(cells: Sequence[Cell], order: str) -> bool:
    return all(cell.orders[order].mean == cell.minimax.mean for cell in cells)


def _line_of_order(order: str, label: str, counts: Sequence[tuple[int, Count]]) -> Iterator[Line]:
    """The line of an order; none where nothing is known of it."""
    points = tuple(Number(depth, float(count.mean), count.how == MEASURED) for depth, count in counts if count.mean)
    if points:
        yield Line(label, points, *_LOOKS[order])
