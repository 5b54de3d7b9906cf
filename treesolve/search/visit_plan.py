"""The nodes of a tree in the order of a visit that prunes nothing, with what a batch has to know of each.

Vocabulary

    chain       a node with its first child, that one's first child ...: all pruned together or not at all
    first, last child  in the order of the visit, which can be from the right
"""

from typing import NamedTuple

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


def plan(tree: Tree, order: str) -> tuple[Child | None, ...]:
    """All nodes but the root in the order of a full visit; None where an inner node is left."""
    number = {leaf: index for index, leaf in enumerate(tree.leaves)}
    arranged = [below if order == "left-right" else below[::-1] for below in tree.children]
    chain = [1] * len(tree)
    for node in range(len(tree) - 1, -1, -1):
        if arranged[node]:
            chain[node] += chain[arranged[node][0]]
    plan: list[Child | None] = []
    waiting: list[tuple[int, bool]] = [(0, False)]
    while waiting:
        node, below_first = waiting.pop()
        if node < 0:
            plan.append(None)
            continue
        if node:
            plan.append(_planned_child(tree, arranged, number, node, chain[node], below_first))
        if arranged[node]:
            waiting.append((-1, False))
            first = arranged[node][0]
            waiting += [(child, below_first or (not node and child == first)) for child in reversed(arranged[node])]
    return tuple(plan)


def _planned_child(
    tree: Tree, arranged: list[tuple[int, ...]], number: dict[int, int], node: int, chain: int, below_first: bool
) -> Child:
    parent = tree.parents[node]
    assert parent is not None
    siblings = arranged[parent]
    inner = [child for child in siblings if arranged[child]]
    return Child(
        number.get(node, -1),
        tree.kinds[node] is Kind.MAX,
        node == siblings[0],
        node == siblings[-1],
        bool(inner) and node == inner[-1] and node != siblings[0],
        bool(inner),
        chain,
        below_first,
        tree.children[parent].index(node) + 1,
    )
