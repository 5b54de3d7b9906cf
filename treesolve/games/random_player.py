"""The player who does not think."""

from treesolve.games.game import Game
from treesolve.games.player import Choice
from treesolve.model.hash_random import Randomness


class RandomPlayer:
    """Chooses any move; the same seed gives the same choices."""

    def __init__(self, seed: str) -> None:
        self._randomness = Randomness(seed)

    def choose(self, game: Game) -> Choice:
        """One of the moves, all equally likely."""
        moves = game.moves()
        return Choice(moves[self._randomness.below(len(moves))])
