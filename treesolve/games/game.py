"""What a game says of itself, so that it can be unfolded, searched and played."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, ClassVar

from treesolve.model.kind import Kind
from treesolve.model.number import INFINITY, Number

Move = Any
"""A move, as its game writes it; hashable."""

Heuristic = Callable[[Any], Number]
"""What a position that is not over seems to be worth to MAX: a function of the game standing there."""


class Game(ABC):
    """A game standing in one position; moves change it and are undone again.

    A game is made from the text of a position, as `show` writes it, and raises InputError where no position has that
    text. `mover` is Kind.MAX or Kind.MIN.
    """

    name: ClassVar[str]
    """What people call the game on the command line."""

    start: ClassVar[str]
    """The text of the position in which the game begins."""

    results: ClassVar[tuple[Number, Number]] = (-INFINITY, INFINITY)
    """The least and the greatest result there can be, as far as is known; a search stops where nothing better comes."""

    heuristics: ClassVar[Mapping[str, Heuristic]] = {}
    """The game's own heuristics, by name."""

    mover: Kind = Kind.MAX

    @classmethod
    def with_setting(cls, key: str, text: str) -> "type[Game] | None":  # noqa: ARG003
        """Return the game with other rules, as in `simple-nim:take=1..2`; None where it has no such setting."""
        return None

    @abstractmethod
    def __init__(self, text: str) -> None:
        """Stand in the position that the text shows. Raises InputError."""

    @abstractmethod
    def moves(self) -> Sequence[Move]:
        """Return the moves there are, always in the same order; only asked for while the game is not over."""

    @abstractmethod
    def make(self, move: Move) -> None:
        """Make a move, and pass the turn on."""

    @abstractmethod
    def undo(self, move: Move) -> None:
        """Take back the move that was made last."""

    @abstractmethod
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @abstractmethod
    def result(self) -> Number:
        """What the game is worth to MAX, now that it is over."""

    @abstractmethod
    def show(self) -> str:
        """Return the position on one line, as text that makes the same position again."""

    def key(self) -> Hashable:
        """What the position has in common with others that go on alike, such as its mirror images.

        A heuristic values positions with equal keys alike, or a transposition table would mix them up.
        """
        return self.show(), self.mover

    def essence(self) -> Hashable:
        """What the position has in common with others that are worth the same once every game has been played out."""
        return self.key()

    def promising(self, moves: Sequence[Move]) -> Sequence[Move]:
        """Return the moves with those first that are good more often than others; with them a search does well to
        begin.
        """
        return moves

    def name_of(self, move: Move) -> str:
        """What people call the move."""
        return str(move)

    def board(self) -> str:
        """Return the position as it is drawn for people, on one line or several."""
        return self.show()
