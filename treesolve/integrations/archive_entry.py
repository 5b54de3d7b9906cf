"""The files of archives and folders, as they are called there."""

from collections.abc import Callable
from typing import NamedTuple

from treesolve.model.problem import Problem
from treesolve.submissions.submission_files import printable_path

MAX_ENTRIES = 50_000
"""An archive with more files is no class."""


class ArchiveEntry(NamedTuple):
    """A file: its path below the archive or folder, with / between names, and what reads its first so many bytes.

    Reading raises InputError where the entry is encrypted or damaged; `source` names it for people.
    """

    path: str
    source: str
    read: Callable[[int], bytes]


class SubmittedFileInfo(NamedTuple):
    """Whose a file is.

    `key` is by what the system knows who handed it in, `name` how it writes them, `file` the path that the student gave
    the file. What goes back to the student begins with `feedback_prefix`. Of several attempts at the same `file`, or of
    all where `replaces_all`, the last one counts.
    """

    key: str
    name: str
    file: str
    feedback_prefix: str
    is_late: bool = False
    attempt: int = 0
    replaces_all: bool = False


def not_a_file_problem(source: str, kind: str) -> Problem:
    """That something is no file, but a "link" or a "device"."""
    return Problem("submission-no-file", None, {"kind": kind}, source)


def entry_source(archive: str, path: str) -> str:
    """What an entry is called for people."""
    return printable_path(f"{archive.rstrip('/')}/{path}")
