"""Orders of children that are tried one after the other: all of them, where they are few, else that of the values."""

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
"""If all orders together have no more nodes than that, they are tried just to tell the least number of leaves."""


def count_nodes_of_all_orders(tree: Tree) -> int:
    """How many nodes the trees in all orders have together."""
    return math.prod(math.factorial(len(children)) for children in tree.children) * len(tree)


@lru_cache(maxsize=64)
def best_order_by_enumeration(tree: Tree, convention: Convention) -> tuple[Order, int] | None:
    """Return an order with which the fewest leaves are evaluated, and how many.

    None where there are too many orders, or leaves are unknown.
    """
    if count_nodes_of_all_orders(tree) > MAX_NODES_TO_ENUMERATE or any(
        isinstance(value, Unknown) for value in tree.values
    ):
        return None
    trials = OrderSearch(tree, convention, tree.children, len(tree.leaf_ids), maximize=False)
    trials.attempt_all()
    return trials.order, trials.evaluated


def order_with_children(order: Order, node: int, children: tuple[int, ...]) -> Order:
    """Return the order with other children, or the same in another order, at a node."""
    return (*order[:node], children, *order[node + 1 :])


class OrderSearch:
    """Orders tried one after the other; the last one that was no worse than those before it is kept."""

    def __init__(self, tree: Tree, convention: Convention, order: Order, evaluated: int, *, maximize: bool) -> None:
        """The order to begin with, and how many leaves the search evaluates then; `maximize` asks for many, not for
        few.
        """
        self.tree, self.convention = tree, convention
        self.sign = 1 if maximize else -1
        self.order, self.evaluated = order, evaluated

    def attempt(self, order: Order) -> None:
        """Try an order; one with which an unknown leaf would be needed does not count."""
        # For the search alone ids may stand in any order, which saves writing the tree anew.
        tree = Tree(self.tree.kinds, self.tree.values, order, weights=self.tree.weights, bounds=self.tree.bounds)
        try:
            log = search(tree, self.convention)
        except Unsolvable:
            return
        evaluated = sum(not order[node] for node in log.nodes)
        if self.sign * evaluated >= self.sign * self.evaluated:
            self.order, self.evaluated = order, evaluated

    def attempt_all(self) -> None:
        """Try every order there is."""
        for order in product(*map(permutations, self.tree.children)):
            self.attempt(order)

    def attempt_by_value(self) -> None:
        """Try the children with the best value first, or last; unknown values count as nothing."""
        values = [0 if value is None else value for value in minimax_values(self.tree)]
        order = (
            tuple(sorted(children, key=values.__getitem__, reverse=self._has_highest_child_first(node)))
            for node, children in enumerate(self.tree.children)
        )
        self.attempt(tuple(order))

    def swap_neighbors(self, effort: int) -> None:
        """Exchange neighbouring children as long as that helps; `effort` limits the nodes of all orders tried."""
        improved = True
        while improved:
            reached, improved = self.evaluated, False
            for node, place in self._neighbor_pairs():
                effort -= len(self.tree)
                if effort < 0:
                    return
                children = list(self.order[node])
                children[place : place + 2] = reversed(children[place : place + 2])
                self.attempt(order_with_children(self.order, node, tuple(children)))
            improved = self.evaluated != reached

    def _neighbor_pairs(self) -> list[tuple[int, int]]:
        """Each node with the index of each of its children but the last."""
        return [(node, place) for node, below in enumerate(self.tree.children) for place in range(len(below) - 1)]

    def _has_highest_child_first(self, node: int) -> bool:
        is_visited_first = self.convention.order == "left-right"
        return ((self.tree.kinds[node] is Kind.MAX) is (self.sign < 0)) is is_visited_first
