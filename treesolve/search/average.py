"""What the average at a chance node can still be, while its children are searched.

Where every leaf lies between two limits, so does every node. A child that has not been searched yet is worth something
between its limits, so the average lies between two numbers, and these come closer with every child. As soon as both
lie outside the window of the chance node, nothing that is left can matter.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from treesolve.model.kind import Kind
from treesolve.model.number import Number, int_if_whole

if TYPE_CHECKING:
    from fractions import Fraction


class Average:
    """The average of one chance node; `least` and `greatest` are its reach, exact, in MAX's view."""

    __slots__ = ("_highs", "_limits", "_lows", "_weights", "greatest", "least")

    def __init__(
        self,
        weights: "Mapping[int, Fraction | int]",
        limits: tuple[Number, Number],
        unknown: tuple[Number, Number] | None = None,
    ) -> None:
        """`weights` has the probability of each child; they come to 1, except for somebody who forgets them.

        `unknown` is what a child is taken to be worth that nobody has looked at, by somebody who exchanges the limits.
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
        """Return the window in which the value of a child still matters, if the node's own is (alpha, beta).

        Below it, the average stays at or below alpha though all others were the best they can be; above it, at or above
        beta though all others were the worst. It is clipped to the limits, unless nothing would be left of it: where
        the node's own window lies beyond them.

        >>> from fractions import Fraction
        >>> half = Fraction(1, 2)
        >>> low, high = Average({1: half, 2: half}, (-2, 2)).window(1, 1, 2)
        >>> int(low), int(high)
        (0, 2)
        """
        from fractions import Fraction  # slow to import, and most trees have no chance nodes

        weight = Fraction(self._weights[child])  # a whole number divided by 1 would be a float, which is not exact
        if not weight:
            return self._limits
        least: Any = alpha if isinstance(alpha, float) else (alpha - self.greatest) / weight + self._highs[child]
        most: Any = beta if isinstance(beta, float) else (beta - self.least) / weight + self._lows[child]
        low, high = max(self._limits[0], least), min(self._limits[1], most)
        low, high = (low, high) if low < high else (least, most)
        return (
            int_if_whole(low) if isinstance(low, Fraction) else low,
            int_if_whole(high) if isinstance(high, Fraction) else high,
        )

    def set_range(self, child: int, low: Number, high: Number) -> None:
        """A child is now known to be worth at least `low` and at most `high`; both are the same once it is searched."""
        least, greatest = self._limits
        low, high = min(max(low, least), greatest), min(max(high, least), greatest)
        weight = self._weights[child]
        self.least += weight * (low - self._lows[child])
        self.greatest += weight * (high - self._highs[child])
        self._lows[child], self._highs[child] = low, high

    def probe(self, child: int, kind: Kind, bound: Number) -> None:
        """A child of that kind is now known to be worth at least (MAX) or at most (MIN) `bound`."""
        low, high = self._lows[child], self._highs[child]
        self.set_range(child, *((max(low, bound), high) if kind is Kind.MAX else (low, min(high, bound))))

    def crossed_window(self, alpha: Number, beta: Number, *, strict: bool) -> tuple[Number, Number]:
        """Return the window, its ends crossed where the reach lies outside of it; with `strict` it has to lie beyond.

        Where the average reaches beta, alpha is the least it can be; where it cannot pass alpha, beta is the greatest.

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
