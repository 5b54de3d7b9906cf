"""Complete reading of input files and stdin, with a size limit for each kind of input.

Only regular files are opened, so that the program neither blocks nor runs out of memory. Files that the shell has
already opened are read like stdin: `/dev/stdin`, and `/dev/fd/63`, the path of a `<(...)` substitution.
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

from treesolve.model.problem import InputError, Problem, nearest, os_error_facts
from treesolve.model.utf8_text import decode

STDIN = "-"

MAX_TREE_BYTES = 64 << 20
"""A tree with a million leaves needs 2 to 40 MB, depending on its names."""

MAX_TOML_BYTES = 1 << 18
"""For sheets, exercises, rubrics and conventions; the longest known files have a tenth of it."""

MAX_JSON_BYTES = 256 << 20
"""For keys and results; the key of a sheet for 20,000 students has 60 to 100 MB."""

MAX_PROGRAM_BYTES = 1 << 20
"""For games and heuristics in Python."""

MAX_POSITION_BYTES = 1 << 16
"""For a position of a game."""

_MAX_SIBLINGS = 1000
"""Maximum number of files searched for a similar name."""

_JSON = re.compile(rb"(?:\xef\xbb\xbf)?\s{0,1000}\{")
"""The beginning of a JSON document."""

_DESCRIPTOR = re.compile(r"-|/dev/stdin|/(?:dev|proc/self)/fd/([0-9]{1,9})")


def descriptor_of(path: str | Path) -> int | None:
    """Return the file descriptor that a path refers to, 0 for stdin; None if it is the path of a file.

    >>> descriptor_of("-"), descriptor_of("/dev/stdin"), descriptor_of("/dev/fd/63"), descriptor_of("x.tree")
    (0, 0, 63, None)
    """
    match = _DESCRIPTOR.fullmatch(str(path))
    return match and int(match[1] or 0)


def open_file_number(descriptor: int) -> BinaryIO:
    """Return the open file with that descriptor for reading. Raises OSError if there is none."""
    return open(descriptor, "rb", closefd=False) if descriptor else sys.stdin.buffer


class Input(NamedTuple):
    """One input file: the name as given, and its text."""

    source: str
    text: str

    @property
    def is_file(self) -> bool:
        """Whether this is a file on disk, which can be written to and has a folder."""
        return descriptor_of(self.source) is None


Content = TypeVar("Content")

_TREE_ARGUMENT = re.compile(r"\s*(?:[(\[{]|(?:MAX|MIN|CHANCE)[\s(\[{])", re.IGNORECASE)
_TREE = re.compile(r"\s*(MAX|MIN|CHANCE)?\s*[(\[{]\s*[-+\d(\[{]", re.IGNORECASE)
"""The beginning of a tree that was passed instead of a file name."""


def not_found_problem(path: str | Path) -> Problem:
    """Return the problem for a missing file, with the most similar file name in the folder.

    Files with the same stem and another extension are preferred.
    """
    wanted, siblings = Path(path), []
    with suppress(OSError, ValueError), os.scandir(wanted.parent) as entries:
        siblings = sorted(entry.name for entry in islice(entries, _MAX_SIBLINGS))
    same_stem = [name for name in siblings if Path(name).stem == wanted.stem]
    suggestion = nearest(wanted.name, tuple(same_stem or siblings)) or next(iter(same_stem), None)
    return Problem("not-found", None, {"nearest": suggestion and str(wanted.with_name(suggestion))}, str(path))


def read_with(read: Callable[[Path], Content], path: str | Path) -> Content:
    """Return the content of a file as `read` returns it. Raises InputError if the file cannot be read."""
    try:
        return read(Path(path))
    except FileNotFoundError:
        raise InputError((not_found_problem(path),)) from None
    except (OSError, ValueError) as error:
        raise InputError((Problem("unreadable", None, os_error_facts(error), str(path)),)) from None


def path_exists(path: str | Path) -> bool:
    """Return whether a file or folder with this name exists; names that the system rejects do not exist.

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
    """Return the text of one file, or of stdin for `-`. Raises InputError if it cannot be read.

    The input may be a tree or a JSON document, such as a key; the size limit of trees is lower.
    """
    if not file:
        raise InputError((not_found_problem(file),))
    if _TREE.match(file) and not path_exists(file):
        raise InputError((Problem("tree-as-file", None, {"text": file}),))
    if os.path.isdir(file):  # noqa: PTH112 - Path raises an error without permission
        raise InputError((Problem("is-directory", None, {"example": f"{file.rstrip('/')}/*.tree"}, file),))
    content = read_with(lambda _: read_file(file, MAX_JSON_BYTES), file)
    if len(content) > MAX_TREE_BYTES and not _JSON.match(content):
        raise too_large(file, MAX_TREE_BYTES)
    return Input(file, decode(content, file))


def read_file(path: str | Path, max_bytes: int) -> bytes:
    """Return the content of a file of at most `max_bytes` bytes, or of stdin for `-`.

    Raises InputError if it is too large or not a regular file, and OSError if it cannot be read.
    """
    descriptor = descriptor_of(path)
    if descriptor is not None:
        content = open_file_number(descriptor).read(max_bytes + 1)
    else:
        with open(path, "rb", opener=open_nonblocking) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise InputError((Problem("no-regular-file", None, {}, str(path)),))
            content = file.read(max_bytes + 1)
    if len(content) > max_bytes:
        raise too_large(path, max_bytes)
    return content


def open_nonblocking(path: str, flags: int) -> int:
    """Open a file without waiting for a writer if it is a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def too_large(path: str | Path, max_bytes: int) -> InputError:
    """Return the error for a file above the size limit of its kind."""
    return InputError((Problem("file-too-large", None, {"most": format_byte_size(max_bytes)}, str(path)),))


def format_byte_size(size: int) -> str:
    """Return a number of bytes in MiB, or in KiB if it is not a whole number of MiB.

    >>> format_byte_size(64 << 20), format_byte_size(1 << 18)
    ('64 MiB', '256 KiB')
    """
    return f"{size >> 10} KiB" if size % (1 << 20) else f"{size >> 20} MiB"
