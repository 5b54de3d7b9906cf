"""The number of leaves that a search evaluates when all children are in the best order, and this order.

The number is exact and is found without trying orders. A search of a tree with value v has to prove that the root is
worth at least v and at most v. The proof needs the fewest leaves if the best child comes first at every
node on the principal variation and the cheapest refuting child first everywhere else. The counts are computed
bottom-up; the children that come first are then chosen top-down. For uniform trees the result is b^⌈d/2⌉ + b^⌊d/2⌋ - 1
(Knuth and Moore). Irregular shapes, ties, infinities, chance nodes, strict cuts and shallow bounds are covered as well.
"""

from treesolve.analysis.candidate_orders import Order, best_order_by_enumeration
from treesolve.model.kind import Kind
from treesolve.model.number import INFINITY, Number
from treesolve.model.tree import Tree
from treesolve.search.solution import Solution

_Role = list[int]

_ChildRoles = tuple[int | None, dict[int, _Role]]
"""The child that must come first, if there is one, and the roles of all children that are visited."""


def least_evaluated(solution: Solution) -> int | None:
    """Return the least number of leaves that the search evaluates over all orders of children.

    Return None if this number is not known. This is the case with unknown leaves or undefined values, with a start
    window that does not contain all leaf values, with strict cuts on returned bounds, and if chance nodes are cut and
    there are too many orders to try. For a convention without cuts, return the number of all leaves.
    """
    if solution.is_forced:
        return 0
    if not solution.convention.cuts:
        return len(solution.tree.leaf_ids)
    if solution.convention.cuts_chance(solution.tree):
        tried = best_order_by_enumeration(solution.tree, solution.convention)
        return tried and tried[1]
    counts = _leaves_by_role(solution)
    return None if counts is None else counts.exactly[0]


def best_order(solution: Solution) -> Order | None:
    """Return for each node its children in an order that minimizes the number of evaluated leaves.

    At most one child of each node is moved to the front, and the others keep their order, unless chance nodes are cut.
    Return None if the least number is not known, and for conventions without cuts.
    """
    tree, convention = solution.tree, solution.convention
    if convention.cuts_chance(tree):
        tried = best_order_by_enumeration(tree, convention)
        return tried and tried[0]
    counts = _leaves_by_role(solution) if convention.cuts else None
    if counts is None:
        return None
    backwards = convention.order == "right-left"
    order = list(tree.children)
    roles: dict[int, _Role] = {0: counts.exactly}
    for node, children in enumerate(tree.children):
        if node not in roles or not children:
            continue
        first, child_roles = counts.child_roles(node, roles[node], children[::-1] if backwards else children)
        roles |= child_roles
        if first is not None:
            rest = tuple(child for child in children if child != first)
            order[node] = (*rest, first) if backwards else (first, *rest)
    return tuple(order)


def _leaves_by_role(solution: Solution) -> "_DeepBoundCounts | _ShallowBoundCounts | None":
    """Return the leaf counts of each node by role, or None if they are not known."""
    tree, convention, values = solution.tree, solution.convention, solution.values
    if None in values or "strict-cut-on-bounds" in convention.traps:
        return None
    low, high = convention.window
    if not all(low < values[leaf] < high for leaf in tree.leaf_ids) and convention.window != (-INFINITY, INFINITY):  # type: ignore[operator]
        return None
    strict = convention.cut == ">"
    if convention.bounds == "deep":
        return _DeepBoundCounts(tree, values, strict)  # type: ignore[arg-type]
    if any(tree.kinds[child] is tree.kinds[node] for node, below in enumerate(tree.children) for child in below):
        return None  # a bound passed to a node of the same player reaches deeper than these counts cover
    return _ShallowBoundCounts(tree, values, strict)  # type: ignore[arg-type]


def _sign_of_player(tree: Tree, node: int) -> int:
    return 1 if tree.kinds[node] is Kind.MAX else -1


