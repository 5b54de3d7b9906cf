"""Simple Nim: one heap, who moves takes one to three matches; who takes the last one has lost."""

from treesolve.games.game import Game
from treesolve.games.heaps import read_heap
from treesolve.model.tree import Kind

MOST = 3
"""So many matches may be taken at once."""

LARGEST = 100_000
"""So many matches there may be: a game can last as many moves. There are never more than three to choose from."""

_TAKEN = tuple(range(1, count + 1) for count in range(MOST + 1))


class SimpleNim(Game):
    """Simple Nim; a position is the number of matches left. Only a finished game has none."""

    name = "simple-nim"
    start = "10"
    results = (-1, 1)

    def __init__(self, text: str) -> None:
        self.count = read_heap(text, LARGEST)
        self.mover, self.other = Kind.MAX, Kind.MIN

    def moves(self) -> range:
        """How many are taken, from one on."""
        return _TAKEN[self.count] if self.count < MOST else _TAKEN[MOST]

    def make(self, move: int) -> None:
        """Take that many."""
        self.count -= move
        self.mover, self.other = self.other, self.mover

    def undo(self, move: int) -> None:
        """Put them back."""
        self.count += move
        self.mover, self.other = self.other, self.mover

    def is_over(self) -> bool:
        """Whether nothing is left."""
        return self.count == 0

    def result(self) -> int:
        """Won by the one who would have to move: the other one took the last match."""
        return 1 if self.mover is Kind.MAX else -1

    def show(self) -> str:
        """The number of matches."""
        return str(self.count)

    def key(self) -> int:
        """Twice as many as are left, and one more where MAX moves."""
        return 2 * self.count + (self.mover is Kind.MAX)
