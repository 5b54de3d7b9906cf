"""treesolve sheet"""

from pathlib import Path
from typing import Any

import click

from treesolve.cli.inputs import read_as
from treesolve.cli.options import FILES, LANGUAGES, language_option, usage_error
from treesolve.cli.output import echo
from treesolve.cli.run import Run
from treesolve.cli.seed import asked_seed
from treesolve.cli.style import Style, style_option
from treesolve.model.input_file import MOST_JSON, descriptor_of, read_file
from treesolve.model.problem import InputError, Problem
from treesolve.notation.json_text import parsed

SOURCES = ("typst", "latex")


@click.command("sheet")
@click.argument("file", type=FILES, metavar="FILE")
@click.option("--roster", type=FILES, metavar="CSV", help="A table of students; each of them gets a variant.")
@click.option("--variants", "count", type=click.IntRange(1), metavar="NUMBER", help="So many variants. [default: 1]")
@click.option("--seed", metavar="TEXT", help="What all numbers follow from. [default: a new one, which is told]")
@click.option("-o", "--output", "output_path", metavar="FOLDER", help="Where to write. [default: named after FILE]")
@click.option(
    "--source", "sources", multiple=True, type=click.Choice(SOURCES), help="Write sources of each variant, too."
)
@click.option("--sheet-language", type=click.Choice(LANGUAGES), help="The language of the sheet. [default: as in FILE]")
@click.option("--steps", is_flag=True, help="Tell every step of the search in the solutions.")
@click.option("--fonts", type=FILES, metavar="FOLDER", help="Fonts for names that the bundled ones cannot print.")
@click.option("--replace", is_flag=True, help="Replace another sheet, or another seed, in the same folder.")
@click.option("--jobs", type=click.IntRange(1, 64), help="Work in so many processes. [default: as many as pay]")
@style_option("shapes", "paper", "large-print", "two-up")
@language_option
def command(file: str, language: str, output_path: str | None, **options: Any) -> None:
    """Print a sheet of exercises with its solutions, and a key to mark it by.

    FILE is TOML: a title, and tasks, each with a tree or with wishes for one. A folder appears with the sheets, the
    solutions (in a folder of their own, with a marking guide) and key.json, by which treesolve grade marks. With
    --roster each student gets other numbers; the same seed gives the same sheets. Looks that --style does not name are
    as FILE has them.

    A run that was interrupted goes on where it stopped when it is started again.

    \b
    Examples:
      treesolve sheet homework.toml -o out/
      treesolve sheet klausur.toml --roster students.csv --seed 7 -o out/
      treesolve sheet quiz.toml --variants 4 --style two-up,paper=letter
      treesolve sheet homework.toml --source latex -o out/
      treesolve grade out/key.json submissions/
    """
    run = Run(language, output_path or ".")
    run.guard(lambda: _sheet(run, file, output_path or _folder(file), **options))
    run.finish()


def _folder(file: str) -> str:
    """The folder that is named after a sheet."""
    return "sheet" if descriptor_of(file) is not None else Path(file).stem


def _sheet(
    run: Run,
    file: str,
    folder: str,
    *,
    roster: str | None,
    count: int | None,
    seed: str | None,
    jobs: int | None,
    replace: bool,
    fonts: str | None,
    sources: tuple[str, ...],
    **look: Any,
) -> None:
    from treesolve.cli.making import Making
    from treesolve.exercises.variant import MOST_VARIANTS
    from treesolve.model.optional import check_packages
    from treesolve.pages.pdf import use_fonts
    from treesolve.runs.printing import Plan, sensible_jobs

    if roster and count:
        raise usage_error(Problem("sheet-roster-and-count"))
    if fonts and not Path(fonts).is_dir():
        raise InputError((Problem("fonts-missing", None, {}, fonts),))
    sheet = _steered(_read(file), **look)
    students = _students(roster)
    number = len(students) or count or 1
    if number > MOST_VARIANTS:
        raise InputError((Problem("sheet-too-many-variants", None, {"most": MOST_VARIANTS}, file),))
    check_packages(*_needed(sheet, number))
    seed = asked_seed(run, seed)
    if fonts:
        use_fonts(fonts)
    _check_folder(folder, sheet, seed, replace=replace)
    plan = Plan(sheet, folder, sources, fonts)
    making = Making(run, file, plan, seed, number, students, _unprintable(run, roster, students))
    making.all(jobs or sensible_jobs(number))
    if replace:
        making.tidy()
    echo(making.told())


def _read(file: str) -> Any:
    """The sheet in a file, for the lecture in treesolve.toml where it names none. Raises InputError for no sheet."""
    from treesolve.cli.lecturer import lecturer_defaults
    from treesolve.exercises.sheet_file import read_sheet
    from treesolve.model.convention import DEFAULT

    usual = lecturer_defaults()
    lecture = (usual and usual.convention) or DEFAULT
    return read_as(lambda path: read_sheet(path, lecture), Path(file))


def _steered(sheet: Any, *, sheet_language: str | None, style: Style, steps: bool) -> Any:
    """The sheet as the options want it; looks that nobody asks for are as its file has them."""
    asked = {name: getattr(style, name) for name in style.given}
    look = sheet.look._replace(**asked, steps=steps or sheet.look.steps)
    return sheet._replace(language=sheet_language or sheet.language, look=look)


def _needed(sheet: Any, number: int) -> list[str]:
    """The packages by which a sheet is made in so many variants."""
    is_drawn = any(task.is_drawn for task in sheet.tasks)
    numbers, binding = ["numpy"] if is_drawn else [], ["pypdfium2"] if number > 1 else []
    return ["typst", "segno", "markdown_it", *numbers, *binding]


def _students(roster: str | None) -> tuple[Any, ...]:
    """The students of a roster; none without one."""
    if roster is None:
        return ()
    from treesolve.grading.roster import read_roster

    found: tuple[Any, ...] = read_as(read_roster, Path(roster))
    return found


def _unprintable(run: Run, roster: str | None, students: tuple[Any, ...]) -> frozenset[str]:
    """The ids of students whose names cannot be printed; each of them is told."""
    from treesolve.pages.pdf import substitutes

    missing = substitutes("".join(student.id + student.name for student in students))
    found = []
    for student in students if missing else ():
        strange = sorted({character for character in student.id + student.name if ord(character) in missing})
        if strange:
            facts = {"id": student.id, "name": student.name, "characters": " ".join(strange)}
            run.tell([Problem("roster-unprintable", None, facts, roster or "")])
            found.append(student.id)
    return frozenset(found)


def _check_folder(folder: str, sheet: Any, seed: str, *, replace: bool) -> None:
    """Raise InputError where a folder holds another sheet, whose key may be needed still."""
    from treesolve.cli.making import KEY, told_of

    path = Path(folder) / KEY
    if replace or not path.is_file():
        return
    try:
        known = parsed(read_file(path, MOST_JSON).decode(), str(path))["sheet"]
    except (OSError, ValueError, LookupError, TypeError, RecursionError, InputError):
        known = None
    if known != told_of(sheet, seed):
        told = known if isinstance(known, dict) else {}
        facts = {"title": str(told.get("title", "")), "seed": str(told.get("seed", "")), "own": seed}
        raise InputError((Problem("sheet-other-key", None, facts, str(path)),))
