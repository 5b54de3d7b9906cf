"""Tic-Tac-Toe: three in a line win.

Vocabulary

    square      a place on the board, counted from 0, row by row; people count from 1
    mask        a set of squares as a number: the bit of a square is 1 << square
    line        three squares that win: a row, a column or a diagonal
    symmetry    a turn or a reflection of the board; eight of them leave the game what it is
"""

from collections.abc import Iterator, Sequence

from treesolve.games.boards import EMPTY, FIRST, SECOND, counts_problem, read_board
from treesolve.games.game import Game
from treesolve.model.problem import InputError, Problem, Span
from treesolve.model.tree import Kind

LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
"""The masks of rows, columns and diagonals."""

FULL = 0o777
"""The mask of the whole board."""

_LINES_THROUGH = tuple(-sum(line >> square & 1 for line in LINES) for square in range(9))
_FREE = [tuple(square for square in range(9) if not taken >> square & 1) for taken in range(FULL + 1)]
_WINS = [any(mask & line == line for line in LINES) for mask in range(FULL + 1)]


def _squares_under_symmetries() -> Iterator[tuple[int, ...]]:
    """Where each square goes, in each of the eight symmetries."""
    for turned in range(8):
        places = [(row, column) for row in range(3) for column in range(3)]
        if turned & 1:
            places = [(row, 2 - column) for row, column in places]
        if turned & 2:
            places = [(2 - row, column) for row, column in places]
        if turned & 4:
            places = [(column, row) for row, column in places]
        yield tuple(3 * row + column for row, column in places)


def _masks_under_symmetries(mask: int) -> tuple[int, ...]:
    return tuple(
        sum(1 << goes[square] for square in range(9) if mask >> square & 1) for goes in _squares_under_symmetries()
    )


_IMAGES = [_masks_under_symmetries(mask) for mask in range(FULL + 1)]


class TicTacToe(Game):
    """Tic-Tac-Toe; a position is its rows, X.O/.X./..O, and X began. Moves are squares in the order of reading."""

    name = "tictactoe"
    start = ".../.../..."
    results = (-1, 1)

    def __init__(self, text: str) -> None:
        board = read_board(text, 3, 3)
        squares = "".join(board)
        masks = {stone: sum(1 << at for at in range(9) if squares[at] == stone) for stone in (FIRST, SECOND)}
        crosses, noughts = masks[FIRST], masks[SECOND]
        problem = counts_problem(text, board) or _winners_problem(text, crosses, noughts)
        if problem:
            raise InputError((problem,))
        self.mover, self.other = Kind.MAX, Kind.MIN
        self.own, self.theirs = crosses, noughts
        if crosses.bit_count() > noughts.bit_count():
            self._pass_turn()

    def _pass_turn(self) -> None:
        self.mover, self.other = self.other, self.mover
        self.own, self.theirs = self.theirs, self.own

    def moves(self) -> tuple[int, ...]:
        """The free squares."""
        return _FREE[self.own | self.theirs]

    def promising(self, moves: Sequence[int]) -> Sequence[int]:
        """The centre, the corners, the edges."""
        return sorted(moves, key=_LINES_THROUGH.__getitem__)

    def make(self, move: int) -> None:
        """Put a stone on the square."""
        self.own, self.theirs = self.theirs, self.own | 1 << move
        self.mover, self.other = self.other, self.mover

    def undo(self, move: int) -> None:
        """Take the stone off again."""
        self.own, self.theirs = self.theirs ^ 1 << move, self.own
        self.mover, self.other = self.other, self.mover

    def is_over(self) -> bool:
        """Whether the last stone made a line, or the board is full."""
        return _WINS[self.theirs] or self.own | self.theirs == FULL

    def result(self) -> int:
        """1 where X has a line, -1 where O has one, else 0."""
        if not _WINS[self.theirs]:
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
        """Three lines of three squares."""
        crosses, noughts = self.masks
        squares = [FIRST if crosses >> at & 1 else SECOND if noughts >> at & 1 else EMPTY for at in range(9)]
        return "\n".join("".join(squares[row : row + 3]) for row in (0, 3, 6))

    def key(self) -> int:
        """The least of the eight boards that are turned or reflected into each other; who moves follows from it."""
        crosses, noughts = self.masks
        return min([cross << 9 | nought for cross, nought in zip(_IMAGES[crosses], _IMAGES[noughts], strict=True)])

    def name_of(self, move: int) -> str:
        """The number of the square, counted from 1."""
        return str(move + 1)


def _winners_problem(text: str, crosses: int, noughts: int) -> Problem | None:
    """What is wrong where both have a line, or where the one who lost had another turn."""
    if _WINS[crosses] and _WINS[noughts]:
        return Problem("board-two-winners", Span(0, len(text)), text=text)
    moved_on = (_WINS[crosses], FIRST) if crosses.bit_count() == noughts.bit_count() else (_WINS[noughts], SECOND)
    if moved_on[0]:
        return Problem("board-after-win", Span(0, len(text)), {"winner": moved_on[1]}, text=text)
    return None


def open_lines(game: TicTacToe) -> int:
    """E(n) = M(n) - O(n): the lines that are still open for X less those that are still open for O."""
    crosses, noughts = game.masks
    return sum(not noughts & line for line in LINES) - sum(not crosses & line for line in LINES)


def weighed_squares(game: TicTacToe) -> int:
    """What X's squares are worth less what O's are: a square is worth the lines that lead through it."""
    crosses, noughts = game.masks
    return sum((crosses & line).bit_count() - (noughts & line).bit_count() for line in LINES)


TicTacToe.heuristics = {"lines": open_lines, "material": weighed_squares}
