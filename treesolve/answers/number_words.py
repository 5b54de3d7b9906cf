"""Numbers as students write them, made what the number reader takes.

0,5  −3  – 3  +2  ∞  oo  -infinity  unendlich  1/2
"""

import re
from functools import lru_cache

from treesolve.model.number import Number
from treesolve.notation.number_text import LONGEST, read_decimal

_MINUS = str.maketrans({"−": "-", "–": "-", ",": ".", " ": None, "\t": None})
_INFINITE = re.compile(r"∞|oo|infinity|infty|unendlich", re.IGNORECASE)


def student_number(text: str) -> Number:
    """The number a student means; a comma is a decimal one, and decimals know their places.

    Raises ValueError as `read_number` does.

    >>> student_number("– 0,5"), student_number("-oo"), student_number("1/2")
    (Fraction(-1, 2), -inf, Fraction(1, 2))
    """
    if len(text) > LONGEST:
        raise ValueError("number-too-long")
    return _read_number_as_written(text)


def number_meant(text: str) -> Number | None:
    """The number a student means; None where it cannot be read."""
    try:
        return student_number(text)
    except ValueError:
        return None


@lru_cache(maxsize=4096)
def _read_number_as_written(text: str) -> Number:
    return read_decimal(_INFINITE.sub("inf", text.translate(_MINUS)))
