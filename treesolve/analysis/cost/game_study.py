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
from treesolve.analysis.cost.study import EFFORT, searching
from treesolve.games.depth_limit import Horizon
from treesolve.games.evaluation import Scoring
from treesolve.games.game import Game
from treesolve.games.lazy_tree import Budget, BudgetSpent, Ordering, Positions
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

    @property
    def expected(self) -> int:
        """About how many positions will be looked at in all, at most; only moves that become more make it wrong."""
        game = self.game(self.position)
        moves = 1 if game.is_over() else len(game.moves())
        found = 0
        for depth in self.depths:
            all_positions = min(self.effort, sum(moves**plies for plies in range(depth + 1)))
            one_search = min(all_positions, round(2 * all_positions**0.75))
            found += 2 * all_positions + len(self.orders) * one_search
            found += min(self.effort, self.trials * one_search) if "random" in self.orders else 0
        return found

    def cells(self) -> Iterator[Cell]:
        """A cell for each depth, as they are measured."""
        for depth in self.depths:
            minimax = _count_of_one_trial(_number_of_positions_searched(self, depth, CONVENTIONS["minimax"]))
            yield Cell(None, depth, minimax, self._counts_by_order(depth))

    def _counts_by_order(self, depth: int) -> dict[str, Count]:
        counts: dict[str, Count] = {}
        for order in self.orders:
            if order == "random":
                counts[order] = _count_shuffled(self, depth)
            else:
                counts[order] = _count_of_one_trial(_SEARCHES[order](self, depth))
        return counts


def _count_of_one_trial(looked_at: int | None) -> Count:
    return UNKNOWN if looked_at is None else Count(MEASURED, (looked_at,))


def _positions_with_budget(study: GameStudy, depth: int, ordering: Ordering | None = None) -> Positions:
    budget = Budget(positions=study.effort)
    return Positions(study.game(study.position), study.scoring, Horizon(depth), ordering=ordering, budget=budget)


def _number_of_positions_searched(
    study: GameStudy, depth: int, convention: Convention, ordering: Ordering | None = None
) -> int | None:
    """How many positions a search looks at, the root among them; None where the effort does not suffice."""
    positions = _positions_with_budget(study, depth, ordering)
    try:
        search_passing(positions, searching(convention))
    except BudgetSpent:
        return None
    return positions.count


def _count_in_given_order(study: GameStudy, depth: int) -> int | None:
    return _number_of_positions_searched(study, depth, study.convention)


def _count_best_first(study: GameStudy, depth: int) -> int | None:
    positions = _positions_with_budget(study, depth)
    try:
        truth = Truth(_positions_with_budget(study, depth))
        positions.ordering = BestFirst(truth, positions, last=study.convention.order == "right-left")
        search_passing(positions, searching(study.convention))
    except BudgetSpent:
        return None
    return positions.count


def _count_with_table(study: GameStudy, depth: int) -> int | None:
    positions = _positions_with_budget(study, depth)
    try:
        search_passing(positions, searching(study.convention), Recollection(TranspositionTable(), positions))
    except BudgetSpent:
        return None
    return positions.count


def _count_shuffled(study: GameStudy, depth: int) -> Count:
    """As many trials as the effort allows by what the given order costs; none where one of them takes too much."""
    given = _count_in_given_order(study, depth)
    trials = min(study.trials, study.effort // given) if given else 0
    counts = []
    for trial in range(trials):
        looked_at = _number_of_positions_searched(study, depth, study.convention, Shuffled(study.seed, depth, trial))
        if looked_at is None:
            return UNKNOWN
        counts.append(looked_at)
    return Count(MEASURED, tuple(counts)) if counts else UNKNOWN


_SEARCHES: dict[str, Callable[[GameStudy, int], int | None]] = {
    "given": _count_in_given_order,
    "best": _count_best_first,
    "table": _count_with_table,
}
