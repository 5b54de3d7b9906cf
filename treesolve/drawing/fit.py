"""How a tree fits on paper: shrunk, then turned, then split into parts that name each other.

A tree is shrunk as long as its texts stay readable. One that is still too wide is drawn with its root at the left, and
one that is too large for that, too, is split: some nodes are drawn without their children, and a part of its own shows
them with everything below. No part is ever wider or higher than the paper.

Vocabulary

    part        a piece of the tree that is drawn in one picture
    stub        a node drawn without its children, which stand in another part
    scale       how much a picture is shrunk; 1 is its natural size
    page        parts that fit on a sheet one below the other
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import ceil, inf
from typing import NamedTuple

from treesolve.drawing.arrangement import Arrangement, arrange, measured
from treesolve.drawing.label import Label
from treesolve.drawing.shape import ON_PAPER, Setting
from treesolve.drawing.split import Room, divide
from treesolve.model.tree import Tree
from treesolve.model.tree_shape import with_nodes

READABLE = 0.7
"""Nothing is shrunk further; values are then printed in 7.7 points, names and bounds in 6.

Only a node whose own texts are wider than the paper is.
"""

CAPTION, HEADING = 25.0, 50.0
"""The height of a caption; what the first page has less than others, for its heading."""

_SPLIT_SCALE = 0.75
"""Parts are cut so large that they fill the paper at about this scale, and shrunk to it where that saves a page."""

_LONGEST_REFERENCE = "→ 000"


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


class Paper(NamedTuple):
    """The width and height a picture may have, in points, and how much one is shrunk."""

    width: float
    height: float
    readable: float = READABLE


def fit(
    tree: Tree, labels: Sequence[Label], paper: Paper, shapes: str = "triangles", setting: Setting = ON_PAPER
) -> list[Part]:
    """The parts in which a tree is drawn on a paper; one part if it fits. `labels` are the widest of its nodes."""
    part = fit_whole(tree, labels, paper, shapes, setting)
    if part:
        return [part]
    cuttings = [_Cutting(tree, labels, paper, shapes, setting, turned=turned) for turned in (False, True)]
    return min(cuttings, key=_Cutting.shortcomings).parts()


def fit_whole(
    tree: Tree, labels: Sequence[Label], paper: Paper, shapes: str = "triangles", setting: Setting = ON_PAPER
) -> Part | None:
    """The tree in one picture that fits, upright or turned; None where it would not be readable."""
    for turned in (False, True):
        part = whole(tree, labels, shapes, turned=turned, setting=setting)
        scale = _scale_to_fit(part.arrangement, paper.width, paper.height)
        if scale >= paper.readable or len(tree) == 1:
            return part._replace(scale=scale)
    return None


def whole(
    tree: Tree, labels: Sequence[Label], shapes: str = "triangles", *, turned: bool = False, setting: Setting = ON_PAPER
) -> Part:
    """The tree in one picture, however large, at its natural size."""
    arrangement = arrange(tree, labels, shapes, turned=turned, setting=setting)
    return Part(tree, tuple(range(len(tree))), {}, None, turned, arrangement, 1.0)


def part_labels(part: Part, labels: Sequence[Label]) -> list[Label]:
    """The labels of a part's nodes; beside a stub stands where it goes on."""
    return [
        labels[node]._replace(window=f"→ {part.stubs[node]}") if node in part.stubs else labels[node]
        for node in part.nodes
    ]


def _scale_to_fit(arrangement: Arrangement, width: float, height: float) -> float:
    return min(1.0, width / arrangement.width, height / arrangement.height)


class _Piece(NamedTuple):
    """What a part will show: the children of a run and what is below them, down to the stubs."""

    root: int
    run: tuple[int, ...]
    nodes: tuple[int, ...]
    tree: Tree
    arrangement: Arrangement


