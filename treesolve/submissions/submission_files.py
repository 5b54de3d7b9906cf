"""Reading of submissions in files and folders, one at a time and always in the same order.

An unreadable file yields a problem, and reading continues. In folders, only regular files are opened.
"""

import os
import re
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePath
from typing import BinaryIO

from treesolve.model.input_file import descriptor_of, not_found_problem, open_file_number
from treesolve.model.problem import InputError, Problem, internal_error_problem, os_error_facts
from treesolve.submissions.submission import Submission, tidy
from treesolve.submissions.text_decoding import MAX_BYTES, REMARK_CODES, decode
from treesolve.submissions.unreadable_files import format_unread_file_line, has_unread_row

MAX_TABLE_BYTES = 64 << 20

MAX_REFUSED = 1000
"""Maximum number of unreadable rows in a table, after which reading of the table stops."""

ARCHIVES = frozenset(("ZIP", "GZIP", "7Z", "RAR"))
"""File formats that may contain the answers of several students."""

_TREE = ".tree"
_SKIPPED = ("__macosx", "thumbs.db", "desktop.ini")
_TABLES = (".csv", ".tsv")
_KEY = re.compile(r'\s*\{\s*"schema"\s*:\s*"treesolve/key/')
"""The beginning of an answer key written by `sheet`; such a file is not a submission."""
_MOODLE = re.compile(r"(.+?)_\d+_assignsubmission_\w+")
_GENERIC = re.compile(
    r"(antworte?n?|answers?|abgabe|submission|solution|l(ö|oe)sung|onlinetext|online|file|datei|text|index|untitled|"
    r"unbenannt|neues textdokument|new text document|aufgabe|exercise|readme|document|dokument|progress|fortschritt)"
    r"[ _-]*\(?\d{0,2}\)?",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"\d{4}")


def read_submissions(paths: Iterable[str | Path]) -> Iterator[Submission | Problem]:
    """Yield all submissions in files and folders, and a problem for each unreadable file; `-` is stdin.

    Files in folders are read in order of their names. A problem whose code is in REMARK_CODES is only a remark about a
    file that was read.
    """
    for path in paths:
        yield from _read_path(str(path), is_named=True)


def count_files(paths: Iterable[str | Path]) -> int:
    """Count the files to read without opening them, so that progress can be displayed."""
    return sum(sum(1 for _ in walk_folder(str(path))) if os.path.isdir(path) else 1 for path in paths)  # noqa: PTH112


def walk_folder(folder: str) -> Iterator[str]:
    """Yield the files in a folder and its subfolders, sorted by name.

    Links are not followed. A subfolder that cannot be read is yielded as if it were a file, so that it is reported.
    """
    pending = _paths_in_one_folder(folder)
    while pending:
        path = pending.pop()
        try:
            is_folder = stat.S_ISDIR(os.lstat(path).st_mode)
            pending += _paths_in_one_folder(path) if is_folder else []
        except OSError:
            is_folder = False
        if not is_folder:
            yield path


def _paths_in_one_folder(folder: str) -> list[str]:
    """Return the paths of the entries in one folder, sorted by name in descending order."""
    names = (name for name in os.listdir(folder) if not is_ignored_name(name))  # noqa: PTH208
    return [os.path.join(folder, name) for name in sorted(names, reverse=True)]  # noqa: PTH118


def is_ignored_name(name: str) -> bool:
    """Return whether the operating system or a program, rather than a student, creates files with this name.

    >>> is_ignored_name("__MACOSX"), is_ignored_name("~$answer.docx"), is_ignored_name("answer.txt")
    (True, True, False)
    """
    return name.startswith((".", "~$")) or name.lower() in _SKIPPED


def _read_path(path: str, *, is_named: bool) -> Iterator[Submission | Problem]:
    """Yield the submissions at a path; links and file descriptors are read only if the user named them (`is_named`)."""
    descriptor = descriptor_of(path) if is_named else None
    try:
        if descriptor is not None:
            yield from read_submissions_in_file(open_file_number(descriptor), path, "")
            return
        mode = (os.stat if is_named else os.lstat)(path).st_mode
        if stat.S_ISDIR(mode):
            for found in walk_folder(path):
                yield from _read_path(found, is_named=False)
        elif stat.S_ISREG(mode):
            with open(path, "rb", opener=None if is_named else open_without_following_links) as file:
                yield from with_unreadable_files(
                    read_submissions_in_file(file, printable_path(path), student_from_path(path))
                )
        else:
            kind = "link" if stat.S_ISLNK(mode) else "device"
            yield Problem("submission-no-file", None, {"kind": kind}, printable_path(path))
    except FileNotFoundError:
        yield not_found_problem(path)._replace(source=printable_path(path))
    except (OSError, ValueError) as error:
        yield Problem("unreadable", None, os_error_facts(error), printable_path(path))


