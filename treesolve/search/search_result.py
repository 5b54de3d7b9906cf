"""The result of a finished search by node id: values, best move, visited nodes, cuts and pruned nodes."""

from bisect import bisect_left
from functools import cached_property
from itertools import chain, filterfalse
from typing import Any, NamedTuple

from treesolve.model.convention import Convention
from treesolve.model.kind import Kind
from treesolve.model.number import INFINITY, Number, Unknown
from treesolve.model.tree import Tree
from treesolve.search.minimax import minimax_values, value_bounds
from treesolve.search.trace import CutEvent, Event, Log, events_of_steps

VISITED, PRUNED, UNSEEN = "visited", "pruned", "unseen"
"""Statuses of a node. Unseen nodes are below a forced move that was played without a search."""


UNSEEN_VALUE = Unknown("?")
"""The value of a leaf that the search has not evaluated."""

_FAILED_HIGH = {Kind.MAX: "lower", Kind.MIN: "upper"}
"""The result if the player at the root found more than the start window allows."""


class StepEvents(NamedTuple):
    """The events of one line of a worked solution; lines are numbered from 1.

    The value of a leaf and the result of a child are combined with the update of the parent. Every other event is a
    step by itself.
    """

    number: int
    events: tuple[Event, ...]


class SearchResult:
    """Everything that can be derived from the log of a search. Nodes are represented by their ids."""

    has_windows = True

    def __init__(self, log: Log) -> None:
        self.log = log
        self.tree: Tree = log.tree
        self.convention: Convention = log.convention

    def worth(self, value: Any, _node: int = 0) -> Any:
        """Return a value as the player at a node compares it. For MAX and MIN, this is the value itself."""
        return value

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """All events in order."""
        return tuple(self.log.events())

    @cached_property
    def step_events(self) -> tuple[StepEvents, ...]:
        """The events as lines of a worked solution, without the cuts that the convention does not show."""
        shown_events = (event for event in self.events if not isinstance(event, CutEvent) or self._is_cut_shown(event))
        return tuple(StepEvents(number, events) for number, events in enumerate(events_of_steps(shown_events), 1))

    @cached_property
    def values(self) -> tuple[Number | None, ...]:
        """The minimax value of each node, in MAX's view."""
        return minimax_values(self.tree)

    @property
    def value(self) -> Number | None:
        """The minimax value of the root, in MAX's view."""
        return self.values[0]

    @cached_property
    def visited_ids(self) -> tuple[int, ...]:
        """The visited nodes in the order of the search, without repetitions."""
        return tuple(dict.fromkeys(self.log.nodes) if self.log.probes else self.log.nodes)

    @cached_property
    def evaluated_ids(self) -> tuple[int, ...]:
        """The evaluated leaves in the order of the search."""
        return tuple(filterfalse(self.tree.children.__getitem__, self.log.nodes))

    @property
    def visit_of(self) -> dict[int, int]:
        """The number of the visit of each visited node, counted from 0; the last visit if there are two."""
        return self.log.visit_of

    def window(self, node: int) -> tuple[Number, Number] | None:
        """Return alpha and beta on entry to the node.

        Return None if the node was not visited or if the convention never cuts.
        """
        visit = self.visit_of.get(node)
        if visit is None or not self.convention.cuts:
            return None
        return self.log.alphas[visit], self.log.betas[visit]

    def returned(self, node: int) -> Number | None:
        """Return the value that a node returned to its parent; None if it was not visited."""
        visit = self.visit_of.get(node)
        if visit is None or (self.is_forced and node == 0):
            return None
        return self.log.returned[visit]

    @cached_property
    def cut_events(self) -> tuple[CutEvent, ...]:
        """The cuts in the order of the search, including cuts after the last child if the convention tests there."""
        return tuple(self.log.described_cuts())

    @property
    def shown_cut_events(self) -> tuple[CutEvent, ...]:
        """The cuts that the convention shows: cuts that skip nodes, and all others if `empty_cuts` is "shown"."""
        return tuple(cut for cut in self.cut_events if self._is_cut_shown(cut))

    def _is_cut_shown(self, cut: CutEvent) -> bool:
        return bool(cut.skipped) or self.convention.empty_cuts == "shown"

    def is_deep(self, cut: CutEvent) -> bool:
        """Return whether the bound that caused the cut was set by an ancestor above the parent."""
        return cut.against is not None and cut.against != self.tree.parents[cut.node]

    @cached_property
    def pruned_root_ids(self) -> tuple[int, ...]:
        """The topmost pruned nodes, by id."""
        return tuple(sorted(chain.from_iterable(cut.skipped for cut in self.cut_events)))

    @cached_property
    def pruned_ids(self) -> tuple[int, ...]:
        """All pruned nodes, by id."""
        return tuple(node for root in self.pruned_root_ids for node in self.tree.subtree(root))

    @cached_property
    def pruned_leaf_ids(self) -> tuple[int, ...]:
        """The pruned leaves, from left to right."""
        leaves, ends = self.tree.leaf_ids, self.tree.ends
        below = (leaves[bisect_left(leaves, top) : bisect_left(leaves, ends[top])] for top in self.pruned_root_ids)
        return tuple(chain.from_iterable(below))

    def status(self, node: int) -> str:
        """Return the status of a node: "visited", "pruned" or "unseen"."""
        if node in self.visit_of:
            return VISITED
        return UNSEEN if self.is_forced else PRUNED

    def relation(self, node: int) -> str | None:
        """Return how the minimax value of a visited node relates to the returned value: "=", "<=" or ">=".

        The relation is "=" if the evaluated leaves prove equality or the search returned a value inside the window.
        Return None if no relation is proved, which is only possible if a search with strict cuts passes bounds on and
        the window is a single point.
        """
        visit = self.visit_of[node]
        returned, least, greatest = self.log.returned[visit], self._proved_bounds[0][node], self._proved_bounds[1][node]
        if least == returned == greatest:
            return "="
        if visit in self.log.probes:
            return ">=" if self.tree.kinds[node] is Kind.MAX else "<="
        if self._is_value_proved(visit):
            return "="
        if self.log.alphas[visit] == self.log.betas[visit]:
            return ">=" if least >= returned else "<=" if greatest <= returned else None
        return "<=" if returned <= self.log.alphas[visit] else ">="

    @cached_property
    def _proved_bounds(self) -> tuple[list[Number], list[Number]]:
        """The least and the greatest possible value of each node, given the evaluated leaves only."""
        visited = self.visit_of
        leaves = [value if node in visited else UNSEEN_VALUE for node, value in enumerate(self.tree.values)]
        return value_bounds(self.tree, leaves)

    @property
    def is_forced(self) -> bool:
        """Whether the only move of the root was played without a search."""
        return len(self.log) == 1 and len(self.tree) > 1

    @property
    def result(self) -> str | None:
        """Whether the value that the root returned is "exact", or an "upper" or "lower" bound of the minimax value.

        Bounds occur only with a narrow start window. None if a forced move was played without a search.
        """
        if self.is_forced:
            return None
        (low, high), returned = self.convention.window, self.log.returned[0]
        is_whole = self.tree.kinds[0] is Kind.CHANCE and not self.convention.cuts_chance(self.tree)
        if is_whole or self.tree.kinds[0] is Kind.LEAF or not self.convention.cuts or self._is_value_proved(0):
            return "exact"
        if returned <= low and low != -INFINITY:
            return "upper"
        return "lower" if returned >= high and high != INFINITY else "exact"

    @property
    def refutation_id(self) -> int | None:
        """The child whose value made the search fail high at the root, or None if the search did not fail high.

        "High" is from the view of the player at the root.

        >>> from treesolve.notation.convention_expression import resolve_expression
        >>> from treesolve.notation.reader import read
        >>> from treesolve.search.solution import solve
        >>> solve(read("((6 5) (2 9))"), resolve_expression("aima:window=-inf..3")).refutation_id
        1
        """
        kind = self.tree.kinds[0]
        if self.result != _FAILED_HIGH.get(kind, ""):
            return None
        low, high = self.convention.window
        for child in self.visited_ids[1:]:
            returned = self.log.returned[self.visit_of[child]]
            if self.tree.parents[child] == 0 and (returned >= high if kind is Kind.MAX else returned <= low):
                return child
        return None

    @cached_property
    def best_id(self) -> int | None:
        """The chosen child of the root.

        None if the root is a leaf or a chance node, or if the search returned only a bound.
        """
        if self.is_forced:
            return self.tree.children[0][0]
        return self.chosen(0)

    @cached_property
    def principal_variation_ids(self) -> tuple[int, ...]:
        """The path that both players choose, as ids from the root to a leaf or to a node without a choice."""
        path = [0]
        chosen = self.best_id
        while chosen is not None:
            path.append(chosen)
            chosen = self.chosen(chosen)
        return tuple(path)

    def chosen(self, node: int) -> int | None:
        """Return the child that a visited node chooses by the returned values, or None if the node has no choice.

        Of several best children, the convention's `ties` selects the first or the last one visited. Another child
        counts as equally good only if the search has proved that it is; a returned bound is not sufficient.
        """
        visit = self.visit_of.get(node)
        kind = self.tree.kinds[node]
        if visit is None or kind not in (Kind.MAX, Kind.MIN):
            return None
        children = [self.visit_of[child] for child in self.children_in_order(node) if child in self.visit_of]
        if not children:
            return None
        best_of = max if kind is Kind.MAX else min
        target = best_of(self.log.returned[child] for child in children)
        if node == 0 and self.result != "exact":
            return None
        equal = [child for child in children if self.log.returned[child] == target]
        if self.convention.ties == "last":
            equal = [equal[0], *(child for child in equal[1:] if self.relation(self.log.nodes[child]) == "=")]
        return self.log.nodes[equal[-1 if self.convention.ties == "last" else 0]]

    def children_in_order(self, node: int) -> tuple[int, ...]:
        """Return the children of a node in search order."""
        children = self.tree.children[node]
        return children if self.convention.order == "left-right" else children[::-1]

    def _is_value_proved(self, visit: int) -> bool:
        """Return whether a visit returned the exact value of its node rather than a bound."""
        if not self.tree.children[self.log.nodes[visit]] or not self.convention.cuts:
            return True
        alpha, beta, returned = self.log.alphas[visit], self.log.betas[visit], self.log.returned[visit]
        if self.convention.cut == ">" and self.convention.returns == "value":
            return alpha <= returned <= beta
        return alpha < returned < beta
