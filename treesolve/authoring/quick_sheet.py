"""A sheet from command-line arguments: trees, or shapes with constraints, and defaults for all else."""

from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import Any, NamedTuple

from treesolve.analysis.expected_answers import parts_to_ask
from treesolve.authoring.sheet_file import MAX_TASKS, sheet_id
from treesolve.authoring.sheet_plan import SheetPlan, SheetStyle, Task
from treesolve.authoring.task_file import check_parts_asked, parse_task
from treesolve.model.convention import DEFAULT, Convention
from treesolve.model.number import Number
from treesolve.model.problem import InputError, Problem, read_each
from treesolve.model.tree import Tree
from treesolve.notation.toml_source import TomlValue
from treesolve.search.solution import Solution

DEFAULT_PARTS = ("values", "pruned", "order", "best")
"""The default parts: everything that a search by hand finds out."""

DEFAULT_ID = "EXAM"
"""The id of a sheet with several tasks in codes."""


class QuickSheet(NamedTuple):
    """The arguments for a sheet: trees by file path, and drawn trees by shape.

    `wants` are the constraints on all drawn trees, and `levels` their players. `given` are trees without a file, by
    names that occur in `trees`.

    `convention` is an expression, `default` the convention if none is named, and `points` the points by part, if the
    tree's file has none.
    """

    title: str
    trees: tuple[str, ...] = ()
    shapes: tuple[str, ...] = ()
    wants: tuple[str, ...] = ()
    levels: str | None = None
    convention: str | None = None
    language: str = "en"
    look: SheetStyle = SheetStyle()
    points: Mapping[str, Number] = {}
    default: Convention = DEFAULT
    given: Mapping[str, Tree] = {}


def plan_quick_sheet(line: QuickSheet) -> SheetPlan:
    """Return the plan of the sheet. Raises InputError with all mistakes in the arguments and in their files."""
    origins = list(_sources_of_tasks(line))
    if len(origins) > MAX_TASKS:
        raise InputError((Problem("sheet-too-many-tasks", None, {"most": MAX_TASKS}, origins[MAX_TASKS][0]),))
    tasks = read_each(lambda index: _task(line, index, *origins[index]), range(len(origins)))
    is_one_file = len(origins) == len(line.trees) == 1 and not line.given
    name = sheet_id(PurePath(line.trees[0]).stem) if is_one_file else DEFAULT_ID
    return SheetPlan(name, line.title, tasks, language=line.language, look=line.look)


def _sources_of_tasks(line: QuickSheet) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the source of each task: the argument, and the fields as in a sheet file."""
    yield from ((tree, {"file": tree}) for tree in line.trees)
    for shape in line.shapes:
        drawn = {"levels": line.levels, "want": [*line.wants]}
        yield f"--shape {shape}", {"shape": shape, **{key: value for key, value in drawn.items() if value}}


def _task(line: QuickSheet, index: int, source: str, fields: dict[str, Any]) -> Task:
    """Return a task with its questions and points. Raises InputError if nothing can be asked."""
    at = TomlValue(fields, source, path=("task", index))
    named = None if line.convention is None else TomlValue(line.convention, source)
    task = parse_task(at, named, line.default, line.given.get(source))
    if isinstance(task.source, Solution) and task.source.tree.points:
        return task
    parts = _parts_with_answers(source, task, tuple(line.points))
    task = task.with_points({part: line.points.get(part, 1) for part in parts})
    check_parts_asked({**at.entries(), "ask": at.child("ask", list(parts))}, task)
    return task


def _parts_with_answers(source: str, task: Task, wanted: tuple[str, ...]) -> tuple[str, ...]:
    """Return the wanted parts that have an answer in a task. Raises InputError if there are none."""
    wanted = wanted or (DEFAULT_PARTS if task.convention.cuts else ("values", "best"))
    if isinstance(task.source, Solution):
        has_answer = parts_to_ask(task.source, wanted)
        wanted = tuple(part for part in wanted if part in has_answer)
    if not wanted:
        raise InputError((Problem("sheet-nothing-to-ask", None, {}, source),))
    return wanted
