"""When alpha and beta of a node are asked for: on "entry", at the "last", or "after L5", a leaf.

It is the exercise that asks; a lecture may have its habit, which the exercise goes before.
"""

MOMENTS = ("entry", "last", "after")
"""The moments; behind "after" stands the name of a leaf."""

ENTRY = MOMENTS[0]
"""The usual moment."""


def parted(moment: str) -> tuple[str, str]:
    """The name of a moment, and of the leaf it is after.

    >>> parted("last"), parted("after L5")
    (('last', ''), ('after', 'L5'))
    """
    name, _, leaf = moment.partition(" ")
    return name, leaf
