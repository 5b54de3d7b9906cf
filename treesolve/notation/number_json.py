"""Numbers as JSON has them; nothing is ever rounded."""

import json
from math import isfinite

from treesolve.model.number import Value
from treesolve.notation.number_text import write_number


def number_json(value: Value | None) -> int | float | str | None:
    """A number as JSON has it: integers and decimals as numbers, other fractions and infinities as text.

    A decimal with more digits than a double can keep is text too, so that nothing is ever rounded.

    >>> from fractions import Fraction
    >>> number_json(3), number_json(Fraction(1, 2)), number_json(Fraction(1, 3)), number_json(float("-inf"))
    (3, 0.5, '1/3', '-inf')
    """
    if value is None or type(value) is int:
        return value
    if isinstance(value, float):
        return "inf" if value > 0 else "-inf"
    text = write_number(value)
    if "/" in text or not text[-1].isdigit():
        return text
    from fractions import Fraction

    number: int | float = json.loads(text)
    is_exact = isinstance(number, int) or (isfinite(number) and Fraction(repr(number)) == value)
    return number if is_exact else text
