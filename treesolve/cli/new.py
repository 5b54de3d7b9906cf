"""The command `treesolve new`."""

from contextlib import ExitStack

import click

from treesolve.cli import option
from treesolve.cli.command_run import CommandRun, running
from treesolve.cli.output import echo, output
from treesolve.model.input_file import path_exists
from treesolve.model.problem import InputError, Problem
from treesolve.model.resources import resource_folder

FILES = ("exam.tree", "exam.toml", "rubric.toml")
"""Files of a first exam, which are stored with the templates for each language."""

NEXT = {
    "solve": "treesolve solve exam.tree -c all",
    "sheet": "treesolve sheet exam.toml -o exam.pdf",
    "grade": "treesolve grade exam-key.json exam-answer.txt --rubric rubric.toml",
}
"""Commands suggested as next steps."""


@click.command("new")
@option.language
@running
def command(run: CommandRun) -> None:
    """Write a first exam into this folder: a tree, a sheet and a rubric, with comments that explain them.

    Existing files are not replaced. The next commands are printed.

    \b
    Examples:
      treesolve new
    """
    existing = [name for name in FILES if path_exists(name)]
    if existing:
        raise InputError(tuple(Problem("file-is-there", None, {}, name) for name in existing))
    with ExitStack() as files:
        for name in FILES:
            text = (resource_folder("templates") / run.language / name).read_text("utf-8")
            files.enter_context(output(name)).write(text)
    say = run.sentences("new.jinja")
    echo(say.written(FILES))
    for name, line in NEXT.items():
        echo(f"  {line}\n      {say.does(name)}")
