"""When alpha and beta of a node are asked for: on "entry", at the "last", at all "changes", or "after L5", a leaf.

It is the exercise that asks, and at which nodes; a convention may have its habit, which the exercise goes before.
"""

from collections.abc import Sequence
from typing import TypeVar

from treesolve.model.tree import Tree

_End = TypeVar("_End")

READING_POINTS = ("entry", "last", "changes", "after")
"""The moments; behind "after" stands the name of a leaf."""

AT_ENTRY = READING_POINTS[0]
"""The usual moment."""

AT_CHANGES = READING_POINTS[2]
"""What asks for a row of pairs at each node."""


def split_into_pairs(row: Sequence[_End]) -> list[tuple[_End, _End]]:
    """Return the pairs of a row, which has alpha and beta in turn.

    >>> split_into_pairs((3, 9, 3, 2))
    [(3, 9), (3, 2)]
    """
    return list(zip(row[::2], row[1::2], strict=True))


def split_reading_point(reading_point: str) -> tuple[str, str]:
    """Return the name of a moment, and of the leaf it is after.

    >>> split_reading_point("last"), split_reading_point("after L5")
    (('last', ''), ('after', 'L5'))
    """
    name, _, leaf = reading_point.partition(" ")
    return name, leaf


def reading_point_of(tree: Tree, reading_point: str, before: Tree | None = None) -> str:
    """Return the moment that a tree's header asks for, else this one; its leaf may have had another name in a tree
    before.
    """
    name, leaf = split_reading_point(reading_point)
    if tree.alpha_beta or before is None or not leaf:
        return tree.alpha_beta or reading_point
    node = before.leaf_by_name(leaf)
    return reading_point if node is None else f"{name} {tree.names[node]}"


def without_default_reading_point(text: str) -> str:
    """What Python says of conventions, without the usual moment: sheets and pages of earlier versions are known again.

    >>> without_default_reading_point("(chance='star1', alpha_beta='entry')")
    "(chance='star1')"
    """
    return text.replace(f", alpha_beta={AT_ENTRY!r}", "")


def nodes_with_bounds(tree: Tree) -> tuple[int, ...]:
    """Return the nodes with room for alpha and beta: the inner ones, level by level; after a leaf those above it."""
    inner = tuple(node for node in tree.level_order if tree.children[node])
    name, leaf = split_reading_point(tree.alpha_beta or AT_ENTRY)
    below = tree.leaf_by_name(leaf) if name == "after" else None
    return inner if below is None else tuple(node for node in inner if below in tree.subtree(node))
