"""The state space of a position: like its tree, but a position that is reached on several ways stands in it once."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, NamedTuple

from treesolve.games.lazy_tree import Positions
from treesolve.model.kind import Kind
from treesolve.model.number import Number
from treesolve.model.problem import InputError, Problem


class Transition(NamedTuple):
    """What a move is called, and the number of the state it leads to."""

    move: str
    state: int


class State(NamedTuple):
    """A state, by the text of its position; `value` is its minimax value."""

    name: str
    kind: Kind
    value: Number
    steps: tuple[Transition, ...]
    level: int
    size: int


class StateSpace(NamedTuple):
    """The states, level by level; the first one is the root."""

    states: tuple[State, ...]

    @property
    def tree_size(self) -> int:
        """How many nodes the tree has."""
        return self.states[0].size

    @property
    def best(self) -> tuple[Transition, ...]:
        """The steps from the root that lead to its value."""
        return tuple(step for step in self.states[0].steps if self.states[step.state].value == self.states[0].value)


StateKey = Callable[[Positions], Hashable]
"""What two positions must have in common to be one state."""


def state_key_by_text(positions: Positions) -> Hashable:
    """Return the text of the position, whose turn it is, and what is left to the horizon."""
    return positions.game.show(), positions.game.mover, _remaining_depth(positions)


def state_key_by_game_key(positions: Positions) -> Hashable:
    """Return the key of the position, so that its mirror images are the same state, and what is left to the horizon."""
    return positions.game.key(), positions.game.mover, _remaining_depth(positions)


def _remaining_depth(positions: Positions) -> Hashable:
    """What positions on different levels may differ in; nothing where there is no horizon."""
    if positions.horizon.depth is None or not positions.families:
        return None
    return positions.family.rest, positions.family.estimate


def state_space(positions: Positions, most: int, state_key: StateKey = state_key_by_text) -> StateSpace:
    """Return the state space down to the positions' horizon; the game stands at the root again at the end.

    Raises InputError where there are more than `most` states, and where play can return to a position: there is no
    last position to begin at then, and without a horizon there are no values.
    """
    collector = _StateCollector(positions, most, state_key)
    with positions.rewinding():
        collector.collect()
    return collector.sorted_states()


@dataclass(eq=False)
class _Found:
    """A state that the walk has come to; its value is known once all that follows it was looked at."""

    name: str
    kind: Kind
    value: Any
    steps: "list[tuple[str, _Found]]" = field(default_factory=list)
    level: int = 0
    size: int = 1


class _StateCollector:
    """A walk that looks into every state once.

    `completed` has the states with steps in the order in which they are left: each after all that follow it.
    """

    def __init__(self, positions: Positions, most: int, state_key: StateKey) -> None:
        self.positions, self.most, self.state_key = positions, most, state_key
        self.found: dict[Hashable, _Found] = {}
        self.completed: list[_Found] = []

    def collect(self) -> None:
        """Find all states, their steps and their values."""
        path: list[_Found] = []
        stack: list[tuple[int, str, int]] = [(0, "", 0)]
        while stack:
            node, move, depth = stack.pop()
            while len(path) > depth:
                self._leave(path.pop())
            worth = self.positions.values[node]
            key = self.state_key(self.positions)
            is_new = key not in self.found
            state = self._add_state(key, node, worth) if is_new else self.found[key]
            if path:
                path[-1].steps.append((move, state))
            if is_new and worth is None:
                path.append(state)
                children, moves = self.positions.children[node], self.positions.family.moves
                move_names = map(self.positions.game.name_of, moves)
                stack += reversed([(child, name, depth + 1) for child, name in zip(children, move_names, strict=True)])
            elif state.value is None:
                raise InputError((Problem("state-again", None, {"name": state.name}),))
        while path:
            self._leave(path.pop())

    def _add_state(self, key: Hashable, node: int, worth: Number | None) -> _Found:
        if len(self.found) >= self.most:
            raise InputError((Problem("states-too-many", None, {"most": self.most}),))
        kind = Kind.LEAF if worth is not None else self.positions.kinds[node]
        state = self.found[key] = _Found(self.positions.game.show(), kind, worth)
        return state

    def _leave(self, state: _Found) -> None:
        """Give a state its value, now that all its successors have theirs."""
        best: Any = max if state.kind is Kind.MAX else min
        state.value = best(after.value for _, after in state.steps)
        state.size = 1 + sum(after.size for _, after in state.steps)
        self.completed.append(state)

    def sorted_states(self) -> StateSpace:
        """All states, level by level, those of a level as they were found."""
        for state in reversed(self.completed):
            for _, after in state.steps:
                after.level = max(after.level, state.level + 1)
        ranked = sorted(self.found.values(), key=attrgetter("level"))
        numbers = {id(state): number for number, state in enumerate(ranked)}

        def numbered(state: _Found) -> State:
            steps = tuple(Transition(move, numbers[id(after)]) for move, after in state.steps)
            return State(state.name, state.kind, state.value, steps, state.level, state.size)

        return StateSpace(tuple(map(numbered, ranked)))
