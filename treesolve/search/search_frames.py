"""The animation of a solution. Each frame contains the complete state of the tree after one step.

Numbers are in MAX's view in every convention, because a picture shows the values of one player.
"""

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

from treesolve.model.kind import Kind
from treesolve.model.number import Number, Value
from treesolve.model.reading_point import AT_ENTRY
from treesolve.model.tree import Tree
from treesolve.search.bounds_at_reading_point import alpha_beta_pairs
from treesolve.search.search_result import PRUNED, UNSEEN, StepEvents
from treesolve.search.solution import Solution
from treesolve.search.step_table import StepRow, step_rows
from treesolve.search.trace import CutEvent, Enter, Evaluate, Event, Leave, Update

BLANK, NOT_VISITED, OPEN, DONE = "blank", "waiting", "open", "done"
"""Statuses of a node during a search, in addition to "pruned" and "unseen" of a solution."""


class NodeState(NamedTuple):
    """What to draw at a node.

    `bounds` are the current alpha and beta of an open node, or the alpha and beta on entry of a finished node. There is
    only one bound if the convention keeps one bound per node, and none if the convention has no cuts. `value` is the
    returned value, or the value of a leaf. `relation` says how the minimax value relates to `value`: "=", "<=" or ">=",
    or None if nothing is proved.
    """

    status: str = NOT_VISITED
    bounds: tuple[Number, ...] = ()
    value: Value | None = None
    relation: str | None = "="


class Frame(NamedTuple):
    """The tree after a step: the state of each node, by id.

    `number` is the number of the step, or 0 before the first step. `row` describes the step, and `current` is the
    step's node. `struck` are the topmost nodes pruned so far. `principal_variation` has the ids of the path that both
    players choose, and is empty until the search has finished.
    """

    number: int
    row: StepRow | None
    current: int | None
    states: tuple[NodeState, ...]
    struck: frozenset[int]
    principal_variation: tuple[int, ...]


def blank_frame(tree: Tree) -> Frame:
    """Return the frame of the tree as printed in an exercise, with names and leaf values, before any search."""
    return Frame(0, None, None, tuple(NodeState(BLANK, value=value) for value in tree.values), frozenset(), ())


class Animation:
    """The frames of a solution, beginning with the one before the first step."""

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        self.tree = solution.tree

    def __len__(self) -> int:
        return len(self.solution.step_events) + 1

    def __iter__(self) -> Iterator[Frame]:
        return map(self.frame, range(len(self)))

    @cached_property
    def rows(self) -> tuple[StepRow, ...]:
        """The rows of the step table."""
        return tuple(step_rows(self.solution))

    @cached_property
    def tracks(self) -> tuple[tuple[tuple[int, NodeState], ...], ...]:
        """The states of each node in order, each with the number of the step in which the state begins."""
        return tuple(map(tuple, _StateRecorder(self).tracks))

    @property
    def last(self) -> Frame:
        """The frame of the finished search."""
        return self.frame(len(self) - 1)

    @property
    def at_reading_point(self) -> Frame:
        """The frame of the finished search, with alpha and beta at the convention's reading point."""
        last, at_reading_point = self.last, alpha_beta_pairs(self.solution)
        if self.solution.convention.alpha_beta == AT_ENTRY or not at_reading_point:
            return last
        states = (state._replace(bounds=at_reading_point.get(node, ())) for node, state in enumerate(last.states))
        return last._replace(states=tuple(states))

    def frame(self, number: int) -> Frame:
        """Return the frame after the given number of steps. Raises IndexError if there are fewer steps."""
        if not 0 <= number < len(self):
            raise IndexError(number)
        row = self.rows[number - 1] if number else None
        ended = number == len(self) - 1
        return Frame(
            number,
            row,
            row.node if row else None,
            tuple(_state_at_step(track, number) for track in self.tracks),
            frozenset(node for step, node in self.struck if step <= number),
            self.solution.principal_variation_ids if ended else (),
        )

    @cached_property
    def struck(self) -> tuple[tuple[int, int], ...]:
        """The topmost pruned nodes, each with the number of the step that pruned the node."""
        return tuple(
            (step.number, node)
            for step in self.solution.step_events
            for event in step.events
            if isinstance(event, CutEvent)
            for node in event.skipped
        )


