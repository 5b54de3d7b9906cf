"""Uniform trees searched in different orders, and the leaves counted that the search evaluates.

Nodes come into being when the search asks for them. They are numbered level by level, so a node's number tells its
children's, and nothing has to be kept but a block of leaves. All leaves of a tree have different values, whole numbers
from 0 up, the same on every platform.

Vocabulary

    cell        all trees of one width and one depth
    order       how children are arranged: "best" and "worst" first by construction; "random" values; "ascending" ones,
                random too but sorted for the one who moves, so that the best child comes last
    effort      so many leaves may be looked at in a cell in each order
    block       the leaves below one inner node, as many as are made at once
    word        a number of 60 bits
    mixing      a way to take each word to another one, so that no two meet, and nobody sees an order in them
    digit       the place of a node among its siblings, counted from 0; the digits of all nodes on the way down to a
                leaf make the number of the leaf, written in base w
"""

from bisect import bisect
from collections.abc import Callable, Iterator
from hashlib import blake2b
from typing import Any, NamedTuple

from treesolve.analysis.cost.count import (
    FORMULA,
    MEASURED,
    UNKNOWN,
    Cell,
    Count,
    all_leaves,
    expected_leaves,
    least_leaves,
    least_leaves_with_shallow_bounds,
)
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.model.number import INFINITY
from treesolve.model.optional import loaded
from treesolve.model.tree import Kind
from treesolve.search.passing import search_passing

ORDERS = ("best", "worst", "random", "ascending")

EFFORT = 1_000_000
"""The effort of a cell where none is asked for: seconds."""

_AT_ONCE = 4_000_000
"""So many leaves are in memory at once, at most."""

BLOCK = 512
"""So many leaves are made at once, at most."""

_BITS = 60
"""So long is a word; two thirds of what NumPy adds without a thought, and what Python holds in two digits."""

_MOST_RANDOM = 1 << _BITS
"""A tree with more leaves cannot have random values that all differ."""

Leaves = Callable[[int, int], "list[int]"]
"""The values of some leaves: from the number of the first one on, so many."""


class Study(NamedTuple):
    """What is to be measured; the same study always finds the same numbers."""

    widths: tuple[int, ...]
    depths: tuple[int, ...]
    trials: int
    seed: str
    convention: Convention
    orders: tuple[str, ...] = ORDERS[:3]
    effort: int = EFFORT

    @property
    def size(self) -> int:
        """How many cells there are."""
        return len(self.widths) * len(self.depths)

    def cells(self) -> Iterator[Cell]:
        """All cells, one after the other as they are measured: the trees of the least width first."""
        for width in self.widths:
            for depth in self.depths:
                orders = {order: _count_for_order(self, width, depth, order) for order in self.orders}
                yield Cell(width, depth, _count_minimax(self, width, depth), orders)


def searching(convention: Convention) -> Convention:
    """The lecture as it searches whole numbers with a wide window; what it looks at does not depend on that."""
    return convention._replace(perspective="minimax", window=(-INFINITY, INFINITY), forced_move="searched")


def evaluated(width: int, depth: int, leaves: Leaves, convention: Convention) -> int:
    """How many leaves one search looks at."""
    tree = Uniform(width, depth, leaves)
    search_passing(tree, searching(convention))
    return tree.values.count


def formula_for_least_leaves(convention: Convention) -> str:
    """Which formula says how few leaves a lecture can do with: "deep", "shallow", or "unknown" where it misses cuts."""
    return "unknown" if "strict-cut-on-bounds" in convention.traps else convention.bounds


def least(convention: Convention, width: int, depth: int) -> int | None:
    """The least leaves a lecture does with, with any finite values in any order; None where nobody knows."""
    formula = {"deep": least_leaves, "shallow": least_leaves_with_shallow_bounds, "none": all_leaves}.get(
        formula_for_least_leaves(convention)
    )
    return None if formula is None else formula(width, depth)


def _count_minimax(study: Study, width: int, depth: int) -> Count:
    leaves = all_leaves(width, depth)
    if leaves > min(study.effort, _MOST_RANDOM):
        return Count(FORMULA, (leaves,))
    drawn = random_leaves(study.seed, width, depth, 0)
    return Count(MEASURED, (evaluated(width, depth, drawn, CONVENTIONS["minimax"]),))


def _count_for_order(study: Study, width: int, depth: int, order: str) -> Count:
    if order in ("best", "worst"):
        return _count_best_or_worst(study, width, depth, order == "best")
    trials = range(_number_of_trials(study, width, depth, order))
    seeds = ((study.seed, width, depth, trial) for trial in trials)
    if order == "random":
        drawn = (random_leaves(*seed) for seed in seeds)
    else:
        backwards = study.convention.order == "right-left"
        drawn = (ascending_leaves(width, depth, *seed, backwards=backwards) for seed in seeds)
    counts = tuple(evaluated(width, depth, leaves, study.convention) for leaves in drawn)
    return Count(MEASURED, counts) if counts else UNKNOWN


