"""The results that are to be marked again, as `treesolve grade` has written them: read, and not believed.

Such a file lies about for a while, is sent to others, and mended by hand. Whatever has another form than it was written
in is refused as a whole, with a sentence.
"""

from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar

from treesolve.cli.marking import Solutions, solved, steered
from treesolve.cli.run import told_of
from treesolve.cli.steering import Steering
from treesolve.grading.decision import Decision
from treesolve.grading.decision_file import decisions_in
from treesolve.grading.exam import Exercise, Key, read_exercises, read_sheet
from treesolve.grading.result import Result
from treesolve.grading.rubric import Rubric
from treesolve.model.input_file import Input, read_input
from treesolve.model.number import Number
from treesolve.model.problem import InputError, Problem
from treesolve.notation.json_text import parsed
from treesolve.notation.number_text import read_number
from treesolve.pages.json.grades_document import SCHEMA, result_in, rubric_in

Found = TypeVar("Found")

_WRONG = (LookupError, TypeError, ValueError, AttributeError, RecursionError)


class OldGrades:
    """The document in a file, its decimals as text, its results as values.

    Raises InputError where it is none, and where a property is asked for that has another form than it was written in.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        found = read_input(path)
        self._document: Any = self._read_or_refuse(lambda: _checked_document(parsed(found.text, path)))
        self.results: list[Result] = self._document["results"]
        self.problems: list[dict[str, Any]] = self._document["problems"]

    def key(self, steering: Steering) -> tuple[Key, Solutions]:
        """The key the answers were marked by, with the lectures that the options have, and its solutions."""
        exercises = steered(self.exercises, steering, self.path)
        of_sheet = self._read_or_refuse(lambda: read_sheet(self._document))
        return Key(exercises, *of_sheet), solved(exercises, Input(self.path, ""))

    @cached_property
    def exercises(self) -> tuple[Exercise, ...]:
        """The exercises by which the answers were marked."""
        exercises = self._read_or_refuse(lambda: read_exercises(self._document["key"], self.path))
        if not exercises:
            raise self._error_about_form()
        return exercises

    @property
    def possible(self) -> dict[str, Number]:
        """The points of each exercise, by its name."""
        return self._read_or_refuse(
            lambda: {
                str(one["exercise"]): read_number(str(one["points_possible"])) for one in self._document["exercises"]
            }
        )

    @property
    def rubric(self) -> Rubric:
        """The rubric the answers were marked by."""
        return self._read_or_refuse(lambda: rubric_in(self._document["rubric"]))

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The decisions by which the answers were marked."""
        return self._read_or_refuse(lambda: decisions_in(self._document.get("decisions", ())))

    def _read_or_refuse(self, read: Callable[[], Found]) -> Found:
        try:
            with told_of(self.path):
                return read()
        except _WRONG:
            raise self._error_about_form() from None

    def _error_about_form(self) -> InputError:
        return InputError((Problem("grades-form", None, {}, self.path),))


def _checked_document(document: Any) -> Any:
    """The document with its results as values. Raises an error of any kind where it is none."""
    document["results"] = list(map(result_in, document["results"]))
    texts = [one[name] for one in document["problems"] for name in ("source", "code")]
    lines = [one["line"] for one in document["problems"]]
    is_right = document["schema"] == SCHEMA and all(isinstance(text, str) for text in texts)
    if not (is_right and all(line is None or type(line) is int for line in lines)):
        raise ValueError
    return document
