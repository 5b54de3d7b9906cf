"""Putting values at the leaves of one form: ranks by the thousand for the batch, and values for the ranks of one tree.

Vocabulary

    pool        how many different ranks are dealt
    pinned      leaves that keep the value they have: infinities and unknowns of a tree that others shall be like
"""

from collections.abc import Sequence
from functools import cached_property
from math import comb
from typing import TYPE_CHECKING, Any

from treesolve.exercises.generator_spec import DISTINCT, FEW_TIES, TIES, Request
from treesolve.model.hash_random import Randomness
from treesolve.model.number import INFINITY, Number, Unknown
from treesolve.model.tree import Tree
from treesolve.model.tree_shape import with_leaves

if TYPE_CHECKING:
    from treesolve.exercises.leaf_permutations import Orders
    from treesolve.exercises.plain_permutations import PlainOrders

MOST_COUNTED = 400_000
"""So many orders of leaves are counted through; with more of them some are drawn."""


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
        if self.ties == FEW_TIES:
            return self.values.size
        return min(self.values.size, max(2, 3 * self.leaves // 2))

    def dealt(self, orders: "Orders | PlainOrders", random: Randomness, count: int) -> Any:
        """Ranks of so many random trees."""
        if self.ties == TIES:
            return orders.picked(self.pool, self.leaves, count)
        return orders.dealt(self._deck_of_ranks(random), count)

    def _deck_of_ranks(self, random: Randomness) -> Sequence[int]:
        if self.ties == DISTINCT:
            return range(self.leaves)
        often, more = divmod(self.leaves, self.pool)
        deck = list(range(self.pool)) * often + random.sample(self.pool, more)
        return sorted(deck)

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
        convention, like, limits = self.request.convention, self.request.like, self.request.limits
        if like is None:
            return {"convention": convention.header(), "bounds": limits}
        header = convention.header(like.convention)
        told = {"title": like.title, "convention": header, "alpha_beta": like.alpha_beta, "points": like.points}
        return told | {"bounds": limits}


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
