"""Exercise sheets from Python. A sheet consists of the sheet for students, the solution and the key."""

import dataclasses
import os
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from secrets import randbelow
from typing import TYPE_CHECKING, Any

from treesolve.authoring.existing_exams import ExistingExams
from treesolve.authoring.quick_sheet import QuickSheet
from treesolve.authoring.sheet_file import read_sheet
from treesolve.authoring.sheet_plan import SheetPlan, SheetStyle, check_variant_names
from treesolve.authoring.variant import MAX_VARIANTS, TooFewTrees, Variant, draw_variants
from treesolve.grading.roster import Roster, Student, read_roster
from treesolve.model.convention import Convention
from treesolve.model.exportable import Exportable
from treesolve.model.input_file import read_with
from treesolve.model.problem import InputError, Problem
from treesolve.model.resources import languages
from treesolve.model.tree import Tree
from treesolve.rendering.answer_form import form_of_variant
from treesolve.rendering.printed_sheet import SHEET, SOLUTION, VariantPage
from treesolve.rendering.problem_sentence import problem_report
from treesolve.rendering.python_arguments import count_argument, refusal, tree_argument
from treesolve.rendering.saving import EXPORTS, PAGES, PAPERS, SHAPES, Export, KeyDocument, RenderOptions, chosen
from treesolve.search.solution import Solution
from treesolve.workflows.existing_key import earlier_exams, load_existing_key, protected_exams
from treesolve.workflows.sheet_key_writer import key_text
from treesolve.workflows.sheet_printing import (
    FORMS,
    check,
    pages_as_bytes,
    plan_output,
    small_print,
    small_print_warnings,
)
from treesolve.workflows.sheet_request import check_constraints, check_file_alone, titled_sheet
from treesolve.workflows.sheet_writer import write_sheet

if TYPE_CHECKING:
    from treesolve.rendering.python_arguments import ConventionLike, TreeLike


@dataclass(frozen=True)
class SheetPart(Exportable):
    """The sheet for students or the solution, with all variants, in the language and style of the sheet."""

    of: "Sheet"
    kind: str

    def __repr__(self) -> str:
        return f"<The {self.kind} of {self.of!r}>"

    def _content(self, form: str, _look: RenderOptions) -> str | bytes:
        """Return the document in an output format, as bytes for "pdf" and as text for other formats."""
        pages = [VariantPage(self.of.plan, variant) for variant in self.of.drawn]
        for page in pages:
            _raise_problems(check(page))
        sizes = [size for page in pages for size in small_print(page)]
        _warn(small_print_warnings(sizes, "", self.of.plan.language), self.of.plan.language)
        content = pages_as_bytes(pages, self.kind, form)
        return content if form == "pdf" else content.decode()


@dataclass(frozen=True)
class SheetKey(KeyDocument):
    """The answer key of a sheet, which `grade` reads to mark submissions."""

    of: "Sheet"

    def __repr__(self) -> str:
        return f"<The key of {self.of!r}>"

    def _content(self, _form: str, _look: RenderOptions) -> str:
        """Return the key as a JSON document."""
        return key_text(self.of.plan, self.of.seed, self.of.drawn)


EXPORTS |= {SheetPart: Export(PAGES, SheetPart._content, ()), SheetKey: Export(("json",), SheetKey._content, ())}


