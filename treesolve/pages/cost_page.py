"""What a study of cost has found, as a page: tables, charts, and what has to be said of the numbers in them.

Vocabulary

    grouped     with a blank between thousands, from five digits on
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import floor, log10
from typing import IO, Any

from treesolve.analysis.cost.count import (
    FORMULA,
    MEASURED,
    OPEN,
    Cell,
    Count,
    all_leaves,
    branching_factor,
    exponent,
    leaves_by_estimate_of_lectures,
    random_growth,
    saving,
)
from treesolve.analysis.cost.finding import Finding
from treesolve.analysis.cost.game_study import GameStudy
from treesolve.analysis.cost.tree_study import formula_for_least_leaves, least
from treesolve.pages.chart import Chart
from treesolve.pages.document import Block, Charts, Document, Heading, Opening, Paragraph, Points, Table, listing
from treesolve.pages.environment import number_text, words
from treesolve.pages.line_chart import RAISED, Line, LineChart, Number
from treesolve.pages.spreadsheet import guarded, row_writer

NOTHING = "–"
"""Stands for a number that is not known."""

_LONGEST = 10**13


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


def cost_page(finding: Finding, language: str = "en") -> Document:
    """The finding: tables, charts, and what has to be said of the numbers in them."""
    page = CostPage(finding, language)
    say, facts = page.say, page.facts
    warnings = [] if finding.complete else [say.interrupted(facts)]
    notes = [say.note(code, page.is_game) for code in page.codes_of_notes()]
    blocks: list[Block] = [
        Opening(say.title(facts), lecture=say.told(facts), warnings=warnings),
        Charts(lambda: [Chart(one.told, one.svg()) for one in charts(finding, language)], say.chart_note()),
        page.counted,
        Points(listing([*filter(None, notes)])),
    ]
    if page.closer:
        codes = ("factor",) if page.is_game else ("saving", "ratio", "exponent")
        explained = [say.note(code, page.is_game) for code in codes]
        blocks += [Heading(say.closer(page.is_game)), page.closer, Points(listing(explained))]
    if page.growth:
        blocks += [Heading(say.growth()), page.growth, Paragraph([say.growth_note()], "note")]
    return Document(blocks, language)


class CostPage:
    """What there is to say of a finding, as text."""

    def __init__(self, finding: Finding, language: str) -> None:
        self.finding, self.study, self.language = finding, finding.study, language
        self.say = words(language, "cost.jinja")
        self.is_game = isinstance(finding.study, GameStudy)
        self.orders = finding.study.orders

    @property
    def facts(self) -> Mapping[str, Any]:
        """What the sentences about the study say."""
        study = self.study
        facts: dict[str, Any] = {"trials": grouped(study.trials), "effort": grouped(study.effort), "seed": study.seed}
        facts |= {"lecture": study.convention.id, "done": len(self.finding.cells), "cells": study.size}
        if isinstance(study, GameStudy):
            facts |= {"game": study.game.name, "position": study.position, "heuristic": study.heuristic}
        return {"game": "", "position": "", "heuristic": "", **facts}

    def _headings(self, *columns: str) -> list[str]:
        return list(map(self.say.heading, columns))

    @property
    def counted(self) -> Table:
        """What was looked at: a row for each cell."""
        lead = ["d"] if self.is_game else ["w", "d", "w^d", self._headings("least")[0], "w^(3d/4)"]
        trials = ["trials"] if {"random", "ascending"}.intersection(self.orders) else []
        head = [*lead, *self._headings("minimax", *self.orders, *trials)]
        return _table_of_numbers(head, [self._counted_row(cell) for cell in self.finding.cells])

    def _counted_row(self, cell: Cell) -> list[str]:
        lead = [str(cell.depth)]
        if cell.width is not None:
            fewest = least(self.study.convention, cell.width, cell.depth)
            computed = [grouped(all_leaves(cell.width, cell.depth)), NOTHING if fewest is None else grouped(fewest)]
            estimate = self._number_with_places(leaves_by_estimate_of_lectures(cell.width, cell.depth))
            lead = [str(cell.width), *lead, *computed, estimate]
        counts = [self._count_text(count) for count in (cell.minimax, *cell.orders.values())]
        trials = [grouped(len(cell.orders[order].counts)) for order in self.orders if order in ("random", "ascending")]
        return [*lead, *counts, *([" / ".join(dict.fromkeys(trials))] if trials else [])]

    def _count_text(self, count: Count) -> str:
        """A number that was counted, or a mean with its margin; one that was computed has a sign before it."""
        if count.mean is None:
            return NOTHING
        if count.margin is None:
            return ("= " if count.how == FORMULA else "") + self._number_with_places(count.mean)
        places = _number_of_decimals(count.mean)
        return (
            f"{self._number_with_all_places(count.mean, places)} ± {self._number_with_all_places(count.margin, places)}"
        )

    def _number_with_places(self, number: Fraction | float, places: int | None = None) -> str:
        """A number with as many places as say something."""
        if number >= _LONGEST:
            return grouped(int(number))
        places = _number_of_decimals(number) if places is None else places
        rounded = Fraction(floor(Fraction(number) * 10**places + Fraction(1, 2)), 10**places)
        if rounded.denominator == 1:
            return grouped(int(rounded))
        return number_text(rounded, self.language)

    def _number_with_all_places(self, number: Fraction | float, places: int) -> str:
        """A number with so many places, zeros among them."""
        whole, rest = divmod(floor(Fraction(number) * 10**places + Fraction(1, 2)), 10**places)
        mark = words(self.language).decimal_mark()
        return grouped(whole) + (f"{mark}{rest:0{places}d}" if places else "")

    @property
    def closer(self) -> Table | None:
        """What is to be said of the random order: saving and exponent; of games, all savings."""
        if self.is_game:
            head = ["d", *self._headings("factor", *self.orders)]
            return _table_of_numbers(head, list(map(self._row_of_savings, self.finding.cells)))
        cells = [cell for cell in self.finding.cells if "random" in cell.orders and cell.orders["random"].counts]
        head = ["w", "d", *self._headings("saving", "ratio", "exponent")]
        return _table_of_numbers(head, list(map(self._row_on_random_order, cells))) if cells else None

    def _row_of_savings(self, cell: Cell) -> list[str]:
        savings = [saving(cell, count) for count in cell.orders.values()]
        numbers = branching_factor(cell.minimax, cell.depth), *savings
        return [str(cell.depth), *(NOTHING if one is None else self._number_with_places(one) for one in numbers)]

    def _row_on_random_order(self, cell: Cell) -> list[str]:
        count, width = cell.orders["random"], cell.width or 0
        ratio = float(count.mean or 0) / leaves_by_estimate_of_lectures(width, cell.depth)
        numbers = map(self._number_with_places, (saving(cell, count) or 0, ratio))
        return [
            str(width),
            str(cell.depth),
            *numbers,
            self._number_with_places(exponent(count, width, cell.depth) or 0, 3),
        ]

    @property
    def growth(self) -> Table | None:
        """How fast the mean grows beside what theory says; None where no two depths were measured."""
        rows = [
            [str(growth.width), f"{growth.low} → {growth.high}"]
            + [
                self._number_with_places(number, 3)
                for number in (growth.factor, random_growth(growth.width), growth.width**0.75)
            ]
            for growth in self.finding.growths()
        ]
        head = ["w", "d", *self._headings("measured"), "ξ/(1 − ξ)", "w^(3/4)"]
        return _table_of_numbers(head, rows) if rows else None

    def codes_of_notes(self) -> Iterator[str]:
        """What one has to know to read the tables, by codes; a note may have nothing to say."""
        counts = [count for cell in self.finding.cells for count in (cell.minimax, *cell.orders.values())]
        if not self.is_game:
            yield f"least-{formula_for_least_leaves(self.study.convention)}"
        yield from self.orders
        if any(count.margin is not None for count in counts):
            yield "margin"
        if any(count.how == FORMULA for count in counts):
            yield "formula"
        if any(count.how == OPEN for count in counts):
            yield "open"


def _table_of_numbers(head: list[str], rows: list[list[str]]) -> Table:
    """A table of numbers."""
    return Table(head, listing(rows), words=())


def _number_of_decimals(number: Fraction | float) -> int:
    return 0 if number >= 1000 else 1 if number >= 100 else 2


def grouped(number: int) -> str:
    """A whole number as people read it, a very long one rounded.

    >>> grouped(60466176).replace("\\N{NO-BREAK SPACE}", "_"), grouped(1024), grouped(6**40)
    ('60_466_176', '1024', '1.3 · 10³¹')
    """
    if number >= _LONGEST:
        power = floor(log10(number))
        return f"{number // 10 ** (power - 1) / 10:g} · 10{str(power).translate(RAISED)}"
    return str(number) if number < 10_000 else f"{number:,}".replace(",", "\N{NO-BREAK SPACE}")


def write_csv(finding: Finding, file: IO[str], language: str) -> None:
    """The finding as a table for spreadsheets, a row for each cell, numbers exact or to six places."""
    page = CostPage(finding, language)
    write = row_writer(file, language)
    orders = finding.study.orders
    lead = ["depth"] if page.is_game else ["branching", "depth", "leaves", "least", "estimate"]
    parts = ("known", "trials", "mean", "margin")
    columns = [(order, part) for order in ("minimax", *orders) for part in parts]
    head = [page.say.column(name) for name in lead]
    head += [f"{page.say.column(order)}: {page.say.measure(part)}" for order, part in columns]
    write(map(guarded, head))
    for cell in finding.cells:
        write(_csv_row(cell, page))


def _csv_row(cell: Cell, page: CostPage) -> list[str]:
    row = [str(cell.depth)]
    if cell.width is not None:
        fewest = least(page.study.convention, cell.width, cell.depth)
        whole = (cell.width, cell.depth, all_leaves(cell.width, cell.depth), "" if fewest is None else fewest)
        row = [*map(str, whole), _number_for_spreadsheet(leaves_by_estimate_of_lectures(cell.width, cell.depth), page)]
    for count in (cell.minimax, *cell.orders.values()):
        numbers = (_number_for_spreadsheet(number, page) for number in (count.mean, count.margin))
        row += [page.say.known(count.how), str(len(count.counts)), *numbers]
    return row


def _number_for_spreadsheet(number: Fraction | float | None, page: CostPage) -> str:
    """A number to six places, as spreadsheets of the language read it; nothing for none."""
    if number is None:
        return ""
    return number_text(Fraction(round(Fraction(number) * 10**6), 10**6), page.language)


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
