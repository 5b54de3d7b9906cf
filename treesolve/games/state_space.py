"""The state space of a position: like its tree, but a position that is reached on several ways stands in it once.

Vocabulary

    state       a position with whose turn it is; with a horizon, also how deep one may still look there
    step        a move from a state to another, its successor
    level       the longest way from the root to a state, in plies: every step leads to a greater level
    size        how many nodes the tree below a state has, the state itself included
"""

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

from treesolve.games.lazy_tree import Positions
from treesolve.model.number import Number
from treesolve.model.problem import InputError, Problem
from treesolve.model.tree import Kind


class Step(NamedTuple):
    """What a move is called, and the number of the state it leads to."""

    move: str
    state: int


class State(NamedTuple):
    """A state, by the text of its position; `value` is its minimax value."""

    name: str
    kind: Kind
    value: Number
    steps: tuple[Step, ...]
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
    def best(self) -> tuple[Step, ...]:
        """The steps from the root that lead to its value."""
        return tuple(step for step in self.states[0].steps if self.states[step.state].value == self.states[0].value)


Identity = Callable[[Positions], Hashable]
"""What two positions must have in common to be one state."""


def identity_by_text(positions: Positions) -> Hashable:
    """The text of the position, whose turn it is, and what is left to the horizon."""
    return positions.game.show(), positions.game.mover, _rest_to_horizon(positions)


def identity_by_key(positions: Positions) -> Hashable:
    """The key of the position, so that its mirror images are the same state, and what is left to the horizon."""
    return positions.game.key(), positions.game.mover, _rest_to_horizon(positions)


def _rest_to_horizon(positions: Positions) -> Hashable:
    """What positions on different levels may differ in; nothing where there is no horizon."""
    if positions.horizon.depth is None or not positions.families:
        return None
    return positions.family.rest, positions.family.estimate


def state_space(positions: Positions, most: int, identity: Identity = identity_by_text) -> StateSpace:
    """The state space down to the positions' horizon; the game stands at the root again at the end.

    Raises InputError where there are more than `most` states, and where play can return to a position: there is no
    last position to begin at then, and without a horizon there are no values.
    """
    gathering = _Gathering(positions, most, identity)
    with positions.coming_back():
        gathering.gather()
    return gathering.finished()


class _Gathering:
    """A walk that looks into every state once.

    `order` has the states in the order in which they are left: each after all that follow it.
    """

    def __init__(self, positions: Positions, most: int, identity: Identity) -> None:
        self.positions, self.most, self.identity = positions, most, identity
        self.numbers: dict[Hashable, int] = {}
        self.names: list[str] = []
        self.kinds: list[Kind] = []
        self.values: list[Number | None] = []
        self.steps: list[list[Step]] = []
        self.sizes: list[int] = []
        self.order: list[int] = []

    def gather(self) -> None:
        """Find all states, their steps and their values."""
        path: list[int] = []
        waiting: list[tuple[int, str, int]] = [(0, "", 0)]
        while waiting:
            node, move, depth = waiting.pop()
            while len(path) > depth:
                self._leave_state(path.pop())
            worth = self.positions.values[node]
            key = self.identity(self.positions)
            known = self.numbers.get(key)
            state = self._enter_state(key, node, worth) if known is None else known
            if path:
                self.steps[path[-1]].append(Step(move, state))
            if known is None and worth is None:
                path.append(state)
                children, moves = self.positions.children[node], self.positions.family.moves
                called = map(self.positions.game.name_of, moves)
                waiting += reversed([(child, name, depth + 1) for child, name in zip(children, called, strict=True)])
            elif self.values[state] is None:
                raise InputError((Problem("state-again", None, {"name": self.names[state]}),))
        while path:
            self._leave_state(path.pop())

    def _enter_state(self, key: Hashable, node: int, worth: Number | None) -> int:
        """A new state; what is worth something by itself is left at once."""
        state = self.numbers[key] = len(self.names)
        if state >= self.most:
            raise InputError((Problem("states-too-many", None, {"most": self.most}),))
        self.names.append(self.positions.game.show())
        self.kinds.append(Kind.LEAF if worth is not None else self.positions.kinds[node])
        self.values.append(worth)
        self.steps.append([])
        self.sizes.append(1)
        if worth is not None:
            self.order.append(state)
        return state

    def _leave_state(self, state: int) -> None:
        """Give a state its value, now that all its successors have theirs."""
        best: Any = max if self.kinds[state] is Kind.MAX else min
        self.values[state] = best(self.values[step.state] for step in self.steps[state])
        self.sizes[state] = 1 + sum(self.sizes[step.state] for step in self.steps[state])
        self.order.append(state)

    def finished(self) -> StateSpace:
        """All states, level by level, those of a level as they were found."""
        levels = self._levels_of_states()
        ranked = sorted(range(len(levels)), key=lambda state: (levels[state], state))
        numbers = {state: number for number, state in enumerate(ranked)}
        return StateSpace(tuple(self._numbered_state(state, levels[state], numbers) for state in ranked))

    def _levels_of_states(self) -> list[int]:
        levels = [0] * len(self.names)
        for state in reversed(self.order):
            for step in self.steps[state]:
                levels[step.state] = max(levels[step.state], levels[state] + 1)
        return levels

    def _numbered_state(self, state: int, level: int, numbers: dict[int, int]) -> State:
        steps = tuple(Step(step.move, numbers[step.state]) for step in self.steps[state])
        value: Any = self.values[state]
        return State(self.names[state], self.kinds[state], value, steps, level, self.sizes[state])
