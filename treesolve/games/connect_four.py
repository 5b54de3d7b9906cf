"""Connect Four: stones fall down columns, four in a line win.

Vocabulary

    square      a place on the board; as text, rows count from the top and columns from the left, both from 1
    column      where a stone is dropped, counted from 0; people count from 1
    mask        a set of squares as a number: a column has seven bits, the lowest square's first, the last one never set
    four        four squares in a line: one above the other, side by side, or diagonal; there are 69
    mirrored    with left and right changed over, which leaves the game what it is
"""

from collections.abc import Iterator, Sequence
from functools import cache

from treesolve.games.boards import EMPTY, BoardGame, open_lines, square_span
from treesolve.model.problem import Problem

COLUMNS, ROWS = 7, 6
"""How wide and how high the board is."""

_HEIGHT = ROWS + 1
_BOTTOM = tuple(1 << _HEIGHT * column for column in range(COLUMNS))
_COLUMN = tuple(bottom * ((1 << ROWS) - 1) for bottom in _BOTTOM)
_TOP = tuple(bottom << ROWS - 1 for bottom in _BOTTOM)

FULL = sum(_COLUMN)
"""The mask of the whole board."""

_TOPS, _BOTTOMS = sum(_TOP), sum(_BOTTOM)
_UP, _RIGHT, _RISING, _FALLING = 1, _HEIGHT, _HEIGHT + 1, _HEIGHT - 1


@cache
def _open_columns(tops: int) -> tuple[int, ...]:
    """The columns that can take a stone, where the top squares that are taken have this mask."""
    return tuple(column for column in range(COLUMNS) if not tops & _TOP[column])


_FROM_THE_MIDDLE = tuple(abs(column - COLUMNS // 2) for column in range(COLUMNS))


def has_four(mask: int) -> bool:
    """Whether there is a four in a set of squares."""
    pairs = mask & mask >> _RIGHT
    if pairs & pairs >> 2 * _RIGHT:
        return True
    pairs = mask & mask >> _RISING
    if pairs & pairs >> 2 * _RISING:
        return True
    pairs = mask & mask >> _FALLING
    if pairs & pairs >> 2 * _FALLING:
        return True
    pairs = mask & mask >> _UP
    return pairs & pairs >> 2 * _UP != 0


def number_of_fours(mask: int) -> int:
    """How many fours there are in a set of squares."""
    count = 0
    for step in (_UP, _RIGHT, _RISING, _FALLING):
        pairs = mask & mask >> step
        count += (pairs & pairs >> 2 * step).bit_count()
    return count


_WHOLE = tuple(bottom * ((1 << _HEIGHT) - 1) for bottom in _BOTTOM)
_LEFT, _CENTRE, _HALF = sum(_WHOLE[:3]), _WHOLE[3], 4 * _HEIGHT
_OUTER, _INNER, _MIDDLES = _WHOLE[0] | _WHOLE[4], _WHOLE[2] | _WHOLE[6], _WHOLE[1] | _WHOLE[3] | _WHOLE[5]


def mirrored(mask: int) -> int:
    """The squares with left and right changed over."""
    mask = (mask & _LEFT) << _HALF | mask >> _HALF | mask & _CENTRE
    return (mask & _OUTER) << 2 * _HEIGHT | (mask & _INNER) >> 2 * _HEIGHT | mask & _MIDDLES


class ConnectFour(BoardGame):
    """Connect Four; stones lie on others or at the bottom. Moves are columns from left to right."""

    name = "connect-four"
    start = "/".join([EMPTY * COLUMNS] * ROWS)
    squares = tuple(tuple(bottom << height for bottom in _BOTTOM) for height in range(ROWS - 1, -1, -1))
    full = FULL
    lines_in = staticmethod(number_of_fours)

    def misplaced_stones(self, text: str, board: Sequence[str]) -> Iterator[Problem]:
        """The lowest stone in each column that has an empty square right below it, and why it cannot stay there."""
        for column in range(COLUMNS):
            for row in range(ROWS - 2, -1, -1):
                if board[row][column] != EMPTY and board[row + 1][column] == EMPTY:
                    facts = {"stone": board[row][column], "row": row + 1, "column": column + 1}
                    yield Problem("stone-floating", square_span(text, row, column), facts, text=text)
                    break

    def loose(self, stones: int) -> int:
        """The uppermost stone in each column."""
        return stones + _BOTTOMS >> 1 & stones

    def moves(self) -> tuple[int, ...]:
        """The columns that are not full."""
        return _open_columns((self.own | self.theirs) & _TOPS)

    def promising(self, moves: Sequence[int]) -> Sequence[int]:
        """The columns in the middle first: more fours lead through them."""
        return sorted(moves, key=_FROM_THE_MIDDLE.__getitem__)

    def make(self, move: int) -> None:
        """Drop a stone into the column."""
        own, theirs = self.own, self.theirs
        self.theirs = own | (own | theirs) + _BOTTOM[move] & _COLUMN[move]
        self.own = theirs
        self.mover, self.other = self.other, self.mover

    def undo(self, move: int) -> None:
        """Take the column's uppermost stone off again."""
        own = self.own
        stones = (own | self.theirs) & _COLUMN[move]
        self.own = self.theirs ^ (stones & ~(stones >> 1))
        self.theirs = own
        self.mover, self.other = self.other, self.mover

    def is_over(self) -> bool:
        """Whether the last stone made a four, or the board is full."""
        return has_four(self.theirs) or self.own | self.theirs == FULL

    def key(self) -> int:
        """The lesser of two numbers, for the board and for the mirrored one; who moves follows from it."""
        # In each column a one stands above the stones, and the bits below it are the mover's.
        own = self.own
        number = (own | self.theirs) + _BOTTOMS + own
        other = mirrored(number)
        return number if number < other else other


def _number_of_fours_through(square: int) -> int:
    """How many fours lead through a square."""
    return number_of_fours(FULL) - number_of_fours(FULL & ~square)


_WORTH = {1 << bit: _number_of_fours_through(1 << bit) for bit in range(COLUMNS * _HEIGHT) if FULL >> bit & 1}
_PLANES = tuple(sum(square for square, worth in _WORTH.items() if worth & power) for power in (1, 2, 4, 8))
"""The squares whose worth, written in binary, has 1, 2, 4 and 8."""


def weighed_squares(game: ConnectFour) -> int:
    """What X's squares are worth less what O's are: a square is worth the fours that lead through it."""
    crosses, noughts = game.masks
    ones, twos, quads, eights = [(crosses & plane).bit_count() - (noughts & plane).bit_count() for plane in _PLANES]
    return ones + 2 * twos + 4 * quads + 8 * eights


ConnectFour.heuristics = {"lines": open_lines, "material": weighed_squares}
