"""The order of children with which a search evaluates the most leaves, found without trying orders.

Of all that happens before a node is entered only its window matters, and whatever the order below a child, it changes
its parent's bound in the same way or not at all. So it is enough to know, for every window a node can be entered with,
how many leaves that takes at worst. The windows are collected from the root down, the numbers of leaves from the leaves
up. At one node, an order is a way from level to level; a child that leads to none is visited as early as can be, since
the narrower a window, the fewer leaves.

Bounds are seen by the node's player here, who raises the own bound towards the opposite one.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, product
from typing import NamedTuple

from treesolve.analysis.tried_orders import Order
from treesolve.model.convention import Convention
from treesolve.model.number import INFINITY, Number
from treesolve.model.tree import Kind, Tree
from treesolve.search.solution import cuts_chance

_Window = tuple[Number, Number] | None
"""The own and the opposite bound; None for a chance node, which has none."""

_Step = tuple[int, int]
"""From which level a child raises the bound, and which child that is."""


class WorstOrder(NamedTuple):
    """The most leaves a search can evaluate, and for each node its children in such an order."""

    leaves: int
    order: Order


class _Plan(NamedTuple):
    leaves: int
    visits: Sequence[tuple[int, Number]]


class _TooMuch(Exception):
    """More effort would be needed than is allowed."""


def worst_order(
    tree: Tree, convention: Convention, values: Sequence[Number | None], *, effort: int
) -> WorstOrder | None:
    """An order of children with which the search evaluates the most leaves; `values` are the minimax values.

    `effort` is how many pairs of a child and a level may be looked at. None where that does not suffice, and where
    nothing is known: where leaves are, and where a narrower window may take more leaves, for strict cuts on returned
    bounds.
    """
    if "strict-cut-on-bounds" in convention.traps or cuts_chance(tree, convention) or None in values:
        return None
    try:
        return _Entries(tree, convention, values, effort).worst()  # type: ignore[arg-type]
    except _TooMuch:
        return None


class _Entry:
    """A node with a window: the levels its own bound can have, and which children raise it to each.

    Those that raise nothing stand at level 0.
    """

    def __init__(self, window: _Window, arrivals: Sequence[tuple[int, Number]], strict: bool) -> None:
        own, opposite = window or (0, INFINITY)
        raised = {
            child: max(own, value) for child, value in arrivals if value < opposite or (strict and value == opposite)
        }
        self.endings = [child for child, _ in arrivals if child not in raised]
        self.levels = sorted({own, *raised.values()})
        children: dict[Number, list[int]] = {level: [] for level in self.levels}
        for child, level in raised.items():
            children[level].append(child)
        self.children_by_level = list(children.values())
        self.plan = _Plan(0, ())

    def possible_visits(self) -> Iterator[tuple[int, int]]:
        """Each child with the numbers of the levels at which it could have to be visited."""
        yield from ((child, 0) for child in self.children_by_level[0])
        raising = chain.from_iterable(self.children_by_level[1:])
        yield from product([*raising, *self.endings], range(len(self.levels)))

    def planned(self, leaves: Mapping[tuple[int, int], int]) -> _Plan:
        """The visits that take the most leaves, by those of each child at each level where it could be visited."""
        totals, steps = self._best_ways_to_levels(leaves)
        if not self.endings:
            return _Plan(totals[-1], self._visits_of_way(steps, len(totals) - 1))
        most, index, ending = max(
            (total + leaves[ending, index], index, ending)
            for index, total in enumerate(totals)
            for ending in self.endings
        )
        return _Plan(most, [*self._visits_of_way(steps, index), (ending, self.levels[index])])

    def _best_ways_to_levels(self, leaves: Mapping[tuple[int, int], int]) -> tuple[list[int], list[_Step]]:
        """For each level the leaves of the best way there, and for each but the lowest the way's last step."""
        children = self.children_by_level
        totals, steps = [sum(leaves[child, 0] for child in children[0])], []
        for index in range(1, len(children)):
            found, passed = [], 0
            for lower in range(index - 1, -1, -1):
                passed += sum(leaves[child, index] for child in children[lower + 1])
                found += [
                    (totals[lower] + leaves[child, lower] + passed - leaves[child, index], lower, child)
                    for child in children[index]
                ]
            total, *step = max(found)
            totals.append(total)
            steps.append((step[0], step[1]))
        return totals, steps

    def _visits_of_way(self, steps: list[_Step], end: int) -> list[tuple[int, Number]]:
        """The visits of the way to a level: each child that makes a step, and those that raise nothing."""
        levels, children = self.levels, self.children_by_level
        way = []
        index = end
        while index:
            lower, raising = steps[index - 1]
            passed = [child for child in chain.from_iterable(children[lower + 1 : index + 1]) if child != raising]
            way.append([(raising, levels[lower]), *((child, levels[index]) for child in passed)])
            index = lower
        return [(child, levels[0]) for child in children[0]] + [visit for visits in reversed(way) for visit in visits]


