"""Chomp: a bar of chocolate, and the piece at the upper left is poisoned. Whoever has to eat it loses.

Who moves picks a piece and eats it with everything to the right of it and below it. A position is the number of pieces
left in each row, such as 3-3-3. This is a game to copy: whatever is written like this can be unfolded, searched and
played, with `own_game.py` in the place of the name of a game.
"""

from treesolve import Game, Kind, read_heaps


class Chomp(Game):
    """The bar of chocolate as it lies there; `mover` is Kind.MAX for the one who began, or Kind.MIN."""

    name = "chomp"
    start = "3-3-3"

    def __init__(self, text):
        """Read a position. `read_heaps` says what is wrong with a text that has none."""
        self.rows = sorted(read_heaps(text), reverse=True)
        self.earlier = []

    def moves(self):
        """All moves, always in the same order. They can be anything that can be hashed: here row and column, from 0."""
        return [(row, column) for row, length in enumerate(self.rows) for column in range(length)]

    def make(self, move):
        """Make a move, and pass the turn on. What cannot be computed backwards is kept."""
        row, column = move
        self.earlier.append(self.rows)
        self.rows = self.rows[:row] + [min(length, column) for length in self.rows[row:] if column]
        self.mover = self.mover.opponent

    def undo(self, move):
        """Take back the move that was made last."""
        self.rows = self.earlier.pop()
        self.mover = self.mover.opponent

    def is_over(self):
        """Whether the poisoned piece is eaten."""
        return not self.rows

    def result(self):
        """1 if MAX has won, -1 if MIN has, 0 for a draw. Whoever would move has won: the other ate the poison."""
        return 1 if self.mover is Kind.MAX else -1

    def show(self):
        """Return the position on one line, as `__init__` reads it."""
        return "-".join(map(str, self.rows)) or "0"

    def name_of(self, move):
        """Return what people call a move: the row and the column, counted from 1."""
        return f"{move[0] + 1}.{move[1] + 1}"


def parity(game):
    """Return a heuristic, for those who want one: what a position seems to be worth to MAX. This is a guess."""
    good = sum(game.rows) % 2 == 0
    return 1 if good == (game.mover is Kind.MAX) else -1
