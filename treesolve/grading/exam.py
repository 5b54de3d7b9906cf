"""Exam keys: one or several exercises with their conventions and points.

A key is created from tree files, or read from a document with the schema treesolve/key/1. It contains everything that
is needed to mark answers.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from treesolve.grading.answer_key import AnswerKey
from treesolve.grading.exercise import Exercise, exercise_json, read_exercises, solution_texts, variant_in_entry
from treesolve.model.answer import normalize_name
from treesolve.model.problem import InputError, Problem, Span, nearest
from treesolve.notation.json_text import parse_json

SCHEMA = "treesolve/key/1"

MAX_LABELS = 200
"""Maximum number of variants of an exercise that are offered as choices for an answer without a task."""

_OBJECT = re.compile(r"\s*\{")


class _Key(NamedTuple):
    exercises: Sequence[Exercise]
    students: Mapping[str, str] = {}
    sheet: Mapping[str, Any] = {}
    full_names: Mapping[str, str] = {}


class Key(_Key):
    """The exercises of an exam, in order.

    If the exercises belong to a sheet, `students` has the variant of each student id, `sheet` has the properties of the
    sheet, and `full_names` has the name for each student id. Each of the three may be empty.
    """

    def find(self, name: str | None, variant: str | None, student: str = "") -> int:
        """Return the index of the exercise with the name and the variant in an answer.

        The name may be None if there is only one exercise, and the variant may be None if there is only one variant.
        For students on the roster, the variant in the roster takes precedence. Raises InputError if no exercise matches
        or several do.
        """
        named = self._matching_names(name)
        if not named:
            raise _unknown_name_error("answer-other-exercise", name, self.names)
        if len(named) > 1:
            raise _unknown_name_error("answer-which-exercise", None, self.names)
        numbers = self._numbers_by_name[named[0]]
        variant = self.variant_of(student) or self._resolve_variant(variant)
        if variant is None and len(numbers) > 1:
            raise _unknown_name_error("answer-which-variant", None, self._variants_among(numbers.values()))
        first, alone = next(iter(numbers.values())), len(numbers) == 1
        if variant is None or (alone and self._headings[first][1] is None):
            return first
        if normalize_name(variant) not in numbers:
            raise _unknown_name_error("answer-other-variant", variant, self._variants_among(numbers.values()))
        return numbers[normalize_name(variant)]

    def _variants_among(self, numbers: Iterable[int]) -> Iterator[str]:
        """Return the variants of these exercises by the names used in answers."""
        return (str(self._headings[number][1]) for number in numbers)

    def variant_of(self, student: str) -> str | None:
        """Return the student's variant in the roster, or None. Differences in how the id is written are ignored."""
        return self._variants_by_student.get(normalize_name(student))

    def full_name(self, student: str) -> str:
        """Return the student's name in the roster, or "". Differences in how the id is written are ignored."""
        return self._full_names_by_student.get(normalize_name(student), "")

    def conflicting_variant(self, variant: str | None, student: str) -> str | None:
        """Return the student's variant in the roster if the answer names a different variant, else None."""
        assigned, named = self.variant_of(student), self._resolve_variant(variant)
        return assigned if assigned and named and normalize_name(assigned) != normalize_name(named) else None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the exercises, without repetitions."""
        return tuple(self._names_as_written.values())

    @property
    def first_numbers(self) -> tuple[int, ...]:
        """The index of the first exercise with each name. On a sheet, these are the exercises of one variant."""
        return tuple(next(iter(numbers.values())) for numbers in self._numbers_by_name.values())

    def name_of(self, number: int) -> str:
        """Return the name of the exercise with this index."""
        return self._headings[number][0]

    def label(self, number: int) -> str:
        """Return the unique label of the exercise with this index: its name, followed by its variant if necessary."""
        name, variant, _ = self._headings[number]
        return name if len(self._numbers_by_name[normalize_name(name)]) == 1 else f"{name} ({variant})"

    def labels(self, variant: str | None, student: str) -> tuple[str, ...]:
        """Return the labels of the exercises that a student's answer may belong to."""
        found = list[str]()
        for name, numbers in zip(self.names, self._numbers_by_name.values(), strict=True):
            is_clear = self.number_with_label(name, variant, student) is not None
            found += [name] if is_clear else list(map(self.label, numbers.values()))[:MAX_LABELS]
        return tuple(found)

    def number_with_label(self, label: str, variant: str | None, student: str) -> int | None:
        """Return the index of the exercise with this label, or None.

        The label may also be the name of an exercise, which means the one in the student's variant.
        """
        number = self._numbers_by_label.get(normalize_name(label))
        if number is not None:
            return number
        try:
            return self.find(label, variant, student)
        except InputError:
            return None

    @cached_property
    def _numbers_by_label(self) -> dict[str, int]:
        numbers = range(len(self._headings))
        return {normalize_name(self.label(number)): number for number in reversed(numbers)}

    def has_exercise(self, name: str) -> bool:
        """Return whether an exercise has this name or title."""
        return bool(self._matching_names(name))

    @property
    def is_sheet(self) -> bool:
        """Whether the exercises are tasks of one sheet."""
        return bool(self.sheet or self.students)

    @cached_property
    def _headings(self) -> "list[tuple[str, str | None, str | None]]":
        """The name, variant and title of each exercise. Lazily read exercises have None as their title."""
        listed = self.exercises
        return (
            listed.names_and_variants()
            if isinstance(listed, LazyExercises)
            else [(e.name, e.variant, e.tree.title) for e in listed]
        )

    @cached_property
    def _names_as_written(self) -> dict[str, str]:
        """The name of each exercise as originally written, by normalized name."""
        found: dict[str, str] = {}
        for name, _, _ in self._headings:
            found.setdefault(normalize_name(name), name)
        return found

    @cached_property
    def _numbers_by_name(self) -> dict[str, dict[str, int]]:
        """The index of the first exercise with each normalized name and variant."""
        found: dict[str, dict[str, int]] = {}
        for number, (name, variant, _) in enumerate(self._headings):
            found.setdefault(normalize_name(name), {}).setdefault(normalize_name(str(variant)), number)
        return found

    @cached_property
    def _variants_by_student(self) -> dict[str, str]:
        return {normalize_name(student): variant for student, variant in self.students.items()}

    def _resolve_variant(self, variant: str | None) -> str | None:
        return variant and self._names_by_code.get(normalize_name(variant), variant)

    @property
    def codes(self) -> dict[str, str]:
        """The code of each named variant, by the name of the variant."""
        codes = self.sheet.get("codes", {})
        return {str(name): str(code) for name, code in codes.items()} if isinstance(codes, Mapping) else {}

    @cached_property
    def _names_by_code(self) -> dict[str, str]:
        return {normalize_name(code): name for name, code in self.codes.items()}

    @cached_property
    def numbers_by_variant(self) -> dict[str, list[int]]:
        """The indices of the exercises of each variant."""
        found: dict[str, list[int]] = {}
        for number, (_, variant, _) in enumerate(self._headings):
            found.setdefault(str(variant), []).append(number)
        return found

    @cached_property
    def _full_names_by_student(self) -> dict[str, str]:
        return {normalize_name(student): name for student, name in self.full_names.items()}

    @cached_property
    def _names_by_title(self) -> dict[str, dict[str, None]]:
        """The normalized names of the exercises with each normalized title."""
        found: dict[str, dict[str, None]] = {}
        for name, _, title in self._headings:
            if title:
                found.setdefault(normalize_name(title), {})[normalize_name(name)] = None
        return found

    def _matching_names(self, name: str | None) -> list[str]:
        """Return the normalized names of the exercises with this name or title, or all names if `name` is None."""
        if name is None:
            return list(self._numbers_by_name)
        wanted = normalize_name(name)
        by_name = [wanted] if wanted in self._numbers_by_name else []
        return list(dict.fromkeys([*by_name, *self._names_by_title.get(wanted, ())]))


