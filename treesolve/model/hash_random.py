"""Randomness that is the same on every machine, in every version of Python: numbers made of hashes."""

from hashlib import blake2b
from typing import TypeVar

Thing = TypeVar("Thing")


class Randomness:
    """A stream of draws that follows from a seed; two streams with different seeds have nothing in common."""

    def __init__(self, seed: object) -> None:
        self._key = blake2b(str(seed).encode(), digest_size=64).digest()
        self._block = 0
        self._bytes = b""

    def below(self, limit: int) -> int:
        """Return a whole number from 0 up to, not including, the limit; all are equally likely."""
        size = (max(1, limit - 1).bit_length() + 7) // 8
        highest = 256**size // limit * limit
        while True:
            drawn = int.from_bytes(self._next_bytes(size), "big")
            if drawn < highest:
                return drawn % limit

    def sample(self, limit: int, count: int) -> list[int]:
        """So many different numbers from 0 up to, not including, the limit, in ascending order.

        They are drawn as Floyd does it: time and memory depend on the count alone.
        """
        chosen: set[int] = set()
        for most in range(limit - count, limit):
            drawn = self.below(most + 1)
            chosen.add(most if drawn in chosen else drawn)
        return sorted(chosen)

    def shuffled(self, things: "list[Thing]") -> "list[Thing]":
        """Return the same things in a random order."""
        found = list(things)
        for place in range(len(found) - 1, 0, -1):
            other = self.below(place + 1)
            found[place], found[other] = found[other], found[place]
        return found

    def _next_bytes(self, count: int) -> bytes:
        while len(self._bytes) < count:
            self._bytes += blake2b(self._block.to_bytes(8, "big"), key=self._key).digest()
            self._block += 1
        taken, self._bytes = self._bytes[:count], self._bytes[count:]
        return taken
