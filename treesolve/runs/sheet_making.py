"""The files of a sheet: variants are printed as they are drawn, bound, and at last entered in the key."""

import io
import os
import re
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from hashlib import md5
from math import ceil
from pathlib import Path
from shutil import rmtree
from typing import NamedTuple

from treesolve.exercises.kept_exams import KeptExams
from treesolve.exercises.variant import Variant
from treesolve.grading.exam import Key
from treesolve.model.answer import folded
from treesolve.model.atomic_file import made_folder, sentence_for, whole_file
from treesolve.model.optional import loaded
from treesolve.model.problem import InputError, Problem
from treesolve.pages.answer_form import form_of_variant
from treesolve.pages.environment import number_text, words
from treesolve.pages.printed_sheet import SHEET, SOLUTION
from treesolve.runs.existing_key import KeyInPlace, check_key_unchanged, check_lost
from treesolve.runs.key_writer import KeyWriter
from treesolve.runs.page_folder import distinct_name, plain_name
from treesolve.runs.parallel import Workers
from treesolve.runs.printing import (
    ANSWER_FORMS,
    CHUNK,
    ENDINGS,
    FOLDERS,
    VOLUME,
    Plan,
    Printed,
    is_sheet,
    print_guide,
    print_variant,
    write,
)


class FileNames(NamedTuple):
    """The names of files of a sheet in so many variants."""

    sheet: str
    variants: int

    @property
    def bound(self) -> str:
        """The name of the file with all variants."""
        return plain_name(self.sheet.casefold())

    @property
    def numbers(self) -> list[str]:
        """What the names of its volumes end in."""
        return [""] if self.variants <= VOLUME else [f"-{number + 1}" for number in range(ceil(self.variants / VOLUME))]

    def name(self, holder: str) -> str:
        """The name of the files of a student, or of a variant that no student has; no volume has it."""
        if self.variants == 1:
            return self.bound
        is_volume = re.fullmatch(rf"({re.escape(self.bound)}|guide)(-\d+)?", folded(holder))
        return distinct_name(holder, is_reserved=is_volume is not None)

    def files(self, holders: Iterable[str]) -> Iterator[str]:
        """The paths of all files but the key that there can be of these holders."""
        yield "answer.txt"
        volumes = {f"{name}{number}" for name in (self.bound, "guide") for number in self.numbers}
        for name in {*volumes, *map(self.name, holders)}:
            yield f"{ANSWER_FORMS}/{name}.txt"
            yield from (f"{kind}/{name}.{ending}" for kind in FOLDERS.values() for ending in ("pdf", "typ", "tex"))


