"""The results that are to be marked again, as `treesolve grade` has written them: read, and not believed.

Such a file lies about for a while, is sent to others, and mended by hand. Whatever has another form than it was written
in is refused as a whole, with a sentence.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from treesolve.answer import PARTS, QUESTIONS
from treesolve.cli.inputs import Input, read_input
from treesolve.cli.marking import checked, steered
from treesolve.cli.options import Steering
from treesolve.grades import SCHEMA
from treesolve.json_text import parsed
from treesolve.key import Key
from treesolve.notation.number import read_number
from treesolve.problem import InputError, Problem
from treesolve.rubric import Rubric

Found = TypeVar("Found")

LONGEST_NUMBER = 100
"""So many digits points in results may have."""

_WRONG = (LookupError, TypeError, ValueError, AttributeError, RecursionError)


def read_grades(path: str) -> Any:
    """The document in a file, its decimals as text. Raises InputError where it is none."""
    found = read_input(path)
    try:
        document = parsed(found.text, path)
        _expect(document["schema"] == SCHEMA)
        for result in document["results"]:
            _check_result(result)
        for problem in document["problems"]:
            _check_texts(problem, ("source", "code"))
            _expect(problem["line"] is None or type(problem["line"]) is int)
    except _WRONG:
        raise _refusal(path) from None
    return document


def old_key(document: Any, steering: Steering, path: str) -> Key:
    """The key the answers were marked by, with the lectures that the options have. Raises InputError for no key."""
    from treesolve.key import read_exercises, read_sheet

    exercises = _read(lambda: read_exercises(document["key"], path), path)
    students, sheet = _read(lambda: read_sheet(document), path)
    if not exercises:
        raise _refusal(path)
    return Key(checked(steered(exercises, steering, path), Input(path, "")), students, sheet)


def old_rubric(document: Any, path: str) -> Rubric:
    """The rubric the answers were marked by. Raises InputError for no rubric."""
    from treesolve.grades import rubric_in

    return _read(lambda: rubric_in(document["rubric"]), path)


def _read(read: Callable[[], Found], path: str) -> Found:
    try:
        return read()
    except _WRONG:
        raise _refusal(path) from None


def _refusal(path: str) -> InputError:
    return InputError((Problem("grades-form", None, {}, path),))


def _expect(is_right: bool) -> None:
    if not is_right:
        raise ValueError


def _check_result(result: Mapping[str, Any]) -> None:
    """Raise an error of any kind where an entry is not as it was written."""
    _check_texts(result, ("student", "source", "exercise", "answer"))
    for name in ("variant", "grade"):
        _expect(result[name] is None or isinstance(result[name], str))
    _check_number(result["points"])
    _expect({*PARTS, *QUESTIONS}.issuperset(result["parts"]))
    for mark in result["parts"].values():
        _check_texts(mark, ("basis",))
        _check_number(mark["points"])
        for item in mark.get("items", []):
            _check_texts(item, ("node", "verdict"))


def _check_number(written: object) -> None:
    """Raise ValueError for what is no number, or one with more digits than points can come to."""
    _expect(len(str(written)) <= LONGEST_NUMBER)
    read_number(str(written))


def _check_texts(entry: Mapping[str, Any], names: tuple[str, ...]) -> None:
    for name in names:
        _expect(isinstance(entry[name], str))
