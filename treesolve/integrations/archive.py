"""Reading of archives and folders as sequences of named files.

Zips are read on demand and never unpacked to disk. Entries whose path leads outside the archive are rejected, and the
names and sizes that an archive declares are not trusted.
"""

import os
import re
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from treesolve.integrations.archive_entry import MAX_ENTRIES, ArchiveEntry, entry_source, not_a_file_problem
from treesolve.model.input_file import not_found_problem, open_nonblocking
from treesolve.model.problem import InputError, Problem, os_error_facts
from treesolve.model.utf8_text import file_format
from treesolve.submissions.submission_files import (
    is_ignored_name,
    open_without_following_links,
    printable_path,
    walk_folder,
)
from treesolve.submissions.text_decoding import unreadable_file_error

_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_DOCUMENT = re.compile(rb"PK\x03\x04.{26}(?:\[Content_Types\]\.xml|mimetype|_rels/|word/|xl/)", re.DOTALL)
"""The beginning of office documents, which have the format of zips but are not treated as archives."""


def is_archive(path: str) -> bool:
    """Return whether the first bytes of a file are those of a zip; False for office documents and unreadable files."""
    try:
        with open(path, "rb", buffering=0, opener=open_nonblocking) as file:
            return stat.S_ISREG(os.fstat(file.fileno()).st_mode) and _is_zip(file.read(512))
    except (OSError, ValueError):
        return False


def _is_zip(beginning: bytes) -> bool:
    return beginning.startswith(_ZIP) and not _DOCUMENT.match(beginning)


@contextmanager
def entries(path: str) -> Iterator[Iterator[ArchiveEntry | Problem]]:
    """Open an archive or a folder, and iterate over problems with rejected entries and then the entries in path order.

    Entries can be read only inside the `with` block. Raises InputError if the archive cannot be read at all.
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
    """Split the result of `entries` into a list of entries and a list of problems."""
    listed = list(found)
    files = [one for one in listed if isinstance(one, ArchiveEntry)]
    return files, [one for one in listed if isinstance(one, Problem)]


def _validated_entries(found: Iterable[ArchiveEntry | Problem], path: str) -> Iterator[ArchiveEntry | Problem]:
    """Yield problems with rejected entries and then the entries with valid paths, sorted by path.

    Raises InputError if there are too many entries.
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
    """Return whether a path is empty or invalid, or leads outside the archive."""
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
    """Return the first `most` bytes of a file, without following links.

    Raises InputError if the file cannot be read or is a link.
    """
    try:
        with open(path, "rb", opener=open_without_following_links) as file:
            return file.read(most)
    except (OSError, ValueError) as error:
        raise InputError((Problem("unreadable", None, os_error_facts(error), printable_path(path)),)) from None


# Files for manual review

MAX_BYTES = 64 << 20
"""Maximum number of bytes of a file that are shown."""

BROWSER_MIME_TYPES = {
    "PNG": "image/png",
    "JPEG": "image/jpeg",
    "GIF": "image/gif",
    "WEBP": "image/webp",
    "PDF": "application/pdf",
}
"""MIME types of the file formats that a browser can display without executing their content."""


def read_source_file(source: str, paths: Iterable[str]) -> bytes:
    """Return the content of a submitted file.

    `source` is the name under which the file was found, and `paths` are the files, folders and archives that were read.
    Raises InputError if the file no longer exists.
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
    """Return the MIME type if a browser can display the content safely; None if it cannot, as with SVG and HTML.

    >>> browser_mime_type(b"%PDF-1.7"), browser_mime_type(b"<svg onload=alert(1)>")
    ('application/pdf', None)
    """
    return BROWSER_MIME_TYPES.get(file_format(content) or "")
