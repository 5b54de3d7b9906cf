"""Feedback files for Moodle: a zip with pages for each student, whose paths tell Moodle to whom each page belongs."""

import zipfile
from contextlib import suppress
from typing import IO, Any


class FeedbackZip:
    """A zip of feedback pages that is written to an open file, one page at a time."""

    def __init__(self, file: IO[Any]) -> None:
        self._archive = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED)
        self._used_paths: set[str] = set()

    def add(self, feedback_prefix: str, name: str, ending: str, content: str | bytes) -> None:
        """Add a page for one student, whose paths must begin with `feedback_prefix`.

        If the student already has a page with this name, a number is appended to the name.
        """
        name = name.replace("/", "-").replace("\\", "-")
        path, number = f"{feedback_prefix}{name}{ending}", 1
        while path in self._used_paths:
            number += 1
            path = f"{feedback_prefix}{name}-{number}{ending}"
        self._used_paths.add(path)
        entry = zipfile.ZipInfo(path)  # without a time stamp, so that the zip is reproducible
        entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
        self._archive.writestr(entry, content)

    def finish(self) -> None:
        """Complete the zip by writing the directory at its end."""
        self._archive.close()

    def abandon(self) -> None:
        """Close an unfinished zip, because it would otherwise write to the file when it is garbage-collected."""
        with suppress(OSError):
            self._archive.close()
