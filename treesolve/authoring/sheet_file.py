"""Read a sheet from a TOML file.

title = "Klausur"
course = "Künstliche Intelligenz"
date = 2027-02-11
language = "de"
convention = "aima"
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
from collections.abc import Mapping
from contextlib import suppress
from datetime import date, datetime
from functools import partial
from pathlib import Path
from typing import Any

from treesolve.authoring.sheet_plan import FIELDS, SheetPlan, SheetStyle, check_variant_names
from treesolve.authoring.task_file import parse_task
from treesolve.grading.rubric_file import parse_convention
from treesolve.model.answer import MAX_POINTS
from treesolve.model.convention import DEFAULT, Convention
from treesolve.model.problem import InputError
from treesolve.model.resources import languages
from treesolve.notation.toml_schema import (
    ListSchema,
    Reader,
    TableSchema,
    choice,
    entries_of,
    flag,
    number,
    text,
    text_of,
)
from treesolve.notation.toml_source import TomlValue, read_toml

PAPERS, SHAPES = ("a4", "letter"), ("triangles", "squares", "circles")

MAX_ID_LENGTH = 16

MAX_TASKS, MAX_MINUTES = 50, 1440


def read_sheet(path: Path, default: Convention = DEFAULT, language: str = "en") -> SheetPlan:
    """Return the plan of the sheet in a TOML file. Paths in the file are relative to its folder.

    `default` is the convention of tasks for which the file names none, and `language` is the default language.

    Raises an InputError that lists all mistakes in the file and in the files it names, and OSError if the file cannot
    be read.
    """
    file = read_toml(path)
    entries = entries_of(file)
    tasks = file.value.get("task")
    if isinstance(tasks, list) and len(tasks) > MAX_TASKS:
        raise entries["task"].error("sheet-too-many-tasks", most=MAX_TASKS)
    task = partial(parse_task, sheet_convention=_readable_convention(entries.get("convention")), default=default)
    schema: dict[str, Reader] = {**_SHEET_SCHEMA, "task": ListSchema(task, least=1, tables=True)}
    fields = TableSchema(schema, required=(("title",), ("task",))).read(file, entries)
    listed = tuple(task.possible_points for task in fields["task"])
    if fields.get("points", sum(listed)) != sum(listed):
        raise entries["points"].error("sheet-points-sum", stated=fields["points"], sum=sum(listed), listed=listed)
    return _sheet_of_fields({"id": sheet_id(path.stem), "language": language, **fields})


def _sheet_of_fields(fields: Mapping[str, Any]) -> SheetPlan:
    look = SheetStyle(**{key: fields[key] for key in SheetStyle._fields if key in fields})
    options = {key: fields[key] for key in ("id", "date", "language", "note", "fields", "variants") if key in fields}
    options |= {key: " ".join(fields[key].split()) for key in ("title", "course") if key in fields}
    return SheetPlan(tasks=fields["task"], minutes=fields.get("time"), look=look, **options)


def sheet_id(name: str) -> str:
    """Convert the name of a sheet to the id used in codes, which has only capital letters, digits and hyphens.

    >>> sheet_id("Übungsblatt 3")
    'UBUNGSBLATT-3'
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().upper()
    return re.sub(r"[^A-Z0-9]+", "-", plain).strip("-")[:MAX_ID_LENGTH].strip("-") or "SHEET"


def _readable_convention(at: TomlValue | None) -> TomlValue | None:
    """Return the convention entry of a sheet unchanged, or None if the entry is missing or invalid."""
    with suppress(InputError):
        return at if at and parse_convention(at) else None
    return None


def _id(at: TomlValue) -> str:
    if not isinstance(at.value, str) or not re.fullmatch(rf"[A-Z0-9-]{{1,{MAX_ID_LENGTH}}}", at.value):
        raise at.error("sheet-id", most=MAX_ID_LENGTH, instead=sheet_id(at.shown))
    return at.value


def _date(at: TomlValue) -> date | str:
    if isinstance(at.value, date) and not isinstance(at.value, datetime):
        return at.value
    if not isinstance(at.value, str):
        raise at.error("sheet-date")
    return text(at)


def _variants(at: TomlValue) -> tuple[str, ...]:
    names, items = ListSchema(text, least=1)(at), at.items()
    problems = [items[index].error(one.code, **one.facts).problems[0] for index, one in check_variant_names(names)]
    if problems:
        raise InputError(tuple(problems))
    return names


_SHEET_SCHEMA: Mapping[str, Reader] = {
    "title": text_of(str, filled=True),
    "id": _id,
    "course": text,
    "date": _date,
    "language": choice(languages()),
    "convention": parse_convention,
    "time": number(1, MAX_MINUTES, whole=True),
    "points": number(0, MAX_TASKS * MAX_POINTS),
    "note": text,
    "variants": _variants,
    "fields": ListSchema(choice(FIELDS), distinct=True),
    "paper": choice(PAPERS),
    "shapes": choice(SHAPES),
    "large_print": flag,
    "two_up": flag,
    "steps": flag,
}
