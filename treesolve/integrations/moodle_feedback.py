"""A zip with a page for each student, under the name by which Moodle knows whose it is."""

import zipfile
from contextlib import suppress
from typing import IO, Any


class FeedbackZip:
    """A zip that is written to an open file, page by page."""

    def __init__(self, file: IO[Any]) -> None:
        self._archive = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED)
        self._used_paths: set[str] = set()

    def add(self, feedback_prefix: str, name: str, ending: str, content: str | bytes) -> None:
        """Add a page for whoever gets back what begins with `feedback_prefix`; a name that is taken gets a number."""
        name = name.replace("/", "-").replace("\\", "-")
        path, number = f"{feedback_prefix}{name}{ending}", 1
        while path in self._used_paths:
            number += 1
            path = f"{feedback_prefix}{name}-{number}{ending}"
        self._used_paths.add(path)
        entry = zipfile.ZipInfo(path)  # without the hour: the same pages give the same bytes
        entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
        self._archive.writestr(entry, content)

    def finish(self) -> None:
        """Write what comes at the end."""
        self._archive.close()

    def abandon(self) -> None:
        """Let go of the file, if it is not finished: the archive would write to it whenever it is collected."""
        with suppress(OSError):
            self._archive.close()
