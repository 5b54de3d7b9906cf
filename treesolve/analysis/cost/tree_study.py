"""Uniform trees searched in different orders, and the leaves counted that the search evaluates.

Vocabulary

    cell        all trees of one width and one depth
    order       how children are arranged: "best" and "worst" first by construction; "random" values; "ascending" ones,
                random too but sorted for the one who moves, so that the best child comes last
    effort      so many leaves may be looked at in a cell in each order
"""

from collections.abc import Iterator
from typing import NamedTuple

from treesolve.analysis.cost.count import FORMULA, MEASURED, UNKNOWN, Cell, Count
from treesolve.analysis.cost.leaves import (
    MOST_RANDOM,
    Leaves,
    ascending_leaves,
    ordered_leaves,
    random_leaves,
)
from treesolve.analysis.cost.theory import all_leaves, expected_leaves, least_leaves, least_leaves_with_shallow_bounds
from treesolve.analysis.cost.uniform import Uniform
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.model.number import INFINITY
from treesolve.search.passing import search_passing

ORDERS = ("best", "worst", "random", "ascending")

EFFORT = 1_000_000
"""The effort of a cell where none is asked for: seconds."""

_AT_ONCE = 4_000_000
"""So many leaves are in memory at once, at most."""


class Study(NamedTuple):
    """What is to be measured; the same study always finds the same numbers."""

    widths: tuple[int, ...]
    depths: tuple[int, ...]
    trials: int
    seed: str
    convention: Convention
    orders: tuple[str, ...] = ORDERS[:3]
    effort: int = EFFORT

    @property
    def size(self) -> int:
        """How many cells there are."""
        return len(self.widths) * len(self.depths)

    def cells(self) -> Iterator[Cell]:
        """All cells, one after the other as they are measured: the trees of the least width first."""
        for width in self.widths:
            for depth in self.depths:
                orders = {order: _count_for_order(self, width, depth, order) for order in self.orders}
                yield Cell(width, depth, _count_minimax(self, width, depth), orders)


def searching(convention: Convention) -> Convention:
    """The lecture as it searches whole numbers with a wide window; what it looks at does not depend on that."""
    return convention._replace(perspective="minimax", window=(-INFINITY, INFINITY), forced_move="searched")


def evaluated(width: int, depth: int, leaves: Leaves, convention: Convention) -> int:
    """How many leaves one search looks at."""
    tree = Uniform(width, depth, leaves)
    search_passing(tree, searching(convention))
    return tree.values.count


def _count_minimax(study: Study, width: int, depth: int) -> Count:
    leaves = all_leaves(width, depth)
    if leaves > study.effort or leaves > MOST_RANDOM:
        return Count(FORMULA, (leaves,))
    drawn = random_leaves(study.seed, width, depth, 0)
    return Count(MEASURED, (evaluated(width, depth, drawn, CONVENTIONS["minimax"]),))


def _count_for_order(study: Study, width: int, depth: int, order: str) -> Count:
    if order in ("best", "worst"):
        return _count_best_or_worst(study, width, depth, order == "best")
    trials = _number_of_trials(study, width, depth, order)
    if not trials:
        return UNKNOWN
    if order == "ascending":
        return Count(MEASURED, tuple(_count_ascending(study, width, depth, trial) for trial in range(trials)))
    drawn = (random_leaves(study.seed, width, depth, trial) for trial in range(trials))
    return Count(MEASURED, tuple(evaluated(width, depth, leaves, study.convention) for leaves in drawn))


def _count_best_or_worst(study: Study, width: int, depth: int, best_first: bool) -> Count:
    """What is too much to count follows from a formula, if there is one for the lecture."""
    formula = least(study.convention, width, depth) if best_first else all_leaves(width, depth)
    if formula is not None and formula > study.effort:
        return Count(FORMULA, (formula,))
    if formula is None and all_leaves(width, depth) > study.effort:
        return UNKNOWN
    first = best_first is (study.convention.order == "left-right")
    values = ordered_leaves(width, depth, best_first=first)
    return Count(MEASURED, (evaluated(width, depth, values, study.convention),))


def formula_for_least_leaves(convention: Convention) -> str:
    """Which formula says how few leaves a lecture can do with: "deep", "shallow", or "unknown" where it misses cuts."""
    return "unknown" if "strict-cut-on-bounds" in convention.traps else convention.bounds


def least(convention: Convention, width: int, depth: int) -> int | None:
    """The least leaves a lecture does with, with any finite values in any order; None where nobody knows."""
    formula = {"deep": least_leaves, "shallow": least_leaves_with_shallow_bounds, "none": all_leaves}.get(
        formula_for_least_leaves(convention)
    )
    return None if formula is None else formula(width, depth)


def _number_of_trials(study: Study, width: int, depth: int, order: str) -> int:
    """How many trees are searched: as many as were asked for, or fewer where the effort is less, or none.

    It follows from the size of the trees alone: did it depend on what is counted, the mean would be wrong.
    """
    leaves, expected = all_leaves(width, depth), expected_leaves(width, depth)
    if order == "ascending":
        expected = leaves
    if expected > study.effort or leaves > (_AT_ONCE if order == "ascending" else MOST_RANDOM):
        return 0
    return min(study.trials, study.effort // expected)


def _count_ascending(study: Study, width: int, depth: int, trial: int) -> int:
    backwards = study.convention.order == "right-left"
    values = ascending_leaves(width, depth, study.seed, width, depth, trial, backwards=backwards)
    return evaluated(width, depth, values, study.convention)
