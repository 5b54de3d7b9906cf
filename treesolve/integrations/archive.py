"""Zips, which all course systems write, and folders: their files by name, read as far as somebody asks, never unpacked.

Nothing in an archive can lead out of it, and nothing of it is believed: neither sizes nor names.
"""

import os
import re
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from treesolve.integrations.archive_entry import MAX_ENTRIES, ArchiveEntry, entry_source, not_a_file_problem
from treesolve.model.file_type import file_format
from treesolve.model.input_file import not_found_problem, open_nonblocking
from treesolve.model.problem import InputError, Problem, os_error_facts
from treesolve.submissions.submission_files import (
    is_ignored_name,
    open_without_following_links,
    printable_path,
    walk_folder,
)
from treesolve.submissions.text_decoding import unreadable_file_error

_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_DOCUMENT = re.compile(rb"PK\x03\x04.{26}(?:\[Content_Types\]\.xml|mimetype|_rels/|word/|xl/)", re.DOTALL)
"""How documents of word processors and spreadsheets begin, which are zips, too."""


def is_archive(path: str) -> bool:
    """Whether a path leads to a zip, by its first bytes."""
    try:
        with open(path, "rb", buffering=0, opener=open_nonblocking) as file:
            return stat.S_ISREG(os.fstat(file.fileno()).st_mode) and _is_zip(file.read(512))
    except (OSError, ValueError):
        return False


def _is_zip(beginning: bytes) -> bool:
    return beginning.startswith(_ZIP) and not _DOCUMENT.match(beginning)


@contextmanager
def entries(path: str) -> Iterator[Iterator[ArchiveEntry | Problem]]:
    """What is in an archive or below a folder, by path; entries that are refused come as problems, first.

    Entries can be read as long as the archive is open. Raises InputError where it cannot be read at all.
    """
    try:
        if Path(path).is_dir():
            yield _validated_entries(_entries_of_folder(path), path)
            return
        from treesolve.integrations.zip_reader import BoundedFile, entries_of_zip

        with BoundedFile(path, opener=open_nonblocking) as file:
            yield _validated_entries(entries_of_zip(file, path), path)
    except FileNotFoundError:
        raise InputError((not_found_problem(path),)) from None
    except OSError as error:
        raise InputError((Problem("unreadable", None, os_error_facts(error), printable_path(path)),)) from None


def partition_entries(found: Iterable[ArchiveEntry | Problem]) -> tuple[list[ArchiveEntry], list[Problem]]:
    """What can be read of what was found, and what is wrong with the rest."""
    listed = list(found)
    files = [one for one in listed if isinstance(one, ArchiveEntry)]
    return files, [one for one in listed if isinstance(one, Problem)]


def _validated_entries(found: Iterable[ArchiveEntry | Problem], path: str) -> Iterator[ArchiveEntry | Problem]:
    """Yield the entries whose paths stay inside, in the order of these, and before them what is refused.

    Raises InputError where there are too many.
    """
    accepted: dict[str, ArchiveEntry] = {}
    refused: list[Problem] = []
    for number, one in enumerate(found):
        if number == MAX_ENTRIES:
            raise unreadable_file_error("archive-too-large", path, most=MAX_ENTRIES)
        if isinstance(one, Problem):
            refused.append(one)
        elif _escapes_archive(one.path):
            refused.append(Problem("archive-path", None, {}, one.source))
        elif not any(map(is_ignored_name, one.path.split("/"))):
            refused += [Problem("archive-twice", None, {}, one.source)] if one.path in accepted else []
            accepted[one.path] = one
    yield from refused
    yield from (accepted[name] for name in sorted(accepted))


def _escapes_archive(path: str) -> bool:
    """Whether a path leads out of the archive, or nowhere."""
    names = path.replace("\\", "/").split("/")
    is_absolute = path.startswith(("/", "\\")) or re.match(r"[A-Za-z]:", path) is not None
    return is_absolute or ".." in names or "\0" in path or not path


# Folders


def _entries_of_folder(folder: str) -> Iterator[ArchiveEntry | Problem]:
    for path in walk_folder(folder):
        mode = os.lstat(path).st_mode
        name = printable_path(os.path.relpath(path, folder)).replace(os.sep, "/")
        source = entry_source(folder, name)
        if stat.S_ISREG(mode):
            yield ArchiveEntry(name, source, partial(read_file, path))
        else:
            yield not_a_file_problem(source, "link" if stat.S_ISLNK(mode) else "device")


def read_file(path: str, most: int) -> bytes:
    """Return the first bytes of a file that is no link. Raises InputError where the system does not let it be read."""
    try:
        with open(path, "rb", opener=open_without_following_links) as file:
            return file.read(most)
    except (OSError, ValueError) as error:
        raise InputError((Problem("unreadable", None, os_error_facts(error), printable_path(path)),)) from None


# Files that somebody has to look at

MAX_BYTES = 64 << 20
"""So much of a file is shown."""

BROWSER_MIME_TYPES = {
    "PNG": "image/png",
    "JPEG": "image/jpeg",
    "GIF": "image/gif",
    "WEBP": "image/webp",
    "PDF": "application/pdf",
}
"""The formats that a browser shows without running anything of them, with their types."""


def read_source_file(source: str, paths: Iterable[str]) -> bytes:
    """Return the bytes of a file that was found at one of these paths. Raises InputError where it is not there any
    more.
    """
    for path in paths:
        is_below = source.startswith(path.rstrip("/") + "/")
        if source == path or (is_below and not is_archive(path)):
            return read_file(source, MAX_BYTES)
        if is_below:
            with entries(path) as found:
                for one in found:
                    if isinstance(one, ArchiveEntry) and one.source == source:
                        return one.read(MAX_BYTES)
    raise InputError((Problem("no-such-file", None, {}, source),))


def browser_mime_type(content: bytes) -> str | None:
    """What a browser is told of a file that it shows; None where it cannot, or might run something of it.

    >>> browser_mime_type(b"%PDF-1.7"), browser_mime_type(b"<svg onload=alert(1)>")
    ('application/pdf', None)
    """
    return BROWSER_MIME_TYPES.get(file_format(content) or "")
