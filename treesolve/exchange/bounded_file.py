"""Files that are read with care: an archive says of itself what it likes, and its reader believes it."""

import io
import lzma
import os
import tarfile
import zipfile
import zlib
from typing import Any

MOST_AT_ONCE = 16 << 20
"""So many bytes are read at once of what an archive says of itself."""

DAMAGE = (
    *(zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError),
    *(EOFError, OSError, ValueError, IndexError, NotImplementedError, RuntimeError, OverflowError),
)
"""What reading a damaged archive can raise."""


class TooLarge(Exception):
    """That an archive is larger than any class."""


class BoundedFile(io.RawIOBase):
    """A file of which nobody reads more at once, or in all, than makes sense.

    `is_at_end` says that somebody wanted more than there is.
    """

    def __init__(self, file: Any, most: int | None = None) -> None:
        self._file, self._left = file, most
        self.is_at_end = False

    def read(self, size: int = -1) -> bytes:
        """So many bytes. Raises TooLarge where somebody asks for too many."""
        found: bytes = self._file.read(MOST_AT_ONCE + 1 if size < 0 else min(size, MOST_AT_ONCE + 1))
        if len(found) > MOST_AT_ONCE:
            raise TooLarge
        self.is_at_end |= not found and size != 0
        if self._left is not None:
            self._left -= len(found)
            if self._left < 0:
                raise TooLarge
        return found

    def seek(self, offset: int, whence: int = 0) -> int:
        """Go to a place; what is passed over counts as read."""
        if self._left is not None and whence == os.SEEK_SET:
            self._left -= max(0, offset - self._file.tell())
            if self._left < 0:
                raise TooLarge
        place: int = self._file.seek(offset, whence)
        return place

    def tell(self) -> int:
        """Where we are."""
        place: int = self._file.tell()
        return place

    def seekable(self) -> bool:
        """Whether one can go to places."""
        return True

    def readable(self) -> bool:
        """Whether it can be read."""
        return True
