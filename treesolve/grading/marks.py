"""Marks of the parts of an answer, with the reasons.

Numbers are from MAX's view, ids are those of the tree.
"""

from fractions import Fraction
from typing import Any, NamedTuple

from treesolve.model.number import Number

CORRECT, FOLLOWING, WRONG, MISSING = "correct", "follow-through", "wrong", "missing"
"""The verdicts on an item."""

REFERENCE, PARTIAL, PENDING, DECIDED = "reference", "partial", "pending", "decided"
"""Bases of the points of a part; the others are FOLLOWING, "convention:ID" and "consistent:CODE"."""

CONSISTENT = "consistent"


class Item(NamedTuple):
    """One marked item: its node, the given answer (None if missing), the expected one, and the verdict.

    For a wrong row of pairs, `run` is the number of matching pairs, and the number of pairs in the longer row.
    """

    node: int
    given: Any
    expected: Any
    verdict: str
    run: tuple[int, int] = (0, 1)

    @property
    def share(self) -> Fraction:
        """The share of a wrong row of pairs that is right."""
        return Fraction(*self.run)


class Mark(NamedTuple):
    """The share of a part of an answer that is right, and its points; a pending part has none.

    `given` and `expected` are used by parts that are one list of nodes: topmost nodes for "pruned", leaves for "order".
    `missing` and `extra` are nodes that are expected but not given, and vice versa. A part decided by a person has only
    points and `expected`.
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
        """Whether no point is lost."""
        return self.points is not None and self.points >= self.of

    @property
    def rule(self) -> str:
        """The code of the wrong rule that the points are given for, or an empty string."""
        name, _, code = self.basis.partition(":")
        return code if name == CONSISTENT else ""

    @property
    def is_pending(self) -> bool:
        """Whether a decision is needed."""
        return self.basis == PENDING
