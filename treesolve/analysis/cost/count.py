"""How many leaves, or positions, were looked at: counted in one trial or several, or known without counting.

Vocabulary

    trial       one search of one tree; those of a random order differ, all others are alike
    margin      half the width of the interval that holds the mean of all such trees with 95 percent confidence
"""

from fractions import Fraction
from math import fsum, sqrt
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
        mean = sum(self.counts) / trials
        variance = fsum((count - mean) ** 2 for count in self.counts) / (trials - 1)
        quantile = _STUDENT[trials - 2] if trials - 2 < len(_STUDENT) else _NORMAL
        return quantile * sqrt(variance / trials)

    @property
    def quartiles(self) -> tuple[Fraction, Fraction, Fraction] | None:
        """A quarter, half and three quarters of the trials counted at most so many; None where there is none.

        Between two trials the number is taken in proportion.
        """
        if not self.counts:
            return None
        ordered = sorted(self.counts)
        return _quartile_of_trials(ordered, 1), _quartile_of_trials(ordered, 2), _quartile_of_trials(ordered, 3)


def _quartile_of_trials(ordered: list[int], quarters: int) -> Fraction:
    place = Fraction(quarters * (len(ordered) - 1), 4)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


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
