"""Alpha-beta over thousands of trees of one shape at once, with the same answers as the one search.

Nodes are taken in the order of a visit that prunes nothing, once; alpha, beta and values are vectors over all trees.
What is computed where a tree has been cut does no harm: behind a cut a node's own bound lies beyond the opposite one,
and further children can only push it on. So a value from there never changes anything above.

Vocabulary

    lane        the place of one tree in all vectors
    ranks       whole numbers in the place of a tree's values, in the same order and with the same ties
    own         the bound of a node that its children move: alpha at a MAX node, beta at a MIN node
    against     the opposite bound, as it was when the node was entered
    dead        the lanes in which a node is pruned
"""

from collections.abc import Collection, Iterable, Mapping
from functools import reduce
from typing import TYPE_CHECKING, Any, TypeAlias

from treesolve.model.convention import Convention
from treesolve.model.optional import loaded
from treesolve.model.tree import Kind, Tree
from treesolve.search.lecture_rules import same_search
from treesolve.search.metrics import DIFFERENT, compared
from treesolve.search.visit_plan import Child, plan, searchable

if TYPE_CHECKING:
    import numpy as np
else:
    np = loaded("numpy")

Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]

_KINDS_OF_CUTS = ("alpha-cuts", "beta-cuts", "deep-cuts", "subtree-cuts", "upper-cuts")
_COUNTED_AS_THEY_ARE = ("pruned", "pruned-leaves", "first-pruned", "best", "changes", "cuts", *_KINDS_OF_CUTS)

COUNTED = {
    **{name: {name} for name in _COUNTED_AS_THEY_ARE},
    "equal-moves": set[str](),
    "visited": {"unvisited"},
    "distractors": {"unvisited", "changes"},
    "events": {"unvisited", "pruned", "cuts"},
    "score": {"unvisited", "pruned", "cuts", "changes"},
    "root": set[str](),
}
"""Each measure with what has to be counted for it; "pruned-leaves" is a row of lanes for each leaf, and "root" the rank
of the root's value."""


class Batch:
    """The search of one lecture over all trees of one form: kinds and children of the given tree, any values.

    Raises ValueError where such trees are not `searchable`. `infinite` says that ranks can stand for infinities, too:
    -1 for the lowest, and the greatest number of their type for the highest; all others lie between.
    """

    def __init__(self, tree: Tree, convention: Convention, *, infinite: bool = False) -> None:
        if not searchable(tree, convention):
            raise ValueError("no batch searches such trees")
        self.tree = tree
        self.convention = convention
        self.infinite = infinite
        self._steps = plan(tree, convention.order)
        self._counts = np.min_scalar_type(-1 - len(tree))

    def measurable(self, name: str) -> bool:
        """Whether the batch knows a measure exactly; the last of equally good moves takes the one search."""
        if name.startswith(DIFFERENT):
            return all(searchable(self.tree, one) and one.ties == "first" for one in compared(name))
        return name in COUNTED and not (name == "best" and self.convention.ties == "last")

    def search(self, ranks: Array, names: Collection[str]) -> dict[str, Array]:
        """The named measures of every tree; `ranks` has a row for each leaf, from the left, and a column a tree."""
        run = _BatchRun(self, ranks, frozenset().union(*(COUNTED.get(name, ()) for name in names)))
        run.go(self._steps)
        counted = {**run.counted, "root": run.value}
        found = {name: self._values_of_measure(name, counted, ranks) for name in names}
        return {name: array if array.dtype == bool else array.astype(np.int32) for name, array in found.items()}

    def _values_of_measure(self, name: str, counted: Mapping[str, Array], ranks: Array) -> Array:
        nodes, leaves = len(self.tree), len(self.tree.leaves)
        if name in counted:
            return counted[name]
        if name.startswith(DIFFERENT):
            return self._count_different_lectures(compared(name), ranks)
        if name == "equal-moves":
            return equal_moves(self.tree, ranks)
        visited = nodes - counted["unvisited"].astype(np.int32)
        if name == "visited":
            return visited
        if name == "distractors":
            return visited - 1 - counted["changes"]
        evaluated = leaves - counted["pruned"].astype(np.int32)
        events = 2 * visited - evaluated + counted["cuts"]
        return events if name == "events" else events + counted["changes"] + visited - 1

    def _count_different_lectures(self, conventions: Iterable[Convention], ranks: Array) -> Array:
        found = np.zeros(ranks.shape[1], np.int32)
        first: Mapping[str, Array] = {}
        done: list[Convention] = []
        for convention in conventions:
            if any(same_search(convention, other) for other in done[:1]):
                continue
            done.append(convention)
            other = Batch(self.tree, convention, infinite=self.infinite).search(ranks, ("pruned-leaves", "best"))
            first = first or other
            found += (first["pruned-leaves"] ^ other["pruned-leaves"]).sum(axis=0, dtype=np.int32)
            found += first["best"] != other["best"]
        return found


