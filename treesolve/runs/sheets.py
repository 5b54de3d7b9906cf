"""Sheets for programs of one's own: what students get, the solution and the key, each by its name."""

import dataclasses
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from treesolve.exercises.planned_sheet import Sheet as Planned
from treesolve.exercises.variant import Variant
from treesolve.grading.exam_writer import key_document_in_pieces
from treesolve.model.problem import InputError, Problem
from treesolve.pages.answer_form import form_of_variant
from treesolve.pages.printed_sheet import SHEET, SOLUTION, VariantPage
from treesolve.pages.saving import PAGES, Kept, KeptKey, Look, chosen
from treesolve.pages.solved import Tree
from treesolve.runs.printing import FORMS, Plan, check, pages_as_bytes
from treesolve.runs.sheet_key import checked_plan, told_of
from treesolve.runs.sheet_making import Making


@dataclass(frozen=True)
class SheetPart(Kept):
    """What students get, or the solution, of all variants of a sheet; language and look are those of the sheet."""

    FORMS, LOOKS = PAGES, ()
    of: "Sheet"
    kind: str

    def __repr__(self) -> str:
        return f"<The {self.kind} of {self.of!r}>"

    def _content_in_form(self, form: str, _look: Look) -> str | bytes:
        pages = [VariantPage(self.of.plan, variant) for variant in self.of.drawn]
        for page in pages:
            refuse(check(page))
        content = pages_as_bytes(pages, self.kind, form)
        return content if form == "pdf" else content.decode()


@dataclass(frozen=True)
class SheetKey(KeptKey):
    """The key of a sheet, by which `grade` marks answers to it."""

    of: "Sheet"

    def __repr__(self) -> str:
        return f"<The key of {self.of!r}>"

    def _content_in_form(self, _form: str, _look: Look) -> str:
        drawn = {variant.code: variant for variant in self.of.drawn}.values()
        entries = (entry for one in drawn for entry in zip(one.exercises, one.answer_keys, strict=True))
        students = [(one.student, one.called) for one in self.of.drawn if one.student]
        known = {student.id: called for student, called in students}
        names = {student.id: student.name for student, _ in students if student.name}
        told = told_of(self.of.plan, self.of.seed)
        return "".join(key_document_in_pieces(entries, students=known, names=names, sheet=told))


@dataclass(frozen=True)
class Sheet:
    """A sheet of exercises in one variant or several: `sheet` is what students get, `solution` and `key` go with it.

    Each of them can be saved by itself; `save` writes all that belongs together. `sheet["A"]` is one variant, found by
    its name, the student's id or its place; a loop goes through them. `plan` is the sheet as the rooms of the program
    have it, `drawn` are its variants.
    """

    plan: Planned
    seed: str
    drawn: tuple[Variant, ...]

    @property
    def title(self) -> str:
        """What stands above it."""
        return self.plan.title

    @property
    def points(self) -> Fraction:
        """All points there are."""
        return Fraction(self.plan.possible_points)

    @property
    def names(self) -> tuple[str, ...]:
        """What each variant is called: as its student, as it was named, or by its code."""
        return tuple(variant.file_name for variant in self.drawn)

    @property
    def trees(self) -> tuple[Tree, ...]:
        """The trees of all tasks, variant by variant."""
        return tuple(Tree(exercise.tree) for variant in self.drawn for exercise in variant.exercises)

    @property
    def sheet(self) -> SheetPart:
        """What students get."""
        return SheetPart(self, SHEET)

    @property
    def solution(self) -> SheetPart:
        """What is right, and why."""
        return SheetPart(self, SOLUTION)

    @property
    def key(self) -> SheetKey:
        """What `grade` marks by."""
        return SheetKey(self)

    @property
    def answer_form(self) -> str:
        """The empty form for answers, to the first variant."""
        asks_variant = len(self) > 1 and self.drawn[0].student is None
        return form_of_variant(self.drawn[0], self.plan.language, asks_variant=asks_variant)

    def __len__(self) -> int:
        return len(self.drawn)

    def __iter__(self) -> Iterator["Sheet"]:
        return (dataclasses.replace(self, drawn=(variant,)) for variant in self.drawn)

    def __getitem__(self, name: str | int) -> "Sheet":
        place = name if isinstance(name, int) else self.names.index(chosen("variant", name, self.names))
        return dataclasses.replace(self, drawn=(self.drawn[place],))

    def __str__(self) -> str:
        return str(self.sheet)

    def __repr__(self) -> str:
        return f"<Sheet {self.title!r}: {self.points} points, variants: {len(self)}>"

    def save(self, path: "str | Path", *, replace: bool = False, jobs: int = 1) -> Path:
        """Write a file of one variant, with solution, key and form for answers beside it, or a folder; its path.

        What is printed depends on the ending, which is one of those of pages. Raises InputError where another sheet
        lies there, unless it is to be replaced, and where several variants would be in one file.
        """
        place = Path(path)
        form = None if place.is_dir() else FORMS.get(place.suffix.lower())
        if place.suffix and form is None and not place.is_dir():
            facts = {"ending": place.suffix, "known": ", ".join(FORMS), "thing": "Sheet"}
            raise InputError((Problem("save-ending", None, facts, str(path)),))
        if form and len(self) > 1:
            facts = {"path": str(path), "folder": f"{place.with_suffix('')}/"}
            raise InputError((Problem("sheet-one-file", None, facts),))
        plan = Plan(
            self.plan, str(place.parent if form else place), stem=place.stem if form else "", form=form or "pdf"
        )
        careful = checked_plan(plan, self.seed, replace=replace)
        Making(careful, self.seed, self.drawn, len(self), refuse).all(jobs)
        return place


def refuse(problems: Iterable[Problem]) -> None:
    """Raise InputError where there are any."""
    if found := tuple(problems):
        raise InputError(found)
