"""How answers are marked: points, what counts as right, how points are rounded, and the grades they make."""

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
"""Everything that can have points."""

STEPS: Mapping[str, int] = {"whole": 1, "half": 2, "quarter": 4, "tenth": 10, "hundredth": 100}
"""What points can be rounded to, as the number of steps in a point."""

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
"""A usual table: at how many percent of the points which grade begins."""


class Rubric(NamedTuple):
    """How answers are marked.

    `points` by part; empty for those of the exercise's own header, else one for each question. `whole` are the parts
    that are right or not, with nothing between. `follow_through` is the most that what is pruned and the order get if
    they follow from the student's own values; if it is 0, nothing follows from these, in no part. `accepted` are the
    conventions that count as right, too. If `negative`, what is wrong in a part can cost as much as the part is worth;
    no total is below zero. `rounding` is a key of STEPS; the sum of all parts is rounded. `grades` are pairs of a least
    percentage and a grade, the best first; empty for none. `places` are those that a rounded number has at least, from
    MIN_PLACES to MAX_PLACES. `alpha_beta` says when alpha and beta of a node are asked for, where the exercise is not
    to say it. `out_of` are all points as a course system counts them, if not as they are. `consistent` are the shares,
    below 1, that a part gets at least where it is just what one wrong rule leads to, and only one, by the code of the
    rule.
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
        """Return the tree with what the rubric asks about it. Raises InputError where it has not the leaf that is
        named.
        """
        if self.alpha_beta is None or tree.has_payoffs:
            return tree
        if problem := reading_point_problem(tree, self.alpha_beta):
            raise InputError((problem,))
        return replace(tree, alpha_beta=self.alpha_beta)

    def counted(self, points: Number, of: Number) -> Number:
        """So many points of so many as a course system counts them: out of `out_of`, rounded as all points are.

        >>> Rubric(out_of=12, rounding="half").counted(7, 10)
        Fraction(17, 2)
        """
        if self.out_of is None or not of:
            return points
        return self.rounded(int_if_whole(Fraction(points) * Fraction(self.out_of) / Fraction(of)), self.out_of)

    def counted_if_decided(self, points: Number, of: Number, *, is_open: bool) -> Number | None:
        """Return the same; None where points count as they are, and as long as somebody has to decide something."""
        return None if is_open or self.out_of is None else self.counted(points, of)

    def rounded(self, points: Number, of: Number = INFINITY) -> Number:
        """Return the points, rounded to the nearest step; what is between two goes to the student.

        Of so many all are all, and fewer never become all.

        >>> Rubric(rounding="half").rounded(Fraction(5, 4))
        Fraction(3, 2)
        >>> Rubric(rounding="whole").rounded(Fraction(19, 5), 4)
        3
        """
        return points if points == of else rounded(points, STEPS[self.rounding], of)

    def grade(self, points: Number, possible: Number) -> str | None:
        """Return the grade for so many points of those possible: the last of the table below all others; None
        without one.
        """
        worst = self.grades[-1][1] if self.grades else None
        return next((grade for percent, grade in self.grades if points * 100 >= percent * possible), worst)


DEFAULT_RUBRIC = Rubric()
"""How answers are marked where nobody says otherwise."""


def rounded(points: Number, steps: int, of: Number = INFINITY) -> Number:
    """Return the points, rounded to the nearest of so many steps in a point; to the last one before `of` at most."""
    found = floor(points * steps + Fraction(1, 2))
    if of < INFINITY:
        found = min(found, ceil(of * steps) - 1)
    step = Fraction(found, steps)
    return int_if_whole(step)


def is_out_of(number: Number) -> bool:
    """Whether a course system can count all points as so many: more than none, and no finer than points are rounded.

    >>> is_out_of(12), is_out_of(Fraction(25, 2)), is_out_of(0), is_out_of(Fraction(1, 3))
    (True, True, False, False)
    """
    return 0 < number <= MAX_POINTS and not number * STEPS["hundredth"] % 1


def parse_out_of(written: str) -> Number:
    """Return the points that somebody wants all to count as. Raises InputError where they cannot be so many."""
    with suppress(ValueError):
        if is_out_of(number := read_number(written.strip())):
            return number
    raise InputError((Problem("out-of-form", None, {"text": written[:80], "most": MAX_POINTS}),))


def parse_points(entry: Mapping[str, object], source: str = "-") -> dict[str, Number]:
    """Return the points of parts that stand in a document. Raises InputError where a part cannot have so many."""
    found: dict[str, Number] = {}
    for part, written in entry.items():
        with suppress(ValueError):
            found[part] = read_number(str(written))
        if part not in found or not is_valid_points(found[part]):
            raise InputError((Problem("points-range", None, {"text": f"{part} {written}"[:80]}, source),))
    return found


# What progress with a trainer is worth: each skill that lasts gets its share of the points

MIN_SUCCESSFUL_DAYS = 2
"""On so many different days a skill has to go right."""


class SkillMarks(NamedTuple):
    """How progress is marked: the skills that count, and what all together are worth; None where nothing is."""

    skills: tuple[str, ...]
    of: Number | None = None
    rubric: Rubric = DEFAULT_RUBRIC

    def done(self, progress: "StudentProgress") -> tuple[str, ...]:
        """Return the skills that went right on two different days."""
        return tuple(one for one in self.skills if len(progress.right_days.get(one, ())) >= MIN_SUCCESSFUL_DAYS)

    def points(self, progress: "StudentProgress") -> Number:
        """Return the shares of the skills that are done, rounded together; a skill that is only begun has none.

        >>> from treesolve.submissions.progress_file import StudentProgress
        >>> SkillMarks(("values", "cuts", "ties"), 10).points(StudentProgress((), "", "", "", (), {"cuts": {"1", "2"}}))
        Fraction(333, 100)
        """
        of = self.of or 0
        return self.rubric.rounded(int_if_whole(Fraction(of) * len(self.done(progress)) / len(self.skills)), of)