class LazyExercises(Sequence[Exercise]):
    """The exercises of a large key, stored as JSON objects. Each exercise is parsed when it is accessed.

    Accessing a malformed exercise raises InputError with the code "key-form".
    """

    def __init__(self, entries: Sequence[Any], source: str = "-") -> None:
        self.entries, self.source = entries, source

    def __len__(self) -> int:
        return len(self.entries)

    def __getitem__(self, number: int) -> Exercise:  # type: ignore[override]
        entry = self.entries[number]
        try:
            return read_exercises([entry], self.source)[0]
        except _FORMAT_ERRORS:
            raise InputError((Problem("key-form", None, {}, self.source),)) from None

    def names_and_variants(self) -> "list[tuple[str, str | None, str | None]]":
        """Return the name and variant of each exercise, and None as its title, because titles are not parsed."""
        return [(str(entry["exercise"]), variant_in_entry(entry), None) for entry in self.entries]


def _unknown_name_error(code: str, text: str | None, known: Iterable[str]) -> InputError:
    names = tuple(dict.fromkeys(known))
    shown = ", ".join(names[:12]) + (", …" if len(names) > 12 else "")
    facts = {"text": text, "known": shown, "nearest": nearest(text, names) if text else None}
    return InputError((Problem(code, None, facts),))


