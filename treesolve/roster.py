"""The students of a course, from a table that their office exports.

Vocabulary

    roster      a CSV file with a student a row
    student     a person who gets a sheet: an id that is unique in the roster, and a name to be printed
"""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from treesolve.problem import UNPRINTABLE, InputError, Problem, Span, nearest
from treesolve.submission.decoding import encoding_of

MOST_STUDENTS = 20_000
"""So many students a roster may have."""

_IDS = (
    *("id", "student", "student id", "matriculation", "matriculation number", "matrikel", "matrikelnummer"),
    *("matr nr", "matrnr", "matrikel nr", "kennung", "username", "benutzername", "anmeldename"),
)
_NAMES = ("name", "full name", "student name", "vollständiger name")
_GIVEN = ("first name", "given name", "vorname")
_FAMILY = ("last name", "surname", "family name", "nachname", "familienname")

LONGEST = 80
"""So many characters an id or a name may have."""


class Student(NamedTuple):
    """A student of a roster: an id, and a name; empty where the roster has none."""

    id: str
    name: str = ""


class _Columns(NamedTuple):
    """Where a row has the id, and where the pieces of the name."""

    id: int
    name: tuple[int, ...]


def read_roster(path: Path) -> tuple[Student, ...]:
    """The students, in the order of the file.

    The first line names the columns; separators are commas, semicolons or tabs. Raises InputError with everything
    wrong in the file, OSError where it cannot be read.
    """
    source = str(path)
    text = _decoded(path.read_bytes(), source)
    problems = []
    lines = list(_rows(text))
    if not lines:
        raise InputError((Problem("roster-empty", None, {}, source),))
    columns = _columns(lines[0][1], source, text)
    students: dict[str, int] = {}
    found = []
    for offset, row in lines[1:]:
        student = _student(row, columns)
        code, facts = _fault(student, students, text)
        if code:
            problems.append(Problem(code, _line_span(text, offset), facts, source, text))
            continue
        students[student.id.casefold()] = offset
        found.append(student)
    if len(found) > MOST_STUDENTS:
        problems.append(Problem("roster-too-long", None, {"count": len(found), "most": MOST_STUDENTS}, source))
    if not found and not problems:
        problems.append(Problem("roster-empty", None, {}, source))
    if problems:
        raise InputError(tuple(problems))
    return tuple(found)


def _decoded(content: bytes, source: str) -> str:
    """The text of a table, also as spreadsheets write it that know nothing of UTF-8."""
    encoding = encoding_of(content)
    if encoding is None:
        raise InputError((Problem("roster-binary", None, {}, source),))
    return content.decode(encoding, "replace").replace("\r\n", "\n").replace("\r", "\n")


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """The rows that are not empty, each with the offset at which it begins."""
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    reader = csv.reader(io.StringIO(text), delimiter=_delimiter(lines[0]))
    before = 0
    for row in reader:
        if any(cell.strip() for cell in row):
            yield starts[before], [" ".join(cell.split()) for cell in row]
        before = reader.line_num


def _delimiter(head: str) -> str:
    return max((",", ";", "\t"), key=head.count)


def _columns(head: Sequence[str], source: str, text: str) -> _Columns:
    names = [re.sub(r"[^\w]+", " ", cell.casefold()).strip() for cell in head]
    ids = [names.index(known) for known in _IDS if known in names]
    if not ids:
        facts = {"columns": ", ".join(head)[:120], "nearest": _nearest_column(names)}
        raise InputError((Problem("roster-without-id", _line_span(text, 0), facts, source, text),))
    whole = [names.index(known) for known in _NAMES if known in names]
    parts = [names.index(known) for group in (_GIVEN, _FAMILY) for known in group if known in names]
    return _Columns(ids[0], tuple(parts if len(parts) > 1 else whole[:1] or parts))


def _nearest_column(names: Sequence[str]) -> str | None:
    return next((found for name in names if name and (found := nearest(name, _IDS))), None)


def _student(row: Sequence[str], columns: _Columns) -> Student:
    cells = [row[place] if place < len(row) else "" for place in (columns.id, *columns.name)]
    return Student(cells[0], " ".join(filter(None, cells[1:])))


def _fault(student: Student, known: dict[str, int], text: str) -> tuple[str, dict[str, object]]:
    """The code of what is wrong with a student, and the facts; an empty code where nothing is."""
    if not student.id:
        return "roster-id-missing", {"name": student.name}
    if UNPRINTABLE.search(student.id + student.name):
        return "control-character", {}
    if max(len(student.id), len(student.name)) > LONGEST:
        return "roster-too-wide", {"id": student.id[:20], "most": LONGEST}
    if student.id.casefold() in known:
        first = text.count("\n", 0, known[student.id.casefold()]) + 1
        return "roster-id-twice", {"id": student.id, "line": first}
    return "", {}


def _line_span(text: str, offset: int) -> Span:
    end = text.find("\n", offset)
    return Span(offset, len(text) if end < 0 else max(end, offset + 1))
