"""Random numbers from hashes, identical on every machine and Python version."""

from hashlib import blake2b
from typing import TypeVar

Item = TypeVar("Item")


class Randomness:
    """A deterministic stream of random numbers. Different seeds give independent streams."""

    def __init__(self, seed: object) -> None:
        self._key = blake2b(str(seed).encode(), digest_size=64).digest()
        self._block = 0
        self._bytes = b""

    def below(self, limit: int) -> int:
        """Return a uniformly distributed integer from 0 to `limit` - 1."""
        size = (max(1, limit - 1).bit_length() + 7) // 8
        highest = 256**size // limit * limit
        while True:
            drawn = int.from_bytes(self._next_bytes(size), "big")
            if drawn < highest:
                return drawn % limit

    def sample(self, limit: int, count: int) -> list[int]:
        """Return `count` different integers from 0 to `limit` - 1 in ascending order.

        This is Floyd's algorithm, whose time and memory depend on `count` only.
        """
        chosen: set[int] = set()
        for highest in range(limit - count, limit):
            drawn = self.below(highest + 1)
            chosen.add(highest if drawn in chosen else drawn)
        return sorted(chosen)

    def shuffled(self, items: "list[Item]") -> "list[Item]":
        """Return the items in random order."""
        shuffled = list(items)
        for index in range(len(shuffled) - 1, 0, -1):
            other = self.below(index + 1)
            shuffled[index], shuffled[other] = shuffled[other], shuffled[index]
        return shuffled

    def _next_bytes(self, count: int) -> bytes:
        while len(self._bytes) < count:
            self._bytes += blake2b(self._block.to_bytes(8, "big"), key=self._key).digest()
            self._block += 1
        result, self._bytes = self._bytes[:count], self._bytes[count:]
        return result
