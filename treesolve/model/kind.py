"""Who decides at a node."""

from enum import Enum


class Kind(Enum):
    """Who decides at a node: MAX, MIN, chance, nobody (a leaf), or one of several players with payoffs of their own."""

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

    __hash__ = object.__hash__  # each member is there once; the hash of Enum takes ten times as long

    @property
    def opponent(self) -> "Kind":
        """The other player; for chance and leaves, themselves."""
        return _OPPONENTS.get(self, self)


PLAYERS = (Kind.P1, Kind.P2, Kind.P3, Kind.P4, Kind.P5, Kind.P6, Kind.P7, Kind.P8, Kind.P9)
"""The players of a game that is not one of MAX against MIN, each of whom wants the own payoff to be great."""

_OPPONENTS = {Kind.MAX: Kind.MIN, Kind.MIN: Kind.MAX}
