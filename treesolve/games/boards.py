"""Games on boards: rows of X, O and empty squares, as text with a slash between rows.

Vocabulary

    square      a place on a board; `row` and `column` count from 1, the top row first
    X, O        the stones of the player who began, and of the other one
    mask        a set of squares as a number: each square has a bit of its own
    line        squares that win where all of them are one player's
"""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from treesolve.games.game import Game
from treesolve.model.problem import InputError, Problem, Span
from treesolve.model.tree import Kind

EMPTY, FIRST, SECOND = ".", "X", "O"
"""How squares are written."""

MOST_TOLD = 20
"""So many squares at fault are named at most."""

_READ = {".": EMPTY, "_": EMPTY, "-": EMPTY, "x": FIRST, "X": FIRST, "o": SECOND, "O": SECOND}


def read_board(text: str, rows: int, columns: int) -> tuple[str, ...]:
    """The rows of a board, top first, each of so many squares of EMPTY, FIRST and SECOND.

    Rows end with a slash or with the line; blanks mean nothing. Raises InputError that names each square at fault, and
    the row that is too short or too long.

    >>> read_board("X.O/.x./..o", 3, 3)
    ('X.O', '.X.', '..O')
    """
    facts = {"rows": rows, "columns": columns}
    found: list[list[str]] = [[]]
    problems: list[Problem] = []
    for offset, character in enumerate(text.rstrip()):
        if character in "/\n":
            found.append([])
        elif not character.isspace():
            found[-1].append(_READ.get(character, EMPTY))
            if character not in _READ and len(problems) < MOST_TOLD:
                place = {"character": character, "row": len(found), "column": len(found[-1])}
                problems.append(Problem("square-unknown", Span(offset, offset + 1), place, text=text))
    if len(found) != rows:
        problems.append(Problem("board-rows", Span(0, len(text)), {"count": len(found), **facts}, text=text))
    else:
        problems += _problems_of_rows(text, found, columns)
    if problems:
        raise InputError(tuple(problems))
    return tuple("".join(row) for row in found)


def square_span(text: str, row: int, column: int) -> Span:
    """Where in the text of a board a square stands; row and column count from 0 here."""
    at = 0
    for offset, character in enumerate(text):
        if character in "/\n":
            row, at = row - 1, 0
        elif not character.isspace():
            if row == 0 and at == column:
                return Span(offset, offset + 1)
            at += 1
    return Span(0, len(text))


def _problems_of_rows(text: str, found: Sequence[Sequence[str]], columns: int) -> list[Problem]:
    problems, start = [], 0
    for number, (row, written) in enumerate(zip(found, text.replace("\n", "/").split("/"), strict=False), 1):
        if len(row) != columns:
            facts = {"row": number, "count": len(row), "columns": columns}
            problems.append(Problem("board-row", Span(start, start + max(1, len(written))), facts, text=text))
        start += len(written) + 1
    return problems


class BoardGame(Game):
    """A game in which stones are set by turns; a position is its rows, the top one first, and X began.

    `own` are the squares of the mover's stones, `theirs` those of the other's, as masks.
    """

    results = (-1, 1)

    squares: ClassVar[Sequence[Sequence[int]]]
    """The bit of each square, row by row."""

    full: ClassVar[int]
    """The mask of the whole board."""

    @staticmethod
    @abstractmethod
    def lines_in(mask: int) -> int:
        """How many lines there are in a set of squares."""

    def __init__(self, text: str) -> None:
        board = read_board(text, len(self.squares), len(self.squares[0]))
        crosses, noughts = self._mask_of_stones(board, FIRST), self._mask_of_stones(board, SECOND)
        problems = [*self.misplaced_stones(text, board), *_problems_of_counts(text, crosses, noughts)]
        problems = problems or [*self._problems_of_winners(text, crosses, noughts)]
        if problems:
            raise InputError(tuple(problems))
        self.mover, self.other, self.own, self.theirs = Kind.MAX, Kind.MIN, crosses, noughts
        if crosses.bit_count() > noughts.bit_count():
            self.mover, self.other, self.own, self.theirs = Kind.MIN, Kind.MAX, noughts, crosses

    def _mask_of_stones(self, board: Sequence[str], stone: str) -> int:
        rows = zip(self.squares, board, strict=True)
        return sum(bit for bits, row in rows for bit, square in zip(bits, row, strict=True) if square == stone)

    def misplaced_stones(self, _text: str, _board: Sequence[str]) -> Iterable[Problem]:
        """What is wrong with where the stones lie; nothing where they may lie anywhere."""
        return ()

    def loose(self, stones: int) -> int:
        """The stones that may have been set last."""
        return stones

    def _problems_of_winners(self, text: str, crosses: int, noughts: int) -> Iterator[Problem]:
        """What is wrong where both have a line, or where a stone was set after the one that made it."""
        if self.lines_in(crosses) and self.lines_in(noughts):
            yield Problem("board-two-winners", Span(0, len(text)), text=text)
            return
        cross_was_last = crosses.bit_count() > noughts.bit_count()
        for stone, mask, was_last in ((FIRST, crosses, cross_was_last), (SECOND, noughts, not cross_was_last)):
            if self.lines_in(mask) and not (was_last and self._may_have_just_won(mask, crosses | noughts)):
                yield Problem("board-after-win", Span(0, len(text)), {"winner": stone}, text=text)

    def _may_have_just_won(self, mask: int, stones: int) -> bool:
        """Whether without one of these stones, which may have been set last, there is no line."""
        loose = self.loose(stones) & mask
        return any(bit & loose and not self.lines_in(mask & ~bit) for bits in self.squares for bit in bits)

    def result(self) -> int:
        """1 where X has a line, -1 where O has one, else 0."""
        if not self.lines_in(self.theirs):
            return 0
        return 1 if self.other is Kind.MAX else -1

    @property
    def masks(self) -> tuple[int, int]:
        """The squares of X and of O."""
        return (self.own, self.theirs) if self.mover is Kind.MAX else (self.theirs, self.own)

    def show(self) -> str:
        """The rows with slashes between them."""
        return self.board().replace("\n", "/")

    def board(self) -> str:
        """The rows, a line each."""
        crosses, noughts = self.masks

        def square(bit: int) -> str:
            return FIRST if crosses & bit else SECOND if noughts & bit else EMPTY

        return "\n".join("".join(map(square, bits)) for bits in self.squares)

    def name_of(self, move: int) -> str:
        """The number of the square or the column, counted from 1."""
        return str(move + 1)


def _problems_of_counts(text: str, crosses: int, noughts: int) -> Iterator[Problem]:
    """What is wrong where X, who began, has neither as many stones as O nor one more."""
    first, second = crosses.bit_count(), noughts.bit_count()
    if first - second not in (0, 1):
        yield Problem("board-counts", Span(0, len(text)), {"first": first, "second": second}, text=text)


def open_lines(game: BoardGame) -> int:
    """E(n) = M(n) - O(n): the lines that are still open for X less those that are still open for O."""
    crosses, noughts = game.masks
    return game.lines_in(game.full & ~noughts) - game.lines_in(game.full & ~crosses)