def key_document(key: Key) -> str:
    """Return the key as a document with the schema treesolve/key/1. It is indented so that diffs are readable."""
    return json.dumps({"schema": SCHEMA, **sheet_json(key), "exercises": exercises_json(key)}, indent=1) + "\n"


def sheet_json(key: Key) -> dict[str, Any]:
    """Return the fields of a key document that describe the sheet. Empty fields are left out."""
    fields = {"sheet": dict(key.sheet), "students": dict(key.students), "names": dict(key.full_names)}
    return {name: entry for name, entry in fields.items() if entry}


def exercises_json(key: Key) -> list[dict[str, Any]]:
    """Return the exercises of a key as JSON objects."""
    if isinstance(key.exercises, LazyExercises):
        return list(key.exercises.entries)
    return [exercise_json(one) for one in key.exercises]


def key_head(sheet: Mapping[str, Any]) -> str:
    """Return the beginning of a sheet's key document. The comma-separated entries and the tail must follow."""
    return json.dumps({"schema": SCHEMA, "sheet": dict(sheet)})[:-1] + ',\n"exercises": ['


def key_entry(exercise: Exercise, key: AnswerKey) -> str:
    """Return the entry of an exercise in a key document, with its solution, on one line."""
    return json.dumps({**exercise_json(exercise), "solution": solution_texts(key)})


def key_tail(students: Mapping[str, str], names: Mapping[str, str]) -> str:
    """Return the end of a sheet's key document, which has the variants and the names of the students."""
    roster = f'\n],\n"students": {json.dumps(dict(students), indent=1)}'
    return roster + (f',\n"names": {json.dumps(dict(names), indent=1)}}}\n' if names else "}\n")


def is_key(text: str) -> bool:
    """Return whether `text` looks like a key document rather than a tree."""
    return bool(_OBJECT.match(text)) and '"schema"' in text[:200]


def read_key(text: str, source: str = "-") -> Key:
    """Parse a key document. Raises an InputError with the problems found in the document."""
    try:
        document = parse_json(text, source)
        key = _parse_document(document, source)
    except json.JSONDecodeError as error:
        facts = {"reason": error.msg}
        raise InputError((Problem("key-syntax", Span(error.pos, error.pos + 1), facts, source, text),)) from None
    except _FORMAT_ERRORS:
        raise InputError((Problem("key-form", None, {}, source),)) from None
    if not key.exercises:
        raise InputError((Problem("key-empty", None, {}, source),))
    return key


_FORMAT_ERRORS = (LookupError, TypeError, ValueError, AttributeError, RecursionError)

LAZY_READING_THRESHOLD = 500
"""Minimum number of exercises of a sheet for which each exercise is parsed only when it is accessed."""


def _parse_document(document: Any, source: str) -> Key:
    """Return the key in a parsed document. Raises InputError or one of _FORMAT_ERRORS if the document is malformed."""
    if document["schema"] != SCHEMA:
        raise InputError((Problem("key-schema", None, {"schema": str(document["schema"])[:80], "known": SCHEMA}),))
    entries = list(document["exercises"])
    sheet_fields = _read_sheet(document)
    if document.get("sheet") and len(entries) >= LAZY_READING_THRESHOLD:
        exercises = LazyExercises(entries, source)
        exercises.names_and_variants()
        return Key(exercises, *sheet_fields)
    return Key(read_exercises(entries, source), *sheet_fields)


def _read_sheet(document: Mapping[str, Any]) -> tuple[dict[str, str], dict[str, Any], dict[str, str]]:
    """Return the variants by student, the properties of the sheet, and the names by student.

    Raises one of _FORMAT_ERRORS for malformed fields.
    """
    students, names = (
        {str(student): str(variant) for student, variant in document.get(field, {}).items()}
        for field in ("students", "names")
    )
    return students, dict(document.get("sheet", {})), names
