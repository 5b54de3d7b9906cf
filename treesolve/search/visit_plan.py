"""The nodes of a tree in the order of a visit that prunes nothing, with what a batch has to know of each.

Vocabulary

    chain       a node with its first child, that one's first child ...: all pruned together or not at all
    first, last child  in the order of the visit, which can be from the right
"""

from collections.abc import Sequence
from typing import NamedTuple

from treesolve.model.convention import Convention
from treesolve.model.number import INFINITY, Unknown
from treesolve.model.tree import Kind, Tree


class Child(NamedTuple):
    """One node as its parent comes to it; `leaf` is its number among the leaves, -1 for an inner node."""

    leaf: int
    is_max: bool
    first: bool
    last: bool
    last_inner: bool
    upper: bool
    chain: int
    below_first: bool
    place: int


def searchable(tree: Tree, convention: Convention) -> bool:
    """Whether a batch can search trees of that form: MAX and MIN, no unknown leaves, no narrow start window."""
    wide = (-1, 2) if convention.perspective == "unit" else (-INFINITY, INFINITY)
    return (
        bool(tree.children[0])
        and {Kind.MAX, Kind.MIN, Kind.LEAF}.issuperset(tree.kinds)
        and convention.window == wide
        and not (convention.forced_move == "unseen" and len(tree.children[0]) == 1)
        and not any(isinstance(value, Unknown) for value in tree.values)
    )


def plan(tree: Tree, order: str) -> tuple[Child | None, ...]:
    """All nodes but the root in the order of a full visit; None where an inner node is left."""
    arranged = [below if order == "left-right" else below[::-1] for below in tree.children]
    planned = _children(tree, arranged)
    plan: list[Child | None] = []
    waiting = [0]
    while waiting:
        node = waiting.pop()
        if node:
            plan.append(planned.get(node))
        if node >= 0 and arranged[node]:
            waiting.append(-1)
            waiting += reversed(arranged[node])
    return tuple(plan)


def _children(tree: Tree, arranged: Sequence[tuple[int, ...]]) -> dict[int, Child]:
    """What has to be known of each node but the root; parents come before their children."""
    leaf = {node: number for number, node in enumerate(tree.leaves)}
    chain = [1] * len(tree)
    for node in reversed(range(len(tree))):
        if arranged[node]:
            chain[node] += chain[arranged[node][0]]
    below_first = {child: number == 0 for number, child in enumerate(arranged[0])}
    found = {}
    for parent, visited in enumerate(arranged):
        inner = next((child for child in reversed(visited) if tree.children[child]), -1)
        for place, child in enumerate(tree.children[parent], 1):
            is_below_first = below_first.setdefault(child, below_first.get(parent, False))
            found[child] = Child(
                leaf.get(child, -1),
                tree.kinds[child] is Kind.MAX,
                child == visited[0],
                child == visited[-1],
                child == inner != visited[0],
                inner >= 0,
                chain[child],
                is_below_first,
                place,
            )
    return found
