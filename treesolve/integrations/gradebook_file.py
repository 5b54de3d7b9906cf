"""Reading of gradebooks from Canvas and grading worksheets from Moodle.

When Canvas imports a gradebook, it overwrites the columns that the file contains and does not change other columns.
Moodle imports only worksheets that have its own columns in the user's language, and it reads 7,5 as 7 if that language
uses decimal points. Therefore treesolve changes the file that the system exported instead of writing a new one.
"""

import re
from collections.abc import Collection
from fractions import Fraction
from html import escape
from pathlib import Path

from treesolve.integrations.gradebook import MAX_BYTES, Gradebook, GradebookRow, GradebookTable, check_rows, read_table
from treesolve.model.answer import normalize_name
from treesolve.model.input_file import read_file
from treesolve.model.problem import InputError, Problem, Span
from treesolve.model.utf8_text import decode, file_format
from treesolve.submissions.text_decoding import detect_encoding

_MAX_HEAD = 1 << 16
"""Number of bytes within which the first row of a table must end."""

_SPREADSHEETS = ("XLSX", "ODS")


def read_gradebook(path: str, titles: Collection[str]) -> Gradebook:
    """Read a gradebook from a file; `titles` are the titles that the exercise may have in the gradebook.

    Raises InputError if points cannot be entered into the file, and OSError if the file cannot be read.
    """
    content = read_file(path, MAX_BYTES)
    if _is_spreadsheet_export(content):
        raise InputError((Problem("gradebook-saved-again", None, {}, path),))
    decode(content, path)  # raises InputError unless it is UTF-8; the result is not used since bytes must be preserved
    table = read_table(content.decode("utf-8"))
    is_moodle = _is_moodle_worksheet(table)
    if not is_moodle and not _is_canvas_gradebook(table):
        raise InputError((Problem("gradebook-unknown", None, {}, path),))
    check_rows(table, path)
    return _parse_moodle_worksheet(table, path) if is_moodle else _parse_canvas_gradebook(table, path, titles)


def _is_spreadsheet_export(content: bytes) -> bool:
    """Return whether a spreadsheet program saved the gradebook, in its own format or with another delimiter."""
    return file_format(content) in _SPREADSHEETS or any(
        _is_gradebook_header(_header_row(content, mark)) for mark in ";\t"
    )


def _header_row(content: bytes, mark: str) -> GradebookTable:
    """Parse the first row of a table that has the delimiter `mark` and may have any encoding."""
    text = content[:_MAX_HEAD].decode(detect_encoding(content[:_MAX_HEAD], is_whole=False) or "latin-1", "replace")
    head = text.lstrip("\ufeff").partition("\n")[0].rstrip("\r")
    return read_table(head.translate(str.maketrans(f"{mark},", f",{mark}")))


def _is_gradebook_header(table: GradebookTable) -> bool:
    return _is_moodle_worksheet(table) or bool(_assignment_columns(table))


def is_gradebook(path: str) -> bool:
    """Return whether the first row of a file is that of a gradebook, even if a spreadsheet program saved the file.

    Raises OSError if the file cannot be read.
    """
    if not Path(path).is_file():
        return False
    with Path(path).open("rb") as file:
        content = file.read(_MAX_HEAD)
    return any(_is_gradebook_header(_header_row(content, mark)) for mark in ",;\t")


_ASSIGNMENT = re.compile(r"(?P<title>.+) \((?P<number>\d+)\)")
_POSSIBLE = "points possible"
_POINTS = re.compile(r"\d+(?:\.\d+)?")


def _is_canvas_gradebook(table: GradebookTable) -> bool:
    """Return whether a table is a gradebook exported by Canvas."""
    return bool(table.rows) and table.rows[0][:2] == ("Student", "ID")


def _assignment_columns(table: GradebookTable) -> dict[int, re.Match[str]]:
    """Return the columns of assignments, each with the match of its title and number.

    The result is empty if the table is not a gradebook exported by Canvas.
    """
    heads = table.rows[0] if _is_canvas_gradebook(table) else ()
    return {column: found for column, head in enumerate(heads) if (found := _ASSIGNMENT.fullmatch(head))}


