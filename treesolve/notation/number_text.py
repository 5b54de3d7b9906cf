"""Numbers as text, both ways; exact, never through a float.

    6  -3  +2  0.5  1/2  inf  -inf  ∞  -∞      and several whole ones: 4, or 2..6, or 2,4,6

The minus may be the typographic one (−). This is the only place in the project that reads
or writes a number.
"""

import re
from math import floor

from treesolve.model.number import INFINITY, Number, Unknown, Value, int_if_whole

MAX_DIGITS = 1000
"""So many digits a number may have; more is a slip of the keyboard or an attack."""

_NUMBER = re.compile(r"[+\-−]?(?:[0-9]+(?:\.[0-9]+|/[0-9]+)?|inf(?![a-z])|∞)", re.IGNORECASE | re.ASCII)


def read_number(text: str) -> Number:
    """Return the number a text stands for: an int, a Fraction or an infinity.

    Raises ValueError, with the name of the mistake as its only argument: "not-a-number", "number-too-long" or
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
    """Return the same; a number with a decimal point knows how many places it has behind it.

    >>> read_decimal("2.70").places, read_decimal("3.00") == 3, read_decimal("8/3")
    (2, True, Fraction(8, 3))
    """
    number = read_number(text)
    _, point, behind = text.partition(".")
    if not point:
        return number
    from treesolve.model.written_number import Decimal

    return Decimal(number, len(behind))  # type: ignore[arg-type]


def format_number(value: Value) -> str:
    """Return the value as the notation writes it: decimals where they end, fractions where they do not.

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
    """Return the probability a text stands for, such as 1/2, 0.5 or 50%; a fraction knows how it was written.

    Raises ValueError as `read_number` does.

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
    """Return the probability as it was written, else as the notation writes numbers.

    >>> format_weight(read_weight("2/4")), format_weight(read_weight("2/4") / 2)
    ('2/4', '0.25')
    """
    return getattr(weight, "written", None) or format_number(weight)


def decimal_places(denominator: int) -> int | None:
    """How many decimals a fraction in lowest terms needs to be written in full; None where they never end.

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
    """Whether a number has more decimals than so many, and so may be rounded.

    >>> from fractions import Fraction
    >>> has_more_places(Fraction(8, 3), 2), has_more_places(Fraction(17, 8), 2), has_more_places(Fraction(9, 4), 2)
    (True, True, False)
    """
    decimals = decimal_places(getattr(number, "denominator", 1))
    return decimals is None or decimals > places


def format_rounded(number: Number, places: int) -> list[str]:
    """Return the decimals with so many places that stand for a number, one of them, or two where it lies between.

    >>> from fractions import Fraction
    >>> format_rounded(Fraction(-8, 3), 2), format_rounded(Fraction(17, 8), 2), format_rounded(Fraction(1, 1000), 2)
    (['-2.67'], ['2.12', '2.13'], ['0.00'])
    """
    low = floor(number * 10**places)
    found = []
    for scaled in (low, low + 1):
        digits = str(abs(scaled)).rjust(places + 1, "0")
        if 2 * abs(number * 10**places - scaled) <= 1:
            found.append(f"{'-' if scaled < 0 else ''}{digits[:-places]}.{digits[-places:]}")
    return found


def format_payoffs(payoffs: tuple[Number, ...]) -> str:
    """Return the payoffs of a leaf as the notation has them.

    >>> format_payoffs((1, -2, 6))
    '<1, -2, 6>'
    """
    return f"<{', '.join(map(format_number, payoffs))}>"


def format_value(value: Value | tuple[Number, ...]) -> str:
    """Return a number or payoffs as the notation has them.

    >>> format_value(-3), format_value((1, -2, 6))
    ('-3', '<1, -2, 6>')
    """
    return format_payoffs(value) if isinstance(value, tuple) else format_number(value)
