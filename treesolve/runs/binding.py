"""PDF files bound in one, to be printed; pages come over as they are.

The same files give the same bytes: what the library writes of the moment and of chance is overwritten in place.
"""

import io
import re
from hashlib import md5
from pathlib import Path

from treesolve.model.optional import loaded

_MOMENT = re.compile(rb"/CreationDate\(D:\d{14}")
_CHANCE = re.compile(rb"(/ID\s*\[\s*)<([0-9A-Fa-f]*)>(\s*)<([0-9A-Fa-f]*)>")


class Binding:
    """Files being bound, one after the other. Raises InputError where the package for that is missing."""

    def __init__(self) -> None:
        self._open = loaded("pypdfium2").PdfDocument
        self._bound = self._open.new()

    def add(self, path: Path) -> None:
        """Take over the pages of a file. Raises OSError where it cannot be read."""
        with self._open(path.read_bytes()) as document:
            self._bound.import_pages(document)

    def finished(self) -> bytes:
        """All pages in order, as one file; nothing can be added to it any more."""
        written = io.BytesIO()
        self._bound.save(written)
        self._bound.close()
        return _without_date_and_identity(written.getvalue())


def _without_date_and_identity(content: bytes) -> bytes:
    """The same file with a fixed date, and with an identity that follows from what is in it."""
    fixed = _MOMENT.sub(b"/CreationDate(D:20000101000000", content)
    digest = md5(_CHANCE.sub(b"", fixed), usedforsecurity=False).hexdigest().upper().encode()
    return _CHANCE.sub(lambda found: _identity_from_digest(found, digest), fixed)


def _identity_from_digest(found: re.Match[bytes], digest: bytes) -> bytes:
    one, other = (digest[: len(found[group])].ljust(len(found[group]), b"0") for group in (2, 4))
    return found[1] + b"<" + one + b">" + found[3] + b"<" + other + b">"
