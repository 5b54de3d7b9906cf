"""A run of treesolve sheet: variants are printed as they are drawn, bound, and at last entered in the key."""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from treesolve import __version__
from treesolve.cli.folder import Folder, plain_name
from treesolve.cli.journal import journal_beside
from treesolve.cli.output import output
from treesolve.cli.run import Run
from treesolve.exercises.sheet import Sheet
from treesolve.exercises.variant import TooFew, Variant, codes_of_names, variants
from treesolve.grading.exam import Exercise
from treesolve.grading.exam_writer import key_document_in_pieces
from treesolve.grading.marking_scheme import AnswerKey
from treesolve.grading.roster import Student
from treesolve.model.asking import as_before
from treesolve.model.atomic_file import made_folder, sentence_for
from treesolve.model.problem import InputError
from treesolve.notation.writer import write as write_tree
from treesolve.pages.answer_form import form_of_variant
from treesolve.pages.environment import number_text, words
from treesolve.pages.generation import rare_report
from treesolve.pages.printed_sheet import SHEET, SOLUTION
from treesolve.runs.binding import Binding
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
from treesolve.search.solution import Solution

_ENDINGS = (".pdf", ".typ", ".tex")


class Making:
    """One run: so many variants of the plan's sheet, all from one seed; `source` is the file of the sheet.

    Students with the ids in `left_out` get no sheet; nobody else's is another for that. `effort` is spent on each tree.
    """

    def __init__(
        self,
        run: Run,
        source: str,
        plan: Plan,
        seed: str,
        count: int,
        students: Sequence[Student] = (),
        left_out: frozenset[str] = frozenset(),
        effort: int | None = None,
    ) -> None:
        self.run, self.source, self.plan, self.seed, self.count = run, source, plan, seed, count
        self.students, self.left_out, self.effort = students, left_out, effort
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

    def all(self, jobs: int) -> None:
        """Print everything, and at last let the key appear."""
        self.run.progress.total = self.count
        key = made_folder(self.plan.folder) / self.plan.key
        with (
            journal_beside(key, __version__, self.seed, repr(self.plan)) as journal,
            output(str(key), "json") as file,
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
            self.run.progress.done += 1
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

    def told(self) -> str:
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
            "points": number_text(plan.sheet.possible_points, self.run.language),
            "seed": self.seed if plan.sheet.is_drawn else "",
            "is_single": is_single,
        }
        if self._has_own_forms:
            facts["form"] = f"{ANSWER_FORMS}/"
        return words(self.run.language, "sheet.jinja").written(facts)

    def _variants_with_names(self) -> Iterator[tuple[Variant, str]]:
        """The variants, each with the name of its files."""
        try:
            for variant in variants(self.plan.sheet, self.seed, self.count, self.students, self.effort):
                if variant.student and variant.student.id in self.left_out:
                    continue
                yield variant, self.stem if self.count == 1 else self.names.name(variant.file_name, "")
        except TooFew as refusal:
            if refusal.rare:
                self.run.say([rare_report(refusal.rare, self.count, self.run.language, can_try_more=False)])
            raise InputError((refusal.problem._replace(source=self.source),)) from None

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
        asks_variant = self.count > 1 and not self.students
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


def told_of(sheet: Sheet, seed: str) -> dict[str, Any]:
    """What a key says of its sheet."""
    tasks = [
        (task.label, _text_of_source(task.source), task.convention, sorted(task.points.items())) for task in sheet.tasks
    ]
    digest = sha256(as_before(repr(tasks)).encode("utf-8", "surrogatepass")).hexdigest()[:16]
    codes = {"codes": codes_of_names(sheet, seed)} if sheet.variants else {}
    return {"id": sheet.id, "title": sheet.title, "language": sheet.language, "seed": seed, "plan": digest, **codes}


def _text_of_source(source: Any) -> str:
    """Where the trees of a task come from, as text that tells it from any other."""
    if isinstance(source, Solution):
        return write_tree(source.tree)
    text = repr(source._replace(like=source.like and write_tree(source.like)))
    # Sheets of earlier versions are known again.
    return text.replace(", chances=()", "").replace(", sum=None", "")
