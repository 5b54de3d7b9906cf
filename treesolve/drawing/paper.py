"""How a tree fits on paper: shrunk, then turned, then split into parts that name each other.

A tree is shrunk as long as its texts stay readable. One that is still too wide is drawn with its root at the left, and
one that is too large for that, too, is split: some nodes are drawn without their children, and a part of its own shows
them with everything below. No part is ever wider or higher than the paper.

Vocabulary

    part        a piece of the tree that is drawn in one picture
    stub        a node drawn without its children, which stand in another part
    run         consecutive children of a node that has too many for one part
    scale       how much a picture is shrunk; 1 is its natural size
"""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from treesolve.drawing.arrangement import GAP, Arrangement, arrange, room_needed
from treesolve.drawing.label import Label
from treesolve.tree import Tree

READABLE = 0.7
"""No whole tree is shrunk further; values are then printed in 7.7 points."""

MOST_NODES = 5000
"""Larger trees are not drawn on paper."""

_SPLIT_SCALE = 0.72
"""Parts are cut so large that they fill the paper at about this scale."""

_LEVEL = {False: 75.0, True: 92.0}
"""About so much of the paper a level takes, upright and turned."""


class Part(NamedTuple):
    """A piece of the tree, as a tree of its own.

    `nodes` says for each of its nodes which node of the whole tree that is, `stubs` for each stub (by id in the whole
    tree) the number of the part that continues it, `run` which children of the root are shown, counted from 1, where
    that is not all of them. Parts are numbered from 1 in their order.
    """

    tree: Tree
    nodes: tuple[int, ...]
    stubs: dict[int, int]
    run: tuple[int, int] | None
    turned: bool
    arrangement: Arrangement
    scale: float


def fit(tree: Tree, labels: Sequence[Label], width: float, height: float, shapes: str = "triangles") -> list[Part]:
    """The parts in which a tree is drawn on paper of that size, in points; one part if it fits.

    `labels` are the widest ones the nodes will have.
    """
    whole = tuple(range(len(tree)))
    for turned in (False, True):
        arrangement = arrange(tree, labels, shapes, turned=turned)
        scale = _scale(arrangement, width, height)
        if scale >= READABLE:
            return [Part(tree, whole, {}, None, turned, arrangement, scale)]
    return _split(tree, labels, width, height, shapes)


def whole(tree: Tree, labels: Sequence[Label], shapes: str = "triangles") -> Part:
    """The tree in one picture, however large, at its natural size."""
    return Part(tree, tuple(range(len(tree))), {}, None, False, arrange(tree, labels, shapes), 1.0)


def part_labels(part: Part, labels: Sequence[Label]) -> list[Label]:
    """The labels of a part's nodes; beside a stub stands where it goes on."""
    return [
        labels[node]._replace(window=f"→ {part.stubs[node]}") if node in part.stubs else labels[node]
        for node in part.nodes
    ]


def _scale(arrangement: Arrangement, width: float, height: float) -> float:
    return min(1.0, width / arrangement.width, height / arrangement.height)


def _split(tree: Tree, labels: Sequence[Label], width: float, height: float, shapes: str) -> list[Part]:
    """Upright parts or turned ones, whichever are fewer."""
    divisions = []
    for turned in (False, True):
        across, along = (height, width) if turned else (width, height)
        rooms = room_needed(tree, labels, shapes, turned=turned)
        levels = max(2, int(along / _SPLIT_SCALE / _LEVEL[turned]))
        divisions.append((turned, _Division(tree, rooms, across / _SPLIT_SCALE, levels)))
    turned, division = min(divisions, key=lambda entry: len(entry[1].runs))
    parts = [_part(tree, labels, shapes, division, number, turned=turned) for number in range(len(division.runs))]
    return [part._replace(scale=_scale(part.arrangement, width, height)) for part in parts]


