"""Shapes of trees, without values: each depth has a fixed number of children per node or a range of numbers."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from treesolve.model.hash_random import Randomness
from treesolve.model.kind import PLAYERS, Kind
from treesolve.model.problem import InputError, Problem, nearest
from treesolve.model.tree import Tree

MAX_LEAVES = 100_000
"""Maximum number of leaves of a generated tree."""

ALTERNATING = (Kind.MAX, Kind.MIN)
"""The default player to move at each depth."""

_LEVEL = re.compile(r"(\d{1,7})(?:\s*\.\.\s*(\d{1,7}))?")


class Shape(NamedTuple):
    """The minimum and maximum number of children of a node at each depth. Nodes below the last level are leaves.

    The minimum may be 0 except at the root. `str` returns the text that `read_shape` parses.
    """

    levels: tuple[tuple[int, int], ...]

    def __str__(self) -> str:
        return "x".join(
            str(minimum) if minimum == maximum else f"{minimum}..{maximum}" for minimum, maximum in self.levels
        )

    @property
    def uniform(self) -> bool:
        """Whether there is exactly one tree of this shape."""
        return all(minimum == maximum for minimum, maximum in self.levels)

    @property
    def depth(self) -> int:
        """The maximum depth of a leaf in plies."""
        return len(self.levels)

    @property
    def most_leaves(self) -> int:
        """The maximum number of leaves, which is exact only up to MAX_LEAVES.

        If the maximum exceeds MAX_LEAVES, this is some number greater than MAX_LEAVES.
        """
        product = 1
        for _, maximum in self.levels:
            product *= maximum
            if product > MAX_LEAVES:
                break
        return product

    def draw(self, random: Randomness, players: Sequence[Kind] = ALTERNATING) -> Tree:
        """Return a random tree with this shape in which every leaf has the value 0; `players` move in turn, by depth.

        A uniform shape always gives the same tree and consumes no random numbers.
        """
        kinds: list[Kind] = []
        children: list[list[int]] = []
        stack: list[tuple[int, int]] = [(0, -1)]
        while stack:
            depth, parent = stack.pop()
            node = len(kinds)
            count = self._number_of_children(depth, random)
            kinds.append(players[depth % len(players)] if count else Kind.LEAF)
            children.append([])
            if parent >= 0:
                children[parent].append(node)
            stack += [(depth + 1, node)] * count
        return Tree(tuple(kinds), tuple(None if below else 0 for below in children), tuple(map(tuple, children)))

    def _number_of_children(self, depth: int, random: Randomness) -> int:
        if depth == len(self.levels):
            return 0
        minimum, maximum = self.levels[depth]
        return minimum if minimum == maximum else minimum + random.below(maximum - minimum + 1)


def read_shape(text: str) -> Shape:
    """Parse a shape: the numbers of children by depth, as in "3x2x3x2", or ranges of them, as in "2..3x1..3x2".

    Raises InputError if the text is not a shape or if trees with this shape could be too large.

    >>> read_shape("3x2..4").levels
    ((3, 3), (2, 4))
    """
    levels = []
    for level in re.split(r"\s*[x×*]\s*", text.strip().lower()):
        match = _LEVEL.fullmatch(level)
        if not match:
            raise InputError((Problem("shape-form", None, {"text": text, "part": level}),))
        levels.append((int(match[1]), int(match[2] or match[1])))
    shape = Shape(tuple(levels))
    problem = _shape_problem(shape)
    if problem:
        raise InputError((problem,))
    return shape


def read_players(text: str) -> tuple[Kind, ...]:
    """Parse a list of players who move in turn, by depth. Raises InputError for an unknown player.

    >>> [kind.name for kind in read_players("MAX CHANCE MIN")]
    ['MAX', 'CHANCE', 'MIN']
    """
    players = []
    known = {kind.name: kind for kind in Kind if kind is not Kind.LEAF}
    for word in text.replace(",", " ").split() or [""]:
        if word.upper() not in known:
            near = nearest(word, ("max", "min", "chance"))
            facts = {"value": word, "nearest": near and near.upper()}
            raise InputError((Problem("unknown-player", None, facts),))
        players.append(known[word.upper()])
    if len({player in PLAYERS for player in players}) > 1:
        raise InputError((Problem("players-mixed", None, {"text": text}),))
    return tuple(players)


def _shape_problem(shape: Shape) -> Problem | None:
    for minimum, maximum in shape.levels:
        if minimum > maximum:
            return Problem("shape-range", None, {"low": minimum, "high": maximum})
        if maximum == 0:
            return Problem("shape-without-children", None, {"text": str(shape)})
    if shape.levels[0][0] == 0:
        return Problem("shape-without-root", None, {"text": str(shape)})
    if shape.most_leaves > MAX_LEAVES or shape.depth > MAX_LEAVES:
        return Problem("shape-too-many-leaves", None, {"text": str(shape), "most": MAX_LEAVES})
    return None


def with_leaf_values(tree: Tree, values: Iterable[Any], **headers: Any) -> Tree:
    """Return the tree with the leaf values replaced, from left to right, and with no headers but the given ones."""
    by_leaf = dict(zip(tree.leaf_ids, values, strict=True))
    columns = tree.kinds, tuple(map(by_leaf.get, range(len(tree)))), tree.children
    return Tree(*columns, given_names=tree.given_names, moves=tree.moves, weights=tree.weights, **headers)


def with_selected_nodes(tree: Tree, selected: Sequence[int], values: Mapping[int, Any] = {}) -> Tree:
    """Return the tree with only the selected nodes, which must be in preorder and begin with the root.

    Nodes in `values` become leaves with these values. Outcomes of chance nodes keep their probabilities. Names, moves
    and all headers except the bounds are dropped.
    """
    index = {node: number for number, node in enumerate(selected)}
    children = (() if node in values else tree.children[node] for node in selected)
    return Tree(
        tuple(Kind.LEAF if node in values else tree.kinds[node] for node in selected),
        tuple(values.get(node, tree.values[node]) for node in selected),
        tuple(tuple(index[child] for child in below if child in index) for below in children),
        weights={index[node]: weight for node in selected if (weight := tree.weight(node)) is not None},
        bounds=tree.bounds,
    )
