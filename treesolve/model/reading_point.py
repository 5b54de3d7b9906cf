"""Reading points, which say when an exercise reads the alpha and beta of a node.

Alpha and beta are read on "entry", at the "last" moment, at all "changes", or "after L5", where L5 is a leaf. A
convention has a default reading point, which an exercise may override.
"""

from collections.abc import Sequence
from typing import TypeVar

from treesolve.model.tree import Tree

_Bound = TypeVar("_Bound")

READING_POINTS = ("entry", "last", "changes", "after")
"""The names of the reading points. The name "after" must be followed by the name of a leaf."""

AT_ENTRY = READING_POINTS[0]
"""The default reading point."""

AT_CHANGES = READING_POINTS[2]
"""The reading point for which each node has a row of pairs instead of a single pair."""


def split_into_pairs(row: Sequence[_Bound]) -> list[tuple[_Bound, _Bound]]:
    """Split a row of alternating alphas and betas into pairs.

    >>> split_into_pairs((3, 9, 3, 2))
    [(3, 9), (3, 2)]
    """
    return list(zip(row[::2], row[1::2], strict=True))


def split_reading_point(reading_point: str) -> tuple[str, str]:
    """Split a reading point into its name and the name of the leaf, which is empty except for "after".

    >>> split_reading_point("last"), split_reading_point("after L5")
    (('last', ''), ('after', 'L5'))
    """
    name, _, leaf = reading_point.partition(" ")
    return name, leaf


def reading_point_of(tree: Tree, reading_point: str, before: Tree | None = None) -> str:
    """Return the reading point in the tree's header, or `reading_point` if the header has none.

    If `before` is given, the leaf in `reading_point` is a leaf name of the tree `before`. The returned reading point
    contains the name of the same node in `tree`.
    """
    name, leaf = split_reading_point(reading_point)
    if tree.alpha_beta or before is None or not leaf:
        return tree.alpha_beta or reading_point
    node = before.leaf_by_name(leaf)
    return reading_point if node is None else f"{name} {tree.names[node]}"


def without_default_reading_point(text: str) -> str:
    """Remove the default reading point from the `repr` of a convention.

    Earlier versions had no reading point, so this makes sheets and pages of those versions recognizable.

    >>> without_default_reading_point("(chance='star1', alpha_beta='entry')")
    "(chance='star1')"
    """
    return text.replace(f", alpha_beta={AT_ENTRY!r}", "")


def nodes_with_bounds(tree: Tree) -> tuple[int, ...]:
    """Return the nodes whose alpha and beta the exercise asks for: all inner nodes, in level order.

    For the reading point "after", only the ancestors of the leaf are returned.
    """
    inner = tuple(node for node in tree.level_order if tree.children[node])
    name, leaf = split_reading_point(tree.alpha_beta or AT_ENTRY)
    target = tree.leaf_by_name(leaf) if name == "after" else None
    return inner if target is None else tuple(node for node in inner if target in tree.subtree(node))