class _DeepBoundCounts:
    """The number of leaves needed at each node under deep bounds, where v is the value of the node's region.

    A region consists of the root, or a child of a chance node, and everything below it down to the next chance nodes.
    Within a region every relevant bound is v. The columns: `exactly`: with an open window, for a node worth v. `up` and
    `down`: to prove that the node is worth at least or at most v (strictly more or less if cuts are strict). With
    strict cuts, for a node worth v: `above` with alpha = v, `below` with beta = v, `between` with both.
    """

    def __init__(self, tree: Tree, values: tuple[Number, ...], strict: bool) -> None:
        size = len(tree)
        self.tree = tree
        self.values = values
        self.strict = strict
        self.regions = _tops_of_regions(tree)
        self.exactly, self.up, self.down = [1] * size, [1] * size, [1] * size
        self.above, self.below, self.between = ([1] * (size if strict else 0) for _ in range(3))
        count = self._count_leaves_under_strict_cut if strict else self._count_leaves_by_role
        for node in range(size - 1, -1, -1):
            if tree.kinds[node] is Kind.CHANCE:
                self._set_all_roles(node, sum(self.exactly[child] for child in tree.children[node]))
            elif tree.children[node]:
                count(node, values[self.regions[node]])

    def _roles_by_bound(self, node: int) -> tuple[_Role, _Role, _Role, _Role]:
        """Return four roles of a node.

        They are the role that one child can prove, the role that needs every child, and the roles in which the node's
        own bound or the opposite bound is v.
        """
        if self.tree.kinds[node] is Kind.MAX:
            return self.up, self.down, self.above, self.below
        return self.down, self.up, self.below, self.above

    def _set_all_roles(self, node: int, count: int) -> None:
        """Set the count of the node to the same number for all roles."""
        ties = (self.above, self.below, self.between) if self.strict else ()
        for column in (self.exactly, self.up, self.down, *ties):
            column[node] = count

    def _count_leaves_by_role(self, node: int, v: Number) -> None:
        """Count the leaves if cuts are made on equality, so that a child worth exactly v refutes the node."""
        children, values = self.tree.children[node], self.values
        one, every, _, _ = self._roles_by_bound(node)
        total = sum(every[child] for child in children)
        one[node] = min((one[child] for child in self._refuting_nodes(node, children, v)), default=0)
        every[node] = total
        if values[node] == v:
            best = [child for child in children if values[child] == v]
            closed = self._is_proved_by_first_child(node, v)
            self.exactly[node] = min(self.exactly[c] + (0 if closed else total - every[c]) for c in best)

    def _count_leaves_under_strict_cut(self, node: int, v: Number) -> None:
        """Count the leaves if cuts are strict.

        A child worth exactly v then neither refutes the node nor is refuted, so all tied children must be searched.
        """
        children, values = self.tree.children[node], self.values
        one, every, own, opposite = self._roles_by_bound(node)
        one[node] = min((one[child] for child in self._refuting_nodes(node, children, v)), default=0)
        every[node] = sum(every[child] for child in children)
        if values[node] != v:
            return
        equal = [child for child in children if values[child] == v]
        rest = sum(every[child] for child in children if values[child] != v)
        owns, betweens = sum(own[child] for child in equal), sum(self.between[child] for child in equal)
        own[node] = owns + rest
        self.between[node] = betweens + rest
        opposite[node] = min(opposite[child] + betweens - self.between[child] for child in equal) + rest
        self.exactly[node] = min(self.exactly[child] + owns - own[child] for child in equal) + rest

    def _refuting_nodes(self, node: int, children: tuple[int, ...], v: Number) -> list[int]:
        """Return the children each of which alone proves that the node's value passes v.

        With cuts on equality, it is sufficient that the value reaches v.
        """
        values, sign = self.values, _sign_of_player(self.tree, node)
        if self.strict:
            return [child for child in children if sign * values[child] > sign * v]
        return [child for child in children if sign * values[child] >= sign * v]

    def _is_proved_by_first_child(self, node: int, v: Number) -> bool:
        """Return whether a first child worth v completes the proof because no value is better."""
        return not self.strict and _sign_of_player(self.tree, node) * v == INFINITY

    def child_roles(self, node: int, role: _Role, children: tuple[int, ...]) -> _ChildRoles:
        """Return the child that must come first in this role, and the roles of all visited children.

        If several children could come first, return the first of these in the given order.
        """
        v = self.values[self.regions[node]]
        if self.tree.kinds[node] is Kind.CHANCE:
            return None, dict.fromkeys(children, self.exactly)
        one, every, own, _ = self._roles_by_bound(node)
        if role is one:
            first = min(self._refuting_nodes(node, children, v), key=one.__getitem__)
            return first, {first: one}
        if role is every:
            return None, dict.fromkeys(children, every)
        if role is own or role is self.between:
            return None, {child: role if self.values[child] == v else every for child in children}
        later = every if not self.strict else own if role is self.exactly else self.between
        equal = [child for child in children if self.values[child] == v]
        first = min(
            equal, key=lambda child: role[child] - (0 if self._is_proved_by_first_child(node, v) else later[child])
        )
        if self._is_proved_by_first_child(node, v):
            return first, {first: role}
        return first, {child: later if child in equal else every for child in children} | {first: role}


