"""Reordering the children of a tree so that the search evaluates the fewest or the most leaves.

The best order is known if `minimal_tree` can determine the least number of leaves. Otherwise orders are tried: all
orders if there are few enough, else the order by value, which is then improved by swaps of adjacent children. In the
latter case, it is not proved that no other order is better.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from treesolve.analysis.candidate_orders import Order, OrderSearch, count_nodes_of_all_orders, order_with_children
from treesolve.analysis.minimal_tree import best_order, least_evaluated
from treesolve.model.exportable import Exportable
from treesolve.model.kind import Kind
from treesolve.model.number import Unknown
from treesolve.model.tree import Tree
from treesolve.search.solution import Solution, solve

BEST, WORST = "best", "worst"

DEFAULT_EFFORT = 200_000
"""Default maximum of the total number of nodes of all trees tried. Searching them takes a few seconds at most."""


@dataclass(frozen=True, repr=False)
class Reordering(Exportable):
    """A tree solved as given (`before`) and solved with its children in another order (`solution`).

    The nodes keep their names and get new ids. `order` lists, for each node of the given tree, its children in the new
    order, by their ids in the given tree. `origins` maps each node of the new tree to the node's id in the given tree.
    `limit` is a bound: no order makes the search evaluate fewer leaves than `limit` if the goal is "best", or more
    leaves if the goal is "worst".
    """

    goal: str
    before: Solution
    solution: Solution
    order: Order
    origins: tuple[int, ...]
    limit: int

    def __repr__(self) -> str:
        return f"<Reordering: {self.evaluated} leaves evaluated, {len(self.before.evaluated_ids)} before>"

    @property
    def tree(self) -> Tree:
        """The tree in the new order."""
        return self.solution.tree

    @property
    def evaluated(self) -> int:
        """The number of leaves that the search evaluates in the new order."""
        return len(self.solution.evaluated_ids)

    @property
    def exact(self) -> bool:
        """Whether it is proved that no other order is better (or worse)."""
        return self.evaluated == self.limit

    @property
    def changed(self) -> tuple[int, ...]:
        """The nodes of the given tree whose children have a new order."""
        return tuple(node for node, below in enumerate(self.before.tree.children) if below != self.order[node])

    @property
    def least(self) -> int | None:
        """The least number of leaves over all orders; None if it is not known."""
        if self.goal == BEST and self.exact:
            return self.evaluated
        return least_evaluated(self.solution)


def reorder(before: Solution, *, goal: str = BEST, effort: int = DEFAULT_EFFORT) -> Reordering:
    """Return the tree solved in an order in which the search evaluates the fewest ("best") or most ("worst") leaves.

    A tree that already has such an order remains unchanged. If `effort` is not sufficient to find an optimal order,
    return the best or worst order tried. Orders in which the search needs the value of an unknown leaf are ignored.
    """
    found = _restore_given_order(before, goal, _find_order(before, goal, effort), effort)
    solution = solve(apply_order(before.tree, found.order), before.convention)
    assert len(solution.evaluated_ids) == found.evaluated
    return Reordering(goal, before, solution, found.order, tuple(_nodes_in_preorder(found.order)), found.limit)


def apply_order(tree: Tree, order: Order) -> Tree:
    """Return the tree with its children in the given order. Every node keeps its name, as a given name.

    Return the tree itself if the order changes nothing.
    """
    if order == tree.children:
        return tree
    origins = tuple(_nodes_in_preorder(order))
    new_ids = dict(zip(origins, range(len(tree)), strict=True))
    return replace(
        tree,
        kinds=tuple(tree.kinds[node] for node in origins),
        values=tuple(tree.values[node] for node in origins),
        children=tuple(tuple(new_ids[child] for child in order[node]) for node in origins),
        given_names=dict(enumerate(tree.names[node] for node in origins)),
        moves={new_ids[node]: move for node, move in tree.moves.items()},
        weights={new_ids[node]: weight for node, weight in tree.weights.items()},
        offsets=(),
    )


def _nodes_in_preorder(order: Order) -> Iterator[int]:
    pending = [0]
    while pending:
        node = pending.pop()
        yield node
        pending.extend(reversed(order[node]))


def knuth_moore(tree: Tree) -> int | None:
    """Return b^⌈d/2⌉ + b^⌊d/2⌋ - 1, the number of leaves that a search of a uniform tree in the best order evaluates.

    Return None for trees that are not uniform.
    """
    width, depth = len(tree.children[0]), max(tree.depths)
    for node, children in enumerate(tree.children):
        if not children and tree.depths[node] != depth:
            return None
        if children and (len(children) != width or not _has_alternating_players(tree, node)):
            return None
    return width ** -(-depth // 2) + width ** (depth // 2) - 1 if depth else None


def _has_alternating_players(tree: Tree, node: int) -> bool:
    """Return whether MAX or MIN moves at the node and the other one moves at the node's parent."""
    kind, parent = tree.kinds[node], tree.parents[node]
    return kind is not Kind.CHANCE and (parent is None or tree.kinds[parent] is kind.opponent)


class _OrderResult(NamedTuple):
    """An order, the number of leaves that the search evaluates in it, and a bound of this number over all orders."""

    order: Order
    evaluated: int
    limit: int


def _find_order(before: Solution, goal: str, effort: int) -> _OrderResult:
    tree, convention, given = before.tree, before.convention, len(before.evaluated_ids)
    as_given = _OrderResult(tree.children, given, given)
    if not convention.cuts or before.is_forced or all(len(children) < 2 for children in tree.children):
        return as_given
    if goal == BEST:
        least = least_evaluated(before)
        order = None if least == given else best_order(before)
        if least is not None:
            return as_given if order is None else _OrderResult(order, least, least)
    elif given == _max_evaluated_leaves(tree):
        return as_given
    return _find_order_by_search(before, goal, effort)


def _find_order_by_search(before: Solution, goal: str, effort: int) -> _OrderResult:
    tree, given = before.tree, len(before.evaluated_ids)
    trials = OrderSearch(tree, before.convention, tree.children, given, maximize=goal == WORST)
    complete = count_nodes_of_all_orders(tree) <= effort
    if complete:
        trials.attempt_all()
    else:
        trials.attempt_by_value()
        trials.swap_neighbors(effort)
    limit = trials.evaluated if complete else 1 if goal == BEST else _max_evaluated_leaves(tree)
    return _OrderResult(tree.children if trials.evaluated == given else trials.order, trials.evaluated, limit)


def _restore_given_order(before: Solution, goal: str, found: _OrderResult, effort: int) -> _OrderResult:
    """Return the result with the given order of a node's children restored wherever this does not make it worse."""
    given = before.tree.children
    changed = [node for node, children in enumerate(given) if children != found.order[node]]
    if len(changed) * len(given) > effort:
        return found
    trials = OrderSearch(before.tree, before.convention, found.order, found.evaluated, maximize=goal == WORST)
    for node in changed:
        trials.attempt(order_with_children(trials.order, node, given[node]))
    return found._replace(order=trials.order, evaluated=trials.evaluated)


def _max_evaluated_leaves(tree: Tree) -> int:
    """Return the maximum number of leaves that a search can evaluate in any order."""
    return sum(not isinstance(tree.values[leaf], Unknown) for leaf in tree.leaf_ids)
