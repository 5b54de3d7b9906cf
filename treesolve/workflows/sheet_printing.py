"""Printing of sheet variants, with their solutions and grading guides.

Each variant is checked before it is printed. The output does not depend on the number of workers.
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
from treesolve.workflows.printed_variant_check import faults

VOLUME = 250
"""Maximum number of variants that are bound in one file."""

CHUNK = 5
"""Number of variants sent to a process at once."""

VARIANTS_PER_PROCESS = 20
"""Number of variants that justifies the startup time of another process."""

ANSWER_FORMS = "forms"
"""Folder for the answer forms. It is used only if the variants need different forms."""

FOLDERS = {SHEET: "sheets", SOLUTION: "solutions"}
"""Folders for sheets and solutions. They are separate so that solutions are not printed for students by mistake."""

ENDINGS = {"pdf": "pdf"} | SUFFIXES
"""File extensions of the output formats for sheets, without the dot."""

FORMS = {f".{ending}": form for form, ending in ENDINGS.items()}
"""Output formats by file extension, including the dot."""


class PrintPlan(NamedTuple):
    """Everything on which the files depend, except the variant.

    The files are written to `folder` in the format `form`, a key of ENDINGS, and additionally in the formats `sources`.
    If there is a `stem`, there is only one variant: the sheet is named after the stem, it is written to the same folder
    as the solution and the key, and no guide is written.
    """

    sheet: SheetPlan
    folder: str
    sources: tuple[str, ...] = ()
    stem: str = ""
    form: str = "pdf"

    @property
    def key(self) -> str:
        """The file name of the key."""
        return f"{self.stem}-key.json" if self.stem else "key.json"

    @property
    def answer_form(self) -> str:
        """The file name of the answer form."""
        return f"{self.stem}-answer.txt" if self.stem else "answer.txt"

    def path(self, kind: str, name: str, ending: str) -> str:
        """Return the path, in the folder, of a file of a variant."""
        if self.stem:
            return f"{self.stem}{'' if kind == SHEET else f'-{kind}'}.{ending}"
        return f"{FOLDERS[kind]}/{name}.{ending}"


def plan_output(sheet: SheetPlan, path: str, count: int, sources: tuple[str, ...] = ()) -> PrintPlan:
    """Return the plan for writing `count` variants to a folder, or a single variant to a file.

    The extension of the file selects the format. Raises InputError if the path is a file and `count` is not 1.
    """
    target = Path(path)
    form = None if target.is_dir() else FORMS.get(target.suffix.lower())
    if form is None:
        return PrintPlan(sheet, path, sources)
    if count != 1:
        raise InputError((Problem("sheet-one-file", None, {"path": path, "folder": f"{target.with_suffix('')}/"}),))
    return PrintPlan(sheet, str(target.parent), sources, target.stem, form)


class PrintedVariant(NamedTuple):
    """A printed variant.

    `guides` are the arguments with which `guide` renders the grading guide. `files` maps the path of each file in the
    folder to its content; it is empty if the last check found `problems`. `small_print` lists the tasks whose trees are
    too large for large print, each with its label and text size.
    """

    guides: list[list[str]]
    files: Mapping[str, bytes]
    problems: tuple[Problem, ...] = ()
    small_print: Sequence[tuple[str, float]] = ()


def unprintable_texts(plan: PrintPlan, source: str, students: Sequence[Student], roster: str) -> Iterator[Problem]:
    """Yield a warning for each text on the sheet or roster that has characters missing from all available fonts.

    If the name of a student has such characters, only the id of the student is printed.
    """
    texts = [*_texts_of_sheet(plan.sheet)] if plan.form == "pdf" else []
    facts = [(text, "sheet-unprintable", {"task": task, "key": key}, source) for task, key, text in texts]
    facts += [(one.id + one.name, "roster-unprintable", one._asdict(), roster) for one in students]
    unprintable = substitutes("".join(text for text, *_ in facts))
    for text, code, details, where in facts:
        if strange := sorted({character for character in text if ord(character) in unprintable}):
            yield Problem(code, None, {**details, "characters": " ".join(strange)}, where)


def _texts_of_sheet(sheet: SheetPlan) -> Iterator[tuple[str, str, str]]:
    """Yield each text on a sheet or in its given trees, as a triple of task label, field name and text."""
    for key in ("title", "course", "date", "note", "variants"):
        yield "", key, str(getattr(sheet, key))
    for task in sheet.tasks:
        tree = task.source.tree if isinstance(task.source, Solution) else None
        yield task.label, "title", task.title
        yield task.label, "text", task.text
        yield task.label, "tree", "".join([*tree.names, *tree.moves.values()]) if tree else ""


def small_print_warnings(sizes: Iterable[tuple[str, float]], source: str, language: str) -> Iterator[Problem]:
    """Yield a warning for each task whose tree is too large for large print, with the smallest text size."""
    for task, size in dict(sorted(sizes, key=lambda size: (size[1], size[0]), reverse=True)).items():
        number = number_text(Fraction(f"{size:.1f}"), language)
        yield Problem("sheet-small-print", None, {"task": task, "size": number, "least": f"{LARGE_SIZE:g}"}, source)


def print_variant(plan: PrintPlan, named: tuple[Variant, str]) -> PrintedVariant:
    """Return the printed files of a variant, which is paired with the name for its files.

    The files are not written.
    """
    variant, name = named
    page = VariantPage(plan.sheet, variant)
    if problems := tuple(check(page)):
        return PrintedVariant([], {}, problems)
    files = dict(_files_of_variant(plan, page, name))
    return PrintedVariant([] if plan.stem else page.guides, files, small_print=small_print(page))


def small_print(page: VariantPage) -> list[tuple[str, float]]:
    """Return the tasks whose trees are too large for large print, each with its label and smallest text size."""
    return [(task.task.label, task.small_print) for task in page.tasks if task.small_print]


def check(page: VariantPage) -> Iterator[Problem]:
    """Yield the problems that the last check finds on the pages of a variant."""
    for task in page.tasks:
        for fault in faults(task):
            yield Problem("sheet-last-check", None, {"variant": page.variant.called, **fault._asdict()})


def _files_of_variant(plan: PrintPlan, page: VariantPage, name: str) -> Iterator[tuple[str, bytes]]:
    """Yield each file of a variant, as a pair of its path in the folder and its content."""
    for kind in FOLDERS:
        for form in dict.fromkeys((plan.form, *plan.sources)):
            yield plan.path(kind, name, ENDINGS[form]), pages_as_bytes([page], kind, form)
    if plan.stem:
        yield plan.answer_form, form_of_variant(page.variant, plan.sheet.language).encode()


def pages_as_bytes(pages: Sequence[VariantPage], kind: str, form: str = "pdf") -> bytes:
    """Return the document with the pages of one or more variants."""
    source_form = "typst" if form == "pdf" else form
    fragments = [piece(page, kind, source_form) for page in pages]
    source = "".join(render_sheet_document(pages[0].sheet, fragments, kind, source_form))
    if form != "pdf":
        return source.encode()

    return pdf(source)


def write_logo(plan: PrintPlan, paths: Iterable[str]) -> tuple[Problem, ...]:
    """Write the letterhead's logo to each folder that has LaTeX files, because these include the logo.

    An existing logo file is not replaced. Return a problem if the package that converts the logo is missing.
    """
    letterhead = current_letterhead()
    logo = letterhead and letterhead.logo
    folders = {(Path(plan.folder) / path).parent for path in paths if path.endswith(".tex")}
    if not (logo and folders):
        return ()
    if missing := missing_package("typst"):
        return (missing,)

    for folder in sorted(folders):
        if not any((folder / f"{logo.stem}.{ending}").exists() for ending in ("png", "pdf")):
            write_file(folder / f"{logo.stem}.pdf", logo_as_pdf(logo.svg))
    return ()


def print_guide(plan: PrintPlan, variant: Variant, guides: list[list[str]], path: str) -> None:
    """Write the grading guide for tutors. Any of the variants in the guide can be passed as `variant`."""
    write_file(Path(plan.folder) / path, pdf("".join(guide(plan.sheet, variant, guides))))
