"""How many leaves, or positions, were looked at: counted in one trial or several, or known without counting.

Vocabulary

    trial       one search of one tree; those of a random order differ, all others are alike
    margin      half the width of the interval that holds the mean of all such trees with 95 percent confidence
    width       w, the number of children of every inner node
    depth       d, the number of plies from the root to every leaf
    saving      by which factor alpha-beta looks at less than minimax
    branching factor  the number b with b^d = what was looked at: alpha-beta as if it were minimax in a narrower tree
    exponent    the number e with w^(ed) = what was looked at; lectures say 3/4 for a random order, 1/2 for the best
    growth      by which factor what is looked at becomes more with each ply, in the long run
"""

from fractions import Fraction
from functools import cache
from math import log, sqrt
from statistics import quantiles, stdev
from typing import NamedTuple

MEASURED, FORMULA, OPEN = "measured", "formula", "open"
"""How a count is known: a search counted it; a formula gives it exactly; not at all, as it would take too long."""

_STUDENT = (
    *(12.71, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131),
    *(2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042),
)
"""Student's quantiles for 95 percent, from one degree of freedom on."""

_NORMAL = 1.96

FEWEST = 5
"""With fewer trials a margin would say little."""


class Count(NamedTuple):
    """What the trials counted; `counts` has one number a trial, or the one a formula gives, and is empty where OPEN."""

    how: str
    counts: tuple[int, ...] = ()

    @property
    def mean(self) -> Fraction | None:
        """The mean of all trials, exactly; None where there is none."""
        return Fraction(sum(self.counts), len(self.counts)) if self.counts else None

    @property
    def margin(self) -> float | None:
        """The margin of the mean; None for fewer than FEWEST trials."""
        trials = len(self.counts)
        if trials < FEWEST:
            return None
        quantile = _STUDENT[trials - 2] if trials - 2 < len(_STUDENT) else _NORMAL
        return quantile * stdev(self.counts) / sqrt(trials)

    @property
    def quartiles(self) -> list[Fraction] | None:
        """A quarter, half and three quarters of the trials counted at most so many; None where there is none.

        Between two trials the number is taken in proportion.
        """
        if not self.counts:
            return None
        return quantiles(map(Fraction, self.counts * 2 if len(self.counts) == 1 else self.counts), method="inclusive")


UNKNOWN = Count(OPEN)
"""What is not counted."""


class Cell(NamedTuple):
    """What trees of one form cost: `minimax` looks at everything, alpha-beta at so much in each order.

    `width` is None for the positions of a game.
    """

    width: int | None
    depth: int
    minimax: Count
    orders: dict[str, Count]


def saving(cell: Cell, count: Count) -> Fraction | None:
    """The saving of an order; None where it or minimax was not measured or computed."""
    return cell.minimax.mean / count.mean if cell.minimax.mean and count.mean else None


def branching_factor(count: Count, depth: int) -> float | None:
    """The branching factor at a depth; None where nothing is known."""
    return float(count.mean) ** (1 / depth) if count.mean else None


def exponent(count: Count, width: int, depth: int) -> float | None:
    """The exponent at a width and a depth; None where nothing is known."""
    return log(count.mean) / (depth * log(width)) if count.mean else None


def all_leaves(width: int, depth: int) -> int:
    """w^d: all leaves there are; minimax looks at each of them."""
    return int(width**depth)


def least_leaves(width: int, depth: int) -> int:
    """w^⌈d/2⌉ + w^⌊d/2⌋ - 1: what alpha-beta needs at least, and does with where the best child always comes first.

    Knuth and Moore, 1975.

    >>> least_leaves(2, 2), least_leaves(3, 3)
    (3, 11)
    """
    return int(width ** ((depth + 1) // 2) + width ** (depth // 2) - 1)


def least_leaves_with_shallow_bounds(width: int, depth: int) -> int:
    """E(d) = E(d - 1) + (w - 1) E(d - 2), E(0) = 1, E(1) = w: the same for a search told only its parent's bound.

    One child's value has to be found out, and the others are refuted each by one grandchild, whose value has to be
    found out, too.

    >>> least_leaves_with_shallow_bounds(3, 3), least_leaves_with_shallow_bounds(3, 4)
    (11, 21)
    """
    above, here = 1, width
    for _ in range(depth - 1):
        above, here = here, here + (width - 1) * above
    return here


def leaves_by_estimate_of_lectures(width: int, depth: int) -> float:
    """w^(3d/4): the estimate lectures give for the average."""
    return float(width ** (0.75 * depth))


@cache
def random_growth(width: int) -> float:
    """ξ/(1 - ξ) with ξ^w + ξ = 1: alpha-beta's growth for leaves that are all drawn from one continuous distribution.

    Pearl, 1982; no directional search grows more slowly. The root is found by halving an interval.

    >>> round(random_growth(2), 6)
    1.618034
    """
    low, high = 0.0, 1.0
    for _ in range(200):
        middle = (low + high) / 2
        if middle**width + middle < 1:
            low = middle
        else:
            high = middle
    return low / (1 - low)


def expected_leaves(width: int, depth: int) -> int:
    """About how many leaves alpha-beta looks at in a random tree, for planning only: twice w^(3d/4), and at most all.

    Of trees that can be measured at all that is true within a factor of two.
    """
    return min(all_leaves(width, depth), round(2 * leaves_by_estimate_of_lectures(width, depth)))