def _tops_of_regions(tree: Tree) -> list[int]:
    """Return the top node of each node's region."""
    regions = [0] * len(tree)
    for node, children in enumerate(tree.children):
        for child in children:
            regions[child] = child if tree.kinds[node] is Kind.CHANCE else regions[node]
    return regions


class _ShallowBoundCounts:
    """The number of leaves needed at each node under shallow bounds.

    `exactly` is the number needed to learn the node's value. `refuted` is the number needed when the node's parent has
    already reached the parent's own value. With shallow bounds, a child is refuted by one grandchild, whose exact value
    the search must learn.
    """

    def __init__(self, tree: Tree, values: tuple[Number, ...], strict: bool) -> None:
        self.tree = tree
        self.values = values
        self.strict = strict
        self.exactly, self.refuted = [1] * len(tree), [1] * len(tree)
        for node in reversed(range(len(tree))):
            children = tree.children[node]
            if tree.kinds[node] is Kind.CHANCE:
                self.exactly[node] = sum(self.exactly[child] for child in children)
            elif children:
                self._count_leaves_by_role(node, children)

    def _count_leaves_by_role(self, node: int, children: tuple[int, ...]) -> None:
        for child in children:
            refuting = self._refuting_nodes(node, child, self.tree.children[child])
            needed = min((self.exactly[grandchild] for grandchild in refuting), default=self.exactly[child])
            self.refuted[child] = 0 if self._is_proved_by_first_child(node) else needed
        total = sum(self.refuted[child] for child in children)
        self.exactly[node] = total + min(
            self._extra_leaves_to_learn_value(child) for child in self._best_children(node, children)
        )

    def _extra_leaves_to_learn_value(self, child: int) -> int:
        """Return how many more leaves are needed to learn a child's value than to refute it."""
        return self.exactly[child] - self.refuted[child]

    def _best_children(self, node: int, children: tuple[int, ...]) -> list[int]:
        return [child for child in children if self.values[child] == self.values[node]]

    def _is_proved_by_first_child(self, node: int) -> bool:
        """Return whether a best child in front completes the proof because no value is better."""
        return not self.strict and _sign_of_player(self.tree, node) * self.values[node] == INFINITY

    def _refuting_nodes(self, node: int, child: int, grandchildren: tuple[int, ...]) -> list[int]:
        """Return the grandchildren each of which alone proves that the child is no better than the node's value."""
        if self.tree.kinds[child] not in (Kind.MAX, Kind.MIN):
            return []
        values, sign, bound = self.values, _sign_of_player(self.tree, node), self.values[node]
        return [
            grandchild
            for grandchild in grandchildren
            if sign * values[grandchild] < sign * bound or (not self.strict and values[grandchild] == bound)
        ]

    def child_roles(self, node: int, role: _Role, children: tuple[int, ...]) -> _ChildRoles:
        """Return the child that must come first in this role, and the roles of all visited children."""
        if self.tree.kinds[node] is Kind.CHANCE:
            return None, dict.fromkeys(children, self.exactly)
        parent = self.tree.parents[node]
        refuting = self._refuting_nodes(parent, node, children) if parent is not None and role is self.refuted else []
        if refuting:
            first = min(refuting, key=self.exactly.__getitem__)
            return first, {first: self.exactly}
        first = min(self._best_children(node, children), key=self._extra_leaves_to_learn_value)
        rest = {} if self._is_proved_by_first_child(node) else dict.fromkeys(children, self.refuted)
        return first, rest | {first: self.exactly}
