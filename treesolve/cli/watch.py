"""Doing work again whenever its files change."""

from collections.abc import Callable
from pathlib import Path

import click

from treesolve.cli.inputs import STDIN
from treesolve.cli.run import Run
from treesolve.problem import Problem


def watch_files(files: tuple[str, ...], work: Callable[[], Run], language: str) -> None:
    """Do the work now and after every change of a file, until interrupted; then the program ends with exit code 0.

    Raises a usage error where there is nothing to watch, or nothing to watch with.
    """
    from treesolve.pages.problem import problem_sentence

    if STDIN in files:
        raise click.UsageError(problem_sentence(Problem("watch-stdin"), language))
    try:
        from watchfiles import watch
    except ImportError:
        raise click.UsageError(problem_sentence(Problem("watch-needs-watchfiles"), language)) from None
    folders = {str(Path(file).resolve().parent) for file in files}
    names = {str(Path(file).resolve()) for file in files}
    work()
    for changes in watch(*sorted(folders), watch_filter=None, recursive=False, raise_interrupt=False):
        if names & {str(Path(path).resolve()) for _, path in changes}:
            work()
    raise click.exceptions.Exit(0)
