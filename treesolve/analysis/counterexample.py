"""Counterexamples that show why a visited node must not be pruned, and justifications for pruned nodes.

When the search enters a node, the leaves that it has not seen yet can have any value. If for some values of these
leaves the root has one value with the node and another value without it, the node must be visited, and these leaf
values are a counterexample to pruning the node. The leaf values follow from the window that the seen leaves leave open
for the node. This window is between the values that the siblings along the path from the root guarantee to MAX and to
MIN. The node gets a value in that window, the other children of MAX nodes get low values and the other children of MIN
nodes high values, so that the node decides the value of the root.

All values are in MAX's view, whatever the convention's perspective.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor
from typing import Any, NamedTuple

from treesolve.analysis.piecewise import simplest_between
from treesolve.model.kind import Kind
from treesolve.model.number import INFINITY, Number, UndefinedExpectation, Unknown
from treesolve.model.perspective import value_limits
from treesolve.model.tree import Tree
from treesolve.search.minimax import LeafValues, minimax_values, value_bounds, weighted_sum
from treesolve.search.search_result import PRUNED, UNSEEN_VALUE
from treesolve.search.solution import Solution
from treesolve.search.trace import CutEvent

MAX_ATTEMPTS = 200
"""Maximum number of values tried for the siblings below a chance node."""


class Counterexample(NamedTuple):
    """Values for all leaves that are not seen when the search enters the node, such that the node decides the result.

    With these leaf values, the node has the value `value` and the root has the value `root`. Without the node (and thus
    without `removed_node`), the root would have the value `without`, which is None if every move of the root leads only
    to the node.
    """

    node: int
    values: Mapping[int, Number]
    value: Number
    root: Number
    without: Number | None
    removed_node: int


class NoCounterexample(NamedTuple):
    """The reason why a visited node has no counterexample.

    The codes: "tie": the node can at best equal the value already guaranteed, and the convention does not cut on
    equality. "limit": no value within the limits is better. "closed": the window is closed, but the search does not
    notice this because the convention does not pass all bounds down. "no-cuts": the window is closed, but the
    convention has no cuts. "chance": the node is a child of a chance node without cuts, where every child counts.
    "unknown": no counterexample was found, but it is not proved that none exists.

    `low` and `high` are the bounds of the closed window, which are the values guaranteed to MAX and to MIN. Both are
    None if no window is closed or if the window is below a chance node.
    """

    node: int
    code: str
    low: Number | None = None
    high: Number | None = None


class PruningJustification(NamedTuple):
    """The reason why a node may be pruned: the cut that skipped it or one of its ancestors.

    `result` says what the value that the root returned is for any value of the node: "exact", or an "upper" or "lower"
    bound. The chosen move is optimal for any value of the node. If the cut was made on equality (`equal`), another move
    may be equally good.
    """

    node: int
    cut: CutEvent
    result: str
    equal: bool


def explain_visited(solution: Solution, node: int) -> Counterexample | NoCounterexample:
    """Return a counterexample to pruning the node, or the reason why there is none.

    Raises ValueError for the root and for a node that was not visited.
    """
    if node == 0 or node not in solution.visit_of:
        raise ValueError(node)
    return _CounterexampleSearch(solution, node).explain()


def explain_pruned(solution: Solution, node: int) -> PruningJustification:
    """Return the reason why the node may be pruned.

    Raises ValueError if the node was not pruned.
    """
    if solution.status(node) != PRUNED or solution.result is None:
        raise ValueError(node)
    ends = solution.tree.ends
    cut = next(cut for cut in solution.cut_events if any(skipped <= node < ends[skipped] for skipped in cut.skipped))
    return PruningJustification(node, cut, solution.result, cut.alpha == cut.beta)


class _CounterexampleSearch:
    """The state of the search when it enters a node, and the values that are still possible.

    `lows` and `highs` are lower and upper bounds of each node's value, derived from the seen leaves. `windows` are the
    windows of the nodes on the path from the root to the node. Below a chance node, the window refers to the value of
    the child instead of the average.
    """

    def __init__(self, solution: Solution, node: int) -> None:
        self.convention, self.tree, self.node = solution.convention, solution.tree, node
        visited = solution.log.nodes[: solution.log.nodes.index(node)]
        self.seen = {leaf: self.tree.values[leaf] for leaf in visited if not self.tree.children[leaf]}
        self.path = _path_from_root(self.tree, node)
        self.min_value, self.max_value = value_limits(self.tree.bounds, self.convention.perspective)
        leaves = [self.seen.get(leaf, UNSEEN_VALUE) for leaf in range(len(self.tree))]
        self.lows, self.highs = value_bounds(self.tree, leaves, (self.min_value, self.max_value))
        self.windows: list[tuple[Number, Number]] = [(-INFINITY, INFINITY)]

    def explain(self) -> Counterexample | NoCounterexample:
        """Return the counterexample, or the reason why there is none."""
        removed_node = self._topmost_removed_node()
        if removed_node is None:
            return NoCounterexample(self.node, "chance")
        try:
            for parent, child in pairwise(self.path):
                self.windows.append(self._window_of_child(parent, child))
                if not self.windows[-1][0] < self.windows[-1][1]:
                    return self._explain_closed_window()
            value = simplest_between(*self.windows[-1], self.min_value, self.max_value)
            if value is None:
                return self._explain_closed_window()
            return self._find_counterexample(value, removed_node) or NoCounterexample(self.node, "unknown")
        except UndefinedExpectation:
            return NoCounterexample(self.node, "unknown")

    def _topmost_removed_node(self) -> int | None:
        """Return the topmost node that disappears together with the node, or None if the node can never be pruned."""
        top = _topmost_with_only_child(self.tree, self.node)
        while (above := self.tree.parents[top]) is not None and self.tree.kinds[above] is Kind.CHANCE:
            if not self.tree.weight(top):
                return top
            top = _topmost_with_only_child(self.tree, above)
            if top == 0 or not self.convention.cuts_chance(self.tree):
                return None
        return top

    def _window_of_child(self, parent: int, child: int) -> tuple[Number, Number]:
        """Return the window of a child on the path, derived from its parent's window."""
        low, high = self.windows[-1]
        others = _siblings(self.tree, parent, child)
        if self.tree.kinds[parent] is Kind.MAX:
            return max([low, *(self.lows[other] for other in others)]), high
        if self.tree.kinds[parent] is Kind.MIN:
            return low, min([high, *(self.highs[other] for other in others)])
        weight = self.tree.weight(child)
        if not weight or any(self._has_infinite_value(other) for other in others):
            return INFINITY, -INFINITY
        rest = [weighted_sum(self.tree, others, worth) for worth in (self.lows, self.highs)]
        return _child_value_for_bound(low, rest[1], weight), _child_value_for_bound(high, rest[0], weight)

    def _has_infinite_value(self, node: int) -> bool:
        """Return whether a child of a chance node is known to be infinite, so that its siblings do not matter."""
        return self.lows[node] == self.highs[node] in (INFINITY, -INFINITY) and bool(self.tree.weight(node))

    def _explain_closed_window(self) -> NoCounterexample:
        """Return the reason why no value of the node lies in the last window."""
        low, high = self.windows[-1]
        crosses = any(self.tree.kinds[node] is Kind.CHANCE for node in self.path[: len(self.windows) - 1])
        if not self.convention.cuts:
            code = "no-cuts"
        elif any(self._is_at_limit(*window) for window in self.windows):
            code = "limit"
        else:
            is_tie = low == high and (not crosses or self.convention.cuts_chance(self.tree))
            code = "tie" if self.convention.cut == ">" and is_tie else "closed"
        return NoCounterexample(self.node, code) if crosses else NoCounterexample(self.node, code, low, high)

    def _is_at_limit(self, low: Number, high: Number) -> bool:
        """Return whether a player is guaranteed the best possible value."""
        return INFINITY > self.max_value <= low or -INFINITY < self.min_value >= high

    def _find_counterexample(self, value: Number, removed_node: int) -> Counterexample | None:
        """Return leaf values with which the node has this value and decides the result, or None if none are found."""
        values: dict[int, Number] = dict.fromkeys(self._unseen_leaves(self.node), value)
        worth = [value]
        for (parent, child), window in zip(reversed([*pairwise(self.path)]), self.windows[-2::-1], strict=True):
            if self.tree.kinds[parent] is Kind.CHANCE:
                found = self._find_sibling_value(parent, child, worth[-1], window)
                if found is None:
                    return None
                values |= dict.fromkeys(self._unseen_sibling_leaves(parent, child), found[0])
                worth.append(found[1])
        return self._build_counterexample(values, worth, removed_node)

    def _unseen_leaves(self, node: int) -> Iterator[int]:
        """Yield the unseen leaves of the node's subtree."""
        return (leaf for leaf in self.tree.subtree(node) if not self.tree.children[leaf] and leaf not in self.seen)

    def _unseen_sibling_leaves(self, parent: int, child: int) -> Iterator[int]:
        return (leaf for other in _siblings(self.tree, parent, child) for leaf in self._unseen_leaves(other))

    def _find_sibling_value(
        self, parent: int, child: int, worth: Number, window: tuple[Number, Number]
    ) -> tuple[Number, Number] | None:
        """Return a value for the leaves beside a chance node's child, and the resulting value of the chance node.

        All unseen leaves below the siblings of `child` get the same value. Return None if no value is found that puts
        the chance node inside its window.
        """
        unseen = list(self._unseen_sibling_leaves(parent, child))
        below, above, tried = self.min_value, self.max_value, worth
        for number in range(MAX_ATTEMPTS):
            known = value_bounds(self.tree, self._leaves_with(dict.fromkeys(unseen, tried)))[0]
            known[child] = worth
            total = weighted_sum(self.tree, self.tree.children[parent], known)
            if window[0] < total < window[1]:
                return tried, total
            if total <= window[0]:
                below, end = tried, above
            else:
                above, end = tried, below
            tried = end if number == 0 and not isinstance(end, float) else value_between(below, above)
        return None

    def _build_counterexample(
        self, values: dict[int, Number], worth: list[Number], removed_node: int
    ) -> Counterexample | None:
        """Return the counterexample, or None if the node does not decide the value of the root.

        Unseen siblings get low values below MAX nodes and high values below MIN nodes.
        """
        low, high = self._extreme_values(values, worth)
        filled = {**dict(self._values_of_sibling_leaves(low, high)), **values}
        leaves = self._leaves_with(filled)
        root = minimax_values(self.tree, leaves)[0]
        without = minimax_values(_tree_without_node(self.tree, removed_node), leaves)[0] if removed_node else None
        if root != worth[-1] or (removed_node and without in (root, None)):
            return None
        return Counterexample(self.node, dict(sorted(filled.items())), worth[0], root, without, removed_node)

    def _leaves_with(self, values: Mapping[int, Number]) -> LeafValues:
        """Return the leaf values of the tree with the given values replaced."""
        return [values.get(leaf, value) for leaf, value in enumerate(self.tree.values)]

    def _extreme_values(self, values: dict[int, Number], worth: list[Number]) -> tuple[Number, Number]:
        """Return a value below and a value above all other values; these are the limits if the values are limited."""
        numbers = [*self.seen.values(), *values.values(), *worth]
        finite: list[Any] = [number for number in numbers if not isinstance(number, float | Unknown)]
        low, high = floor(min(finite)) - 1, ceil(max(finite)) + 1
        return (
            low if self.min_value == -INFINITY else self.min_value,
            high if self.max_value == INFINITY else self.max_value,
        )

    def _values_of_sibling_leaves(self, low: Number, high: Number) -> Iterator[tuple[int, Number]]:
        """Yield the unseen leaves beside the path, each with a value that lets the node on the path decide."""
        for parent, child in pairwise(self.path):
            value = low if self.tree.kinds[parent] is Kind.MAX else high
            yield from ((leaf, value) for leaf in self._unseen_sibling_leaves(parent, child))


