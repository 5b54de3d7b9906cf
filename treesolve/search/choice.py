"""What a player takes, of several values: the choice at a node that is no chance node."""

from collections.abc import Sequence
from typing import Any

from treesolve.model.tree import PLAYERS, Kind


def best_of(kind: Kind, values: Sequence[Any]) -> Any:
    """The value that a player takes, of several: the greatest, MIN the least, one of several the greatest own payoff.

    >>> best_of(Kind.MIN, [6, 5]), best_of(Kind.P2, [(6, 1), (0, 2), (3, 2)])
    (5, (0, 2))
    """
    if kind in PLAYERS:
        player = PLAYERS.index(kind)
        return max(values, key=lambda payoffs: payoffs[player])
    return (min if kind is Kind.MIN else max)(values)
