"""The files of archives and folders, as they are called there."""

from collections.abc import Callable
from typing import NamedTuple

from treesolve.answers.files import path_as_text
from treesolve.model.problem import Problem

MOST_ENTRIES = 50_000
"""An archive with more files is no class."""


class ArchiveEntry(NamedTuple):
    """A file: its path below the archive or folder, with / between names, and what reads its first so many bytes.

    Reading raises InputError where the entry is encrypted or damaged; `source` names it for people.
    """

    path: str
    source: str
    read: Callable[[int], bytes]


class Filing(NamedTuple):
    """Whose a file is.

    `key` is by what the system knows who handed it in, `name` how it writes them, `file` the path that the student gave
    the file. What goes back to the student begins with `returned`. Of several attempts at the same `file`, or of all
    where `replaces_all`, the last one counts.
    """

    key: str
    name: str
    file: str
    returned: str
    is_late: bool = False
    attempt: int = 0
    replaces_all: bool = False


def no_file(source: str, kind: str) -> Problem:
    """That something is no file, but a "link" or a "device"."""
    return Problem("submission-no-file", None, {"kind": kind}, source)


def entry_source(archive: str, path: str) -> str:
    """What an entry is called for people."""
    return path_as_text(f"{archive.rstrip('/')}/{path}")
