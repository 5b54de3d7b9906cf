"""How answers are marked: points, what counts as right, how points are rounded, and the grades they make.

Vocabulary

    rubric      all that, as data; a lecturer keeps it in a TOML file
    follow through  be consistent with an own earlier mistake
    step        what points are rounded to: a half, a quarter ...
    grade       what the share of all points is called, such as 1,3
"""

from collections.abc import Mapping
from fractions import Fraction
from math import floor
from typing import NamedTuple

from treesolve.model.answer import are_points
from treesolve.model.convention import Convention
from treesolve.model.number import Number
from treesolve.notation.number_text import read_number

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
    they follow from the student's own values. `accepted` are the lectures that count as right, too. If `negative`, what
    is wrong in a part can cost as much as the part is worth; no total is below zero. `rounding` is a key of STEPS; each
    part is rounded. `grades` are pairs of a least percentage and a grade, the best first; empty for none.
    """

    points: Mapping[str, Number] = {}
    whole: frozenset[str] = frozenset()
    follow_through: Number = Fraction(3, 4)
    accepted: tuple[Convention, ...] = ()
    negative: bool = False
    rounding: str = "hundredth"
    grades: tuple[tuple[Number, str], ...] = ()

    def rounded(self, points: Number) -> Number:
        """The points, rounded to the nearest step; what is between two goes to the student.

        >>> Rubric(rounding="half").rounded(Fraction(5, 4))
        Fraction(3, 2)
        """
        steps = STEPS[self.rounding]
        found = Fraction(floor(points * steps + Fraction(1, 2)), steps)
        return found.numerator if found.denominator == 1 else found

    def grade(self, points: Number, possible: Number) -> str | None:
        """The grade for so many points of those possible: the last of the table below all others; None without one."""
        worst = self.grades[-1][1] if self.grades else None
        return next((grade for percent, grade in self.grades if points * 100 >= percent * possible), worst)


def read_points(written: object) -> Number:
    """The points that stand in a document. Raises ValueError where no part can have so many."""
    points = read_number(str(written))
    if not are_points(points):
        raise ValueError(written)
    return points
