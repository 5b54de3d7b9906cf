"""A value as the player to move writes it.

Inside treesolve every value is MAX's. A convention may let each player write values in an own view; this is applied
when something is read or shown, never while searching. Each view is its own inverse, so the same function
reads and shows.

    minimax     everybody writes MAX's value
    negamax     MIN writes -v
    unit        values are shares of 1; MIN writes 1 - v
"""

from typing import TypeVar

from treesolve.model.kind import Kind
from treesolve.model.number import INFINITY, Number, Unknown, Value

_Shown = TypeVar("_Shown", Number, Value)


def value_seen_by(mover: Kind, value: _Shown, perspective: str) -> _Shown:
    """Return the value in the mover's view.

    >>> value_seen_by(Kind.MIN, 5, "negamax"), value_seen_by(Kind.MAX, 5, "negamax")
    (-5, 5)
    >>> value_seen_by(Kind.MIN, 5, "minimax")
    5
    """
    if mover is Kind.MAX or perspective == "minimax" or isinstance(value, Unknown):
        return value
    return -value if perspective == "negamax" else 1 - value


def window_seen_by(mover: Kind, alpha: Number, beta: Number, perspective: str) -> tuple[Number, Number]:
    """Return the window in the mover's view: the lower bound first, which is MIN's beta turned round.

    >>> window_seen_by(Kind.MIN, 2, 5, "negamax")
    (-5, -2)
    """
    low, high = value_seen_by(mover, alpha, perspective), value_seen_by(mover, beta, perspective)
    return (high, low) if mover is Kind.MIN and perspective != "minimax" else (low, high)


def value_limits(bounds: tuple[Number, Number] | None, perspective: str) -> tuple[Number, Number]:
    """Return the least and the greatest value, MAX's, of a leaf of a tree with these bounds; infinite where nobody
    says.

    >>> value_limits(None, "minimax"), value_limits((-2, 2), "minimax"), value_limits((-2, 2), "unit")
    ((-inf, inf), (-2, 2), (0, 1))
    """
    low, high = bounds or (-INFINITY, INFINITY)
    return (max(0, low), min(1, high)) if perspective == "unit" else (low, high)
