"""Rubrics: the points for parts, alternative right answers, rounding, and grades."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING, NamedTuple

from treesolve.model.answer import MAX_POINTS, PARTS, QUESTIONS, is_valid_points
from treesolve.model.convention import Convention
from treesolve.model.number import DEFAULT_PLACES, INFINITY, Number, int_if_whole
from treesolve.model.problem import InputError, Problem
from treesolve.model.tree import Tree
from treesolve.notation.header_values import reading_point_problem
from treesolve.notation.number_text import read_number

if TYPE_CHECKING:
    from treesolve.submissions.progress_file import StudentProgress

ALL_PARTS = (*PARTS, *QUESTIONS)
"""All parts that can have points."""

STEPS: Mapping[str, int] = {"whole": 1, "half": 2, "quarter": 4, "tenth": 10, "hundredth": 100}
"""The number of steps per point for each way to round points."""

GERMAN_GRADES: tuple[tuple[int, str], ...] = (
    (95, "1,0"),
    (90, "1,3"),
    (85, "1,7"),
    (80, "2,0"),
    (75, "2,3"),
    (70, "2,7"),
    (65, "3,0"),
    (60, "3,3"),
    (55, "3,7"),
    (50, "4,0"),
    (0, "5,0"),
)
"""A common scale of German grades, as pairs of a minimum percentage and a grade."""


class Rubric(NamedTuple):
    """The rules for marking answers.

    - `points`: the points by part. If there are none, those in the exercise's header apply, or else 1 for each part.
    - `whole`: the parts that get either full points or none.
    - `follow_through`: the maximum share for pruned nodes and a leaf order that follow from the student's values. If it
      is 0, there is no follow-through in any part.
    - `accepted`: other conventions that count as right.
    - `negative`: whether mistakes in a part can cost up to as many points as the part is worth. The total is never
      negative.
    - `rounding`: a key of STEPS. Only the total is rounded.
    - `grades`: pairs of a minimum percentage and a grade, with the best grade first; empty if there are no grades.
    - `places`: the minimum number of decimal places of a rounded number, from MIN_PLACES to MAX_PLACES.
    - `alpha_beta`: the reading point of alpha and beta, or None for the reading point in the exercise.
    - `out_of`: the maximum number of points in a course system, if it differs from the maximum of the exercise.
    - `consistent`: the minimum share, below 1, for a part that exactly one wrong rule explains completely, by the code
      of the wrong rule.
    """

    points: Mapping[str, Number] = {}
    whole: frozenset[str] = frozenset()
    follow_through: Number = 1
    accepted: tuple[Convention, ...] = ()
    negative: bool = False
    rounding: str = "hundredth"
    grades: tuple[tuple[Number, str], ...] = ()
    places: int = DEFAULT_PLACES
    alpha_beta: str | None = None
    out_of: Number | None = None
    consistent: Mapping[str, Number] = {}

    def with_reading_point(self, tree: Tree) -> Tree:
        """Return the tree with the reading point of the rubric, if the rubric has one.

        Raises InputError if the reading point names a leaf that the tree does not have.
        """
        if self.alpha_beta is None or tree.has_payoffs:
            return tree
        if problem := reading_point_problem(tree, self.alpha_beta):
            raise InputError((problem,))
        return replace(tree, alpha_beta=self.alpha_beta)

    def counted(self, points: Number, of: Number) -> Number:
        """Convert `points` out of `of` to the scale of the course system, and round them by the rubric.

        Without such a scale, the points are returned unchanged.

        >>> Rubric(out_of=12, rounding="half").counted(7, 10)
        Fraction(17, 2)
        """
        if self.out_of is None or not of:
            return points
        return self.rounded(int_if_whole(Fraction(points) * Fraction(self.out_of) / Fraction(of)), self.out_of)

    def counted_if_decided(self, points: Number, of: Number, *, is_open: bool) -> Number | None:
        """Return the points on the scale of the course system.

        Returns None if the rubric has no such scale, or if `is_open` says that parts are still pending.
        """
        return None if is_open or self.out_of is None else self.counted(points, of)

    def rounded(self, points: Number, of: Number = INFINITY) -> Number:
        """Return the points rounded to the nearest step. Halves are rounded up.

        Points below the maximum `of` are never rounded up to the maximum.

        >>> Rubric(rounding="half").rounded(Fraction(5, 4))
        Fraction(3, 2)
        >>> Rubric(rounding="whole").rounded(Fraction(19, 5), 4)
        3
        """
        return points if points == of else rounded(points, STEPS[self.rounding], of)

    def grade(self, points: Number, possible: Number) -> str | None:
        """Return the grade for `points` out of `possible`, or None if the rubric has no grades.

        Points below the lowest minimum percentage also get the worst grade.
        """
        worst = self.grades[-1][1] if self.grades else None
        return next((grade for percent, grade in self.grades if points * 100 >= percent * possible), worst)


DEFAULT_RUBRIC = Rubric()


def rounded(points: Number, steps: int, of: Number = INFINITY) -> Number:
    """Return the points rounded to the nearest multiple of 1/`steps` that is less than `of`."""
    found = floor(points * steps + Fraction(1, 2))
    if of < INFINITY:
        found = min(found, ceil(of * steps) - 1)
    step = Fraction(found, steps)
    return int_if_whole(step)


def is_out_of(number: Number) -> bool:
    """Return whether a number is valid as the maximum number of points in a course system.

    It must be positive, a multiple of 1/100, and not too large.

    >>> is_out_of(12), is_out_of(Fraction(25, 2)), is_out_of(0), is_out_of(Fraction(1, 3))
    (True, True, False, False)
    """
    return 0 < number <= MAX_POINTS and not number * STEPS["hundredth"] % 1


def parse_out_of(text: str) -> Number:
    """Parse the maximum number of points in a course system. Raises InputError for an invalid number."""
    with suppress(ValueError):
        if is_out_of(number := read_number(text.strip())):
            return number
    raise InputError((Problem("out-of-form", None, {"text": text[:80], "most": MAX_POINTS}),))


def parse_points(entry: Mapping[str, object], source: str = "-") -> dict[str, Number]:
    """Parse the points by part in a document. Raises InputError for points that are out of range."""
    found: dict[str, Number] = {}
    for part, value in entry.items():
        with suppress(ValueError):
            found[part] = read_number(str(value))
        if part not in found or not is_valid_points(found[part]):
            raise InputError((Problem("points-range", None, {"text": f"{part} {value}"[:80]}, source),))
    return found


# Progress with a trainer: each lasting skill gets an equal share of the points

MIN_SUCCESSFUL_DAYS = 2
"""Minimum number of different days on which a student must succeed in a skill."""


class SkillMarks(NamedTuple):
    """The rules for marking progress with a trainer.

    `skills` are the skills that count. `of` is the maximum number of points, or None if progress is not marked.
    """

    skills: tuple[str, ...]
    of: Number | None = None
    rubric: Rubric = DEFAULT_RUBRIC

    def done(self, progress: "StudentProgress") -> tuple[str, ...]:
        """Return the skills in which the student succeeded on at least MIN_SUCCESSFUL_DAYS days."""
        return tuple(one for one in self.skills if len(progress.right_days.get(one, ())) >= MIN_SUCCESSFUL_DAYS)

    def points(self, progress: "StudentProgress") -> Number:
        """Return the points for all finished skills. Only their total is rounded.

        >>> from treesolve.submissions.progress_file import StudentProgress
        >>> SkillMarks(("values", "cuts", "ties"), 10).points(StudentProgress((), "", "", "", (), {"cuts": {"1", "2"}}))
        Fraction(333, 100)
        """
        of = self.of or 0
        return self.rubric.rounded(int_if_whole(Fraction(of) * len(self.done(progress)) / len(self.skills)), of)
