"""A sheet asked for in a line: trees, or shapes with constraints, and all else as most people want it.

Such a line means a TOML file, too: the same sheet, to be changed by hand.
"""

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePath
from typing import Any, NamedTuple

from treesolve.analysis.expected_answers import asked_parts
from treesolve.exercises.planned_sheet import Look, Sheet, Task
from treesolve.exercises.sheet_file import MOST_TASKS, sheet_id
from treesolve.exercises.task_file import Place, check_parts_asked, task_in
from treesolve.model.convention import DEFAULT, Convention
from treesolve.model.number import Number
from treesolve.model.problem import InputError, Problem
from treesolve.model.tree import Tree
from treesolve.notation.number_text import write_number
from treesolve.notation.toml_source import TomlText
from treesolve.search.solution import Solution

ASKED = ("values", "pruned", "order", "best")
"""What is asked where nothing is said: all that a search by hand finds out."""

USUAL_ID = "EXAM"
"""What a sheet of several tasks is called in codes."""


class Line(NamedTuple):
    """What a line asks for: trees by the paths of their files, and drawn ones by their shapes.

    `wants` are the constraints on all drawn trees, and `levels` their players. Trees that are in no file are `given`,
    by names in the place of paths.

    `lecture` is a convention as an expression, `usual` the convention where nothing names one, `points` those of parts
    where a tree's file gives none.
    """

    title: str
    trees: tuple[str, ...] = ()
    shapes: tuple[str, ...] = ()
    wants: tuple[str, ...] = ()
    levels: str | None = None
    lecture: str | None = None
    language: str = "en"
    look: Look = Look()
    points: Mapping[str, Number] = {}
    usual: Convention = DEFAULT
    given: Mapping[str, Tree] = {}


class SheetPlan(NamedTuple):
    """The sheet that a line means, and what its TOML file says, key by key, paths as they stand in the line."""

    sheet: Sheet
    fields: Mapping[str, Any]

    def text(self, folder: str, told: str = "") -> str:
        """The TOML file, to be put into a folder, with a comment at its top. Reading it gives the same sheet."""
        return "".join(f"{line}\n" for line in _toml_lines(self.fields, folder, told))


def sheet_plan_of_line(line: Line) -> SheetPlan:
    """The sheet that a line means. Raises InputError with everything that is wrong in it and in its files."""
    tasks: list[Task] = []
    entries: list[Mapping[str, Any]] = []
    problems: list[Problem] = []
    origins = list(_sources_of_tasks(line))
    if len(origins) > MOST_TASKS:
        raise InputError((Problem("sheet-too-many-tasks", None, {"most": MOST_TASKS}, origins[MOST_TASKS][0]),))
    for number, (source, fields) in enumerate(origins, 1):
        try:
            task, entry = _task_and_plan(line, str(number), source, fields)
        except InputError as error:
            problems += [problem for problem in error.problems if problem not in problems]
        else:
            tasks.append(task)
            entries.append(entry)
    if problems:
        raise InputError(tuple(problems))
    is_one_file = len(origins) == len(line.trees) == 1 and not line.given
    name = sheet_id(PurePath(line.trees[0]).stem) if is_one_file else USUAL_ID
    sheet = Sheet(name, line.title, tuple(tasks), language=line.language, look=line.look)
    return SheetPlan(sheet, _heading_of_plan(line, name) | {"task": entries})


def _sources_of_tasks(line: Line) -> Iterator[tuple[str, dict[str, Any]]]:
    """Where the trees of each task come from: the words of the line, and what a plan says of it."""
    yield from ((tree, {"file": tree}) for tree in line.trees)
    for shape in line.shapes:
        drawn = {"levels": line.levels, "want": [*line.wants]}
        yield f"--shape {shape}", {"shape": shape, **{key: said for key, said in drawn.items() if said}}


def _task_and_plan(line: Line, label: str, source: str, fields: dict[str, Any]) -> tuple[Task, dict[str, Any]]:
    """A task, and what a plan says of it. Raises InputError where nothing can be asked."""
    entry = TomlText(source, "", fields, 0, 0)  # nobody has written its text
    task = task_in(entry, Place(Path(), line.lecture, label, line.usual), line.given.get(source))
    if isinstance(task.source, Solution) and task.source.tree.points:
        return task, fields
    parts = _parts_with_answers(source, task, tuple(line.points))
    told = {part: line.points[part] for part in parts if part in line.points}
    fields = fields | {"ask": list(parts)} | ({"points": told} if told else {})
    task = task.asking({part: told.get(part, 1) for part in parts})
    check_parts_asked(entry._replace(fields=fields), task)
    return task, fields


def _parts_with_answers(source: str, task: Task, wanted: tuple[str, ...]) -> tuple[str, ...]:
    """What is asked about a task: of what is wanted, what has an answer. Raises InputError where nothing has."""
    wanted = wanted or (ASKED if task.convention.cuts else ("values", "best"))
    if isinstance(task.source, Solution):
        has_answer = asked_parts(task.source, wanted)
        wanted = tuple(part for part in wanted if part in has_answer)
    if not wanted:
        raise InputError((Problem("sheet-nothing-to-ask", None, {}, source),))
    return wanted


def _heading_of_plan(line: Line, name: str) -> dict[str, Any]:
    """What a plan says above its tasks; looks only where they are not the usual ones."""
    lecture = {"lecture": line.lecture} if line.lecture else {}
    look = {key: value for key, value in line.look._asdict().items() if value != Look._field_defaults[key]}
    return {"title": line.title, "id": name, "language": line.language, **lecture, **look}


def _toml_lines(fields: Mapping[str, Any], folder: str, told: str) -> Iterator[str]:
    if told:
        yield f"# {told}"
    yield from _entry_lines({key: value for key, value in fields.items() if key != "task"}, folder)
    for entry in fields["task"]:
        yield from ("", "[[task]]", *_entry_lines(entry, folder))


def _entry_lines(fields: Mapping[str, Any], folder: str) -> Iterator[str]:
    for key, value in fields.items():
        is_path = key == "file" or (key == "lecture" and ".toml" in value)
        yield f"{key.replace('_', '-')} = {_toml_value(_path_as_seen_from_folder(value, folder) if is_path else value)}"


def _path_as_seen_from_folder(path: str, folder: str) -> str:
    """A path from the working directory as it is written in a file of the folder."""
    return path if Path(path).is_absolute() else PurePath(os.path.relpath(path, folder or ".")).as_posix()


def _toml_value(value: Any) -> str:
    """A value as TOML has it.

    >>> _toml_value(["values", "best"]), _toml_value({"values": 4})
    ('["values", "best"]', '{ values = 4 }')
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {_toml_value(one)}' for key, one in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml_value, value))}]"
    return write_number(value)
