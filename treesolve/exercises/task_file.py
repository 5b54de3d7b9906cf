"""A task as it stands in a TOML file: as an entry [[task]] of a sheet, or as a file of its own.

title = "Alpha-beta by hand"
lecture = "aima"
ask = ["values", "pruned", "best"]
points = { values = 4, pruned = 4, best = 1 }
text = "Search the tree from left to right."
shape = "3x2x3"
values = "0..20"
want = ["pruned=3..6", "unique-best"]
root = "MIN"

In the place of the last four lines `file = "deep-cut.tree"` gives the tree itself, and `like = "deep-cut.tree"` trees
of the same kind with other numbers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from treesolve.exercises.contradictions import contradictions
from treesolve.exercises.planned_sheet import Task
from treesolve.exercises.task_fields import DRAWING, ORIGINS, existing_file, readers_of_task
from treesolve.exercises.tree_request import TreeRequest
from treesolve.grading.rubric_file import lecture
from treesolve.model.asked_moment import asked_in, parted
from treesolve.model.convention import DEFAULT, Convention
from treesolve.model.problem import InputError, Problem
from treesolve.model.tree import Tree
from treesolve.notation.convention_expression import names_lecture, read_expression
from treesolve.notation.header_values import missing_leaf
from treesolve.notation.toml_schema import TableSchema, entries_of
from treesolve.notation.toml_source import TomlValue, read_toml
from treesolve.search.maxn import maxn_convention, solve_tree
from treesolve.search.moment import check_leaf
from treesolve.search.search import Unsolvable
from treesolve.search.solution import Solution

MOST_LEAVES = 300
"""Nobody solves larger trees on paper."""

Entries = Mapping[str, TomlValue]
"""The values of a task by key; some may come from the exercise file that it names."""


def task_in(
    at: TomlValue, around: TomlValue | None = None, usual: Convention = DEFAULT, tree: Tree | None = None
) -> Task:
    """The task that an entry of a sheet or an exercise file describes.

    `around` is the lecture that the sheet names, `usual` the convention if nothing names one, `tree` the tree in `file`
    if it was read before. Raises InputError with everything wrong in the task.
    """
    entries = entries_of(at)
    if at.path and _names_exercise(entries):
        entries = _with_exercise_file(entries)
    given = entries if tree is None else {**entries, "file": entries["file"]._replace(value=tree)}
    fields = TableSchema(readers_of_task(entries), required=(ORIGINS,)).read(at, given)
    _check_points_asked(entries, fields)
    tree = fields["tree"] = fields.get("file") or fields.get("like")
    named = [at for at in (around, entries.get("lecture")) if at is not None]
    convention = _asking_of_task(entries, fields, _convention_of_task(entries, fields, named, usual))
    source = _source_of_trees(entries, fields, convention)
    title = " ".join((fields.get("title") or (tree.title if tree else None) or "").split())
    said = {key: fields[key] for key in ("text", "space", "table", "new_page") if key in fields}
    label = str(int(at.path[-1]) + 1 if at.path else 1)
    task = Task(label, source, convention, title=title, **said).asking(_points_of_parts(fields, convention))
    check_parts_asked(entries, task)
    return task


def _check_points_asked(entries: Entries, fields: Mapping[str, Any]) -> None:
    for part in fields.get("points", ()):
        if part not in fields.get("ask", (part,)):
            raise entries["points"].child(part).error("sheet-points-not-asked", text=part)


def _convention_of_task(
    entries: Entries, fields: Mapping[str, Any], named: Sequence[TomlValue], convention: Convention
) -> Convention:
    """The convention by which the trees are searched. Raises InputError where payoffs have one of their own."""
    if not any(names_lecture(at.value) for at in named):
        convention = _lecture_in_tree_header(entries, fields) or convention
    for at in named:
        convention = lecture(at, convention)
    tree, drawn = fields["tree"], _drawn_request(fields, convention)
    if not (drawn.payoffs if tree is None else tree.has_payoffs):
        return convention
    if "lecture" in entries:
        raise entries["lecture"].error("payoffs-only-maxn")
    asked = fields.get("ask") or fields.get("points") or ()
    return drawn.by_max_n(asked).convention if tree is None else maxn_convention(tree)


def _lecture_in_tree_header(entries: Entries, fields: Mapping[str, Any]) -> Convention | None:
    """The convention in the header of the tree that is given, or is to be like.

    Raises InputError at the key of the tree.
    """
    at = entries.get("file", entries.get("like"))
    tree = fields["tree"]
    if at is None or tree.convention is None:
        return None
    try:
        return read_expression(tree.convention, folder=(at.folder / at.value).parent)
    except InputError as error:
        raise at.placed(error) from None


def _asking_of_task(entries: Entries, fields: Mapping[str, Any], convention: Convention) -> Convention:
    """The convention with the moment that is asked for: the task's own, else that in the header of its tree.

    Raises InputError where its leaf is not one of the tree.
    """
    tree = fields["tree"]
    moment = asked_in(tree, convention.alpha_beta) if tree else convention.alpha_beta
    moment = fields.get("alpha_beta", moment)
    is_drawn = "file" not in fields
    problem = Problem("moment-drawn") if parted(moment)[1] and is_drawn else tree and missing_leaf(tree, moment)
    if problem:
        raise entries["alpha_beta" if "alpha_beta" in entries else "like"].error(problem.code, **problem.facts)
    return convention._replace(alpha_beta=moment)


_NEED_CUTS = ("pruned", "windows", "reorder", "count")


def _place_of_part(entries: Entries, part: str) -> TomlValue:
    at = next(entries[key] for key in ("ask", "points", *ORIGINS) if key in entries)
    return at.child(at.value.index(part) if isinstance(at.value, list) else part, part)


def check_parts_asked(entries: Entries, task: Task) -> None:
    """Raise InputError for a part to which the search has no answer, or whose answer another part prints."""
    without_answer = [part for part in task.points if part in _NEED_CUTS and not task.convention.cuts]
    if without_answer:
        place = _place_of_part(entries, without_answer[0])
        raise place.error("sheet-no-cuts", part=without_answer[0], lecture=task.convention.id)
    if {"count", "reorder"}.issubset(task.points):
        raise _place_of_part(entries, "count").error("sheet-count-printed")
    if "windows" in task.points and isinstance(task.source, Solution):
        try:
            check_leaf(task.source)
        except InputError as error:
            raise entries["alpha_beta" if "alpha_beta" in entries else "file"].placed(error) from None


def _source_of_trees(entries: Entries, fields: Mapping[str, Any], convention: Convention) -> Solution | TreeRequest:
    """The tree that is given, solved, or the request for trees.

    Raises InputError where a tree is too large for paper, or nobody can search it, and where a request contradicts
    itself, at the key that is about.
    """
    key = next(key for key in ORIGINS if key in entries)
    tree, request = fields["tree"], _drawn_request(fields, convention)
    if key != "file" and (problems := contradictions(request)):
        at = next(entries[key] for key in ("want", "values", key) if key in entries)
        raise at.placed(InputError(tuple(problems)))
    leaves = request.max_leaves if tree is None else len(tree.leaf_ids)
    if leaves > MOST_LEAVES:
        raise entries[key].error("sheet-tree-too-large", leaves=leaves, most=MOST_LEAVES)
    solution = None if tree is None else _solution_of_tree(entries[key], tree, convention)
    return request if solution is None or key == "like" else solution


def _solution_of_tree(at: TomlValue, tree: Tree, convention: Convention) -> Solution:
    """The tree solved. Raises InputError where the lecture cannot search it."""
    asked = tree if tree.alpha_beta is None else replace(tree, alpha_beta=convention.alpha_beta)
    try:
        return solve_tree(asked, convention)
    except Unsolvable as refusal:
        raise at.error("sheet-unsolvable", name=tree.names[refusal.node], lecture=convention.id) from None


def _names_exercise(entries: Entries) -> bool:
    named = entries["file"].value if "file" in entries else None
    return isinstance(named, str) and named.endswith(".toml")


def _with_exercise_file(own: Entries) -> dict[str, TomlValue]:
    """The entries of a task that names an exercise file, with those of the file; the task's own keys win."""
    kept = entries_of(read_toml(existing_file(own["file"])))
    if _names_exercise(kept):
        raise kept["file"].error("sheet-exercise-chain")
    own = {key: at for key, at in own.items() if key != "file"}
    hidden = {*own, *DRAWING, *ORIGINS} if set(own).intersection(ORIGINS) else set(own)
    taken = {key: at for key, at in kept.items() if key not in hidden}
    if "points" in taken and "ask" in own and isinstance(taken["points"].value, dict):
        asked = own["ask"].value if isinstance(own["ask"].value, list) else ()
        points = {part: worth for part, worth in taken.pop("points").value.items() if part in asked}
        taken |= {"points": kept["points"]._replace(value=points)} if points else {}
    return {**taken, **own}


def _drawn_request(fields: Mapping[str, Any], convention: Convention) -> TreeRequest:
    """What is asked of trees that are drawn."""
    drawn = {key: fields[key] for key in (*DRAWING, "like") if key in fields and key != "want"}
    return TreeRequest(**drawn, constraints=fields.get("want", ()), convention=convention)


def _points_of_parts(fields: Mapping[str, Any], convention: Convention) -> dict[str, Any]:
    """The points of each part that is asked: those that are told, else those of the tree's file, else one each."""
    tree = fields["tree"]
    told = fields.get("points") or (tree.points if tree else {})
    usual = ("values", "pruned", "best") if convention.cuts else ("values", "best")
    return {part: told.get(part, 1) for part in fields.get("ask") or tuple(told) or usual}
