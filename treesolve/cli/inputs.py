"""Reading the files a command is given, one after the other, whatever they turn out to be."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeVar

from treesolve.model.input_file import MOST_JSON, MOST_TREE, STDIN, descriptor_of, read_file, too_large
from treesolve.model.problem import InputError, Problem, system_facts
from treesolve.model.utf8 import decode

__all__ = ["STDIN", "Input", "read_as", "read_input", "read_inputs"]


class Input(NamedTuple):
    """One file: its name as it was given, and its text."""

    source: str
    text: str

    @property
    def is_file(self) -> bool:
        """Whether it can be written to, and others may lie beside it."""
        return descriptor_of(self.source) is None


def read_inputs(files: tuple[str, ...]) -> Iterator[Input | Problem]:
    """The files in order; a file that cannot be read comes as the problem with it."""
    for file in files:
        try:
            yield read_input(file)
        except InputError as error:
            yield from error.problems


Content = TypeVar("Content")


def read_as(read: Callable[[Path], Content], path: Path) -> Content:
    """What a file holds, read by a function of its own. Raises InputError where the file cannot be read."""
    try:
        return read(path)
    except FileNotFoundError:
        raise InputError((Problem("not-found", None, {}, str(path)),)) from None
    except (OSError, ValueError) as error:
        raise InputError((Problem("unreadable", None, system_facts(error), str(path)),)) from None


def read_input(file: str) -> Input:
    """The text of one file, `-` being standard input. Raises InputError where there is none to be had.

    It may be JSON, such as a key, or a tree; trees are smaller.
    """
    if not file:
        raise InputError((Problem("not-found", None, {}, file),))
    try:
        content = read_file(file, MOST_JSON)
    except IsADirectoryError:
        raise InputError((Problem("is-directory", None, {"example": f"{file.rstrip('/')}/*.tree"}, file),)) from None
    except FileNotFoundError:
        raise InputError((Problem("not-found", None, {}, file),)) from None
    except (OSError, ValueError) as error:
        raise InputError((Problem("unreadable", None, system_facts(error), file),)) from None
    if len(content) > MOST_TREE and not _JSON.match(content):
        raise too_large(file, MOST_TREE)
    return Input(file, decode(content, file))


_JSON = re.compile(rb"(?:\xef\xbb\xbf)?\s{0,1000}\{")
"""How a JSON document begins."""
