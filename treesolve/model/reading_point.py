"""Reading points: when an exercise reads the alpha and beta of a node.

They are read on "entry", at the "last" moment, at all "changes", or "after L5", where L5 is a leaf. The exercise
chooses the reading point; a convention may have a default, which the exercise overrides.
"""

from collections.abc import Sequence
from typing import TypeVar

from treesolve.model.tree import Tree

_Bound = TypeVar("_Bound")

READING_POINTS = ("entry", "last", "changes", "after")
"""The reading points; "after" is followed by the name of a leaf."""

AT_ENTRY = READING_POINTS[0]
"""The default reading point."""

AT_CHANGES = READING_POINTS[2]
"""The reading point with a row of pairs at each node."""


def split_into_pairs(row: Sequence[_Bound]) -> list[tuple[_Bound, _Bound]]:
    """Return the pairs of a row of alternating alphas and betas.

    >>> split_into_pairs((3, 9, 3, 2))
    [(3, 9), (3, 2)]
    """
    return list(zip(row[::2], row[1::2], strict=True))


def split_reading_point(reading_point: str) -> tuple[str, str]:
    """Return the name of a reading point, and the leaf of "after".

    >>> split_reading_point("last"), split_reading_point("after L5")
    (('last', ''), ('after', 'L5'))
    """
    name, _, leaf = reading_point.partition(" ")
    return name, leaf


def reading_point_of(tree: Tree, reading_point: str, before: Tree | None = None) -> str:
    """Return the reading point in a tree's header; without one, `reading_point`.

    If `before` is given, the leaf of `reading_point` is named as in that tree and gets its name in the new tree.
    """
    name, leaf = split_reading_point(reading_point)
    if tree.alpha_beta or before is None or not leaf:
        return tree.alpha_beta or reading_point
    node = before.leaf_by_name(leaf)
    return reading_point if node is None else f"{name} {tree.names[node]}"


def without_default_reading_point(text: str) -> str:
    """Return the `repr` of conventions without the default reading point, which earlier versions did not have.

    This keeps sheets and pages of those versions recognizable.

    >>> without_default_reading_point("(chance='star1', alpha_beta='entry')")
    "(chance='star1')"
    """
    return text.replace(f", alpha_beta={AT_ENTRY!r}", "")


def nodes_with_bounds(tree: Tree) -> tuple[int, ...]:
    """Return the nodes with alpha and beta in the exercise: inner nodes in level order; for "after", the leaf's
    ancestors.
    """
    inner = tuple(node for node in tree.level_order if tree.children[node])
    name, leaf = split_reading_point(tree.alpha_beta or AT_ENTRY)
    target = tree.leaf_by_name(leaf) if name == "after" else None
    return inner if target is None else tuple(node for node in inner if target in tree.subtree(node))
