"""Uniform trees as something to search: nodes come into being when the search asks for them.

Nodes are numbered level by level, so a node's number tells its children's, and nothing has to be kept but a block of
leaves.
"""

from bisect import bisect

from treesolve.analysis.cost.leaves import Leaves
from treesolve.model.tree import Kind

BLOCK = 512
"""So many leaves are made at once, at most."""


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
        self.first_of_level = [(width**level - 1) // (width - 1) if width > 1 else level for level in range(depth + 1)]
        self.first_leaf = self.first_of_level[-1]
        self.kinds = _Kinds(self)
        self.children = _Children(width)
        self.values = _Values(self, leaves)

    def weight(self, _node: int) -> None:
        """Nothing here is left to chance."""


class _Kinds:
    """MAX and MIN by turns."""

    def __init__(self, tree: Uniform) -> None:
        self._levels = tree.first_of_level

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
