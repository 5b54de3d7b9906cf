"""The command `treesolve format`."""

import difflib

import click

from treesolve.cli import option
from treesolve.cli.command_run import CommandRun, running
from treesolve.cli.output import echo, output
from treesolve.model.input_file import Input
from treesolve.model.problem import InputError, Problem
from treesolve.notation.formatter import format_text
from treesolve.notation.reader import read_with_remarks


@click.command("format")
@click.argument("files", nargs=-1, type=option.FILES, metavar="FILE...", required=True)
@click.option("--check", "only_check", is_flag=True, help="Change nothing; report files that are not formatted.")
@click.option("--diff", is_flag=True, help="Change nothing; print the differences.")
@click.option("-q", "--quiet", is_flag=True, help="Do not report which files were formatted.")
@option.language
@running
def command(run: CommandRun, files: tuple[str, ...], only_check: bool, diff: bool, quiet: bool) -> None:
    """Format tree files in place: brackets, spaces, numbers. Comments stay.

    - formats standard input to standard output. With --check or --diff the exit code is 1 if a file is not formatted.

    \b
    Examples:
      treesolve format exam.tree
      treesolve format --check *.tree
      treesolve format --diff exam.tree
      echo '[[6,5],[2,9]]' | treesolve format -
    """

    def work(found: Input) -> None:
        formatted = _formatted_text(found)
        if diff:
            echo(_unified_diff(found, formatted), nl=False)
        elif not (found.is_file or only_check):
            with output(None, "tree") as file:
                file.write(formatted)
        if formatted == found.text:
            return
        if only_check or diff:
            raise InputError((Problem("not-formatted", None, {"file": found.source}, found.source),))
        if found.is_file:
            with output(found.source) as file:
                file.write(formatted)
            if not quiet:
                run.remark(Problem("formatted", None, {}, found.source))

    run.each(files, work)


def _formatted_text(found: Input) -> str:
    """Return the text of a tree file, formatted. Raises InputError if the tree is in another notation."""
    if read_with_remarks(found.text, found.source, payoffs=True).text is not None:
        target = found.source.rpartition(".")[0] or "converted" if found.is_file else "tree"
        if found.source == f"{target}.tree":
            target += "-converted"
        facts = {"file": found.source, "target": f"{target}.tree"}
        raise InputError((Problem("format-other-notation", None, facts, found.source),))
    return format_text(found.text)


def _unified_diff(found: Input, formatted: str) -> str:
    lines = difflib.unified_diff(
        found.text.splitlines(keepends=True), formatted.splitlines(keepends=True), found.source, "formatted"
    )
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
