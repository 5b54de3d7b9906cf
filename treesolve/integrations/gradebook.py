"""Entry of points into a gradebook that a course system exported, using its rows, language and number format.

Only individual cells of the CSV file are replaced, and everything else is preserved byte for byte.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from treesolve.model.number import Number
from treesolve.model.problem import InputError, Problem, Span
from treesolve.notation.csv_text import escape_formulas

MAX_BYTES = 64 << 20

_CELL = re.compile(r'"(?:[^"]|"")*"|[^",;\r\n][^,\r\n]*|')
_PHP_CELL = re.compile(r'"(?:\\.|[^"\\]|"")*"|[^",;\r\n][^,\r\n]*|', re.DOTALL)
"""A cell as Moodle writes it with PHP, which does not double a quote after a backslash."""


class GradebookTable(NamedTuple):
    """The rows of a CSV table, including the header, with the content of each cell and the cell's span in the text."""

    text: str
    rows: tuple[tuple[str, ...], ...]
    spans: tuple[tuple[Span, ...], ...]


def read_table(text: str) -> GradebookTable:
    """Parse a CSV table with commas as delimiters; quotes may be escaped in the usual way or as PHP does.

    >>> read_table('Student,ID\\r\\n"A, B",7\\r\\n').rows
    (('Student', 'ID'), ('A, B', '7'))
    """
    found = _parse_table(text, _CELL)
    if _is_rectangular(found):
        return found
    of_php = _parse_table(text, _PHP_CELL)
    return of_php if _is_rectangular(of_php) else found


def check_rows(table: GradebookTable, source: str) -> None:
    """Raise InputError if a row has more or fewer cells than the header."""
    for row, spans in zip(table.rows[1:], table.spans[1:], strict=True):
        if len(row) != len(table.rows[0]):
            facts, span = {"found": len(row), "expected": len(table.rows[0])}, Span(spans[0].start, spans[0].end + 1)
            raise InputError((Problem("worksheet-row-cells", span, facts, source, table.text),))


def _is_rectangular(table: GradebookTable) -> bool:
    return len({len(row) for row in table.rows}) == 1


def _parse_table(text: str, cell: re.Pattern[str]) -> GradebookTable:
    rows = [row for row in _row_spans(text, cell) if len(row) > 1 or row[0].end > row[0].start]
    return GradebookTable(
        text, tuple(tuple(_unquote_cell(text[slice(*span)]) for span in row) for row in rows), tuple(rows)
    )


def _row_spans(text: str, cell: re.Pattern[str]) -> Iterator[tuple[Span, ...]]:
    """Yield, for each row, the spans of its cells."""
    position, row = int(text.startswith("\ufeff")), list[Span]()
    while position <= len(text):
        found = cell.match(text, position)
        assert found is not None
        end = found.end()
        while end < len(text) and text[end] not in ",\r\n":  # include any text after a closing quote
            end += 1
        row.append(Span(position, end))
        if text[end : end + 1] == ",":
            position = end + 1
            continue
        yield tuple(row)
        row, position = [], end + (2 if text.startswith("\r\n", end) else 1)


def _unquote_cell(cell: str) -> str:
    return cell[1:-1].replace('""', '"') if len(cell) > 1 and cell[0] == cell[-1] == '"' else cell


def replace_cells(table: GradebookTable, cells: Mapping[tuple[int, int], str]) -> str:
    """Return the text with some cells replaced; `cells` maps pairs of row and column to the new content.

    >>> replace_cells(read_table("A,B\\n1,\\n"), {(1, 1): "7,50"})
    'A,B\\n1,"7,50"\\n'
    """
    position, fragments = 0, list[str]()
    for row, column in sorted(cells):
        span = table.spans[row][column]
        fragments += [table.text[position : span.start], _quote_cell(cells[row, column])]
        position = span.end
    return "".join([*fragments, table.text[position:]])


def _quote_cell(content: str) -> str:
    """Return the content as a CSV cell, which is quoted in the same cases as in exports of Moodle and Canvas."""
    return '"' + content.replace('"', '""') + '"' if re.search(r'[\s",;\\]', content) else content


# Points


class GradebookEntry(NamedTuple):
    """The result of one student, who is identified by the system's identifier `key`.

    `points` out of `max_points` are entered into the gradebook. `points` is None if the submission could not be graded
    or needs review.
    """

    key: str
    student: str
    source: str
    points: Number | None
    feedback: str = ""
    max_points: Number | None = None


class GradebookRow(NamedTuple):
    """A student's row in a gradebook.

    `number` is the index of the row in the table, and `key` is the system's identifier of the student. `is_open` is
    false if the system does not allow changes to the row.
    """

    number: int
    key: str
    student: str
    max_points: Number | None = None
    is_open: bool = True


class Gradebook(NamedTuple):
    """A parsed gradebook with the rows of its students.

    `grade` and `feedback` are the columns to fill in; `feedback` is None if the gradebook has no column for it.
    `decimal_mark` is the decimal mark of the gradebook's numbers. `format_feedback` converts feedback to the format of
    the course system.
    """

    table: GradebookTable
    source: str
    rows: tuple[GradebookRow, ...]
    grade: int
    feedback: int | None = None
    decimal_mark: str = "."
    format_feedback: Callable[[str], str] = str


