"""What a study of cost has found, as a page: tables, charts, and what has to be said of the numbers in them.

Vocabulary

    grouped     with a blank between thousands, from five digits on
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
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
from treesolve.analysis.cost.finding import Finding, Growth
from treesolve.analysis.cost.game_study import GameStudy
from treesolve.analysis.cost.tree_study import formula_for_least_leaves, least
from treesolve.model.convention import Convention
from treesolve.notation.json_text import convention_json
from treesolve.pages.chart import RAISED, Chart, Line, LineChart, Number
from treesolve.pages.document import Block, Charts, Document, Heading, Opening, Paragraph, Points, Table, listing
from treesolve.pages.environment import number_text, words
from treesolve.pages.json.encoding import encode, fields
from treesolve.pages.spreadsheet import row_writer

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

    def _table(self, lead: Sequence[str], columns: Sequence[str], rows: Iterable[list[str]]) -> Table:
        """A table of numbers; the heads of the first columns are said as they are."""
        return Table([*lead, *map(self.say.heading, columns)], listing(list(rows)), words=())

    @property
    def counted(self) -> Table:
        """What was looked at: a row for each cell."""
        lead = ["d"] if self.is_game else ["w", "d", "w^d", self.say.heading("least"), "w^(3d/4)"]
        trials = ["trials"] if self._orders_with_trials else []
        return self._table(lead, ["minimax", *self.orders, *trials], map(self._counted_row, self.finding.cells))

    @property
    def _orders_with_trials(self) -> list[str]:
        return [order for order in self.orders if order in ("random", "ascending")]

    def _counted_row(self, cell: Cell) -> list[str]:
        row = [str(cell.depth)]
        if cell.width is not None:
            fewest = least(self.study.convention, cell.width, cell.depth)
            estimate = leaves_by_estimate_of_lectures(cell.width, cell.depth)
            row = [str(cell.width), *row, *map(self._number, (all_leaves(cell.width, cell.depth), fewest, estimate))]
        row += map(self._count_text, (cell.minimax, *cell.orders.values()))
        trials = dict.fromkeys(grouped(len(cell.orders[order].counts)) for order in self._orders_with_trials)
        return [*row, " / ".join(trials)] if trials else row

    def _count_text(self, count: Count) -> str:
        """A number that was counted, or a mean with its margin; one that was computed has a sign before it."""
        if count.mean is None or count.margin is None:
            return ("= " if count.how == FORMULA else "") + self._number(count.mean)
        places = _number_of_decimals(count.mean)
        return " ± ".join(self._number(number, places, all_places=True) for number in (count.mean, count.margin))

    def _number(self, number: float | Fraction | None, places: int | None = None, *, all_places: bool = False) -> str:
        """A number with as many places as say something, or so many; zeros at its end only with `all_places`."""
        if number is None:
            return NOTHING
        places = _number_of_decimals(number) if places is None else places
        whole, rest = divmod(floor(Fraction(number) * 10**places + Fraction(1, 2)), 10**places)
        decimals = f"{rest:0{places}}" if places else ""
        decimals = decimals if all_places else decimals.rstrip("0")
        return grouped(whole) + (words(self.language).decimal_mark() + decimals if decimals else "")

    @property
    def closer(self) -> Table | None:
        """What is to be said of the random order: saving and exponent; of games, all savings."""
        cells = self.finding.cells
        if self.is_game:
            return self._table(["d"], ["factor", *self.orders], map(self._row_of_savings, cells))
        rows = [self._row_on_random_order(cell, cell.orders["random"]) for cell in cells if _has_random_order(cell)]
        return self._table(["w", "d"], ["saving", "ratio", "exponent"], rows) if rows else None

    def _row_of_savings(self, cell: Cell) -> list[str]:
        savings = (saving(cell, count) for count in cell.orders.values())
        return [str(cell.depth), *map(self._number, (branching_factor(cell.minimax, cell.depth), *savings))]

    def _row_on_random_order(self, cell: Cell, count: Count) -> list[str]:
        width, depth = cell.width or 0, cell.depth
        ratio = float(count.mean or 0) / leaves_by_estimate_of_lectures(width, depth)
        numbers = map(self._number, (saving(cell, count) or 0, ratio))
        return [str(width), str(depth), *numbers, self._number(exponent(count, width, depth) or 0, 3)]

    @property
    def growth(self) -> Table | None:
        """How fast the mean grows beside what theory says; None where no two depths were measured."""
        rows = list(map(self._row_of_growth, self.finding.growths()))
        head = ["w", "d", self.say.heading("measured"), "ξ/(1 − ξ)", "w^(3/4)"]
        return self._table(head, [], rows) if rows else None

    def _row_of_growth(self, found: Growth) -> list[str]:
        numbers = found.factor, random_growth(found.width), found.width**0.75
        return [str(found.width), f"{found.low} → {found.high}", *(self._number(number, 3) for number in numbers)]

    def codes_of_notes(self) -> Iterator[str]:
        """What one has to know to read the tables, by codes; a note may have nothing to say."""
        counts = [count for cell in self.finding.cells for count in (cell.minimax, *cell.orders.values())]
        ways = {count.how for count in counts}
        if not self.is_game:
            yield f"least-{formula_for_least_leaves(self.study.convention)}"
        yield from self.orders
        yield from ["margin"] if any(count.margin is not None for count in counts) else []
        yield from (how for how in (FORMULA, OPEN) if how in ways)


def _has_random_order(cell: Cell) -> bool:
    return "random" in cell.orders and bool(cell.orders["random"].counts)


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
    write, say = row_writer(file, language), words(language, "cost.jinja")
    lead = ["depth"] if isinstance(finding.study, GameStudy) else ["branching", "depth", "leaves", "least", "estimate"]
    parts = ("trials", "mean", "margin")
    orders = ("minimax", *finding.study.orders)
    columns = [f"{say.column(order)}: {say.measure(part)}" for order in orders for part in ("known", *parts)]
    write([*map(say.column, lead), *columns])
    for cell in finding.cells:
        row = _cell_as_json(cell, finding.study.convention)
        numbers = [_spreadsheet_number(row[name], language) for name in lead]
        for count in (row["minimax"], *row["orders"].values()):
            measured = count | {"trials": len(count["trials"])}
            numbers += [say.known(count["known"]), *(_spreadsheet_number(measured[part], language) for part in parts)]
        write(numbers)


def _spreadsheet_number(number: float | None, language: str) -> str:
    """A number as spreadsheets of the language read it; nothing for none."""
    return "" if number is None else number_text(Fraction(str(number)), language)


def cost_document(finding: Finding) -> str:
    """The document treesolve/cost/1; rounded numbers, such as a mean, are given to six places."""
    study = finding.study
    game = None
    if isinstance(study, GameStudy):
        game = {"name": study.game.name, **fields(study, "position", "heuristic")}
    document = {
        "schema": "treesolve/cost/1",
        "convention": convention_json(study.convention),
        "game": game,
        **fields(study, "seed", "trials", "effort"),
        "complete": finding.complete,
        "cells": [_cell_as_json(cell, study.convention) for cell in finding.cells],
        "growth": [_growth_as_json(growth) for growth in finding.growths()],
    }
    return encode(document)


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


def _growth_as_json(growth: Growth) -> dict[str, Any]:
    return {
        "branching": growth.width,
        "from": growth.low,
        "to": growth.high,
        "measured": _rounded(growth.factor),
        "pearl": _rounded(random_growth(growth.width)),
        "estimate": _rounded(growth.width**0.75),
    }


def _cell_as_json(cell: Cell, convention: Convention) -> dict[str, Any]:
    found: dict[str, Any] = {"branching": cell.width, "depth": cell.depth}
    if cell.width is not None:
        found["leaves"] = all_leaves(cell.width, cell.depth)
        found["least"] = least(convention, cell.width, cell.depth)
        found["estimate"] = _rounded(leaves_by_estimate_of_lectures(cell.width, cell.depth))
    found["minimax"] = _count_as_json(cell.minimax, cell)
    found["orders"] = {order: _count_as_json(count, cell) for order, count in cell.orders.items()}
    return found


def _count_as_json(count: Count, cell: Cell) -> dict[str, Any]:
    return {
        "known": count.how,
        "trials": list(count.counts),
        "mean": _rounded(count.mean),
        "margin": _rounded(count.margin),
        "quartiles": count.quartiles and list(map(_rounded, count.quartiles)),
        "branching_factor": _rounded(branching_factor(count, cell.depth)),
        "exponent": None if cell.width is None else _rounded(exponent(count, cell.width, cell.depth)),
    }


def _rounded(number: Any) -> int | float | None:
    """A number to six places, a whole one as such; None for none."""
    if number is None:
        return None
    return int(number) if number == int(number) else round(float(number), 6)
