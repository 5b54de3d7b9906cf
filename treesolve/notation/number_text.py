"""Parsing and formatting of exact numbers, without floats.

    6  -3  +2  0.5  1/2  inf  -inf  ∞  -∞

The minus sign may also be typographic (−). All parsing and formatting of numbers in treesolve uses this module.
"""

import re
from math import floor

from treesolve.model.number import INFINITY, Number, Unknown, Value, int_if_whole

MAX_DIGITS = 1000
"""Maximum number of digits. A longer number must be a typing error or an attack."""

_NUMBER = re.compile(r"[+\-−]?(?:[0-9]+(?:\.[0-9]+|/[0-9]+)?|inf(?![a-z])|∞)", re.IGNORECASE | re.ASCII)


def read_number(text: str) -> Number:
    """Convert a string to an exact number: an int, a Fraction or an infinity.

    Raises ValueError if this is not possible. Its only argument is an error code: "not-a-number", "number-too-long" or
    "zero-denominator".

    >>> read_number("-3"), read_number("0.5"), read_number("2/4"), read_number("−∞")
    (-3, Fraction(1, 2), Fraction(1, 2), -inf)
    """
    if len(text) > MAX_DIGITS:
        raise ValueError("number-too-long")
    if text.isdecimal() and text.isascii():
        return int(text)
    if not _NUMBER.fullmatch(text):
        raise ValueError("not-a-number")
    text = text.replace("−", "-").replace("∞", "inf").lower()
    if text.endswith("inf"):
        return -INFINITY if text[0] == "-" else INFINITY
    if "." not in text and "/" not in text:
        return int(text)
    from fractions import Fraction

    try:
        number = Fraction(text)
    except ZeroDivisionError:
        raise ValueError("zero-denominator") from None
    return int_if_whole(number)


def read_decimal(text: str) -> Number:
    """Convert a string to an exact number. If it has a decimal point, the result records the number of decimal places.

    >>> read_decimal("2.70").places, read_decimal("3.00") == 3, read_decimal("8/3")
    (2, True, Fraction(8, 3))
    """
    number = read_number(text)
    _, point, decimals = text.partition(".")
    if not point:
        return number
    from treesolve.model.written_number import Decimal

    return Decimal(number, len(decimals))  # type: ignore[arg-type]


def format_number(value: Value) -> str:
    """Return the value in our notation: as a decimal if the decimal is exact, otherwise as a fraction.

    >>> from fractions import Fraction
    >>> format_number(-3), format_number(Fraction(1, 2)), format_number(Fraction(1, 3)), format_number(float("-inf"))
    ('-3', '0.5', '1/3', '-inf')
    """
    if isinstance(value, Unknown):
        return value.letter
    if isinstance(value, int | float):
        return str(value)
    decimals = decimal_places(value.denominator)
    if decimals is None:
        return f"{value.numerator}/{value.denominator}"
    digits = str(abs(value.numerator) * 10**decimals // value.denominator).rjust(decimals + 1, "0")
    sign = "-" if value < 0 else ""
    return f"{sign}{digits[:-decimals]}.{digits[-decimals:]}" if decimals else f"{sign}{digits}"


def read_weight(text: str) -> Number:
    """Convert a probability such as 1/2, 0.5 or 50% to an exact number.

    If the result is a fraction, its attribute `written` contains the original spelling. Raises ValueError with the same
    codes as `read_number`.

    >>> read_weight("50 %"), read_weight("50 %").written, read_weight("1")
    (Fraction(1, 2), '50 %', 1)
    """
    from fractions import Fraction

    from treesolve.model.written_number import Weight

    number = read_number(text.rstrip("% \t"))
    if isinstance(number, float) or (number.denominator == 1 and "%" not in text):
        return number
    return Weight(Fraction(number) / (100 if text.endswith("%") else 1), text)


def format_weight(weight: Number) -> str:
    """Return the probability in its original spelling if that is known, otherwise in our notation.

    >>> format_weight(read_weight("2/4")), format_weight(read_weight("2/4") / 2)
    ('2/4', '0.25')
    """
    return getattr(weight, "written", None) or format_number(weight)


def decimal_places(denominator: int) -> int | None:
    """Return how many decimal places a fraction with this denominator has, or None if its expansion does not terminate.

    The fraction must be in lowest terms.

    >>> decimal_places(8), decimal_places(3)
    (3, None)
    """
    twos = fives = 0
    while denominator % 2 == 0:
        denominator //= 2
        twos += 1
    while denominator % 5 == 0:
        denominator //= 5
        fives += 1
    return max(twos, fives) if denominator == 1 else None


def has_more_places(number: Value, places: int) -> bool:
    """Return whether the number has more than `places` decimal places and may therefore be rounded in an answer.

    >>> from fractions import Fraction
    >>> has_more_places(Fraction(8, 3), 2), has_more_places(Fraction(17, 8), 2), has_more_places(Fraction(9, 4), 2)
    (True, True, False)
    """
    decimals = decimal_places(getattr(number, "denominator", 1))
    return decimals is None or decimals > places


def decimal_roundings(number: Number, places: int) -> list[str]:
    """Return the number rounded to `places` decimal places, or both neighbors if it lies halfway between them.

    >>> from fractions import Fraction
    >>> decimal_roundings(Fraction(-8, 3), 2), decimal_roundings(Fraction(17, 8), 2)
    (['-2.67'], ['2.12', '2.13'])
    >>> decimal_roundings(Fraction(1, 1000), 2)
    ['0.00']
    """
    low = floor(number * 10**places)
    candidates = []
    for scaled in (low, low + 1):
        digits = str(abs(scaled)).rjust(places + 1, "0")
        if 2 * abs(number * 10**places - scaled) <= 1:
            candidates.append(f"{'-' if scaled < 0 else ''}{digits[:-places]}.{digits[-places:]}")
    return candidates


def format_payoffs(payoffs: tuple[Number, ...]) -> str:
    """Return the payoffs of a leaf in our notation.

    >>> format_payoffs((1, -2, 6))
    '<1, -2, 6>'
    """
    return f"<{', '.join(map(format_number, payoffs))}>"


def format_value(value: Value | tuple[Number, ...]) -> str:
    """Return the value of a leaf, which is a number or a tuple of payoffs, in our notation.

    >>> format_value(-3), format_value((1, -2, 6))
    ('-3', '<1, -2, 6>')
    """
    return format_payoffs(value) if isinstance(value, tuple) else format_number(value)
