"""Random trees that are as somebody wants them: drawn and searched by the thousand, tested one by one.

What a batch finds is solved again by the one search, and every want is tested on that solution, before a tree is told.
Where random trees that are as wanted are rare, better ones are made of the nearest by exchanging leaves.

Vocabulary

    candidate   a tree that a batch has found as wanted, or that only the one search can test
    effort      how many trees may be searched in a batch before the next one is found; other work is counted alike
    lineage     a tree that is made better step by step, apart from all others
"""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from typing import Any

from treesolve.batch import Array, Batch, searchable
from treesolve.contradiction import contradictions
from treesolve.dealing import MOST_COUNTED, Dealing, unranked
from treesolve.likeness import Likeness, steps, walked
from treesolve.orders import Orders
from treesolve.problem import InputError, Problem
from treesolve.randomness import Randomness
from treesolve.request import Request
from treesolve.search import Unsolvable
from treesolve.separable import prepared, remarks
from treesolve.solution import solve
from treesolve.tally import Rare, Tally
from treesolve.tree import Tree
from treesolve.value import INFINITY, Number
from treesolve.want import Condition, Want

EFFORT = 2_000_000
"""The effort that is spent where nobody says otherwise; it takes some seconds."""

LANES, CELLS = 16_384, 2**21
"""So many trees are searched at once, and so many leaves of them all."""

SINGLE = 32
"""A tree searched by the one search counts as so many in a batch."""

REPEATED = 8
"""A tree that was told before counts as so many in a batch."""

SEPARATING = 2000
"""Telling misconceptions apart counts as so many trees in a batch."""

PATIENCE = 8
"""So many batches without a tree as wanted, and trees are made better instead."""

LINEAGES, STEPS = 64, 60
"""So many trees are made better at the same time, in so many steps."""


def trees(request: Request, seed: object, effort: int = EFFORT) -> Iterator[Tree]:
    """Trees as they are asked for, one after the other without end, no two of them equal.

    The same request, seed and version give the same trees on every machine. Raises InputError where the request
    contradicts itself, and Rare where the effort for one tree is spent, or all there are have been told.
    """
    return iter(Generation(request, seed, effort))


class Generation:
    """The trees for one request, and what is known about how rare they are.

    `request` has its wants ready to be tested, and `tally` says how often each held so far. Raises InputError where
    the request contradicts itself, and treesolve.search.Unsolvable where nobody can solve the tree to be like.
    """

    def __init__(self, request: Request, seed: object, effort: int = EFFORT) -> None:
        problems = contradictions(request)
        if problems:
            raise InputError(problems)
        self.request = prepared(request)
        self.effort = effort
        self.tally = Tally(self.request.wants)
        self.likeness = None if request.like is None else Likeness(solve(request.like, request.convention))
        self.random = Randomness(f"{seed}/values")
        self.orders = Orders(f"{seed}/orders")
        self.counted: frozenset[int] = frozenset()
        self._spent = 0
        self._told = set() if request.like is None else {_digest(request.like)}

    @property
    def remarks(self) -> tuple[Problem, ...]:
        """What is to be known about the trees that was not asked for: ties, and what they cannot tell apart."""
        return remarks(self.request)

    def __iter__(self) -> Iterator[Tree]:
        for tree in self._candidates():
            digest = _digest(tree)
            if digest in self._told:
                self.spend(REPEATED)
            elif self._is_confirmed(tree):
                self._told.add(digest)
                self._spent = 0
                self.tally.found += 1
                yield tree
        raise Rare(self.tally, exhausted=True)

    def spend(self, effort: int) -> None:
        """Count some work. Raises Rare where there is no effort left for it."""
        self._spent += effort
        if self._spent > self.effort:
            raise Rare(self.tally, exhausted=False)

    def _is_confirmed(self, tree: Tree) -> bool:
        """Whether every want holds, by the one search; the costly ones come last, and only if the others hold."""
        self.spend(SINGLE)
        try:
            solution = solve(tree, self.request.convention)
        except Unsolvable:
            return False
        distance: Number = 0 if self.likeness is None else self.likeness.distance(solution)
        held = []
        for number, want in sorted(enumerate(self.request.wants), key=lambda pair: pair[1].name == "separates"):
            if want.name == "separates":
                if distance:
                    break
                self.spend(SEPARATING)
            own = want.distance(solution)
            held.append((number, own == 0))
            distance += own
        self.tally.tested(held, self.counted)
        if distance and self.tally.near(distance):
            self.tally.keep(tree, distance)
        return distance == 0

    def _candidates(self) -> Iterator[Tree]:
        request = self.request
        if request.like is not None:
            yield from FormSearch(self, request.like).alike()
            return
        assert request.shape is not None
        form = request.shape.draw(self.random, request.root)
        if request.shape.uniform:
            yield from FormSearch(self, form).candidates()
            return
        while True:
            yield from FormSearch(self, form).some()
            form = request.shape.draw(self.random, request.root)


