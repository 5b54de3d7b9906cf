"""The files of a sheet: variants are printed as they are drawn, bound, and at last entered in the key."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from treesolve.exercises.variant import Variant
from treesolve.grading.exam import Exercise
from treesolve.grading.exam_writer import key_document_in_pieces
from treesolve.grading.marking_scheme import AnswerKey
from treesolve.model.atomic_file import made_folder, sentence_for, whole_file
from treesolve.model.problem import Problem
from treesolve.pages.answer_form import form_of_variant
from treesolve.pages.environment import number_text, words
from treesolve.pages.printed_sheet import SHEET, SOLUTION
from treesolve.runs.binding import Binding
from treesolve.runs.folder import Folder, plain_name
from treesolve.runs.journal import journal_beside
from treesolve.runs.printing import (
    ANSWER_FORMS,
    FOLDERS,
    VOLUME,
    Plan,
    Printed,
    is_sheet,
    press,
    print_guide,
    printed,
    write,
)
from treesolve.runs.sheet_key import told_of

_ENDINGS = (".pdf", ".typ", ".tex")


class Making:
    """One run: `count` variants of the plan's sheet, which follow from a seed and are `drawn` one after the other.

    What is wrong with a variant is told, and it is left out; `is_made` is called once for each.
    """

    def __init__(
        self,
        plan: Plan,
        seed: str,
        drawn: Iterable[Variant],
        count: int,
        tell: Callable[[Iterable[Problem]], None],
        is_made: Callable[[], None] = lambda: None,
    ) -> None:
        self.plan, self.seed, self.drawn, self.count = plan, seed, drawn, count
        self.tell, self.is_made = tell, is_made
        self.names = Folder(plan.folder)
        self.stem = plain_name(plan.sheet.id.casefold())
        for own in (self.stem, "guide"):
            self.names.name(own, "")
        self.binding: Binding | None = None
        self.guides: list[list[str]] = []
        self.answer_forms: dict[str, list[str]] = {}
        self.waiting: list[Any] = []
        self.written: set[str] = set()
        self.known: dict[str, str] = {}
        self.entered: set[str] = set()
        self.full_names: dict[str, str] = {}
        self.volumes = self.made = 0

    def all(self, jobs: int, version: str | None = None) -> None:
        """Print everything, and at last let the key appear; a run of the same version goes on where one was stopped."""
        key = made_folder(self.plan.folder) / self.plan.key
        known = nullcontext() if version is None else journal_beside(key, version, self.seed, repr(self.plan))
        with (
            known as journal,
            whole_file(str(key)) as file,
            press(self.plan, jobs) as processes,
        ):
            exercises = self._exercises_printed(
                processes, printed(processes, self._variants_with_names(), 2 * jobs, journal)
            )
            roster = {"students": self.known, "names": self.full_names}
            file.writelines(key_document_in_pieces(exercises, **roster, sheet=told_of(self.plan.sheet, self.seed)))

    def _exercises_printed(self, processes: Any, variants: Iterator[Printed]) -> Iterator[tuple[Exercise, AnswerKey]]:
        """The exercises of all variants that are printed, in order; when they end, everything is bound."""
        for one in variants:
            self.is_made()
            if one.problems:
                self.tell(one.problems)
            else:
                yield from self._take_printed_variant(one, processes)
        self._bind_volume(processes)
        for done in self.waiting:
            done.result()
        if not self.plan.stem:
            self._write_answer_forms()

    def tidy(self) -> None:
        """Take away what an earlier run has left in the folders, and no key knows any more.

        Raises InputError where that cannot be done.
        """
        folder = Path(self.plan.folder)
        for path in () if self.plan.stem else _files_left_in(folder):
            if path.relative_to(folder).as_posix() not in self.written:
                with sentence_for(str(path)):
                    path.unlink()

    def told(self, language: str) -> str:
        """What was written, for the terminal."""
        plan, is_single = self.plan, bool(self.plan.stem)
        sheets, solutions, key = (str(Path(plan.folder) / path) for path in plan.paths)
        facts = {
            "title": plan.sheet.title,
            "count": len(self.entered),
            "folder": plan.folder,
            "sheets": sheets if is_single else f"{FOLDERS[SHEET]}/",
            "solutions": solutions if is_single else f"{FOLDERS[SOLUTION]}/",
            "form": str(Path(plan.folder) / plan.answer_form) if is_single else plan.answer_form,
            "key": key if is_single else plan.key,
            "points": number_text(plan.sheet.possible_points, language),
            "seed": self.seed if plan.sheet.is_drawn else "",
            "is_single": is_single,
        }
        if self._has_own_forms:
            facts["form"] = f"{ANSWER_FORMS}/"
        return words(language, "sheet.jinja").written(facts)

    def _variants_with_names(self) -> Iterator[tuple[Variant, str]]:
        """The variants, each with the name of its files."""
        for variant in self.drawn:
            yield variant, self.stem if self.count == 1 else self.names.name(variant.file_name, "")

    def _take_printed_variant(self, one: Printed, processes: Any) -> Iterator[tuple[Exercise, AnswerKey]]:
        """Note what was printed, bind it, and hand on its exercises with their answer keys."""
        self.last = one.variant
        self.made += 1
        self.written |= set(one.files)
        if self.count > 1:
            self.binding = self.binding or Binding()
            self.binding.add(next(Path(self.plan.folder) / path for path in one.files if is_sheet(path)))
        self.guides += one.guides
        self._keep_answer_form(one)
        if one.variant.student:
            self.known[one.variant.student.id] = one.variant.called
            if one.variant.student.name:
                self.full_names[one.variant.student.id] = one.variant.student.name
        if one.variant.code not in self.entered:
            self.entered.add(one.variant.code)
            yield from zip(one.variant.exercises, one.variant.answer_keys, strict=True)
        if self.made % VOLUME == 0:
            self._bind_volume(processes)

    def _keep_answer_form(self, one: Printed) -> None:
        """Keep the form of a variant, with the name of its files; of most sheets there is but one."""
        asks_variant = self.count > 1 and one.variant.student is None
        form = form_of_variant(one.variant, self.plan.sheet.language, asks_variant=asks_variant)
        self.answer_forms.setdefault(form, []).append(Path(next(iter(one.files))).stem)

    def _write_answer_forms(self) -> None:
        """Write the form of all variants, or one for each."""
        for form, names in self.answer_forms.items():
            own = [f"{ANSWER_FORMS}/{name}.txt" for name in names]
            for path in own if self._has_own_forms else [self.plan.answer_form]:
                write(Path(self.plan.folder) / path, form.encode())
                self.written.add(path)

    @property
    def _has_own_forms(self) -> bool:
        """Whether the variants have not all the same form."""
        return len(self.answer_forms) > 1

    def _bind_volume(self, processes: Any) -> None:
        """Write a volume, and hand the guide to it to the processes."""
        if not self.guides or self.plan.stem:
            return
        self.volumes += 1
        number = "" if self.count <= VOLUME else f"-{self.volumes}"
        if self.binding:
            target = f"{FOLDERS[SHEET]}/{self.stem}{number}.pdf"
            write(Path(self.plan.folder) / target, self.binding.finished())
            self.written.add(target)
        guide = f"{FOLDERS[SOLUTION]}/guide{number}.pdf"
        self.written.add(guide)
        self.waiting.append(processes.submit(print_guide, self.last, self.guides, guide))
        self.binding, self.guides = None, []


def _files_left_in(folder: Path) -> Iterator[Path]:
    """What a run leaves in a folder beside the key."""
    for kind in FOLDERS.values():
        yield from (path for path in (folder / kind).glob("*.*") if path.suffix in _ENDINGS)
    yield from (folder / ANSWER_FORMS).glob("*.txt")
    yield from folder.glob("answer.txt")
