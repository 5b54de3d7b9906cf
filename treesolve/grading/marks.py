"""What a part of an answer is worth, as data, with everything that led to it.

Numbers are MAX's, ids are those of the tree.
"""

from fractions import Fraction
from typing import Any, NamedTuple

from treesolve.model.number import Number

CORRECT, FOLLOWING, WRONG, MISSING = "correct", "follow-through", "wrong", "missing"
"""The verdicts."""

REFERENCE, PARTIAL, PENDING, DECIDED = "reference", "partial", "pending", "decided"
"""Four of the bases; the others are FOLLOWING, "convention:ID" and "consistent:CODE"."""

CONSISTENT = "consistent"


class Item(NamedTuple):
    """One thing marked: at which node, what was given (None: nothing), what would be right, the verdict.

    Of a wrong row of pairs `run` is how many count, and of how many.
    """

    node: int
    given: Any
    expected: Any
    verdict: str
    run: tuple[int, int] = (0, 1)

    @property
    def share(self) -> Fraction:
        """How much of a wrong row of pairs is right."""
        return Fraction(*self.run)


class Mark(NamedTuple):
    """How much of a part of an answer is right, and what that is worth; a pending part has no points.

    `given` and `expected` are the items' in parts with only one, topmost nodes for "pruned", leaves for "order".
    `missing` and `extra` are topmost nodes that should have been pruned and were not named, and the other way round;
    or leaves that are missing in the order, and that do not belong there. What a person has decided has only
    points and what is expected.
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
        """The wrong rule that the points are for; empty for none."""
        name, _, code = self.basis.partition(":")
        return code if name == CONSISTENT else ""

    @property
    def is_pending(self) -> bool:
        """Whether somebody has to decide."""
        return self.basis == PENDING
