"""Random values for the leaves of a tree, and small random changes to these values.

Values are drawn as indices into the requested range. A tree for MAX and MIN has a single column of
indices; a tree with payoffs has one column for each player.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from treesolve.authoring.tree_request import DISTINCT, FEW_TIES, TIES, TreeRequest, has_number
from treesolve.model.hash_random import Randomness
from treesolve.model.tree import Tree
from treesolve.model.tree_shape import with_leaf_values

Columns = list[list[int]]

MAX_SHARE_TRIES = 50
"""Maximum number of draws for one leaf to avoid a payoff that the player already has at another leaf."""


class LeafValues:
    """Random leaf values for `form`, a tree whose own leaf values are replaced unless they are infinite or unknown."""

    def __init__(self, request: TreeRequest, form: Tree, random: Randomness) -> None:
        self.request, self.form, self.random = request, form, random
        self.free = [index for index, leaf in enumerate(form.leaf_ids) if has_number(form.values[leaf])]
        self.size = request.numbers.size
        self.ties = request.ties(len(self.free))

    def draw(self) -> Columns | None:
        """Return random values, or None if the values drawn do not have the required ties."""
        if self.request.total is None:
            columns = [self._column() for _ in range(max(1, self.request.payoffs))]
        else:
            columns = self._shares()
        if self.ties == TIES and len(self.free) > 1 and not self._fits(columns):
            for column in columns:
                column[0] = column[-1]
        return columns if self._fits(columns) else None

    def _column(self) -> list[int]:
        count = len(self.free)
        if self.ties == DISTINCT:
            return self.random.shuffled(self.random.sample(self.size, count))
        if self.ties == FEW_TIES:
            often, more = divmod(count, self.size)
            return self.random.shuffled([*range(self.size)] * often + self.random.sample(self.size, more))
        pool = self.random.sample(self.size, min(self.size, max(2, 3 * count // 2)))
        return [pool[self.random.below(len(pool))] for _ in self.free]

    def _shares(self) -> Columns:
        columns: Columns = [[] for _ in range(self.request.payoffs)]
        for _ in self.free:
            for payoff, column in zip(self._share(columns), columns, strict=True):
                column.append(payoff)
        return columns

    def _share(self, columns: Columns) -> tuple[int, ...]:
        """Return payoffs for one leaf. If ties are not allowed, try to avoid payoffs that a player already has."""
        for _ in range(MAX_SHARE_TRIES):
            share = draw_share(self.size - 1, self.request.payoffs, self.random)
            if self.ties != DISTINCT or not any(map(list.__contains__, columns, share)):
                break
        return share

    def change(self, columns: Columns) -> Columns | None:
        """Return the values with two leaves exchanged or one leaf changed.

        Returns None if the changed values do not have the required ties, or if there is no leaf to change.
        """
        changed, count = [list(column) for column in columns], len(self.free)
        if not count:
            return None
        one, other = self.random.below(count), self.random.below(count)
        is_shared = self.request.total is not None
        affected = changed if is_shared else [changed[self.random.below(len(changed))]]
        if self.ties == FEW_TIES or self.random.below(2):
            for column in affected:
                column[one], column[other] = column[other], column[one]
        elif is_shared:
            for column, payoff in zip(changed, self._share(columns), strict=True):
                column[one] = payoff
        else:
            affected[0][one] = self._near(affected[0][one])
        return changed if self._fits(changed) else None

    def _near(self, index: int) -> int:
        """Return a random index near the given one. The maximum distance is random as well."""
        most = max(1, self.size >> self.random.below(self.size.bit_length()))
        return min(max(0, index + self.random.below(2 * most + 1) - most), self.size - 1)

    def _fits(self, columns: Columns) -> bool:
        """Return whether the values have the required ties."""
        if self.ties not in (DISTINCT, TIES):
            return True
        return any(len(set(column)) < len(column) for column in columns) is (self.ties == TIES)

    def tree(self, columns: Columns) -> Tree:
        """Return the form with these values at its leaves, and with the headers of the request."""
        numbers = self.request.numbers
        rows: Sequence[Any] = [tuple(map(numbers.number, row)) for row in zip(*columns, strict=True)]
        if not self.request.payoffs:
            rows = [value for (value,) in rows]
        values: list[Any] = [self.form.values[leaf] for leaf in self.form.leaf_ids]
        for index, value in zip(self.free, rows, strict=True):
            values[index] = value
        return with_leaf_values(self.form, values, **self._headers())

    def _headers(self) -> dict[str, Any]:
        request, like = self.request, self.request.like
        if request.payoffs:
            return {"bounds": request.limits, "total": request.total}
        if like is None:
            return {"convention": request.convention.header(), "bounds": request.limits}
        headers = {name: getattr(like, name) for name in ("title", "alpha_beta", "points", "bounds")}
        return headers | {"convention": request.convention.header(like.convention)}


def draw_share(steps: int, players: int, random: Randomness) -> tuple[int, ...]:
    """Distribute `steps` among the players at random. All distributions are equally likely."""
    ends = [-1, *random.sample(steps + players - 1, players - 1), steps + players - 1]
    return tuple(after - before - 1 for before, after in pairwise(ends))
