"""Heap Nim: who moves takes any number of matches from one heap; who takes the last one of all wins, or loses.

Vocabulary

    taking      a move: the heap that matches are taken from, and how many; heaps of the same size are all one
    misère      the other way to end it: who takes the last match has lost
"""

from bisect import insort
from typing import ClassVar

from treesolve.games.game import Game
from treesolve.games.heaps import read_heaps
from treesolve.model.tree import Kind

Taking = tuple[int, int]


class HeapNim(Game):
    """Nim with several heaps; a position is its heaps, the largest first: 5-4-3. Only a finished game has none."""

    name = "heap-nim"
    start = "5-4-3"
    results = (-1, 1)

    last_wins: ClassVar[bool] = True
    """Whether the one who takes the last match wins."""

    def __init__(self, text: str) -> None:
        self.heaps = sorted(read_heaps(text))
        self.mover, self.other = Kind.MAX, Kind.MIN

    def moves(self) -> list[Taking]:
        """From the largest heap first, and one match first."""
        sizes = sorted(set(self.heaps), reverse=True)
        return [(size, taken) for size in sizes for taken in range(1, size + 1)]

    def make(self, move: Taking) -> None:
        """Take the matches; a heap without any is gone."""
        size, taken = move
        self.heaps.remove(size)
        if size > taken:
            insort(self.heaps, size - taken)
        self.mover, self.other = self.other, self.mover

    def undo(self, move: Taking) -> None:
        """Put the matches back where they were."""
        size, taken = move
        if size > taken:
            self.heaps.remove(size - taken)
        insort(self.heaps, size)
        self.mover, self.other = self.other, self.mover

    def is_over(self) -> bool:
        """Whether nothing is left."""
        return not self.heaps

    def result(self) -> int:
        """Decided by who took the last match: not the one who would have to move."""
        winner = self.other if self.last_wins else self.mover
        return 1 if winner is Kind.MAX else -1

    def show(self) -> str:
        """The heaps with hyphens between them; 0 where there is none."""
        return "-".join(map(str, reversed(self.heaps))) or "0"

    def key(self) -> tuple[int, ...]:
        """Who moves, and the heaps."""
        return (self.mover is Kind.MAX, *self.heaps)

    def name_of(self, move: Taking) -> str:
        """The size of the heap and how many are taken from it: 5:3."""
        size, taken = move
        return f"{size}:{taken}"


class MisereNim(HeapNim):
    """Nim with several heaps, where whoever takes the last match has lost."""

    name = "misere-nim"
    last_wins = False
