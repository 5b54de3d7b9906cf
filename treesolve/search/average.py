"""Bounds on the average of a chance node while its children are searched.

If the values of all leaves are between two limits, so is the value of every node. This also holds for children that
have not been searched, so the average is between two numbers, which approach each other with every searched child. As
soon as both numbers are on the same side of the chance node's window, the remaining children cannot matter.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from treesolve.model.kind import Kind
from treesolve.model.number import Number, int_if_whole

if TYPE_CHECKING:
    from fractions import Fraction


class Average:
    """The average of one chance node; `least` and `greatest` are exact bounds of the average in MAX's view."""

    __slots__ = ("_highs", "_limits", "_lows", "_weights", "greatest", "least")

    def __init__(
        self,
        weights: "Mapping[int, Fraction | int]",
        limits: tuple[Number, Number],
        unknown: tuple[Number, Number] | None = None,
    ) -> None:
        """Set the bounds for a node none of whose children has been searched.

        `weights` has the probability of each child. The probabilities add up to 1, except under buggy rules that
        ignore weights. `unknown` replaces the limits as the range of unsearched children; it is needed for the buggy
        rule that exchanges the limits.
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

        If the child's value is below this window, the average is at most alpha even if all other children have their
        greatest value. If it is above this window, the average is at least beta even if all other children have their
        least value. The window is clipped to the limits, unless it would then be empty because the node's own window is
        outside the limits.

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
        """Record that a child is worth at least `low` and at most `high`; a searched child has equal bounds."""
        least, greatest = self._limits
        low, high = min(max(low, least), greatest), min(max(high, least), greatest)
        weight = self._weights[child]
        self.least += weight * (low - self._lows[child])
        self.greatest += weight * (high - self._highs[child])
        self._lows[child], self._highs[child] = low, high

    def probe(self, child: int, kind: Kind, bound: Number) -> None:
        """Record that a child is worth at least `bound` if its kind is MAX, and at most `bound` if its kind is MIN."""
        low, high = self._lows[child], self._highs[child]
        self.set_range(child, *((max(low, bound), high) if kind is Kind.MAX else (low, min(high, bound))))

    def crossed_window(self, alpha: Number, beta: Number, *, strict: bool) -> tuple[Number, Number]:
        """Return the window, changed so that alpha >= beta if the average must be outside the window.

        If the average is at least beta, alpha is replaced by the least possible average. If the average is at most
        alpha, beta is replaced by the greatest possible average. With `strict`, equality is not sufficient.

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
