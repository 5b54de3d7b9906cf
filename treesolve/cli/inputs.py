"""Reading the files a command is given, one after the other, whatever they turn out to be."""

from collections.abc import Iterator

from treesolve.model.input_file import STDIN, Input, read_as, read_input
from treesolve.model.problem import InputError, Problem

__all__ = ["STDIN", "Input", "read_as", "read_input", "read_inputs"]


def read_inputs(files: tuple[str, ...]) -> Iterator[Input | Problem]:
    """The files in order; a file that cannot be read comes as the problem with it."""
    for file in files:
        try:
            yield read_input(file)
        except InputError as error:
            yield from error.problems
