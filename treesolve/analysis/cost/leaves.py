"""The values of the leaves of uniform trees, made when they are asked for, a block of neighbours at a time.

All leaves of a tree have different values. They are whole numbers from 0 up, whatever the platform.

Vocabulary

    block       the leaves below one inner node, as many as are made at once
    word        a number of 60 bits
    mixing      a way to take each word to another one, so that no two meet, and nobody sees an order in them
    digit       the place of a node among its siblings, counted from 0; the digits of all nodes on the way down to a
                leaf make the number of the leaf, written in base w
"""

from collections.abc import Callable
from hashlib import blake2b
from typing import Any

from treesolve.model.optional import loaded

Leaves = Callable[[int, int], "list[int]"]
"""The values of some leaves: from the number of the first one on, so many."""

BITS = 60
"""So long is a word; two thirds of what NumPy adds without a thought, and what Python holds in two digits."""

MOST_RANDOM = 1 << BITS
"""A tree with more leaves cannot have random values that all differ."""

_MASK = MOST_RANDOM - 1
_FIRST, _SECOND, _STEP = 0xBF58476D1CE4E5B, 0x94D049BB133111D, 0xE3779B97F4A7C15


def random_leaves(*seed: object) -> Leaves:
    """Values in the order of a draw: the mixed numbers of the leaves; another seed, another draw."""
    np = loaded("numpy")
    offset = np.uint64(_number_from_seed(*seed))

    def leaves(first: int, count: int) -> list[int]:
        mixed: list[int] = _random_words(np.arange(first, first + count, dtype=np.uint64), offset).tolist()
        return mixed

    return leaves


def _number_from_seed(*seed: object) -> int:
    text = "\0".join(map(str, seed)).encode()
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big") & _MASK


def _random_words(numbers: Any, offset: Any) -> Any:
    """Each number's word: steps of an odd length, then the mixing of SplitMix64, within 60 bits.

    A product of two words overflows 64 bits, which does its lowest 60 bits no harm.
    """
    np = loaded("numpy")
    mask = np.uint64(_MASK)
    with np.errstate(over="ignore"):
        word = (numbers * np.uint64(_STEP) + offset) & mask
        word = ((word ^ (word >> np.uint64(28))) * np.uint64(_FIRST)) & mask
        word = ((word ^ (word >> np.uint64(25))) * np.uint64(_SECOND)) & mask
        return word ^ (word >> np.uint64(31))


def ordered_leaves(width: int, depth: int, *, best_first: bool) -> Leaves:
    """Values with which at every node the best child comes first, or last, for MAX at the root and players in turn.

    A subtree is worth more than all its siblings before it or after it, whatever lies below: so where the best child
    comes last, no value is ever good enough for a cut. Digits of a level that goes downwards are counted from the other
    end.
    """
    np = loaded("numpy")

    def leaves(first: int, count: int) -> list[int]:
        numbers, found = np.arange(first, first + count), np.zeros(count, np.int64)
        for level in range(depth):
            digits = numbers // width ** (depth - 1 - level) % width
            found = found * width + (width - 1 - digits if (level % 2 == 0) is best_first else digits)
        values: list[int] = found.tolist()
        return values

    return leaves


def ascending_leaves(width: int, depth: int, *seed: object, backwards: bool = False) -> Leaves:
    """Random values, but at every node the children ascend for the one who moves: MAX's grow, MIN's fall.

    They do so from the left, or `backwards` from the right. The whole tree is made at once.
    """
    values: list[int] = _values_in_ascending_order(width, depth, *seed)[:: -1 if backwards else 1].tolist()

    def leaves(first: int, count: int) -> list[int]:
        return values[first : first + count]

    return leaves


def _values_in_ascending_order(width: int, depth: int, *seed: object) -> Any:
    np = loaded("numpy")
    values: Any = np.array(random_leaves(*seed)(0, width**depth))
    worth = values
    for level in range(depth - 1, -1, -1):
        families = worth.reshape(-1, width)
        order = np.argsort(families if level % 2 == 0 else -families, axis=1)
        below = values.reshape(len(families), width, -1)
        values = np.take_along_axis(below, order[:, :, None], axis=1).reshape(-1)
        worth = families.max(axis=1) if level % 2 == 0 else families.min(axis=1)
    return values
