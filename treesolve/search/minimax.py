"""Minimax values: the value of every node when nothing is pruned, in MAX's view."""

from treesolve.model.kind import Kind
from treesolve.model.number import INFINITY, NoExpectation, Number, Unknown, Value, add_weighted
from treesolve.model.tree import Tree


def minimax_values(tree: Tree) -> tuple[Number | None, ...]:
    """The minimax value of every node, in MAX's view; None where unknown leaves leave it open.

    Works from the last node to the first, so children come before their parents; nothing is pruned.
    """
    if Kind.CHANCE not in tree.kinds and not any(isinstance(value, Unknown) for value in tree.values):
        return tuple(backed_up_values(tree, list(tree.values), -INFINITY))
    return tuple(low if low == high else None for low, high in zip(*value_bounds(tree), strict=True))


def value_bounds(tree: Tree) -> tuple[list[Number], list[Number]]:
    """The least and the greatest value of every node, in MAX's view.

    They differ where unknown leaves, or chance nodes whose sum does not exist, leave the value open: once everything
    undefined is worst for MAX, once best. Unknown leaves lie between the tree's `bounds` where it has some.
    """
    worst, best = (
        backed_up_values(tree, [unknown if isinstance(value, Unknown) else value for value in tree.values], undefined)
        for undefined, unknown in zip((-INFINITY, INFINITY), tree.bounds or (-INFINITY, INFINITY), strict=True)
    )
    return worst, best


def backed_up_values(tree: Tree, values: list[Value | None], undefined: Number) -> list[Number]:
    """The values of all nodes from those of the leaves; `undefined` is the average of infinities of both signs."""
    for node in reversed(range(len(tree))):
        children = tree.children[node]
        if not children:
            continue
        if tree.kinds[node] is Kind.MAX:
            values[node] = max([values[child] for child in children])  # type: ignore[type-var]
        elif tree.kinds[node] is Kind.MIN:
            values[node] = min([values[child] for child in children])  # type: ignore[type-var]
        else:
            values[node] = _expected_value(tree, children, values, undefined)
    return values  # type: ignore[return-value]


def _expected_value(tree: Tree, children: tuple[int, ...], values: list[Value | None], undefined: Number) -> Number:
    total: Number = 0
    try:
        for child in children:
            total = add_weighted(total, tree.weight(child), values[child])  # type: ignore[arg-type]
    except NoExpectation:
        return undefined
    return total
