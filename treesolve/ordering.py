"""How few leaves a search could do with, if children were tried in the best order.

The least number is exact, and it is found without trying orders. A search of a tree with the value v has to prove
two things: that the root is worth at least v, and that it is worth at most v. Trying the best child first at every
node on the principal variation, and the most refuting child first everywhere else, proves both with the fewest
leaves; how few, follows bottom-up. Knuth and Moore count b^⌈d/2⌉ + b^⌊d/2⌋ - 1 leaves that way for uniform trees;
here shapes, ties, infinities, chance nodes, strict cuts and shallow bounds count too.

Vocabulary

    exactly     learning the value of a node with an open window
    refuting    learning that a child is no better than what its parent has already
    tie         a node worth exactly v, which a strict search cannot cut
"""

from treesolve.convention import Convention
from treesolve.solution import minimax_values
from treesolve.tree import Kind, Tree
from treesolve.value import INFINITY, Number, Unknown


def least_evaluated(tree: Tree, convention: Convention) -> int | None:
    """The least number of leaves any order of children could make the search evaluate.

    None where that is not known: with unknown leaves or values that do not exist, with a start window that values
    could leave, and for strict cuts on returned bounds. For a convention without cuts it is the number of leaves.
    """
    if not convention.cuts:
        return len(tree.leaves)
    if convention.forced_move == "unseen" and len(tree.children[0]) == 1:
        return 0
    if any(isinstance(value, Unknown) for value in tree.values) or "strict-cut-on-bounds" in convention.traps:
        return None
    values = minimax_values(tree)
    if None in values:
        return None
    low, high = convention.window
    if not all(low < values[leaf] < high for leaf in tree.leaves) and convention.window != (-INFINITY, INFINITY):  # type: ignore[operator]
        return None
    count = _shallow if convention.bounds == "shallow" else _deep
    return count(tree, values, convention.cut == ">")  # type: ignore[arg-type]


class _Counts:
    """Leaves needed at each node, in relation to v, the value of the region the node belongs to.

    A region is the root, or a child of a chance node, with everything below it down to the next chance node: the
    part of the tree in which every bound that matters is v. `exactly`: with an open window, where the node is worth
    v. `up` and `down`: to prove it is at least, at most v (strictly above, below it where cuts are strict). For
    strict cuts, at a node worth v: `above` with alpha = v, `below` with beta = v, `between` with both.
    """

    def __init__(self, tree: Tree, values: tuple[Number, ...]) -> None:
        size = len(tree)
        self.tree = tree
        self.values = values
        self.exactly, self.up, self.down = [1] * size, [1] * size, [1] * size
        self.above, self.below, self.between = [1] * size, [1] * size, [1] * size

    def sides(self, node: int) -> tuple[list[int], list[int], list[int], list[int]]:
        """What one child can prove, what takes every child, and the ties with the own and the opposite bound at v."""
        if self.tree.kinds[node] is Kind.MAX:
            return self.up, self.down, self.above, self.below
        return self.down, self.up, self.below, self.above

    def same(self, node: int, count: int) -> None:
        """A node that costs the same whatever is to be proved."""
        for column in (self.exactly, self.up, self.down, self.above, self.below, self.between):
            column[node] = count


def _deep(tree: Tree, values: tuple[Number, ...], strict: bool) -> int:
    counts = _Counts(tree, values)
    regions = _regions(tree)
    count = _count_strict if strict else _count
    for node in range(len(tree) - 1, -1, -1):
        if tree.kinds[node] is Kind.CHANCE:
            counts.same(node, sum(counts.exactly[child] for child in tree.children[node]))
        elif tree.children[node]:
            count(counts, node, values[regions[node]])
    return counts.exactly[0]


def _regions(tree: Tree) -> list[int]:
    """For each node the top of its region."""
    regions = list(range(len(tree)))
    for node, children in enumerate(tree.children):
        if tree.kinds[node] is not Kind.CHANCE:
            for child in children:
                regions[child] = regions[node]
    return regions


def _count(counts: _Counts, node: int, v: Number) -> None:
    """With ">=" a child that is worth exactly v refutes as well as a better one."""
    children, values, sign = counts.tree.children[node], counts.values, _sign(counts.tree, node)
    one, every, _, _ = counts.sides(node)
    total = sum(every[child] for child in children)
    one[node] = min((one[child] for child in children if sign * values[child] >= sign * v), default=0)
    every[node] = total
    if values[node] == v:
        best = [child for child in children if values[child] == v]
        nothing_better = sign * v == INFINITY
        rest = 0 if nothing_better else total
        counts.exactly[node] = min(counts.exactly[c] + (0 if nothing_better else rest - every[c]) for c in best)


def _count_strict(counts: _Counts, node: int, v: Number) -> None:
    """With ">" a child worth exactly v refutes nothing, and is not refuted: its whole tie has to be seen."""
    children, values, sign = counts.tree.children[node], counts.values, _sign(counts.tree, node)
    one, every, own, opposite = counts.sides(node)
    one[node] = min((one[child] for child in children if sign * values[child] > sign * v), default=0)
    every[node] = sum(every[child] for child in children)
    if values[node] != v:
        return
    equal = [child for child in children if values[child] == v]
    rest = sum(every[child] for child in children if values[child] != v)
    owns, betweens = sum(own[child] for child in equal), sum(counts.between[child] for child in equal)
    own[node] = owns + rest
    counts.between[node] = betweens + rest
    opposite[node] = min(opposite[child] + betweens - counts.between[child] for child in equal) + rest
    counts.exactly[node] = min(counts.exactly[child] + owns - own[child] for child in equal) + rest


def _sign(tree: Tree, node: int) -> int:
    return 1 if tree.kinds[node] is Kind.MAX else -1


def _shallow(tree: Tree, values: tuple[Number, ...], strict: bool) -> int | None:
    """With shallow bounds a child is refuted by one grandchild, whose value the search has to learn exactly."""
    exactly = [1] * len(tree)
    for node in range(len(tree) - 1, -1, -1):
        children = tree.children[node]
        if any(tree.kinds[child] is tree.kinds[node] for child in children):
            return None  # a bound handed to the same player goes deeper than shallow cuts are counted here
        if tree.kinds[node] is Kind.CHANCE:
            exactly[node] = sum(exactly[child] for child in children)
        elif children:
            refuted = {child: _refuted(tree, values, exactly, node, child, strict) for child in children}
            closed = not strict and _sign(tree, node) * values[node] == INFINITY
            total = 0 if closed else sum(refuted.values())
            best = [child for child in children if values[child] == values[node]]
            exactly[node] = min(exactly[child] + (0 if closed else total - refuted[child]) for child in best)
    return exactly[0]


def _refuted(tree: Tree, values: tuple[Number, ...], exactly: list[int], node: int, child: int, strict: bool) -> int:
    """Leaves needed for a child once the node has its value."""
    if tree.kinds[child] not in (Kind.MAX, Kind.MIN):
        return exactly[child]
    bound, sign = _sign(tree, node) * values[node], _sign(tree, node)
    refuting = [
        exactly[grandchild]
        for grandchild in tree.children[child]
        if sign * values[grandchild] < bound or (not strict and sign * values[grandchild] == bound)
    ]
    return min(refuting, default=exactly[child])
