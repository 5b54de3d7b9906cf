"""--worksheet and --feedback-zip: what goes back to the course system that the submissions came from."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from treesolve.cli.outputs import Target
from treesolve.cli.usage import usage_error
from treesolve.exchange.gradebook import Gradebook, called_on_roster
from treesolve.exchange.gradebooks import read_gradebook
from treesolve.exchange.handed_in import HandedIn
from treesolve.grading.exam import Key
from treesolve.model.atomic_file import whole_file
from treesolve.model.input_file import read_as
from treesolve.model.problem import Problem
from treesolve.runs.grade_submission import Marker
from treesolve.runs.handing_back import FeedbackWriter


def asked_gradebook(path: str, key: Key, written: Sequence[Target]) -> tuple[Gradebook, dict[str, str]]:
    """The gradebook that is to be filled in with the points for a key, and what it calls the students on the roster.

    Raises InputError where it cannot be filled in, a usage error where nobody says what it becomes.
    """
    if all(one.form != "csv" for one in written):
        raise usage_error(Problem("worksheet-without-output"))
    first = key.exercises[0]
    titles = {str(key.sheet.get("title", ""))} if key.is_sheet else {first.name, first.title}
    book = read_as(lambda place: read_gradebook(str(place), titles), Path(path))
    return book, called_on_roster(book, lambda cell: key.variant_of(cell) is not None) if key.students else {}


@contextmanager
def feedback_zip(path: str, marker: Marker, handed_in: Mapping[str, HandedIn]) -> Iterator[FeedbackWriter]:
    """What takes the outcomes for the zip, which appears when it is complete."""
    with whole_file(path, "b") as file:
        writer = FeedbackWriter(file, marker, handed_in, path)
        try:
            yield writer
        finally:
            writer.zip.abandon()
