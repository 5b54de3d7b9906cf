"""Tic-Tac-Toe: three in a line win.

Vocabulary

    square      a place on the board, counted from 0, row by row; people count from 1
    mask        a set of squares as a number: the bit of a square is 1 << square
    line        three squares that win: a row, a column or a diagonal
    symmetry    a turn or a reflection of the board; eight of them leave the game what it is
"""

from collections.abc import Iterator, Sequence

from treesolve.games.boards import BoardGame, open_lines

LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
"""The masks of rows, columns and diagonals."""

FULL = 0o777
"""The mask of the whole board."""

_LINES_THROUGH = tuple(-sum(line >> square & 1 for line in LINES) for square in range(9))
_FREE = [tuple(square for square in range(9) if not taken >> square & 1) for taken in range(FULL + 1)]
_LINES_IN = [sum(mask & line == line for line in LINES) for mask in range(FULL + 1)]


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


class TicTacToe(BoardGame):
    """Tic-Tac-Toe, X.O/.X./..O. Moves are squares in the order of reading."""

    name = "tictactoe"
    start = ".../.../..."
    squares = tuple(tuple(1 << row + column for column in range(3)) for row in (0, 3, 6))
    full = FULL

    @staticmethod
    def lines_in(mask: int) -> int:
        """How many lines there are in a set of squares."""
        return _LINES_IN[mask]

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
        return _LINES_IN[self.theirs] > 0 or self.own | self.theirs == FULL

    def key(self) -> int:
        """The least of the eight boards that are turned or reflected into each other; who moves follows from it."""
        crosses, noughts = self.masks
        return min([cross << 9 | nought for cross, nought in zip(_IMAGES[crosses], _IMAGES[noughts], strict=True)])


def weighed_squares(game: TicTacToe) -> int:
    """What X's squares are worth less what O's are: a square is worth the lines that lead through it."""
    crosses, noughts = game.masks
    return sum((crosses & line).bit_count() - (noughts & line).bit_count() for line in LINES)


TicTacToe.heuristics = {"lines": open_lines, "material": weighed_squares}
