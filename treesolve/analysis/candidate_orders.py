"""Search for the best or worst child order.

All orders of small trees are tried. For other trees, a local search starts from the order by value.
"""

import math
from functools import lru_cache
from itertools import permutations, product

from treesolve.model.convention import Convention
from treesolve.model.kind import Kind
from treesolve.model.number import Unknown
from treesolve.model.tree import Tree
from treesolve.search.minimax import minimax_values
from treesolve.search.search import Unsolvable, search

Order = tuple[tuple[int, ...], ...]

MAX_NODES_TO_ENUMERATE = 20_000
"""Maximum total number of nodes, over all orders, for trying all orders to find the least number of leaves."""


def count_nodes_of_all_orders(tree: Tree) -> int:
    """Return the number of nodes of the tree multiplied by the number of different child orders."""
    return math.prod(math.factorial(len(children)) for children in tree.children) * len(tree)


@lru_cache(maxsize=64)
def best_order_by_enumeration(tree: Tree, convention: Convention) -> tuple[Order, int] | None:
    """Return an order in which the search evaluates the fewest leaves, and the number of these leaves.

    Return None if there are too many orders or if the tree has unknown leaves.
    """
    if count_nodes_of_all_orders(tree) > MAX_NODES_TO_ENUMERATE or any(
        isinstance(value, Unknown) for value in tree.values
    ):
        return None
    trials = OrderSearch(tree, convention, tree.children, len(tree.leaf_ids), maximize=False)
    trials.attempt_all()
    return trials.order, trials.evaluated


def order_with_children(order: Order, node: int, children: tuple[int, ...]) -> Order:
    """Return the order with the children of one node replaced."""
    return (*order[:node], children, *order[node + 1 :])


class OrderSearch:
    """A search for the best or worst order. Of several equally good orders, the one tried last is kept."""

    def __init__(self, tree: Tree, convention: Convention, order: Order, evaluated: int, *, maximize: bool) -> None:
        """Start with an order and the number of leaves evaluated in that order.

        With `maximize`, the search looks for the most leaves instead of the fewest.
        """
        self.tree, self.convention = tree, convention
        self.sign = 1 if maximize else -1
        self.order, self.evaluated = order, evaluated

    def attempt(self, order: Order) -> None:
        """Try an order. An order in which the search needs the value of an unknown leaf is ignored."""
        # The search does not need ids in preorder, so the tree need not be renumbered.
        tree = Tree(self.tree.kinds, self.tree.values, order, weights=self.tree.weights, bounds=self.tree.bounds)
        try:
            log = search(tree, self.convention)
        except Unsolvable:
            return
        evaluated = sum(not order[node] for node in log.nodes)
        if self.sign * evaluated >= self.sign * self.evaluated:
            self.order, self.evaluated = order, evaluated

    def attempt_all(self) -> None:
        """Try all orders."""
        for order in product(*map(permutations, self.tree.children)):
            self.attempt(order)

    def attempt_by_value(self) -> None:
        """Try the order by minimax value, with the best child first, or last if the search maximizes.

        Unknown values count as 0.
        """
        values = [0 if value is None else value for value in minimax_values(self.tree)]
        order = (
            tuple(sorted(children, key=values.__getitem__, reverse=self._has_highest_child_first(node)))
            for node, children in enumerate(self.tree.children)
        )
        self.attempt(tuple(order))

    def swap_neighbors(self, effort: int) -> None:
        """Swap adjacent children while this improves the result; `effort` limits the total number of nodes searched."""
        improved = True
        while improved:
            reached, improved = self.evaluated, False
            for node, index in self._neighbor_pairs():
                effort -= len(self.tree)
                if effort < 0:
                    return
                children = list(self.order[node])
                children[index : index + 2] = reversed(children[index : index + 2])
                self.attempt(order_with_children(self.order, node, tuple(children)))
            improved = self.evaluated != reached

    def _neighbor_pairs(self) -> list[tuple[int, int]]:
        """Return a pair (node, index of the child) for each child that has a next sibling."""
        return [(node, index) for node, below in enumerate(self.tree.children) for index in range(len(below) - 1)]

    def _has_highest_child_first(self, node: int) -> bool:
        is_visited_first = self.convention.order == "left-right"
        return ((self.tree.kinds[node] is Kind.MAX) is (self.sign < 0)) is is_visited_first