def _part(
    tree: Tree, labels: Sequence[Label], shapes: str, division: "_Division", number: int, *, turned: bool
) -> Part:
    root, children = division.runs[number]
    nodes = division.shown(root, children)
    stubs = {node: division.numbers[node] for node in nodes[1:] if node in division.numbers}
    shown = tree.children[root]
    run = None if children == shown else (shown.index(children[0]) + 1, shown.index(children[-1]) + 1)
    piece = _piece(tree, nodes, children)
    part = Part(piece, nodes, stubs, run, turned, EMPTY, 1.0)
    return part._replace(arrangement=arrange(piece, part_labels(part, labels), shapes, turned=turned))


EMPTY = Arrangement(0, 0, False, (), (), ())


class _Division:
    """Which nodes become the roots of parts, so that each part takes no more room than allowed."""

    def __init__(self, tree: Tree, rooms: Sequence[float], limit: float, levels: int) -> None:
        self.tree, self.rooms, self.limit, self.levels = tree, rooms, limit, levels
        self.extents = [room + GAP for room in rooms]
        self.heights = [1] * len(tree)
        self.roots = {0}
        for node in range(len(tree) - 1, -1, -1):
            if tree.children[node]:
                self._close(node)

    def _close(self, node: int) -> None:
        """Take room for a node whose children have theirs; the largest ones become stubs while it is too much."""
        children = self.tree.children[node]
        for child in sorted(self._inner(children), key=self.extents.__getitem__, reverse=True):
            if self._across(children) <= self.limit:
                break
            self._detach(child)
        for child in self._inner(children):
            if self.heights[child] >= self.levels:
                self._detach(child)
        if self._across(children) > self.limit:
            self._detach(node)
            return
        self.extents[node] = max(self.extents[node], self._across(children))
        self.heights[node] = 1 + max(self.heights[child] for child in children)

    def _inner(self, children: tuple[int, ...]) -> list[int]:
        return [child for child in children if self.tree.children[child]]

    def _across(self, children: tuple[int, ...]) -> float:
        return sum(self.extents[child] for child in children)

    def _detach(self, node: int) -> None:
        self.roots.add(node)
        self.extents[node], self.heights[node] = self.rooms[node] + GAP, 1

    @cached_property
    def numbers(self) -> dict[int, int]:
        """For each root the number of the first part that shows it, counted from 1."""
        return {root: number for number, (root, _) in reversed(list(enumerate(self.runs, 1)))}

    @cached_property
    def runs(self) -> list[tuple[int, tuple[int, ...]]]:
        """The roots of the parts in order, each with the children it shows; a wide root comes several times."""
        return [(root, run) for root in sorted(self.roots) for run in self._runs(self.tree.children[root])]

    def _runs(self, children: tuple[int, ...]) -> list[tuple[int, ...]]:
        runs: list[list[int]] = [[]]
        room = 0.0
        for child in children:
            if runs[-1] and room + self.extents[child] > self.limit:
                runs.append([])
                room = 0.0
            runs[-1].append(child)
            room += self.extents[child]
        return [tuple(run) for run in runs]

    def shown(self, root: int, children: tuple[int, ...]) -> tuple[int, ...]:
        """The nodes of a part, in preorder."""
        found, waiting = [root], list(reversed(children))
        while waiting:
            node = waiting.pop()
            found.append(node)
            if node not in self.roots:
                waiting.extend(reversed(self.tree.children[node]))
        return tuple(found)


def _piece(tree: Tree, nodes: tuple[int, ...], shown: tuple[int, ...]) -> Tree:
    """The tree of a part; of the root's children only those shown."""
    ids = {node: number for number, node in enumerate(nodes)}
    children = [tuple(ids[child] for child in tree.children[node] if child in ids) for node in nodes]
    children[0] = tuple(ids[child] for child in shown)
    return Tree(tuple(tree.kinds[node] for node in nodes), tuple(tree.values[node] for node in nodes), tuple(children))
