"""The search for trees of one form: random ones, all there are, or better ones made of the nearest.

Vocabulary

    candidate   a tree that a batch has found as wanted, or that only the one search can test
    effort      how many trees may be searched in a batch before the next one is found; other work is counted alike
    lineage     a tree that is made better step by step, apart from all others
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import chain, islice
from operator import add
from typing import TYPE_CHECKING, Any

from treesolve.exercises.chances import with_whole_averages
from treesolve.exercises.generator_spec import DISTINCT, Request
from treesolve.exercises.leaf_values import MOST_COUNTED, dealing, set_with_number
from treesolve.exercises.likeness import Likeness, ranks_along_walks, steps
from treesolve.exercises.tally import Rare, Tally
from treesolve.exercises.want import Condition, Want
from treesolve.model.hash_random import Randomness
from treesolve.model.number import INFINITY
from treesolve.model.tree import Tree
from treesolve.search.solution import solve
from treesolve.search.visit_plan import searchable

if TYPE_CHECKING:
    from treesolve.search.vectorized import Array

LANES, CELLS = 16_384, 2**21
"""So many trees are searched at once, and so many leaves of them all."""

UNFIT = 40
"""A tree for whose ranks there are no values counts as so many in a batch."""

PATIENCE = 8
"""So many batches without a tree as wanted, and trees are made better instead."""

FEW = 512
"""So many random trees of one ragged form are tried."""

FEW_LINEAGES, FEW_STEPS = 4, 20
"""So many trees of one ragged form are made better, in so many steps."""

LINEAGES, STEPS = 64, 60
"""So many trees are made better at the same time, in so many steps."""


class Work:
    """What all searches for one request share: its random streams, its tally, and the effort that is left.

    `counted` are the wants that batches test, by number.
    """

    def __init__(self, request: Request, seed: object, effort: int) -> None:
        self.request = request
        self.effort = effort
        self.tally = Tally(request.wants, request.convention)
        self.likeness = None if request.like is None else Likeness(solve(request.like, request.convention))
        self.random = Randomness(f"{seed}/values")
        if request.is_searched:
            from treesolve.exercises.leaf_permutations import Orders
        else:
            from treesolve.exercises.permutations_without_numpy import PlainOrders as Orders  # type: ignore[assignment]
        self.orders: Any = Orders(f"{seed}/orders")
        self.counted: frozenset[int] = frozenset()
        self._spent = 0

    def spend(self, effort: int) -> None:
        """Count some work. Raises Rare where there is no effort left for it."""
        self._spent += effort
        if self._spent > self.effort:
            raise Rare(self.tally, exhausted=False)

    def found(self) -> None:
        """Count one more tree; for the next one all effort is there again."""
        self._spent = 0
        self.tally.found += 1


class FormSearch:
    """The search among trees of one form."""

    def __init__(self, work: Work, form: Tree) -> None:
        request = work.request
        self.work, self.request, self.form = work, request, form
        self.dealing = dealing(request, form)
        self.has_room = searchable(form, request.convention)
        self.batch: Any = None
        if self.has_room and request.is_searched:
            from treesolve.search.vectorized import Batch

            infinite = len(self.dealing.free) < len(form.leaves)
            self.batch = Batch(form, request.convention, infinite=infinite)
        self.conditions = tuple(self._testable_conditions(want) for want in request.wants)
        self.measures = tuple({one.measure for conditions in self.conditions for one in conditions or ()})
        values = [want for want in request.wants if want.name == "value"]
        self.span = max([-INFINITY, *(want.low for want in values)]), min([INFINITY, *(want.high for want in values)])
        work.counted = frozenset(number for number, found in enumerate(self.conditions) if found)
        self.lanes = max(16, min(LANES, CELLS // len(form.leaves)))

    def _testable_conditions(self, want: Want) -> tuple[Condition, ...] | None:
        """What a batch can test of a want; None where it can test nothing."""
        if self.batch is None:
            return None
        if want.name == "value":
            return (Condition("root", *self.dealing.roots(want.low, want.high)),)
        found = want.conditions(self.form, self.request.convention)
        return found if found and all(self.batch.measurable(one.measure) for one in found) else None

    def alike(self) -> Iterator[Tree]:
        """Candidates that are like the form, whose values a walk begins with."""
        work = self.work
        assert work.likeness is not None
        if self.batch is None:
            yield from steps(self.dealing, work.likeness, work.random, work.spend)
            return
        for ranks in ranks_along_walks(self.batch, self.dealing, work.orders, self._spend_on_batch):
            yield from self._fitting_trees(ranks, self._distances_to_wants(ranks, random=True))

    def candidates(self) -> Iterator[Tree]:
        """Candidates without end; of forms with few leaves all there are."""
        every = self.dealing.every(self.work.orders) if self.has_room else None
        if every is not None:
            yield from self._candidates_among_all(every)
            return
        missed = 0
        while True:
            missed += 1
            for tree in self._candidates_at_random(self.lanes):
                missed = 0
                yield tree
            if missed >= PATIENCE:
                yield from self._candidates_by_climbing()

    def some(self, *, climbing: bool) -> Iterator[Tree]:
        """At most one candidate: where forms differ, each of them is told once."""
        drawn = self._candidates_at_random(min(self.lanes, FEW))
        yield from islice(chain(drawn, self._candidates_by_climbing(FEW_LINEAGES, FEW_STEPS) if climbing else ()), 1)

    def _candidates_at_random(self, count: int) -> Iterator[Tree]:
        """The candidates among so many random trees."""
        if not self.has_room:
            count = 1
        ranks = self.dealing.dealt(self.work.orders, self.work.random, count)
        self._spend_on_batch(count)
        yield from self._fitting_trees(ranks, self._distances_to_wants(ranks, random=True))

    def _spend_on_batch(self, count: int) -> None:
        self.work.spend(count * max(1, len(self.form.leaves) // 32))

    def _fitting_trees(self, ranks: Any, distances: "Array | None") -> Iterator[Tree]:
        """The trees in the lanes that are as wanted; in all of them where no batch can tell."""
        fitting = range(self.work.orders.count(ranks)) if distances is None else (distances == 0).nonzero()[0].tolist()
        return self._trees_of_lanes(ranks, fitting)

    def _distances_to_wants(self, ranks: Any, *, random: bool) -> "Array | None":
        """How far each tree is from all that a batch can test; None where it can test nothing."""
        if self.batch is None or not self.measures:
            return None
        numbers = self.batch.search(ranks, self.measures)
        apart: dict[int, Array] = {
            number: sum(one.distance(numbers[one.measure]) for one in conditions)
            for number, conditions in enumerate(self.conditions)
            if conditions
        }
        self.work.tally.count({number: distance == 0 for number, distance in apart.items()}, random=random)
        distances: Array = reduce(add, apart.values())
        lane = int(distances.argmin())
        distance = int(distances[lane])
        if 0 < distance < self.work.tally.distance:
            tree = self.dealing.tree(ranks[:, lane].tolist(), Randomness("nearest"), None, self.span)
            if tree is not None:
                self.work.tally.keep(tree, distance)
        return distances

    def _trees_of_lanes(self, ranks: Any, lanes: Iterable[int]) -> Iterator[Tree]:
        """The trees in these lanes, with random values."""
        roots: Sequence[int] | None = None
        if self.batch is not None and self.span != (-INFINITY, INFINITY):
            roots = self.batch.search(ranks, ("root",))["root"].tolist()
        for lane in lanes:
            dealt = self.work.orders.order(ranks, lane)
            root = None if roots is None else roots[lane]
            tree = self.dealing.tree(dealt, self.work.random, root, self.span)
            if tree is not None and self.request.has_chance and self.request.like is None:
                tree = self._averaged(tree)
            if tree is None or not self.dealing.is_wanted(dealt):
                self.work.spend(UNFIT)
            else:
                yield tree

    def _averaged(self, tree: Tree) -> Tree | None:
        """The tree with whole averages, where it can have them; None where leaves became alike that shall not be."""
        found = with_whole_averages(tree, self.dealing.values) or tree
        alike = len({found.values[leaf] for leaf in found.leaves}) < len(found.leaves)
        return None if alike and self.dealing.ties == DISTINCT else found

    def _candidates_by_climbing(self, most: int = LINEAGES, steps: int = STEPS) -> Iterator[Tree]:
        """Candidates made by exchanging leaves of others: every lineage keeps the nearest of its children."""
        if self.batch is None or not self.measures:
            return
        work = self.work
        lineages = max(1, min(most, self.lanes // 16))
        ranks = self.dealing.dealt(work.orders, work.random, lineages)
        distances = self._distances_to_wants(ranks, random=False)
        assert distances is not None
        children = max(16, self.lanes // LINEAGES)
        movable = range(len(self.form.leaves))
        for step in range(steps):
            if not ranks.shape[1]:
                return
            self._spend_on_batch(ranks.shape[1] * children)
            young = work.orders.swapped(ranks.repeat(children, axis=1), movable, 1 + step % 2)
            apart = self._distances_to_wants(young, random=False)
            assert apart is not None
            chosen = work.orders.least(apart.reshape(-1, children))
            better = apart[chosen] <= distances
            ranks[:, better], distances[better] = young[:, chosen[better]], apart[chosen[better]]
            yield from self._fitting_trees(ranks, distances)
            ranks, distances = ranks[:, distances > 0], distances[distances > 0]

    def _candidates_among_all(self, every: Any) -> Iterator[Tree]:
        """The candidates among all trees there are."""
        work, dealing = self.work, self.dealing
        distances = self._distances_to_wants(every, random=True)
        work.tally.prove(work.counted)
        if distances is not None:
            every = every[:, distances == 0]
        count = work.orders.count(every)
        total = count * dealing.sets
        while total > MOST_COUNTED:
            yield from self._trees_of_lanes(every, work.orders.numbers_below(count, 64))
        for number in work.random.shuffled(list(range(total))):  # orders are counted first, sets of values after that
            values, lane = divmod(number, count)
            dealt = work.orders.order(every, lane)
            if dealing.is_wanted(dealt):
                places = set_with_number(values, dealing.values.size, dealing.pool)
                yield dealing.valued(dealt, places)
