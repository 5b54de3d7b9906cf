"""Reading of submissions from CSV files with a header and one student per row."""

import csv
import io
import re
from collections.abc import Generator, Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import PurePath
from typing import NamedTuple

from treesolve.model.answer import PARTS, QUESTIONS
from treesolve.model.problem import Problem
from treesolve.notation.writer import format_node_name
from treesolve.submissions.answer_words import IDENTIFICATION_KEYS, nearest_key, parse_key
from treesolve.submissions.submission import CellMapping, CsvRow, Submission, format_identification_line
from treesolve.submissions.text_decoding import MAX_BYTES
from treesolve.submissions.unreadable_files import format_unread_file_line, mentions_file

DELIMITERS = (";", "\t", ",")
"""Supported delimiters; if several fit equally well, the first of them is used."""

MAX_COLUMNS = 5000
"""Maximum number of columns, which suffices for one value for each node of the largest tree."""

_NODE = re.compile(r"[A-Z]{1,2}[0-9]{0,3}")
_FORMULA = re.compile(r'="([^"]*)"|\'(.*)', re.DOTALL)
_COMMENT = re.compile(r"#[^\n]*")
_NUMBERED = re.compile(r"matr|id|nr|num|kennung", re.IGNORECASE)
_CELL = re.compile(r"\s*(.*?)\s*", re.DOTALL)


class Column(NamedTuple):
    """The meaning of a column: its key in the text form and, if the column is about one node, the node's name."""

    key: str
    node: str = ""


