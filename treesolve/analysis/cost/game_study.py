"""Positions of real games, counted as a search looks at them: in the game's own order of moves and in others.

Vocabulary

    given       the order in which the game has its moves
    best        the truly best move first
    table       the given order with a transposition table
    effort      a search that would look at more positions is given up
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from treesolve.analysis.cost.count import MEASURED, UNKNOWN, Cell, Count
from treesolve.analysis.cost.game_orders import BestFirst, Shuffled, Truth
from treesolve.analysis.cost.tree_study import EFFORT, searching
from treesolve.games.evaluation import Scoring
from treesolve.games.game import Game
from treesolve.games.lazy_tree import Budget, BudgetSpent, Horizon, Positions
from treesolve.games.transposition_table import Recollection, TranspositionTable
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.search.passing import search_passing

GAME_ORDERS = ("given", "best", "random", "table")


class GameStudy(NamedTuple):
    """What is to be measured; `game` makes the game that stands in the position, anew for every search.

    `heuristic` is the name of the one in the scoring, for people.
    """

    game: type[Game]
    position: str
    depths: tuple[int, ...]
    trials: int
    seed: str
    convention: Convention
    scoring: Scoring = Scoring()
    heuristic: str = "none"
    orders: tuple[str, ...] = GAME_ORDERS
    effort: int = EFFORT

    @property
    def size(self) -> int:
        """How many cells there are."""
        return len(self.depths)

    def cells(self) -> Iterator[Cell]:
        """A cell for each depth, as they are measured."""
        for depth in self.depths:
            counts = {order: self._count_for_order(depth, order) for order in self.orders}
            yield Cell(None, depth, _count_of_one_trial(_positions_searched(self, depth, _search_all)), counts)

    def _count_for_order(self, depth: int, order: str) -> Count:
        if order == "random":
            return _count_shuffled(self, depth)
        return _count_of_one_trial(_positions_searched(self, depth, _SEARCHES[order]))


def _count_of_one_trial(looked_at: int | None) -> Count:
    return UNKNOWN if looked_at is None else Count(MEASURED, (looked_at,))


Search = Callable[[GameStudy, Positions], object]
"""A search of positions, for a study."""


def _positions_searched(study: GameStudy, depth: int, search: Search) -> int | None:
    """How many positions a search looks at, the root among them; None where the effort does not suffice."""
    positions = _positions_with_budget(study, Horizon(depth))
    try:
        search(study, positions)
    except BudgetSpent:
        return None
    return positions.count


def _positions_with_budget(study: GameStudy, horizon: Horizon) -> Positions:
    return Positions(study.game(study.position), study.scoring, horizon, budget=Budget(positions=study.effort))


def _search_all(_study: GameStudy, positions: Positions) -> None:
    search_passing(positions, CONVENTIONS["minimax"])


def _search_in_given_order(study: GameStudy, positions: Positions) -> None:
    search_passing(positions, searching(study.convention))


def _search_best_first(study: GameStudy, positions: Positions) -> None:
    truth = Truth(_positions_with_budget(study, positions.horizon))
    positions.ordering = BestFirst(truth, positions, last=study.convention.order == "right-left")
    search_passing(positions, searching(study.convention))


def _search_with_table(study: GameStudy, positions: Positions) -> None:
    search_passing(positions, searching(study.convention), Recollection(TranspositionTable(), positions))


def _search_shuffled(trial: int) -> Search:
    def search(study: GameStudy, positions: Positions) -> None:
        positions.ordering = Shuffled(study.seed, positions.horizon.depth, trial)
        search_passing(positions, searching(study.convention))

    return search


def _count_shuffled(study: GameStudy, depth: int) -> Count:
    """As many trials as the effort allows by what the given order costs; none where one of them takes too much."""
    given = _positions_searched(study, depth, _search_in_given_order)
    trials = min(study.trials, study.effort // given) if given else 0
    counts = []
    for trial in range(trials):
        looked_at = _positions_searched(study, depth, _search_shuffled(trial))
        if looked_at is None:
            return UNKNOWN
        counts.append(looked_at)
    return Count(MEASURED, tuple(counts)) if counts else UNKNOWN


_SEARCHES: dict[str, Search] = {
    "given": _search_in_given_order,
    "best": _search_best_first,
    "table": _search_with_table,
}
