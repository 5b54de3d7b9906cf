"""Writing of a sheet's files to a temporary folder, and moving of these files to their destination."""

import io
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from hashlib import md5
from math import ceil
from pathlib import Path
from shutil import rmtree
from typing import NamedTuple

from treesolve.authoring.existing_exams import ExistingExams
from treesolve.authoring.variant import Variant
from treesolve.model.answer import normalize_name
from treesolve.model.atomic_file import atomic_write, make_folder, report_os_errors
from treesolve.model.optional_package import import_optional
from treesolve.model.problem import InputError, Problem
from treesolve.rendering.answer_form import form_of_variant
from treesolve.rendering.printed_sheet import SHEET, SOLUTION
from treesolve.rendering.template_environment import number_text, words
from treesolve.workflows.existing_key import ExistingKey
from treesolve.workflows.page_folder import distinct_name, plain_name, write_file
from treesolve.workflows.parallel import Workers
from treesolve.workflows.sheet_key_writer import key_text
from treesolve.workflows.sheet_printing import (
    ANSWER_FORMS,
    CHUNK,
    ENDINGS,
    FOLDERS,
    VOLUME,
    PrintPlan,
    print_guide,
    print_variant,
)


class FileNames(NamedTuple):
    """The names of the files of a sheet. They depend on the id of the sheet and on the number of variants."""

    sheet: str
    variants: int

    @property
    def bound(self) -> str:
        """The name of the file that contains all variants, without its extension."""
        return plain_name(self.sheet.casefold())

    @property
    def numbers(self) -> list[str]:
        """The suffixes that distinguish the names of the volumes."""
        return [""] if self.variants <= VOLUME else [f"-{number + 1}" for number in range(ceil(self.variants / VOLUME))]

    def name(self, holder: str) -> str:
        """Return the name for the files of a student or of an unassigned variant.

        The name is different from the names of all volumes.
        """
        if self.variants == 1:
            return self.bound
        is_volume = re.fullmatch(rf"({re.escape(self.bound)}|guide)(-\d+)?", normalize_name(holder))
        return distinct_name(holder, is_reserved=is_volume is not None)

    def files(self, holders: Iterable[str]) -> Iterator[str]:
        """Yield the path of every file, except the key, that a run for these holders may have written."""
        yield "answer.txt"
        volumes = {f"{name}{number}" for name in (self.bound, "guide") for number in self.numbers}
        for name in {*volumes, *map(self.name, holders)}:
            yield f"{ANSWER_FORMS}/{name}.txt"
            yield from (f"{kind}/{name}.{ending}" for kind in FOLDERS.values() for ending in ("pdf", "typ", "tex"))


class WrittenVariant(NamedTuple):
    """A variant whose files have been written.

    `guides` and `small_print` have the same meaning as in `PrintedVariant`.
    """

    variant: Variant
    name: str
    guides: list[list[str]]
    small_print: Sequence[tuple[str, float]]


class WrittenSheet(NamedTuple):
    """The paths of a sheet's files in the folder of the plan, and the variants in these files."""

    plan: PrintPlan
    seed: str
    paths: frozenset[str]
    variants: tuple[WrittenVariant, ...]

    @property
    def small_print(self) -> list[tuple[str, float]]:
        """The tasks whose trees are too large for large print, each with its label and smallest text size."""
        return [size for one in self.variants for size in one.small_print]

    def summary(self, language: str) -> str:
        """Return a summary of the written files for the terminal."""
        plan = self.plan
        places = {"sheets": f"{FOLDERS[SHEET]}/", "solutions": f"{FOLDERS[SOLUTION]}/"}
        places |= {"form": plan.answer_form if plan.answer_form in self.paths else f"{ANSWER_FORMS}/", "key": plan.key}
        if plan.stem:
            ending = ENDINGS[plan.form]
            places |= {"sheets": plan.path(SHEET, "", ending), "solutions": plan.path(SOLUTION, "", ending)}
            places = {name: str(Path(plan.folder) / path) for name, path in places.items()}
        facts = {
            "title": plan.sheet.title,
            "count": len({one.variant.code for one in self.variants}),
            "folder": plan.folder,
            **places,
            "points": number_text(plan.sheet.possible_points, language),
            "seed": self.seed if plan.sheet.is_drawn else "",
            "is_single": bool(plan.stem),
        }
        return words(language, "sheet.jinja").written(facts)


