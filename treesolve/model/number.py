"""Values of leaves, always in MAX's view."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Union

if TYPE_CHECKING:
    from fractions import Fraction

INFINITY = float("inf")
"""The greatest value; its negative is the least."""


class UnknownCompared(Exception):
    """Raised if a comparison or computation needs the value of an unknown leaf."""


@dataclass(frozen=True, slots=True, repr=False)
class Unknown:
    """The value of a leaf that the exercise leaves open. `letter` is the name of the value, or "?" if it has none.

    Two unknowns are equal if they have the same letter. Comparing an unknown with a number and computing with an
    unknown raise UnknownCompared. So a search that needs the value stops, and a search that prunes the leaf succeeds.
    """

    letter: str

    def __repr__(self) -> str:
        return f"Unknown({self.letter!r})"

    def _refuse_comparison(self, _other: object) -> Any:
        raise UnknownCompared(self.letter)

    __lt__ = __le__ = __gt__ = __ge__ = _refuse_comparison
    __add__ = __radd__ = __mul__ = __rmul__ = __sub__ = __rsub__ = _refuse_comparison


class UndefinedExpectation(Exception):
    """Raised if a weighted sum is undefined or has too many digits.

    The argument is the code of the reason: "infinities-cancel" or "expectation-too-long".
    """


Number = Union[int, "Fraction", float]
"""An exact number: an int, a Fraction, or an infinity. Infinities are the only floats."""

Value = Union[int, "Fraction", float, Unknown]
"""The value of a leaf: a number or an unknown."""

MAX_EXPECTATION_LENGTH = 10_000
"""Maximum bit length of the numerator and the denominator of an expected value."""

DEFAULT_PLACES = 2
"""Default minimum number of decimals of a rounded answer."""

MIN_PLACES, MAX_PLACES = 1, 9
"""The range in which a rubric can set the number of decimals."""


def int_if_whole(number: Number) -> Number:
    """Return the number, converted to an int if it is whole.

    >>> from fractions import Fraction
    >>> int_if_whole(Fraction(4, 2)), int_if_whole(Fraction(1, 2)), int_if_whole(INFINITY)
    (2, Fraction(1, 2), inf)
    """
    return number if isinstance(number, float) or number.denominator > 1 else number.numerator


def add_weighted(total: Number, weight: "Fraction | int", value: Number) -> Number:
    """Return the exact sum of the total and the weighted value.

    If one of the two is infinite, so is the sum.

    Raises UndefinedExpectation if infinities of opposite sign are added or if the sum has too many digits.

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
    """Return whether a written number is acceptable for an exact one. In a tuple, every number must be acceptable.

    A written number is acceptable if it equals the exact number, or if it has at least `places` decimals and the exact
    number can be rounded to it. Halves may be rounded either way. A written number without decimals must be equal to
    the exact number.

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
    decimals = getattr(written, "places", 0)
    return decimals >= places and hasattr(exact, "denominator") and 2 * abs(written - exact) * 10**decimals <= 1
