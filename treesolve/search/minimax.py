"""Minimax values: the value of every node without pruning, in MAX's view."""

from collections.abc import Iterable, Sequence

from treesolve.model.kind import Kind
from treesolve.model.number import INFINITY, Number, UndefinedExpectation, Unknown, Value, add_weighted
from treesolve.model.tree import Tree

LeafValues = Sequence[Value | None]
"""One entry per node; the entries of inner nodes are ignored."""


def minimax_values(tree: Tree, leaves: LeafValues | None = None) -> tuple[Number | None, ...]:
    """Return the minimax value of every node in MAX's view, or None where the value depends on unknown leaves.

    `leaves` replaces the values of the leaves. Nodes are processed in reverse preorder, so children before parents.
    """
    values = tree.values if leaves is None else leaves
    if Kind.CHANCE not in tree.kinds and not any(isinstance(value, Unknown) for value in values):
        return tuple(_backed_up_values(tree, list(values), -INFINITY))
    return tuple(low if low == high else None for low, high in zip(*value_bounds(tree, values), strict=True))


def value_bounds(
    tree: Tree, leaves: LeafValues, limits: tuple[Number, Number] | None = None
) -> tuple[list[Number], list[Number]]:
    """Return the least and the greatest possible value of every node in MAX's view, given the values of the leaves.

    The bounds of a node differ if its value depends on unknown leaves, or on chance nodes whose sum is undefined. The
    first list is computed with the worst possible values for MAX in place of everything undefined, the second with the
    best ones. Unknown leaves are between `limits`, which default to the tree's `bounds`.
    """
    low, high = limits or tree.bounds or (-INFINITY, INFINITY)
    worst, best = (
        _backed_up_values(tree, [unknown if isinstance(value, Unknown) else value for value in leaves], undefined)
        for undefined, unknown in ((-INFINITY, low), (INFINITY, high))
    )
    return worst, best


def _backed_up_values(tree: Tree, values: list[Value | None], undefined: Number) -> list[Number]:
    """Return the values of all nodes, with `undefined` for averages of infinities of both signs."""
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
    """Return the weighted sum of a chance node's children. Raises UndefinedExpectation if the sum is undefined."""
    total: Number = 0
    for child in children:
        total = add_weighted(total, tree.weight(child), values[child])  # type: ignore[arg-type]
    return total
