"""Compare two documents with results, to find whose points or grade changed and in which parts."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from treesolve.grading.result import GRADES_SCHEMA
from treesolve.grading.rubric import ALL_PARTS
from treesolve.model.answer import normalize_name
from treesolve.model.number import Number
from treesolve.model.problem import InputError, Problem
from treesolve.notation.json_text import parse_json
from treesolve.notation.number_text import read_number

MAX_DIGITS = 100
"""Maximum number of characters of a number that is read as points."""


class GradedPart(NamedTuple):
    """The points for a part (None while the part is pending), the basis of the points, and the verdict on each item."""

    points: Number | None
    basis: str
    verdicts: Mapping[str, str]


class GradedEntry(NamedTuple):
    """The points of a student for an exercise or, if `exercise` is empty, for all tasks of a sheet.

    `label` is the exercise with its variant, or the name of the student for a sheet. `counted` has the points on the
    scale of a course system, or None while a part is pending, and the maximum on that scale.
    """

    student: str
    exercise: str
    label: str
    points: Number
    of: Number
    grade: str | None
    counted: tuple[Number | None, Number] | None = None
    parts: Mapping[str, GradedPart] = {}


class Change(NamedTuple):
    """An entry before and now, one of which may be missing. For the total of a sheet, `tasks` has the changed tasks."""

    before: GradedEntry | None
    now: GradedEntry | None
    tasks: tuple["Change", ...] = ()

    @property
    def entry(self) -> GradedEntry:
        """The current entry, or the previous one if there is no current entry."""
        found = self.now or self.before
        assert found is not None
        return found

    @property
    def parts(self) -> dict[str, tuple[GradedPart | None, GradedPart | None]]:
        """The parts whose points differ. Without a previous or a current entry, there are none."""
        if self.before is None or self.now is None:
            return {}
        old, new = self.before.parts, self.now.parts
        pairs = {part: (old.get(part), new.get(part)) for part in (*old, *new)}
        return {part: pair for part, pair in pairs.items() if len({one and one.points for one in pair}) > 1}

    @property
    def counted(self) -> tuple[Number | None, Number | None] | None:
        """The points on the scale of a course system, before and now, if they differ but the scale is the same."""
        old, new = (one and one.counted for one in (self.before, self.now))
        return (old[0], new[0]) if old and new and old[1] == new[1] and old[0] != new[0] else None

    @property
    def is_change(self) -> bool:
        """Whether the points or the grade differ, or one of the entries is missing."""
        if self.before is None or self.now is None:
            return True
        is_other = (self.before.points, self.before.grade) != (self.now.points, self.now.grade)
        return is_other or bool(self.parts or self.tasks or self.counted)


class GradesDocument(NamedTuple):
    """The results in a document, and the total of each student. Without a sheet, `totals` is None."""

    exercises: frozenset[str]
    results: tuple[GradedEntry, ...]
    totals: tuple[GradedEntry, ...] | None

    def only(self, student: str) -> "GradesDocument":
        """Return the document with only the results of one student."""
        results, totals = (
            tuple(one for one in entries or () if normalize_name(one.student) == normalize_name(student))
            for entries in (self.results, self.totals)
        )
        return self._replace(results=results, totals=None if self.totals is None else totals)


def read_grades(text: str, source: str) -> GradesDocument:
    """Parse a document with the schema treesolve/grades/2. Raises InputError if the text is not such a document."""
    try:
        document = parse_json(text, source)
        if document["schema"] != GRADES_SCHEMA:
            raise ValueError
        exercises = frozenset(_text(one["exercise"]) for one in document["exercises"])
        scale, totals = _points_or_none(document["rubric"].get("out-of")), document.get("totals")
        results = tuple(_result_entry(one, scale) for one in document["results"])
        if totals is None:
            return GradesDocument(exercises, results, None)
        results = tuple(one._replace(grade=None) for one in results)  # the sheet has one
        return GradesDocument(exercises, results, tuple(_total_entry(one, scale) for one in totals["students"]))
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError):
        raise InputError((Problem("grades-form", None, {}, source),)) from None


def _result_entry(one: Mapping[str, Any], scale: Number | None) -> GradedEntry:
    exercise, variant = _text(one["exercise"]), _text_or_none(one["variant"])
    label = exercise if variant is None else f"{exercise} ({variant})"
    parts = {part: _part(found) for part, found in one["parts"].items()}
    if not {*ALL_PARTS}.issuperset(parts):
        raise ValueError
    return GradedEntry(_text(one["student"]), exercise, label, *_worth(one, scale), parts=parts)


def _total_entry(one: Mapping[str, Any], scale: Number | None) -> GradedEntry:
    return GradedEntry(_text(one["student"]), "", _text_or_none(one["name"]) or "", *_worth(one, scale))


def _worth(
    one: Mapping[str, Any], scale: Number | None
) -> tuple[Number, Number, str | None, tuple[Number | None, Number] | None]:
    """Return the points, the maximum, the grade, and the points on the scale of a course system."""
    counted = None if scale is None or "counted" not in one else (_points_or_none(one["counted"]), scale)
    return _points(one["points"]), _points(one["of"]), _text_or_none(one["grade"]), counted


def _part(found: Mapping[str, Any]) -> GradedPart:
    verdicts = {_text(item["node"]): _text(item["verdict"]) for item in found.get("items", ())}
    return GradedPart(_points_or_none(found["points"]), _text(found["basis"]), verdicts)


def _points(entry: object) -> Fraction:
    """Convert an entry to a finite number of points. Raises ValueError for anything else."""
    text = str(entry)
    if len(text) > MAX_DIGITS or isinstance(points := read_number(text), float):
        raise ValueError(text)
    return Fraction(points)


def _points_or_none(entry: object) -> Fraction | None:
    return None if entry is None else _points(entry)


def _text(found: object) -> str:
    if not isinstance(found, str):
        raise TypeError
    return found


def _text_or_none(found: object) -> str | None:
    return None if found is None else _text(found)


def compare_grades(old: GradesDocument, new: GradesDocument) -> list[Change]:
    """Return the changes in points or grades: one per student for a sheet, else one per answer.

    If each document has a single exercise, the names of the two exercises may differ.
    """
    by_exercise = old.exercises == new.exercises or len(old.exercises) > 1 or len(new.exercises) > 1
    results = [one for one in _paired(old.results, new.results, by_exercise=by_exercise) if one.is_change]
    if old.totals is None or new.totals is None:
        return results
    tasks: dict[str, list[Change]] = {}
    for one in results:
        tasks.setdefault(normalize_name(one.entry.student), []).append(one)
    totals = _paired(old.totals, new.totals)
    with_tasks = (one._replace(tasks=tuple(tasks.get(normalize_name(one.entry.student), ()))) for one in totals)
    return [one for one in with_tasks if one.is_change]


def _paired(old: Sequence[GradedEntry], new: Sequence[GradedEntry], *, by_exercise: bool = True) -> list[Change]:
    """Pair old and new entries of the same student for the same exercise. If there are several, pair them in order."""
    found: dict[tuple[str, str, int], Change] = {}
    for is_old, entries in ((True, old), (False, new)):
        seen = Counter[tuple[str, str]]()
        for one in entries:
            student_and_exercise = normalize_name(one.student), normalize_name(one.exercise) if by_exercise else ""
            seen[student_and_exercise] += 1
            key = *student_and_exercise, seen[student_and_exercise]
            found[key] = Change(one, None) if is_old else Change(found[key].before if key in found else None, one)
    return list(found.values())
