"""Minimax values: the value of every node without pruning, in MAX's view."""

from collections.abc import Iterable, Sequence

from treesolve.model.kind import Kind
from treesolve.model.number import INFINITY, Number, UndefinedExpectation, Unknown, Value, add_weighted
from treesolve.model.tree import Tree

LeafValues = Sequence[Value | None]
"""A value for each node; those of inner nodes are ignored."""


def minimax_values(tree: Tree, leaves: LeafValues | None = None) -> tuple[Number | None, ...]:
    """Return the minimax value of every node in MAX's view; None if unknown leaves leave it open.

    `leaves` replaces the values of the leaves. Nodes are processed in reverse preorder, children before parents.
    """
    values = tree.values if leaves is None else leaves
    if Kind.CHANCE not in tree.kinds and not any(isinstance(value, Unknown) for value in values):
        return tuple(_backed_up_values(tree, list(values), -INFINITY))
    return tuple(low if low == high else None for low, high in zip(*value_bounds(tree, values), strict=True))


def value_bounds(
    tree: Tree, leaves: LeafValues, limits: tuple[Number, Number] | None = None
) -> tuple[list[Number], list[Number]]:
    """Return the least and the greatest possible value of every node in MAX's view, given the values of the leaves.

    The bounds differ if unknown leaves, or chance nodes without a defined sum, leave the value open: everything
    undefined is the worst for MAX in the first list and the best in the second. Unknown leaves are between `limits`, by
    default the tree's `bounds`.
    """
    low, high = limits or tree.bounds or (-INFINITY, INFINITY)
    worst, best = (
        _backed_up_values(tree, [unknown if isinstance(value, Unknown) else value for value in leaves], undefined)
        for undefined, unknown in ((-INFINITY, low), (INFINITY, high))
    )
    return worst, best


def _backed_up_values(tree: Tree, values: list[Value | None], undefined: Number) -> list[Number]:
    """Return the values of all nodes; `undefined` replaces an average of infinities of both signs."""
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
    """Return the weighted sum of children of a chance node. Raises UndefinedExpectation if there is none."""
    total: Number = 0
    for child in children:
        total = add_weighted(total, tree.weight(child), values[child])  # type: ignore[arg-type]
    return total