@dataclass(frozen=True)
class Sheet:
    """An exercise sheet in one or more variants, with the parts `sheet` (for students), `solution` and `key`.

    Each part can be saved separately; `save` writes all of them. `sheet["A"]` is a single variant, selected by name,
    student id or index. Iterating over a sheet yields all variants. `plan` is the plan of the sheet, `drawn` are its
    variants, and `existing_exams` are the exams in an earlier key.
    """

    plan: SheetPlan
    seed: str
    drawn: tuple[Variant, ...]
    existing_exams: ExistingExams = field(compare=False)

    @property
    def title(self) -> str:
        """The title of the sheet."""
        return self.plan.title

    @property
    def points(self) -> Fraction:
        """The maximum number of points."""
        return Fraction(self.plan.possible_points)

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each variant: the id of its student, its given name, or its code."""
        return tuple(variant.file_name for variant in self.drawn)

    @property
    def trees(self) -> tuple[Tree, ...]:
        """The trees of all tasks, in the order of the variants."""
        return tuple(exercise.tree for variant in self.drawn for exercise in variant.exercises)

    @property
    def sheet(self) -> SheetPart:
        """The sheet for students."""
        return SheetPart(self, SHEET)

    @property
    def solution(self) -> SheetPart:
        """The solution with explanations."""
        return SheetPart(self, SOLUTION)

    @property
    def key(self) -> SheetKey:
        """The key that `grade` needs."""
        return SheetKey(self)

    @property
    def answer_form(self) -> str:
        """The empty answer form of the first variant."""
        asks_variant = len(self) > 1 and self.drawn[0].student is None
        return form_of_variant(self.drawn[0], self.plan.language, asks_variant=asks_variant)

    def __len__(self) -> int:
        return len(self.drawn)

    def __iter__(self) -> Iterator["Sheet"]:
        return (dataclasses.replace(self, drawn=(variant,)) for variant in self.drawn)

    def __getitem__(self, name: str | int) -> "Sheet":
        index = name if isinstance(name, int) else self.names.index(chosen("variant", name, self.names))
        return dataclasses.replace(self, drawn=(self.drawn[index],))

    def __str__(self) -> str:
        return str(self.sheet)

    def __repr__(self) -> str:
        return f"<Sheet {self.title!r}: {self.points} points, variants: {len(self)}>"

    def save(self, path: "str | Path", *, replace: bool = False, executor: Executor | None = None) -> Path:
        """Write a single variant to a file, with its solution, key and answer form next to it, or write a folder.

        Return the path. The file extension selects the format. Raises InputError if another sheet exists at the path,
        unless `replace` is true, or if several variants would be written to one file.
        """
        _raise_problems([Problem("output-without-name")] if path == "" else ())
        target = Path(path)
        plan = plan_output(self.plan, str(target), len(self))
        if target.suffix and not plan.stem and not target.is_dir():
            facts = {"ending": target.suffix, "known": ", ".join(FORMS), "thing": "Sheet"}
            raise InputError((Problem("save-ending", None, facts, str(path)),))
        students = [variant.student for variant in self.drawn if variant.student]
        earlier = load_existing_key(plan, replace=replace)
        protected = protected_exams(earlier, self.seed, self.existing_exams, students, len(self), replace=replace)
        files = write_sheet(earlier, self.seed, self.drawn, protected, _raise_problems, executor)
        _warn(small_print_warnings(files.small_print, "", self.plan.language), self.plan.language)
        return target


def _warn(problems: Iterable[Problem], language: str) -> None:
    for problem in problems:
        warnings.warn(problem_report(problem, language).partition("\n")[0], stacklevel=3)


def _raise_problems(problems: Iterable[Problem]) -> None:
    """Raise InputError if there are any problems."""
    if found := tuple(problems):
        raise InputError(found)


def sheet(
    *trees: "TreeLike",
    shape: str | Iterable[str] = (),
    want: str | Iterable[str] = (),
    levels: str | None = None,
    convention: "ConventionLike" = None,
    variants: int | Sequence[str] | None = None,
    roster: "os.PathLike[str] | None" = None,
    key: "os.PathLike[str] | None" = None,
    seed: object = None,
    title: str | None = None,
    language: str | None = None,
    **look: Any,
) -> Sheet:
    """Return an exam or exercise sheet with its solution and key.

    Each tree is a task. Each `shape` is a task with random trees of that shape that satisfy `want` and `levels`.
    Instead of trees and shapes, a single Path may name the TOML file of a sheet. `variants` is the number of variants,
    or their names. With a `roster`, the Path of a table of students, each student gets a variant. `key` is the Path of
    the key of an earlier run, whose exams are then preserved. `look` may set paper, shapes, large_print, two_up and
    steps; if a tree is too large for large print, saving or rendering issues a UserWarning. The same seed gives the
    same sheets in Python and on the command line. Raises InputError if an argument is invalid or no suitable tree is
    found. Source: docs/sheets.md.

    >>> from treesolve import grade, sheet
    >>> exam = sheet("((6 5) (2 9))", shape="3x3", seed=7)
    >>> exam.points == 8, exam.solution.render("pdf")[:5], len(exam.trees)
    (True, b'%PDF-', 2)
    >>> print(grade(exam.key, "task: 1\\nbest: B").points)
    1
    """
    _check("path", roster=roster, key=key)
    _check("text", title=title, levels=levels)
    _check("texts", shape=shape, want=want)
    _check("names", variants=variants)
    file = next((one for one in trees if isinstance(one, os.PathLike) and Path(one).suffix.lower() == ".toml"), None)
    if file is None:
        output_language = chosen("language", language or "en", languages())
        plan = _plan_of_trees(
            trees, QuickSheet("", (), _texts(shape), _texts(want), levels, language=output_language), convention
        )
    else:
        values = {"shape": shape, "want": want, "levels": levels, "convention": convention}
        check_file_alone(str(Path(file)), len(trees), values)
        plan = read_with(read_sheet, Path(file))
    names = () if isinstance(variants, int) else plan.variants if variants is None else tuple(variants)
    _check("text", **{f"variants[{index}]": name for index, name in enumerate(names)})
    _raise_problems(problem for _, problem in check_variant_names(names))
    output_language = chosen("language", language or plan.language, languages())
    plan = plan._replace(
        title=title or plan.title, language=output_language, look=_with_style(plan.look, look), variants=names
    )
    students, remarks = Roster(()) if roster is None else read_with(read_roster, Path(roster))
    _warn(remarks, output_language)
    if students and isinstance(variants, int):
        raise InputError((Problem("sheet-roster-and-count"),))
    wanted = len(students) or (variants if isinstance(variants, int) else len(plan.variants) or 1)
    count = count_argument("variants", wanted, MAX_VARIANTS)
    path = None if key is None else str(key)
    known, existing_exams = earlier_exams(plan, None if seed is None else str(seed), path, students=students)
    drawn = str(randbelow(10**9) if plan.is_drawn else 1) if known is None else known
    return draw_sheet(plan, drawn, count, students, existing_exams)


def draw_sheet(
    plan: SheetPlan, seed: str, count: int, students: Sequence[Student], existing_exams: ExistingExams
) -> Sheet:
    """Return the sheet with `count` variants, or with one variant for each student.

    Raises InputError if not enough different trees can be generated.
    """
    try:
        return Sheet(plan, seed, tuple(draw_variants(plan, seed, count, students, existing_exams)), existing_exams)
    except TooFewTrees as few:
        raise InputError((few.problem,)) from None


def _plan_of_trees(trees: Sequence[Any], line: QuickSheet, convention: Any) -> SheetPlan:
    """Return the plan of a sheet with the given trees and the shapes in `line`.

    Trees that do not come from files are named by numbers.
    """
    if not (trees or line.shapes):
        raise refusal("argument-no-tree", trees)
    check_constraints(line)
    is_convention_given = isinstance(convention, Convention)
    given, names = dict[str, Tree](), list[str]()
    for number, one in enumerate(trees, 1):
        is_file = isinstance(one, os.PathLike) and not is_convention_given
        names.append(str(Path(one)) if is_file else f"tree {number}")
        if not is_file:
            given[names[-1]] = _given_tree(one, is_convention_given=is_convention_given)
    if convention is not None:
        line = line._replace(default=convention) if is_convention_given else line._replace(convention=str(convention))
    return titled_sheet(line._replace(trees=tuple(names), given=given))


def _given_tree(what: Any, *, is_convention_given: bool) -> Tree:
    """Return the tree given as an argument.

    If a convention is given, the tree's own convention is removed. Otherwise, the tree of a solution gets the
    convention of the solution.
    """
    tree = tree_argument(what)
    if is_convention_given:
        return dataclasses.replace(tree, convention=None)
    if isinstance(what, Solution) and what.convention.is_named and not tree.has_payoffs:
        return dataclasses.replace(tree, convention=what.convention.expression)
    return tree


def _with_style(default: SheetStyle, options: dict[str, Any]) -> SheetStyle:
    """Return a sheet style with some options replaced. Raises InputError for an unknown option or value."""
    for name, value in options.items():
        known = {"paper": PAPERS, "shapes": SHAPES}.get(name)
        chosen("style", name, SheetStyle._fields)
        if known:
            chosen(name, value, known)
        else:
            _check("switch", **{name: value})
    return default._replace(**options)


_KINDS: Mapping[str, Any] = {
    "path": str | os.PathLike,
    "text": str,
    "texts": Iterable,
    "names": int | list | tuple,
    "switch": bool,
}
"""Accepted types for each kind of argument."""


def _check(kind: str, **values: Any) -> None:
    """Raise InputError if an argument is given but has the wrong type."""
    for name, value in values.items():
        if value is not None and not isinstance(value, _KINDS[kind]):
            raise InputError((Problem("argument-kind", None, {"name": name, "kind": kind, "text": repr(value)[:40]}),))


def _texts(values: str | Iterable[str]) -> tuple[str, ...]:
    return (values,) if isinstance(values, str) else tuple(values)