def open_without_following_links(path: str, flags: int) -> int:
    """Open a file without following a link or blocking on a pipe that may have replaced it since it was checked."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))


def printable_path(path: str) -> str:
    """Return the path as valid Unicode; bytes that could not be decoded become question marks."""
    return path.encode("utf-8", "replace").decode()


def student_from_path(path: str) -> str:
    """Return the student named by a file name or by the folder name that a course system assigned.

    >>> student_from_path("4711.txt"), student_from_path("Ada Beispiel_1234567_assignsubmission_file/antwort.txt")
    ('4711', 'Ada Beispiel')
    """
    found = PurePath(printable_path(path))
    folder = _MOODLE.fullmatch(found.parent.name)
    if folder and not _NUMBERED.search(found.stem):
        return tidy(folder[1])
    file = _MOODLE.fullmatch(found.stem)
    if file or not _GENERIC.fullmatch(found.stem):
        return tidy(file[1] if file else found.stem)
    return tidy(found.parent.name or found.stem)


def is_table_name(path: str) -> bool:
    """Return whether the file extension is that of a table, which has one answer per row."""
    return PurePath(path).suffix.lower() in _TABLES


def read_submissions_in_file(file: BinaryIO, source: str, student: str) -> Iterator[Submission | Problem]:
    """Yield the submissions in an open file, or problems if its content is unreadable; the extension sets the format.

    Raises OSError if the file cannot be read.
    """
    try:
        yield from _read_file(file, source, student)
    except InputError as error:
        yield from error.problems
    except OSError:
        raise
    except Exception as error:
        yield internal_error_problem(error, source)


def _read_file(file: BinaryIO, source: str, student: str) -> Iterator[Submission | Problem]:
    """Yield the submissions in an open file; unlike `read_submissions_in_file`, do not convert errors to problems."""
    ending = PurePath(source).suffix.lower()
    if ending == _TREE:
        yield Problem("submission-is-key", None, {}, source)
        return
    if ending in _TABLES:
        yield from _read_table(file, source)
        return
    text, remarks = decode(file.read(MAX_BYTES + 1), source)
    yield from remarks
    if _KEY.match(text):
        yield Problem("submission-is-key", None, {}, source)
    else:
        yield Submission(source, student, text)


def with_unreadable_files(found: Iterable[Submission | Problem]) -> Iterator[Submission | Problem]:
    """Replace each problem with a picture, document or oversized file by a submission that needs manual review."""
    for one in found:
        source = one.source or ""
        if _needs_manual_review(one) and not is_table_name(source):
            student = student_from_path(source)
            yield Submission(source, student, format_unread_file_line(PurePath(source).name, student))
        else:
            yield one


def _needs_manual_review(found: Submission | Problem) -> bool:
    if not isinstance(found, Problem) or found.code not in ("submission-binary", "submission-too-large"):
        return False
    return found.facts.get("format") not in ARCHIVES


def _read_table(file: BinaryIO, source: str) -> Iterator[Submission | Problem]:
    """Yield the submissions in the rows of a table, and problems with unreadable rows."""
    from treesolve.submissions.csv_file import read_rows  # rarely needed

    text, remarks = decode(file.read(MAX_TABLE_BYTES + 1), source, MAX_TABLE_BYTES)
    yield from remarks
    yield from _stop_after_too_many_problems(read_rows(text, source), source)


def _stop_after_too_many_problems(found: Iterable[Submission | Problem], source: str) -> Iterator[Submission | Problem]:
    """Pass on the rows of a table, but stop after MAX_REFUSED unreadable rows; such a table does not hold answers."""
    unreadable = 0
    for one in found:
        yield one
        unreadable += one.code not in REMARK_CODES if isinstance(one, Problem) else has_unread_row(one.text)
        if unreadable == MAX_REFUSED:
            yield Problem("submission-many-refused", None, {"most": MAX_REFUSED}, source)
            return
