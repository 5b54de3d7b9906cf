"""What a leaf can be worth, always in MAX's view."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Union

if TYPE_CHECKING:
    from fractions import Fraction

INFINITY = float("inf")
"""The value no other value beats; its negative is the value every other value beats."""


class UnknownCompared(Exception):
    """The value of an unknown leaf was needed."""


@dataclass(frozen=True, slots=True, repr=False)
class Unknown:
    """The value of a leaf nobody wrote down: `letter` is its name, or "?" where it has none.

    Two unknowns are equal if they have the same letter. Comparing one with a number, or computing with it, raises
    UnknownCompared, so a search that needs it stops there and one that prunes it never notices.
    """

    letter: str

    def __repr__(self) -> str:
        return f"Unknown({self.letter!r})"

    def _refuse_comparison(self, _other: object) -> Any:
        raise UnknownCompared(self.letter)

    __lt__ = __le__ = __gt__ = __ge__ = _refuse_comparison
    __add__ = __radd__ = __mul__ = __rmul__ = __sub__ = __rsub__ = _refuse_comparison


class UndefinedExpectation(Exception):
    """Weighted values that have no sum one can write: "infinities-cancel" or "expectation-too-long"."""


Number = Union[int, "Fraction", float]
"""An exact number: an int, a Fraction, or one of the two infinities (the only floats there are)."""

Value = Union[int, "Fraction", float, Unknown]
"""What a leaf can hold: a number or an unknown."""

MAX_EXPECTATION_LENGTH = 10_000
"""So many bits numerator and denominator of an expected value may have."""

DEFAULT_PLACES = 2
"""So many decimals a rounded number has at least, where nobody says otherwise."""

MIN_PLACES, MAX_PLACES = 1, 9
"""The fewest and the most that a lecturer can ask for."""


def int_if_whole(number: Number) -> Number:
    """Return the number, as an int where it is a whole one.

    >>> from fractions import Fraction
    >>> int_if_whole(Fraction(4, 2)), int_if_whole(Fraction(1, 2)), int_if_whole(INFINITY)
    (2, Fraction(1, 2), inf)
    """
    return number if isinstance(number, float) or number.denominator > 1 else number.numerator


def add_weighted(total: Number, weight: "Fraction | int", value: Number) -> Number:
    """Return the total with the weighted value added, exact; infinities absorb what is finite, whatever its size.

    Raises NoExpectation where both infinities meet, and where the sum becomes too long to be written.

    >>> add_weighted(3, 1, 4), add_weighted(10**400, 1, INFINITY), add_weighted(-INFINITY, 0, INFINITY)
    (7, inf, -inf)
    """
    if not weight:
        return total
    if isinstance(value, float) or isinstance(total, float):
        if isinstance(value, float) and isinstance(total, float) and value != total:
            raise UndefinedExpectation("infinities-cancel")
        return value if isinstance(value, float) else total
    total += weight * value
    if max(total.numerator.bit_length(), total.denominator.bit_length()) > MAX_EXPECTATION_LENGTH:
        raise UndefinedExpectation("expectation-too-long")
    return total


def is_rounding_of(written: Any, exact: Any, places: int = DEFAULT_PLACES) -> bool:
    """Whether a number, or each of several, is what somebody may write for an exact one: the one rule of rounding.

    It is, if it is equal, or a decimal with so many places at least that the exact one is rounded to; half goes either
    way. An exact number with no more places than these is only equal to itself.

    >>> from fractions import Fraction
    >>> from treesolve.model.written_number import Decimal
    >>> third, written = Fraction(8, 3), Decimal(Fraction(267, 100), 2)
    >>> is_rounding_of(written, third), is_rounding_of(written, third, 3)
    (True, False)
    >>> is_rounding_of(third, third), is_rounding_of(third, written)
    (True, False)
    >>> is_rounding_of((written, 2), (third, 2)), is_rounding_of((third, 2), third), is_rounding_of(third, (third, 2))
    (True, False, False)
    >>> [is_rounding_of(Decimal(Fraction(number, 100), 2), Fraction(17, 8)) for number in (211, 212, 213, 214)]
    [False, True, True, False]
    """
    if written == exact:
        return True
    if isinstance(written, tuple) and isinstance(exact, tuple):
        pairs = zip(written, exact, strict=False)
        return len(written) == len(exact) and all(is_rounding_of(one, other, places) for one, other in pairs)
    behind = getattr(written, "places", 0)
    return behind >= places and hasattr(exact, "denominator") and 2 * abs(written - exact) * 10**behind <= 1
