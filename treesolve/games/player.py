"""Players, who are shown a position and choose a move: one who does not think, and those who search.

Each searches by the one search under a convention.
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
    """A move, with what the search for it found and took.

    `value` is in MAX's view; None where nothing was searched. `positions` is how many were looked at, `depth` how deep,
    None where every game was followed to its end.
    """

    move: Move
    value: Number | None = None
    positions: int = 0
    depth: int | None = None


class Player(Protocol):
    """Someone who plays."""

    def choose(self, game: Game) -> Choice:
        """Return the move for the position in which the game stands, which it comes back to; the game is not over."""


class RandomPlayer:
    """Chooses any move; the same seed gives the same choices."""

    def __init__(self, seed: str) -> None:
        self._randomness = Randomness(seed)

    def choose(self, game: Game) -> Choice:
        """One of the moves, all equally likely."""
        moves = game.moves()
        return Choice(moves[self._randomness.below(len(moves))])


# Who search

MAX_POSITIONS = 20_000_000
"""So many positions are looked at for a move, at most, where no budget says otherwise: that takes a minute or two."""


FASTER_PLAYERS = {"table": "search:table=100000", "depth": "limit:depth=6"}
"""Players who look at fewer positions, as they are asked for."""


class SearchSettings(NamedTuple):
    """How a player searches: under which convention, what positions are worth, and with which table, if any.

    With a table, the move found best before is looked at first; with `promising`, those the game puts first. Of several
    best moves it may then be another one that is chosen.
    """

    convention: Convention
    scoring: Scoring
    table: TranspositionTable | None = None
    symmetric: bool = False
    promising: bool = False

    def positions(self, game: Game, horizon: Horizon, budget: Budget | None = None) -> Positions:
        """Return the positions from where the game stands up to the horizon."""
        ordering = None if self.table is None and not self.promising else self.order_moves
        return Positions(game, self.scoring, horizon, symmetric=self.symmetric, ordering=ordering, budget=budget)

    def order_moves(self, game: Game, moves: Sequence[Move]) -> Sequence[Move]:
        """Return the moves of a position in the order in which they are looked at."""
        if self.promising:
            moves = game.promising(moves)
        return moves if self.table is None else self.table.best_first(game, moves)

    def choice(self, game: Game, horizon: Horizon, budget: Budget) -> Choice:
        """Return the first of the moves that the search finds best; its depth is None where it saw every end.

        The game ends up where it stood. Raises BudgetSpent.
        """
        positions = self.positions(game, horizon, budget)
        table_adapter = TableAdapter(self.table, positions) if self.table is not None else None
        with positions.rewinding():
            found = search_memoryless(positions, self._convention_for(game), table_adapter)
        limited = positions.estimates or (table_adapter and table_adapter.limited)
        depth = horizon.depth if limited else None
        return Choice(positions.root_moves[found.best or 0], found.value, positions.count, depth)

    def _convention_for(self, game: Game) -> Convention:
        """Return the convention, with the bounds to begin with that follow where nothing beats a win: it is the last
        word.
        """
        estimates_between = self.scoring.heuristic is None or self.scoring.share
        if not self.convention.cuts or self.convention.perspective == "unit" or not estimates_between:
            return self.convention
        win, _, loss = self.scoring.outcomes
        return self.convention._replace(window=(loss, win)) if game.results == (-1, 1) else self.convention


class SearchingPlayer(NamedTuple):
    """Searches up to one horizon; without one it follows every game to its end, if `most` positions do.

    With a convention that cuts this is the conventions' PruningPlayer, without cuts the SearchingPlayer, or, with a
    depth, the LimitingPlayer.
    """

    search_settings: SearchSettings
    horizon: Horizon
    most: int = MAX_POSITIONS

    def choose(self, game: Game) -> Choice:
        """Return the first of the moves that the search finds best. Raises InputError where it looks at too many
        positions.
        """
        try:
            return self.search_settings.choice(game, self.horizon, Budget(self.most))
        except BudgetSpent:
            facts = {"position": game.show(), "most": self.most, **FASTER_PLAYERS}
            raise InputError((Problem("search-too-long", None, facts),)) from None


class DeepeningPlayer(NamedTuple):
    """Searches one ply deep, then two, and so on, until the budget is spent, and takes the last finished search's move.

    The first search is always finished. `seconds` or `most` positions are the budget for a move; `horizon.depth`, where
    there is one, is the greatest depth.
    """

    search_settings: SearchSettings
    horizon: Horizon
    seconds: float | None = None
    most: int | None = None

    def choose(self, game: Game) -> Choice:
        """Return the move of the deepest search that was finished in time."""
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


# Whether a move can be found at all

PROBES = 100
"""So many probes are enough to tell what is far too large."""

ESTIMATE_TOLERANCE = 10
"""An estimate that is too large by no more than this factor is not believed; the search is begun."""


def infeasible_size(player: Player, game: Game) -> int | None:
    """About how many positions a player would look at, at least, where a move cannot be found; else None.

    A search goes through a tree whose size is estimated by probes. One that cuts nothing looks at all of it, one with
    cuts at the square root of it at least. Only a player who searches up to a horizon, without a table, is told that
    beforehand: what a table spares nobody knows.
    """
    if not isinstance(player, SearchingPlayer) or player.search_settings.table is not None:
        return None
    positions = player.search_settings.positions(game, player.horizon)
    size = round(estimate_size(positions, probes=PROBES))
    least = isqrt(size) if player.search_settings.convention.cuts else size
    return least if least > ESTIMATE_TOLERANCE * MAX_POSITIONS else None