class _Entries:
    """All entries of a tree, with the plan for each. Raises _TooMuch."""

    def __init__(self, tree: Tree, convention: Convention, values: Sequence[Number], effort: int) -> None:
        self.tree, self.convention, self.values = tree, convention, values
        lowest, highest = (-1, 2) if convention.perspective == "unit" else (-INFINITY, INFINITY)
        self.open = {Kind.MAX: (lowest, highest), Kind.MIN: (-highest, -lowest)}
        low, high = convention.window
        self.root_window: _Window = {Kind.MAX: (low, high), Kind.MIN: (-high, -low)}.get(tree.kinds[0])
        self.entries: list[dict[_Window, _Entry]] = [{} for _ in range(len(tree))]
        self._add_entry_for_window(0, self.root_window)
        for node, children in enumerate(tree.children):
            for window, entry in self.entries[node].items():
                effort -= len(children) * len(entry.levels)
                if effort < 0:
                    raise _TooMuch
                for child, index in entry.possible_visits():
                    if tree.children[child]:
                        self._add_entry_for_window(child, self._window_below(node, child, window, entry.levels[index]))

    def _add_entry_for_window(self, node: int, window: _Window) -> None:
        if window not in self.entries[node]:
            arrivals = [(child, self._value_to_player(node, child)) for child in self.tree.children[node]]
            self.entries[node][window] = _Entry(window, arrivals, self.convention.cut == ">")

    def _value_to_player(self, node: int, child: int) -> Number:
        """What a child's value is to the node's player; at a chance node it changes no bound."""
        kind, value = self.tree.kinds[node], self.values[child]
        return 0 if kind is Kind.CHANCE else value if kind is Kind.MAX else -value

    def _window_below(self, node: int, child: int, window: _Window, own: Number) -> _Window:
        """The window with which a child is entered."""
        kind = self.tree.kinds[child]
        if window is None or kind not in self.open:
            return self.open.get(kind)
        opponent = kind is not self.tree.kinds[node]
        if self.convention.bounds == "deep":
            return (-window[1], -own) if opponent else (own, window[1])
        lowest, highest = self.open[kind]
        return (lowest, -own) if opponent else (lowest, highest)

    def worst(self) -> WorstOrder:
        """What is looked for; the children of nodes that are not visited stay as they stand."""
        for node in reversed(range(len(self.tree))):
            for window, entry in self.entries[node].items():
                leaves = {
                    (child, index): self._leaves(child, self._window_below(node, child, window, entry.levels[index]))
                    for child, index in entry.possible_visits()
                }
                entry.plan = entry.planned(leaves)
        return WorstOrder(self._leaves(0, self.root_window), self._order_read_from_plans())

    def _leaves(self, node: int, window: _Window) -> int:
        return self.entries[node][window].plan.leaves if self.tree.children[node] else 1

    def _order_read_from_plans(self) -> Order:
        order = list(self.tree.children)
        windows: dict[int, _Window] = {0: self.root_window}
        for node, children in enumerate(self.tree.children):
            if node not in windows or not children:
                continue
            plan = self.entries[node][windows[node]].plan
            windows |= {child: self._window_below(node, child, windows[node], own) for child, own in plan.visits}
            visited = [child for child, _ in plan.visits]
            arranged = [*visited, *(child for child in children if child not in visited)]
            order[node] = tuple(arranged if self.convention.order == "left-right" else arranged[::-1])
        return tuple(order)