class Making:
    """One run: `count` variants of the plan's sheet, which follow from a seed and are `drawn` one after the other.

    What is wrong with a variant is told, and it is left out; `is_made` is called once for each. Unless all exams that
    are protected come out as they are, nothing is written; with None for them, files of the `earlier` key are removed.
    """

    def __init__(
        self,
        plan: Plan,
        seed: str,
        drawn: Iterable[Variant],
        count: int,
        earlier: KeyInPlace,
        protected: KeptExams | None,
        tell: Callable[[Iterable[Problem]], None],
        is_made: Callable[[], None] = lambda: None,
    ) -> None:
        self.plan, self.seed, self.drawn, self.count, self.protected = plan, seed, drawn, count, protected
        self.unprinted = {folded(holder): holder for holder in protected.holders} if protected else {}
        self.earlier, self.tell, self.is_made = earlier, tell, is_made
        self.names = FileNames(plan.sheet.id, count)
        self.binding: _Binding | None = None
        self.guides: list[list[str]] = []
        self.answer_forms: dict[str, list[str]] = {}
        self.guides_in_print: list[Future[None]] = []
        self.written: set[str] = set()
        self.codes: set[str] = set()
        self.small_print: dict[str, float] = {}
        self.volumes = self.made = 0

    def all(self, executor: Executor | None = None) -> None:
        """Print everything into a temporary folder, then move it into place, the key last.

        Raises InputError where a file cannot be written, or would replace a different one that must stay, and where a
        protected exam would be changed or dropped.
        """
        key = made_folder(self.plan.folder) / self.plan.key
        with whole_file(str(key)) as file, _temporary_folder(key.with_name(f".{key.name}.parts")) as staging:
            self.staged = self.plan._replace(folder=staging)
            self._write_variants(Workers(executor, self.staged), KeyWriter(file, self.plan.sheet, self.seed))
            check_lost(self.plan, list(self.unprinted.values()))
            check_key_unchanged(self.plan, self.earlier)
            self._move_into_place()
        if self.protected is None and self.earlier.key and not self.plan.stem:
            self._remove_files_of(self.earlier.key)

    def _write_variants(self, workers: Workers, key: KeyWriter) -> None:
        """Write the files of all variants and the key, and bind the files."""
        named = ((variant, self.names.name(variant.file_name)) for variant in self.drawn)
        for (variant, _), one in workers.each(print_variant, named, CHUNK):
            self.is_made()
            if one.problems:
                self.tell(one.problems)
                continue
            self._write_variant(variant, one)
            key.add(variant)
            if self.made % VOLUME == 0:
                self._bind_volume(workers)
        self._bind_volume(workers)
        for guide in self.guides_in_print:
            guide.result()
        if not self.plan.stem:
            self._write_answer_forms()
        key.finish()

    def _move_into_place(self) -> None:
        """Move all files from the temporary folder to where they belong."""
        moves = [(Path(self.staged.folder, path), Path(self.plan.folder, path)) for path in sorted(self.written)]
        is_new = self.protected is not None and not self.protected.holders
        for staged, target in moves if is_new else ():
            with sentence_for(str(target)):
                if target.exists() and target.read_bytes() != staged.read_bytes():
                    raise InputError((Problem("sheet-there", None, {}, str(target)),))
        for staged, target in moves:
            made_folder(str(target.parent))
            with sentence_for(str(target)):
                staged.replace(os.path.realpath(target))

    def _remove_files_of(self, key: Key) -> None:
        """Remove what is left of the files of an earlier key. Raises InputError where that cannot be done."""
        holders = KeptExams(self.plan.sheet, key).holders
        names = FileNames(str(key.sheet.get("id", "")), len(holders))
        written = set(map(str.casefold, self.written))
        for path in names.files(holders):
            target = Path(self.plan.folder, path)
            if path.casefold() not in written:
                with sentence_for(str(target)):
                    target.unlink(missing_ok=True)

    def told(self, language: str) -> str:
        """What was written, for the terminal."""
        plan = self.plan
        places = {"sheets": f"{FOLDERS[SHEET]}/", "solutions": f"{FOLDERS[SOLUTION]}/"}
        places |= {"form": f"{ANSWER_FORMS}/" if self._has_own_forms else plan.answer_form, "key": plan.key}
        if plan.stem:
            ending = ENDINGS[plan.form]
            places |= {"sheets": plan.path(SHEET, "", ending), "solutions": plan.path(SOLUTION, "", ending)}
            places = {name: str(Path(plan.folder) / path) for name, path in places.items()}
        facts = {
            "title": plan.sheet.title,
            "count": len(self.codes),
            "folder": plan.folder,
            **places,
            "points": number_text(plan.sheet.possible_points, language),
            "seed": self.seed if plan.sheet.is_drawn else "",
            "is_single": bool(plan.stem),
        }
        return words(language, "sheet.jinja").written(facts)

    def _note_protected(self, variant: Variant) -> None:
        """Note whose exam has come out as the key has it."""
        exams, called = self.protected, folded(variant.called)
        if exams and exams.exam(called) == (variant.code, variant.exercises):
            self.unprinted.pop(called, None)
            if variant.student and folded(exams.variant_of(variant.student.id) or "") == called:
                self.unprinted.pop(folded(variant.student.id), None)

    def _write_variant(self, variant: Variant, one: Printed) -> None:
        """Write the files of a variant, add its sheet to the volume, and note its form for answers."""
        for path, content in one.files.items():
            self._write(path, content)
        self._note_protected(variant)
        self.last = variant
        self.made += 1
        self.codes.add(variant.code)
        for task, size in one.small_print.items():
            self.small_print[task] = min(size, self.small_print.get(task, size))
        if self.count > 1:
            self.binding = self.binding or _Binding()
            self.binding.add(next(content for path, content in one.files.items() if is_sheet(path)))
        self.guides += one.guides
        asks_variant = self.count > 1 and variant.student is None
        form = form_of_variant(variant, self.plan.sheet.language, asks_variant=asks_variant)
        self.answer_forms.setdefault(form, []).append(Path(next(iter(one.files))).stem)

    def _write(self, path: str, content: bytes) -> None:
        """Write a file into the temporary folder."""
        write(Path(self.staged.folder) / path, content)
        self.written.add(path)

    def _write_answer_forms(self) -> None:
        """Write the form of all variants, or one for each."""
        for form, names in self.answer_forms.items():
            own = [f"{ANSWER_FORMS}/{name}.txt" for name in names]
            for path in own if self._has_own_forms else [self.plan.answer_form]:
                self._write(path, form.encode())

    @property
    def _has_own_forms(self) -> bool:
        """Whether the variants have not all the same form."""
        return len(self.answer_forms) > 1

    def _bind_volume(self, workers: Workers) -> None:
        """Write a volume, and submit its guide."""
        if not self.guides or self.plan.stem:
            return
        number = self.names.numbers[self.volumes]
        self.volumes += 1
        if self.binding:
            self._write(f"{FOLDERS[SHEET]}/{self.names.bound}{number}.pdf", self.binding.finished())
        guide = f"{FOLDERS[SOLUTION]}/guide{number}.pdf"
        self.written.add(guide)
        self.guides_in_print.append(workers.submit(print_guide, self.last, self.guides, guide))
        self.binding, self.guides = None, []