def write_sheet(
    earlier: ExistingKey,
    seed: str,
    drawn: Sequence[Variant],
    protected: ExistingExams | None,
    report: Callable[[Iterable[Problem]], None],
    executor: Executor | None = None,
    step: Callable[[], None] = lambda: None,
) -> WrittenSheet:
    """Write the files of variants to a temporary folder, then move them to their destination. The key is moved last.

    Variants that fail the last check are reported and omitted. `step` is called after each variant. If `protected` is
    None, files of the `earlier` key are removed unless they are replaced. Raises InputError if a file cannot be written
    or would replace a different existing file, or if a protected exam would be changed or dropped.
    """
    plan, names = earlier.plan, FileNames(earlier.plan.sheet.id, len(drawn))
    key = make_folder(plan.folder) / plan.key
    with atomic_write(str(key)) as file, _staged(plan, key.with_name(f".{key.name}.parts")) as staging:
        workers = Workers(executor, staging.plan)
        named = ((variant, names.name(variant.file_name)) for variant in drawn)
        for (variant, name), printed in workers.each(print_variant, named, CHUNK):
            step()
            if printed.problems:
                report(printed.problems)
            else:
                staging.add(WrittenVariant(variant, name, printed.guides, printed.small_print), printed.files)
        if not plan.stem:
            staging.bind(names, workers)
            staging.write_answer_forms(is_single=len(drawn) == 1)
        variants = [one.variant for one in staging.variants]
        file.write(key_text(plan.sheet, seed, variants))
        if protected is not None:
            earlier.check_kept(protected, variants)
        earlier.check_unchanged()
        staging.move_into_place(is_new=protected is not None and not protected.holders)
    if protected is None and earlier.key and not plan.stem:
        _remove_files_of(earlier, staging.paths)
    return WrittenSheet(plan, seed, frozenset(staging.paths), tuple(staging.variants))


class _Staging:
    """A temporary folder with the same layout as the folder of the plan, and the variants written to it."""

    def __init__(self, plan: PrintPlan, folder: Path) -> None:
        self.target, self.plan = Path(plan.folder), plan._replace(folder=str(folder))
        self.folder, self.paths = folder, set[str]()
        self.variants: list[WrittenVariant] = []

    def add(self, one: WrittenVariant, files: Mapping[str, bytes]) -> None:
        """Write the files of a variant."""
        for path, content in files.items():
            self.write(path, content)
        self.variants.append(one)

    def write(self, path: str, content: bytes) -> None:
        """Write a file and record its path."""
        make_folder(str((self.folder / path).parent))
        write_file(self.folder / path, content)
        self.paths.add(path)

    def bind(self, names: FileNames, workers: Workers) -> None:
        """Write the grading guides and, if there are several variants, the volumes of their sheets."""
        guides = []
        for number, start in zip(names.numbers, range(0, len(self.variants), VOLUME), strict=False):
            volume = self.variants[start : start + VOLUME]
            if names.variants > 1:
                sheets = [self.folder / self.plan.path(SHEET, one.name, "pdf") for one in volume]
                self.write(self.plan.path(SHEET, f"{names.bound}{number}", "pdf"), _bound(sheets))
            guide = self.plan.path(SOLUTION, f"guide{number}", "pdf")
            self.paths.add(guide)
            pieces = [piece for one in volume for piece in one.guides]
            guides.append(workers.submit(print_guide, volume[-1].variant, pieces, guide))
        for future in guides:
            future.result()

    def write_answer_forms(self, *, is_single: bool) -> None:
        """Write a single answer form for all variants, or one form for each variant if the forms differ."""
        forms: dict[str, list[str]] = {}
        for variant, name, *_ in self.variants:
            asks_variant = not is_single and variant.student is None
            form = form_of_variant(variant, self.plan.sheet.language, asks_variant=asks_variant)
            forms.setdefault(form, []).append(name)
        for form, names in forms.items():
            paths = [f"{ANSWER_FORMS}/{name}.txt" for name in names]
            for path in paths if len(forms) > 1 else [self.plan.answer_form]:
                self.write(path, form.encode())

    def move_into_place(self, *, is_new: bool) -> None:
        """Move all files to the target folder.

        Raises InputError if a new sheet would replace a file with different content.
        """
        moves = [(self.folder / path, self.target / path) for path in sorted(self.paths)]
        for staged, target in moves if is_new else ():
            with report_os_errors(str(target)):
                if target.exists() and target.read_bytes() != staged.read_bytes():
                    raise InputError((Problem("sheet-there", None, {}, str(target)),))
        for staged, target in moves:
            make_folder(str(target.parent))
            with report_os_errors(str(target)):
                staged.replace(os.path.realpath(target))


