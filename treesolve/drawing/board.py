"""Drawings of game boards, which are grids of squares with crosses and rings, parsed from the name of a position."""

import re
from typing import NamedTuple

from treesolve.drawing.geometry import Point

Board = tuple[str, ...]

CROSS, NOUGHT = "X", "O"
MAX_ROWS = 12
"""Maximum number of rows of a board; larger boards are not drawn."""

_ROW = re.compile(r"[XxOo._-]{2,12}")


class BoardDrawing(NamedTuple):
    """The grid lines of a board, the strokes of its crosses, and the centers and radius of its rings.

    All coordinates are in points, measured from the upper left corner of the board.
    """

    grid: tuple[tuple[Point, Point], ...]
    strokes: tuple[tuple[Point, Point], ...]
    rings: tuple[Point, ...]
    radius: float


def read_board(name: str) -> Board:
    """Return the board that a name such as X.O/.X./..O describes; empty if the name does not describe a board.

    >>> read_board("X.O/.x./..o"), read_board("4-2-1"), read_board("yes/no")
    (('X.O', '.X.', '..O'), (), ())
    """
    rows = name.split("/")
    if not 2 <= len(rows) <= MAX_ROWS or any(len(row) != len(rows[0]) or not _ROW.fullmatch(row) for row in rows):
        return ()
    return tuple(row.upper().replace("_", ".").replace("-", ".") for row in rows)


def side(board: Board) -> float:
    """Return the side length of a square in points, which is smaller on larger boards."""
    longest = max(len(board), len(board[0]))
    return 12.0 if longest <= 3 else 10.0 if longest <= 5 else 8.0


def board_size(board: Board) -> tuple[float, float]:
    """Return width and height of a board in points."""
    return side(board) * len(board[0]), side(board) * len(board)


def draw_board(board: Board) -> BoardDrawing:
    """Return the lines and rings that draw the board."""
    size = side(board)
    width, height = board_size(board)
    upright = [(Point(size * at, 0.0), Point(size * at, height)) for at in range(1, len(board[0]))]
    level = [(Point(0.0, size * at), Point(width, size * at)) for at in range(1, len(board))]
    strokes: list[tuple[Point, Point]] = []
    rings: list[Point] = []
    for y, row in enumerate(board):
        for x, stone in enumerate(row):
            center = Point(size * (x + 0.5), size * (y + 0.5))
            if stone == CROSS:
                strokes += _strokes_of_cross(center, 0.28 * size)
            elif stone == NOUGHT:
                rings.append(center)
    return BoardDrawing((*upright, *level), tuple(strokes), tuple(rings), 0.3 * size)


def _strokes_of_cross(center: Point, arm: float) -> list[tuple[Point, Point]]:
    x, y = center
    return [
        (Point(x - arm, y - arm), Point(x + arm, y + arm)),
        (Point(x - arm, y + arm), Point(x + arm, y - arm)),
    ]