def _parse_canvas_gradebook(table: GradebookTable, source: str, titles: Collection[str]) -> Gradebook:
    """Parse a gradebook in which the points belong to the assignment with one of the titles or to the only assignment.

    Raises InputError if it is unclear which assignment is meant.
    """
    column = _find_assignment_column(table, source, {normalize_name(title) for title in titles})
    rows = [number for number in range(1, len(table.rows)) if table.rows[number][1].strip()]
    possible = next((row for row in table.rows[1:] if normalize_name(row[0]) == _POSSIBLE), None)
    found = _POINTS.fullmatch(possible[column].strip()) if possible else None
    max_points = Fraction(found[0]) if found else None
    students = tuple(
        GradebookRow(number, table.rows[number][1].strip(), table.rows[number][0], max_points) for number in rows
    )
    return Gradebook(table, source, students, column)


def _find_assignment_column(table: GradebookTable, source: str, titles: Collection[str]) -> int:
    named = _assignment_columns(table)
    called = [column for column, found in named.items() if normalize_name(found["title"]) in titles]
    chosen = called or [*named]
    if len(chosen) != 1:
        facts = {"columns": ", ".join(found[0] for found in named.values())[:200], "count": len(named)}
        raise InputError((Problem("gradebook-which-column", table.spans[0][0], facts, source, table.text),))
    return chosen[0]


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
"""A number of points; whether it has decimals depends on the settings of the site."""

_LANGUAGE_OF_COMMAS = "bewertung"
_DIGITS = re.compile(r"\d+\s*$")


def _is_moodle_worksheet(table: GradebookTable) -> bool:
    """Return whether a table is a grading worksheet of Moodle."""
    return {"identifier", "grade", "most"} <= _find_columns(table).keys()


def _parse_moodle_worksheet(table: GradebookTable, source: str) -> Gradebook:
    """Parse a grading worksheet.

    Raises InputError if Moodle would reject the worksheet or if its grades are not points.
    """
    columns = _find_columns(table)
    if "graded" not in columns:
        raise InputError((Problem("worksheet-no-dates", table.spans[0][0], {}, source, table.text),))
    max_points = [_NUMBER.fullmatch(row[columns["most"]]) for row in table.rows[1:]]
    for number, found in enumerate(max_points, 1):
        if found is None:
            span = table.spans[number][columns["most"]]
            facts = {"text": table.rows[number][columns["most"]]}
            raise InputError((Problem("worksheet-no-points", Span(*span), facts, source, table.text),))
    rows = tuple(_parse_worksheet_row(table, number, columns) for number in range(1, len(table.rows)))
    mark = _decimal_mark({found[1] for found in max_points if found}, table.rows[0][columns["grade"]])
    return Gradebook(table, source, rows, columns["grade"], columns.get("feedback"), mark, _feedback_html)


def _decimal_mark(marks: Collection[str | None], head: str) -> str:
    """Return the decimal mark of the numbers in the file or, if they have none, that of the file's language."""
    shown = {*marks} - {None} or {"," if head.strip().casefold() == _LANGUAGE_OF_COMMAS else "."}
    return "," if shown == {","} else "."


def _find_columns(table: GradebookTable) -> dict[str, int]:
    """Return a mapping from the names of known columns to their indices, which depend on the site."""
    heads = [" ".join(head.split()).casefold() for head in table.rows[0]] if table.rows else []
    return {name: heads.index(one) for name, known in _COLUMNS.items() for one in known if one in heads}


def _parse_worksheet_row(table: GradebookTable, number: int, columns: dict[str, int]) -> GradebookRow:
    cells = table.rows[number]
    identifier = cells[columns["identifier"]]
    digits = _DIGITS.search(identifier)
    is_open = "open" not in columns or cells[columns["open"]].strip().casefold() not in _CLOSED
    student = cells[columns["name"]] if "name" in columns else identifier
    max_points = Fraction(cells[columns["most"]].replace(",", "."))
    return GradebookRow(number, digits[0].strip() if digits else identifier, student, max_points, is_open)


def _feedback_html(text: str) -> str:
    """Convert feedback to HTML, because Moodle stores feedback as HTML.

    >>> _feedback_html("B < 3:\\nwrong")
    'B &lt; 3:<br>wrong'
    """
    html = escape(text.strip(), quote=False).replace("\n", "<br>")
    return html.replace("\\", "&#92;")  # PHP does not recognize a quote after a backslash
