"""Files packed by xz, unpacked with bounded memory: how much it takes is said in the file itself, up to gigabytes."""

import lzma
from typing import BinaryIO

from treesolve.exchange.bounded_file import TooLarge

MOST_MEMORY = 96 << 20
"""So many bytes unpacking takes; xz by itself asks for 65 MiB at most."""

_CHUNK, _PASSED = 1 << 16, 1 << 20


class XzFile:
    """A packed file that is read from the beginning to the end."""

    def __init__(self, file: BinaryIO) -> None:
        self._file, self._place, self._is_at_end = file, 0, False
        self._unpacker = _unpacker()

    def read(self, size: int) -> bytes:
        """So many bytes, fewer at the end. Raises TooLarge, EOFError or LZMAError."""
        found = bytearray()
        while len(found) < size and not self._is_at_end:
            found += self._some(size - len(found))
        self._place += len(found)
        return bytes(found)

    def _some(self, most: int) -> bytes:
        """Some more bytes, or none."""
        if self._unpacker.eof:
            return self._beginning_of_next_part(most)
        packed = self._file.read(_CHUNK) if self._unpacker.needs_input else b""
        if self._unpacker.needs_input and not packed:
            raise EOFError
        return self._unpacked(packed, most)

    def _beginning_of_next_part(self, most: int) -> bytes:
        """The first bytes of what was packed by itself and stands behind the last part."""
        packed = self._unpacker.unused_data.lstrip(b"\0") or self._file.read(_CHUNK).lstrip(b"\0")
        self._is_at_end = not packed
        self._unpacker = _unpacker()
        return self._unpacked(packed, most) if packed else b""

    def _unpacked(self, packed: bytes, most: int) -> bytes:
        try:
            return self._unpacker.decompress(packed, most)
        except lzma.LZMAError as error:
            raise TooLarge if "limit" in str(error) else error from None

    def seek(self, offset: int, _: int = 0) -> int:
        """Go forward to a place, or stop at the end."""
        while self._place < offset and self.read(min(_PASSED, offset - self._place)):
            pass
        return self._place

    def tell(self) -> int:
        """Where we are."""
        return self._place


def _unpacker() -> lzma.LZMADecompressor:
    return lzma.LZMADecompressor(lzma.FORMAT_XZ, MOST_MEMORY)
