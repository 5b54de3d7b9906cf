"""The nodes of a tree in the order of a visit that prunes nothing, with what a batch has to know of each.

Vocabulary

    chain       a node with its first child, that one's first child ...: all pruned together or not at all
    first, last child  in the order of the visit, which can be from the right
"""

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


class _Siblings(NamedTuple):
    """The children of a node that matter to each of them; -1 where no inner node is among them."""

    first: int
    last: int
    last_inner: int
    places: dict[int, int]


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
    number = {leaf: index for index, leaf in enumerate(tree.leaves)}
    arranged = [below if order == "left-right" else below[::-1] for below in tree.children]
    chain = [1] * len(tree)
    for node in reversed(range(len(tree))):
        if arranged[node]:
            chain[node] += chain[arranged[node][0]]
    siblings = {parent: _siblings(tree, below, parent) for parent, below in enumerate(arranged) if below}
    plan: list[Child | None] = []
    waiting: list[tuple[int, bool]] = [(0, False)]
    while waiting:
        node, below_first = waiting.pop()
        if node < 0:
            plan.append(None)
            continue
        if node:
            beside = siblings[tree.parents[node] or 0]
            plan.append(_planned_child(tree, beside, number.get(node, -1), node, chain[node], below_first))
        if arranged[node]:
            waiting.append((-1, False))
            first = arranged[node][0]
            waiting += [(child, below_first or (not node and child == first)) for child in reversed(arranged[node])]
    return tuple(plan)


def _siblings(tree: Tree, visited: tuple[int, ...], parent: int) -> _Siblings:
    """What matters of the children of a node, in the order of the visit."""
    inner = next((child for child in reversed(visited) if tree.children[child]), -1)
    places = {child: place for place, child in enumerate(tree.children[parent], 1)}
    return _Siblings(visited[0], visited[-1], inner, places)


def _planned_child(tree: Tree, beside: _Siblings, leaf: int, node: int, chain: int, below_first: bool) -> Child:
    return Child(
        leaf,
        tree.kinds[node] is Kind.MAX,
        node == beside.first,
        node == beside.last,
        node == beside.last_inner != beside.first,
        beside.last_inner >= 0,
        chain,
        below_first,
        beside.places[node],
    )
