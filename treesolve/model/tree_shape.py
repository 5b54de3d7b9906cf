"""What trees look like without their values: complete ones, and ragged ones with a range of children at each depth."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from treesolve.model.hash_random import Randomness
from treesolve.model.kind import PLAYERS, Kind
from treesolve.model.problem import InputError, Problem, nearest
from treesolve.model.tree import Tree

MAX_LEAVES = 100_000
"""Trees with more leaves are not made."""

ALTERNATING = (Kind.MAX, Kind.MIN)
"""Who moves at each depth where nobody says."""

_LEVEL = re.compile(r"(\d{1,7})(?:\s*\.\.\s*(\d{1,7}))?")


class Shape(NamedTuple):
    """The least and the greatest number of children by depth; leaves stand below the last level.

    Only below the root a level may begin with 0. The text of a shape is what `read_shape` reads.
    """

    levels: tuple[tuple[int, int], ...]

    def __str__(self) -> str:
        return "x".join(
            str(minimum) if minimum == maximum else f"{minimum}..{maximum}" for minimum, maximum in self.levels
        )

    @property
    def uniform(self) -> bool:
        """Whether there is just one tree of this shape."""
        return all(minimum == maximum for minimum, maximum in self.levels)

    @property
    def depth(self) -> int:
        """How many plies the deepest leaves lie below the root, at most."""
        return len(self.levels)

    @property
    def most_leaves(self) -> int:
        """How many leaves a tree can have at most; where these are too many, some number beyond MAX_LEAVES."""
        product = 1
        for _, maximum in self.levels:
            product *= maximum
            if product > MAX_LEAVES:
                break
        return product

    def draw(self, random: Randomness, players: Sequence[Kind] = ALTERNATING) -> Tree:
        """Return a tree of this shape, every leaf 0; `players` says who moves at each depth, over and over.

        A uniform shape always gives the same tree, without a draw.
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
    """Return the shape a text stands for: children by depth, such as "3x2x3x2", or with ranges, "2..3x1..3x2".

    Raises InputError where the text is no shape, or one whose trees could become too large.

    >>> read_shape("3x2..4").levels
    ((3, 3), (2, 4))
    """
    levels = []
    for level in re.split(r"\s*[x×*]\s*", text.strip().lower()):
        found = _LEVEL.fullmatch(level)
        if not found:
            raise InputError((Problem("shape-form", None, {"text": text, "part": level}),))
        levels.append((int(found[1]), int(found[2] or found[1])))
    shape = Shape(tuple(levels))
    problem = _shape_problem(shape)
    if problem:
        raise InputError((problem,))
    return shape


def read_players(text: str) -> tuple[Kind, ...]:
    """Who moves at each depth, over and over, as a text lists them. Raises InputError where it does not.

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
    """Return the tree with other values at its leaves, from left to right; of its headers it has those that are
    given.
    """
    by_leaf = dict(zip(tree.leaf_ids, values, strict=True))
    columns = tree.kinds, tuple(map(by_leaf.get, range(len(tree)))), tree.children
    return Tree(*columns, given_names=tree.given_names, moves=tree.moves, weights=tree.weights, **headers)


def with_selected_nodes(tree: Tree, selected: Sequence[int], values: Mapping[int, Any] = {}) -> Tree:
    """Return the tree with some of its nodes only, in its order, the root first; those with values are leaves now.

    Outcomes keep the probabilities that they had. Names, moves and headers but the bounds are left out.
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
