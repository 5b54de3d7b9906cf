"""Doing work again whenever its files change."""

from collections.abc import Callable
from pathlib import Path

import click

from treesolve.cli.run import Run
from treesolve.cli.usage import usage_error
from treesolve.model.input_file import descriptor_of
from treesolve.model.optional import loaded
from treesolve.model.problem import Problem
from treesolve.model.stopping import heed_wish_to_stop


def watch_files(files: tuple[str, ...], work: Callable[[], Run]) -> None:
    """Do the work now and after every change of a file, until interrupted; then the program ends with exit code 0.

    A file need not be there yet; where not even its folder is, the program ends at once. Raises a usage error where
    there is nothing to watch, InputError where there is nothing to watch with.
    """
    if any(descriptor_of(file) is not None for file in files):
        raise usage_error(Problem("watch-stdin"))
    watch = loaded("watchfiles").watch
    paths = [Path(file).resolve() for file in files]
    folders = sorted({str(path.parent) for path in paths if path.parent.is_dir()})
    try:
        work()
        if not folders:
            raise click.exceptions.Exit(1)
        for changes in watch(*folders, watch_filter=None, recursive=False):
            if not set(paths).isdisjoint(Path(path).resolve() for _, path in changes):
                click.clear()  # does nothing where there is no terminal
                work()
    except KeyboardInterrupt:
        heed_wish_to_stop()
        raise click.exceptions.Exit(0) from None
