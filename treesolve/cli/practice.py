"""treesolve practice"""

from typing import TYPE_CHECKING, Any

import click

from treesolve.cli.inputs import Input
from treesolve.cli.lecturer import usual_points
from treesolve.cli.options import (
    FILES,
    Steering,
    bad_parameter,
    convention_options,
    language_option,
)
from treesolve.cli.output import check_output, output, refuse_terminal
from treesolve.cli.run import Run, solution_of
from treesolve.cli.style import Style, style_option
from treesolve.model.problem import Problem

if TYPE_CHECKING:
    from treesolve.pages.practice_page import PracticePage


@click.command("practice")
@click.argument("files", nargs=-1, required=True, type=FILES, metavar="FILE...")
@click.option(
    "--ask",
    "wanted",
    metavar="PARTS",
    help="Ask only for these: values, windows, pruned, order, best, value. "
    "[default: those the file gives points for, else all but windows]",
)
@convention_options
@language_option
@style_option("shapes", "boards")
@click.option(
    "-o",
    "--output",
    "output_path",
    type=FILES,
    metavar="FILE",
    help="Write to FILE, which appears only when it is complete.",
)
def command(files: tuple[str, ...], output_path: str | None, language: str, style: Style, **options: Any) -> None:
    """Make a page to practise on: a student solves the tree, the page checks and hints.

    The page is one HTML file that needs no network. Values are written into the tree, pruned nodes and the order of the
    leaves are clicked. A wrong cut is answered with values under which it would be a mistake, a missed one with its
    reason. The answer can be saved as a text file. Several trees become several exercises on one page.

    All right answers are in the file, where whoever looks will find them: it is made for practice, not for exams.

    \b
    Examples:
      treesolve practice exercises/lang/bild-2.tree -o practice.html
      treesolve practice x.tree --language de -o ueben.html
      treesolve practice x.tree --convention cs188 -o practice.html
      treesolve practice x.tree --ask values,best -o minimax.html
      treesolve practice a.tree b.tree -o practice.html
    """
    run = Run(language)
    look = {
        "language": language,
        "shapes": style.shapes,
        "boards": style.boards,
        "wanted": asked(options.pop("wanted") or ""),
    }

    def work() -> None:
        steering = Steering(options)
        if output_path in (None, "-"):
            refuse_terminal("html")
        check_output(output_path, files)
        with output(output_path, "html") as file:
            pages: list[PracticePage] = []
            run.each(files, lambda found: pages.append(_practice_page(found, steering, look)))
            if pages:
                from treesolve.pages.practice_page import practice_document

                file.writelines(practice_document(pages, language))

    run.guard(work)
    run.finish()


def asked(written: str) -> tuple[str, ...]:
    """The questions in the text of --ask, with commas between them. Raises a usage error where one is none."""
    from treesolve.model.answer import PARTS
    from treesolve.model.problem import nearest

    parts = tuple(written.lower().replace(",", " ").split())
    for part in parts:
        if part not in PARTS:
            facts = {"text": part, "nearest": nearest(part, PARTS), "known": ", ".join(PARTS)}
            raise bad_parameter(Problem("unknown-part", None, facts), "--ask")
    return parts


def _practice_page(found: Input, steering: Steering, look: dict[str, Any]) -> "PracticePage":
    from treesolve.notation.reader import read
    from treesolve.pages.practice_page import PracticePage

    tree = read(found.text, found.source, payoffs=True)
    solution = solution_of(tree, steering.convention_for(tree, found), found)
    wanted = look["wanted"] or tuple(usual_points(tree))
    return PracticePage(solution, file=found.source, **{**look, "wanted": wanted})
