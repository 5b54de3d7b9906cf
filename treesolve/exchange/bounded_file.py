"""Files that are read with care: an archive says of itself what it likes, and its reader believes it."""

import io
import lzma
import tarfile
import zipfile
import zlib
from typing import Any

MOST_AT_ONCE = 16 << 20
"""So many bytes are read at once of what an archive says of itself."""

DAMAGE = (
    *(zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError),
    *(EOFError, OSError, ValueError, NotImplementedError, RuntimeError, OverflowError),
)
"""What reading a damaged archive can raise."""


class TooLarge(Exception):
    """That an archive is larger than any class."""


class BoundedFile(io.RawIOBase):
    """A file of which nobody reads more at once, or in all, than makes sense."""

    def __init__(self, file: Any, most: int | None = None) -> None:
        self._file, self._left = file, most

    def read(self, size: int = -1) -> bytes:
        """So many bytes. Raises TooLarge where somebody asks for too many."""
        found: bytes = self._file.read(MOST_AT_ONCE + 1 if size < 0 else min(size, MOST_AT_ONCE + 1))
        if len(found) > MOST_AT_ONCE:
            raise TooLarge
        if self._left is not None:
            self._left -= len(found)
            if self._left < 0:
                raise TooLarge
        return found

    def seek(self, offset: int, whence: int = 0) -> int:
        """Go to a place; what is passed over counts as read."""
        before = self._file.tell()
        place: int = self._file.seek(offset, whence) if self._left is None else self._skip_to(offset)
        if self._left is not None:
            self._left -= max(0, place - before)
        return place

    def _skip_to(self, offset: int) -> int:
        if offset - self._file.tell() > (self._left or 0):
            raise TooLarge
        place: int = self._file.seek(offset)
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
