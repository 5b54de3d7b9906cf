"""Data types for files in archives and folders."""

from collections.abc import Callable
from typing import NamedTuple

from treesolve.model.problem import Problem
from treesolve.submissions.submission_files import printable_path

MAX_ENTRIES = 50_000
"""Maximum number of entries in an archive."""


class ArchiveEntry(NamedTuple):
    """A file in an archive or folder.

    `path` is relative to the archive or folder and uses / as separator. `source` is the name of the file in messages.
    `read` takes a maximum number of bytes and returns the beginning of the file; it raises InputError if the file
    cannot be read, for example because it is encrypted or damaged.
    """

    path: str
    source: str
    read: Callable[[int], bytes]


class SubmittedFileInfo(NamedTuple):
    """The information about a submitted file that the course system encodes in its path.

    `key` is the system's identifier of the student, `name` is the student's name in the path, and `file` is the path
    that the student chose. The paths of feedback files for this student must begin with `feedback_prefix`. If a student
    submits the same `file` several times, only the last attempt counts. If `replaces_all` is true, each attempt
    replaces all files of earlier attempts.
    """

    key: str
    name: str
    file: str
    feedback_prefix: str
    is_late: bool = False
    attempt: int = 0
    replaces_all: bool = False


def not_a_file_problem(source: str, kind: str) -> Problem:
    """Return a problem for an entry that is not a regular file; `kind` is "link" or "device"."""
    return Problem("submission-no-file", None, {"kind": kind}, source)


def entry_source(archive: str, path: str) -> str:
    """Return the name of an archive's or folder's entry for use in messages."""
    return printable_path(f"{archive.rstrip('/')}/{path}")
