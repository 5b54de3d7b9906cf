"""--worksheet and --feedback-zip: what goes back to the course system that the submissions came from."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from treesolve.cli.inputs import read_as
from treesolve.cli.options import usage_error
from treesolve.cli.outputs import Target
from treesolve.exchange.gradebooks import read_gradebook
from treesolve.exchange.handed_in import HandedIn
from treesolve.model.atomic_file import whole_file
from treesolve.model.problem import Problem
from treesolve.runs.grade_submission import Marker
from treesolve.runs.handing_back import FeedbackWriter, GradebookWriter
from treesolve.runs.results import Results


class HandingBack:
    """What is written beside the results; as a context, it gives what takes the outcomes for the zip.

    Raises InputError where the worksheet cannot be filled in, a usage error where nobody says what it becomes.
    """

    def __init__(
        self,
        marker: Marker,
        handed_in: Mapping[str, HandedIn],
        worksheet_path: str | None,
        zip_path: str | None,
        written: Sequence[Target],
    ) -> None:
        if worksheet_path is not None and all(one.form != "csv" for one in written):
            raise usage_error(Problem("worksheet-without-output"))
        self.marker, self.handed_in, self.zip_path = marker, handed_in, zip_path
        titles = {title for one in marker.settings.key.exercises[:1] for title in (one.name, one.title)}
        titles |= {str(marker.settings.key.sheet.get("title", ""))} if marker.settings.key.is_sheet else set()
        book = worksheet_path and read_as(lambda path: read_gradebook(str(path), titles), Path(worksheet_path))
        self.gradebook = (lambda file: GradebookWriter(file, marker, handed_in, book)) if book else None
        self._files = ExitStack()

    def __enter__(self) -> list[Results]:
        if self.zip_path is None:
            return []
        file = self._files.enter_context(whole_file(self.zip_path, "b"))
        return [FeedbackWriter(file, self.marker, self.handed_in)]

    def __exit__(self, *error: Any) -> bool | None:
        return self._files.__exit__(*error)
