"""treesolve check"""

from typing import TextIO

import click

from treesolve.cli.inputs import Input
from treesolve.cli.options import FILES, language_option, own_convention, with_own
from treesolve.cli.output import output
from treesolve.cli.run import Run, solution_of
from treesolve.convention import DEFAULT


@click.command("check")
@click.argument("files", nargs=-1, required=True, type=FILES, metavar="FILE...")
@click.option("--strict", is_flag=True, help="Exit with 1 for trees whose answer depends on the lecture, too.")
@click.option("-q", "--quiet", is_flag=True, help="Only tell what is wrong.")
@language_option
def command(files: tuple[str, ...], strict: bool, quiet: bool, language: str) -> None:
    """Look for mistakes in tree files, and for trees with more than one right answer.

    A tree is fine if it can be read and its own lecture can search it. If the lectures disagree on what is pruned or
    which move is best, that is said: such a tree needs its convention on the exercise sheet.

    \b
    Examples:
      treesolve check exercises/lang/*.tree
      treesolve check --strict exam.tree
    """
    run = Run(language)
    with output(None) as file:
        checker = _Checker(file, quiet, language)
        run.each(files, checker.check)
    if strict and checker.ambiguous:
        run.failed = True
    run.finish()


class _Checker:
    """Checks one file after the other."""

    def __init__(self, file: TextIO, quiet: bool, language: str) -> None:
        self.file, self.language = file, language
        self.quiet = quiet
        self.ambiguous = 0

    def check(self, found: Input) -> None:
        from treesolve.comparison import compare
        from treesolve.notation.reader import read
        from treesolve.pages.comparison import answers_sentence

        tree = read(found.text, found.source)
        convention = own_convention(tree, found) or DEFAULT
        solution_of(tree, convention, found)
        comparison = compare(tree, with_own(convention))
        self.ambiguous += len(comparison.groups) > 1
        if len(comparison.groups) > 1 or not self.quiet:
            self.file.write(f"{found.source}: {answers_sentence(comparison, self.language)}\n")
