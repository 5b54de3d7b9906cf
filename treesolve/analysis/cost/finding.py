"""What a study has found: its cells, and what follows from them.

Vocabulary

    saving      by which factor alpha-beta looks at less than minimax
    branching factor  the number b with b^d = what was looked at: alpha-beta as if it were minimax in a narrower tree
    exponent    the number e with w^(ed) = what was looked at; lectures say 3/4 for a random order, 1/2 for the best
    growth      by which factor a mean becomes greater with each ply, from one depth that was measured to another
"""

from collections.abc import Iterator
from fractions import Fraction
from math import log
from typing import NamedTuple

from treesolve.analysis.cost.count import FEWEST, Cell, Count
from treesolve.analysis.cost.game_study import GameStudy
from treesolve.analysis.cost.tree_study import Study


class Growth(NamedTuple):
    """The growth of the mean in random order at one width, from the depth `low` to the depth `high`."""

    width: int
    low: int
    high: int
    factor: float


class Finding(NamedTuple):
    """A study with the cells that were measured; not `complete` where it was interrupted."""

    study: Study | GameStudy
    cells: tuple[Cell, ...]
    complete: bool = True

    def growths(self) -> Iterator[Growth]:
        """For each width the growth over the last two plies, or more, of those with trials enough for a margin."""
        enough = min(FEWEST, self.study.trials)
        measured: dict[int, dict[int, Fraction]] = {}
        for cell in self.cells:
            count = cell.orders.get("random")
            if cell.width and count and count.mean and len(count.counts) >= enough:
                measured.setdefault(cell.width, {})[cell.depth] = count.mean
        for width, means in measured.items():
            high = max(means)
            low = max((depth for depth in means if depth <= high - 2), default=None)
            if low is not None:
                yield Growth(width, low, high, float(means[high] / means[low]) ** (1 / (high - low)))


def saving(cell: Cell, count: Count) -> Fraction | None:
    """The saving of an order; None where it or minimax was not measured or computed."""
    return cell.minimax.mean / count.mean if cell.minimax.mean and count.mean else None


def branching_factor(count: Count, depth: int) -> float | None:
    """The branching factor at a depth; None where nothing is known or looked at."""
    return float(count.mean) ** (1 / depth) if count.mean else None


def exponent(count: Count, width: int, depth: int) -> float | None:
    """The exponent at a width and a depth; None where nothing is known or looked at."""
    return log(count.mean) / (depth * log(width)) if count.mean else None
