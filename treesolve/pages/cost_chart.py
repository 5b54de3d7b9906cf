"""The charts of a study of cost: what was looked at over the depth, one chart for each width or game."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from treesolve.analysis.cost.count import MEASURED, Cell, Count
from treesolve.analysis.cost.finding import Finding
from treesolve.analysis.cost.game_study import GameStudy
from treesolve.analysis.cost.theory import leaves_by_estimate_of_lectures
from treesolve.pages.chart import Chart, svg_text
from treesolve.pages.environment import words
from treesolve.pages.line_chart import Line, Point, Scales, chart_tree

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


class CostChart(NamedTuple):
    """The cells of one chart."""

    identity: str
    caption: str
    lines: Sequence[Line]
    scales: Scales

    @property
    def tree(self) -> Any:
        """The picture as a tree of elements."""
        return chart_tree(self.lines, self.scales, self.identity, self.caption)

    @property
    def drawn(self) -> Chart:
        """The picture for a page."""
        return Chart(self.caption, svg_text(self.tree))


def charts(finding: Finding, language: str) -> list[CostChart]:
    """The charts of a finding, the least width first."""
    widths = list(dict.fromkeys(cell.width for cell in finding.cells))
    return [_chart_of_width(finding, width, language) for width in widths]


def _chart_of_width(finding: Finding, width: int | None, language: str) -> CostChart:
    say = words(language, "cost.jinja")
    is_game = isinstance(finding.study, GameStudy)
    cells = [cell for cell in finding.cells if cell.width == width]
    name = finding.study.game.name if isinstance(finding.study, GameStudy) else f"w = {width}"
    scales = Scales(say.scale("depth", is_game), say.scale("looked-at", is_game), name)
    return CostChart(
        f"cost-{width or 0}", say.caption(name, is_game), list(_lines_of_orders(cells, width, say, is_game)), scales
    )


def _lines_of_orders(cells: Sequence[Cell], width: int | None, say: Any, is_game: bool) -> Iterator[Line]:
    orders = list(cells[0].orders)
    same = [order for order in orders if order == "worst" and _is_as_minimax_everywhere(cells, order)]
    named = " = ".join(say.heading(order, is_game) for order in ("minimax", *same))
    yield from _line_of_order("minimax", named, [(cell.depth, cell.minimax) for cell in cells])
    if width is not None:
        points = tuple(Point(cell.depth, leaves_by_estimate_of_lectures(width, cell.depth)) for cell in cells)
        yield Line("w^(3d/4)", points, "", "2 4", "#63635e")
    for order in orders:
        if order not in same:
            counts = [(cell.depth, cell.orders[order]) for cell in cells]
            yield from _line_of_order(order, say.heading(order, is_game), counts)


def _is_as_minimax_everywhere(cells: Sequence[Cell], order: str) -> bool:
    return all(cell.orders[order].mean == cell.minimax.mean for cell in cells)


def _line_of_order(order: str, label: str, counts: Sequence[tuple[int, Count]]) -> Iterator[Line]:
    """The line of an order; none where nothing is known of it."""
    points = tuple(Point(depth, float(count.mean), count.how == MEASURED) for depth, count in counts if count.mean)
    if points:
        yield Line(label, points, *_LOOKS[order])
