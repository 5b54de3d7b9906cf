"""Read a task from a TOML file: a [[task]] entry of a sheet, or a separate exercise file.

title = "Alpha-beta by hand"
convention = "aima"
ask = ["values", "pruned", "best"]
points = { values = 4, pruned = 4, best = 1 }
text = "Search the tree from left to right."
shape = "3x2x3"
values = "0..20"
want = ["pruned=3..6", "unique-best"]
root = "MIN"

Instead of the last four lines, `file = "deep-cut.tree"` uses a tree file, and `like = "deep-cut.tree"` draws similar
trees with different values.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from treesolve.authoring.constraint_conflict import find_impossible_constraints
from treesolve.authoring.sheet_plan import Task
from treesolve.authoring.task_keys import GENERATOR_KEYS, SOURCE_KEYS, existing_file, task_readers
from treesolve.authoring.tree_request import TreeRequest
from treesolve.grading.rubric_file import parse_convention
from treesolve.model.convention import DEFAULT, Convention
from treesolve.model.problem import InputError, Problem
from treesolve.model.reading_point import reading_point_of, split_reading_point
from treesolve.model.tree import Tree
from treesolve.notation.convention_expression import names_convention, resolve_expression
from treesolve.notation.header_values import reading_point_problem
from treesolve.notation.toml_schema import TableSchema, entries_of
from treesolve.notation.toml_source import TomlValue, read_toml
from treesolve.search.bounds_at_reading_point import check_reading_point
from treesolve.search.maxn import maxn_convention, solve_tree
from treesolve.search.search import Unsolvable
from treesolve.search.solution import Solution

MAX_LEAVES = 300
"""Maximum number of leaves of a tree on paper; larger trees are rejected."""

TaskEntries = Mapping[str, TomlValue]
"""The values of a task by key. Some values may come from the exercise file that the task names."""


def parse_task(
    at: TomlValue, sheet_convention: TomlValue | None = None, default: Convention = DEFAULT, tree: Tree | None = None
) -> Task:
    """Return the task in an entry of a sheet or in an exercise file.

    `sheet_convention` is the convention named by the sheet, and `default` is the convention if none is named. `tree` is
    the tree in `file`, if it has already been read. Raises an InputError that lists all mistakes in the task.
    """
    entries = entries_of(at)
    if at.path and _names_exercise(entries):
        entries = _with_exercise_file(entries)
    given = entries if tree is None else {**entries, "file": entries["file"]._replace(value=tree)}
    fields = TableSchema(task_readers(entries), required=(SOURCE_KEYS,)).read(at, given)
    _check_points_asked(entries, fields)
    tree = fields["tree"] = fields.get("file") or fields.get("like")
    named = [at for at in (sheet_convention, entries.get("convention")) if at is not None]
    convention = _with_reading_point(entries, fields, _convention_of_task(entries, fields, named, default))
    source = _source_of_trees(entries, fields, convention)
    title = " ".join((fields.get("title") or (tree.title if tree else None) or "").split())
    options = {key: fields[key] for key in ("text", "space", "table", "new_page") if key in fields}
    label = str(int(at.path[-1]) + 1 if at.path else 1)
    task = Task(label, source, convention, title=title, **options).with_points(_points_of_parts(fields, convention))
    check_parts_asked(entries, task)
    return task


def _check_points_asked(entries: TaskEntries, fields: Mapping[str, Any]) -> None:
    for part in fields.get("points", ()):
        if part not in fields.get("ask", (part,)):
            raise entries["points"].child(part).error("sheet-points-not-asked", text=part)


def _convention_of_task(
    entries: TaskEntries, fields: Mapping[str, Any], named: Sequence[TomlValue], convention: Convention
) -> Convention:
    """Return the convention for searching the trees. Raises InputError if a task with payoffs names a convention."""
    if not any(names_convention(at.value) for at in named):
        convention = _convention_in_tree_header(entries, fields) or convention
    for at in named:
        convention = parse_convention(at, convention)
    tree, drawn = fields["tree"], _tree_request(fields, convention)
    if not (drawn.payoffs if tree is None else tree.has_payoffs):
        return convention
    if "convention" in entries:
        raise entries["convention"].error("payoffs-only-maxn")
    parts = fields.get("ask") or fields.get("points") or ()
    return drawn.by_max_n(parts).convention if tree is None else maxn_convention(tree)


def _convention_in_tree_header(entries: TaskEntries, fields: Mapping[str, Any]) -> Convention | None:
    """Return the convention named in the header of the tree in `file` or `like`, or None if there is none.

    Raises InputError for an invalid convention, located at the key that names the tree.
    """
    at = entries.get("file", entries.get("like"))
    tree = fields["tree"]
    if at is None or tree.convention is None:
        return None
    try:
        return resolve_expression(tree.convention, folder=(at.folder / at.value).parent)
    except InputError as error:
        raise at.placed(error) from None


def _with_reading_point(entries: TaskEntries, fields: Mapping[str, Any], convention: Convention) -> Convention:
    """Return the convention with the reading point of the task, or else with the one in the header of the task's tree.

    Raises InputError if the reading point names a leaf that the tree does not have, or any leaf of a drawn tree.
    """
    tree = fields["tree"]
    reading_point = reading_point_of(tree, convention.alpha_beta) if tree else convention.alpha_beta
    reading_point = fields.get("alpha_beta", reading_point)
    is_drawn = "file" not in fields
    problem = (
        Problem("moment-drawn")
        if split_reading_point(reading_point)[1] and is_drawn
        else tree and reading_point_problem(tree, reading_point)
    )
    if problem:
        raise entries["alpha_beta" if "alpha_beta" in entries else "like"].error(problem.code, **problem.facts)
    return convention._replace(alpha_beta=reading_point)


_NEED_CUTS = ("pruned", "windows", "reorder", "count")


def _location_of_part(entries: TaskEntries, part: str) -> TomlValue:
    at = next(entries[key] for key in ("ask", "points", *SOURCE_KEYS) if key in entries)
    return at.child(at.value.index(part) if isinstance(at.value, list) else part, part)


def check_parts_asked(entries: TaskEntries, task: Task) -> None:
    """Raise InputError if a part of the task has no answer, or if the text of another part reveals its answer."""
    without_answer = [part for part in task.points if part in _NEED_CUTS and not task.convention.cuts]
    if without_answer:
        location = _location_of_part(entries, without_answer[0])
        raise location.error("sheet-no-cuts", part=without_answer[0], convention=task.convention.id)
    if {"count", "reorder"}.issubset(task.points):
        raise _location_of_part(entries, "count").error("sheet-count-printed")
    if "windows" in task.points and isinstance(task.source, Solution):
        try:
            check_reading_point(task.source)
        except InputError as error:
            raise entries["alpha_beta" if "alpha_beta" in entries else "file"].placed(error) from None


def _source_of_trees(entries: TaskEntries, fields: Mapping[str, Any], convention: Convention) -> Solution | TreeRequest:
    """Return the solution of the tree in `file`, or else the request for trees.

    Raises InputError, located at the key concerned, if a tree is too large for paper or cannot be searched, or if the
    request contradicts itself.
    """
    key = next(key for key in SOURCE_KEYS if key in entries)
    tree, request = fields["tree"], _tree_request(fields, convention)
    if key != "file" and (problems := find_impossible_constraints(request)):
        at = next(entries[key] for key in ("want", "values", key) if key in entries)
        raise at.placed(InputError(tuple(problems)))
    leaves = request.max_leaves if tree is None else len(tree.leaf_ids)
    if leaves > MAX_LEAVES:
        raise entries[key].error("sheet-tree-too-large", leaves=leaves, most=MAX_LEAVES)
    solution = None if tree is None else _solution_of_tree(entries[key], tree, convention)
    return request if solution is None or key == "like" else solution


def _solution_of_tree(at: TomlValue, tree: Tree, convention: Convention) -> Solution:
    """Return the solved tree. Raises InputError if the convention cannot search it."""
    tree_at_reading_point = tree if tree.alpha_beta is None else replace(tree, alpha_beta=convention.alpha_beta)
    try:
        return solve_tree(tree_at_reading_point, convention)
    except Unsolvable as refusal:
        raise at.error("sheet-unsolvable", name=tree.names[refusal.node], convention=convention.id) from None


def _names_exercise(entries: TaskEntries) -> bool:
    named = entries["file"].value if "file" in entries else None
    return isinstance(named, str) and named.endswith(".toml")


def _with_exercise_file(task_entries: TaskEntries) -> dict[str, TomlValue]:
    """Return the entries of a task combined with the entries of the exercise file that the task names.

    Keys of the task take precedence.
    """
    file_entries = entries_of(read_toml(existing_file(task_entries["file"])))
    if _names_exercise(file_entries):
        raise file_entries["file"].error("sheet-exercise-chain")
    task_entries = {key: at for key, at in task_entries.items() if key != "file"}
    hidden = (
        {*task_entries, *GENERATOR_KEYS, *SOURCE_KEYS}
        if set(task_entries).intersection(SOURCE_KEYS)
        else set(task_entries)
    )
    inherited = {key: at for key, at in file_entries.items() if key not in hidden}
    if "points" in inherited and "ask" in task_entries and isinstance(inherited["points"].value, dict):
        parts = task_entries["ask"].value if isinstance(task_entries["ask"].value, list) else ()
        points = {part: worth for part, worth in inherited.pop("points").value.items() if part in parts}
        inherited |= {"points": file_entries["points"]._replace(value=points)} if points else {}
    return {**inherited, **task_entries}


def _tree_request(fields: Mapping[str, Any], convention: Convention) -> TreeRequest:
    """Return the request for drawn trees."""
    drawn = {key: fields[key] for key in (*GENERATOR_KEYS, "like") if key in fields and key != "want"}
    return TreeRequest(**drawn, constraints=fields.get("want", ()), convention=convention)


def _points_of_parts(fields: Mapping[str, Any], convention: Convention) -> dict[str, Any]:
    """Return the points by part: from the task, else from the tree's file, else 1 for each part."""
    tree = fields["tree"]
    given_points = fields.get("points") or (tree.points if tree else {})
    default = ("values", "pruned", "best") if convention.cuts else ("values", "best")
    return {part: given_points.get(part, 1) for part in fields.get("ask") or tuple(given_points) or default}