def _digest(tree: Tree) -> bytes:
    """What two trees share only if they are equal."""
    told = repr((tree.children, [str(tree.values[leaf]) for leaf in tree.leaves])).encode()
    return blake2b(told, digest_size=12).digest()


class FormSearch:
    """The search among trees of one form."""

    def __init__(self, generation: Generation, form: Tree) -> None:
        request = generation.request
        self.generation, self.request, self.form = generation, request, form
        self.dealing = Dealing(request, form)
        infinite = len(self.dealing.free) < len(form.leaves)
        can = searchable(form, request.convention)
        self.batch = Batch(form, request.convention, infinite=infinite) if can else None
        self.conditions = tuple(self._conditions(want) for want in request.wants)
        self.measures = tuple({one.measure for conditions in self.conditions for one in conditions or ()})
        values = next((want for want in request.wants if want.name == "value"), None)
        self.span = (values.low, values.high) if values else (-INFINITY, INFINITY)
        generation.counted = frozenset(number for number, found in enumerate(self.conditions) if found)
        self.lanes = max(16, min(LANES, CELLS // len(form.leaves)))

    def _conditions(self, want: Want) -> tuple[Condition, ...] | None:
        """What a batch can test of a want; None where it can test nothing."""
        if self.batch is None:
            return None
        if want.name == "value":
            return (Condition("root", *self.dealing.roots(want.low, want.high)),)
        found = want.conditions(self.form, self.request.convention)
        known = all(map(self.batch.measurable, (one.measure for one in found)))
        return found if found and known else None

    def alike(self) -> Iterator[Tree]:
        """Candidates that are like the form, whose values a walk begins with."""
        generation = self.generation
        assert generation.likeness is not None
        if self.batch is None:
            yield from steps(self.dealing, generation.likeness, generation.random, generation.spend)
            return
        for ranks in walked(self.batch, self.dealing, generation.orders, self._spend):
            yield from self._valued(ranks, self._hits(self._distances(ranks, random=True)))

    def candidates(self) -> Iterator[Tree]:
        """Candidates without end; of forms with few leaves all there are."""
        every = self.dealing.all if self.batch else None
        if every is not None:
            yield from self._counted(every)
            return
        missed = 0
        while True:
            found = 0
            for tree in self._drawn(self.lanes):
                found += 1
                yield tree
            missed = 0 if found else missed + 1
            if missed >= PATIENCE:
                yield from self._climbing()

    def some(self) -> Iterator[Tree]:
        """At most one candidate: where forms differ, each of them is told once."""
        yield from self._first(self._drawn(min(self.lanes, 512)))

    def _first(self, found: Iterator[Tree]) -> Iterator[Tree]:
        for tree in found:
            yield tree
            return

    def _drawn(self, count: int) -> Iterator[Tree]:
        """The candidates among so many random trees."""
        if self.batch is None:
            count = 1
        ranks = self.dealing.dealt(self.generation.orders, self.generation.random, count)
        self._spend(count)
        yield from self._valued(ranks, self._hits(self._distances(ranks, random=True)))

    def _spend(self, count: int) -> None:
        self.generation.spend(count * max(1, len(self.form.leaves) // 32))

    def _hits(self, distances: Array | None) -> Iterable[int] | None:
        return None if distances is None else (distances == 0).nonzero()[0].tolist()

    def _distances(self, ranks: Array, *, random: bool) -> Array | None:
        """How far each tree is from all that a batch can test; None where it can test nothing."""
        if self.batch is None or not self.measures:
            return None
        numbers = self.batch.search(ranks, self.measures)
        apart: dict[int, Array] = {}
        for number, conditions in enumerate(self.conditions):
            if conditions:
                apart[number] = sum(one.distance(numbers[one.measure]) for one in conditions)
        self.generation.tally.count({number: distance == 0 for number, distance in apart.items()}, random=random)
        distances: Array = next(iter(apart.values()))
        for more in list(apart.values())[1:]:
            distances = distances + more
        self._keep_nearest(ranks, distances)
        return distances

    def _keep_nearest(self, ranks: Array, distances: Array) -> None:
        lane = int(distances.argmin())
        distance = int(distances[lane])
        if distance and self.generation.tally.near(distance):
            tree = self.dealing.tree(ranks[:, lane].tolist(), Randomness("nearest"), None, self.span)
            if tree is not None:
                self.generation.tally.keep(tree, distance)

    def _valued(self, ranks: Array, lanes: Iterable[int] | None) -> Iterator[Tree]:
        """The trees in these lanes, with random values; all lanes where none are named."""
        lanes = range(ranks.shape[1]) if lanes is None else lanes
        roots: Sequence[Any] | None = None
        if self.batch is not None and self.span != (-INFINITY, INFINITY):
            roots = self.batch.search(ranks, ("root",))["root"].tolist()
        for lane in lanes:
            dealt = ranks[:, lane].tolist()
            root = None if roots is None else roots[lane]
            tree = self.dealing.tree(dealt, self.generation.random, root, self.span)
            if tree is None or not self.dealing.is_wanted(dealt):
                self.generation.spend(1)
            else:
                yield tree

    def _climbing(self) -> Iterator[Tree]:
        """Candidates made by exchanging leaves of others: every lineage keeps the nearest of its children."""
        if self.batch is None or not self.measures:
            return
        generation = self.generation
        lineages = max(1, min(LINEAGES, self.lanes // 16))
        ranks = self.dealing.dealt(generation.orders, generation.random, lineages)
        distances = self._distances(ranks, random=False)
        assert distances is not None
        children = max(16, self.lanes // lineages)
        movable = range(len(self.form.leaves))
        for step in range(STEPS):
            if not ranks.shape[1]:
                return
            self._spend(ranks.shape[1] * children)
            young = generation.orders.swapped(ranks.repeat(children, axis=1), movable, 1 + step % 2)
            apart = self._distances(young, random=False)
            assert apart is not None
            chosen = generation.orders.least(apart.reshape(-1, children))
            chosen += children * generation.orders.counted(len(chosen))
            better = apart[chosen] <= distances
            ranks[:, better], distances[better] = young[:, chosen[better]], apart[chosen[better]]
            yield from self._valued(ranks, self._hits(distances))
            ranks, distances = ranks[:, distances > 0], distances[distances > 0]

    def _counted(self, every: Array) -> Iterator[Tree]:
        """The candidates among all trees there are."""
        generation, dealing = self.generation, self.dealing
        distances = self._distances(every, random=True)
        generation.tally.prove(generation.counted)
        if distances is not None:
            every = every[:, distances == 0]
        total = every.shape[1] * (dealing.sets if dealing.ties != "ties" else 1)
        if not total:
            return
        if dealing.ties != "ties" and total > MOST_COUNTED:
            while True:
                lanes = generation.orders.below(every.shape[1], (64,)).tolist()
                yield from self._valued(every, lanes)
        yield from self._all_of(every, generation.random.shuffled(list(range(total))))

    def _all_of(self, every: Array, numbers: Iterable[int]) -> Iterator[Tree]:
        """The trees with these numbers, counted through orders first and sets of values after that."""
        dealing = self.dealing
        for number in numbers:
            values, lane = divmod(number, every.shape[1])
            dealt = every[:, lane].tolist()
            if dealing.is_wanted(dealt):
                places = unranked(values, dealing.values.size, dealing.pool)
                yield dealing.valued(dealt, places)
