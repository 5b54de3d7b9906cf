"""Read the students of a course from a CSV table in the formats that student offices and course systems export."""

import csv
import io
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from unicodedata import normalize

from treesolve.model.answer import normalize_name
from treesolve.model.input_file import read_file
from treesolve.model.problem import UNPRINTABLE, InputError, Problem, Span, nearest
from treesolve.submissions.text_decoding import decode

if TYPE_CHECKING:
    from treesolve.grading.exam import Key

MAX_STUDENTS = 20_000

_ID_COLUMNS = (
    *("studentid", "studentnumber", "studentno", "idnumber", "idnummer", "matriculation", "matriculationnumber"),
    *("matrikel", "matrikelnummer", "matrikelnr", "matrnr", "matnr", "immatrikulationsnummer", "sid", "sisuserid"),
    *("kennung", "uniid", "netid", "username", "benutzername", "anmeldename", "login", "sisloginid"),
    *("teilnehmernummer", "id"),
)
_FALLBACK_ID_COLUMNS = ("student", "email", "emailaddress", "emailadresse", "mail")
_NAME_COLUMNS = (
    *("name", "fullname", "studentname", "vollständigername", "namevorname", "nachnamevorname", "vornamenachname"),
    "student",
)
_GIVEN_NAME_COLUMNS = ("firstname", "givenname", "vorname", "vornamen", "first")
_FAMILY_NAME_COLUMNS = ("lastname", "surname", "familyname", "nachname", "familienname", "last")
"""Column names without blanks and punctuation. The first id column in the order of _ID_COLUMNS is used."""

_CANVAS_TOTAL = "points possible"
"""The cell that identifies the row in which Canvas exports the maximum number of points. This row is skipped."""

MAX_BYTES, MAX_COLUMNS = 4 * 1024**2, 500
"""Maximum size of a file, above which it is rejected, and maximum number of columns. Further columns are ignored."""

MAX_PROBLEMS = 100
"""Maximum number of problems reported for one roster."""

MAX_ID_LENGTH = 80
"""Maximum number of characters of an id or a name. Longer ids are rejected, and longer names are shortened."""


class Student(NamedTuple):
    """A student on a roster. `name` is empty if the roster has no name for the student."""

    id: str
    name: str = ""


class Roster(NamedTuple):
    """The students in a table, and remarks on how the table was read."""

    students: tuple[Student, ...]
    remarks: tuple[Problem, ...] = ()


_Columns = tuple[int, ...]
"""The index of the id column, followed by the indices of the columns that make up the name."""


def roster_from_key(key: "Key") -> tuple[Student, ...]:
    """Return the students on the roster stored in a key."""
    return tuple(Student(student, key.full_name(student)) for student in key.students)


def read_roster(path: Path) -> Roster:
    """Return the students in the order of the file, with remarks on ambiguous columns and ignored cells.

    The first line must name the columns. Separators may be commas, semicolons or tabs. Raises an InputError that lists
    the mistakes in the file, and OSError if the file cannot be read.
    """
    source = str(path)
    text = _decoded_table(read_file(path, MAX_BYTES), source)
    rows = _rows_with_offsets(text, source)
    if not rows:
        raise InputError((Problem("roster-empty", None, {}, source),))
    if len(rows) > MAX_STUDENTS + 1:
        raise InputError((Problem("roster-too-long", None, {"most": MAX_STUDENTS}, source),))
    columns, remarks = _parse_header(rows[0][1], source, text)
    students, problems = _students_in_rows(rows[1:], columns, source, text)
    if not students and not problems:
        problems.append(Problem("roster-empty", None, {}, source))
    if problems:
        raise InputError(tuple(problems[:MAX_PROBLEMS]))
    width = max(index for index, cell in enumerate(rows[0][1], 1) if cell)
    remarks += [
        Problem("roster-cells", _line_span(text, offset), {"cells": ", ".join(more)[:MAX_ID_LENGTH]}, source, text)
        for offset, row in rows[1:]
        if (more := list(filter(None, row[width:])))
    ]
    return Roster(tuple(students), tuple(remarks[:MAX_PROBLEMS]))


def _students_in_rows(
    rows: Sequence[tuple[int, list[str]]], columns: _Columns, source: str, text: str
) -> tuple[list[Student], list[Problem]]:
    """Return the students in the valid rows, and the problems with the other rows."""
    known: dict[str, tuple[str, int]] = {}
    students, problems = [], []
    for offset, row in rows:
        student = _student_in_row(row, columns)
        if not student.id and _CANVAS_TOTAL in map(str.casefold, row):
            continue
        code, facts = _check_student(student, known, text)
        if code:
            problems.append(Problem(code, _line_span(text, offset), facts, source, text))
            continue
        known[normalize_name(student.id)] = student.id, offset
        students.append(student)
    return students, problems


