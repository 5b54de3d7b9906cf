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
"""Maximum size of a tree. A tree with a million leaves takes 2 to 40 MB, depending on the names of its nodes."""

MAX_TOML_BYTES = 1 << 18
"""Maximum size of a sheet, exercise, rubric or convention. The longest known files are a tenth of this size."""

MAX_JSON_BYTES = 256 << 20
"""Maximum size of a key or of results. The key of a sheet for 20,000 students takes 60 to 100 MB."""

MAX_PROGRAM_BYTES = 1 << 20
"""Maximum size of a Python file with a game or a heuristic."""

MAX_POSITION_BYTES = 1 << 16
"""Maximum size of a file with a position of a game."""

_MAX_SIBLINGS = 1000
"""Maximum number of file names that are searched for a similar name."""

_JSON = re.compile(rb"(?:\xef\xbb\xbf)?\s{0,1000}\{")
"""Matches the beginning of a JSON document."""

_DESCRIPTOR = re.compile(r"-|/dev/stdin|/(?:dev|proc/self)/fd/([0-9]{1,9})")


def descriptor_of(path: str | Path) -> int | None:
    """Return the file descriptor that a path refers to (0 for stdin), or None if the path is that of a file.

    >>> descriptor_of("-"), descriptor_of("/dev/stdin"), descriptor_of("/dev/fd/63"), descriptor_of("x.tree")
    (0, 0, 63, None)
    """
    match = _DESCRIPTOR.fullmatch(str(path))
    return match and int(match[1] or 0)


def open_file_number(descriptor: int) -> BinaryIO:
    """Return a file object for reading from an open descriptor. Raises OSError if the descriptor is not open."""
    return open(descriptor, "rb", closefd=False) if descriptor else sys.stdin.buffer


class Input(NamedTuple):
    """One input file: the name as given, and its text."""

    source: str
    text: str

    @property
    def is_file(self) -> bool:
        """Whether this is a file on disk, as opposed to stdin: it can be written to and is in a folder."""
        return descriptor_of(self.source) is None


Content = TypeVar("Content")

_TREE_ARGUMENT = re.compile(r"\s*(?:[(\[{]|(?:MAX|MIN|CHANCE)[\s(\[{])", re.IGNORECASE)
_TREE = re.compile(r"\s*(MAX|MIN|CHANCE)?\s*[(\[{]\s*[-+\d(\[{]", re.IGNORECASE)
"""Matches the beginning of a tree that was passed instead of a file name."""


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
    """Return the result of `read` for a path. Raises InputError if the file cannot be read."""
    try:
        return read(Path(path))
    except FileNotFoundError:
        raise InputError((not_found_problem(path),)) from None
    except (OSError, ValueError) as error:
        raise InputError((Problem("unreadable", None, os_error_facts(error), str(path)),)) from None


def path_exists(path: str | Path) -> bool:
    """Return whether a file or folder with this name exists; False for names that the system rejects.

    >>> path_exists("/"), path_exists("((6 5) (2 9))" * 100)
    (True, False)
    """
    try:
        Path(path).stat()
    except (OSError, ValueError):
        return False
    return True


def is_tree_argument(argument: str) -> bool:
    """Return whether a command-line argument is a tree rather than the name of a file.

    A tree begins with a bracket, or with a kind of node followed by a space or a bracket. If a file with that name
    exists, the argument is treated as a file name.

    >>> is_tree_argument("((6 5) (2 9))"), is_tree_argument("MIN (3 5)"), is_tree_argument("max.tree")
    (True, True, False)
    """
    return bool(_TREE_ARGUMENT.match(argument)) and not path_exists(argument)


def read_tree_argument(argument: str) -> Input:
    """Return a command-line argument itself if it is a tree, otherwise the text of the file that it names.

    Raises InputError as `read_input` does.
    """
    return Input(STDIN, argument) if is_tree_argument(argument) else read_input(argument)


def read_input(file: str) -> Input:
    """Return the text of one file, or of stdin if `file` is `-`. Raises InputError if the input cannot be read.

    The input may be a tree or a JSON document, such as a key. The size limit is lower for trees.
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
    """Return the content of a file, or of stdin if `path` is `-`.

    Raises InputError if there are more than `max_bytes` bytes or the file is not a regular file, and OSError if the
    file cannot be read.
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
    """Open a file; if the file is a pipe, do not wait for a writer."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def too_large(path: str | Path, max_bytes: int) -> InputError:
    """Return the error for a file above the size limit of its kind."""
    return InputError((Problem("file-too-large", None, {"most": format_byte_size(max_bytes)}, str(path)),))


def format_byte_size(size: int) -> str:
    """Return a size in MiB as text, or in KiB if it is not a whole number of MiB.

    >>> format_byte_size(64 << 20), format_byte_size(1 << 18)
    ('64 MiB', '256 KiB')
    """
    return f"{size >> 10} KiB" if size % (1 << 20) else f"{size >> 20} MiB"
