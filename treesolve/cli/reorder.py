"""treesolve reorder"""

from typing import Any, TextIO

import click

from treesolve.analysis.reordering import BEST, EFFORT, WORST, reorder
from treesolve.cli.inputs import Input
from treesolve.cli.options import (
    FILES,
    TABLE_FORMS,
    Forms,
    Steering,
    chosen_format,
    convention_options,
    language_option,
    output_options_for,
    usage_error,
)
from treesolve.cli.output import check_output, output
from treesolve.cli.run import Run, solution_of
from treesolve.cli.solve import drawing_width
from treesolve.model.problem import Problem

REORDERING_FORMS: Forms = {**TABLE_FORMS, "tree": (".tree",)}


@click.command("reorder")
@click.argument("files", nargs=-1, required=True, type=FILES, metavar="FILE...")
@click.option("--best", "goal", flag_value=BEST, default=BEST, help="Evaluate as few leaves as possible (the default).")
@click.option("--worst", "goal", flag_value=WORST, help="Evaluate as many leaves as possible.")
@click.option(
    "--effort",
    type=click.IntRange(0),
    default=EFFORT,
    help=f"Look at a child at most so often; after that a bound has to do. [default: {EFFORT}]",
)
@convention_options
@language_option
@click.option("--width", type=click.IntRange(20), help="Draw text at most so many columns wide.")
@output_options_for(REORDERING_FORMS)
def command(files: tuple[str, ...], language: str, **options: Any) -> None:
    """Put the children of every node in the order with which the search evaluates the fewest or most leaves.

    Beside that number stands what Knuth and Moore count for uniform trees. The output is the new tree, solved; as a
    .tree file it can be solved again. All nodes keep their names. For trees as they stand in exams the order is exact;
    for very large ones it may only be the best of those that were tried, which is then said.

    \b
    Examples:
      treesolve reorder x.tree
      treesolve reorder x.tree --worst --convention cs188
      treesolve reorder x.tree -o best.tree
      treesolve reorder x.tree --worst --effort 5000000 --format json
      echo '((2 9) (6 5))' | treesolve reorder -
    """
    run = Run(language)
    run.guard(lambda: _reorder(run, files, **options))
    run.finish()


def _reorder(
    run: Run,
    files: tuple[str, ...],
    goal: str,
    effort: int,
    width: int | None,
    form: str | None,
    output_path: str | None,
    **options: Any,
) -> None:
    steering = Steering(options)
    form = chosen_format(form, output_path, REORDERING_FORMS)
    if form == "tree" and len(files) > 1:
        raise usage_error(Problem("one-tree-a-file", None, {"count": len(files)}))
    check_output(output_path, files)
    with output(output_path, form) as file:
        writer = _Writer(file, form, run.language, width or drawing_width(file))
        run.each(files, lambda found: writer.write(found, steering, goal, effort))


class _Writer:
    """Reorders one tree after the other and writes what comes out."""

    def __init__(self, file: TextIO, form: str, language: str, width: int) -> None:
        self.file, self.form, self.language, self.width = file, form, language, width
        self.between = ""

    def write(self, found: Input, steering: Steering, goal: str, effort: int) -> None:
        from treesolve.notation.reader import read

        tree = read(found.text, found.source)
        before = solution_of(tree, steering.convention_for(tree, found), found)
        reordering = reorder(before, goal=goal, effort=effort)
        if self.form == "json":
            from treesolve.pages.json.reordering import reordering_document

            self.file.write(reordering_document(reordering, found.source) + "\n")
        elif self.form == "tree":
            from treesolve.notation.writer import write

            self.file.write(write(reordering.tree))
        else:
            from treesolve.pages.reordering import reordering_page

            self.file.write(self.between + reordering_page(reordering, self.form, self.language, self.width))
            self.between = "\n" * (2 if self.form == "text" else 1)
