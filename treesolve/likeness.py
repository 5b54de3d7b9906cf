"""Trees like another one: the same kind of solution, made of the tree itself by exchanging leaves.

Vocabulary

    alike       with the same cuts: at the same nodes, skipping the same, deep or not; and with the same best child
    walk        leaves are exchanged two at a time, and an exchange that makes the trees unlike is taken back
"""

from collections.abc import Callable, Iterator
from typing import Any

from treesolve.batch import Array, Batch
from treesolve.dealing import Dealing
from treesolve.orders import Orders, dtype_for
from treesolve.randomness import Randomness
from treesolve.request import DISTINCT
from treesolve.search import Unsolvable
from treesolve.solution import Solution, solve
from treesolve.tree import Tree
from treesolve.value import INFINITY

WALKERS = 256
"""So many walks go on at the same time."""

LONGEST = 200
"""Between two trees a walk has at most so many steps; four a leaf where these are less."""

_SAME = ("pruned-leaves", "deep-cuts", "best")


class Likeness:
    """What a solution has to have in common with that of the tree it shall be like."""

    def __init__(self, solution: Solution) -> None:
        self.cuts = _cuts(solution)
        self.best = _place(solution)

    def distance(self, solution: Solution) -> int:
        """How many cuts differ, and whether the best child does; 0 where the solutions are alike."""
        return len(self.cuts ^ _cuts(solution)) + (self.best != _place(solution))


def _cuts(solution: Solution) -> frozenset[tuple[object, ...]]:
    """The cuts that skip something, each with the nodes it skips."""
    return frozenset((cut.node, cut.skipped, cut.bound, solution.is_deep(cut)) for cut in solution.cuts if cut.skipped)


def _place(solution: Solution) -> int | None:
    return solution.best


def ranked(dealing: Dealing) -> list[int]:
    """The ranks of the form's own values; with ties broken from the left where all leaves shall be distinct.

    Infinities stand outside of all ranks: -1 for the lowest, the greatest number of the type for the highest.
    """
    values: list[Any] = [dealing.form.values[leaf] for leaf in dealing.form.leaves]
    free = [values[place] for place in dealing.free]
    highest = _highest(dealing)
    ranks = [-1 if value == -INFINITY else highest if value == INFINITY else 0 for value in values]
    if dealing.request.leaves == DISTINCT:
        order = sorted(dealing.free, key=lambda place: (values[place], place))
        for rank, place in enumerate(order):
            ranks[place] = rank
    else:
        number = {value: rank for rank, value in enumerate(sorted(set(free)))}
        for place in dealing.free:
            ranks[place] = number[values[place]]
    return ranks


def _highest(dealing: Dealing) -> int:
    return {"int8": 2**7 - 1, "int16": 2**15 - 1, "int32": 2**31 - 1}[dtype_for(dealing.pool).__name__]


def walked(batch: Batch, dealing: Dealing, orders: Orders, spend: Callable[[int], None]) -> Iterator[Array]:
    """Ranks of trees like the form, a lane a walk; again and again, each time some steps further on."""
    names = [name for name in _SAME if batch.measurable(name)]
    ranks = orders.array(ranked(dealing), dtype_for(dealing.pool)).repeat(WALKERS, axis=1)
    first = batch.search(ranks, names)
    while True:
        for step in range(min(LONGEST, 4 * len(dealing.free))):
            spend(WALKERS)
            moved = orders.swapped(ranks, dealing.free, 1 + step % 2)
            found = batch.search(moved, names)
            like = (found["pruned-leaves"] == first["pruned-leaves"]).all(axis=0)
            for name in names[1:]:
                like &= found[name] == first[name]
            ranks[:, like] = moved[:, like]
        yield ranks.copy()


def steps(dealing: Dealing, likeness: Likeness, random: Randomness, spend: Callable[[int], None]) -> Iterator[Tree]:
    """Trees like the form, each tested by the one search on the way; for trees that no batch searches."""
    ranks = ranked(dealing)
    places = dealing.places(random, None, (-INFINITY, INFINITY))
    assert places is not None
    given = {value: dealing.values.places(value, value)[0] for value in _free_values(dealing)}
    places = sorted(given.values()) if len(given) == len(places) else places
    convention, accepted = dealing.request.convention, 0
    while True:
        spend(SINGLE)
        new_ranks, new_places = _step(dealing, ranks, places, random)
        try:
            if likeness.distance(solve(dealing.valued(new_ranks, new_places), convention)):
                continue
        except Unsolvable:
            continue
        ranks, places, accepted = new_ranks, new_places, accepted + 1
        if accepted % max(4, len(dealing.free)) == 0:
            yield dealing.valued(ranks, places)


SINGLE = 32
"""A tree searched by the one search counts as so many in a batch."""


def _free_values(dealing: Dealing) -> list[Any]:
    return [dealing.form.values[dealing.form.leaves[place]] for place in dealing.free]


def _step(dealing: Dealing, ranks: list[int], places: list[int], random: Randomness) -> tuple[list[int], list[int]]:
    """Two leaves exchanged, or one value moved between its neighbours."""
    if dealing.free and random.below(2):
        one, other = (dealing.free[random.below(len(dealing.free))] for _ in range(2))
        ranks = list(ranks)
        ranks[one], ranks[other] = ranks[other], ranks[one]
    elif places:
        at = random.below(len(places))
        low = places[at - 1] + 1 if at else 0
        high = places[at + 1] if at + 1 < len(places) else dealing.values.size
        places = [*places[:at], low + random.below(high - low), *places[at + 1 :]]
    return ranks, places
