"""An entry of an archive as it stands there, before anything of it is believed; names in whatever encoding."""

from collections.abc import Callable
from typing import NamedTuple

from treesolve.answers.files import path_as_text
from treesolve.model.problem import Problem


class RawEntry(NamedTuple):
    """A file: its path with / between names, what reads its first so many bytes, and why it is refused, if it is."""

    path: str
    read: Callable[[int], bytes]
    refused: Problem | None = None


def refused_entry(path: str, kind: str) -> RawEntry:
    """An entry that is no file, but a "link" or a "device"."""
    return RawEntry(path, _nothing, Problem("submission-no-file", None, {"kind": kind}))


def _nothing(_: int) -> bytes:
    return b""


def entry_source(archive: str, path: str) -> str:
    """What an entry is called for people."""
    return path_as_text(f"{archive.rstrip('/')}/{path}")


def readable_name(name: bytes) -> str:
    """A name in whatever encoding it was written: UTF-8, else what old systems of Windows wrote.

    >>> readable_name("Übung".encode()), readable_name("Übung".encode("cp1252")), readable_name("Übung".encode("cp850"))
    ('Übung', 'Übung', 'Übung')
    """
    try:
        return name.decode()
    except UnicodeDecodeError:
        is_dos = any(0x80 <= byte < 0xA0 for byte in name)
        return name.decode("cp850" if is_dos else "cp1252", "replace")
