"""Moodle's grading worksheet: points and feedback in the columns for them, everything else as Moodle wrote it.

Moodle takes a worksheet back only with its own columns, in the language of whoever brings it, and reads 7,5 as 7 where
its language has points. So the file is patched that it made itself.
"""

import re
from collections.abc import Collection
from fractions import Fraction
from html import escape

from treesolve.exchange.gradebook import Gradebook, Row
from treesolve.exchange.patched_table import Table
from treesolve.model.number import Number
from treesolve.model.problem import InputError, Problem, Span

SYSTEM = "Moodle"

_COLUMNS = {
    "identifier": ("identifier", "id", "kennung", "identifikator"),
    "name": ("full name", "vollständiger name"),
    "grade": ("grade", "bewertung"),
    "most": ("maximum grade", "bestwertung", "höchste bewertung", "maximale bewertung"),
    "open": ("grade can be changed", "bewertung kann geändert werden", "bewertung änderbar"),
    "feedback": ("feedback comments", "feedback als kommentar", "feedback-kommentare", "feedbackkommentare"),
    "graded": ("last modified (grade)", "zuletzt geändert (bewertung)"),
}
_CLOSED = ("no", "nein")
_NUMBER = re.compile(r"\d+(?:([.,])\d+)?")
"""Points, with as many decimals as the site shows, also none."""

_LANGUAGE_OF_COMMAS = "bewertung"
_DIGITS = re.compile(r"\d+\s*$")


def is_worksheet(table: Table) -> bool:
    """Whether a table is one of Moodle's worksheets."""
    return {"identifier", "grade", "most"} <= _columns(table).keys()


def worksheet(table: Table, source: str) -> Gradebook:
    """A worksheet, ready to be filled in. Raises InputError where Moodle would refuse it, or grades are no points."""
    columns = _columns(table)
    if "graded" not in columns:
        raise InputError((Problem("worksheet-no-dates", table.spans[0][0], {}, source, table.text),))
    most = [_NUMBER.fullmatch(row[columns["most"]]) for row in table.rows[1:]]
    for number, found in enumerate(most, 1):
        if found is None:
            span = table.spans[number][columns["most"]]
            facts = {"text": table.rows[number][columns["most"]]}
            raise InputError((Problem("worksheet-no-points", Span(*span), facts, source, table.text),))
    rows = tuple(_row(table, number, columns) for number in range(1, len(table.rows)))
    mark = _decimal_mark({found[1] for found in most if found}, table.rows[0][columns["grade"]])
    return Gradebook(table, source, rows, columns["grade"], columns.get("feedback"), mark, feedback_html)


def _decimal_mark(marks: Collection[str | None], head: str) -> str:
    """The mark in the numbers of the file; where none has decimals, that of its language."""
    shown = {*marks} - {None} or {"," if head.strip().casefold() == _LANGUAGE_OF_COMMAS else "."}
    return "," if shown == {","} else "."


def _columns(table: Table) -> dict[str, int]:
    """Where the columns stand that we know; the order is the site's."""
    heads = [" ".join(head.split()).casefold() for head in table.rows[0]] if table.rows else []
    return {name: heads.index(one) for name, known in _COLUMNS.items() for one in known if one in heads}


def _row(table: Table, number: int, columns: dict[str, int]) -> Row:
    cells = table.rows[number]
    identifier = cells[columns["identifier"]]
    digits = _DIGITS.search(identifier)
    is_open = "open" not in columns or cells[columns["open"]].strip().casefold() not in _CLOSED
    student = cells[columns["name"]] if "name" in columns else identifier
    return Row(number, digits[0].strip() if digits else identifier, student, _points(cells[columns["most"]]), is_open)


def _points(text: str) -> Number:
    return Fraction(text.replace(",", "."))


def feedback_html(text: str) -> str:
    """Feedback as Moodle keeps it, which is HTML.

    >>> feedback_html("B < 3:\\nwrong")
    'B &lt; 3:<br>wrong'
    """
    html = escape(text.strip(), quote=False).replace("\n", "<br>")
    return html.replace("\\", "&#92;")  # behind a backslash, PHP sees no quote
