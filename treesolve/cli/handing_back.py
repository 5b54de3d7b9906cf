"""--worksheet and --feedback-zip: what goes back to the course system that the submissions came from."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from treesolve.cli.options import usage_error
from treesolve.cli.outputs import Target
from treesolve.exchange.gradebook import Gradebook, called_on_roster
from treesolve.exchange.gradebooks import read_gradebook
from treesolve.exchange.handed_in import HandedIn
from treesolve.grading.exam import Key
from treesolve.model.atomic_file import whole_file
from treesolve.model.input_file import read_as
from treesolve.model.problem import Problem
from treesolve.runs.grade_submission import Marker
from treesolve.runs.handing_back import FeedbackWriter, GradebookWriter
from treesolve.runs.results import Results


def asked_gradebook(path: str | None, key: Key, written: Sequence[Target]) -> Gradebook | None:
    """The gradebook that is to be filled in with the points for a key; None where nobody asks for it.

    Raises InputError where it cannot be filled in, a usage error where nobody says what it becomes.
    """
    if path is None:
        return None
    if all(one.form != "csv" for one in written):
        raise usage_error(Problem("worksheet-without-output"))
    first = key.exercises[0]
    titles = {str(key.sheet.get("title", ""))} if key.is_sheet else {first.name, first.title}
    return read_as(lambda place: read_gradebook(str(place), titles), Path(path))


def check_zip_name(path: str | None) -> None:
    """Raise a usage error where the zip would be called like another file, or go to standard output."""
    if path is not None and Path(path).suffix.lower() != ".zip":
        raise usage_error(Problem("feedback-zip-name"))


def students_called(book: Gradebook | None, key: Key) -> dict[str, str]:
    """What students are called on the roster of a key, by what the system of the gradebook knows them by."""
    return called_on_roster(book, lambda cell: key.variant_of(cell) is not None) if book and key.students else {}


class HandingBack:
    """What is written beside the results; as a context, it gives what takes the outcomes for the zip."""

    def __init__(
        self, marker: Marker, handed_in: Mapping[str, HandedIn], book: Gradebook | None, zip_path: str | None
    ) -> None:
        self.marker, self.handed_in, self.zip_path = marker, handed_in, zip_path
        self.gradebook = (lambda file: GradebookWriter(file, marker, handed_in, book)) if book else None
        self._files = ExitStack()

    def __enter__(self) -> list[Results]:
        if self.zip_path is None:
            return []
        file = self._files.enter_context(whole_file(self.zip_path, "b"))
        writer = FeedbackWriter(file, self.marker, self.handed_in, self.zip_path)
        self._files.callback(writer.zip.abandon)
        return [writer]

    def __exit__(self, *error: Any) -> bool | None:
        return self._files.__exit__(*error)