def _state_at_step(track: tuple[tuple[int, NodeState], ...], number: int) -> NodeState:
    return track[bisect_right(track, number, key=lambda entry: entry[0]) - 1][1]


class _StateRecorder:
    """Records each change of a node's state, step by step."""

    def __init__(self, animation: Animation) -> None:
        self.animation = animation
        self.solution = animation.solution
        self.one_bound = self.solution.convention.wording == "one-bound"
        self.cuts_chance = self.solution.convention.cuts_chance(animation.tree)
        self.probes = {self.solution.log.nodes[visit] for visit in self.solution.log.probes}
        self.entered: dict[int, tuple[Number, ...]] = {}
        initial_status = UNSEEN if self.solution.is_forced else NOT_VISITED
        self.tracks: list[list[tuple[int, NodeState]]] = [
            [(0, NodeState(initial_status if node else NOT_VISITED, value=value))]
            for node, value in enumerate(animation.tree.values)
        ]
        for step in self.solution.step_events:
            self._record_step(step)

    def _record_step(self, step: StepEvents) -> None:
        for event in step.events:
            node, state = event.node, self._state_after_event(event)
            if state is not None and state != self.tracks[node][-1][1]:
                self.tracks[node].append((step.number, state))
            if isinstance(event, CutEvent):
                self._record_pruned(event, step.number)

    def _state_after_event(self, event: Event) -> NodeState | None:
        """Return the state of the event's node after the event, or None if the event does not change the state."""
        if isinstance(event, Enter | Update):
            bounds = self._shown_bounds(event)
            if isinstance(event, Enter):
                self.entered[event.node] = bounds
            return NodeState(OPEN, bounds, self._best_so_far(event))
        if isinstance(event, Evaluate):
            return NodeState(DONE, (), event.value)
        if isinstance(event, Leave):
            bounds = self.tracks[event.node][-1][1].bounds if self.one_bound else self.entered[event.node]
            if self.solution.is_forced:
                return NodeState(DONE, bounds, None, None)
            return NodeState(DONE, bounds, event.value, self._relation_of_value(event.node))
        return None

    def _best_so_far(self, event: Enter | Update) -> Value | None:
        """Return the best payoffs that an open node has received so far, as its value in a search without windows."""
        if self.solution.has_windows or isinstance(event, Enter):
            return None
        previous: Any = self.tracks[event.node][-1][1].value
        worth = self.solution.worth
        is_better = previous is None or worth(event.value, event.node) > worth(previous, event.node)
        return event.value if is_better else previous

    def _relation_of_value(self, node: int) -> str | None:
        """Return how the node's minimax value relates to the value that the node has just returned.

        The returned value may come from a probe or from a full search.
        """
        if node not in self.probes:
            return self.solution.relation(node)
        self.probes.remove(node)
        return ">=" if self.animation.tree.kinds[node] is Kind.MAX else "<="

    def _shown_bounds(self, event: Enter | Update) -> tuple[Number, ...]:
        kind = self.animation.tree.kinds[event.node]
        if not (self.solution.convention.cuts and self.solution.has_windows) or (
            kind is Kind.CHANCE and (self.one_bound or not self.cuts_chance)
        ):
            return ()
        if not self.one_bound:
            return event.alpha, event.beta
        if isinstance(event, Enter):
            return ()
        previous = self.tracks[event.node][-1][1].bounds
        return ((max if kind is Kind.MAX else min)([*previous, event.value]),)

    def _record_pruned(self, cut: CutEvent, number: int) -> None:
        for skipped in cut.skipped:
            for node in self.animation.tree.subtree(skipped):
                last = self.tracks[node][-1][1]
                self.tracks[node].append((number, last._replace(status=PRUNED)))