def read_rows(text: str, source: str) -> Iterator[Submission | Problem]:
    """Yield the submissions in a CSV file, and problems with the header and with rejected rows.

    Rows that are too long or have an unclosed quote are rejected. Rows with more or fewer cells than the header become
    submissions that are not parsed and need review. If such a row has a line break, it is also rejected.
    """
    lines = io.StringIO(text).readlines()
    declared = re.fullmatch(r'"?sep=(.)"?\s*', lines[0] if lines else "", re.IGNORECASE)
    head = next((at for at, line in enumerate(lines) if at >= bool(declared) and line.strip(" ;,\t\n")), len(lines))
    delimiter = declared[1] if declared else _delimiter_of_header("".join(lines[head : head + 1]))
    rows = _rows(lines, head, source, delimiter)
    columns = yield from _read_columns(*next(rows, ([], CsvRow(source, "", 1, delimiter))))
    for cells, row in rows if any(columns) else ():
        if len(row.text) > MAX_BYTES:
            yield row.problem("submission-too-large", most=MAX_BYTES // 1024)
        elif "\n" in row.text and row.text.count('"') % 2:
            yield row.problem("submission-row-quote")
        elif _has_other_number_of_cells(cells, columns):
            yield _unread_row(cells, columns, row)
        elif any(cell.strip() for cell in cells):
            yield _submission_of_row(cells, columns, row)


def _rows(lines: Sequence[str], start: int, source: str, delimiter: str) -> Iterator[tuple[list[str], CsvRow]]:
    """Yield each row from line index `start` on with its cells; if a cell is too large, the list of cells is empty."""
    reader = csv.reader(lines[start:], delimiter=delimiter)
    end = start
    while end < len(lines):
        try:
            cells = next(reader, [])
        except csv.Error:
            cells = []
        begin, end = end, start + reader.line_num
        yield cells, CsvRow(source, "".join(lines[begin:end]).removesuffix("\n"), begin + 1, delimiter)


def _delimiter_of_header(header: str) -> str:
    """Return the delimiter that yields the most known columns in the header or, on ties, the most columns."""
    return max(DELIMITERS, key=lambda delimiter: (_number_of_known_columns(header, delimiter), header.count(delimiter)))


def _number_of_known_columns(header: str, delimiter: str) -> int:
    try:
        cells = next(csv.reader([header], delimiter=delimiter), [])
    except csv.Error:
        return 0
    return sum(_parse_heading(cell) is not None for cell in cells)


def _parse_heading(cell: str) -> Column | None:
    """Return the column that a header cell describes; None if the heading is unknown."""
    cell = _content_of_cell(cell)[0]
    meaning = parse_key(cell)
    if meaning:
        return Column(meaning)
    return Column("values", cell) if _NODE.fullmatch(cell) else None


def _read_columns(cells: Sequence[str], row: CsvRow) -> Generator[Problem, None, list[Column | None]]:
    """Yield the problems with the header, and return its columns; the list is empty if the header is unusable."""
    if len(cells) > MAX_COLUMNS:
        yield row.problem("submission-many-columns", most=MAX_COLUMNS)
        return []
    columns = [_parse_heading(cell) for cell in cells]
    if not _is_header_of_answers(columns):
        yield row.problem("submission-no-header")
        return []
    students = [number for number, column in enumerate(columns) if column == Column("student")]
    for number in sorted(students, key=lambda number: _student_column_rank(cells[number]))[1:]:
        columns[number] = None
    unknown = (cell for number, cell in enumerate(cells) if columns[number] is None and number not in students)
    others = [_content_of_cell(cell)[0] for cell in unknown]
    yield from _problems_of_unknown_columns([cell for cell in others if cell], row)
    seen: set[Column] = set()
    for number, (cell, column) in enumerate(zip(cells, columns, strict=True)):
        if column in seen:
            columns[number] = None
            yield row.problem("submission-column-twice", text=_content_of_cell(cell)[0])
        elif column:
            seen.add(column)
    return columns


def _student_column_rank(cell: str) -> int:
    """Return the rank of a column that identifies students; lower is better, and numbers rank before names."""
    if _NUMBERED.search(cell):
        return 0
    return 2 if _content_of_cell(cell)[0].casefold() == "name" else 1


def _problems_of_unknown_columns(others: list[str], row: CsvRow) -> Iterator[Problem]:
    """Yield one problem for each unknown column that is probably misspelled, and one for all other unknown columns."""
    misspelt = {cell: near for cell in others if (near := nearest_key(cell)) and _is_cell_like_key(cell, near)}
    for cell, near in misspelt.items():
        yield row.problem("submission-unknown-column", text=cell, nearest=near)
    rest = [cell for cell in others if cell not in misspelt]
    if rest:
        yield row.problem("submission-unknown-column", text=", ".join(rest), nearest=None)


def _is_cell_like_key(cell: str, key: str) -> bool:
    return SequenceMatcher(None, cell.lower(), key).ratio() > 0.7


def _is_header_of_answers(columns: list[Column | None]) -> bool:
    """Return whether the columns contain answers.

    Node names alone are not sufficient, because the line could also be the first student's answer.
    """
    keys = {column.key for column in columns if column}
    has_answers = not keys.isdisjoint((*PARTS, *QUESTIONS))
    return has_answers and ("student" in keys or any(column and not column.node for column in columns))


def _has_other_number_of_cells(cells: list[str], columns: list[Column | None]) -> bool:
    """Return whether a non-empty row has fewer cells than the header, or non-empty cells beyond those of the header."""
    is_short = len(cells) < len(columns) and any(cell.strip() for cell in cells)
    return is_short or any(cell.strip() for cell in cells[len(columns) :])


def _unread_row(cells: list[str], columns: list[Column | None], row: CsvRow) -> Submission | Problem:
    """Return a submission that needs review, for a row whose cells do not match the header.

    The student is taken from the first column if that column identifies students. If the row has a line break, return a
    problem instead, because a missing quote may have joined the answers of several students.
    """
    if "\n" in row.text:
        return row.problem("submission-row-cells", found=len(cells), expected=len(columns))
    first = _content_of_cell(cells[0])[0] if columns[0] == Column("student") else ""
    student = first or f"{PurePath(row.source).stem}:{row.line}"
    head = f"{format_identification_line('student', first)}\n" if first else ""
    return Submission(
        f"{row.source}:{row.line}", student, head + format_unread_file_line(row.text, student, "row"), row
    )


def _submission_of_row(cells: list[str], columns: list[Column | None], row: CsvRow) -> Submission:
    """Convert a row to a submission."""
    declared = {
        column.key: content
        for column, cell in zip(columns, cells, strict=False)
        if column and column.key in IDENTIFICATION_KEYS and (content := _content_of_cell(cell)[0])
    }
    head = "".join(
        f"{format_identification_line(key, text)}\n"
        for key, text in sorted(declared.items(), key=lambda item: item[0] != "student")
    )
    text, patches = _text_of_row(head, cells, columns)
    stem = PurePath(row.source).stem
    student = declared.get("student") or f"{stem}:{row.line}"
    return Submission(f"{row.source}:{row.line}", student, text, row._replace(patches=patches))


def _text_of_row(head: str, cells: list[str], columns: list[Column | None]) -> tuple[str, tuple[CellMapping, ...]]:
    """Return the text form of a row, with one line per part, and the mapping of the text's characters to cells.

    If the row has no answers, the text has a line for each cell in other columns with a file name or link, because the
    answer may be in that file.
    """
    patches = []
    text = head
    for part in (*PARTS, *QUESTIONS):
        has_started = False
        for number, (column, cell) in enumerate(zip(columns, cells, strict=False)):
            if column is None or column.key != part:
                continue
            content, offset = _content_of_cell(cell)
            if not content:
                continue
            text += " " if has_started else f"{part}: "
            text += f"{format_node_name(column.node)}=" if column.node else ""
            patches.append(CellMapping(len(text), len(text) + len(content), number, offset))
            text += content
            has_started = True
        text += "\n" if has_started else ""
    for number, (column, cell) in () if patches else enumerate(zip(columns, cells, strict=False)):
        content, offset = _content_of_cell(cell)
        if column is None and mentions_file(content):
            patches.append(CellMapping(len(text), len(text) + len(content), number, offset))
            text += f"{content}\n"
    return text, tuple(patches)


def _content_of_cell(cell: str) -> tuple[str, int]:
    """Return the content of a cell as one line, and the offset of the content in the cell.

    Excel's markers for text, as in ="4711" and '4711, are removed, and comments are blanked out.
    """
    found = _CELL.fullmatch(cell)
    assert found is not None
    content, offset = found[1], found.start(1)
    formula = _FORMULA.fullmatch(content)
    if formula:
        group = 1 if formula[1] is not None else 2
        content, offset = formula[group], offset + formula.start(group)
    return _COMMENT.sub(lambda comment: " " * len(comment[0]), content).replace("\n", " "), offset
