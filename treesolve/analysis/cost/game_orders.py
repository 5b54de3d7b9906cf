"""Orders of moves for games: by what positions are truly worth, and at random.

Vocabulary

    rest        how many plies one may still look ahead
    truth       the minimax value of a position, with positions on the horizon estimated
"""

from collections.abc import Hashable, Sequence
from typing import Any

from treesolve.games.game import Game, Move
from treesolve.games.lazy_tree import Positions
from treesolve.model.convention import CONVENTIONS
from treesolve.model.hash_random import Randomness
from treesolve.model.number import Number
from treesolve.model.tree import Kind
from treesolve.search.passing import search_passing


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