class _OpenNode:
    """A node between its entry and its end, in all lanes."""

    __slots__ = ("against", "best", "dead", "entry", "is_max", "moved", "own", "parent")

    def __init__(self, is_max: bool, own: Any, against: Any, dead: Array | None, parent: "_OpenNode | None") -> None:
        self.is_max, self.own, self.against, self.dead, self.parent = is_max, own, against, dead, parent
        self.entry = own
        self.best: Any = None
        self.moved = False


class _BatchRun:
    """One search through all lanes; `counted` holds what was asked for, `value` the root's."""

    def __init__(self, batch: Batch, ranks: Array, asked: frozenset[str]) -> None:
        convention = batch.convention
        self.ranks, self.asked, self.infinite = ranks, asked, batch.infinite
        self.lowest, self.highest = -1, int(np.iinfo(ranks.dtype).max)
        self.cutting = convention.cuts
        self.deep, self.shallow = convention.bounds == "deep", convention.bounds == "shallow"
        strict = convention.cut == ">"
        self.soft = strict and self.deep and convention.returns == "value"
        self.clipped = convention.returns == "clipped"
        self.max_is_cut: np.ufunc = np.greater if strict else np.greater_equal
        self.min_is_cut: np.ufunc = np.less if strict else np.less_equal
        size = ranks.shape[1]
        self.bits: type = np.int8 if batch._counts == np.int8 else np.bool_
        self.counted = {name: np.zeros(size, batch._counts) for name in asked}
        if "best" in asked:
            self.counted["best"] = np.zeros(size, np.int32)
        if "pruned-leaves" in asked:
            self.counted["pruned-leaves"] = np.zeros(ranks.shape, np.bool_)
        self.counts_nodes = bool(asked - {"best", "changes", "pruned-leaves"})
        self.counts_cuts = bool(asked - {"best", "changes", "pruned-leaves", "pruned", "unvisited", "first-pruned"})
        self.notices = bool(asked & {"best", "changes"})
        self.pruned = self.counted.get("pruned")
        self.root_is_max = batch.tree.kinds[0] is Kind.MAX
        self.value: Array = ranks

    def go(self, steps: Iterable[Child | None]) -> None:
        """Take all steps."""
        own, against = (self.lowest, self.highest) if self.root_is_max else (self.highest, self.lowest)
        node = _OpenNode(self.root_is_max, own, against, None, None)
        dead: list[tuple[_OpenNode, Child]] = []
        for step in steps:
            if step is None:
                value = self._returned_values(node)
                if not dead:
                    self.value = value
                    return
                mask = node.dead
                node, child = dead.pop()
                self._take_child_value(node, child, value, mask)
                continue
            mask = node.dead if step.first else self._pruned_lanes(node)
            if mask is not None:
                self._count_pruned(node, step, mask)
            if step.leaf < 0:
                dead.append((node, step))
                node = self._child_when_entered(node, step, mask)
            else:
                self._take_child_value(node, step, self.ranks[step.leaf], mask)

    def _pruned_lanes(self, node: _OpenNode) -> Array | None:
        """The lanes in which a child that is not the first is pruned."""
        if not self.cutting or (isinstance(node.against, int) and not self.infinite):
            return node.dead
        closed: Array = (self.max_is_cut if node.is_max else self.min_is_cut)(node.own, node.against)
        if self.deep or node.dead is None:
            return closed
        return np.logical_or(closed, node.dead, out=closed)

    def _child_when_entered(self, node: _OpenNode, child: Child, dead: Array | None) -> _OpenNode:
        same = child.is_max is node.is_max
        ends = (self.lowest, self.highest) if child.is_max else (self.highest, self.lowest)
        own, against = (node.own, node.against) if same else (node.against, node.own)
        if not self.deep:
            own, against = ends[0], against if self.shallow and not same else ends[1]
        return _OpenNode(child.is_max, own, against, dead, node)

    def _returned_values(self, node: _OpenNode) -> Array:
        value: Array = node.best if self.soft else node.own
        if self.clipped:
            value = (np.minimum if node.is_max else np.maximum)(value, node.against)
        return value

    def _take_child_value(self, node: _OpenNode, child: Child, value: Array, dead: Array | None) -> None:
        """A child's value comes to its node; what does not move a bound for the first time is written in place."""
        fold = np.maximum if node.is_max else np.minimum
        if self.notices:
            self._count_changes_of_bound(node, child, value, dead)
        if node.moved:
            fold(node.own, value, out=node.own)
            if self.soft:
                fold(node.best, value, out=node.best)
            return
        node.own = fold(value, node.own)
        if self.soft:
            node.best = value.copy()
        node.moved = True

    def _count_changes_of_bound(self, node: _OpenNode, child: Child, value: Array, dead: Array | None) -> None:
        changing = "changes" in self.asked
        choosing = "best" in self.asked and node.parent is None
        if not (changing or choosing):
            return
        better: Array = (np.greater if node.is_max else np.less)(value, node.own)
        if choosing:
            better_or_first = np.ones_like(better) if child.first else better
            self.counted["best"][better_or_first] = child.place
        if changing:
            if dead is not None:
                better &= ~dead
            self.counted["changes"] += better

    def _count_pruned(self, node: _OpenNode, child: Child, dead: Array) -> None:
        """Count a child that is pruned in some lanes; what is pruned with its parent was cut further up."""
        counted = self.counted
        bits: Array = dead.view(self.bits)  # small numbers are added many times faster than truths
        if self.pruned is not None and not child.first:
            self.pruned += bits
        if child.leaf >= 0 and "pruned-leaves" in counted:
            counted["pruned-leaves"][child.leaf] = dead
        if child.first or not self.counts_nodes:
            return
        if "unvisited" in counted:
            counted["unvisited"] += bits * counted["unvisited"].dtype.type(child.chain)
        if child.below_first and "first-pruned" in counted:
            counted["first-pruned"] += bits
        if self.counts_cuts and (child.last or child.last_inner):
            self._count_cut(node, child, dead if node.dead is None else dead ^ node.dead)

    def _count_cut(self, node: _OpenNode, child: Child, cut: Array) -> None:
        counted = self.counted
        bits: Array = cut.view(self.bits)
        if child.last_inner and "subtree-cuts" in counted:
            counted["subtree-cuts"] += bits
        if not child.last:
            return
        for name in ("cuts", "beta-cuts" if node.is_max else "alpha-cuts", *(("upper-cuts",) if child.upper else ())):
            if name in counted:
                counted[name] += bits
        if "deep-cuts" in counted and self.deep and node.parent is not None:
            counted["deep-cuts"] += cut & self._is_cut_deep(node, node.parent)

    def _is_cut_deep(self, node: _OpenNode, parent: _OpenNode) -> Any:
        """Where the bound a cut fails against is older than the parent's own work, and no end of the window."""
        end = self.highest if node.is_max else self.lowest
        before = parent.entry if parent.is_max is not node.is_max else node.against
        return np.equal(node.against, before) & np.not_equal(node.against, end)


def equal_moves(tree: Tree, ranks: Array) -> Array:
    """How many children of the root are worth as much as it is, in every tree, by plain minimax."""
    values: dict[int, Array] = dict(zip(tree.leaves, ranks, strict=True))
    for node in range(len(tree) - 1, 0, -1):
        if tree.children[node]:
            fold = np.maximum if tree.kinds[node] is Kind.MAX else np.minimum
            values[node] = reduce(fold, [values.pop(child) for child in tree.children[node]])
    below = [values[child] for child in tree.children[0]]
    root = reduce(np.maximum if tree.kinds[0] is Kind.MAX else np.minimum, below)
    found = np.zeros(ranks.shape[1], np.int32)
    for value in below:
        found += value == root
    return found
