"""The results that are to be marked again, as `treesolve grade` has written them: read, and not believed.

Such a file lies about for a while, is sent to others, and mended by hand. Whatever has another form than it was written
in is refused as a whole, with a sentence.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from treesolve.cli.inputs import Input, read_input
from treesolve.cli.marking import Solutions, solved, steered
from treesolve.cli.options import Steering
from treesolve.grading.decision import Decision
from treesolve.grading.exam import Exercise, Key
from treesolve.grading.rubric import PointsRefused, Rubric
from treesolve.model.problem import InputError, Problem
from treesolve.notation.json_text import parsed
from treesolve.pages.json.grades_document import EARLIER, SCHEMA, result_in

Found = TypeVar("Found")

_WRONG = (LookupError, TypeError, ValueError, AttributeError, RecursionError)


def read_grades(path: str) -> Any:
    """The document in a file, its decimals as text, its results as values. Raises InputError where it is none."""
    found = read_input(path)
    try:
        document = parsed(found.text, path)
        _raise_unless(document["schema"] in (SCHEMA, EARLIER))
        document["results"] = list(map(result_in, document["results"]))
        for problem in document["problems"]:
            _check_texts(problem, ("source", "code"))
            _raise_unless(problem["line"] is None or type(problem["line"]) is int)
    except _WRONG:
        raise _error_about_no_grades(path) from None
    return document


def old_key(document: Any, steering: Steering, path: str) -> tuple[Key, Solutions]:
    """The key the answers were marked by, with the lectures that the options have, and the solutions of its exercises.

    Raises InputError for no key.
    """
    from treesolve.grading.exam import read_sheet

    exercises = steered(old_exercises(document, path), steering, path)
    students, sheet = _read_or_refuse(lambda: read_sheet(document), path)
    return Key(exercises, students, sheet), solved(exercises, Input(path, ""))


def old_exercises(document: Any, path: str) -> tuple[Exercise, ...]:
    """The exercises by which the answers were marked. Raises InputError where there are none."""
    from treesolve.grading.exam import read_exercises

    exercises = _read_or_refuse(lambda: read_exercises(document["key"], path), path)
    if not exercises:
        raise _error_about_no_grades(path)
    return exercises


def old_rubric(document: Any, path: str) -> Rubric:
    """The rubric the answers were marked by. Raises InputError for no rubric."""
    from treesolve.pages.json.grades_document import rubric_in

    return _read_or_refuse(lambda: rubric_in(document["rubric"]), path)


def old_decisions(document: Any, path: str) -> tuple[Decision, ...]:
    """The decisions by which the answers were marked; none are in earlier results.

    Raises InputError for others, and for those about texts, which there are no more.
    """
    from treesolve.grading.decision_file import GONE, decisions_in

    entries = document.get("decisions", ())
    if _read_or_refuse(lambda: any(key in entry for entry in entries for key in GONE), path):
        raise InputError((Problem("old-decisions", None, {}, path),))
    return _read_or_refuse(lambda: decisions_in(entries), path)


def _read_or_refuse(read: Callable[[], Found], path: str) -> Found:
    try:
        return read()
    except PointsRefused as refused:
        raise InputError((refused.problem(path),)) from None
    except _WRONG:
        raise _error_about_no_grades(path) from None


def _error_about_no_grades(path: str) -> InputError:
    return InputError((Problem("grades-form", None, {}, path),))


def _raise_unless(is_right: bool) -> None:
    if not is_right:
        raise ValueError


def _check_texts(entry: Mapping[str, Any], names: tuple[str, ...]) -> None:
    for name in names:
        _raise_unless(isinstance(entry[name], str))
