"""Kinds of nodes."""

from enum import Enum


class Kind(Enum):
    """Who decides at a node: MAX, MIN, chance, nobody (a leaf), or one of several players with their own payoffs."""

    MAX = "max"
    MIN = "min"
    CHANCE = "chance"
    LEAF = "leaf"
    P1 = "p1"
    P2 = "p2"
    P3 = "p3"
    P4 = "p4"
    P5 = "p5"
    P6 = "p6"
    P7 = "p7"
    P8 = "p8"
    P9 = "p9"

    __hash__ = object.__hash__  # members are singletons, and the hash of Enum is ten times slower

    @property
    def opponent(self) -> "Kind":
        """The other player. For chance nodes and leaves, this is the kind itself."""
        return _OPPONENTS.get(self, self)


PLAYERS = (Kind.P1, Kind.P2, Kind.P3, Kind.P4, Kind.P5, Kind.P6, Kind.P7, Kind.P8, Kind.P9)
"""The players of games with payoffs, each of whom maximizes their own payoff."""

_OPPONENTS = {Kind.MAX: Kind.MIN, Kind.MIN: Kind.MAX}