def _path_from_root(tree: Tree, node: int) -> list[int]:
    """Return the nodes from the root to the node."""
    path = [node]
    while (parent := tree.parents[path[-1]]) is not None:
        path.append(parent)
    return path[::-1]


def _topmost_with_only_child(tree: Tree, node: int) -> int:
    """Return the topmost ancestor that leads only to the node and would disappear with it."""
    while (parent := tree.parents[node]) is not None and len(tree.children[parent]) == 1:
        node = parent
    return node


def _siblings(tree: Tree, parent: int, child: int) -> tuple[int, ...]:
    return tuple(other for other in tree.children[parent] if other != child)


def _tree_without_node(tree: Tree, node: int) -> Tree:
    """Return the tree with the edge to the node removed. The subtree stays in the columns but is disconnected."""
    children = list(tree.children)
    parent = tree.parents[node]
    assert parent is not None
    children[parent] = _siblings(tree, parent, node)
    return Tree(tree.kinds, tree.values, tuple(children), weights=tree.weights)


def _child_value_for_bound(bound: Number, rest: Number, weight: Fraction | int) -> Number:
    """Return the value of a child with which the average of the chance node equals the bound."""
    if isinstance(bound, float):
        return bound
    return -rest if isinstance(rest, float) else Fraction(bound - rest) / weight


def value_between(low: Number, high: Number) -> Number:
    """Return a number strictly between `low` and `high`, or a number beyond one of them if the other is infinite.

    At most one of the two may be infinite.

    >>> value_between(2, 3), value_between(5, INFINITY), value_between(-INFINITY, 5)
    (Fraction(5, 2), 11, -1)
    """
    if low == -INFINITY:
        return min(2 * high, 0) - 1
    return max(2 * low, 0) + 1 if high == INFINITY else Fraction(low + high) / 2