@contextmanager
def _staged(plan: PrintPlan, path: Path) -> Iterator[_Staging]:
    """Create an empty folder for the files of a plan, and delete the folder at the end of the block.

    Files that an earlier, killed run has left in this folder are deleted. Raises InputError if the folder cannot be
    created.
    """
    with report_os_errors(str(path)):
        if path.exists():
            rmtree(path)
        path.mkdir()
    try:
        yield _Staging(plan, path)
    finally:
        rmtree(path, ignore_errors=True)


def _remove_files_of(earlier: ExistingKey, paths: Iterable[str]) -> None:
    """Remove the files of an earlier key that this run has not replaced.

    Raises InputError if a file cannot be removed.
    """
    exams = earlier.exams("")
    names = FileNames(str(exams.key.sheet.get("id", "")), len(exams.holders))
    replaced = set(map(str.casefold, paths))
    for path in names.files(exams.holders):
        target = Path(earlier.plan.folder, path)
        if path.casefold() not in replaced:
            with report_os_errors(str(target)):
                target.unlink(missing_ok=True)


def _bound(files: Iterable[Path]) -> bytes:
    """Return a single PDF with the pages of several PDF files. Raises InputError if pypdfium2 is not installed."""
    document = import_optional("pypdfium2").PdfDocument
    bound, content = document.new(), io.BytesIO()
    for file in files:
        with document(file.read_bytes()) as pages:
            bound.import_pages(pages)
    bound.save(content)
    bound.close()
    return _with_fixed_metadata(content.getvalue())


_CREATION_DATE = re.compile(rb"/CreationDate\(D:\d{14}")
_FILE_ID = re.compile(rb"(/ID\s*\[\s*)<([0-9A-Fa-f]*)>(\s*)<([0-9A-Fa-f]*)>")


def _with_fixed_metadata(content: bytes) -> bytes:
    """Return a PDF with a fixed creation date and with an id that is derived from its content.

    This makes the output reproducible.
    """
    fixed = _CREATION_DATE.sub(b"/CreationDate(D:20000101000000", content)
    digest = md5(_FILE_ID.sub(b"", fixed), usedforsecurity=False).hexdigest().upper().encode()
    return _FILE_ID.sub(lambda found: _file_id_from_digest(found, digest), fixed)


def _file_id_from_digest(found: re.Match[bytes], digest: bytes) -> bytes:
    one, other = (digest[: len(found[group])].ljust(len(found[group]), b"0") for group in (2, 4))
    return found[1] + b"<" + one + b">" + found[3] + b"<" + other + b">"
