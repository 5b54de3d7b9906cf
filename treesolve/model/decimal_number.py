"""A decimal that knows how it was written, so that it can be told whether it is rounded rightly."""

from fractions import Fraction
from typing import Any


class Decimal(Fraction):
    """A number like every other that knows its places: 2.70 has two, so has its negative, and what it leaves of 1.

    >>> tenths = Decimal(Fraction(27, 10), 2)
    >>> tenths, tenths.places, tenths == Fraction(27, 10), (1 - tenths).places, tenths + 1
    (Fraction(27, 10), 2, True, 2, Fraction(37, 10))
    """

    __slots__ = ("places",)
    places: int

    def __new__(cls, number: "Fraction | int", places: int) -> "Decimal":
        """The number, with its places."""
        decimal = super().__new__(cls, number)
        decimal.places = places
        return decimal

    def __repr__(self) -> str:
        return f"Fraction({self.numerator}, {self.denominator})"

    def __neg__(self) -> "Decimal":
        return Decimal(super().__neg__(), self.places)

    def __rsub__(self, whole: Any) -> Any:
        left = super().__rsub__(whole)
        return Decimal(left, self.places) if isinstance(whole, int) else left

    def __reduce__(self) -> Any:
        return Decimal, (Fraction(self), self.places)

    def __copy__(self) -> "Decimal":
        return self

    def __deepcopy__(self, memo: Any) -> "Decimal":
        return self
