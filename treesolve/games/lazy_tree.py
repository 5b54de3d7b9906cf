"""Positions of a game as a searchable tree, in which each position is created when the search reaches it.

The search is depth-first, and moves are made and undone as it proceeds. So a single game object is used, without
copies.
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
"""The units of depth.

"plies": every ply counts. "choices": only plies with a choice of moves count. "moves" (variable depth): each ply costs
as much as there are moves to choose from, and the budget is the depth times the number of moves at the root. So the
search is deeper where there are few moves and shallower where there are many.
"""


class Horizon(NamedTuple):
    """The search depth: `depth` in units of `depth_unit`. If `depth` is None, every game is searched to its end.

    With `swing`, the depth is dynamic: a position at the horizon is searched further, for at most `extra` plies, if its
    estimate differs by at least `swing` from the estimate one ply above.
    """

    depth: int | None = None
    depth_unit: str = "plies"
    swing: Number | None = None
    extra: int = 2

    def begin(self, moves: int) -> int | None:
        """Return the depth budget at a root with this number of moves, or None if the depth is unlimited."""
        if self.depth is None:
            return None
        return self.depth * (moves if self.depth_unit == "moves" else 1)

    def after(self, rest: int | None, moves: int) -> int | None:
        """Return the depth budget left below a position with this number of moves, or None if it is unlimited.

        `rest` is the budget at the position itself.
        """
        if rest is None:
            return None
        if self.depth_unit == "plies":
            return rest - 1
        return rest - (moves if self.depth_unit == "moves" else int(moves > 1))


CLOCK_CHECK_INTERVAL = 128
"""Number of positions between two checks of the clock."""

Ordering = Callable[[Game, Sequence[Move]], Sequence[Move]]
"""Returns the moves of the current position in search order."""


class BudgetSpent(Exception):
    """Raised if a search has used up its positions or its time; `positions` is the number of positions searched."""

    def __init__(self, positions: int) -> None:
        super().__init__(positions)
        self.positions = positions


class Budget(NamedTuple):
    """The limits of a search: a number of positions and a time of the monotonic clock. None means no limit."""

    positions: int | None = None
    deadline: float | None = None

    def check(self, count: int) -> float:
        """Raise BudgetSpent if the budget is exceeded after `count` positions.

        Return the number of positions after which the budget must be checked again.
        """
        if self.positions is not None and count > self.positions:
            raise BudgetSpent(count)
        if self.deadline is not None and count % CLOCK_CHECK_INTERVAL == 0 and monotonic() > self.deadline:
            raise BudgetSpent(count)
        due = INFINITY if self.positions is None else self.positions + 1
        return due if self.deadline is None else min(due, count - count % CLOCK_CHECK_INTERVAL + CLOCK_CHECK_INTERVAL)


class Family(NamedTuple):
    """The children of a node: the id of the first child, the moves, the remaining depth, and the parent's estimate."""

    first: int
    moves: Sequence[Move]
    rest: int | None
    estimate: Number | None


@dataclass(eq=False)
class Positions:
    """The positions that can be reached from the current position of a game, as a tree that can be searched.

    Values are in MAX's view. `count` is the number of positions visited, and `estimates` is the number of estimates at
    the horizon. With `symmetric`, only the first of several moves to positions with equal keys is searched. `rewind`
    returns the game to the root. The interface is treesolve.search.search_run.Searchable.
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
        """Return None, because games have no chance nodes."""

    def move_to(self, node: int) -> None:
        """Move the game to a node, which must be the current node, one of its ancestors, or a child of one of these."""
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
        """Move the game back to the root."""
        self.move_to(0)

    @contextmanager
    def rewinding(self) -> Iterator[None]:
        """Move the game back to the root at the end of the block, unless the block is interrupted from the keyboard.

        The game must not be used after an interrupt, which may occur in the middle of a move.
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
        """Return the remaining depth at the current node, or None if it is unlimited.

        The moves of the current node have not yet been subtracted.
        """
        return self.families[-1][2] if self.families else self.horizon.begin(len(self.root_moves))

    @property
    def family(self) -> Family:
        """The children of the current node if they have been accessed, otherwise the family of the node itself."""
        return Family(*self.families[-1])

    def family_of(self, child: int) -> Family:
        """Return the family of `child`, whose parent must be the current node or one of its ancestors."""
        return next(Family(*family) for family in reversed(self.families) if family[0] <= child)

    def ordered_moves(self) -> Sequence[Move]:
        """Return the moves of the current position in search order."""
        moves = self.game.moves()
        if self.symmetric:
            moves = _moves_to_different_positions(self.game, moves)
        return self.ordering(self.game, moves) if self.ordering else moves

    def is_swinging(self, estimate: Number, parent_estimate: Number, rest: int) -> bool:
        """Return whether to continue the search below a position at the horizon.

        The search continues if the position's estimate differs by at least `swing` from that of its parent and fewer
        than `extra` plies beyond the horizon have been searched.
        """
        swing = self.horizon.swing
        if swing is None or rest <= -self.horizon.extra:
            return False
        difference: Any = abs(estimate - parent_estimate) if estimate != parent_estimate else 0
        return bool(difference >= swing)


class _Kinds:
    """The player to move at each node; LEAF for a root without children."""

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
    """The value of each leaf; None for other nodes."""

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
        _, _, rest, parent_estimate = positions.families[-1]
        if rest is None or rest > 0:
            return None
        estimate = positions.estimate(positions.game)
        if parent_estimate is not None and positions.is_swinging(estimate, parent_estimate, rest):
            return None
        positions.estimates += 1
        return estimate


class _Children:
    """The children of each node, as a range of new ids."""

    def __init__(self, positions: Positions) -> None:
        self._positions = positions

    def __getitem__(self, node: int) -> range:
        positions = self._positions
        if node != positions.current_node:
            positions.move_to(node)
        families, horizon = positions.families, positions.horizon
        if node:
            moves = positions.ordered_moves()
            first, siblings, rest, _ = families[-1]
            first += len(siblings)
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
    """Return the moves without those that lead to a position with the same key as an earlier move does."""
    move_by_key: dict[Hashable, Move] = {}
    for move in moves:
        game.make(move)
        move_by_key.setdefault(game.key(), move)
        game.undo(move)
    return list(move_by_key.values())
