"""Which nodes of a large tree become the roots of parts, so that no part takes more room than there is.

Subtrees are taken out as soon as a node has too much below it: the largest ones, as many as it takes, and siblings
about as large go with them, so that a node with many equal children is an overview of all of them. Where a node has
more children than there is room for, even as stubs, and where that makes fewer parts with several children in each,
they are shown in several runs.

Vocabulary

    division    for each root of a part its runs
    run         consecutive children of a root that one part shows
    room        what a node takes of its level; that of a stub, which stands for a whole part, is another one
    extent      the room that everything below a node takes beside each other
    height      how many levels a node has from itself downwards
"""

from collections.abc import Mapping, Sequence
from math import fsum
from typing import NamedTuple

from treesolve.model.tree import Tree

Runs = tuple[tuple[int, ...], ...]

ALIKE = 0.5
"""A sibling that gains this share of the room gained by one that is taken out is taken out, too."""


class Room(NamedTuple):
    """The room each node takes, drawn with its children or as a stub; how much there is, and for how many levels."""

    nodes: Sequence[float]
    stubs: Sequence[float]
    limit: float
    levels: int


def divide(tree: Tree, room: Room) -> Mapping[int, Runs]:
    """The roots of the parts, each with its runs; the root of the tree is always one of them.

    A part holds its root, the children of a run, and what is below them as far as the next roots.
    """
    division = _Division(tree, room)
    for node in reversed(range(len(tree))):
        if tree.children[node]:
            division.close(node)
    return {0: (tree.children[0],), **division.roots}


class _Division:
    """A walk from the last node to the first, so that children are closed before their parents."""

    def __init__(self, tree: Tree, room: Room) -> None:
        self.children, self.room = tree.children, room
        self.extents = list(room.nodes)
        self.heights = [1] * len(tree)
        self.roots: dict[int, Runs] = {}

    def close(self, node: int) -> None:
        """Take room for a node whose children have theirs."""
        children = self.children[node]
        for child in children:
            if self.heights[child] >= self.room.levels:
                self._make_root_of_parts(child)
        surplus = self._largest_children_to_take_out(children)
        runs = self._runs_of_equal_width(children)
        if surplus is None or len(runs) <= min(len(surplus), len(children) // 2):
            self._make_root_of_parts(node, runs)
            return
        for child in surplus:
            self._make_root_of_parts(child)
        self.extents[node] = max(self.extents[node], self._room_of_children(children))
        self.heights[node] = 1 + max(self.heights[child] for child in children)

    def _make_root_of_parts(self, node: int, runs: Runs | None = None) -> None:
        """Make a node the root of parts of its own, and a stub where it stands."""
        self.roots[node] = runs or (self.children[node],)
        self.extents[node], self.heights[node] = self.room.stubs[node], 1

    def _room_of_children(self, children: Sequence[int]) -> float:
        return fsum(self.extents[child] for child in children)

    def _largest_children_to_take_out(self, children: Sequence[int]) -> list[int] | None:
        """The children to take out so that the others have room; None where that cannot be done."""
        across, taken = self._room_of_children(children), []
        gains = {child: self.extents[child] - self.room.stubs[child] for child in children if self.heights[child] > 1}
        for child in sorted(gains, key=gains.__getitem__, reverse=True):
            if across <= self.room.limit or gains[child] <= 0:
                break
            across -= gains[child]
            taken.append(child)
        if across > self.room.limit:
            return None
        least = ALIKE * gains[taken[-1]] if taken else 0.0
        return [child for child, gain in gains.items() if taken and gain >= least and gain > 0]

    def _runs_of_equal_width(self, children: Sequence[int]) -> Runs:
        """The children in as few runs as it takes, all about equally wide."""
        count = len(self._runs_filled_to_limit(children, self.room.limit))
        least, most = self._room_of_children(children) / count, self.room.limit
        for _ in range(10):
            middle = (least + most) / 2
            least, most = (
                (least, middle) if len(self._runs_filled_to_limit(children, middle)) == count else (middle, most)
            )
        return self._runs_filled_to_limit(children, most)

    def _runs_filled_to_limit(self, children: Sequence[int], limit: float) -> Runs:
        """The children in runs that are filled up to a limit, one after the other."""
        runs: list[list[int]] = []
        across = 0.0
        for child in children:
            if not runs or across + self.extents[child] > limit:
                runs.append([])
                across = 0.0
            runs[-1].append(child)
            across += self.extents[child]
        return tuple(map(tuple, runs))
