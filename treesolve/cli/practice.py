"""The command `treesolve practice`."""

from functools import partial
from typing import Any

import click

from treesolve.cli import option
from treesolve.cli.command_run import CommandRun, running
from treesolve.cli.convention_option import ConventionOption, solution_of
from treesolve.cli.lecturer_defaults import default_points
from treesolve.cli.option import Style
from treesolve.cli.output import check_output, output, refuse_terminal
from treesolve.cli.usage_error import missing_argument
from treesolve.model.atomic_file import check_no_exercises_lost
from treesolve.model.input_file import Input
from treesolve.model.problem import InputError, Problem, nearest
from treesolve.rendering.practice_page import EXERCISE, PRACTICED, PracticePage, practice_document


def _parse_parts(text: str) -> tuple[str, ...]:
    """Parse the comma-separated names of parts given with --ask. Raises InputError if a part is unknown."""
    parts = tuple(text.lower().replace(",", " ").split())
    for part in parts:
        if part not in PRACTICED:
            facts = {"text": part, "nearest": nearest(part, PRACTICED), "known": ", ".join(PRACTICED)}
            raise InputError((Problem("unknown-part", None, facts),))
    return parts


@click.command("practice")
@partial(option.files, required=False)
@click.option("--trainer", "is_trainer", is_flag=True, help="Make a trainer instead: FILE is a TOML file, or none.")
@option.value(
    "--ask",
    "wanted",
    of="PARTS",
    read=_parse_parts,
    description="Ask only for these: values, windows, pruned, order, best, value, count. "
    "[default: those the file gives points for, else all but windows]",
)
@option.convention
@option.language
@option.style("shapes", "boards")
@option.output()
@running
def command(
    run: CommandRun,
    files: tuple[str, ...],
    is_trainer: bool,
    wanted: tuple[str, ...] | None,
    convention: str | None,
    style: Style,
    output_path: str | None,
) -> None:
    """Make a page to practise on: a student solves the tree, the page checks and hints.

    The page is one HTML file that needs no network. Values are written into the tree, pruned nodes and the order of the
    leaves are clicked; or the search is played, a question a step. A wrong cut is answered with values under which it
    would be a mistake, a missed one with its reason. The answer can be saved as a text file. Several trees become
    several exercises on one page.

    With --trainer the page has a pool of trees, and chooses the next one by what the student may still mix up. It says
    which wrong rule answers fit, and brings every skill back until it lasts. A TOML file fixes convention, skills, size
    of the trees, seed, help and points; the files that students save are marked with grade.

    All right answers are in the file, where whoever looks will find them: it is made for practice, not for exams.

    \b
    Examples:
      treesolve practice --example two-answers -o practice.html
      treesolve practice x.tree --language de -o ueben.html
      treesolve practice x.tree --convention cs188 -o practice.html
      treesolve practice x.tree --ask values,best -o minimax.html
      treesolve practice a.tree b.tree -o practice.html
      treesolve practice --trainer -c cs188 -o trainer.html
      treesolve practice --trainer trainer.toml -o trainer.html
    """
    if is_trainer:
        from treesolve.cli.trainer_output import write_trainer

        write_trainer(run, files, convention, output_path)
        return
    if not files:
        raise missing_argument()
    convention_option, pages = ConventionOption(convention), list[PracticePage]()
    look: dict[str, Any] = {"language": run.language, "shapes": style.shapes, "boards": style.boards}

    def add(found: Input) -> None:
        tree = run.tree(found, payoffs=True)
        solution = solution_of(tree, convention_option.convention_for(tree, found), found)
        pages.append(PracticePage(solution, file=found.source, wanted=wanted or tuple(default_points(tree)), **look))

    if output_path in (None, "-"):
        refuse_terminal("html")
    check_output(output_path, files)
    with output(output_path, "html") as file:
        run.each(files, add)
        page = "".join(practice_document(pages, run.language)) if pages else ""
        if page and run.failed:
            check_no_exercises_lost(output_path, page, EXERCISE)
        file.write(page)
