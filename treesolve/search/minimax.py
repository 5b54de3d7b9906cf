"""Minimax values: the value of every node when nothing is pruned, in MAX's view."""

from collections.abc import Iterable, Sequence

from treesolve.model.kind import Kind
from treesolve.model.number import INFINITY, Number, UndefinedExpectation, Unknown, Value, add_weighted
from treesolve.model.tree import Tree

LeafValues = Sequence[Value | None]
"""A value for each node; those of inner nodes do not count."""


def minimax_values(tree: Tree, leaves: LeafValues | None = None) -> tuple[Number | None, ...]:
    """Return the minimax value of every node, in MAX's view; None where unknown leaves leave it open.

    `leaves` has other values for the leaves. Works from the last node to the first, so children come before their
    parents; nothing is pruned.
    """
    values = tree.values if leaves is None else leaves
    if Kind.CHANCE not in tree.kinds and not any(isinstance(value, Unknown) for value in values):
        return tuple(_backed_up_values(tree, list(values), -INFINITY))
    return tuple(low if low == high else None for low, high in zip(*value_bounds(tree, values), strict=True))


def value_bounds(
    tree: Tree, leaves: LeafValues, limits: tuple[Number, Number] | None = None
) -> tuple[list[Number], list[Number]]:
    """Return the least and the greatest value of every node with these values of the leaves, in MAX's view.

    They differ where unknown leaves, or chance nodes whose sum does not exist, leave the value open: once everything
    undefined is worst for MAX, once best. Unknown leaves lie between the limits, by default the tree's `bounds`.
    """
    low, high = limits or tree.bounds or (-INFINITY, INFINITY)
    worst, best = (
        _backed_up_values(tree, [unknown if isinstance(value, Unknown) else value for value in leaves], undefined)
        for undefined, unknown in ((-INFINITY, low), (INFINITY, high))
    )
    return worst, best


def _backed_up_values(tree: Tree, values: list[Value | None], undefined: Number) -> list[Number]:
    """Return the values of all nodes from those of the leaves; `undefined` is the average of infinities of both
    signs.
    """
    for node in reversed(range(len(tree))):
        children = tree.children[node]
        if not children:
            continue
        if tree.kinds[node] is Kind.MAX:
            values[node] = max([values[child] for child in children])  # type: ignore[type-var]
        elif tree.kinds[node] is Kind.MIN:
            values[node] = min([values[child] for child in children])  # type: ignore[type-var]
        else:
            try:
                values[node] = weighted_sum(tree, children, values)
            except UndefinedExpectation:
                values[node] = undefined
    return values  # type: ignore[return-value]


def weighted_sum(tree: Tree, children: Iterable[int], values: LeafValues) -> Number:
    """What children of a chance node add to it. Raises NoExpectation where there is no such sum."""
    total: Number = 0
    for child in children:
        total = add_weighted(total, tree.weight(child), values[child])  # type: ignore[arg-type]
    return total
