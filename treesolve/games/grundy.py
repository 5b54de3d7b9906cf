"""Grundy's game: who moves divides a heap into two unequal ones; who cannot has lost. Lectures also call it Nim.

Vocabulary

    division    a move: the heap that is divided, and the larger of the two it becomes
"""

from treesolve.games.game import Game
from treesolve.games.heaps import read_heaps
from treesolve.model.tree import Kind

Division = tuple[int, int]


class Grundy(Game):
    """Grundy's game; a position is its heaps, the largest first: 4-2-1."""

    name = "grundy"
    start = "7"
    results = (-1, 1)

    def __init__(self, text: str) -> None:
        self.heaps = sorted(read_heaps(text), reverse=True)
        self.mover, self.other = Kind.MAX, Kind.MIN

    def moves(self) -> list[Division]:
        """The divisions: of the largest heap first, into the most unequal two first."""
        sizes = sorted(set(self.heaps), reverse=True)
        return [(size, larger) for size in sizes for larger in range(size - 1, size // 2, -1)]

    def make(self, move: Division) -> None:
        """Put two heaps in the place of one."""
        size, larger = move
        self.heaps.remove(size)
        self.heaps += [larger, size - larger]
        self.heaps.sort(reverse=True)
        self.mover, self.other = self.other, self.mover

    def undo(self, move: Division) -> None:
        """Put the two heaps together again."""
        size, larger = move
        self.heaps.remove(larger)
        self.heaps.remove(size - larger)
        self.heaps.append(size)
        self.heaps.sort(reverse=True)
        self.mover, self.other = self.other, self.mover

    def is_over(self) -> bool:
        """Whether no heap can be divided: all of them are of one or two."""
        return self.heaps[0] < 3

    def result(self) -> int:
        """Lost for the one who would have to move."""
        return -1 if self.mover is Kind.MAX else 1

    def show(self) -> str:
        """The heaps with hyphens between them."""
        return "-".join(map(str, self.heaps))

    def key(self) -> tuple[Kind, tuple[int, ...]]:
        """Who moves, and the heaps that can be divided."""
        return self.mover, tuple(heap for heap in self.heaps if heap > 2)

    def essence(self) -> tuple[Kind, tuple[int, ...]]:
        """Who moves, and the heaps that count: those that can be divided and have no equal.

        To every move in one of two equal heaps there is the same one in the other, so both may as well be away.
        """
        found: set[int] = set()
        for heap in self.heaps:
            found ^= {heap}
        return self.mover, tuple(sorted(heap for heap in found if heap > 2))

    def name_of(self, move: Division) -> str:
        """The two heaps, after the one they come from: 7=4+3."""
        size, larger = move
        return f"{size}={larger}+{size - larger}"
