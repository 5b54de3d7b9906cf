"""Files that somebody names, read whole: regular files and standard input, none larger than its kind may be.

Nothing is opened that could keep the program waiting, or give it more than there is memory for. What a shell has opened
already is read like standard input: `/dev/stdin`, and `/dev/fd/63`, as `<(...)` is called.
"""

import os
import re
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import BinaryIO, NamedTuple, TypeVar

from treesolve.model.file_type import decode
from treesolve.model.problem import InputError, Problem, nearest, os_error_facts

STDIN = "-"

MAX_TREE_BYTES = 64 << 20
"""A tree of a million leaves needs 2 to 40 MB, named or not."""

MAX_TOML_BYTES = 1 << 18
"""Of sheets, exercises, rubrics and conventions; the longest anybody writes have a tenth of it."""

MAX_JSON_BYTES = 256 << 20
"""Of keys and results; a sheet for 20 000 students makes a key of 60 to 100 MB."""

MAX_PROGRAM_BYTES = 1 << 20
"""Of games and heuristics in Python."""

MAX_POSITION_BYTES = 1 << 16
"""Of a position of a game."""

_MAX_BESIDE = 1000
"""Among so many files one with a similar name is looked for."""

_JSON = re.compile(rb"(?:\xef\xbb\xbf)?\s{0,1000}\{")
"""How a JSON document begins."""

_DESCRIPTOR = re.compile(r"-|/dev/stdin|/(?:dev|proc/self)/fd/([0-9]{1,9})")


def descriptor_of(path: str | Path) -> int | None:
    """Return the number of the open file that a path names, 0 for standard input; None where it names a file by itself.

    >>> descriptor_of("-"), descriptor_of("/dev/stdin"), descriptor_of("/dev/fd/63"), descriptor_of("x.tree")
    (0, 0, 63, None)
    """
    found = _DESCRIPTOR.fullmatch(str(path))
    return found and int(found[1] or 0)


def open_descriptor(descriptor: int) -> BinaryIO:
    """Return the open file of that number, to be read. Raises OSError where there is none."""
    return open(descriptor, "rb", closefd=False) if descriptor else sys.stdin.buffer


class Input(NamedTuple):
    """One file: its name as it was given, and its text."""

    source: str
    text: str

    @property
    def is_file(self) -> bool:
        """Whether it can be written to, and others may lie beside it."""
        return descriptor_of(self.source) is None


Content = TypeVar("Content")

_TREE_ARGUMENT = re.compile(r"\s*(?:[(\[{]|(?:MAX|MIN|CHANCE)[\s(\[{])", re.IGNORECASE)
_TREE = re.compile(r"\s*(MAX|MIN|CHANCE)?\s*[(\[{]\s*[-+\d(\[{]", re.IGNORECASE)
"""How a tree begins that was typed where the name of a file is wanted."""


def not_found_problem(path: str | Path) -> Problem:
    """That there is no such file, and which one beside it is called nearly so, the same but for its ending first."""
    place, beside = Path(path), []
    with suppress(OSError, ValueError), os.scandir(place.parent) as entries:
        beside = sorted(entry.name for entry in islice(entries, _MAX_BESIDE))
    same = [name for name in beside if Path(name).stem == place.stem]
    found = nearest(place.name, tuple(same or beside)) or next(iter(same), None)
    return Problem("not-found", None, {"nearest": found and str(place.with_name(found))}, str(path))


def read_with(read: Callable[[Path], Content], path: str | Path) -> Content:
    """What a file holds, read by a function of its own. Raises InputError where the file cannot be read."""
    try:
        return read(Path(path))
    except FileNotFoundError:
        raise InputError((not_found_problem(path),)) from None
    except (OSError, ValueError) as error:
        raise InputError((Problem("unreadable", None, os_error_facts(error), str(path)),)) from None


def path_exists(path: str | Path) -> bool:
    """Whether a file or a folder has this name; what is too long or too odd for a name is nobody's.

    >>> path_exists("/"), path_exists("((6 5) (2 9))" * 100)
    (True, False)
    """
    try:
        Path(path).stat()
    except (OSError, ValueError):
        return False
    return True


def is_tree_argument(argument: str) -> bool:
    """Return whether an argument of a command is a tree, not the name of a file.

    A tree begins with a bracket, or with a kind of node before a blank or a bracket. A file of that name wins.

    >>> is_tree_argument("((6 5) (2 9))"), is_tree_argument("MIN (3 5)"), is_tree_argument("max.tree")
    (True, True, False)
    """
    return bool(_TREE_ARGUMENT.match(argument)) and not path_exists(argument)


def read_tree_argument(argument: str) -> Input:
    """Return the tree that an argument of a command is, or else the text of the file that it names.

    Raises InputError as `read_input` does.
    """
    return Input(STDIN, argument) if is_tree_argument(argument) else read_input(argument)


def read_input(file: str) -> Input:
    """Return the text of one file, `-` being standard input. Raises InputError where there is none to be had.

    It may be JSON, such as a key, or a tree; trees are smaller.
    """
    if not file:
        raise InputError((not_found_problem(file),))
    if _TREE.match(file) and not path_exists(file):
        raise InputError((Problem("tree-as-file", None, {"text": file}),))
    if os.path.isdir(file):  # noqa: PTH112 - a Path raises an error for what it may not look at
        raise InputError((Problem("is-directory", None, {"example": f"{file.rstrip('/')}/*.tree"}, file),))
    content = read_with(lambda _: read_file(file, MAX_JSON_BYTES), file)
    if len(content) > MAX_TREE_BYTES and not _JSON.match(content):
        raise too_large(file, MAX_TREE_BYTES)
    return Input(file, decode(content, file))


def read_file(path: str | Path, max_bytes: int) -> bytes:
    """Return the content of a file, `-` being standard input, where it has no more than so many bytes.

    Raises InputError where it is too large, or something like a device or a pipe; OSError where it cannot be read.
    """
    descriptor = descriptor_of(path)
    if descriptor is not None:
        content = open_descriptor(descriptor).read(max_bytes + 1)
    else:
        with open(path, "rb", opener=open_nonblocking) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise InputError((Problem("no-regular-file", None, {}, str(path)),))
            content = file.read(max_bytes + 1)
    if len(content) > max_bytes:
        raise too_large(path, max_bytes)
    return content


def open_nonblocking(path: str, flags: int) -> int:
    """Opens a file that may be a pipe into which nobody writes."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def too_large(path: str | Path, max_bytes: int) -> InputError:
    """Return the error for a file that is larger than those of its kind."""
    return InputError((Problem("file-too-large", None, {"most": format_size(max_bytes)}, str(path)),))


def format_size(size: int) -> str:
    """So many bytes, in units that divide them.

    >>> format_size(64 << 20), format_size(1 << 18)
    ('64 MiB', '256 KiB')
    """
    return f"{size >> 10} KiB" if size % (1 << 20) else f"{size >> 20} MiB"
