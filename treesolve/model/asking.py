"""What an exercise asks of alpha and beta: at which moment, and at which nodes."""

from treesolve.model.asked_moment import ENTRY, parted
from treesolve.model.convention import Convention
from treesolve.model.tree import Tree


def asked_in(tree: Tree, moment: str, before: Tree | None = None) -> str:
    """The moment that a tree's header asks for, else this one; its leaf may have had another name in a tree before."""
    name, leaf = parted(moment)
    if tree.alpha_beta or before is None or not leaf:
        return tree.alpha_beta or moment
    node = before.leaf_called(leaf)
    return moment if node is None else f"{name} {tree.names[node]}"


def asking(convention: Convention, moment: str) -> Convention:
    """The convention with another moment at which alpha and beta are asked for; itself where that is its own."""
    return convention if moment == convention.alpha_beta else convention._replace(alpha_beta=moment)


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
