"""What a player is, someone who is shown a position and chooses a move; and the player who does not think.

Vocabulary

    choice      the move a player makes, and what led to it
    value       what the player thinks the position is worth to MAX, who began the game
"""

from typing import NamedTuple, Protocol

from treesolve.games.game import Game, Move
from treesolve.model.hash_random import Randomness
from treesolve.model.number import Number


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
        """The move for the position in which the game stands, which it comes back to; the game is not over."""


class RandomPlayer:
    """Chooses any move; the same seed gives the same choices."""

    def __init__(self, seed: str) -> None:
        self._randomness = Randomness(seed)

    def choose(self, game: Game) -> Choice:
        """One of the moves, all equally likely."""
        moves = game.moves()
        return Choice(moves[self._randomness.below(len(moves))])
