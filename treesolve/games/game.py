"""The interface of games, for expanding, searching and playing them."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, ClassVar

from treesolve.model.kind import Kind
from treesolve.model.number import INFINITY, Number

Move = Any
"""A move in the game's own representation; must be hashable."""

Heuristic = Callable[[Any], Number]
"""Returns an estimate of the current position of a game for MAX; the game is not over."""


class Game(ABC):
    """A game with a current position, which moves change and `undo` restores.

    The constructor takes the text of a position, as `show` returns it, and raises InputError if the text is invalid.
    `mover` is Kind.MAX or Kind.MIN.
    """

    name: ClassVar[str]
    """The name of the game on the command line."""

    start: ClassVar[str]
    """The text of the initial position."""

    results: ClassVar[tuple[Number, Number]] = (-INFINITY, INFINITY)
    """The least and the greatest known possible result; a search can stop at the best one."""

    heuristics: ClassVar[Mapping[str, Heuristic]] = {}
    """The game's heuristics, by name."""

    mover: Kind = Kind.MAX

    @classmethod
    def with_setting(cls, key: str, text: str) -> "type[Game] | None":  # noqa: ARG003
        """Return the game with other rules, as in `simple-nim:take=1..2`; None if it has no such setting."""
        return None

    @abstractmethod
    def __init__(self, text: str) -> None:
        """Set the current position from its text. Raises InputError if the text is invalid."""

    @abstractmethod
    def moves(self) -> Sequence[Move]:
        """Return the legal moves, always in the same order; only called while the game is not over."""

    @abstractmethod
    def make(self, move: Move) -> None:
        """Make a move; the other player is to move next."""

    @abstractmethod
    def undo(self, move: Move) -> None:
        """Undo the last move."""

    @abstractmethod
    def is_over(self) -> bool:
        """Return whether the game has ended."""

    @abstractmethod
    def result(self) -> Number:
        """Return the value of the finished game for MAX."""

    @abstractmethod
    def show(self) -> str:
        """Return the position as one line of text, which the constructor accepts."""

    def key(self) -> Hashable:
        """Return a value that is equal for equivalent positions, such as mirror images.

        A heuristic must give positions with equal keys the same value, because a transposition table does not
        distinguish them.
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
