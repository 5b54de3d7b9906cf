"""The entries of a zip."""

import stat
import zipfile
from collections.abc import Iterator
from functools import partial
from typing import BinaryIO

from treesolve.answers.decoding import refusal
from treesolve.exchange.bounded_file import DAMAGE, BoundedFile, TooLarge
from treesolve.exchange.raw_entry import RawEntry, entry_source, readable_name, refused_entry


def entries_of_zip(file: BinaryIO, path: str) -> Iterator[RawEntry]:
    """What is in a zip that is open; it is read as long as that is. Raises TooLarge, or an error of DAMAGE."""
    archive = zipfile.ZipFile(BoundedFile(file))
    for info in archive.infolist():
        if not info.filename.endswith("/"):  # is_dir fails where there is no name
            name = info.filename if info.flag_bits & 0x800 else readable_name(_raw_name(info))
            name = name.replace("\\", "/")
            if stat.S_ISLNK(info.external_attr >> 16):
                yield refused_entry(name, "link")
            else:
                yield RawEntry(name, partial(_read_from_zip, archive, info, entry_source(path, name)))


def _raw_name(info: zipfile.ZipInfo) -> bytes:
    """The bytes of a name that is not marked as UTF-8."""
    try:
        return info.filename.encode("cp437")
    except UnicodeEncodeError:  # a later field of the entry has the name in UTF-8
        return info.filename.encode()


def _read_from_zip(archive: zipfile.ZipFile, info: zipfile.ZipInfo, source: str, most: int) -> bytes:
    """The first bytes of an entry. Raises InputError where there are none to be had."""
    if info.flag_bits & 1:
        raise refusal("archive-encrypted", source)
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):  # others unpack without bounds
        raise refusal("archive-method", source)
    try:
        with archive.open(info) as file:
            return file.read(most)
    except (TooLarge, *DAMAGE):
        raise refusal("archive-entry-damaged", source) from None
