"""Positions of real games, counted as a search looks at them: in the game's own order of moves and in others.

Vocabulary

    given       the order in which the game has its moves
    best        the truly best move first
    table       the given order with a transposition table
    effort      a search that would look at more positions is given up
    rest        how many plies one may still look ahead
    truth       the minimax value of a position, with positions on the horizon estimated
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from treesolve.analysis.cost.count import MEASURED, UNKNOWN, Cell, Count
from treesolve.analysis.cost.tree_study import EFFORT, searching
from treesolve.games.evaluation import Scoring
from treesolve.games.game import Game, Move
from treesolve.games.lazy_tree import Budget, BudgetSpent, Horizon, Positions
from treesolve.games.transposition_table import Recollection, TranspositionTable
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.model.hash_random import Randomness
from treesolve.model.number import Number
from treesolve.model.tree import Kind
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
            yield Cell(None, depth, _count_of_trials([self._positions_searched(depth, "minimax")]), counts)

    def _count_for_order(self, depth: int, order: str) -> Count:
        """Of a random order as many trials as the effort allows by what the given order costs."""
        if order != "random":
            return _count_of_trials([self._positions_searched(depth, order)])
        given = self._positions_searched(depth, "given")
        trials = min(self.trials, self.effort // given) if given else 0
        return _count_of_trials(self._positions_searched(depth, order, trial) for trial in range(trials))

    def _positions_searched(self, depth: int, order: str, trial: int = 0) -> int | None:
        """How many positions a search looks at, the root among them; None where the effort does not suffice."""
        positions = self._positions_with_budget(depth)
        convention = CONVENTIONS["minimax"] if order == "minimax" else searching(self.convention)
        table = Recollection(TranspositionTable(), positions) if order == "table" else None
        try:
            if order == "best":
                truth = Truth(self._positions_with_budget(depth))
                positions.ordering = BestFirst(truth, positions, last=convention.order == "right-left")
            elif order == "random":
                positions.ordering = Shuffled(self.seed, depth, trial)
            search_passing(positions, convention, table)
        except BudgetSpent:
            return None
        return positions.count

    def _positions_with_budget(self, depth: int) -> Positions:
        return Positions(self.game(self.position), self.scoring, Horizon(depth), budget=Budget(positions=self.effort))


def _count_of_trials(looked_at: Iterable[int | None]) -> Count:
    """The count of some trials; unknown where there is none, and as soon as one of them takes too much."""
    counts = []
    for count in looked_at:
        if count is None:
            return UNKNOWN
        counts.append(count)
    return Count(MEASURED, tuple(counts)) if counts else UNKNOWN


class Truth:
    """The truth of all positions a plain minimax search comes to, each found once.

    As a Table of treesolve.search.search_run it takes in every position that is finished, and stands for a second
    search of it. The positions it goes through are of no use afterwards.
    """

    def __init__(self, positions: Positions) -> None:
        self.positions = positions
        self._found: dict[Hashable, Number] = {}
        search_passing(positions, CONVENTIONS["minimax"], self)

    def _key_with_rest(self) -> Hashable:
        return self.positions.game.key(), self.positions.rest()

    def recall(self, _node: int, _alpha: Number, _beta: Number) -> Number | None:
        """The truth of where the game stands, if it has been found."""
        return self._found.get(self._key_with_rest())

    def keep(self, node: int, _alpha: Number, _beta: Number, value: Number, *_: list[Any]) -> None:
        """Take in a position that is finished."""
        self.positions.stand(node)
        self._found[self._key_with_rest()] = value

    def value_at(self, positions: Positions, rest: int) -> Number:
        """The truth of where the game of other positions stands, with a rest."""
        game = positions.game
        if game.is_over():
            return positions.value(game)
        return self._found[game.key(), rest] if rest > 0 else positions.estimate(game)


class BestFirst:
    """Moves by the truth of what they lead to, the best for the mover first; equal ones as the game has them.

    With `last`, the best comes last, for a search that begins there.
    """

    def __init__(self, truth: Truth, positions: Positions, *, last: bool = False) -> None:
        self.truth, self.positions, self.last = truth, positions, last

    def __call__(self, game: Game, moves: Sequence[Move]) -> Sequence[Move]:
        """The moves in that order."""
        below = self._rest_to_horizon() - 1
        worth = []
        for move in moves:
            game.make(move)
            worth.append(self.truth.value_at(self.positions, below))
            game.undo(move)
        places = sorted(range(len(moves)), key=worth.__getitem__, reverse=game.mover is Kind.MAX)
        return [moves[place] for place in (places[::-1] if self.last else places)]

    def _rest_to_horizon(self) -> int:
        """The rest where the game stands; the root does not know yet how many moves it has."""
        depth = self.positions.horizon.depth
        rest = self.positions.rest() if self.positions.families else depth
        assert rest is not None
        return rest


class Shuffled:
    """Moves at random, drawn anew in every position; the same seed draws the same."""

    def __init__(self, *seed: object) -> None:
        self._random = Randomness("\0".join(map(str, seed)))

    def __call__(self, _game: Game, moves: Sequence[Move]) -> Sequence[Move]:
        """The moves in a random order."""
        return self._random.shuffled(list(moves))
