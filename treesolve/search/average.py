"""Bounds on the average of a chance node while its children are searched.

If all leaves are between two limits, so is every node. A child that has not been searched is worth something between
these limits, so the average is between two numbers that converge with every child. As soon as both are outside the
window of the chance node, the remaining children cannot matter.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from treesolve.model.kind import Kind
from treesolve.model.number import Number, int_if_whole

if TYPE_CHECKING:
    from fractions import Fraction


class Average:
    """The average of one chance node; `least` and `greatest` are its exact bounds in MAX's view."""

    __slots__ = ("_highs", "_limits", "_lows", "_weights", "greatest", "least")

    def __init__(
        self,
        weights: "Mapping[int, Fraction | int]",
        limits: tuple[Number, Number],
        unknown: tuple[Number, Number] | None = None,
    ) -> None:
        """Set the bounds for a node without searched children.

        `weights` has the probability of each child; the sum is 1 unless weights are ignored by mistake. `unknown`
        replaces the limits as the range of unsearched children, for the buggy rule that exchanges the limits.
        """
        self._weights = weights
        self._limits = limits
        low, high = unknown or limits
        self._lows: dict[int, Any] = dict.fromkeys(weights, low)
        self._highs: dict[int, Any] = dict.fromkeys(weights, high)
        whole: Any = sum(weights.values())
        self.least: Any = whole * low
        self.greatest: Any = whole * high

    def window(self, child: int, alpha: Number, beta: Number) -> tuple[Number, Number]:
        """Return the window in which the value of a child still matters if the node's own window is (alpha, beta).

        Below this window, the average is at most alpha even if all other children have their greatest value; above it,
        the average is at least beta even if all other children have their least. The window is clipped to the limits
        unless that leaves it empty, which happens if the node's own window is outside the limits.

        >>> from fractions import Fraction
        >>> half = Fraction(1, 2)
        >>> low, high = Average({1: half, 2: half}, (-2, 2)).window(1, 1, 2)
        >>> int(low), int(high)
        (0, 2)
        """
        from fractions import Fraction  # slow to import, and most trees have no chance nodes

        weight = Fraction(self._weights[child])  # dividing integers would give an inexact float
        if not weight:
            return self._limits
        lowest: Any = alpha if isinstance(alpha, float) else (alpha - self.greatest) / weight + self._highs[child]
        highest: Any = beta if isinstance(beta, float) else (beta - self.least) / weight + self._lows[child]
        low, high = max(self._limits[0], lowest), min(self._limits[1], highest)
        low, high = (low, high) if low < high else (lowest, highest)
        return (
            int_if_whole(low) if isinstance(low, Fraction) else low,
            int_if_whole(high) if isinstance(high, Fraction) else high,
        )

    def set_range(self, child: int, low: Number, high: Number) -> None:
        """Record that a child is worth at least `low` and at most `high`; both are equal once it is searched."""
        least, greatest = self._limits
        low, high = min(max(low, least), greatest), min(max(high, least), greatest)
        weight = self._weights[child]
        self.least += weight * (low - self._lows[child])
        self.greatest += weight * (high - self._highs[child])
        self._lows[child], self._highs[child] = low, high

    def probe(self, child: int, kind: Kind, bound: Number) -> None:
        """Record that a child of this kind is worth at least (MAX) or at most (MIN) `bound`."""
        low, high = self._lows[child], self._highs[child]
        self.set_range(child, *((max(low, bound), high) if kind is Kind.MAX else (low, min(high, bound))))

    def crossed_window(self, alpha: Number, beta: Number, *, strict: bool) -> tuple[Number, Number]:
        """Return the window, crossed if the average is outside it; `strict` excludes its ends.

        If the average reaches beta, alpha becomes its least value; if it cannot pass alpha, beta becomes its greatest
        value.

        >>> Average({1: 1}, (0, 2)).crossed_window(2, 5, strict=False)
        (2, 2)
        >>> Average({1: 1}, (0, 2)).crossed_window(1, 5, strict=False)
        (1, 5)
        """
        if self.least > beta or (self.least == beta and not strict):
            return self.least, beta
        if self.greatest < alpha or (self.greatest == alpha and not strict):
            return alpha, self.greatest
        return alpha, beta
