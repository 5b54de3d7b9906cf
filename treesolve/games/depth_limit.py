"""How far a search looks ahead.

Vocabulary

    horizon     where one looks no further; positions there are estimated
    ply         one move of one player
    choice      a ply where the mover has more than one move
    rest        how much may still be spent on the way down; at 0 or below, the horizon is reached
    swing       how much an estimate differs from the one a ply above
"""

from typing import NamedTuple

from treesolve.model.number import Number

COUNTINGS = ("plies", "choices", "moves")
"""What depth is counted in.

"plies": every ply. "choices": only plies where there is a choice; forced moves are free. "moves": a ply costs as much
as there are moves, and a depth is worth that many times the moves at the root: where there are few moves, one looks
deeper, where there are many, less deep (variable depth).
"""


class Horizon(NamedTuple):
    """How far to look: `depth` in what `counting` names, None for the end of every game.

    Where `swing` is given, depth is dynamic: a position on the horizon whose estimate differs by that much, or more,
    from the one a ply above is looked at further, for at most `extra` plies below the horizon.
    """

    depth: int | None = None
    counting: str = "plies"
    swing: Number | None = None
    extra: int = 2

    def begin(self, moves: int) -> int | None:
        """What may be spent on the way down from a root with so many moves; None if there is no end to it."""
        if self.depth is None:
            return None
        return self.depth * (moves if self.counting == "moves" else 1)

    def after(self, rest: int | None, moves: int) -> int | None:
        """What is left below a position with so many moves."""
        if rest is None:
            return None
        if self.counting == "plies":
            return rest - 1
        return rest - (moves if self.counting == "moves" else int(moves > 1))
