"""A probability that knows how it was written, so that it can be shown in the same way."""

from fractions import Fraction
from typing import Any


class Weight(Fraction):
    """A number like every other; `written` is its text: 1/2, 0.5, 50%. What is computed with it is a plain number.

    >>> half = Weight(Fraction(1, 2), "50%")
    >>> half, half.written, half + half == 1, half == Fraction(1, 2)
    (Fraction(1, 2), '50%', True, True)
    """

    __slots__ = ("written",)
    written: str

    def __new__(cls, number: "Fraction | int", written: str) -> "Weight":
        """The number, with its text."""
        weight = super().__new__(cls, number)
        weight.written = written
        return weight

    def __repr__(self) -> str:
        return f"Fraction({self.numerator}, {self.denominator})"

    def __reduce__(self) -> Any:
        return Weight, (Fraction(self), self.written)

    def __copy__(self) -> "Weight":
        return self

    def __deepcopy__(self, memo: Any) -> "Weight":
        return self
