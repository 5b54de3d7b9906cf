"""Two games with heaps of matches, both of which are called Nim in lectures.

Grundy's game: the player to move divides a heap into two unequal heaps. A player who cannot divide any heap loses.
Simple Nim: there is one heap, from which the player to move takes one to three matches, or another permitted number.
The player who takes the last match loses.
"""

import re
from bisect import bisect_right, insort
from typing import ClassVar

from treesolve.games.game import Game
from treesolve.model.kind import Kind
from treesolve.model.problem import InputError, Problem, Span

MAX_MATCHES = 1_000
"""Maximum total number of matches in Grundy's game, in which each additional match allows more moves."""

MAX_WORDS_NAMED = 20
"""Maximum number of invalid words reported, and of characters quoted from each."""

_HEAP = re.compile(r"(?:[^\s,;-]|(?<!\w)-|-(?!\w))+")


def read_heaps(text: str, most: int = MAX_MATCHES) -> tuple[int, ...]:
    """Parse a list of heaps, separated by whitespace, commas or hyphens, with at most `most` matches in total.

    Raises InputError, with the position of each invalid heap, if a heap is invalid or if there are too many matches.
    See docs/games.md.

    >>> from treesolve import read_heaps
    >>> read_heaps("3-4-5"), read_heaps("7")
    ((3, 4, 5), (7,))
    """
    heaps: list[int] = []
    problems: list[Problem] = []
    for match in _HEAP.finditer(text):
        word = match[0]
        if word.isascii() and word.isdigit() and len(word) <= len(str(most)) and 0 < int(word) <= most:
            heaps.append(int(word))
        elif len(problems) < MAX_WORDS_NAMED:
            facts = {"text": word if len(word) <= MAX_WORDS_NAMED else f"{word[:MAX_WORDS_NAMED]}…", "largest": most}
            problems.append(Problem("heap-size", Span(*match.span()), facts, text=text))
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
    """Grundy's game. A position is written as its heaps, the largest first, for example 4-2-1."""

    name = "grundy"
    start = "7"
    results = (-1, 1)

    def __init__(self, text: str) -> None:
        self.heaps = sorted(read_heaps(text))
        self.mover, self.other = Kind.MAX, Kind.MIN

    def make(self, move: Division) -> None:
        """Replace the heap by its two parts."""
        size, larger = move
        self.heaps.remove(size)
        insort(self.heaps, larger)
        insort(self.heaps, size - larger)
        self.mover, self.other = self.other, self.mover

    def undo(self, move: Division) -> None:
        """Replace the two parts by the heap."""
        size, larger = move
        self.heaps.remove(larger)
        self.heaps.remove(size - larger)
        insort(self.heaps, size)
        self.mover, self.other = self.other, self.mover

    def result(self) -> int:
        """Return 1 if MAX made the last move, otherwise -1."""
        return 1 if self.other is Kind.MAX else -1

    def show(self) -> str:
        """Return the heaps separated by hyphens."""
        return "-".join(map(str, reversed(self.heaps)))

    def moves(self) -> list[Division]:
        """Return all divisions: those of the largest heap first, and for each heap the most unequal division first."""
        sizes = sorted(set(self.heaps), reverse=True)
        return [(size, larger) for size in sizes for larger in range(size - 1, size // 2, -1)]

    def is_over(self) -> bool:
        """Return whether no heap has more than two matches, so that no heap can be divided."""
        return self.heaps[-1] < 3

    def key(self) -> tuple[Kind, tuple[int, ...]]:
        """Return the player to move and the heaps that can be divided."""
        return self.mover, tuple(heap for heap in reversed(self.heaps) if heap > 2)

    def essence(self) -> tuple[Kind, tuple[int, ...]]:
        """Return the player to move and the divisible heaps, with pairs of equal heaps removed.

        A pair of equal heaps can be ignored, because every move in one of the two heaps can be answered by the same
        move in the other.
        """
        unpaired: set[int] = set()
        for heap in self.heaps:
            unpaired ^= {heap}
        return self.mover, tuple(sorted(heap for heap in unpaired if heap > 2))

    def name_of(self, move: Division) -> str:
        """Return the divided heap and its parts as text, for example 7=4+3."""
        size, larger = move
        return f"{size}={larger}+{size - larger}"


MAX_MATCHES_IN_GAME = 100_000
"""Maximum number of matches in Simple Nim, which also limits the number of moves of a game."""

MAX_TAKEN = 20
"""Maximum number of matches taken at once, which also limits the number of moves to choose from."""


def read_allowed_takes(text: str) -> tuple[int, ...]:
    """Parse the numbers of matches that may be taken, as numbers and ranges. Raises InputError if the text is invalid.

    >>> read_allowed_takes("1..3"), read_allowed_takes("1,3,4")
    ((1, 2, 3), (1, 3, 4))
    """
    allowed: set[int] = set()
    for part in text.split(","):
        ends = re.fullmatch(r"\s*(\d{1,2})(?:\s*\.\.\s*(\d{1,2}))?\s*", part, re.ASCII)
        numbers = range(int(ends[1]), int(ends[2] or ends[1]) + 1) if ends else range(0)
        if not numbers or numbers[0] < 1 or numbers[-1] > MAX_TAKEN:
            facts = {"text": part.strip(), "most": MAX_TAKEN, "example": "take=1..2"}
            raise InputError((Problem("nim-take", None, facts),))
        allowed.update(numbers)
    return tuple(sorted(allowed))


class SimpleNim(Game):
    """Simple Nim. A position is written as the number of matches left.

    The game is over when no permitted number of matches can be taken.
    """

    name = "simple-nim"
    taken: ClassVar[tuple[int, ...]] = (1, 2, 3)
    """The numbers of matches that a player may take."""
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
        """Return the game with other numbers of matches that may be taken, or None if `key` is not "take".

        Raises InputError if the text is invalid.
        """
        if key != "take":
            return None
        return type(cls.__name__, (cls,), {"taken": read_allowed_takes(text), "name": f"{cls.name}:{key}={text}"})

    def moves(self) -> tuple[int, ...]:
        """Return the numbers of matches that can be taken, in ascending order."""
        return self.taken[: bisect_right(self.taken, self.count)]

    def make(self, move: int) -> None:
        """Play a move: take that many matches from the heap."""
        self.count -= move
        self.mover, self.other = self.other, self.mover

    def undo(self, move: int) -> None:
        """Take a move back: return its matches to the heap."""
        self.count += move
        self.mover, self.other = self.other, self.mover

    def is_over(self) -> bool:
        """Return whether there are too few matches left for any permitted number to be taken."""
        return self.count < self.taken[0]

    def result(self) -> int:
        """Return 1 if it is MAX's turn, because then MIN has made the last move and loses, otherwise -1."""
        return 1 if self.mover is Kind.MAX else -1

    def show(self) -> str:
        """Return the number of matches."""
        return str(self.count)

    def key(self) -> int:
        """Return twice the number of matches, plus 1 if MAX is to move."""
        return 2 * self.count + (self.mover is Kind.MAX)
