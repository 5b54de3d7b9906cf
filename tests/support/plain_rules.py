"""Rules of the games, written once more: slow, on plain lists, sharing nothing with the package."""

from functools import cache


def lines(height: int, width: int, length: int) -> list[list[tuple[int, int]]]:
    """All rows of so many squares: across, down, and both diagonals."""
    found = []
    for row in range(height):
        for column in range(width):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                squares = [(row + step * down, column + step * right) for step in range(length)]
                if all(0 <= r < height and 0 <= c < width for r, c in squares):
                    found.append(squares)
    return found


THREES = lines(3, 3, 3)


def winner(rows: list[str], winning: list[list[tuple[int, int]]]) -> str | None:
    """Return the stone that fills a line."""
    for squares in winning:
        stones = {rows[row][column] for row, column in squares}
        if len(stones) == 1 and stones != {"."}:
            return stones.pop()
    return None


def open_lines(rows: list[str], winning: list[list[tuple[int, int]]]) -> int:
    """M(n) - O(n): lines without an O less lines without an X."""
    filled = [{rows[row][column] for row, column in squares} for squares in winning]
    return sum("O" not in stones for stones in filled) - sum("X" not in stones for stones in filled)


def weighed(rows: list[str], winning: list[list[tuple[int, int]]]) -> int:
    """For every line the X in it less the O in it."""
    stones = "".join(rows[row][column] for squares in winning for row, column in squares)
    return stones.count("X") - stones.count("O")


def board_over(rows: list[str], winning: list[list[tuple[int, int]]]) -> int | None:
    """1, 0 or -1 where the game is over, None where it goes on."""
    stone = winner(rows, winning)
    if stone:
        return 1 if stone == "X" else -1
    return None if any("." in row for row in rows) else 0


def placed(rows: list[str], row: int, column: int) -> list[str]:
    """Return the board with a stone more, set by whose turn it is."""
    stones = "".join(rows)
    stone = "X" if stones.count("X") == stones.count("O") else "O"
    changed = [list(squares) for squares in rows]
    changed[row][column] = stone
    return ["".join(squares) for squares in changed]


def least_excluded(values: set[int]) -> int:
    """Return the least number from 0 on that is not among these."""
    return next(number for number in range(len(values) + 1) if number not in values)


@cache
def grundy_nimber(heap: int) -> int:
    """Return the nimber of one heap in Grundy's game."""
    return least_excluded(
        {grundy_nimber(part) ^ grundy_nimber(heap - part) for part in range(1, heap) if part < heap - part}
    )


def nim_sum(heaps: tuple[int, ...]) -> int:
    """Return the heaps added without carrying."""
    total = 0
    for heap in heaps:
        total ^= heap
    return total
