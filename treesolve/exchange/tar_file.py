"""The entries of a tar archive, packed or not; it has no list of them, and is gone through once."""

import bz2
import gzip
import tarfile
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, BinaryIO

from treesolve.answers.decoding import MOST_BYTES, refusal
from treesolve.exchange.bounded_file import BoundedFile, TooLarge
from treesolve.exchange.raw_entry import RawEntry, entry_source, readable_name, refused_entry
from treesolve.exchange.xz_file import XzFile

MOST_UNPACKED = 4 << 30
"""So many bytes are gone through."""

MOST_HELD = 256 << 20
"""So many bytes of what is in an archive are held."""

PACKED: dict[bytes, Callable[[BinaryIO], Any]] = {
    b"\x1f\x8b": lambda file: gzip.GzipFile(fileobj=file),
    b"\xfd7zXZ\0": XzFile,
    b"BZh": bz2.BZ2File,
}
"""What unpacks a packed archive, by its magic bytes."""


def entries_of_tar(magic: bytes, file: BinaryIO, path: str) -> Iterator[RawEntry]:
    """The entries of a tar archive; what they hold is kept, as far as it can be an answer.

    Raises TooLarge, or an error of bounded_file.DAMAGE.
    """
    unpacked = BoundedFile(PACKED[magic](file) if magic else file, MOST_UNPACKED)
    held = 0
    with tarfile.open(fileobj=unpacked, mode="r:", errors="surrogateescape") as archive:
        while info := archive.next():
            archive.members.clear()  # type: ignore[attr-defined]  # the list would grow with the archive
            if info.isdir():
                continue
            name = readable_name(info.name.encode("utf-8", "surrogateescape")).removeprefix("./")
            if not info.isreg():
                kind = "link" if info.islnk() or info.issym() else "device"
                yield refused_entry(name, kind)
                continue
            content = _beginning_of(archive, info)
            held += len(content)
            if held > MOST_HELD:
                raise TooLarge
            yield RawEntry(name, partial(_held, content, info.size, entry_source(path, name)))
        if unpacked.is_at_end:  # zeros would have said that nothing follows
            raise EOFError


_MOST_TABLE = (1 << 20) + 1
"""So much of a table, or of a page, in a tar archive is held."""


def _beginning_of(archive: tarfile.TarFile, info: tarfile.TarInfo) -> bytes:
    """As much of an entry as anybody will ask for."""
    is_table = info.name.lower().endswith((".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".html", ".htm"))
    found = archive.extractfile(info)
    return found.read(_MOST_TABLE if is_table else MOST_BYTES + 1) if found else b""


def _held(content: bytes, size: int, source: str, most: int) -> bytes:
    """The first bytes of what is held. Raises InputError where more is asked for than is held."""
    if len(content) < min(most, size):
        raise refusal("submission-too-large", source, most=len(content) // 1024)
    return content[:most]
