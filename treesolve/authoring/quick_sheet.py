"""Plan a sheet from command-line arguments: trees, or shapes with constraints. All other settings have defaults."""

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
"""The default parts: everything that a student finds out when searching a tree by hand."""

DEFAULT_ID = "EXAM"
"""The id that a sheet has in codes, unless its only task is a tree file."""


class QuickSheet(NamedTuple):
    """The arguments for a sheet: the paths of tree files, and the shapes of drawn trees.

    `wants` are the constraints on all drawn trees, and `levels` has the players of these trees. `given` has trees
    without a file, by names that must also occur in `trees`.

    `convention` is the expression for a convention, and `default` the convention if there is no expression. `points`
    are the points by part for trees whose file specifies no points.
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
    """Return the plan of the sheet. Raises an InputError that lists all mistakes in the arguments and tree files."""
    origins = list(_sources_of_tasks(line))
    if len(origins) > MAX_TASKS:
        raise InputError((Problem("sheet-too-many-tasks", None, {"most": MAX_TASKS}, origins[MAX_TASKS][0]),))
    tasks = read_each(lambda index: _task(line, index, *origins[index]), range(len(origins)))
    is_one_file = len(origins) == len(line.trees) == 1 and not line.given
    name = sheet_id(PurePath(line.trees[0]).stem) if is_one_file else DEFAULT_ID
    return SheetPlan(name, line.title, tasks, language=line.language, look=line.look)


def _sources_of_tasks(line: QuickSheet) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the argument for each task, and the fields that a sheet file would have for this task."""
    yield from ((tree, {"file": tree}) for tree in line.trees)
    for shape in line.shapes:
        drawn = {"levels": line.levels, "want": [*line.wants]}
        yield f"--shape {shape}", {"shape": shape, **{key: value for key, value in drawn.items() if value}}


def _task(line: QuickSheet, index: int, source: str, fields: dict[str, Any]) -> Task:
    """Return a task with its parts and points. Raises InputError if nothing can be asked about its tree."""
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
    """Return those of the wanted parts that have an answer in the task. Raises InputError if no part has one."""
    wanted = wanted or (DEFAULT_PARTS if task.convention.cuts else ("values", "best"))
    if isinstance(task.source, Solution):
        has_answer = parts_to_ask(task.source, wanted)
        wanted = tuple(part for part in wanted if part in has_answer)
    if not wanted:
        raise InputError((Problem("sheet-nothing-to-ask", None, {}, source),))
    return wanted
