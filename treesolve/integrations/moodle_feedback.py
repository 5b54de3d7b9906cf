"""Feedback files for Moodle: a zip with a page per student, with paths by which Moodle identifies the students."""

import zipfile
from contextlib import suppress
from typing import IO, Any


class FeedbackZip:
    """A zip written to an open file page by page."""

    def __init__(self, file: IO[Any]) -> None:
        self._archive = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED)
        self._used_paths: set[str] = set()

    def add(self, feedback_prefix: str, name: str, ending: str, content: str | bytes) -> None:
        """Add a page for the student whose files begin with `feedback_prefix`; duplicate names get a number."""
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
        """Write the directory at the end of the zip."""
        self._archive.close()

    def abandon(self) -> None:
        """Close an unfinished archive, which would otherwise write to the file when it is garbage-collected."""
        with suppress(OSError):
            self._archive.close()
