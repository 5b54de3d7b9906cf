"""The state space of a position: its game tree with positions that can be reached in several ways merged into one."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, NamedTuple

from treesolve.games.lazy_tree import Positions
from treesolve.model.kind import Kind
from treesolve.model.number import Number
from treesolve.model.problem import InputError, Problem


class Transition(NamedTuple):
    """The name of a move, and the number of the state it leads to."""

    move: str
    state: int


class State(NamedTuple):
    """A state, which is named by its position; `value` is the minimax value of the position."""

    name: str
    kind: Kind
    value: Number
    steps: tuple[Transition, ...]
    level: int
    size: int


class StateSpace(NamedTuple):
    """The states, level by level. The first state is the root."""

    states: tuple[State, ...]

    @property
    def tree_size(self) -> int:
        """The number of nodes of the game tree."""
        return self.states[0].size

    @property
    def best(self) -> tuple[Transition, ...]:
        """The transitions from the root to its best successor states."""
        return tuple(step for step in self.states[0].steps if self.states[step.state].value == self.states[0].value)


StateKey = Callable[[Positions], Hashable]
"""Returns a key that is equal for positions that belong to the same state."""


def text_state_key(positions: Positions) -> Hashable:
    """Return the text of the position, the player to move, and the remaining depth."""
    return positions.game.show(), positions.game.mover, _remaining_depth(positions)


def state_key_by_game_key(positions: Positions) -> Hashable:
    """Return the game's key of the position, the player to move, and the remaining depth.

    The game's key is equal for equivalent positions, such as mirror images.
    """
    return positions.game.key(), positions.game.mover, _remaining_depth(positions)


def _remaining_depth(positions: Positions) -> Hashable:
    """Return the remaining depth, which distinguishes equal positions on different levels; None without a horizon."""
    if positions.horizon.depth is None or not positions.families:
        return None
    return positions.family.rest, positions.family.estimate


def state_space(positions: Positions, most: int, state_key: StateKey = text_state_key) -> StateSpace:
    """Return the state space down to the horizon, and move the game back to the root.

    Raises InputError if there are more than `most` states, or if a position can recur in a game, because its value
    would be undefined.
    """
    collector = _StateCollector(positions, most, state_key)
    with positions.rewinding():
        collector.collect()
    return collector.sorted_states()


@dataclass(eq=False)
class _ReachedState:
    """A state found by the traversal. The value is known once all successors of the state have been visited."""

    name: str
    kind: Kind
    value: Any
    steps: "list[tuple[str, _ReachedState]]" = field(default_factory=list)
    level: int = 0
    size: int = 1


class _StateCollector:
    """A traversal that expands every state once.

    `completed` has the states that have successors, in postorder, so each state comes after all of its successors.
    """

    def __init__(self, positions: Positions, most: int, state_key: StateKey) -> None:
        self.positions, self.most, self.state_key = positions, most, state_key
        self.states: dict[Hashable, _ReachedState] = {}
        self.completed: list[_ReachedState] = []

    def collect(self) -> None:
        """Find all states with their transitions and values."""
        path: list[_ReachedState] = []
        stack: list[tuple[int, str, int]] = [(0, "", 0)]
        while stack:
            node, move, depth = stack.pop()
            while len(path) > depth:
                self._leave(path.pop())
            worth = self.positions.values[node]
            key = self.state_key(self.positions)
            is_new = key not in self.states
            state = self._add_state(key, node, worth) if is_new else self.states[key]
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

    def _add_state(self, key: Hashable, node: int, worth: Number | None) -> _ReachedState:
        if len(self.states) >= self.most:
            raise InputError((Problem("states-too-many", None, {"most": self.most}),))
        kind = Kind.LEAF if worth is not None else self.positions.kinds[node]
        state = self.states[key] = _ReachedState(self.positions.game.show(), kind, worth)
        return state

    def _leave(self, state: _ReachedState) -> None:
        """Set the value of a state whose successors all have their values."""
        best: Any = max if state.kind is Kind.MAX else min
        state.value = best(successor.value for _, successor in state.steps)
        state.size = 1 + sum(successor.size for _, successor in state.steps)
        self.completed.append(state)

    def sorted_states(self) -> StateSpace:
        """Return all states, level by level, in the order in which they were found."""
        for state in reversed(self.completed):
            for _, successor in state.steps:
                successor.level = max(successor.level, state.level + 1)
        ranked = sorted(self.states.values(), key=attrgetter("level"))
        numbers = {id(state): number for number, state in enumerate(ranked)}

        def numbered(state: _ReachedState) -> State:
            steps = tuple(Transition(move, numbers[id(successor)]) for move, successor in state.steps)
            return State(state.name, state.kind, state.value, steps, state.level, state.size)

        return StateSpace(tuple(map(numbered, ranked)))
