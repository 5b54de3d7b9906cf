"""Numbers that lie between two others, as people would choose them."""

from math import ceil, floor

from treesolve.model.number import INFINITY, Number


def readable(low: Number, high: Number, least: Number = -INFINITY, most: Number = INFINITY) -> Number | None:
    """The number with the fewest digits that is more than `low` and less than `high`, from `least` to `most`.

    Of those it is the one nearest to `low`, or to `high` where nothing else is finite. None where there is none.

    >>> readable(5, 9), readable(-INFINITY, 5), readable(0, 1), readable(1, INFINITY, 0, 1)
    (6, 4, Fraction(1, 10), None)
    """
    from fractions import Fraction

    if not (low < high and low < most and high > least):
        return None
    if low < least:
        return least
    if low == -INFINITY:
        return 0 if high == INFINITY else ceil(high) - 1
    digits = 0
    while True:
        found = Fraction(floor(low * 10**digits) + 1, 10**digits)
        if found < high and found <= most:
            return found.numerator if found.denominator == 1 else found
        digits += 1


def middle(low: Number, high: Number) -> Number:
    """A number between two others, not both of which are infinite; beyond the finite one where the other is not.

    >>> middle(2, 3), middle(5, INFINITY), middle(-INFINITY, 5)
    (Fraction(5, 2), 11, -1)
    """
    from fractions import Fraction

    if low == -INFINITY:
        return min(2 * high, 0) - 1
    return max(2 * low, 0) + 1 if high == INFINITY else Fraction(low + high) / 2
