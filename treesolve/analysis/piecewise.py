"""Exact answers to a question for every value of x at once.

The answer is computed for one x with a number that represents a·x + b. Each comparison of this number records the x at
which the result of the comparison would change. Between the two nearest of these points, every comparison has the same
result, so an answer that depends only on comparisons holds for the whole interval. The rest of the domain is processed
in the same way until nothing is left. This works for any function that computes an answer.
"""

import operator
from collections.abc import Callable, Iterable
from fractions import Fraction
from math import ceil, floor
from typing import Any, Generic, NamedTuple, TypeVar

from treesolve.model.number import INFINITY, Number, int_if_whole

Finite = int | Fraction
"""An exact finite number."""

Answer = TypeVar("Answer")


class Interval(NamedTuple):
    """The numbers from `low` to `high`, without the ends that are not closed. Infinite ends must not be closed."""

    low: Number
    high: Number
    low_closed: bool = False
    high_closed: bool = False

    @property
    def is_point(self) -> bool:
        """Whether the interval contains a single number."""
        return self.low == self.high

    @property
    def is_unbounded(self) -> bool:
        """Whether the interval contains every finite number."""
        return self.low == -INFINITY and self.high == INFINITY

    @property
    def sample(self) -> Number:
        """A number with few digits in the interval, strictly between its ends unless it is a point."""
        found = simplest_between(self.low, self.high)
        return self.low if found is None else found

    def contains(self, number: Number) -> bool:
        """Return whether the number is in the interval.

        >>> Interval(3, 7, False, True).contains(3), Interval(3, 7, False, True).contains(7)
        (False, True)
        """
        above = number > self.low or (self.low_closed and number == self.low)
        return above and (number < self.high or (self.high_closed and number == self.high))

    def compared(self, letter: str, low: str, high: str, at_most: str = "≤", at_least: str = "≥") -> str:
        """Return the interval as text: a comparison of the letter with the ends `low` and `high`, given as text.

        At least one end of the interval must be finite.

        >>> Interval(3, 7, False, True).compared("x", "3", "7")
        '3 < x ≤ 7'
        """
        if self.is_point:
            return f"{letter} = {low}"
        if self.low == -INFINITY:
            return f"{letter} {at_most if self.high_closed else '<'} {high}"
        if self.high == INFINITY:
            return f"{letter} {at_least if self.low_closed else '>'} {low}"
        return f"{low} {at_most if self.low_closed else '<'} {letter} {at_most if self.high_closed else '<'} {high}"

    def extended_to(self, later: "Interval") -> "Interval":
        """Return the interval from the start of this one to the end of a later one."""
        return Interval(self.low, later.high, self.low_closed, later.high_closed)

    @property
    def integers(self) -> "Interval | None":
        """The closed interval from the first to the last integer in this interval; None if there is no integer in it.

        >>> Interval(3, 7, False, True).integers
        Interval(low=4, high=7, low_closed=True, high_closed=True)
        """
        low, high = self.low, self.high
        if low != -INFINITY:
            low = low.__floor__() + 1 if not self.low_closed else low.__ceil__()
        if high != INFINITY:
            high = high.__ceil__() - 1 if not self.high_closed else high.__floor__()
        return Interval(low, high, low != -INFINITY, high != INFINITY) if low <= high else None


class Linear(NamedTuple):
    """The linear function slope·x + offset. If the offset is infinite, the slope must be 0."""

    slope: Number
    offset: Number

    def at(self, point: Number) -> "Linear":
        """Return the constant function whose value is the value of this function at `point`.

        >>> Linear(2, 1).at(3)
        Linear(slope=0, offset=7)
        """
        return Linear(0, int_if_whole(self.slope * point + self.offset)) if self.slope else self


class IntervalAnswer(NamedTuple, Generic[Answer]):
    """An interval, and the answer that holds for every x in the interval."""

    interval: Interval
    answer: Answer


class Probe:
    """An x for which the answer is computed (`point`), and the interval in which the comparisons keep their results.

    `low` and `high` are the nearest x below and above the point at which a comparison changes its result. `turns` is
    true if a comparison changes its result at the point itself, so that the answer holds only there.
    """

    __slots__ = ("high", "low", "point", "turns")

    def __init__(self, interval: Interval) -> None:
        self.point = interval.sample
        self.low, self.high = interval.low, interval.high
        self.turns = False

    def add_turning_point(self, root: Number) -> None:
        """Record that the two sides of a comparison are equal at x = `root`."""
        if root == self.point:
            self.turns = True
        elif self.low < root < self.point:
            self.low = root
        elif self.point < root < self.high:
            self.high = root

    def valid_interval(self) -> Interval:
        """Return the interval in which the answer computed with this probe holds."""
        if self.turns or self.low == self.high:
            return _point_interval(self.point)
        return Interval(int_if_whole(self.low), int_if_whole(self.high))


def _comparing(compared: Callable[[Any, int], bool]) -> Any:
    """Return a method that compares a parametric number with another number by the sign of their difference."""

    def compare(number: "ParametricNumber", other: object) -> bool:
        above = number._difference_at_probe(other)
        return above if above is NotImplemented else compared(above, 0)

    return compare


