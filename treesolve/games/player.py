"""Computer players: one of them plays at random, and all others search.

Searching players use the same search as exercises, under a convention.
"""

from collections.abc import Sequence
from math import isqrt
from time import monotonic
from typing import NamedTuple, Protocol

from treesolve.games.evaluation import Scoring
from treesolve.games.game import Game, Move
from treesolve.games.lazy_tree import Budget, BudgetSpent, Horizon, Positions
from treesolve.games.transposition_table import TableAdapter, TranspositionTable
from treesolve.games.tree_expansion import estimate_size
from treesolve.model.convention import Convention
from treesolve.model.hash_random import Randomness
from treesolve.model.number import Number
from treesolve.model.problem import InputError, Problem
from treesolve.search.memoryless_search import search_memoryless


class Choice(NamedTuple):
    """A move, with the result and the cost of the search for it.

    `value` is in MAX's view, or None if there was no search. `positions` is the number of positions searched. `depth`
    is the search depth, or None if every game was searched to its end.
    """

    move: Move
    value: Number | None = None
    positions: int = 0
    depth: int | None = None


class Player(Protocol):
    """The interface of players."""

    def choose(self, game: Game) -> Choice:
        """Return the chosen move for the current position of a game, which must not be over.

        A player may make moves to search but must restore the position.
        """


class RandomPlayer:
    """A player that chooses random moves. The same seed gives the same choices."""

    def __init__(self, seed: str) -> None:
        self._randomness = Randomness(seed)

    def choose(self, game: Game) -> Choice:
        """Return one of the moves, all equally likely."""
        moves = game.moves()
        return Choice(moves[self._randomness.below(len(moves))])


# Searching players

MAX_POSITIONS = 20_000_000
"""Default maximum number of positions searched per move. Searching them takes a minute or two."""


FASTER_PLAYERS = {"table": "search:table=100000", "depth": "limit:depth=6"}
"""Player specifications that search fewer positions, suggested in an error message."""


class SearchSettings(NamedTuple):
    """How a player searches: the convention, the scoring, and optionally a transposition table.

    With a table, the best move of an earlier search is searched first. With `promising`, the moves that the game
    considers best are searched first. Both can change which of several best moves is chosen.
    """

    convention: Convention
    scoring: Scoring
    table: TranspositionTable | None = None
    symmetric: bool = False
    promising: bool = False

    def positions(self, game: Game, horizon: Horizon, budget: Budget | None = None) -> Positions:
        """Return the positions from the current position down to the horizon."""
        ordering = None if self.table is None and not self.promising else self.order_moves
        return Positions(game, self.scoring, horizon, symmetric=self.symmetric, ordering=ordering, budget=budget)

    def order_moves(self, game: Game, moves: Sequence[Move]) -> Sequence[Move]:
        """Return the moves of a position in search order."""
        if self.promising:
            moves = game.promising(moves)
        return moves if self.table is None else self.table.best_first(game, moves)

    def choice(self, game: Game, horizon: Horizon, budget: Budget) -> Choice:
        """Return the best move, or the first in search order of several best moves.

        The `depth` of the choice is None if no estimate was needed. The position of the game is restored. Raises
        BudgetSpent if the budget is too small.
        """
        positions = self.positions(game, horizon, budget)
        table_adapter = TableAdapter(self.table, positions) if self.table is not None else None
        with positions.rewinding():
            result = search_memoryless(positions, self._convention_for(game), table_adapter)
        limited = positions.estimates or (table_adapter and table_adapter.limited)
        depth = horizon.depth if limited else None
        return Choice(positions.root_moves[result.best or 0], result.value, positions.count, depth)

    def _convention_for(self, game: Game) -> Convention:
        """Return the convention; if all values lie between a loss and a win, these become the start window."""
        estimates_between = self.scoring.heuristic is None or self.scoring.share
        if not self.convention.cuts or self.convention.perspective == "unit" or not estimates_between:
            return self.convention
        win, _, loss = self.scoring.outcomes
        return self.convention._replace(window=(loss, win)) if game.results == (-1, 1) else self.convention


class SearchingPlayer(NamedTuple):
    """A player that searches to a fixed horizon, or to the end of every game if there is no depth.

    A search may visit at most `most` positions. In lectures, this player is called PruningPlayer if it has cuts,
    SearchingPlayer if it has neither cuts nor a depth, and LimitingPlayer if it has a depth but no cuts.
    """

    search_settings: SearchSettings
    horizon: Horizon
    most: int = MAX_POSITIONS

    def choose(self, game: Game) -> Choice:
        """Return the best move, or the first of several. Raises InputError if the search needs too many positions."""
        try:
            return self.search_settings.choice(game, self.horizon, Budget(self.most))
        except BudgetSpent:
            facts = {"position": game.show(), "most": self.most, **FASTER_PLAYERS}
            raise InputError((Problem("search-too-long", None, facts),)) from None


class DeepeningPlayer(NamedTuple):
    """A player that searches one ply deep, then two, and so on until the budget for the move is spent.

    The player chooses the move of the last search that was finished. The first search is always finished. The budget is
    `seconds` or `most` positions, and `horizon.depth`, if given, is the maximum depth.
    """

    search_settings: SearchSettings
    horizon: Horizon
    seconds: float | None = None
    most: int | None = None

    def choose(self, game: Game) -> Choice:
        """Return the move of the deepest search that finished within the budget."""
        deadline = None if self.seconds is None else monotonic() + self.seconds
        choice = self.search_settings.choice(game, self.horizon._replace(depth=1), Budget())
        spent = choice.positions
        while choice.depth is not None and choice.depth != self.horizon.depth:
            budget = Budget(None if self.most is None else self.most - spent, deadline)
            try:
                choice = self.search_settings.choice(game, self.horizon._replace(depth=choice.depth + 1), budget)
            except BudgetSpent as end:
                return choice._replace(positions=spent + end.positions)
            spent += choice.positions
        return choice._replace(positions=spent)


# Feasibility

PROBES = 100
"""Number of probes, which is sufficient for recognizing trees that are much too large."""

ESTIMATE_TOLERANCE = 10
"""Factor by which the estimated size of a search may exceed the limit before the search is refused."""


def infeasible_size(player: Player, game: Game) -> int | None:
    """Return the estimated minimum number of positions that the player must search if it is too large, otherwise None.

    The size of the tree is estimated by probes. A search without cuts visits the whole tree, and a search with cuts
    visits at least about the square root of the number of nodes. Only players with a fixed horizon and without a table
    are checked, because the savings by a table cannot be predicted.
    """
    if not isinstance(player, SearchingPlayer) or player.search_settings.table is not None:
        return None
    positions = player.search_settings.positions(game, player.horizon)
    size = round(estimate_size(positions, probes=PROBES))
    least = isqrt(size) if player.search_settings.convention.cuts else size
    return least if least > ESTIMATE_TOLERANCE * MAX_POSITIONS else None
