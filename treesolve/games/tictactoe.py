"""Tic-Tac-Toe: a player with three stones in a line wins.

A position is written as its rows, top first, separated by slashes.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from treesolve.games.game import Game
from treesolve.model.kind import Kind
from treesolve.model.problem import InputError, Problem, Span

EMPTY, CROSS, NOUGHT = ".", "X", "O"
"""The characters of squares."""

SIDE = 3
"""Number of rows and of columns."""

MAX_SQUARES_NAMED = 20
"""Maximum number of invalid squares reported."""

_SQUARE_BY_CHARACTER = {".": EMPTY, "_": EMPTY, "-": EMPTY, "x": CROSS, "X": CROSS, "o": NOUGHT, "O": NOUGHT}


def read_board(text: str) -> tuple[str, ...]:
    """Parse a board and return its rows, top first, each as a string of EMPTY, CROSS and NOUGHT.

    Rows end with a slash or a line feed, and whitespace is ignored. If squares have unknown characters or rows have the
    wrong length, raises InputError with the position of each of them.

    >>> read_board("X.O/.x./..o")
    ('X.O', '.X.', '..O')
    """
    rows: list[str] = []
    unknown, lengths = list[Problem](), list[Problem]()
    start = 0
    for number, row in enumerate(re.split(r"[/\n]", text.rstrip()), 1):
        squares = [(start + position, sign) for position, sign in enumerate(row) if not sign.isspace()]
        rows.append("".join(_SQUARE_BY_CHARACTER.get(sign, EMPTY) for _, sign in squares))
        for column, (position, sign) in enumerate(squares, 1):
            if sign not in _SQUARE_BY_CHARACTER:
                facts: dict[str, object] = {"character": sign, "row": number, "column": column}
                unknown.append(Problem("square-unknown", Span(position, position + 1), facts, text=text))
        if len(squares) != SIDE:
            facts = {"row": number, "count": len(squares), "columns": SIDE}
            lengths.append(Problem("board-row", Span(start, start + max(1, len(row))), facts, text=text))
        start += len(row) + 1
    if len(rows) != SIDE:
        facts = {"count": len(rows), "rows": SIDE, "columns": SIDE}
        lengths = [Problem("board-rows", Span(0, len(text)), facts, text=text)]
    if problems := (*unknown[:MAX_SQUARES_NAMED], *lengths):
        raise InputError(problems)
    return tuple(rows)


LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
"""The bit masks of rows, columns and diagonals."""

FULL = 0o777
"""The bit mask of the whole board."""

_LINES_THROUGH = tuple(-sum(line >> square & 1 for line in LINES) for square in range(9))
_FREE_SQUARES = [tuple(square for square in range(9) if not taken >> square & 1) for taken in range(FULL + 1)]
_LINES_IN = [sum(mask & line == line for line in LINES) for mask in range(FULL + 1)]


def _squares_under_symmetries() -> Iterator[tuple[int, ...]]:
    """Yield, for each of the eight symmetries, the squares to which it maps the squares of the board."""
    squares = tuple(range(SIDE * SIDE))
    for _ in range(4):
        rows = [squares[start : start + SIDE] for start in range(0, SIDE * SIDE, SIDE)]
        yield squares
        yield tuple(chain(*reversed(rows)))
        squares = tuple(chain(*zip(*reversed(rows), strict=True)))


def _masks_under_symmetries(mask: int) -> tuple[int, ...]:
    return tuple(
        sum(1 << target[square] for square in range(9) if mask >> square & 1) for target in _squares_under_symmetries()
    )


_SYMMETRIC_MASKS = [_masks_under_symmetries(mask) for mask in range(FULL + 1)]


def _problem_of_stones(text: str, crosses: int, noughts: int) -> Problem | None:
    """Return the problem with a board if it cannot occur in a game, in which X begins and a line ends the game."""
    span, first, second = Span(0, len(text)), crosses.bit_count(), noughts.bit_count()
    if first - second not in (0, 1):
        return Problem("board-counts", span, {"first": first, "second": second}, text=text)
    if _LINES_IN[crosses] and _LINES_IN[noughts]:
        return Problem("board-two-winners", span, text=text)
    for stone, mask, was_last in ((CROSS, crosses, first > second), (NOUGHT, noughts, first == second)):
        if _LINES_IN[mask] and not (was_last and _may_have_just_won(mask)):
            return Problem("board-after-win", span, {"winner": stone}, text=text)
    return None


def _may_have_just_won(mask: int) -> bool:
    """Return whether all lines share a square, so that the last stone can have completed all of them."""
    return any(mask >> square & 1 and not _LINES_IN[mask & ~(1 << square)] for square in range(SIDE * SIDE))


class TicTacToe(Game):
    """Tic-Tac-Toe. A position is written like X.O/.X./..O, and moves are squares, numbered in reading order from 0."""

    name = "tictactoe"
    start = ".../.../..."
    results = (-1, 1)

    def __init__(self, text: str) -> None:
        board = "".join(read_board(text))
        crosses, noughts = (
            sum(1 << square for square, stone in enumerate(board) if stone == player) for player in (CROSS, NOUGHT)
        )
        if problem := _problem_of_stones(text, crosses, noughts):
            raise InputError((problem,))
        self.mover, self.other, self.own, self.theirs = Kind.MAX, Kind.MIN, crosses, noughts
        if crosses.bit_count() > noughts.bit_count():
            self.mover, self.other, self.own, self.theirs = Kind.MIN, Kind.MAX, noughts, crosses

    @property
    def masks(self) -> tuple[int, int]:
        """The bit masks of X and of O."""
        return (self.own, self.theirs) if self.mover is Kind.MAX else (self.theirs, self.own)

    def moves(self) -> tuple[int, ...]:
        """Return the free squares."""
        return _FREE_SQUARES[self.own | self.theirs]

    def promising(self, moves: Sequence[int]) -> Sequence[int]:
        """Return the moves ordered by the number of lines through the square: center first, then corners and edges."""
        return sorted(moves, key=_LINES_THROUGH.__getitem__)

    def make(self, move: int) -> None:
        """Place a stone on the square."""
        self.own, self.theirs = self.theirs, self.own | 1 << move
        self.mover, self.other = self.other, self.mover

    def undo(self, move: int) -> None:
        """Remove the stone."""
        self.own, self.theirs = self.theirs ^ 1 << move, self.own
        self.mover, self.other = self.other, self.mover

    def is_over(self) -> bool:
        """Return whether the last stone completed a line or the board is full."""
        return _LINES_IN[self.theirs] > 0 or self.own | self.theirs == FULL

    def result(self) -> int:
        """Return 1 if X has a line, -1 if O has one, otherwise 0."""
        if not _LINES_IN[self.theirs]:
            return 0
        return 1 if self.other is Kind.MAX else -1

    def show(self) -> str:
        """Return the rows separated by slashes."""
        return self.board().replace("\n", "/")

    def board(self) -> str:
        """Return the rows, one per line."""
        crosses, noughts = self.masks
        squares = "".join(
            CROSS if crosses >> square & 1 else NOUGHT if noughts >> square & 1 else EMPTY
            for square in range(SIDE * SIDE)
        )
        return "\n".join(squares[start : start + SIDE] for start in range(0, SIDE * SIDE, SIDE))

    def name_of(self, move: int) -> str:
        """Return the number of the square, counted from 1."""
        return str(move + 1)

    def key(self) -> int:
        """Return the least encoding among the eight symmetric boards. The player to move follows from the board."""
        crosses, noughts = self.masks
        return min(
            [
                cross << 9 | nought
                for cross, nought in zip(_SYMMETRIC_MASKS[crosses], _SYMMETRIC_MASKS[noughts], strict=True)
            ]
        )


def open_lines(game: TicTacToe) -> int:
    """Return E(n) = M(n) - O(n): the number of lines still open for X minus the number still open for O."""
    crosses, noughts = game.masks
    return _LINES_IN[FULL & ~noughts] - _LINES_IN[FULL & ~crosses]


def weighted_squares(game: TicTacToe) -> int:
    """Return the value of X's squares minus the value of O's squares.

    The value of a square is the number of lines through it.
    """
    crosses, noughts = game.masks
    return sum((crosses & line).bit_count() - (noughts & line).bit_count() for line in LINES)


TicTacToe.heuristics = {"lines": open_lines, "material": weighted_squares}