class _Cutting:
    """A tree cut into pieces that all fit on the paper, either upright or turned."""

    def __init__(
        self, tree: Tree, labels: Sequence[Label], paper: Paper, shapes: str, setting: Setting, *, turned: bool
    ) -> None:
        self.tree, self.width, self.height = tree, paper.width, paper.height - CAPTION
        self.labels, self.shapes, self.turned, self.setting = labels, shapes, turned, setting
        self.stub_labels = [label._replace(window=_LONGEST_REFERENCE) for label in labels]
        self.measured, stubs = (
            measured(tree, shown, shapes, turned=turned, setting=setting) for shown in (labels, self.stub_labels)
        )
        self.rooms, self.stub_rooms = self.measured.rooms, stubs.rooms
        self.roots: set[int] = set()

    @cached_property
    def pieces(self) -> list[_Piece]:
        """The pieces, in preorder of their roots."""
        across, along = (self.height, self.width) if self.turned else (self.width, self.height)
        thickness, between = self.measured.level()
        everything = self._piece_from_root(0, self.tree.children[0])
        levels = max(2, int((along / _SPLIT_SCALE + between) / (thickness + between)))
        waiting = self._pieces_within_limits(everything, across / _SPLIT_SCALE, levels) or [everything]
        found: list[_Piece] = []
        while waiting:
            piece = waiting.pop()
            smaller = self._smaller_pieces(piece)
            waiting += smaller
            found += [] if smaller else [piece]
        return sorted(found, key=lambda piece: (piece.root, piece.run))

    def shortcomings(self) -> tuple[float, int, int]:
        """What is worse the larger it is: unreadable, many pages, many parts."""
        smallest = min(self._scale_of_piece(piece) for piece in self.pieces)
        return max(0.0, READABLE - smallest), len(self._pages_at(self.largest)), len(self.pieces)

    def _piece_from_root(self, root: int, run: tuple[int, ...]) -> _Piece:
        nodes = tuple(self._nodes_of_piece(root, run))
        tree = with_nodes(self.tree, nodes)
        stubs = self.roots - {root}
        labels = [self.stub_labels[node] if node in stubs else self.labels[node] for node in nodes]
        arrangement = arrange(tree, labels, self.shapes, turned=self.turned, setting=self.setting)
        return _Piece(root, run, nodes, tree, arrangement)

    def _nodes_of_piece(self, root: int, run: tuple[int, ...]) -> Iterator[int]:
        """The nodes of a piece, in preorder."""
        yield root
        waiting = list(reversed(run))
        while waiting:
            node = waiting.pop()
            yield node
            if node not in self.roots:
                waiting.extend(reversed(self.tree.children[node]))

    def _pieces_within_limits(self, piece: _Piece, limit: float, levels: int) -> list[_Piece]:
        """The piece in pieces of at most so much room and so many levels; none where it stays as it is."""
        stubs = [self.stub_rooms[node] for node in piece.nodes]
        rooms = [self.stub_rooms[node] if node in self.roots else self.rooms[node] for node in piece.nodes]
        division = divide(piece.tree, Room(rooms, stubs, limit, levels))
        self.roots |= {piece.nodes[root] for root in division}
        runs = [(root, run) for root, runs in division.items() for run in runs]
        if len(runs) == 1:
            return []
        return [
            self._piece_from_root(piece.nodes[root], tuple(piece.nodes[child] for child in run)) for root, run in runs
        ]

    def _smaller_pieces(self, piece: _Piece) -> list[_Piece]:
        """The piece in smaller ones; none where it fits, or where nothing helps."""
        wide, high = piece.arrangement.width, piece.arrangement.height
        across, along = (high, wide) if self.turned else (wide, high)
        most_across, most_along = (self.height, self.width) if self.turned else (self.width, self.height)
        edges = max(piece.tree.depths)
        if along * READABLE > most_along and edges > 1:
            count = ceil(along * READABLE / most_along)
            return self._pieces_within_limits(piece, inf, ceil(edges / count) + 1)
        limit = across if across * READABLE > most_across else 0.0
        while limit > 1:
            limit /= 2
            smaller = self._pieces_within_limits(piece, limit, edges + 1)
            if smaller:
                return smaller
        return []

    @cached_property
    def largest(self) -> float:
        """The scale at which all pieces fit, except those that have to be smaller."""
        return max(READABLE, min(self._scale_of_piece(piece) for piece in self.pieces))

    @cached_property
    def scale(self) -> float:
        """The scale of all pieces: the largest that takes the fewest pages."""
        less = max(0.0, self.largest - _SPLIT_SCALE) / 4
        return min((self.largest - step * less for step in range(5)), key=lambda scale: len(self._pages_at(scale)))

    def _scale_of_piece(self, piece: _Piece) -> float:
        return _scale_to_fit(piece.arrangement, self.width, self.height)

    @cached_property
    def pages(self) -> list[list[_Piece]]:
        """The pieces page by page."""
        return self._pages_at(self.scale)

    def _pages_at(self, scale: float) -> list[list[_Piece]]:
        """The pieces at a scale, each on the first page that has room, but not before an earlier run of its root."""
        pages: list[list[_Piece]] = []
        free: list[float] = []
        latest: dict[int, int] = {}
        for piece in self.pieces:
            needed = piece.arrangement.height * min(scale, self._scale_of_piece(piece)) + CAPTION
            first = latest.get(piece.root, 0)
            page = next((number for number in range(first, len(free)) if free[number] >= needed), len(free))
            if page == len(free):
                pages.append([])
                free.append(self.height + CAPTION + (HEADING if page else 0))
            pages[page].append(piece)
            free[page] -= needed
            latest[piece.root] = page
        return pages

    def parts(self) -> list[Part]:
        """The parts, page by page."""
        pieces = [piece for page in self.pages for piece in page]
        numbers = {piece.root: number for number, piece in reversed(list(enumerate(pieces, 1)))}
        return [self._part_of_piece(piece, numbers) for piece in pieces]

    def _part_of_piece(self, piece: _Piece, numbers: dict[int, int]) -> Part:
        stubs = {node: numbers[node] for node in piece.nodes[1:] if node in numbers}
        shown = self.tree.children[piece.root]
        run = None if piece.run == shown else (shown.index(piece.run[0]) + 1, shown.index(piece.run[-1]) + 1)
        scale = min(self.scale, self._scale_of_piece(piece))
        return Part(piece.tree, piece.nodes, stubs, run, self.turned, piece.arrangement, scale)
