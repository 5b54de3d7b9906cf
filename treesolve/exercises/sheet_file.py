"""A sheet kept in a TOML file.

title = "Klausur"
course = "Künstliche Intelligenz"
date = 2027-02-11
language = "de"
lecture = "aima"
time = 45
points = 30
note = "Erlaubt ist ein **Blatt** mit Notizen."

[[task]]
file = "deep-cut.tree"
points = { values = 6, pruned = 8, best = 1 }

[[task]]
shape = "3x2x3x2"
values = "0..60"
want = ["pruned=6..10", "deep-cut"]
points = { pruned = 15 }
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any

from treesolve.exercises.planned_sheet import FIELDS, Look, Sheet, Task, problems_of_names
from treesolve.exercises.task_file import Place, lecture_of, task_in
from treesolve.grading.field_checks import (
    Check,
    are_some_of,
    field_problems,
    in_order_of_text,
    is_flag,
    is_number_within,
    is_one_of,
    is_text,
)
from treesolve.model.answer import MOST_POINTS
from treesolve.model.convention import DEFAULT, Convention
from treesolve.model.problem import InputError, Problem
from treesolve.model.resources import languages
from treesolve.notation.toml_source import TomlText, read_toml

PAPERS, SHAPES = ("a4", "letter"), ("triangles", "squares", "circles")

LONGEST_ID = 16
"""So many characters an id may have."""

MOST_TASKS, MOST_MINUTES = 50, 1440


def read_sheet(path: Path, usual: Convention = DEFAULT, language: str = "en") -> Sheet:
    """The sheet a TOML file describes; files it names are looked for beside it.

    `usual` is the convention of tasks for which nothing names one, `language` that of a sheet that names none.

    Raises InputError with everything wrong in it and in these files, OSError where it cannot be read.
    """
    file = read_toml(path)
    problems = field_problems(file, _CHECKS)
    problems += _problems_of_missing_keys(file)
    tasks = list(
        _readable_tasks(file, Place(path.parent, _lecture_named(file, path.parent, problems), usual=usual), problems)
    )
    if not problems:
        problems += _problems_of_stated_total(file, tasks)
    if problems:
        raise InputError(in_order_of_text(problems, file))
    return _sheet_of_fields({"language": language, **file.fields}, tuple(tasks), path)


def _sheet_of_fields(fields: Mapping[str, Any], tasks: tuple[Task, ...], path: Path) -> Sheet:
    look = Look(**{key: fields[key] for key in Look._fields if key in fields})
    kept: dict[str, Any] = {key: fields[key] for key in ("date", "language", "note") if key in fields}
    kept |= {key: tuple(fields[key]) for key in ("fields", "variants") if key in fields}
    kept |= {key: " ".join(fields[key].split()) for key in ("title", "course") if key in fields}
    named = fields.get("id") or sheet_id(path.stem)
    return Sheet(named, tasks=tasks, minutes=fields.get("time"), look=look, **kept)


def sheet_id(name: str) -> str:
    """What names a sheet in a code: capital letters, digits and hyphens.

    >>> sheet_id("Übungsblatt 3")
    'UBUNGSBLATT-3'
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().upper()
    return re.sub(r"[^A-Z0-9]+", "-", plain).strip("-")[:LONGEST_ID].strip("-") or "SHEET"


def _lecture_named(file: TomlText, folder: Path, problems: list[Problem]) -> str | None:
    """What the sheet calls its lecture, where that can be read; else what is wrong is added to the problems."""
    lecture = file.fields.get("lecture")
    if not isinstance(lecture, str):
        return None
    try:
        lecture_of(file, lecture, folder)
    except InputError as error:
        problems += error.problems
        return None
    return lecture


def _readable_tasks(file: TomlText, around: Place, problems: list[Problem]) -> Iterator[Task]:
    """The tasks that can be read; what is wrong with the others is added to the problems."""
    for number, entry in enumerate(file.entries("task")[:MOST_TASKS], 1):
        try:
            yield task_in(entry, around._replace(label=str(number)))
        except InputError as error:
            problems += [problem for problem in error.problems if problem not in problems]


def _problems_of_missing_keys(file: TomlText) -> Iterator[Problem]:
    title = file.fields.get("title", "")
    if isinstance(title, str) and not title.strip():
        yield file.problem("sheet-untitled", "title" if "title" in file.fields else None)
    if "task" not in file.fields:
        yield file.problem("sheet-tasks", None)


def _problems_of_stated_total(file: TomlText, tasks: list[Task]) -> Iterator[Problem]:
    """The points that are stated for the whole sheet are those of its tasks."""
    stated, found = file.fields.get("points"), sum(task.possible_points for task in tasks)
    if stated is not None and stated != found:
        listed = tuple(task.possible_points for task in tasks)
        yield file.problem("sheet-points-sum", "points", {"stated": stated, "sum": found, "listed": listed})


def _id_problems(file: TomlText, key: str, value: object) -> Iterator[Problem]:
    if not isinstance(value, str) or not re.fullmatch(rf"[A-Z0-9-]{{1,{LONGEST_ID}}}", value):
        yield file.problem("sheet-id", key, {"most": LONGEST_ID, "instead": sheet_id(str(value))})


def _date_problems(file: TomlText, key: str, value: object) -> Iterator[Problem]:
    if not isinstance(value, str | date) or isinstance(value, datetime):
        yield file.problem("sheet-date", key)
    elif isinstance(value, str):
        yield from is_text(file, key, value)


def _variants_problems(file: TomlText, key: str, value: object) -> Iterator[Problem]:
    if not isinstance(value, list) or not value or not all(isinstance(name, str) for name in value):
        yield file.problem("rubric-list", key, {"key": key})
        return
    for name, problem in problems_of_names(value):
        yield file.problem_at(problem.code, file.span_of_text(key, name), problem.facts)


def _problems_of_task_list(file: TomlText, key: str, value: object) -> Iterator[Problem]:
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value) or not value:
        yield file.problem_at("sheet-tasks", file.span_of_table(key), {})
    elif len(value) > MOST_TASKS:
        yield file.problem_at("sheet-too-many-tasks", file.span_of_table(key), {"most": MOST_TASKS})


_CHECKS: Mapping[str, Check] = {
    "title": is_text,
    "id": _id_problems,
    "course": is_text,
    "date": _date_problems,
    "language": is_one_of(*languages()),
    "lecture": is_text,
    "time": is_number_within(1, MOST_MINUTES, whole=True),
    "points": is_number_within(0, MOST_TASKS * MOST_POINTS),
    "note": is_text,
    "variants": _variants_problems,
    "fields": are_some_of("lecture-value", FIELDS, least=0),
    "paper": is_one_of(*PAPERS),
    "shapes": is_one_of(*SHAPES),
    "large_print": is_flag,
    "two_up": is_flag,
    "steps": is_flag,
    "task": _problems_of_task_list,
}
"""What a sheet may say, each with what can be wrong about it."""
