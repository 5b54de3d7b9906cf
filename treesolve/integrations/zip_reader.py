"""A defensive reader for zips that does not trust their metadata."""

import io
import stat
import zipfile
import zlib
from collections.abc import Iterator
from functools import partial

from treesolve.integrations.archive_entry import MAX_ENTRIES, ArchiveEntry, entry_source, not_a_file_problem
from treesolve.model.problem import Problem
from treesolve.submissions.text_decoding import unreadable_file_error

MAX_AT_ONCE = 16 << 20
"""Maximum number of bytes that may be read at once, which limits the size of a zip's directory."""

DAMAGED_ZIP_ERRORS = (
    *(zipfile.BadZipFile, zlib.error),
    *(EOFError, OSError, ValueError, IndexError, NotImplementedError, RuntimeError, OverflowError),
)
"""The exceptions that reading a damaged zip can raise."""


class ArchiveTooLarge(Exception):
    """Raised if the directory of an archive is too large."""


class BoundedFile(io.FileIO):
    """A file from which at most MAX_AT_ONCE bytes can be read at once."""

    def read(self, size: int | None = -1, /) -> bytes:
        """Read up to `size` bytes, or the rest of the file if `size` is negative or None.

        Raises ArchiveTooLarge if more than MAX_AT_ONCE bytes would be returned.
        """
        is_bounded = size is not None and 0 <= size <= MAX_AT_ONCE
        found = super().read(size if is_bounded else MAX_AT_ONCE + 1)
        if len(found) > MAX_AT_ONCE:
            raise ArchiveTooLarge
        return found


def entries_of_zip(file: BoundedFile, path: str) -> Iterator[ArchiveEntry | Problem]:
    """Yield the entries of an open zip; an entry can be read until `file` is closed.

    Raises InputError if the zip is damaged or its directory is too large.
    """
    try:
        yield from _entries_in_directory(file, path)
    except ArchiveTooLarge:
        raise unreadable_file_error("archive-too-large", path, most=MAX_ENTRIES) from None
    except DAMAGED_ZIP_ERRORS:
        raise unreadable_file_error("archive-damaged", path) from None


def _entries_in_directory(file: BoundedFile, path: str) -> Iterator[ArchiveEntry | Problem]:
    """Yield the entries in the directory of a zip; links become problems, and folders are skipped.

    Raises ArchiveTooLarge or one of DAMAGED_ZIP_ERRORS.
    """
    archive = zipfile.ZipFile(file)
    for info in archive.infolist():
        if not info.filename.endswith("/"):  # ZipInfo.is_dir fails for empty names
            name = _entry_name(info).replace("\\", "/")
            source = entry_source(path, name)
            if stat.S_ISLNK(info.external_attr >> 16):
                yield not_a_file_problem(source, "link")
            else:
                yield ArchiveEntry(name, source, partial(_read_from_zip, archive, info, source))


def _entry_name(info: zipfile.ZipInfo) -> str:
    """Return the name of an entry, decoded as UTF-8 if possible, because some programs do not set the UTF-8 flag."""
    try:
        return info.filename if info.flag_bits & 0x800 else info.filename.encode("cp437").decode()
    except UnicodeError:
        return info.filename


def _read_from_zip(archive: zipfile.ZipFile, info: zipfile.ZipInfo, source: str, most: int) -> bytes:
    """Return the first `most` bytes of an entry.

    Raises InputError if the entry is encrypted, is damaged or uses an unsupported compression method.
    """
    if info.flag_bits & 1:
        raise unreadable_file_error("archive-encrypted", source)
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):  # other methods decompress without a limit
        raise unreadable_file_error("archive-method", source)
    try:
        with archive.open(info) as file:
            return file.read(most)
    except (ArchiveTooLarge, *DAMAGED_ZIP_ERRORS):
        raise unreadable_file_error("archive-entry-damaged", source) from None
