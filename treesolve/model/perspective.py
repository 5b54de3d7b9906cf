"""Conversion of values between MAX's view and the view of the player to move.

Inside treesolve every value is in MAX's view. A convention may require that values are written in the view of the
player to move. Values are converted when they are read or shown, never during a search. Each conversion is its own
inverse, so the same function is used in both directions.

    minimax     all values are in MAX's view
    negamax     MIN writes -v
    unit        values are from 0 to 1; MIN writes 1 - v
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
    """Return the window in the mover's view, lower bound first. In MIN's own view, the lower bound is converted beta.

    >>> window_seen_by(Kind.MIN, 2, 5, "negamax")
    (-5, -2)
    """
    low, high = value_seen_by(mover, alpha, perspective), value_seen_by(mover, beta, perspective)
    return (high, low) if mover is Kind.MIN and perspective != "minimax" else (low, high)


def value_limits(bounds: tuple[Number, Number] | None, perspective: str) -> tuple[Number, Number]:
    """Return the least and the greatest possible leaf value in MAX's view.

    Both are infinite if `bounds` is None and the perspective does not limit the values.

    >>> value_limits(None, "minimax"), value_limits((-2, 2), "minimax"), value_limits((-2, 2), "unit")
    ((-inf, inf), (-2, 2), (0, 1))
    """
    low, high = bounds or (-INFINITY, INFINITY)
    return (max(0, low), min(1, high)) if perspective == "unit" else (low, high)
