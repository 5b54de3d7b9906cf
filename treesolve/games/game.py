"""The interface of games, for expanding, searching and playing them."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, ClassVar

from treesolve.model.kind import Kind
from treesolve.model.number import INFINITY, Number

Move = Any
"""A move in the game's own representation; must be hashable."""

Heuristic = Callable[[Any], Number]
"""Returns an estimate of the current position of a game for MAX. It is only called while the game is not over."""


class Game(ABC):
    """A game with a current position, which `make` changes and `undo` restores.

    The constructor takes the text of a position as returned by `show`, and must raise InputError if the text is
    invalid. `mover` must be the player to move, Kind.MAX or Kind.MIN.
    """

    name: ClassVar[str]
    """The name of the game on the command line."""

    start: ClassVar[str]
    """The text of the initial position."""

    results: ClassVar[tuple[Number, Number]] = (-INFINITY, INFINITY)
    """The least and the greatest possible result, if known. A search can stop when it has found the best result."""

    heuristics: ClassVar[Mapping[str, Heuristic]] = {}
    """The game's heuristics, by name."""

    mover: Kind = Kind.MAX

    @classmethod
    def with_setting(cls, key: str, text: str) -> "type[Game] | None":  # noqa: ARG003
        """Return the game with a setting changed, as in `simple-nim:take=1..2`, or None if there is no such setting."""
        return None

    @abstractmethod
    def __init__(self, text: str) -> None:
        """Set the current position from its text. Raises InputError if the text is invalid."""

    @abstractmethod
    def moves(self) -> Sequence[Move]:
        """Return the legal moves of the current position, always in the same order.

        This method is only called while the game is not over.
        """

    @abstractmethod
    def make(self, move: Move) -> None:
        """Make a move, after which the other player must be the mover."""

    @abstractmethod
    def undo(self, move: Move) -> None:
        """Undo the last move, which is passed as `move`."""

    @abstractmethod
    def is_over(self) -> bool:
        """Return whether the game has ended."""

    @abstractmethod
    def result(self) -> Number:
        """Return the value of the finished game for MAX."""

    @abstractmethod
    def show(self) -> str:
        """Return the position as one line of text, which the constructor must accept."""

    def key(self) -> Hashable:
        """Return a value that is equal for equivalent positions, such as mirror images.

        A heuristic must give positions with equal keys the same value, because transposition tables do not distinguish
        these positions.
        """
        return self.show(), self.mover

    def essence(self) -> Hashable:
        """Return a value that is equal for positions with the same value in a search to the end of the game."""
        return self.key()

    def promising(self, moves: Sequence[Move]) -> Sequence[Move]:
        """Return the moves in an order that is good for searching, the most promising first."""
        return moves

    def name_of(self, move: Move) -> str:
        """Return the displayed name of a move."""
        return str(move)

    def board(self) -> str:
        """Return the position as it is displayed, in one or several lines."""
        return self.show()