@contextmanager
def _temporary_folder(path: Path) -> Iterator[str]:
    """An empty folder, deleted at the end. Raises InputError where it cannot be created.

    What a killed run has left in it is deleted.
    """
    with sentence_for(str(path)):
        if path.exists():
            rmtree(path)
        path.mkdir()
    try:
        yield str(path)
    finally:
        rmtree(path, ignore_errors=True)


_MOMENT = re.compile(rb"/CreationDate\(D:\d{14}")
_CHANCE = re.compile(rb"(/ID\s*\[\s*)<([0-9A-Fa-f]*)>(\s*)<([0-9A-Fa-f]*)>")


class _Binding:
    """Files being bound, one after the other. Raises InputError where the package for that is missing."""

    def __init__(self) -> None:
        self._open = loaded("pypdfium2").PdfDocument
        self._bound = self._open.new()

    def add(self, content: bytes) -> None:
        """Take over the pages of a file."""
        with self._open(content) as document:
            self._bound.import_pages(document)

    def finished(self) -> bytes:
        """All pages in order, as one file; nothing can be added to it any more."""
        written = io.BytesIO()
        self._bound.save(written)
        self._bound.close()
        return _without_date_and_identity(written.getvalue())


def _without_date_and_identity(content: bytes) -> bytes:
    """The same file with a fixed date, and with an identity that follows from what is in it."""
    fixed = _MOMENT.sub(b"/CreationDate(D:20000101000000", content)
    digest = md5(_CHANCE.sub(b"", fixed), usedforsecurity=False).hexdigest().upper().encode()
    return _CHANCE.sub(lambda found: _identity_from_digest(found, digest), fixed)


def _identity_from_digest(found: re.Match[bytes], digest: bytes) -> bytes:
    one, other = (digest[: len(found[group])].ljust(len(found[group]), b"0") for group in (2, 4))
    return found[1] + b"<" + one + b">" + found[3] + b"<" + other + b">"