def match_to_roster(book: Gradebook, is_on_roster: Callable[[str], bool]) -> dict[str, str]:
    """Return a mapping from the keys of students in the gradebook to their names on the roster.

    A student's name on the roster is the only cell in the student's row that is on the roster. This cell can contain a
    number, an email address or a name, depending on what the site shows. Students without exactly one such cell, or
    whose cell also occurs in another row, are left out.
    """
    cells = {row.key: {cell for cell in book.table.rows[row.number] if is_on_roster(cell)} for row in book.rows}
    times = Counter(cell for found in cells.values() for cell in found)
    return {key: next(iter(found)) for key, found in cells.items() if [times[cell] for cell in found] == [1]}


def fill_gradebook(book: Gradebook, earned: Sequence[GradebookEntry]) -> tuple[str, list[Problem]]:
    """Return the text of the gradebook with points and feedback filled in, and the problems.

    There is a problem for each entry that could not be written, and there are remarks about rows without points and
    about replaced values. Formulas in feedback are escaped, so that spreadsheet programs do not execute them.
    """
    rows, times = {row.key: row for row in book.rows}, Counter(one.key for one in earned)
    if earned and not rows.keys() & times.keys():
        names = [one.student for one in earned]
        return book.table.text, [Problem("gradebook-other-students", None, summarize_names(names), book.source)]
    cells: dict[tuple[int, int], str] = {}
    problems: list[Problem] = []
    for one in earned:
        row = rows.get(one.key)
        problem = _find_problem(one, row, book, times[one.key])
        if problem is not None:
            problems.append(problem)
        elif row is not None and one.points is not None:
            cells[row.number, book.grade] = format_points(one.points, book.decimal_mark)
            if book.feedback is not None and one.feedback:
                cells[row.number, book.feedback] = escape_formulas(book.format_feedback(one.feedback))
    replaced = _overwritten_students(cells, book)
    return replace_cells(book.table, cells), [*problems, *_unchanged_row_problems(book, earned, replaced)]


def _overwritten_students(cells: Mapping[tuple[int, int], str], book: Gradebook) -> list[str]:
    """Return the students whose previous grade or feedback was replaced by a different value."""
    before = book.table.rows
    rows = {row for (row, column), text in cells.items() if before[row][column].strip() not in ("", text)}
    return [row.student for row in book.rows if row.number in rows]


def _find_problem(one: GradebookEntry, row: GradebookRow | None, book: Gradebook, times: int) -> Problem | None:
    """Return the reason why a student's points cannot be written; None if they can.

    Entries without points also return None, because `_unchanged_row_problems` reports all of them together.
    """
    facts = {"student": one.student, "key": one.key, "sheet": book.source}
    if row is None:
        return Problem("gradebook-no-row", None, facts, one.source)
    if times > 1:
        return Problem("gradebook-twice", None, facts, one.source)
    if one.points is None:
        return None
    if not row.is_open:
        return Problem("gradebook-locked", None, facts, one.source)
    if row.max_points is not None and one.points > row.max_points:
        numbers = {"points": one.points, "most": row.max_points}
        return Problem("gradebook-above-maximum", None, {**facts, **numbers}, one.source)
    return None


def _unchanged_row_problems(
    book: Gradebook, earned: Sequence[GradebookEntry], replaced: Sequence[str]
) -> list[Problem]:
    """Return remarks about unchanged rows, which are pending or have no submission, and about replaced values."""
    known = {one.key for one in earned}
    absent = [row.student for row in book.rows if row.key not in known]
    pending = [one.student for one in earned if one.points is None]
    notices = (("gradebook-pending", pending), ("gradebook-no-submission", absent), ("gradebook-replaced", replaced))
    return [
        *_maximum_mismatch(book, earned),
        *(Problem(code, None, summarize_names(names), book.source) for code, names in notices if names),
    ]


def _maximum_mismatch(book: Gradebook, earned: Sequence[GradebookEntry]) -> list[Problem]:
    """Return a remark if the maximum number of points in the gradebook differs from that of the exercise."""
    max_points = {row.max_points for row in book.rows if row.max_points is not None}
    possible = {one.max_points for one in earned if one.max_points is not None}
    if not max_points or not possible or max_points == possible:
        return []
    facts = {"possible": max(possible), "most": max(max_points)}
    return [Problem("gradebook-other-maximum", None, facts, book.source)]


MAX_NAMES = 12
"""Maximum number of students who are listed by name in a message."""


def summarize_names(names: Sequence[str]) -> Mapping[str, object]:
    """Return the facts for a message about students.

    These are the number of students, the first MAX_NAMES names, and the number of names that are left out.
    """
    return {"count": len(names), "names": ", ".join(names[:MAX_NAMES]), "more": max(0, len(names) - MAX_NAMES)}


def format_points(points: Number, decimal_mark: str) -> str:
    """Return the points with two decimals, or with up to five if two are not sufficient.

    >>> format_points(Fraction(15, 2), ","), format_points(Fraction(1, 3), "."), format_points(3, ".")
    ('7,50', '0.33333', '3.00')
    """
    scaled = round(Fraction(points) * 10**5)  # rounding half to even does not matter at this precision
    whole, decimals = divmod(abs(scaled), 10**5)
    digits = f"{decimals:05d}"
    return f"{'-' * (scaled < 0)}{whole}{decimal_mark}{digits[:2]}{digits[2:].rstrip('0')}"
