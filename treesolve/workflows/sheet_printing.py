"""Variants to files: sheets and solutions as PDF, one file each and bound together, and the key to mark them by.

Each variant is checked before anything of it is written. The files do not depend on how many workers print them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from treesolve.authoring.sheet_plan import SheetPlan
from treesolve.authoring.variant import Variant
from treesolve.grading.roster import Student
from treesolve.model.optional_package import missing_package
from treesolve.model.problem import InputError, Problem
from treesolve.rendering.answer_form import form_of_variant
from treesolve.rendering.letterhead import current_letterhead
from treesolve.rendering.pdf import logo_as_pdf, pdf, substitutes
from treesolve.rendering.printed_sheet import SHEET, SOLUTION, VariantPage, guide, piece, render_sheet_document
from treesolve.rendering.template_environment import SUFFIXES, number_text
from treesolve.rendering.tree_picture import LARGE_SIZE
from treesolve.search.solution import Solution
from treesolve.workflows.page_folder import write_file
from treesolve.workflows.variant_check import faults

VOLUME = 250
"""So many variants are bound in one file."""

CHUNK = 5
"""So many variants are handed to a process at once."""

VARIANTS_PER_PROCESS = 20
"""Number of variants that are worth another process."""

ANSWER_FORMS = "forms"
"""The folder of the forms for answers, where variants have not the same."""

FOLDERS = {SHEET: "sheets", SOLUTION: "solutions"}
"""Sheets and solutions lie in folders of their own, so that nobody prints the wrong ones."""

ENDINGS = {"pdf": "pdf"} | SUFFIXES
"""The forms of sheets, each with the ending of its files."""

FORMS = {f".{ending}": form for form, ending in ENDINGS.items()}
"""What a sheet is printed as, by the ending of its file."""


class PrintPlan(NamedTuple):
    """Everything the files depend on beside their variant.

    `folder` is where they are written, `form` what they are written as, a key of ENDINGS, `sources` the forms in which
    each variant is written, too. With a `stem` there is one
    variant, whose sheet is called so and lies beside its solution and its key, without a guide.
    """

    sheet: SheetPlan
    folder: str
    sources: tuple[str, ...] = ()
    stem: str = ""
    form: str = "pdf"

    @property
    def key(self) -> str:
        """The name of the key."""
        return f"{self.stem}-key.json" if self.stem else "key.json"

    @property
    def answer_form(self) -> str:
        """The name of the form for answers."""
        return f"{self.stem}-answer.txt" if self.stem else "answer.txt"

    def path(self, kind: str, name: str, ending: str) -> str:
        """Where a file of a variant lies in the folder."""
        if self.stem:
            return f"{self.stem}{'' if kind == SHEET else f'-{kind}'}.{ending}"
        return f"{FOLDERS[kind]}/{name}.{ending}"


def plan_output(sheet: SheetPlan, path: str, count: int, sources: tuple[str, ...] = ()) -> PrintPlan:
    """Return the plan of so many variants that go there: into the file of one, by its ending, or into a folder.

    Raises InputError where there is not one variant for a file.
    """
    target = Path(path)
    form = None if target.is_dir() else FORMS.get(target.suffix.lower())
    if form is None:
        return PrintPlan(sheet, path, sources)
    if count != 1:
        raise InputError((Problem("sheet-one-file", None, {"path": path, "folder": f"{target.with_suffix('')}/"}),))
    return PrintPlan(sheet, str(target.parent), sources, target.stem, form)


class PrintedVariant(NamedTuple):
    """What came of a variant.

    `guides` are what tutors mark by, as `guide` takes it; `files` are the contents of its files by their paths in the
    folder. With `problems` there are none: it did not pass the last check. `small_print` has each task whose tree
    is too large for large print, and the size of its numbers.
    """

    guides: list[list[str]]
    files: Mapping[str, bytes]
    problems: tuple[Problem, ...] = ()
    small_print: Sequence[tuple[str, float]] = ()


def unprintable_texts(plan: PrintPlan, source: str, students: Sequence[Student], roster: str) -> Iterator[Problem]:
    """Yield a remark on each text that no font can print: a student's name, of whom the id is printed alone, and
    others.
    """
    texts = [*_texts_of_sheet(plan.sheet)] if plan.form == "pdf" else []
    facts = [(text, "sheet-unprintable", {"task": task, "key": key}, source) for task, key, text in texts]
    facts += [(one.id + one.name, "roster-unprintable", one._asdict(), roster) for one in students]
    unprintable = substitutes("".join(text for text, *_ in facts))
    for text, code, details, where in facts:
        if strange := sorted({character for character in text if ord(character) in unprintable}):
            yield Problem(code, None, {**details, "characters": " ".join(strange)}, where)


def _texts_of_sheet(sheet: SheetPlan) -> Iterator[tuple[str, str, str]]:
    """Yield the texts of a sheet and of the trees that it gives, each with the label of its task and its key."""
    for key in ("title", "course", "date", "note", "variants"):
        yield "", key, str(getattr(sheet, key))
    for task in sheet.tasks:
        tree = task.source.tree if isinstance(task.source, Solution) else None
        yield task.label, "title", task.title
        yield task.label, "text", task.text
        yield task.label, "tree", "".join([*tree.names, *tree.moves.values()]) if tree else ""


def small_print_warnings(sizes: Iterable[tuple[str, float]], source: str, language: str) -> Iterator[Problem]:
    """Yield a remark on each task whose tree has smaller texts than large print should have, with the smallest size."""
    for task, size in dict(sorted(sizes, key=lambda size: (size[1], size[0]), reverse=True)).items():
        number = number_text(Fraction(f"{size:.1f}"), language)
        yield Problem("sheet-small-print", None, {"task": task, "size": number, "least": f"{LARGE_SIZE:g}"}, source)


def print_variant(plan: PrintPlan, named: tuple[Variant, str]) -> PrintedVariant:
    """Print a variant, given with the name of its files. Writes nothing."""
    variant, name = named
    page = VariantPage(plan.sheet, variant)
    if problems := tuple(check(page)):
        return PrintedVariant([], {}, problems)
    files = dict(_files_of_variant(plan, page, name))
    return PrintedVariant([] if plan.stem else page.guides, files, small_print=small_print(page))


def small_print(page: VariantPage) -> list[tuple[str, float]]:
    """Return the size of the smallest texts in trees of each task that are too large for large print."""
    return [(task.task.label, task.small_print) for task in page.tasks if task.small_print]


def check(page: VariantPage) -> Iterator[Problem]:
    """Yield the last check of a variant: everything that is wrong with what its pages say."""
    for task in page.tasks:
        for fault in faults(task):
            yield Problem("sheet-last-check", None, {"variant": page.variant.called, **fault._asdict()})


def _files_of_variant(plan: PrintPlan, page: VariantPage, name: str) -> Iterator[tuple[str, bytes]]:
    """Yield the files of one variant, each with its path inside the folder."""
    for kind in FOLDERS:
        for form in dict.fromkeys((plan.form, *plan.sources)):
            yield plan.path(kind, name, ENDINGS[form]), pages_as_bytes([page], kind, form)
    if plan.stem:
        yield plan.answer_form, form_of_variant(page.variant, plan.sheet.language).encode()


def pages_as_bytes(pages: Sequence[VariantPage], kind: str, form: str = "pdf") -> bytes:
    """Return the pages of a variant, or of several, as people keep them."""
    source_form = "typst" if form == "pdf" else form
    pieces = [piece(page, kind, source_form) for page in pages]
    source = "".join(render_sheet_document(pages[0].sheet, pieces, kind, source_form))
    if form != "pdf":
        return source.encode()

    return pdf(source)


def write_logo(plan: PrintPlan, written: Iterable[str]) -> tuple[Problem, ...]:
    """Write the logo of the letterhead beside what LaTeX will read, which takes it from a file; what is there stays.

    A problem comes back where nothing can make it.
    """
    letterhead = current_letterhead()
    logo = letterhead and letterhead.logo
    folders = {(Path(plan.folder) / path).parent for path in written if path.endswith(".tex")}
    if not (logo and folders):
        return ()
    if missing := missing_package("typst"):
        return (missing,)

    for folder in sorted(folders):
        if not any((folder / f"{logo.stem}.{ending}").exists() for ending in ("png", "pdf")):
            write_file(folder / f"{logo.stem}.pdf", logo_as_pdf(logo.svg))
    return ()


def print_guide(plan: PrintPlan, variant: Variant, guides: list[list[str]], path: str) -> None:
    """Write what tutors mark by; `variant` is any of those it is about."""
    write_file(Path(plan.folder) / path, pdf("".join(guide(plan.sheet, variant, guides))))
