"""Putting values at the leaves of one form: ranks by the thousand for the batch, and values for the ranks of one tree.

Where several players have payoffs, places among the values are dealt, all players' of the first leaf, then those of the
second one, and so on. Without a sum each player's payoffs are dealt as the values of MAX and MIN are.

Vocabulary

    pool        how many different ranks are dealt
    pinned      leaves that keep the value they have: infinities and unknowns of a tree that others shall be like
"""

from collections.abc import Sequence
from functools import cached_property
from itertools import chain, pairwise
from math import comb
from typing import TYPE_CHECKING, Any

from treesolve.exercises.generator_spec import DISTINCT, FEW_TIES, TIES, Request
from treesolve.model.hash_random import Randomness
from treesolve.model.number import INFINITY, Number, Unknown
from treesolve.model.tree import Tree
from treesolve.model.tree_shape import with_leaves

if TYPE_CHECKING:
    from treesolve.exercises.leaf_permutations import Orders
    from treesolve.exercises.permutations_without_numpy import PlainOrders

MOST_COUNTED = 400_000
"""So many orders of leaves are counted through; with more of them some are drawn."""

TRIES = 50
"""So many shares are drawn for a leaf where no player may get the same twice."""


class Dealing:
    """How the trees of one form get their leaves.

    `free` are the leaves that get a number, by their places from the left: all but the pinned ones, which the form
    has the values of. `pool` is how many different ranks there are.
    """

    def __init__(self, request: Request, form: Tree) -> None:
        self.request, self.form = request, form
        self.free = tuple(place for place, leaf in enumerate(form.leaves) if is_replaceable_value(form.values[leaf]))
        self.leaves = len(self.free)
        self.values = request.numbers
        self.ties = request.ties(self.leaves)

    @cached_property
    def pool(self) -> int:
        """How many different ranks are dealt."""
        if self.request.like is not None:
            return len({self.form.values[self.form.leaves[place]] for place in self.free})
        if self.ties == DISTINCT:
            return self.leaves
        return self.values.size if self.ties == FEW_TIES else min(self.values.size, max(2, 3 * self.leaves // 2))

    def dealt(self, orders: "Orders | PlainOrders", random: Randomness, count: int) -> Any:
        """Ranks of so many random trees."""
        if self.ties == TIES:
            return orders.picked(self.pool, self.leaves, count)
        return orders.dealt(self._deck_of_ranks(random), count)

    def _deck_of_ranks(self, random: Randomness) -> Sequence[int]:
        if self.ties == DISTINCT:
            return range(self.leaves)
        often, more = divmod(self.leaves, self.pool)
        return sorted([*range(self.pool)] * often + random.sample(self.pool, more))

    def every(self, orders: "Orders | PlainOrders") -> Any:
        """Ranks of all trees there are, but for the numbers that stand for the ranks; None where they are too many."""
        if self.ties == DISTINCT and self.leaves <= 9:
            return orders.every(self.leaves)
        if self.ties == TIES and self.pool**self.leaves <= MOST_COUNTED:
            return orders.every_with_repeats(self.pool, self.leaves)
        return None

    @property
    def sets(self) -> int:
        """How many sets of values the ranks can stand for."""
        return comb(self.values.size, self.pool)

    def is_wanted(self, ranks: Sequence[int]) -> bool:
        """Whether the leaves are as alike as they shall be."""
        return self.ties != TIES or len(set(ranks)) < len(ranks)

    def tree(
        self, ranks: Sequence[int], random: Randomness, root: int | None, span: tuple[Number, Number]
    ) -> Tree | None:
        """The tree with values for these ranks; None where none puts the root's rank within the span."""
        places = self.places(random, root, span)
        return None if places is None else self.valued(ranks, places)

    def valued(self, ranks: Sequence[int], places: Sequence[int]) -> Tree:
        """The tree with these values for its ranks, by their places among all that are allowed."""
        numbers = [self.values.number(place) for place in places]
        values: list[Any] = [self.form.values[leaf] for leaf in self.form.leaves]
        for place in self.free:
            values[place] = numbers[ranks[place]]
        return with_leaves(self.form, values, **self._headers_of_tree)

    def places(self, random: Randomness, root: int | None, span: tuple[Number, Number]) -> list[int] | None:
        """Random values for the ranks, the root's within the span; None where there are none."""
        if root is None or span == (-INFINITY, INFINITY):
            return random.sample(self.values.size, self.pool)
        first, last = self.values.places(*span)
        first, last = max(first, root), min(last, self.values.size - self.pool + root)
        if first > last:
            return None
        place = first + random.below(last - first + 1)
        below = random.sample(place, root)
        above = random.sample(self.values.size - 1 - place, self.pool - 1 - root)
        return [*below, place, *(place + 1 + one for one in above)]

    def roots(self, low: Number, high: Number) -> tuple[int, int]:
        """The least and the greatest rank the root can have so that its value lies between two numbers."""
        first, last = self.values.places(low, high)
        return max(-1, first - (self.values.size - self.pool)), min(self.pool, last)

    @cached_property
    def _headers_of_tree(self) -> dict[str, Any]:
        convention, like = self.request.convention, self.request.like
        if like is None:
            return {"convention": convention.header(), "bounds": self.request.limits}
        kept = {name: getattr(like, name) for name in ("title", "alpha_beta", "points", "bounds")}
        return kept | {"convention": convention.header(like.convention)}


class PayoffDealing(Dealing):
    """How the leaves of one form get payoffs for several players."""

    def dealt(self, orders: "Orders | PlainOrders", random: Randomness, count: int) -> Any:
        """The places of a random tree's payoffs; one tree at a time is searched."""
        assert count == 1
        return orders.column([*chain(*self._places_of_leaves(random))], self.values.size)

    def _places_of_leaves(self, random: Randomness) -> list[tuple[int, ...]]:
        if self.request.total is None:
            return list(zip(*(self._places_of_player(random) for _ in range(self.request.payoffs)), strict=True))
        found: list[tuple[int, ...]] = []
        for _ in range(self.leaves):
            found.append(self._shares(random, found))
        return found

    def _places_of_player(self, random: Randomness) -> list[int]:
        places = random.sample(self.values.size, self.pool)
        if self.ties == TIES:
            return [places[random.below(self.pool)] for _ in range(self.leaves)]
        return [places[rank] for rank in random.shuffled([*self._deck_of_ranks(random)])]

    def _shares(self, random: Randomness, before: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
        """The places of one leaf's payoffs; where it can be, no player has the same as at a leaf before."""
        for _ in range(TRIES):
            shares = drawn_shares(self._steps_to_share, self.request.payoffs, self.values.size - 1, random)
            if self.ties != DISTINCT or not any(map(any, (map(int.__eq__, shares, other) for other in before))):
                break
        return shares

    @property
    def _steps_to_share(self) -> int:
        """How many steps above the least payoffs all players of a leaf are together."""
        total = self.request.total
        assert total is not None
        return int(total * self.values.denominator) - self.request.payoffs * self.values.low

    def is_wanted(self, ranks: Sequence[int]) -> bool:
        """Whether the payoffs of each player are as alike as they shall be."""
        count = self.request.payoffs
        alike = any(len(set(ranks[player::count])) < self.leaves for player in range(count))
        return {TIES: alike, DISTINCT: not alike}.get(self.ties, True)

    def tree(
        self,
        ranks: Sequence[int],
        random: Randomness,  # noqa: ARG002
        root: int | None,  # noqa: ARG002
        span: tuple[Number, Number],  # noqa: ARG002
    ) -> Tree:
        """The tree with the payoffs at these places."""
        payoffs = iter([self.values.number(place) for place in ranks])
        values = zip(*[payoffs] * self.request.payoffs, strict=True)
        return with_leaves(self.form, values, bounds=self.request.limits, total=self.request.total)


def dealing(request: Request, form: Tree) -> Dealing:
    """How the leaves of a form get what is asked for: payoffs, or values."""
    return (PayoffDealing if request.payoffs else Dealing)(request, form)


def drawn_shares(steps: int, players: int, most: int, random: Randomness) -> tuple[int, ...]:
    """So many steps shared out among players, none of whom gets more than so many; all ways are equally likely."""
    if 2 * steps > players * most:  # what each gets less than the most is shared out: it is less
        return tuple(most - share for share in drawn_shares(players * most - steps, players, most, random))
    while True:
        ends = [-1, *random.sample(steps + players - 1, players - 1), steps + players - 1]
        shares = tuple(after - before - 1 for before, after in pairwise(ends))
        if max(shares) <= most:
            return shares


def is_replaceable_value(value: object) -> bool:
    """Whether a leaf with that value gets another one: infinities and unknowns are pinned."""
    return not isinstance(value, float | Unknown)


def set_with_number(number: int, limit: int, count: int) -> list[int]:
    """The set with that number among all sets of so many of the numbers below the limit.

    >>> [set_with_number(number, 3, 2) for number in range(3)]
    [[0, 1], [0, 2], [1, 2]]
    """
    found: list[int] = []
    first = 0
    while len(found) < count:
        rest = comb(limit - first - 1, count - len(found) - 1)
        if number < rest:
            found.append(first)
        else:
            number -= rest
        first += 1
    return found
