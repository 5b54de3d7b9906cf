"""treesolve new"""

from contextlib import ExitStack

import click

from treesolve.cli import option
from treesolve.cli.output import echo, output
from treesolve.cli.run import Run, running
from treesolve.model.input_file import is_there
from treesolve.model.problem import InputError, Problem

FILES = {"exam.tree": "tree", "exam.toml": "sheet", "rubric.toml": "rubric"}
"""The files of a first exam, each with what its text is called among the sentences."""


@click.command("new")
@click.argument("what", type=click.Choice(["exam"], case_sensitive=False), metavar="exam")
@option.language
@running
def command(run: Run, what: str) -> None:  # noqa: ARG001
    """Write a first exam into this folder, to go on from: a tree, a sheet and a rubric, with comments that teach.

    What is there already stays as it is. The next commands are told.

    \b
    Examples:
      treesolve new exam
    """
    taken = [name for name in FILES if is_there(name)]
    if taken:
        raise InputError(tuple(Problem("file-is-there", None, {}, name) for name in taken))
    say = run.sentences("new.jinja")
    with ExitStack() as files:
        for name, text in FILES.items():
            files.enter_context(output(name)).write(getattr(say, text)())
    echo(say.written(list(FILES)))
    echo(say.next(), nl=False)
