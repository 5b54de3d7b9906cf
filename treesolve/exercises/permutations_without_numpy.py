"""Ways to put values at the leaves of a tree, one looked at after the other: the same that `Orders` gives by the batch.

Nothing is wished for in such trees, so none is searched, and NumPy need not be there. Its generator is PCG64, whose
state after so many steps is known without making them.
"""

from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from math import factorial
from typing import NamedTuple

FEW_BITS = 10
"""With so many bits for the number of a leaf, words of 32 bits have enough left to be drawn."""

_MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645
_ALL = (1 << 128) - 1


class Lanes(NamedTuple):
    """So many orders, each made when it is looked at."""

    number: int
    order: Callable[[int], list[int]]


class PlainOrders:
    """A stream of random orders that follows from a seed."""

    def __init__(self, seed: object) -> None:
        digest = blake2b(str(seed).encode(), digest_size=32).digest()
        self._state, self._step = int.from_bytes(digest[:16], "big"), int.from_bytes(digest[16:], "big") | 1
        self._used = 0

    def _state_after(self, steps: int) -> int:
        power = pow(_MULTIPLIER, steps, (_MULTIPLIER - 1) << 128)
        return (power * self._state + (power - 1) // (_MULTIPLIER - 1) * self._step) & _ALL

    def _numbers(self, first: int) -> Iterator[int]:
        """The numbers of 64 bits from that one on."""
        state = self._state_after(first)
        while True:
            state = (state * _MULTIPLIER + self._step) & _ALL
            mixed, turn = (state >> 64) ^ (state & (1 << 64) - 1), state >> 122
            yield (mixed >> turn | mixed << (64 - turn)) & (1 << 64) - 1

    def _words(self, start: int, first: int) -> Iterator[int]:
        """The numbers of 32 bits from that one on, counted from the number of 64 bits with which they begin."""
        for place, number in enumerate(self._numbers(start + first // 2)):
            if place or first % 2 == 0:
                yield number & 0xFFFFFFFF
            yield number >> 32

    def _taken(self, count: int) -> int:
        """The first of so many numbers of 64 bits that nobody else gets."""
        first, self._used = self._used, self._used + count
        return first

    def numbers_below(self, limit: int, count: int) -> list[int]:
        """So many random numbers from 0 up to, not including, the limit."""
        words = self._words(self._taken((count + 1) // 2), 0)
        return [next(words) * limit >> 32 for _ in range(count)]

    def dealt(self, deck: Sequence[int], count: int) -> Lanes:
        """So many random orders of the deck."""
        size = len(deck)
        bits = max(1, (size - 1).bit_length())
        is_small = bits <= FEW_BITS
        start, mask = self._taken((size * count + 1) // 2 if is_small else size * count), (1 << bits) - 1

        def order(lane: int) -> list[int]:
            words = self._words(start, lane * size) if is_small else self._numbers(start + lane * size)
            drawn = sorted(next(words) & ~mask | leaf for leaf in range(size))
            return [deck[word & mask] for word in drawn]

        return Lanes(count, order)

    def picked(self, limit: int, size: int, count: int) -> Lanes:
        """So many random orders in which each leaf has any of so many ranks."""
        start = self._taken((size * count + 1) // 2)
        return Lanes(
            count, lambda lane: [next(self._words(start, leaf * count + lane)) * limit >> 32 for leaf in range(size)]
        )

    def column(self, ranks: Sequence[int], limit: int) -> Lanes:  # noqa: ARG002
        """One order alone."""
        return Lanes(1, lambda _: list(ranks))

    def every(self, size: int) -> Lanes:
        """Every order of so many different ranks."""
        return Lanes(factorial(size), lambda lane: _order_with_number(lane, size))

    def every_with_repeats(self, limit: int, size: int) -> Lanes:
        """Every order in which each leaf has any of so many ranks."""
        return Lanes(limit**size, lambda lane: [lane // limit**place % limit for place in range(size)])

    @staticmethod
    def count(lanes: Lanes) -> int:
        """How many orders there are."""
        return lanes.number

    @staticmethod
    def order(lanes: Lanes, lane: int) -> list[int]:
        """One of the orders."""
        return lanes.order(lane)


def _order_with_number(number: int, size: int) -> list[int]:
    """The order with that number among all of so many ranks, the first rank first.

    >>> [_order_with_number(number, 3) for number in (0, 1, 5)]
    [[0, 1, 2], [0, 2, 1], [2, 1, 0]]
    """
    ranks, found = list(range(size)), []
    for place in range(size - 1, -1, -1):
        first, number = divmod(number, factorial(place))
        found.append(ranks.pop(first))
    return found
