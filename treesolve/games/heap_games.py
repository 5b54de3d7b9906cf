"""Games with heaps of matches that conventions call Nim.

Grundy's game: who moves divides a heap into two unequal ones; who cannot has lost. Simple Nim: one heap, who moves
takes one to three matches, or one of the numbers that are said; who takes the last one has lost.
"""

import re
from bisect import bisect_right, insort
from typing import ClassVar

from treesolve.games.game import Game
from treesolve.model.kind import Kind
from treesolve.model.problem import InputError, Problem, Span

MAX_MATCHES = 1_000
"""So many matches all heaps have together, at most, where a match more is a move more to look at."""

MAX_WORDS_NAMED = 20
"""So many words that are no heaps are named at most, and so many characters of each."""

_HEAP = re.compile(r"(?:[^\s,;-]|(?<!\w)-|-(?!\w))+")


def read_heaps(text: str, most: int = MAX_MATCHES) -> tuple[int, ...]:
    """Return the heaps that a text lists, in its order, divided by blanks, commas or hyphens; `most` matches in all
    of them.

    Raises InputError that points at what is no heap, and where they are too many matches together. Source:
    docs/games.md.

    >>> from treesolve import read_heaps
    >>> read_heaps("3-4-5"), read_heaps("7")
    ((3, 4, 5), (7,))
    """
    heaps: list[int] = []
    problems: list[Problem] = []
    for found in _HEAP.finditer(text):
        word = found[0]
        if word.isascii() and word.isdigit() and len(word) <= len(str(most)) and 0 < int(word) <= most:
            heaps.append(int(word))
        elif len(problems) < MAX_WORDS_NAMED:
            facts = {"text": word if len(word) <= MAX_WORDS_NAMED else f"{word[:MAX_WORDS_NAMED]}…", "largest": most}
            problems.append(Problem("heap-size", Span(*found.span()), facts, text=text))
    if not heaps and not problems:
        problems.append(Problem("heap-missing", Span(0, len(text)), text=text))
    if sum(heaps) > most:
        facts = {"count": sum(heaps), "most": most}
        problems.append(Problem("heaps-too-large", Span(0, len(text)), facts, text=text))
    if problems:
        raise InputError(tuple(problems))
    return tuple(heaps)


Division = tuple[int, int]


class Grundy(Game):
    """Grundy's game: 4-2-1. A position is its heaps, the largest first."""

    name = "grundy"
    start = "7"
    results = (-1, 1)

    def __init__(self, text: str) -> None:
        self.heaps = sorted(read_heaps(text))
        self.mover, self.other = Kind.MAX, Kind.MIN

    def make(self, move: Division) -> None:
        """Put the two parts in the place of the heap."""
        size, larger = move
        self.heaps.remove(size)
        insort(self.heaps, larger)
        insort(self.heaps, size - larger)
        self.mover, self.other = self.other, self.mover

    def undo(self, move: Division) -> None:
        """Put the heap in the place of its two parts."""
        size, larger = move
        self.heaps.remove(larger)
        self.heaps.remove(size - larger)
        insort(self.heaps, size)
        self.mover, self.other = self.other, self.mover

    def result(self) -> int:
        """Won by the player who moved last."""
        return 1 if self.other is Kind.MAX else -1

    def show(self) -> str:
        """Return the heaps with hyphens between them."""
        return "-".join(map(str, reversed(self.heaps)))

    def moves(self) -> list[Division]:
        """Return the divisions: of the largest heap first, into the most unequal two first."""
        sizes = sorted(set(self.heaps), reverse=True)
        return [(size, larger) for size in sizes for larger in range(size - 1, size // 2, -1)]

    def is_over(self) -> bool:
        """Whether no heap can be divided: all of them are of one or two."""
        return self.heaps[-1] < 3

    def key(self) -> tuple[Kind, tuple[int, ...]]:
        """Who moves, and the heaps that can be divided."""
        return self.mover, tuple(heap for heap in reversed(self.heaps) if heap > 2)

    def essence(self) -> tuple[Kind, tuple[int, ...]]:
        """Who moves, and the heaps that count: those that can be divided and have no equal.

        To every move in one of two equal heaps there is the same one in the other, so both may as well be away.
        """
        found: set[int] = set()
        for heap in self.heaps:
            found ^= {heap}
        return self.mover, tuple(sorted(heap for heap in found if heap > 2))

    def name_of(self, move: Division) -> str:
        """Return the two heaps, after the one they come from: 7=4+3."""
        size, larger = move
        return f"{size}={larger}+{size - larger}"


MAX_MATCHES_IN_GAME = 100_000
"""So many matches there may be: a game can last as many moves."""

MAX_TAKEN = 20
"""So many matches may be taken at once, at most: there are never more moves to choose from."""


def read_allowed_takes(text: str) -> tuple[int, ...]:
    """How many matches may be taken, as a text lists them: numbers and ranges. Raises InputError.

    >>> read_allowed_takes("1..3"), read_allowed_takes("1,3,4")
    ((1, 2, 3), (1, 3, 4))
    """
    found: set[int] = set()
    for part in text.split(","):
        ends = re.fullmatch(r"\s*(\d{1,2})(?:\s*\.\.\s*(\d{1,2}))?\s*", part, re.ASCII)
        numbers = range(int(ends[1]), int(ends[2] or ends[1]) + 1) if ends else range(0)
        if not numbers or numbers[0] < 1 or numbers[-1] > MAX_TAKEN:
            facts = {"text": part.strip(), "most": MAX_TAKEN, "example": "take=1..2"}
            raise InputError((Problem("nim-take", None, facts),))
        found.update(numbers)
    return tuple(sorted(found))


class SimpleNim(Game):
    """Simple Nim; a position is the number of matches left. A game is finished where none can be taken."""

    name = "simple-nim"
    taken: ClassVar[tuple[int, ...]] = (1, 2, 3)
    """How many matches may be taken."""
    start = "10"
    results = (-1, 1)

    def __init__(self, text: str) -> None:
        heaps = read_heaps(text, MAX_MATCHES_IN_GAME)
        if len(heaps) > 1:
            raise InputError((Problem("heaps-several", Span(0, len(text)), {"count": len(heaps)}, text=text),))
        self.count = heaps[0]
        self.mover, self.other = Kind.MAX, Kind.MIN

    @classmethod
    def with_setting(cls, key: str, text: str) -> type[Game] | None:
        """Return the same game where only so many matches may be taken: `take`. Raises InputError."""
        if key != "take":
            return None
        return type(cls.__name__, (cls,), {"taken": read_allowed_takes(text), "name": f"{cls.name}:{key}={text}"})

    def moves(self) -> tuple[int, ...]:
        """How many are taken, the fewest first."""
        return self.taken[: bisect_right(self.taken, self.count)]

    def make(self, move: int) -> None:
        """Take that many."""
        self.count -= move
        self.mover, self.other = self.other, self.mover

    def undo(self, move: int) -> None:
        """Put them back."""
        self.count += move
        self.mover, self.other = self.other, self.mover

    def is_over(self) -> bool:
        """Whether none can be taken."""
        return self.count < self.taken[0]

    def result(self) -> int:
        """Won by the one who would have to move: the other one took last."""
        return 1 if self.mover is Kind.MAX else -1

    def show(self) -> str:
        """Return the number of matches."""
        return str(self.count)

    def key(self) -> int:
        """Twice as many as are left, and one more where MAX moves."""
        return 2 * self.count + (self.mover is Kind.MAX)
