"""What a study has found: its cells, and how what they cost grows."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from treesolve.analysis.cost.count import FEWEST, Cell
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
