"""A journal of finished work, so that a run that was killed goes on where it stopped.

Each line holds one finished piece under the digest of what it was made from, with a checksum. A line that was being
written when the run was killed is cut off and its piece done again, and so is one that is not as it was written; a
journal of another key, rubric or version is not used.

Vocabulary

    piece       what a line holds: any JSON value
    digest      what identifies the input of a piece
    fingerprint what identifies everything else the pieces depend on
"""

import errno
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import IO, Any

from treesolve.model.atomic_file import sentence_for

_encode = json.JSONEncoder(separators=(",", ":")).encode

_PIECE = len('["","",') + 2 * 64
"""Where the piece begins in its line."""


class Journal:
    """A journal beside the file that a run will write; `found` says how many pieces were there already.

    Raises OSError where there can be none, or where one is a link or has another name; later InputError where the
    system takes no more of it.
    """

    def __init__(self, path: Path, fingerprint: str) -> None:
        self.path, self._fingerprint = path, fingerprint.encode()
        self._places: dict[str, int] = {}
        self._file: IO[bytes] = self._open_journal(fingerprint)
        self.found = len(self._places)

    def _open_journal(self, fingerprint: str) -> IO[bytes]:
        """The journal, at its end: the one of an earlier run if it fits, else a new one."""
        descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
        file = os.fdopen(descriptor, "r+b")
        try:
            if os.fstat(descriptor).st_nlink != 1:  # it is another file, too
                raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))
            self._go_to_end(file, _encode({"journal": 2, "fingerprint": fingerprint}).encode() + b"\n")
        except BaseException:
            with suppress(OSError):
                file.close()
            raise
        return file

    def _go_to_end(self, file: IO[bytes], head: bytes) -> None:
        """Find the pieces behind that head, and cut off what is none; a journal with another head begins anew."""
        if file.readline() != head:
            file.seek(0)
            file.truncate()
            file.write(head)
            return
        end = file.tell()
        for line in file:
            if not line.endswith(b"\n"):
                break
            self._places[line[2:66].decode("ascii", "replace")] = end
            end += len(line)
        file.seek(end)
        file.truncate()

    def get(self, digest: str) -> Any:
        """The piece made from the input with that digest; None where there is none yet, or not as it was written.

        Raises InputError where the journal cannot be written or read any more.
        """
        place = self._places.get(digest)
        if place is None:
            return None
        with sentence_for(str(self.path)):
            self._file.seek(place)
            line = self._file.readline()
        piece = line[_PIECE:-2]
        return json.loads(piece) if line == self._line_of_piece(digest, piece) else None

    def add(self, digest: str, piece: Any) -> None:
        """Write down a piece. Raises InputError where there is no room for it."""
        line = self._line_of_piece(digest, _encode(piece).encode())
        with sentence_for(str(self.path)):
            self._file.seek(0, os.SEEK_END)
            self._places[digest] = self._file.tell()
            self._file.write(line)

    def _line_of_piece(self, digest: str, piece: bytes) -> bytes:
        """The line of a piece: its digest, a checksum of all of it, the piece."""
        check = sha256(b"\0".join((self._fingerprint, digest.encode(), piece))).hexdigest()
        return f'["{digest}","{check}",'.encode() + piece + b"]\n"

    def flush(self) -> None:
        """Hand what was written to the system; from now on it survives the end of this process.

        Raises InputError where there is no room for it.
        """
        with sentence_for(str(self.path)):
            self._file.flush()

    def close(self, *, finished: bool) -> None:
        """Close the journal; nobody needs it any more if the run is finished, or nothing is in it.

        What there is no room for by now is lost with the run, or was needed no more. Raises InputError where a journal
        that nobody needs cannot be taken away.
        """
        with suppress(OSError):
            self._file.close()
        if finished or not self._places:
            with sentence_for(str(self.path)):
                self.path.unlink(missing_ok=True)


@contextmanager
def journal_beside(target: Path, *depends_on: str) -> Iterator[Journal]:
    """The journal beside a file, until that is complete; what it holds depends on `depends_on`.

    It is kept where the work ends with an error. Raises InputError where there can be none.
    """
    fingerprint = sha256("\0".join(depends_on).encode("utf-8", "surrogatepass")).hexdigest()
    with sentence_for(str(target)):
        journal = Journal(target.with_name(f".{target.name}.journal"), fingerprint)
    finished = False
    try:
        yield journal
        finished = True
    finally:
        journal.close(finished=finished)
