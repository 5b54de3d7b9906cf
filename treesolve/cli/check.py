"""treesolve check."""

import click

from treesolve.cli import option
from treesolve.cli.checking import Checker
from treesolve.cli.forms import FormChoice
from treesolve.cli.lecturer import applied_defaults
from treesolve.cli.output import output
from treesolve.cli.run import CommandRun, running
from treesolve.cli.steering import Steering


@click.command("check")
@option.files
@click.option("--strict", is_flag=True, help="Exit with 1 for trees whose answer depends on the lecture, too.")
@click.option("-q", "--quiet", is_flag=True, help="Print problems only.")
@option.convention
@click.option(
    "--format", "form", type=FormChoice({"text": (), "json": (".json",)}), help="Output format. [default: text]"
)
@option.language
@running
def command(
    run: CommandRun, files: tuple[str, ...], strict: bool, quiet: bool, lecture: str | None, form: str | None
) -> None:
    """Find mistakes in tree files, and trees with more than one right answer.

    A tree is fine if it can be read, its own lecture can search it, and the values that it states for inner nodes are
    those of minimax. If lectures disagree on what is pruned or which move is best, both answers are printed: such a
    tree needs its convention on the exercise sheet.

    A solution published with a tree is read from its headers `values:`, `value:`, `pruned:`, `order:`, written like an
    answer. The output says under which lectures and rules it is right. If it is wrong under the lecture asked for, or
    the file's, the reasons are printed, and the exit code is 1.

    \b
    Examples:
      treesolve check --example two-answers --example deep-cut
      treesolve check --strict exam.tree
      treesolve check published.tree -c aima:cut=strict
    """
    run.quiet, run.mistakes = quiet, ("claim-wrong",)
    with output(None) as file:
        checker = Checker(file, Steering(lecture), run, as_json=form == "json")
        checker.write_note(applied_defaults())
        run.each(files, checker.check)
    run.failed = run.failed or checker.wrong > 0 or (strict and checker.ambiguous > 0)
