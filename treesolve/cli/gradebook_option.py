"""The gradebook of a course system that `treesolve grade --worksheet` fills in."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from treesolve.cli.multiple_outputs import Target
from treesolve.cli.usage_error import usage_error
from treesolve.grading.exam import Key
from treesolve.integrations.gradebook import match_to_roster
from treesolve.integrations.gradebook_file import read_gradebook
from treesolve.model.input_file import read_with
from treesolve.model.problem import Problem
from treesolve.workflows.gradebook_export import GradebookWriter


def load_gradebook(
    path: str, key: Key, targets: Sequence[Target]
) -> tuple[Callable[..., GradebookWriter], dict[str, str]]:
    """Return a factory of writers for the gradebook in a file, and the roster names of its students by gradebook id.

    The names are those on the roster in the key. Raises InputError if the gradebook cannot be filled in, and a usage
    error if no output target is CSV.
    """
    if all(one.form != "csv" for one in targets):
        raise usage_error(Problem("worksheet-without-output"))
    first = key.exercises[0]
    titles = {str(key.sheet.get("title", ""))} if key.is_sheet else {first.name, first.title}
    book = read_with(lambda file: read_gradebook(str(file), titles), Path(path))
    called = match_to_roster(book, lambda cell: key.variant_of(cell) is not None) if key.students else {}
    return partial(GradebookWriter, book=book), called
