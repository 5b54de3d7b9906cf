"""Files that somebody has to look at: their bytes, from folders and archives, and what a browser can show of them."""

from collections.abc import Iterable

from treesolve.exchange.archive import entries, is_archive, read_file
from treesolve.exchange.entry import Entry
from treesolve.model.file_format import file_format
from treesolve.model.problem import InputError, Problem

MOST_BYTES = 64 << 20
"""So much of a file is shown."""

SHOWN = {"PNG": "image/png", "JPEG": "image/jpeg", "GIF": "image/gif", "WEBP": "image/webp", "PDF": "application/pdf"}
"""The formats that a browser shows without running anything of them, with their types."""


def content_of_file(source: str, paths: Iterable[str]) -> bytes:
    """The bytes of a file that was found at one of these paths. Raises InputError where it is not there any more."""
    for path in paths:
        is_below = source.startswith(path.rstrip("/") + "/")
        if source == path or (is_below and not is_archive(path)):
            return read_file(source, MOST_BYTES)
        if is_below:
            with entries(path) as found:
                for one in found:
                    if isinstance(one, Entry) and one.source == source:
                        return one.read(MOST_BYTES)
    raise InputError((Problem("no-such-file", None, {}, source),))


def shown_type(content: bytes) -> str | None:
    """What a browser is told of a file that it shows; None where it cannot, or might run something of it.

    >>> shown_type(b"%PDF-1.7"), shown_type(b"<svg onload=alert(1)>")
    ('application/pdf', None)
    """
    return SHOWN.get(file_format(content) or "")
