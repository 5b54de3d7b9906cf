"""Numbers that remember how they were written, for checking the rounding of decimals and for printing weights."""

from fractions import Fraction
from typing import Any


class _AnnotatedNumber(Fraction):
    """An immutable number with an additional attribute."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"Fraction({self.numerator}, {self.denominator})"

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: Any) -> Any:
        return self


class Decimal(_AnnotatedNumber):
    """A number that remembers its number of decimals, `places`, which is 2 for 2.70.

    The negative of a number and its complement to 1 have the same number of decimals.

    >>> tenths = Decimal(Fraction(27, 10), 2)
    >>> tenths, tenths.places, tenths == Fraction(27, 10), (1 - tenths).places, tenths + 1
    (Fraction(27, 10), 2, True, 2, Fraction(37, 10))
    """

    __slots__ = ("places",)
    places: int

    def __new__(cls, number: "Fraction | int", places: int) -> "Decimal":
        """Return the number with its number of decimals."""
        decimal = super().__new__(cls, number)
        decimal.places = places
        return decimal

    def __reduce__(self) -> Any:
        return Decimal, (Fraction(self), self.places)

    def __neg__(self) -> "Decimal":
        return Decimal(super().__neg__(), self.places)

    def __rsub__(self, whole: Any) -> Any:
        difference = super().__rsub__(whole)
        return Decimal(difference, self.places) if isinstance(whole, int) else difference


class Weight(_AnnotatedNumber):
    """A probability that remembers how it was `written`, such as 1/2, 0.5 or 50%. Arithmetic returns plain numbers.

    >>> half = Weight(Fraction(1, 2), "50%")
    >>> half, half.written, half + half == 1, half == Fraction(1, 2)
    (Fraction(1, 2), '50%', True, True)
    """

    __slots__ = ("written",)
    written: str

    def __new__(cls, number: "Fraction | int", written: str) -> "Weight":
        """Return the number with its text."""
        weight = super().__new__(cls, number)
        weight.written = written
        return weight

    def __reduce__(self) -> Any:
        return Weight, (Fraction(self), self.written)