class ParametricNumber:
    """The number slope·x + offset for the x of a probe. It can be compared and computed with like a plain number.

    Every comparison reports to the probe the x at which its result would change. The other operand must be a number or
    a parametric number with the same probe.
    """

    __slots__ = ("here", "offset", "probe", "slope")

    def __init__(self, probe: Probe, slope: Finite = 1, offset: Finite = 0) -> None:
        self.probe = probe
        self.slope: Finite = int_if_whole(slope)  # type: ignore[assignment]
        self.offset: Finite = int_if_whole(offset)  # type: ignore[assignment]
        self.here = self.slope * probe.point + self.offset

    def _difference_at_probe(self, other: Any) -> Any:
        """Return this number minus the other one at the probe's x, or NotImplemented if `other` is not a number."""
        if isinstance(other, float):  # floats are infinite, so x does not matter
            return -other
        if isinstance(other, ParametricNumber):
            slope, offset, here = self.slope - other.slope, self.offset - other.offset, self.here - other.here
        elif isinstance(other, int | Fraction):
            slope, offset, here = self.slope, self.offset - other, self.here - other
        else:
            return NotImplemented
        if slope:
            self.probe.add_turning_point(-offset if slope == 1 else Fraction(-offset) / slope)
        return here

    __eq__ = _comparing(operator.eq)
    __lt__ = _comparing(operator.lt)
    __le__ = _comparing(operator.le)
    __gt__ = _comparing(operator.gt)
    __ge__ = _comparing(operator.ge)

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        return self != 0

    def __add__(self, other: Any) -> "ParametricNumber":
        if isinstance(other, ParametricNumber):
            return ParametricNumber(self.probe, self.slope + other.slope, self.offset + other.offset)
        return ParametricNumber(self.probe, self.slope, self.offset + other)

    __radd__ = __add__

    def __sub__(self, other: Any) -> "ParametricNumber":
        return self.__add__(-1 * other)

    def __rsub__(self, other: Any) -> "ParametricNumber":
        return self.__mul__(-1).__add__(other)

    def __mul__(self, factor: Any) -> "ParametricNumber":
        return ParametricNumber(self.probe, self.slope * factor, self.offset * factor)

    __rmul__ = __mul__

    def __truediv__(self, divisor: Finite) -> "ParametricNumber":
        return self * (1 / Fraction(divisor))

    @property
    def numerator(self) -> int:
        """The larger of the numerators of slope and offset, for checks of the number of digits."""
        return max(abs(self.slope.numerator), abs(self.offset.numerator))

    @property
    def denominator(self) -> int:
        """The larger of the denominators of slope and offset, for checks of the number of digits."""
        return max(self.slope.denominator, self.offset.denominator)


def to_linear(value: "Number | ParametricNumber") -> Linear:
    """Return the value as a linear function of x."""
    if isinstance(value, ParametricNumber):
        return Linear(value.slope, value.offset)
    return Linear(0, value)


def answers_by_interval(domain: Interval, ask: Callable[[Probe], Answer]) -> list[IntervalAnswer[Answer]]:
    """Return the answers for the whole domain as points and open intervals from left to right.

    `ask` must compute the answer with a ParametricNumber for the given probe, and may inspect the number only by
    comparing it.
    """
    found = []
    pending = list(_split_off_ends(domain))
    while pending:
        probe = Probe(pending[-1])
        answer = ask(probe)
        held = probe.valid_interval()
        pending += _remaining_intervals(pending.pop(), held)
        found.append(IntervalAnswer(held, answer))
    return sorted(found, key=lambda entry: (entry.interval.low, entry.interval.high))


def _point_interval(number: Number) -> Interval:
    return Interval(int_if_whole(number), int_if_whole(number), True, True)


def _split_off_ends(interval: Interval) -> Iterable[Interval]:
    """Yield the closed ends of an interval as points, and the open interval between the ends."""
    if interval.low_closed:
        yield _point_interval(interval.low)
    if not interval.is_point:
        yield Interval(interval.low, interval.high)
        if interval.high_closed:
            yield _point_interval(interval.high)


def _remaining_intervals(interval: Interval, held: Interval) -> Iterable[Interval]:
    """Yield the parts of an interval on both sides of the finished part `held`, including the ends of `held`."""
    if interval.low < held.low:
        yield from _split_off_ends(Interval(interval.low, held.low, False, not held.low_closed))
    if held.high < interval.high:
        yield from _split_off_ends(Interval(held.high, interval.high, not held.high_closed, False))


def merge_intervals(intervals: Iterable[Interval], *, integers: bool = False) -> tuple[Interval, ...]:
    """Return the same numbers in as few intervals as possible. The given intervals must be disjoint and sorted.

    With `integers`, return only the integers in the intervals, as closed intervals.

    >>> [tuple(each)[:2] for each in merge_intervals([Interval(0, 3), Interval(3, 3, True, True), Interval(3, 9)])]
    [(0, 9)]
    """
    found: list[Interval] = []
    for interval in intervals:
        part = interval.integers if integers else interval
        if part is None:
            continue
        if found and _are_intervals_adjacent(found[-1], part, integers=integers):
            part = found.pop().extended_to(part)
        found.append(part)
    return tuple(found)


def _are_intervals_adjacent(left: Interval, right: Interval, *, integers: bool) -> bool:
    if integers:
        return left.high + 1 == right.low
    return left.high == right.low and (left.high_closed or right.low_closed)


def simplest_between(low: Number, high: Number, least: Number = -INFINITY, most: Number = INFINITY) -> Number | None:
    """Return the number with the fewest digits that is above `low`, below `high`, and in the range [`least`, `most`].

    If there are several, return the one nearest to `low`, or to `high` if only `high` is finite. Return None if there
    is no such number.

    >>> simplest_between(5, 9), simplest_between(-INFINITY, 5), simplest_between(0, 1)
    (6, 4, Fraction(1, 10))
    >>> simplest_between(1, INFINITY, 0, 1), simplest_between(8, INFINITY, 0, 9)
    (None, 9)
    >>> simplest_between(int_if_whole(simplest_between(0, 1) * 9), 1)
    Fraction(91, 100)
    """
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
            return int_if_whole(found)
        digits += 1
