"""What a study of cost has found, as a page: tables, charts, and what has to be said of the numbers in them.

Vocabulary

    grouped     with a blank between thousands, from five digits on
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from math import floor, log10
from typing import IO, Any

from treesolve.analysis.cost.count import FORMULA, OPEN, Cell, Count
from treesolve.analysis.cost.finding import Finding, branching_factor, exponent, saving
from treesolve.analysis.cost.game_study import GameStudy
from treesolve.analysis.cost.theory import (
    all_leaves,
    least_growth,
    least_shallow_growth,
    leaves_by_estimate_of_lectures,
    random_growth,
)
from treesolve.analysis.cost.tree_study import formula_for_least_leaves, least
from treesolve.pages.cost_chart import CostChart, charts
from treesolve.pages.document import Block, Charts, Document, Heading, Opening, Paragraph, Points, Table, listing
from treesolve.pages.environment import number_text, words
from treesolve.pages.line_chart import RAISED, charts_stacked
from treesolve.pages.spreadsheet import guarded, row_writer

NOTHING = "–"
"""Stands for a number that is not known."""

_BEST_GROWTHS = {"deep": ("√w", least_growth), "shallow": ("(1 + √(4w − 3))/2", least_shallow_growth)}
"""How fast the least number of leaves grows, as a formula and as a function."""

_LONGEST = 10**13


def cost_page(finding: Finding, language: str = "en") -> Document:
    """The finding: tables, charts, and what has to be said of the numbers in them."""
    page = CostPage(finding, language)
    say, facts, note = page.say, page.facts, page.note
    warnings = [] if finding.complete else [say.interrupted(facts)]
    blocks: list[Block] = [
        Opening(say.title(facts), lecture=say.told(facts), warnings=warnings),
        Charts(lambda: [chart.drawn for chart in page.charts], say.chart_note()),
        page.counted,
        Points(listing([*filter(None, map(note, page.codes_of_notes()))])),
    ]
    if page.closer:
        codes = ("factor",) if page.is_game else ("saving", "ratio", "factor", "exponent")
        blocks += [Heading(say.closer(page.is_game)), page.closer, Points(listing([*map(note, codes)]))]
    if page.growth:
        blocks += [Heading(say.growth()), page.growth, Paragraph([say.growth_note(page.least)], "note")]
    return Document(blocks, language)


def cost_charts(finding: Finding, language: str = "en") -> str:
    """The charts alone, as SVG."""
    return charts_stacked([chart.tree for chart in CostPage(finding, language).charts])


class CostPage:
    """What there is to say of a finding, as text."""

    def __init__(self, finding: Finding, language: str) -> None:
        self.finding, self.study, self.language = finding, finding.study, language
        self.say = words(language, "cost.jinja")
        self.is_game = isinstance(finding.study, GameStudy)
        self.orders = finding.study.orders
        self.least = formula_for_least_leaves(self.study.convention)

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
        return [self.say.heading(column, self.is_game) for column in columns]

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
        """What is to be said of the random order: spread, saving and growth; of games, all savings."""
        if self.is_game:
            return _table_of_numbers(
                ["d", *self._headings("factor", *self.orders)], list(map(self._cells_of_savings, self.finding.cells))
            )
        if "random" not in self.orders:
            return None
        rows = [self._row_on_random_order(cell) for cell in self.finding.cells if cell.orders["random"].counts]
        columns = ("quartiles", "range", "saving", "ratio", "factor", "exponent")
        return _table_of_numbers(["w", "d", *self._headings(*columns)], rows) if rows else None

    def _cells_of_savings(self, cell: Cell) -> list[str]:
        factor = branching_factor(cell.minimax, cell.depth)
        savings = [saving(cell, count) for count in cell.orders.values()]
        return [
            str(cell.depth),
            *(NOTHING if one is None else self._number_with_places(one) for one in (factor, *savings)),
        ]

    def _row_on_random_order(self, cell: Cell) -> list[str]:
        count = cell.orders["random"]
        assert cell.width is not None
        assert count.mean is not None
        spread = " / ".join(self._number_with_places(quartile) for quartile in count.quartiles or ())
        ends = f"{grouped(min(count.counts))} … {grouped(max(count.counts))}"
        computed = [
            saving(cell, count) or 0,
            float(count.mean) / leaves_by_estimate_of_lectures(cell.width, cell.depth),
            branching_factor(count, cell.depth) or 0,
        ]
        power = self._number_with_places(exponent(count, cell.width, cell.depth) or 0, 3)
        return [str(cell.width), str(cell.depth), spread, ends, *map(self._number_with_places, computed), power]

    @property
    def growth(self) -> Table | None:
        """How fast the mean grows beside what theory says; None where no two depths were measured."""
        rows = [
            [str(growth.width), f"{growth.low} → {growth.high}"]
            + [self._number_with_places(number, 3) for number in self._theoretical_growths(growth.width, growth.factor)]
            for growth in self.finding.growths()
        ]
        best = [_BEST_GROWTHS[self.least][0]] if self.least in _BEST_GROWTHS else []
        head = ["w", "d", *best, *self._headings("measured"), "ξ/(1 − ξ)", "w^(3/4)"]
        return _table_of_numbers(head, rows) if rows else None

    def _theoretical_growths(self, width: int, measured: float) -> tuple[float, ...]:
        best = [_BEST_GROWTHS[self.least][1](width)] if self.least in _BEST_GROWTHS else []
        return *best, measured, random_growth(width), width**0.75

    def note(self, code: str) -> str:
        """What a sign or a column of the tables means."""
        return self.say.note(code, self.is_game)

    def codes_of_notes(self) -> Iterator[str]:
        """What one has to know to read the tables, by codes; a note may have nothing to say."""
        counts = [count for cell in self.finding.cells for count in (cell.minimax, *cell.orders.values())]
        if not self.is_game:
            yield f"least-{self.least}"
        yield from self.orders
        if any(count.margin is not None for count in counts):
            yield "margin"
        if any(count.how == FORMULA for count in counts):
            yield "formula"
        if any(count.how == OPEN for count in counts):
            yield "open"

    @cached_property
    def charts(self) -> list[CostChart]:
        """A chart for each width, or the one of a game."""
        return charts(self.finding, self.language)


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
    parts = ("known", "trials", "mean", "margin", "quarter", "median", "three-quarters", "fewest", "most")
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
        row += [page.say.known(count.how), str(len(count.counts))]
        numbers = count.mean, count.margin, *(count.quartiles or [None] * 3)
        row += [_number_for_spreadsheet(number, page) for number in numbers]
        row += [str(min(count.counts)), str(max(count.counts))] if count.counts else ["", ""]
    return row


def _number_for_spreadsheet(number: Fraction | float | None, page: CostPage) -> str:
    """A number to six places, as spreadsheets of the language read it; nothing for none."""
    if number is None:
        return ""
    return number_text(Fraction(round(Fraction(number) * 10**6), 10**6), page.language)
