"""treesolve format"""

import click

from treesolve.cli.inputs import Input
from treesolve.cli.options import FILES, language_option
from treesolve.cli.output import echo, output
from treesolve.cli.run import Run
from treesolve.model.problem import InputError, Problem


@click.command("format")
@click.argument("files", nargs=-1, required=True, type=FILES, metavar="FILE...")
@click.option("--check", is_flag=True, help="Change nothing; exit with 1 if a file is not formatted.")
@click.option("--diff", is_flag=True, help="Change nothing; show what would change.")
@language_option
def command(files: tuple[str, ...], check: bool, diff: bool, language: str) -> None:
    """Tidy tree files in place: one style of brackets, blanks and numbers; comments stay.

    With - the tree is read from standard input and written to standard output.

    \b
    Examples:
      treesolve format exercises/*/*.tree
      treesolve format --check exam.tree
      echo '[[6,5],[2,9]]' | treesolve format -
    """
    run = Run(language)

    def work(found: Input) -> None:
        from treesolve.notation.writer import format_text

        tidy = format_text(found.text)
        changed = tidy != found.text
        if diff and changed:
            echo(_difference(found, tidy), nl=False)
        if check and changed:
            raise InputError((Problem("not-formatted", None, {}, found.source),))
        if not found.is_file and not (check or diff):
            echo(tidy, nl=False)
        elif changed and not (check or diff):
            with output(found.source) as file:
                file.write(tidy)

    run.each(files, work)
    run.finish()


def _difference(found: Input, tidy: str) -> str:
    import difflib

    lines = difflib.unified_diff(
        found.text.splitlines(keepends=True), tidy.splitlines(keepends=True), found.source, "formatted"
    )
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
