"""Marks for the parts of an answer, with the reasons.

Numbers are in MAX's view, and nodes are given by their ids in the tree.
"""

from fractions import Fraction
from typing import Any, NamedTuple

from treesolve.model.number import Number

CORRECT, FOLLOWING, WRONG, MISSING = "correct", "follow-through", "wrong", "missing"
"""The possible verdicts on an item."""

REFERENCE, PARTIAL, PENDING, DECIDED = "reference", "partial", "pending", "decided"
"""Bases for the points of a part. Other bases are FOLLOWING, "convention:ID" and "consistent:CODE"."""

CONSISTENT = "consistent"


class Item(NamedTuple):
    """One marked item: its node, the given answer (None if missing), the expected answer, and the verdict.

    For a wrong row of pairs, `run` has the number of matching pairs and the number of pairs in the longer row.
    """

    node: int
    given: Any
    expected: Any
    verdict: str
    run: tuple[int, int] = (0, 1)

    @property
    def share(self) -> Fraction:
        """The fraction of a wrong row of pairs that is right."""
        return Fraction(*self.run)


class Mark(NamedTuple):
    """The share of a part that is right, and the points for the part. A pending part has no points.

    `given` and `expected` are used only by parts whose answer is a list of nodes: topmost nodes for "pruned", and
    leaves for "order". `missing` are the nodes that are expected but not given, and `extra` are nodes that are given
    but not expected. A part decided by a person has only its share, its points and `expected`.
    """

    part: str
    share: Fraction
    basis: str
    items: tuple[Item, ...] = ()
    given: tuple[int, ...] | None = None
    expected: tuple[int, ...] = ()
    missing: tuple[int, ...] = ()
    extra: tuple[int, ...] = ()
    points: Number | None = None
    of: Number = 1

    @property
    def is_full(self) -> bool:
        """Whether the part has full points."""
        return self.points is not None and self.points >= self.of

    @property
    def rule(self) -> str:
        """The code of the wrong rule whose consistent use is credited, or an empty string."""
        name, _, code = self.basis.partition(":")
        return code if name == CONSISTENT else ""

    @property
    def is_pending(self) -> bool:
        """Whether a person must decide about the part."""
        return self.basis == PENDING
