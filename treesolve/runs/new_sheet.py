"""A sheet that somebody asks for in a program of their own: of trees, of shapes, or of the TOML file of one."""

import dataclasses
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from secrets import randbelow
from typing import TYPE_CHECKING, Any

from treesolve.exercises.planned_sheet import Look as SheetLook
from treesolve.exercises.planned_sheet import Sheet as Planned
from treesolve.exercises.planned_sheet import problems_of_names
from treesolve.exercises.sheet_file import read_sheet
from treesolve.exercises.sheet_line import Line, sheet_plan_of_line
from treesolve.exercises.variant import LITTLE_EFFORT, MOST_VARIANTS, TooFew
from treesolve.exercises.variant import variants as drawn_variants
from treesolve.grading.roster import read_roster
from treesolve.model.convention import DEFAULT, Convention
from treesolve.model.input_file import read_as
from treesolve.model.problem import InputError, Problem
from treesolve.model.resources import languages
from treesolve.model.tree import Tree as Columns
from treesolve.pages.arguments import asked_count, asked_tree, refusal
from treesolve.pages.environment import words
from treesolve.pages.saving import PAPERS, SHAPES, chosen
from treesolve.pages.solved import Solution
from treesolve.runs.printing import unprintable_names
from treesolve.runs.sheets import Sheet, refuse

if TYPE_CHECKING:
    from treesolve.pages.arguments import ConventionLike, TreeLike


def sheet(
    *trees: "TreeLike",
    shape: str | Iterable[str] = (),
    want: str | Iterable[str] = (),
    levels: str | None = None,
    convention: "ConventionLike" = None,
    variants: int | Sequence[str] | None = None,
    roster: "os.PathLike[str] | None" = None,
    seed: object = None,
    title: str | None = None,
    language: str | None = None,
    **look: Any,
) -> Sheet:
    """An exam or a sheet of exercises, with its solution and the key to mark it by.

    Each tree makes a task, and so does each `shape`, for which trees are drawn, as `want` and `levels` say; or one Path
    leads to the TOML file of a whole sheet. `variants` are so many, or their names; of a `roster`, a Path to a table of
    students, each gets one. `look` may say paper, shapes, large_print, two_up and steps. The same seed gives the same
    sheets, here and on the command line. Raises InputError where something cannot be asked, drawn or printed. Source:
    docs/sheets.md.

    >>> from treesolve import grade, sheet
    >>> exam = sheet("((6 5) (2 9))", shape="3x3", seed=7)
    >>> exam.points == 8, exam.solution.written("pdf")[:5], len(exam.trees)
    (True, b'%PDF-', 2)
    >>> print(grade(exam.key, "task: 1\\nbest: B").points)
    1
    """
    told = {"shape": shape, "want": want, "levels": levels, "convention": convention}
    file = next((one for one in trees if isinstance(one, os.PathLike) and Path(one).suffix.lower() == ".toml"), None)
    if file is None:
        plan = _plan_of_trees(trees, _texts(shape), _texts(want), levels, convention, language or "en")
    else:
        plan = _plan_in_file(Path(file), len(trees), [name for name, value in told.items() if value])
    plan = plan._replace(title=title or plan.title, language=_of_languages(language or plan.language))
    plan = _with_variants(plan._replace(look=_with_look(plan.look, look)), variants)
    students = () if roster is None else read_as(read_roster, Path(roster))
    refuse(unprintable_names(students, str(roster)))
    if students and isinstance(variants, int):
        raise InputError((Problem("sheet-roster-and-count"),))
    wanted = len(students) or (variants if isinstance(variants, int) else len(plan.variants) or 1)
    count = asked_count("variants", wanted, MOST_VARIANTS)
    drawn = str((randbelow(10**9) if plan.is_drawn else 1) if seed is None else seed)
    try:
        made = tuple(drawn_variants(plan, drawn, count, students, LITTLE_EFFORT if file is None else None))
    except TooFew as few:
        raise InputError((few.problem,)) from None
    return Sheet(plan, drawn, made)


def _plan_in_file(path: Path, count: int, said: list[str]) -> Planned:
    """The sheet in a file. Raises InputError where anything else is said of what stands on it."""
    if count > 1:
        raise InputError((Problem("sheet-file-alone", None, {"file": str(path)}),))
    if said:
        raise InputError((Problem("sheet-file-says", None, {"file": str(path), "option": said[0]}),))
    return read_as(read_sheet, path)


def _plan_of_trees(
    trees: Sequence[Any],
    shapes: tuple[str, ...],
    wants: tuple[str, ...],
    levels: str | None,
    convention: Any,
    language: str,
) -> Planned:
    """The sheet of some trees and shapes; a tree that is in no file is called after its place."""
    if not (trees or shapes):
        raise refusal("argument-no-tree", trees)
    if (wants or levels) and not shapes:
        told = wants[0] if wants else str(levels)
        raise InputError((Problem("sheet-want-without-shape", None, {"want": told, "option": ""}),))
    is_settled = isinstance(convention, Convention)
    given, names = dict[str, Columns](), list[str]()
    for number, one in enumerate(trees, 1):
        is_file = isinstance(one, os.PathLike) and not is_settled
        names.append(str(Path(one)) if is_file else f"tree {number}")
        if not is_file:
            given[names[-1]] = _given_tree(one, is_settled=is_settled)
    line = Line(
        str(words(_of_languages(language), "sheet.jinja").usual_title()),
        tuple(names),
        shapes,
        wants,
        levels,
        None if convention is None or is_settled else str(convention),
        language,
        usual=convention if is_settled else DEFAULT,
        given=given,
    )
    return sheet_plan_of_line(line).sheet


def _given_tree(what: Any, *, is_settled: bool) -> Columns:
    """The tree that somebody hands over, without its own convention where one is settled; one solved keeps that."""
    tree = asked_tree(what).columns
    if is_settled:
        return dataclasses.replace(tree, convention=None)
    if isinstance(what, Solution) and what.convention and what.convention.is_named:
        return dataclasses.replace(tree, convention=what.convention.expression)
    return tree


def _with_look(usual: SheetLook, asked: dict[str, Any]) -> SheetLook:
    """The look of a sheet with some things said of it. Raises InputError where there is no such thing."""
    for name, value in asked.items():
        known = {"paper": PAPERS, "shapes": SHAPES}.get(name)
        chosen("style", name, SheetLook._fields)
        if known:
            chosen(name, value, known)
    return usual._replace(**asked)


def _with_variants(plan: Planned, variants: Any) -> Planned:
    """The plan with the names of variants that are asked for. Raises InputError for what cannot be one."""
    names = () if isinstance(variants, int) else plan.variants if variants is None else tuple(variants)
    refuse(problem for _, problem in problems_of_names(names))
    return plan._replace(variants=names)


def _of_languages(language: str) -> str:
    return chosen("language", language, languages())


def _texts(said: str | Iterable[str]) -> tuple[str, ...]:
    return (said,) if isinstance(said, str) else tuple(said)
