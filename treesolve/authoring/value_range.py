"""The range of numbers allowed at the leaves of generated trees."""

import re
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from treesolve.model.number import Number, int_if_whole
from treesolve.model.problem import InputError, Problem
from treesolve.model.tree import Tree

_PATTERN = re.compile(r"([+\-−]?\d{1,9})\s*\.\.\s*([+\-−]?\d{1,9})(?:\s*/\s*(\d{1,6}))?")


class ValueRange(NamedTuple):
    """The integers from `low` to `high`, each divided by `denominator`."""

    low: int
    high: int
    denominator: int = 1

    def __str__(self) -> str:
        if self.denominator == 1:
            return f"{self.low}..{self.high}"
        return f"{self.low // self.denominator}..{self.high // self.denominator}/{self.denominator}"

    @property
    def size(self) -> int:
        """How many numbers the range has."""
        return self.high - self.low + 1

    def number(self, index: int) -> Number:
        """Return the number with this index; the lowest number has index 0."""
        if self.denominator == 1:
            return self.low + index
        return int_if_whole(Fraction(self.low + index, self.denominator))

    @property
    def ends(self) -> tuple[Number, Number]:
        """The lowest and the highest number."""
        return self.number(0), self.number(self.size - 1)


def read_value_range(text: str) -> ValueRange:
    """Parse a range such as "0..20", or "0..1/20" for 0, 1/20, 2/20, ..., 1. Raises InputError if it is invalid.

    >>> read_value_range("0..1/20").size, read_value_range("-3..3").number(0)
    (21, -3)
    """
    match = _PATTERN.fullmatch(text.strip())
    denominator = int(match[3] or 1) if match else 0
    if not match or not denominator:
        raise InputError((Problem("values-form", None, {"text": text}),))
    low, high = (int(end.replace("−", "-")) for end in (match[1], match[2]))
    if low > high:
        raise InputError((Problem("values-range", None, {"low": low, "high": high}),))
    return ValueRange(low * denominator, high * denominator, denominator)


def range_of_tree(tree: Tree) -> ValueRange:
    """Return the range from the lowest to the highest finite leaf value, in steps that reach all these values."""
    numbers = [value for value in (tree.values[leaf] for leaf in tree.leaf_ids) if isinstance(value, int | Fraction)]
    if not numbers:
        return ValueRange(0, 0)
    denominator = lcm(*(number.denominator for number in numbers))
    return ValueRange(int(min(numbers) * denominator), int(max(numbers) * denominator), denominator)
