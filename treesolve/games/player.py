"""Players that choose a move: one plays at random, all others search.

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

    `value` is in MAX's view; None without a search. `positions` is the number of positions searched, `depth` the search
    depth, None if every game was searched to its end.
    """

    move: Move
    value: Number | None = None
    positions: int = 0
    depth: int | None = None


class Player(Protocol):
    """The interface of players."""

    def choose(self, game: Game) -> Choice:
        """Return the move for the current position, to which the game is restored; the game is not over."""


class RandomPlayer:
    """Chooses random moves; the same seed gives the same choices."""

    def __init__(self, seed: str) -> None:
        self._randomness = Randomness(seed)

    def choose(self, game: Game) -> Choice:
        """Return one of the moves, all equally likely."""
        moves = game.moves()
        return Choice(moves[self._randomness.below(len(moves))])


# Searching players

MAX_POSITIONS = 20_000_000
"""Default maximum number of positions per move, which takes a minute or two."""


FASTER_PLAYERS = {"table": "search:table=100000", "depth": "limit:depth=6"}
"""Player specifications that search fewer positions, suggested in an error message."""


class SearchSettings(NamedTuple):
    """How a player searches: the convention, the scoring, and optionally a transposition table.

    With a table, the best move of an earlier search is searched first; with `promising`, the moves that the game
    considers best. This can change which of several best moves is chosen.
    """

    convention: Convention
    scoring: Scoring
    table: TranspositionTable | None = None
    symmetric: bool = False
    promising: bool = False

    def positions(self, game: Game, horizon: Horizon, budget: Budget | None = None) -> Positions:
        """Return the positions from the current one down to the horizon."""
        ordering = None if self.table is None and not self.promising else self.order_moves
        return Positions(game, self.scoring, horizon, symmetric=self.symmetric, ordering=ordering, budget=budget)

    def order_moves(self, game: Game, moves: Sequence[Move]) -> Sequence[Move]:
        """Return the moves of a position in search order."""
        if self.promising:
            moves = game.promising(moves)
        return moves if self.table is None else self.table.best_first(game, moves)

    def choice(self, game: Game, horizon: Horizon, budget: Budget) -> Choice:
        """Return the first best move in search order; its depth is None if no estimate was needed.

        The game is restored to its current position. Raises BudgetSpent if the budget is too small.
        """
        positions = self.positions(game, horizon, budget)
        table_adapter = TableAdapter(self.table, positions) if self.table is not None else None
        with positions.rewinding():
            result = search_memoryless(positions, self._convention_for(game), table_adapter)
        limited = positions.estimates or (table_adapter and table_adapter.limited)
        depth = horizon.depth if limited else None
        return Choice(positions.root_moves[result.best or 0], result.value, positions.count, depth)

    def _convention_for(self, game: Game) -> Convention:
        """Return the convention, with the results of a loss and a win as the start window if they limit all values."""
        estimates_between = self.scoring.heuristic is None or self.scoring.share
        if not self.convention.cuts or self.convention.perspective == "unit" or not estimates_between:
            return self.convention
        win, _, loss = self.scoring.outcomes
        return self.convention._replace(window=(loss, win)) if game.results == (-1, 1) else self.convention


class SearchingPlayer(NamedTuple):
    """Searches to a fixed horizon; without a depth, to the end of every game within `most` positions.

    Lectures call this player PruningPlayer with cuts, SearchingPlayer without cuts, and LimitingPlayer without cuts but
    with a depth.
    """

    search_settings: SearchSettings
    horizon: Horizon
    most: int = MAX_POSITIONS

    def choose(self, game: Game) -> Choice:
        """Return the first best move. Raises InputError if the search needs too many positions."""
        try:
            return self.search_settings.choice(game, self.horizon, Budget(self.most))
        except BudgetSpent:
            facts = {"position": game.show(), "most": self.most, **FASTER_PLAYERS}
            raise InputError((Problem("search-too-long", None, facts),)) from None


class DeepeningPlayer(NamedTuple):
    """Searches one ply deep, then two, and so on, and chooses the move of the last search within the budget.

    The first search is always finished. The budget for a move is `seconds` or `most` positions; `horizon.depth`, if
    given, is the maximum depth.
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
"""Enough probes to recognize trees that are much too large."""

ESTIMATE_TOLERANCE = 10
"""A search is attempted unless its estimated size exceeds the limit by more than this factor."""


def infeasible_size(player: Player, game: Game) -> int | None:
    """Return the estimated minimum number of positions to search if that is infeasible, otherwise None.

    The size of the tree is estimated by probes. A search without cuts visits the whole tree, a search with cuts at
    least about its square root. Only players with a fixed horizon and without a table are checked, because the savings
    by a table cannot be predicted.
    """
    if not isinstance(player, SearchingPlayer) or player.search_settings.table is not None:
        return None
    positions = player.search_settings.positions(game, player.horizon)
    size = round(estimate_size(positions, probes=PROBES))
    least = isqrt(size) if player.search_settings.convention.cuts else size
    return least if least > ESTIMATE_TOLERANCE * MAX_POSITIONS else None
