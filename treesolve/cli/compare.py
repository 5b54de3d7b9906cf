"""treesolve compare"""

from typing import TextIO

import click

from treesolve.cli.inputs import Input
from treesolve.cli.options import chosen_format, named_convention, output_options
from treesolve.cli.output import output
from treesolve.cli.run import Run
from treesolve.convention import CONVENTIONS, Convention


@click.command("compare")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "-c",
    "--conventions",
    "lectures",
    metavar="LECTURE,...",
    help="Compare only these lectures, the first being the one the others are held against.",
)
@output_options
def command(files: tuple[str, ...], lectures: str | None, form: str | None, output_path: str | None) -> None:
    """Show every lecture's search of a tree side by side, and where their answers differ.

    \b
    Examples:
      treesolve compare x.tree
      treesolve compare x.tree --conventions haw,cs188,my-lecture.toml
      echo '((1 1) (5 3) (4 3 2))' | treesolve compare - --format markdown
    """
    run = Run()

    def work() -> None:
        names = [name.strip() for name in lectures.split(",") if name.strip()] if lectures else list(CONVENTIONS)
        conventions = [named_convention(name) for name in names]
        with output(output_path) as file:
            run.each(files, _Writer(file, chosen_format(form, output_path), conventions).compare)

    run.guard(work)
    run.finish()


class _Writer:
    """Compares one file after the other and writes what comes out."""

    def __init__(self, file: TextIO, form: str, conventions: list[Convention]) -> None:
        self.file, self.form, self.conventions = file, form, conventions
        self.written = 0

    def compare(self, found: Input) -> None:
        from treesolve.comparison import compare
        from treesolve.notation.reader import read

        comparison = compare(read(found.text, found.source), self.conventions)
        if self.form == "json":
            from treesolve.document import comparison_document

            self.file.write(comparison_document(comparison, found.source) + "\n")
        else:
            from treesolve.pages.comparison import comparison_page

            self.file.write(("\n" if self.written else "") + comparison_page(comparison, self.form))
        self.written += 1
