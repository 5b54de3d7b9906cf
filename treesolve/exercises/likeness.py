"""Trees like another one: the same kind of solution, made of the tree itself by exchanging leaves.

Vocabulary

    alike       with the same cuts: at the same nodes, skipping the same, deep or not; and with the same best child
    walk        leaves are exchanged two at a time, and an exchange that makes the trees unlike is taken back
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from treesolve.exercises.leaf_values import Dealing, is_replaceable_value
from treesolve.model.hash_random import Randomness
from treesolve.model.number import INFINITY, Unknown
from treesolve.model.tree import Tree
from treesolve.search.search import Unsolvable
from treesolve.search.solution import Solution, solve

if TYPE_CHECKING:
    from treesolve.exercises.leaf_permutations import Orders
    from treesolve.search.vectorized import Array, Batch

SINGLE = 400
"""A tree searched by the one search counts as so many in a batch."""

WALKERS = 256
"""So many walks go on at the same time."""

LONGEST = 200
"""Between two trees a walk has at most so many steps; four a leaf where these are less."""


class Likeness:
    """What a solution has to have in common with that of the tree it shall be like."""

    def __init__(self, solution: Solution) -> None:
        self.cuts = _skipping_cuts(solution)
        self.best = solution.best

    def distance(self, solution: Solution) -> int:
        """How many cuts differ, and whether the best child does; 0 where the solutions are alike."""
        return len(self.cuts ^ _skipping_cuts(solution)) + (self.best != solution.best)


def _skipping_cuts(solution: Solution) -> frozenset[tuple[object, ...]]:
    """The cuts that skip something, each with the nodes it skips."""
    return frozenset((cut.node, cut.skipped, cut.bound, solution.is_deep(cut)) for cut in solution.cuts if cut.skipped)


def ranked(dealing: Dealing) -> list[int]:
    """The ranks of the form's own values.

    Infinities stand outside of all ranks: -1 for the lowest, the greatest number of the type for the highest.
    """
    from treesolve.exercises.leaf_permutations import smallest_type_for_ranks

    values: list[Any] = [dealing.form.values[leaf] for leaf in dealing.form.leaves]
    number = {value: rank for rank, value in enumerate(sorted({values[place] for place in dealing.free}))}
    ends = {-INFINITY: -1, INFINITY: 2 ** (8 * smallest_type_for_ranks(len(dealing.free))().itemsize - 1) - 1}
    return [
        number[value] if is_replaceable_value(value) else 0 if isinstance(value, Unknown) else ends[value]
        for value in values
    ]


def ranks_along_walks(
    batch: "Batch", dealing: Dealing, orders: "Orders", spend: Callable[[int], None]
) -> "Iterator[Array]":
    """Ranks of trees like the form, a lane a walk; again and again, each time some steps further on."""
    names = [name for name in ("pruned-leaves", "deep-cuts", "best") if batch.measurable(name)]
    given = orders.column(ranked(dealing), len(dealing.free))
    first = batch.search(given, names)

    def like(ranks: "Array") -> "Array":
        found = batch.search(ranks, names)
        alike: Array = (found["pruned-leaves"] == first["pruned-leaves"]).all(axis=0)
        for name in names[1:]:
            alike &= found[name] == first[name]
        return alike

    ranks: Array = given.repeat(WALKERS, axis=1)
    while True:
        for step in range(min(LONGEST, 4 * len(dealing.free))):
            spend(WALKERS)
            moved = orders.swapped(ranks, dealing.free, 1 + step % 2)
            accepted = like(moved)
            ranks[:, accepted] = moved[:, accepted]
        yield ranks.copy()


def steps(dealing: Dealing, likeness: Likeness, random: Randomness, spend: Callable[[int], None]) -> Iterator[Tree]:
    """Trees like the form, each tested by the one search on the way; for trees that no batch searches."""
    ranks = ranked(dealing)
    own: list[Any] = [dealing.form.values[dealing.form.leaves[place]] for place in dealing.free]
    places = sorted({dealing.values.places(value, value)[0] for value in own})
    if len(places) != dealing.pool or not all(0 <= place < dealing.values.size for place in places):
        places = random.sample(dealing.values.size, dealing.pool)
    convention, accepted = dealing.request.convention, 0
    while True:
        spend(SINGLE)
        new_ranks, new_places = _ranks_changed_at_random(dealing, ranks, places, random)
        try:
            if likeness.distance(solve(dealing.valued(new_ranks, new_places), convention)):
                continue
        except Unsolvable:
            continue
        ranks, places, accepted = new_ranks, new_places, accepted + 1
        if accepted % max(4, len(dealing.free)) == 0:
            yield dealing.valued(ranks, places)


def _ranks_changed_at_random(
    dealing: Dealing, ranks: list[int], places: list[int], random: Randomness
) -> tuple[list[int], list[int]]:
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
