"""Thousands of ways to put values at the leaves of a tree, drawn or counted through, as ranks for a batch.

Only raw bits are taken from NumPy's generator: those are promised to stay as they are, its shuffles are not.

Vocabulary

    order       ranks of leaves, from left to right; a column of an array
    deck        the ranks that are dealt to the leaves, in ascending order; with ties some stand in it twice
"""

from collections.abc import Sequence
from hashlib import blake2b
from itertools import chain, permutations
from typing import TYPE_CHECKING

from treesolve.exercises.permutations_without_numpy import FEW_BITS
from treesolve.model.optional import loaded
from treesolve.search.vectorized import Array

if TYPE_CHECKING:
    import numpy as np
else:
    np = loaded("numpy")


def smallest_type_for_ranks(ranks: int) -> type:
    """The smallest type that holds so many ranks, and an end of the window beyond them on both sides."""
    return np.int8 if ranks < 2**7 - 2 else np.int16 if ranks < 2**15 - 2 else np.int32


class Orders:
    """A stream of random orders that follows from a seed."""

    def __init__(self, seed: object) -> None:
        digest = blake2b(str(seed).encode(), digest_size=32).digest()
        state, step = int.from_bytes(digest[:16], "big"), int.from_bytes(digest[16:], "big")
        self._bits = np.random.PCG64(0)
        self._bits.state = {
            "bit_generator": "PCG64",
            "state": {"state": state, "inc": step | 1},
            "has_uint32": 0,
            "uinteger": 0,
        }

    def _random_words(self, count: int) -> Array:
        """So many random numbers of 32 bits."""
        raw: Array = self._bits.random_raw((count + 1) // 2)
        return raw.astype("<u8", copy=False).view("<u4")[:count]

    def below(self, limit: int, shape: tuple[int, ...]) -> Array:
        """Random numbers from 0 up to, not including, the limit."""
        size = int(np.prod(shape))
        scaled: Array = (self._random_words(size).astype(np.uint64) * np.uint64(limit)) >> np.uint64(32)
        return scaled.astype(np.int64).reshape(shape)

    def dealt(self, deck: Sequence[int], count: int) -> Array:
        """So many random orders of the deck.

        Each leaf draws a number, and its place among those of its tree is what it gets. The number of the leaf stands
        in the low bits, so no two are equal and any way of sorting gives the same.
        """
        size = len(deck)
        bits = max(1, (size - 1).bit_length())
        if bits <= FEW_BITS:
            words = self._random_words(size * count).reshape(count, size)
        else:
            words = self._bits.random_raw(size * count).reshape(count, size)
        number = words.dtype.type
        mask = number((1 << bits) - 1)
        words = words & ~mask | np.arange(size, dtype=number)
        words.sort(axis=1)
        ranks: Array = np.asarray(deck, smallest_type_for_ranks(deck[-1] + 1))
        places = (words & mask).astype(np.uint8 if size <= 2**8 else np.uint32).T
        if list(deck) == list(range(size)):
            return np.ascontiguousarray(places.astype(ranks.dtype))
        return np.ascontiguousarray(ranks[places])

    def picked(self, limit: int, size: int, count: int) -> Array:
        """So many random orders in which each leaf has any of so many ranks."""
        return self.below(limit, (size, count)).astype(smallest_type_for_ranks(limit))

    def swapped(self, orders: Array, movable: Sequence[int], times: int = 1) -> Array:
        """The orders, each with two of its movable leaves exchanged, so many times."""
        found, lanes, count = orders.copy(), np.arange(orders.shape[1]), orders.shape[1]
        places = np.asarray(movable, np.int64)
        for _ in range(times):
            one = places[self.below(len(places), (count,))]
            other = places[self.below(len(places), (count,))]
            found[one, lanes], found[other, lanes] = found[other, lanes], found[one, lanes].copy()
        return found

    def least(self, numbers: Array) -> Array:
        """The place of the least number in each row, among all rows; of several that are equal, a random one."""
        ties = self._random_words(numbers.size).reshape(numbers.shape) >> np.uint32(12)
        inside = ((numbers.astype(np.int64) << 20) + ties).argmin(axis=1)
        place: Array = inside + numbers.shape[1] * np.arange(len(numbers))
        return place

    def numbers_below(self, limit: int, count: int) -> list[int]:
        """So many random numbers from 0 up to, not including, the limit."""
        numbers: list[int] = self.below(limit, (count,)).tolist()
        return numbers

    @staticmethod
    def column(ranks: Sequence[int], limit: int) -> Array:
        """One order alone, as a column with room for ranks up to the limit."""
        return np.asarray(ranks, smallest_type_for_ranks(limit)).reshape(-1, 1)

    @staticmethod
    def count(orders: Array) -> int:
        """How many orders there are."""
        return int(orders.shape[1])

    @staticmethod
    def order(orders: Array, lane: int) -> list[int]:
        """One of the orders."""
        ranks: list[int] = orders[:, lane].tolist()
        return ranks

    @staticmethod
    def every(size: int) -> Array:
        """Every order of so many different ranks."""
        return all_orders(size)

    @staticmethod
    def every_with_repeats(limit: int, size: int) -> Array:
        """Every order in which each leaf has any of so many ranks."""
        numbers, smallest = np.arange(limit**size, dtype=np.int64), smallest_type_for_ranks(limit)
        return np.stack([(numbers // limit**place % limit).astype(smallest) for place in range(size)])


def all_orders(size: int) -> Array:
    """Every order of so many different ranks, a column each."""
    rows = np.fromiter(chain.from_iterable(permutations(range(size))), np.int8).reshape(-1, size)
    return np.ascontiguousarray(rows.T)
