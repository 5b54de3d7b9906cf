"""Positions of a game as something to search: each comes into being when the search gets to it.

The search goes down and comes back; the game follows it with moves made and undone, so there is one game and no copy.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import KW_ONLY, dataclass
from time import monotonic
from typing import Any, NamedTuple

from treesolve.games.evaluation import Scoring
from treesolve.games.game import Game, Move
from treesolve.model.kind import Kind
from treesolve.model.number import INFINITY, Number

DEPTH_UNITS = ("plies", "choices", "moves")
"""What depth is counted in.

"plies": every ply. "choices": only plies where there is a choice; forced moves are free. "moves": a ply costs as much
as there are moves, and a depth is worth that many times the moves at the root: where there are few moves, one looks
deeper, where there are many, less deep (variable depth).
"""


class Horizon(NamedTuple):
    """How far to look: `depth` in what `depth_unit` names, None for the end of every game.

    Where `swing` is given, depth is dynamic: a position on the horizon whose estimate differs by that much, or more,
    from the one a ply above is looked at further, for at most `extra` plies below the horizon.
    """

    depth: int | None = None
    depth_unit: str = "plies"
    swing: Number | None = None
    extra: int = 2

    def begin(self, moves: int) -> int | None:
        """What may be spent on the way down from a root with so many moves; None if there is no end to it."""
        if self.depth is None:
            return None
        return self.depth * (moves if self.depth_unit == "moves" else 1)

    def after(self, rest: int | None, moves: int) -> int | None:
        """What is left below a position with so many moves."""
        if rest is None:
            return None
        if self.depth_unit == "plies":
            return rest - 1
        return rest - (moves if self.depth_unit == "moves" else int(moves > 1))


CLOCK_CHECK_INTERVAL = 128
"""After so many positions the clock is asked again."""

Ordering = Callable[[Game, Sequence[Move]], Sequence[Move]]
"""A way to arrange the moves of the position in which a game stands."""


class BudgetSpent(Exception):
    """A search has looked at as many positions, or taken as much time, as it may; `positions` is how many it was."""

    def __init__(self, positions: int) -> None:
        super().__init__(positions)
        self.positions = positions


class Budget(NamedTuple):
    """What a search may spend: positions to look at, and a moment of the monotonic clock; None is no limit."""

    positions: int | None = None
    deadline: float | None = None

    def check(self, count: int) -> float:
        """Raise BudgetSpent where that many positions are too many, or the time is up; after how many to ask again."""
        if self.positions is not None and count > self.positions:
            raise BudgetSpent(count)
        if self.deadline is not None and count % CLOCK_CHECK_INTERVAL == 0 and monotonic() > self.deadline:
            raise BudgetSpent(count)
        again = INFINITY if self.positions is None else self.positions + 1
        return (
            again if self.deadline is None else min(again, count - count % CLOCK_CHECK_INTERVAL + CLOCK_CHECK_INTERVAL)
        )


class Family(NamedTuple):
    """The children of a node: the first one's number, their moves, the depth left there, the parent's estimate."""

    first: int
    moves: Sequence[Move]
    rest: int | None
    estimate: Number | None


@dataclass(eq=False)
class Positions:
    """A game's positions from where it stands on, as treesolve.search.search_run.Searchable; values are in MAX's view.

    `count` is how many positions were looked at, `estimates` how many of them on the horizon. With `symmetric`, of
    moves that lead to equal keys only the first is seen. The game stands at the root again after `rewind`.
    """

    game: Game
    scoring: Scoring
    horizon: Horizon
    _: KW_ONLY
    flipped: bool = False
    symmetric: bool = False
    ordering: Ordering | None = None
    budget: Budget | None = None

    def __post_init__(self) -> None:
        self.value = self.scoring.result_valuation(flipped=self.flipped)
        self.estimate = self.scoring.horizon_valuation(flipped=self.flipped)
        self.spending = self.budget or Budget()
        self.next_budget_check: float = 0
        self.count = self.estimates = 0
        self.families: list[tuple[int, Sequence[Move], int | None, Number | None]] = []
        self.root_moves: Sequence[Move] = ()
        self.path: list[int | None] = []
        self.current_node = 0
        self.kinds = _Kinds(self)
        self.values = _Values(self)
        self.children = _Children(self)

    def weight(self, _node: int) -> None:
        """No position here is left to chance."""

    def move_to(self, node: int) -> None:
        """Have the game stand at a node: where it stands, above it, or a child of one of these."""
        families, path, game = self.families, self.path, self.game
        while families and path[-1] != node:
            first, moves, _, _ = families[-1]
            if (child := path[-1]) is not None:
                path[-1] = None
                game.undo(moves[child - first])
            if first <= node:
                game.make(moves[node - first])
                path[-1] = node
            else:
                families.pop()
                path.pop()
        self.current_node = node

    def rewind(self) -> None:
        """Take the game back to the root."""
        self.move_to(0)

    @contextmanager
    def rewinding(self) -> Iterator[None]:
        """Take the game back to the root afterwards, whatever happens; but not from the midst of a move.

        That is where somebody who interrupts may have caught it; the game is of no use then.
        """
        try:
            yield
        except KeyboardInterrupt:
            raise
        except BaseException:
            self.rewind()
            raise
        self.rewind()

    def rest(self) -> int | None:
        """How deep one may still look where the game stands, before its own moves are counted."""
        return self.families[-1][2] if self.families else self.horizon.begin(len(self.root_moves))

    @property
    def family(self) -> Family:
        """The children of the node where the game stands, once they were asked for; before that, its own family."""
        return Family(*self.families[-1])

    def family_of(self, child: int) -> Family:
        """Return the family of a child of the node where the game stands, or of one above."""
        return next(Family(*family) for family in reversed(self.families) if family[0] <= child)

    def ordered_moves(self) -> Sequence[Move]:
        """Return the moves where the game stands, in the order in which they are looked at."""
        moves = self.game.moves()
        if self.symmetric:
            moves = _moves_to_different_positions(self.game, moves)
        return self.ordering(self.game, moves) if self.ordering else moves

    def is_swinging(self, estimate: Number, above: Number, rest: int) -> bool:
        """Whether a position on the horizon is worth looking at further: it differs from the estimate above."""
        swing = self.horizon.swing
        if swing is None or rest <= -self.horizon.extra:
            return False
        difference: Any = abs(estimate - above) if estimate != above else 0
        return bool(difference >= swing)


class _Kinds:
    """Who decides at the node where the game stands; nobody at a root without children."""

    def __init__(self, positions: Positions) -> None:
        self._positions = positions

    def __getitem__(self, node: int) -> Kind:
        positions = self._positions
        if node != positions.current_node:
            positions.move_to(node)
        if not node and (positions.game.is_over() or positions.horizon.depth == 0):
            return Kind.LEAF
        return positions.game.mover.opponent if positions.flipped else positions.game.mover


class _Values:
    """What a node is worth that is not looked into; None for others."""

    def __init__(self, positions: Positions) -> None:
        self._positions = positions
        self._is_over = positions.game.is_over

    def __getitem__(self, node: int) -> Number | None:
        positions = self._positions
        positions.move_to(node)
        positions.count = count = positions.count + 1
        if count >= positions.next_budget_check:
            positions.next_budget_check = positions.spending.check(count)
        if self._is_over():
            return positions.value(positions.game)
        if not node:
            return positions.estimate(positions.game) if positions.horizon.depth == 0 else None
        _, _, rest, above = positions.families[-1]
        if rest is None or rest > 0:
            return None
        estimate = positions.estimate(positions.game)
        if above is not None and positions.is_swinging(estimate, above, rest):
            return None
        positions.estimates += 1
        return estimate


class _Children:
    """The children of the node where the game stands."""

    def __init__(self, positions: Positions) -> None:
        self._positions = positions

    def __getitem__(self, node: int) -> range:
        positions = self._positions
        if node != positions.current_node:
            positions.move_to(node)
        families, horizon = positions.families, positions.horizon
        if node:
            moves = positions.ordered_moves()
            first, above, rest, _ = families[-1]
            first += len(above)
        else:
            families.clear()
            positions.path.clear()
            moves = positions.root_moves = positions.root_moves or positions.ordered_moves()
            first, rest = 1, horizon.begin(len(moves))
        estimate = None if horizon.swing is None else positions.estimate(positions.game)
        if rest is not None:
            rest = horizon.after(rest, len(moves))
        families.append((first, moves, rest, estimate))
        positions.path.append(None)
        return range(first, first + len(moves))


def _moves_to_different_positions(game: Game, moves: Sequence[Move]) -> Sequence[Move]:
    """Return the moves without those that lead to a position with the key of an earlier one."""
    found: dict[Hashable, Move] = {}
    for move in moves:
        game.make(move)
        found.setdefault(game.key(), move)
        game.undo(move)
    return list(found.values())
