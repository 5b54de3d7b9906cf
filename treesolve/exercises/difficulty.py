"""How hard a tree is among all trees of its form: the share of them that are easier.

Vocabulary

    score       the measure of that name: how much work the search of a tree is by hand
    form        a tree without its values
    scale       how often each score occurs among the trees of a form with distinct leaves
    percentile  how many percent of these trees have a lower score, counting half of those with the same
"""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from treesolve.model.convention import Convention
from treesolve.model.number import Number
from treesolve.model.tree import Kind, Tree
from treesolve.model.tree_shape import with_leaves
from treesolve.search.metrics import measured
from treesolve.search.search import Unsolvable
from treesolve.search.solution import solve

MOST_COUNTED = 9
"""With so many leaves, 362,880 orders, all orders are counted; with more of them, a number is drawn."""

DRAWN, DRAWN_SINGLY = 20_000, 1000
"""So many trees are drawn for a scale that is not exact; the less where each takes a search of its own."""


class Scale(NamedTuple):
    """The scores of the trees of one form, each with how often it occurs, in ascending order."""

    scores: tuple[tuple[int, int], ...]

    @property
    def total(self) -> int:
        """How many trees were counted."""
        return sum(count for _, count in self.scores)

    def percentile(self, score: int) -> Fraction:
        """How many percent of the trees are easier than one with that score."""
        below = sum(count for other, count in self.scores if other < score)
        equal = sum(count for other, count in self.scores if other == score)
        return Fraction(100 * (2 * below + equal), 2 * self.total)

    def between(self, low: Number, high: Number) -> tuple[int, int]:
        """The least and the greatest score whose percentile lies in the range; an empty range where none does."""
        found = [score for score, _ in self.scores if low <= self.percentile(score) <= high]
        if found:
            return found[0], found[-1]
        above = next((score for score, _ in self.scores if self.percentile(score) > high), self.scores[-1][0] + 1)
        return above, above - 1


def scale(tree: Tree, convention: Convention) -> Scale:
    """The scale of the trees of the given one's form; the values of that one do not matter."""
    return _scale_of_form(tree.kinds, tree.children, tuple(tree.weights.items()), convention)


@lru_cache(maxsize=64)
def _scale_of_form(
    kinds: tuple[Kind, ...],
    children: tuple[tuple[int, ...], ...],
    weights: tuple[tuple[int, Fraction | int], ...],
    convention: Convention,
) -> Scale:
    from treesolve.exercises.leaf_permutations import Orders, all_orders
    from treesolve.search.vectorized import Batch
    from treesolve.search.visit_plan import searchable

    form = Tree(kinds, (None,) * len(kinds), children, weights=dict(weights))
    count = len(form.leaves)
    bare = with_leaves(form, range(count))
    if searchable(bare, convention):
        orders = all_orders(count) if count <= MOST_COUNTED else Orders("scale").dealt(range(count), DRAWN)
        scores = Batch(bare, convention).search(orders, ("score",))["score"].tolist()
    else:
        orders = Orders("scale").dealt(range(count), DRAWN_SINGLY)
        scores = _scores_one_by_one(bare, convention, orders.T.tolist())
    return Scale(tuple(sorted(Counter(scores).items())))


def _scores_one_by_one(tree: Tree, convention: Convention, orders: list[list[int]]) -> list[int]:
    found = []
    most = max(1, len(tree.leaves) - 1)
    for order in orders:
        values = [Fraction(rank, most) for rank in order] if convention.perspective == "unit" else order
        try:
            found.append(measured(solve(with_leaves(tree, values), convention), ("score",))["score"])
        except Unsolvable:
            continue
    return found or [0]
