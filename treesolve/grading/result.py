"""The result of grading one answer, from which tables, pages and documents are created.

Nodes are given by name, and numbers are exact. The answer is stored as the student wrote it.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from treesolve.grading.decision import EXERCISE
from treesolve.grading.exercise import Exercise
from treesolve.grading.grader import Grader, MarkedAnswer
from treesolve.grading.marks import Mark
from treesolve.grading.part.exercise_part import ExercisePart
from treesolve.grading.part.search_parts import part_of
from treesolve.model.number import Number

GRADES_SCHEMA = "treesolve/grades/2"

MAX_UNREAD_LENGTH = 2000
"""Maximum number of characters of an unread answer that are stored."""

NODE_LISTS = ("given", "expected", "missing", "extra")
"""The lists of nodes in the result of a part without items."""


class NamedItem(NamedTuple):
    """One marked item. `given` and `expected` are numbers, windows, node names, or short strings from a question."""

    node: str
    given: Any
    expected: Any
    verdict: str


class PartResult(NamedTuple):
    """The points for a part, and its items. Parts whose answer is a single list of nodes have `lists` instead."""

    points: Fraction | None
    of: Fraction
    basis: str
    items: tuple[NamedItem, ...] = ()
    lists: Mapping[str, tuple[str, ...] | None] | None = None


class Explanation(NamedTuple):
    """A misconception that explains an answer, as found by treesolve.grading.diagnosis. Rank 1 is best."""

    code: str
    rank: int
    explains: tuple[str, ...]
    exact: bool
    differences: int


class ReadClaim(NamedTuple):
    """One claim in an answer: its part, node, value, position and text, and how it was read.

    Lines and columns are counted from 1.
    """

    part: str
    node: str | None
    value: Any
    line: int | None
    column: int | None
    text: str
    how: str


class UnreadFragment(NamedTuple):
    """A fragment of an answer that could not be read: its position, its text, and its part.

    The part is None if the fragment could belong to any part.
    """

    line: int | None
    column: int | None
    text: str
    part: str | None


class Interpretation(NamedTuple):
    """How an answer was read: its claims, its unread fragments, and the parts that a person has decided."""

    claims: tuple[ReadClaim, ...] = ()
    unread: tuple[UnreadFragment, ...] = ()
    decided: tuple[str, ...] = ()


NO_INTERPRETATION = Interpretation()
"""The interpretation of an answer for which none is stored."""


class Result(NamedTuple):
    """The result of grading one answer. `of` is the maximum number of points.

    `pending` are the parts that a person must decide, and `at_most` is the highest possible total once these parts are
    decided. `answer` is the text as submitted, and `read` says how it was read.
    """

    student: str
    source: str
    exercise: str
    variant: str | None
    points: Number
    of: Number
    grade: str | None
    view: str
    parts: Mapping[str, PartResult]
    pending: tuple[str, ...]
    diagnosis: tuple[Explanation, ...]
    at_most: Number = 0
    answer: str = ""
    read: Interpretation = NO_INTERPRETATION

    @property
    def is_assigned(self) -> bool:
        """Whether it is known which exercise the answer belongs to."""
        return bool(self.exercise)

    @property
    def best_codes(self) -> list[str]:
        """The codes of the misconceptions that explain the answer best."""
        return [found.code for found in self.diagnosis if found.rank == 1]


def unassigned_result(student: str, source: str, text: str, *, is_decided: bool) -> Result:
    """Return the result for an answer without an exercise. It is pending unless a person has decided about it."""
    pending = () if is_decided else (EXERCISE,)
    read = Interpretation(
        unread=(UnreadFragment(1, 1, text[:MAX_UNREAD_LENGTH], None),), decided=(EXERCISE,) if is_decided else ()
    )
    return Result(student, source, "", None, 0, 0, None, "max", {}, pending, (), answer=text, read=read)


def result_of_report(report: MarkedAnswer, grader: Grader, exercise: Exercise) -> Result:
    """Convert a report to a result. The student and the source of the result are empty."""
    names = grader.tree.names
    return Result(
        "",
        "",
        exercise.name,
        exercise.variant,
        report.points,
        grader.possible,
        report.grade,
        report.view,
        {mark.part: _part_with_names(mark, part_of(mark.part, grader.questions), names) for mark in report.marks},
        report.pending,
        tuple(Explanation(found.code, 1, found.explains, found.exact, found.differences) for found in report.diagnosis),
        report.at_most,
    )


def _part_with_names(mark: Mark, part: ExercisePart, names: tuple[str, ...]) -> PartResult:
    """Return the result of a part, with node names instead of node ids."""
    worth = None if mark.points is None else Fraction(mark.points), Fraction(mark.of), mark.basis
    if part.is_list:
        listed = {name: getattr(mark, name) for name in NODE_LISTS}
        return PartResult(
            *worth,
            lists={
                name: None if nodes is None else tuple(names[node] for node in nodes) for name, nodes in listed.items()
            },
        )
    return PartResult(*worth, tuple(NamedItem(*part.named(item, names), item.verdict) for item in mark.items))
