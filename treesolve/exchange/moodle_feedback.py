"""A zip with a page for each student, under the name by which Moodle knows whose it is."""

import zipfile
from contextlib import suppress
from typing import IO, Any


class FeedbackZip:
    """A zip that is written to an open file, page by page."""

    def __init__(self, file: IO[Any]) -> None:
        self._archive = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED)
        self._taken: set[str] = set()

    def add(self, returned: str, name: str, ending: str, content: str | bytes) -> None:
        """Add a page for whoever gets back what begins with `returned`; a name that is taken gets a number."""
        name = name.replace("/", "-").replace("\\", "-")
        path, number = f"{returned}{name}{ending}", 1
        while path in self._taken:
            number += 1
            path = f"{returned}{name}-{number}{ending}"
        self._taken.add(path)
        found = zipfile.ZipInfo(path)  # without the hour: the same pages give the same bytes
        found.compress_type, found.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
        self._archive.writestr(found, content)

    def finish(self) -> None:
        """Write what comes at the end."""
        self._archive.close()

    def abandon(self) -> None:
        """Let go of the file, if it is not finished: the archive would write to it whenever it is collected."""
        with suppress(OSError):
            self._archive.close()