def _decoded_table(content: bytes, source: str) -> str:
    """Decode a table. Encodings other than UTF-8 are recognized, because spreadsheets may use them."""
    try:
        return decode(content, source, MAX_BYTES)[0]
    except InputError as error:
        code = "roster-empty" if error.problems[0].code == "submission-empty" else "roster-binary"
        raise InputError((Problem(code, None, {}, source),)) from None


def _rows_with_offsets(text: str, source: str) -> list[tuple[int, list[str]]]:
    """Return the nonempty rows with their offsets in the text.

    Reading stops as soon as there are too many rows. The line in which Excel declares the separator is skipped. Raises
    InputError for an unclosed quotation mark.
    """
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    separator_line = _SEPARATOR.fullmatch(lines[0])
    head = re.sub('"[^"]*"', "", next(filter(str.strip, lines), ""))
    delimiter = separator_line[1] if separator_line else max((",", ";", "\t"), key=head.count)
    reader = csv.reader(io.StringIO(text), delimiter=delimiter, strict=True)
    rows = []
    before = 0
    try:
        for row in reader:
            if any(cell.strip() for cell in row) and not (separator_line and before == 0):
                rows.append((starts[before], [_clean_cell(cell) for cell in row[:MAX_COLUMNS]]))
            before = reader.line_num
            if len(rows) > MAX_STUDENTS + 1:
                break
    except csv.Error:
        raise InputError((Problem("roster-quote", _line_span(text, starts[before]), {}, source, text),)) from None
    return rows


_SEPARATOR = re.compile(r'"?sep=([;,\t])"?[ \t]*', re.IGNORECASE)
"""The line in which Excel declares the separator."""

_EXCEL_TEXT = re.compile(r'="([^"]*)"')
"""The notation with which Excel keeps the leading zeros of a number."""


def _clean_cell(cell: str) -> str:
    """Return the text of a cell on one line and in Unicode normal form C, without Excel's notation for text."""
    found = _EXCEL_TEXT.fullmatch(cell.strip())
    return " ".join(normalize("NFC", found[1] if found else cell).split())


def _parse_header(head: Sequence[str], source: str, text: str) -> tuple[_Columns, list[Problem]]:
    """Return the columns with the id and the name, and a remark if several columns look like ids."""
    names = [re.sub(r"[\W_]+", "", cell.casefold()) for cell in head]
    at = _line_span(text, len(text) - len(text.lstrip()))
    ids = [index for known in _ID_COLUMNS for index, name in enumerate(names) if name == known]
    ids = ids or [names.index(known) for known in _FALLBACK_ID_COLUMNS if known in names][:1]
    if not ids:
        columns = {"columns": ", ".join(head)[:120], "nearest": _nearest_column(names)}
        raise InputError((Problem("roster-without-id", at, columns, source, text),))
    facts = {"column": head[ids[0]], "others": [head[index] for index in ids[1:]]}
    remarks = [Problem("roster-several-ids", at, facts, source, text)] if ids[1:] else []
    names[ids[0]] = ""
    whole, given, family = (
        next((names.index(known) for known in group if known in names), None)
        for group in (_NAME_COLUMNS, _GIVEN_NAME_COLUMNS, _FAMILY_NAME_COLUMNS)
    )
    if given is not None and family is None and whole is not None:
        whole, family = None, whole  # "Name" next to "Vorname" is the family name
    both = [index for index in (given, family) if index is not None]
    return (ids[0], *(both if len(both) > 1 or whole is None else [whole])), remarks


def _nearest_column(names: Sequence[str]) -> str | None:
    others = [
        name for name in names if name and name not in (*_NAME_COLUMNS, *_GIVEN_NAME_COLUMNS, *_FAMILY_NAME_COLUMNS)
    ]
    return next((found for name in others if (found := nearest(name, _ID_COLUMNS))), None)


def _student_in_row(row: Sequence[str], columns: _Columns) -> Student:
    cells = [row[index] if index < len(row) else "" for index in columns]
    name = " ".join(filter(None, cells[1:]))
    return Student(cells[0], name if len(name) <= MAX_ID_LENGTH else f"{name[: MAX_ID_LENGTH - 1]}…")


def _check_student(student: Student, known: Mapping[str, tuple[str, int]], text: str) -> tuple[str, dict[str, Any]]:
    """Return the code and the facts of a problem with a student. Without a problem, the code is empty."""
    if not student.id:
        return "roster-id-missing", {"name": student.name}
    if UNPRINTABLE.search(student.id + student.name):
        return "control-character", {}
    if len(student.id) > MAX_ID_LENGTH:
        return "roster-too-wide", {"id": student.id[:20], "most": MAX_ID_LENGTH}
    if normalize_name(student.id) in known:
        other, first = known[normalize_name(student.id)]
        return "roster-id-twice", {"id": student.id, "other": other, "line": text.count("\n", 0, first) + 1}
    return "", {}


def _line_span(text: str, offset: int) -> Span:
    end = text.find("\n", offset)
    return Span(offset, len(text) if end < 0 else end)
