"""Putting payoffs at the leaves of one form: a value for each of several players, or shares of one sum.

What is dealt are places among the values, all players' of the first leaf, then those of the second one, and so on.
Without a sum each player's payoffs are dealt as the values of MAX and MIN are.
"""

from collections.abc import Sequence
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any

from treesolve.exercises.generator_spec import DISTINCT, TIES, Request
from treesolve.exercises.leaf_values import Dealing
from treesolve.model.hash_random import Randomness
from treesolve.model.number import INFINITY, Number
from treesolve.model.tree import Tree
from treesolve.model.tree_shape import with_leaves

if TYPE_CHECKING:
    from treesolve.exercises.leaf_permutations import Orders
    from treesolve.exercises.plain_permutations import PlainOrders

ANY_ROOT = (-INFINITY, INFINITY)

TRIES = 50
"""So many shares are drawn for a leaf where no player may get the same twice."""


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
        places = self.places(random, None, ANY_ROOT)
        assert places is not None
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
        return alike if self.ties == TIES else not alike if self.ties == DISTINCT else True

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
