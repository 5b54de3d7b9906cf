"""treesolve compare"""

from typing import TextIO

import click

from treesolve.cli.inputs import Input
from treesolve.cli.options import (
    FILES,
    bad_parameter,
    chosen_format,
    language_option,
    lecture_names,
    named_convention,
    output_options,
    own_convention,
    with_own,
)
from treesolve.cli.output import check_output, output
from treesolve.cli.run import Run
from treesolve.convention import Convention
from treesolve.problem import Problem


@click.command("compare")
@click.argument("files", nargs=-1, required=True, type=FILES, metavar="FILE...")
@click.option(
    "-c",
    "--conventions",
    "lectures",
    metavar="LECTURE,...",
    shell_complete=lecture_names,
    help="Compare only these lectures, the first being the one the others are held against.",
)
@language_option
@output_options
def command(
    files: tuple[str, ...], lectures: str | None, language: str, form: str | None, output_path: str | None
) -> None:
    """Show every lecture's search of a tree side by side, and where their answers differ.

    \b
    Examples:
      treesolve compare x.tree
      treesolve compare x.tree --conventions haw,cs188,my-lecture.toml
      echo '((1 1) (5 3) (4 3 2))' | treesolve compare - --format markdown
    """
    run = Run(language, output_path)

    def work() -> None:
        conventions = None if lectures is None else listed_conventions(lectures)
        check_output(output_path, files)
        with output(output_path) as file:
            run.each(files, _Writer(file, chosen_format(form, output_path), conventions, language).compare)

    run.guard(work)
    run.finish()


def listed_conventions(lectures: str) -> list[Convention]:
    """The lectures of a list with commas, each once."""
    names = dict.fromkeys(name.strip() for name in lectures.split(",") if name.strip())
    if not names:
        raise bad_parameter(Problem("no-lecture-named"), "--conventions")
    return [named_convention(name, "--conventions") for name in names]


class _Writer:
    """Compares one file after the other and writes what comes out."""

    def __init__(self, file: TextIO, form: str, conventions: list[Convention] | None, language: str) -> None:
        self.file, self.form, self.conventions, self.language = file, form, conventions, language
        self.written = 0

    def compare(self, found: Input) -> None:
        from treesolve.comparison import compare
        from treesolve.notation.reader import read

        tree = read(found.text, found.source)
        comparison = compare(tree, self.conventions or with_own(own_convention(tree, found)))
        if self.form == "json":
            from treesolve.document import comparison_document

            self.file.write(comparison_document(comparison, found.source) + "\n")
        else:
            from treesolve.pages.comparison import comparison_page

            self.file.write(("\n" if self.written else "") + comparison_page(comparison, self.form, self.language))
        self.written += 1
