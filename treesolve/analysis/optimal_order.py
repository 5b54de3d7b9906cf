"""The order of children with which a search evaluates the fewest or the most leaves, found without trying orders.

Of all that happens before a node is entered only its window matters, and whatever the order below a child, it changes
its parent's bound in the same way or not at all. So it is enough to know, for every window a node can be entered with,
how many leaves that takes at best or at worst. The windows are collected from the root down, the numbers of leaves
from the leaves up. At one node, an order is a way from level to level; a child that leads to none is visited as early
as can be for the most leaves, and as late as can be for the fewest: the narrower a window, the fewer leaves.

An order with which an unknown leaf is needed does not count; the narrower a window, the fewer of them are needed, too.
Bounds are seen by the node's player here, who raises the own bound towards the opposite one.

Vocabulary

    level       a value that a node's own bound can have; level 0 is the bound on entry
    way         the levels that the own bound takes, one after the other, each raised by a child
    ending      a child that makes the node stop
    entry       a node with a window it can be entered with
    plan        the children in the order of their visits, each with the own bound then, and the leaves all that takes
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from treesolve.model.convention import Convention
from treesolve.model.number import INFINITY, Number, Unknown
from treesolve.model.tree import Kind, Tree
from treesolve.search.solution import cuts_chance, value_bounds

_Window = tuple[Number, Number] | None
"""The own and the opposite bound; None for a chance node, which has none."""


class Extreme(NamedTuple):
    """The most, or the fewest, leaves a search can evaluate, and for each node its children in such an order."""

    leaves: int
    order: tuple[tuple[int, ...], ...]


_Sequence = tuple[tuple[int, Number], ...]
"""Children with the own bound at which they are visited, in that order."""


class _Plan(NamedTuple):
    leaves: int
    visits: _Sequence


class _Arrival(NamedTuple):
    """A child, and between which values it must be whatever its unknown leaves are."""

    child: int
    low: Number
    high: Number


class _TooMuch(Exception):
    """More effort would be needed than is allowed."""


def extreme_order(tree: Tree, convention: Convention, *, most: bool, effort: int) -> Extreme | None:
    """An order of children with which the search evaluates the most leaves, or the fewest.

    `effort` is how many pairs of a child and a level may be looked at. None where that does not suffice, and where no
    order can be searched. Nor is anything known where a narrower window may take more leaves: for strict cuts on
    returned bounds, and for the most leaves if some are unknown, since it admits more orders.
    """
    if "strict-cut-on-bounds" in convention.traps or cuts_chance(tree, convention):
        return None
    search = _Extremes(tree, convention, most)
    if most and search.lows != search.highs:
        return None
    try:
        return search.extreme(effort)
    except _TooMuch:
        return None


class _Entry:
    """A node with a window: the levels its own bound can have, and what its children do to it.

    `places` says from which level on a child does not raise the bound, `raising` which children raise it to a level.
    """

    def __init__(self, window: _Window, arrivals: Iterable[_Arrival], strict: bool) -> None:
        own, opposite = window or (0, INFINITY)
        arrivals = list(arrivals)
        others = [arrival for arrival in arrivals if arrival.low < opposite or (strict and arrival.low == opposite)]
        self.endings = sorted({child for child, _, _ in arrivals} - {child for child, _, _ in others})
        self.levels = sorted({own, *(max(own, low) for _, low, high in others if low == high)})
        self.places = {child: bisect_left(self.levels, high) for child, _, high in others}
        self.raising: list[list[int]] = [[] for _ in self.levels]
        for child, low, high in others:
            if low == high and self.places[child]:
                self.raising[self.places[child]].append(child)
        self.plan: _Plan | None = None

    @property
    def last(self) -> int:
        """The index of the highest level."""
        return len(self.levels) - 1

    def met(self, most: bool) -> Iterator[tuple[int, int]]:
        """Each child with the indexes of the levels at which it could have to be visited."""
        for child, place in self.places.items():
            for index in range(len(self.levels)):
                if index < place:
                    met = place <= self.last and child in self.raising[place]
                elif most:
                    met = index == 0 or place > 0
                else:
                    met = index == self.last and not self.endings
                if met:
                    yield child, index
        yield from ((child, index) for child in self.endings for index in range(len(self.levels)))


class _Extremes:
    """All entries of a tree, with the plan for each."""

    def __init__(self, tree: Tree, convention: Convention, most: bool) -> None:
        self.tree = tree
        self.convention = convention
        self.most = most
        self.pick = max if most else min
        self.lows, self.highs = value_bounds(tree)
        lowest, highest = (-1, 2) if convention.perspective == "unit" else (-INFINITY, INFINITY)
        self.open = {Kind.MAX: (lowest, highest), Kind.MIN: (-highest, -lowest)}
        self.entries: list[dict[_Window, _Entry]] = [{} for _ in range(len(tree))]

    def extreme(self, effort: int) -> Extreme | None:
        """What is looked for; the children of nodes that are not visited stay as they stand."""
        self._collect_entries(effort)
        for node in range(len(self.tree) - 1, -1, -1):
            for window, entry in self.entries[node].items():
                if self.tree.kinds[node] is not Kind.CHANCE or self.lows[node] == self.highs[node]:
                    entry.plan = _Planning(self, node, window, entry).plan()
        leaves = self.leaves(0, self._root_window())
        return None if leaves is None else Extreme(leaves, self._order_read_from_plans())

    def _root_window(self) -> _Window:
        low, high = self.convention.window
        return {Kind.MAX: (low, high), Kind.MIN: (-high, -low)}.get(self.tree.kinds[0])

    def _collect_entries(self, effort: int) -> None:
        """All entries, from the root down."""
        self._add_entry_for_window(0, self._root_window())
        for node, children in enumerate(self.tree.children):
            for window, entry in self.entries[node].items():
                effort -= len(children) * len(entry.levels)
                if effort < 0:
                    raise _TooMuch
                for child, index in entry.met(self.most):
                    if self.tree.children[child]:
                        self._add_entry_for_window(child, self.below(node, child, window, entry.levels[index]))

    def _add_entry_for_window(self, node: int, window: _Window) -> None:
        if window not in self.entries[node]:
            arrivals = (self._effect_of_child_value(node, child, window) for child in self.tree.children[node])
            self.entries[node][window] = _Entry(window, arrivals, self.convention.cut == ">")

    def _effect_of_child_value(self, node: int, child: int, window: _Window) -> _Arrival:
        """What a child's value is to the node's player; at a chance node it changes no bound."""
        if window is None:
            return _Arrival(child, 0, 0)
        low, high = self.lows[child], self.highs[child]
        return _Arrival(child, low, high) if self.tree.kinds[node] is Kind.MAX else _Arrival(child, -high, -low)

    def below(self, node: int, child: int, window: _Window, own: Number) -> _Window:
        """The window with which a child is entered."""
        kind = self.tree.kinds[child]
        if window is None or kind not in self.open:
            return self.open.get(kind)
        opponent = kind is not self.tree.kinds[node]
        if self.convention.bounds == "deep":
            return (-window[1], -own) if opponent else (own, window[1])
        lowest, highest = self.open[kind]
        return (lowest, -own) if opponent else (lowest, highest)

    def leaves(self, node: int, window: _Window) -> int | None:
        """How many leaves the known plan takes, 1 for a leaf; None where an unknown leaf would be needed."""
        if not self.tree.children[node]:
            return None if isinstance(self.tree.values[node], Unknown) else 1
        plan = self.entries[node][window].plan
        return None if plan is None else plan.leaves

    def _order_read_from_plans(self) -> tuple[tuple[int, ...], ...]:
        order = list(self.tree.children)
        windows: dict[int, _Window] = {0: self._root_window()}
        for node, children in enumerate(self.tree.children):
            if node not in windows or not children:
                continue
            plan = self.entries[node][windows[node]].plan
            assert plan is not None
            windows |= {child: self.below(node, child, windows[node], own) for child, own in plan.visits}
            visited = [child for child, _ in plan.visits]
            arranged = [*visited, *(child for child in children if child not in visited)]
            order[node] = tuple(arranged if self.convention.order == "left-right" else arranged[::-1])
        return tuple(order)


class _Planning:
    """The plan for one entry, when the plans of all entries below are known."""

    def __init__(self, extremes: _Extremes, node: int, window: _Window, entry: _Entry) -> None:
        self.entry, self.levels, self.last = entry, entry.levels, entry.last
        self.most, self.pick = extremes.most, extremes.pick
        self.leaves = {}
        for child, index in entry.met(extremes.most):
            leaves = extremes.leaves(child, extremes.below(node, child, window, self.levels[index]))
            if leaves is not None:
                self.leaves[child, index] = leaves
        self.settled = self._children_that_raise_nothing()

    def _children_that_raise_nothing(self) -> list[list[int]]:
        """For each level the children that are visited there if they have raised nothing before."""
        settled: list[list[int]] = [[] for _ in self.levels]
        for child, place in self.entry.places.items():
            found = place if self.most else self.last
            if (child, found) in self.leaves:
                settled[found].append(child)
        return settled

    def plan(self) -> _Plan | None:
        """The visits that take the most, or the fewest, leaves; None where an unknown leaf would be needed."""
        totals, steps = self._best_ways_to_levels()
        if self.entry.endings:
            ends = [
                (total + self.leaves[ending, index], index, ending)
                for index, total in totals.items()
                for ending in self.entry.endings
                if (ending, index) in self.leaves
            ]
            if not ends:
                return None
            leaves, index, ending = self.pick(ends)
            return _Plan(leaves, self._visits_of_way(steps, index, ending))
        if self.last not in totals or sum(map(len, self.settled)) < len(self.entry.places):
            return None
        late = 0 if self.most else sum(self.leaves[child, self.last] for child in self.settled[self.last])
        return _Plan(totals[self.last] + late, self._visits_of_way(steps, self.last, None))

    def _best_ways_to_levels(self) -> tuple[dict[int, int], dict[int, tuple[int, int]]]:
        """For each level the leaves of the best way there, and its last step: from which level, raised by whom."""
        totals = {0: sum(self.leaves[child, 0] for child in self.settled[0]) if self.most else 0}
        steps = {}
        for index in range(1, len(self.levels)):
            passed = self._leaves_left_by_step(index)
            found = [
                (
                    total + self.leaves[child, lower] + passed[lower] - self._leaves_without_step(child, index),
                    lower,
                    child,
                )
                for lower, total in totals.items()
                for child in self.entry.raising[index]
                if (child, lower) in self.leaves
            ]
            if found:
                totals[index], *step = self.pick(found)
                steps[index] = (step[0], step[1])
        return totals, steps

    def _leaves_left_by_step(self, index: int) -> list[int]:
        """For each lower level the leaves of all children that a step from there leaves to the level it reaches."""
        passed = [0] * (index + 1)
        if self.most:
            for lower in range(index - 1, -1, -1):
                passed[lower] = passed[lower + 1] + sum(self.leaves[child, index] for child in self.settled[lower + 1])
        return passed

    def _leaves_without_step(self, child: int, index: int) -> int:
        """The leaves that are counted for a child in case it does not make the step."""
        if self.most:
            return self.leaves[child, index]
        return 0 if self.entry.endings else self.leaves[child, self.last]

    def _visits_of_way(self, steps: dict[int, tuple[int, int]], end: int, ending: int | None) -> _Sequence:
        """The visits of the way to a level: each child that makes a step, and those that raise nothing."""
        visits = [(child, 0) for child in self.settled[0]] if self.most else []
        for lower, raising, index in self._steps_to_level(steps, end):
            visits.append((raising, lower))
            if self.most:
                passed = [child for children in self.settled[lower + 1 : index + 1] for child in children]
                visits += [(child, index) for child in passed if child != raising]
        if ending is not None:
            visits.append((ending, end))
        elif not self.most:
            raised = {child for child, _ in visits}
            visits += [(child, self.last) for child in self.settled[self.last] if child not in raised]
        return tuple((child, self.levels[index]) for child, index in visits)

    @staticmethod
    def _steps_to_level(steps: dict[int, tuple[int, int]], end: int) -> list[tuple[int, int, int]]:
        """The steps to a level, the first one first: from which level, raised by whom, to which level."""
        way = []
        while end:
            lower, child = steps[end]
            way.append((lower, child, end))
            end = lower
        return way[::-1]