def _count_best_or_worst(study: Study, width: int, depth: int, best_first: bool) -> Count:
    """What is too much to count follows from a formula, if there is one for the lecture."""
    formula = least(study.convention, width, depth) if best_first else all_leaves(width, depth)
    if (all_leaves(width, depth) if formula is None else formula) > study.effort:
        return UNKNOWN if formula is None else Count(FORMULA, (formula,))
    first = best_first is (study.convention.order == "left-right")
    values = ordered_leaves(width, depth, best_first=first)
    return Count(MEASURED, (evaluated(width, depth, values, study.convention),))


def _number_of_trials(study: Study, width: int, depth: int, order: str) -> int:
    """How many trees are searched: as many as were asked for, or fewer where the effort is less, or none.

    It follows from the size of the trees alone: did it depend on what is counted, the mean would be wrong.
    """
    leaves = all_leaves(width, depth)
    expected, most = (leaves, _AT_ONCE) if order == "ascending" else (expected_leaves(width, depth), _MOST_RANDOM)
    return 0 if leaves > most else min(study.trials, study.effort // expected)


_MASK = _MOST_RANDOM - 1
_FIRST, _SECOND, _STEP = 0xBF58476D1CE4E5B, 0x94D049BB133111D, 0xE3779B97F4A7C15


def random_leaves(*seed: object) -> Leaves:
    """Values in the order of a draw: the mixed numbers of the leaves; another seed, another draw."""
    np = loaded("numpy")
    text = "\0".join(map(str, seed)).encode()
    offset = np.uint64(int.from_bytes(blake2b(text, digest_size=8).digest(), "big") & _MASK)

    def leaves(first: int, count: int) -> list[int]:
        mixed: list[int] = _random_words(np.arange(first, first + count, dtype=np.uint64), offset).tolist()
        return mixed

    return leaves


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
    np = loaded("numpy")
    values: Any = np.array(random_leaves(*seed)(0, width**depth))
    worth = values
    for level in range(depth - 1, -1, -1):
        families = worth.reshape(-1, width)
        order = np.argsort(families if level % 2 == 0 else -families, axis=1)
        below = values.reshape(len(families), width, -1)
        values = np.take_along_axis(below, order[:, :, None], axis=1).reshape(-1)
        worth = families.max(axis=1) if level % 2 == 0 else families.min(axis=1)
    made: list[int] = values[:: -1 if backwards else 1].tolist()
    return lambda first, count: made[first : first + count]


def size_of_block(width: int, depth: int) -> int:
    """How many leaves a block has: a power of the width, and all leaves of a small tree.

    >>> size_of_block(2, 20), size_of_block(6, 3), size_of_block(1000, 2)
    (512, 216, 1000)
    """
    size = width
    for _ in range(depth - 1):
        if size * width > BLOCK:
            break
        size *= width
    return size


class Uniform:
    """A tree in which all inner nodes have `width` children and all leaves the same depth; MAX moves first.

    A treesolve.search.search_run.Searchable. `values.count` is how many leaves a search has asked for.
    """

    def __init__(self, width: int, depth: int, leaves: Leaves) -> None:
        self.width, self.depth = width, depth
        levels: list[int] = [(width**level - 1) // (width - 1) for level in range(depth + 1)]
        self.first_leaf = levels[-1]
        self.kinds = _Kinds(levels)
        self.children = _Children(width)
        self.values = _Values(self, leaves)

    def weight(self, _node: int) -> None:
        """Nothing here is left to chance."""


class _Kinds:
    """MAX and MIN by turns, by the numbers of the first nodes of all levels."""

    def __init__(self, levels: list[int]) -> None:
        self._levels = levels

    def __getitem__(self, node: int) -> Kind:
        level = bisect(self._levels, node) - 1
        if level + 1 == len(self._levels):
            return Kind.LEAF
        return Kind.MIN if level % 2 else Kind.MAX


class _Children:
    """The numbers of a node's children."""

    def __init__(self, width: int) -> None:
        self._width = width

    def __getitem__(self, node: int) -> range:
        first = node * self._width + 1
        return range(first, first + self._width)


class _Values:
    """The values of leaves; None for inner nodes."""

    def __init__(self, tree: Uniform, leaves: Leaves) -> None:
        self._first, self._leaves, self._size = tree.first_leaf, leaves, size_of_block(tree.width, tree.depth)
        self._low = self._high = 0
        self._block: list[int] = []
        self.count = 0

    def __getitem__(self, node: int) -> int | None:
        number = node - self._first
        if number < 0:
            return None
        self.count += 1
        if not self._low <= number < self._high:
            self._low = number - number % self._size
            self._high = self._low + self._size
            self._block = self._leaves(self._low, self._size)
        return self._block[number - self._low]
