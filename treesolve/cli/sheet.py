"""The command `treesolve sheet`."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import click

from treesolve.authoring.constraint import read_constraints
from treesolve.authoring.quick_sheet import QuickSheet
from treesolve.authoring.sheet_plan import check_variant_names
from treesolve.authoring.variant import MAX_VARIANTS
from treesolve.cli import option
from treesolve.cli.command_run import CommandRun, problems_from, running
from treesolve.cli.grading_options import load_roster
from treesolve.cli.output import echo
from treesolve.cli.output_formats import SOLUTION_FORMS, OutputPath
from treesolve.cli.sheet_arguments import RequestedSheet, output_location, sheet_from_arguments
from treesolve.cli.usage_error import as_usage_error, usage_error
from treesolve.model.optional_package import import_optional
from treesolve.model.problem import InputError, Problem
from treesolve.model.tree_shape import read_players, read_shape
from treesolve.workflows.existing_key import earlier_exams, load_existing_key, protected_exams
from treesolve.workflows.parallel import default_jobs, process_pool
from treesolve.workflows.sheet_printing import (
    VARIANTS_PER_PROCESS,
    plan_output,
    small_print_warnings,
    unprintable_texts,
    write_logo,
)
from treesolve.workflows.sheet_writer import write_sheet
from treesolve.workflows.sheets import draw_sheet

SOURCES = ("typst", "latex")

DEFAULT_SEED = "1"
"""Default seed for sheets without random trees. It is fixed so that the same command writes the same files."""


def _validated(read: Callable[[Any], object]) -> Callable[[Any], Any]:
    """Return a function that returns its argument unchanged, provided that `read` accepts the argument."""

    def checked(text: Any) -> Any:
        read(text)
        return text

    return checked


def _checked_variants(text: str) -> int | tuple[str, ...]:
    """Parse the number of variants or their names. Raises InputError for an invalid name."""
    if re.fullmatch(r"[+-]?\d+", text):
        return click.IntRange(1).convert(int(text), None, None)
    names = tuple(name.strip() for name in text.split(","))
    if problems := tuple(problem for _, problem in check_variant_names(names)):
        raise InputError(problems)
    return names


class _Printing(NamedTuple):
    """The options that control printing."""

    output_path: str | None
    seed: str | None
    key: str | None
    roster: str | None
    jobs: int | None
    sources: tuple[str, ...]
    replace: bool


@click.command("sheet")
@partial(option.files, required=False)
@option.value(
    "--shape",
    "shapes",
    of="SHAPE",
    read=_validated(lambda shapes: list(map(read_shape, shapes))),
    multiple=True,
    description="A task with a drawn tree: 3x3 ...; repeatable.",
)
@option.value(
    "--want",
    "wants",
    of="CONSTRAINT",
    read=_validated(read_constraints),
    multiple=True,
    description="Constraint on generated trees, such as pruned=3; repeatable.",
)
@option.value(
    "--levels",
    of="PLAYERS",
    read=_validated(read_players),
    description="Who moves in drawn trees, level by level: 'MAX MIN MIN', 'P1 P2 P3'. [default: players alternate]",
)
@option.convention
@option.file("--roster", of="CSV", description="A table of students; each of them gets a variant.")
@option.value(
    "--variants",
    "asked_variants",
    of="NUMBER|NAMES",
    read=_checked_variants,
    description="Number of variants, or their names: A,B ... [default: 1]",
)
@option.file("--key", description="Keep the exams in this key. [default: the key at the output path]")
@option.seed("What all numbers follow from.", default="the key's, else random, printed")
@click.option(
    "-o",
    "--output",
    "output_path",
    type=OutputPath({form: endings[:1] for form, endings in SOLUTION_FORMS.items() if form != "json"}),
    metavar="PLACE",
    help="A file (.pdf .html .md .tex .txt .typ), with solution and key beside it, or a folder. [default: exam.pdf; "
    "exam for several variants; named after a TOML file]",
)
@click.option(
    "--source", "sources", multiple=True, type=click.Choice(SOURCES), help="Write sources of each variant, too."
)
@click.option("--replace", is_flag=True, help="Allow changing and dropping exams of an earlier run.")
@option.jobs
@option.style("shapes", "paper", "large-print", "two-up", "steps")
@option.language
@partial(running, at_end=True)
def command(run: CommandRun, asked_variants: int | tuple[str, ...] | None, **line_options: Any) -> None:
    """Print an exam or a sheet of exercises, with its solutions and a key to mark it by.

    FILE is a tree, and each makes a task: its values, what is pruned, the order of the leaves and the best move are
    asked, on one PDF with room to write; the solution, and the key for treesolve grade, lie beside it. A folder stands
    for the trees in it, --shape for a tree that is drawn. With --variants or --roster each student gets another drawn
    tree (of variants with names the next one), and a folder has the sheets, the solutions (in a folder of their own,
    with a marking guide) and key.json.

    For more, FILE is a plan in TOML: a title, and tasks with points and questions; treesolve new writes one to begin
    with. The same seed gives the same sheets. Looks that --style does not name are as the plan has them. An interrupted
    run leaves the folder as it was.

    Students in the key of an earlier run in the same place keep their exams, and new students are added. To print
    only some exams, name that key with --key and another place.

    \b
    Examples:
      treesolve sheet --example two-answers -o exam.pdf
      treesolve sheet --shape 3x3 --want pruned=3 --variants 30 -o exam/
      treesolve sheet midterm.toml --variants A,B -o midterm/
      treesolve sheet --shape 2x2x2 --levels 'P1 P2 P3' -o exam.pdf
      treesolve sheet x.tree y.tree --shape 3x2x2 --language de -o klausur.pdf
      treesolve sheet --shape 3x3 -c cs188 --roster students.csv --seed 7 -o exam/
      treesolve sheet midterm.toml --style large-print,steps,paper=letter
      treesolve grade exam-key.json submissions/
    """
    printing = _Printing(*(line_options.pop(name) for name in _Printing._fields))
    if printing.roster and isinstance(asked_variants, int):
        raise usage_error(Problem("sheet-roster-and-count"))
    files, style = line_options.pop("files"), line_options.pop("style")
    requested_sheet = sheet_from_arguments(files, QuickSheet("", language=run.language, **line_options), style)
    if asked_variants is not None:
        names = () if isinstance(asked_variants, int) else asked_variants
        requested_sheet = requested_sheet._replace(sheet=requested_sheet.sheet._replace(variants=names))
    count = asked_variants if isinstance(asked_variants, int) else len(requested_sheet.sheet.variants) or 1
    _print_variants(run, requested_sheet, count, printing)


def _print_variants(run: CommandRun, requested_sheet: RequestedSheet, count: int, printing: _Printing) -> None:
    """Print `count` variants, or one for each student on the roster."""
    students = load_roster(run, printing.roster)
    sheet, number = requested_sheet.sheet, len(students) or count
    if number > MAX_VARIANTS:
        raise InputError((Problem("sheet-too-many-variants", None, {"most": MAX_VARIANTS}, requested_sheet.source),))
    location = output_location(
        printing.output_path, requested_sheet.source if requested_sheet.is_file else None, 0 if students else count
    )
    with as_usage_error():
        plan = plan_output(sheet, location, number, sources=printing.sources)
    for package in _needed_packages(sheet, number, (plan.form, *printing.sources)):
        import_optional(package)
    earlier = load_existing_key(plan, replace=printing.replace)
    known, retained_exams = earlier_exams(sheet, printing.seed, printing.key, earlier.key, students)
    seed = run.seed(known) if known is not None or sheet.is_drawn else DEFAULT_SEED
    protected = protected_exams(earlier, seed, retained_exams, students, number, replace=printing.replace)
    if number > 1 and not sheet.is_drawn:
        run.remark(Problem("sheet-same-trees", None, {"count": number}, requested_sheet.source))
    for problem in unprintable_texts(plan, requested_sheet.source, students, printing.roster or ""):
        run.remark(problem)
    run.progress.total = number

    with (
        problems_from(requested_sheet.source),
        process_pool(printing.jobs or default_jobs(number, VARIANTS_PER_PROCESS)) as executor,
    ):
        drawn = draw_sheet(sheet, seed, number, students, retained_exams).drawn
        written = write_sheet(earlier, seed, drawn, protected, run.print_problems, executor, run.progress.step)
    small_print = small_print_warnings(written.small_print, requested_sheet.source, run.language)
    for problem in (*small_print, *write_logo(plan, written.paths)):
        run.remark(problem)
    if written.variants:
        echo(written.summary(run.language))


def _needed_packages(sheet: Any, number: int, forms: tuple[str, ...]) -> list[str]:
    """Return the optional packages needed to print `number` variants of a sheet in the given formats."""
    printing = {"pdf": ["typst", "segno"], "typst": ["segno"]}
    binding = ["pypdfium2"] if number > 1 else []
    texts = ["markdown_it"] if any([sheet.note, *(task.text for task in sheet.tasks)]) else []
    return [*(package for form in forms for package in printing.get(form, [])), *texts, *binding]
