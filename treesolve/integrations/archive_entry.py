"""Files in archives and folders."""

from collections.abc import Callable
from typing import NamedTuple

from treesolve.model.problem import Problem
from treesolve.submissions.submission_files import printable_path

MAX_ENTRIES = 50_000
"""Maximum number of entries in an archive."""


class ArchiveEntry(NamedTuple):
    """A file: its path relative to the archive or folder, with / as separator, and a function that reads its first
    bytes.

    `read` takes the maximum number of bytes and raises InputError if the entry is encrypted or damaged. `source` names
    the file in messages.
    """

    path: str
    source: str
    read: Callable[[int], bytes]


class SubmittedFileInfo(NamedTuple):
    """The student of a submitted file, as far as the course system encodes it in the path.

    `key` is the system's identifier of the student, `name` the name in the path, `file` the path given by the student.
    Returned files begin with `feedback_prefix`. Of several attempts at the same `file`, or at any file if
    `replaces_all`, the last one counts.
    """

    key: str
    name: str
    file: str
    feedback_prefix: str
    is_late: bool = False
    attempt: int = 0
    replaces_all: bool = False


def not_a_file_problem(source: str, kind: str) -> Problem:
    """Return the problem that an entry is a "link" or a "device" instead of a file."""
    return Problem("submission-no-file", None, {"kind": kind}, source)


def entry_source(archive: str, path: str) -> str:
    """Return the name of an entry for messages."""
    return printable_path(f"{archive.rstrip('/')}/{path}")
