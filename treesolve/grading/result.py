"""What came of marking one answer, as a value: for tables, pages and documents, which all read the same.

Nodes have their names, and numbers are exact; what a student gave is as it was written.
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
"""The schema of a document with the results of a class."""

MAX_UNREAD_LENGTH = 2000
"""So many characters of what was not read are kept."""

NODE_LISTS = ("given", "expected", "missing", "extra")
"""The lists of nodes of a part that is one list."""


class NamedItem(NamedTuple):
    """One thing marked; `given` and `expected` are numbers, windows, names of nodes, or short texts of a question."""

    node: str
    given: Any
    expected: Any
    verdict: str


class PartResult(NamedTuple):
    """What a part is worth, with its items; a part that is one list of nodes has LISTS in their place."""

    points: Fraction | None
    of: Fraction
    basis: str
    items: tuple[NamedItem, ...] = ()
    lists: Mapping[str, tuple[str, ...] | None] | None = None


class Explanation(NamedTuple):
    """A misconception that explains an answer, as treesolve.grading.diagnosis has it; the best have the rank 1."""

    code: str
    rank: int
    explains: tuple[str, ...]
    exact: bool
    differences: int


class ReadClaim(NamedTuple):
    """One thing that was read: the part, the node, its number if it has one, where it stands (from 1), and how."""

    part: str
    node: str | None
    value: Any
    line: int | None
    column: int | None
    text: str
    how: str


class UnreadFragment(NamedTuple):
    """What was not read: where it stands, and the part it belongs to, None where it could belong to any."""

    line: int | None
    column: int | None
    text: str
    part: str | None


class Interpretation(NamedTuple):
    """What an answer was read as, what of it was not read, and the parts that somebody has decided."""

    claims: tuple[ReadClaim, ...] = ()
    unread: tuple[UnreadFragment, ...] = ()
    decided: tuple[str, ...] = ()


NO_INTERPRETATION = Interpretation()
"""Where nobody knows what an answer was read as."""


class Result(NamedTuple):
    """The result of grading one answer; `of` are all points there are.

    `pending` are the parts that a person has to decide; with them the points may come to `at_most`. `answer` is the
    text as it was handed in, `read` what was read there.
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
        """Whether it is known which exercise the text answers."""
        return bool(self.exercise)

    @property
    def best_codes(self) -> list[str]:
        """The misconceptions that explain the answer best."""
        return [found.code for found in self.diagnosis if found.rank == 1]


def unassigned_result(student: str, source: str, text: str, *, is_decided: bool) -> Result:
    """Return the result of a text of which nobody knows which exercise it answers: pending, unless a person has
    decided.
    """
    pending = () if is_decided else (EXERCISE,)
    read = Interpretation(
        unread=(UnreadFragment(1, 1, text[:MAX_UNREAD_LENGTH], None),), decided=(EXERCISE,) if is_decided else ()
    )
    return Result(student, source, "", None, 0, 0, None, "max", {}, pending, (), answer=text, read=read)


def result_of_report(report: MarkedAnswer, grader: Grader, exercise: Exercise) -> Result:
    """Return the result that a report comes to, whoever gave the answer."""
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
    """Return a mark with the names of its nodes."""
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
