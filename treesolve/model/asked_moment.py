"""When alpha and beta of a node are asked for: on "entry", at the "last", at all "changes", or "after L5", a leaf.

It is the exercise that asks; a lecture may have its habit, which the exercise goes before.
"""

from collections.abc import Sequence
from typing import TypeVar

_End = TypeVar("_End")

MOMENTS = ("entry", "last", "changes", "after")
"""The moments; behind "after" stands the name of a leaf."""

ENTRY = MOMENTS[0]
"""The usual moment."""

CHANGES = MOMENTS[2]
"""What asks for a row of pairs at each node."""


def in_pairs(row: Sequence[_End]) -> list[tuple[_End, _End]]:
    """The pairs of a row, which has alpha and beta in turn.

    >>> in_pairs((3, 9, 3, 2))
    [(3, 9), (3, 2)]
    """
    return list(zip(row[::2], row[1::2], strict=True))


def parted(moment: str) -> tuple[str, str]:
    """The name of a moment, and of the leaf it is after.

    >>> parted("last"), parted("after L5")
    (('last', ''), ('after', 'L5'))
    """
    name, _, leaf = moment.partition(" ")
    return name, leaf
