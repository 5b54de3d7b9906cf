"""When alpha and beta of a node are asked for: on "entry", at the "last", at all "changes", or "after L5", a leaf.

It is the exercise that asks, and at which nodes; a lecture may have its habit, which the exercise goes before.
"""

from collections.abc import Sequence
from typing import TypeVar

from treesolve.model.tree import Tree

_End = TypeVar("_End")

MOMENTS = ("entry", "last", "changes", "after")
"""The moments; behind "after" stands the name of a leaf."""

ENTRY = MOMENTS[0]
"""The usual moment."""

CHANGES = MOMENTS[2]
"""What asks for a row of pairs at each node."""


def in_pairs(row: Sequence[_End]) -> list[tuple[_End, _End]]:
    """The pairs of a row, which has alpha and beta in turn.

    >>> in_pairs((3, 9, 3, 2))
    [(3, 9), (3, 2)]
    """
    return list(zip(row[::2], row[1::2], strict=True))


def parted(moment: str) -> tuple[str, str]:
    """The name of a moment, and of the leaf it is after.

    >>> parted("last"), parted("after L5")
    (('last', ''), ('after', 'L5'))
    """
    name, _, leaf = moment.partition(" ")
    return name, leaf


def asked_in(tree: Tree, moment: str, before: Tree | None = None) -> str:
    """The moment that a tree's header asks for, else this one; its leaf may have had another name in a tree before."""
    name, leaf = parted(moment)
    if tree.alpha_beta or before is None or not leaf:
        return tree.alpha_beta or moment
    node = before.leaf_called(leaf)
    return moment if node is None else f"{name} {tree.names[node]}"


def as_before(told: str) -> str:
    """What Python says of conventions, without the usual moment: sheets and pages of earlier versions are known again.

    >>> as_before("(chance='star1', alpha_beta='entry')")
    "(chance='star1')"
    """
    return told.replace(f", alpha_beta={ENTRY!r}", "")


def nodes_asked_about(tree: Tree) -> tuple[int, ...]:
    """The nodes with room for alpha and beta: the inner ones, level by level; after a leaf those above it."""
    inner = tuple(node for node in tree.level_order if tree.children[node])
    name, leaf = parted(tree.alpha_beta or ENTRY)
    below = tree.leaf_called(leaf) if name == "after" else None
    return inner if below is None else tuple(node for node in inner if below in tree.subtree(node))
