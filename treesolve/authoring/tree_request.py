"""What to generate: the shape of the trees, their players and values, and the constraints that they meet."""

from collections.abc import Collection
from fractions import Fraction
from typing import NamedTuple

from treesolve.authoring.constraint import CUT_CONSTRAINTS, Constraint
from treesolve.authoring.value_range import ValueRange, range_of_tree
from treesolve.model.convention import CONVENTIONS, DEFAULT, MAXN, MAXN_WITH_CUTS, Convention
from treesolve.model.kind import PLAYERS, Kind
from treesolve.model.number import Number, Unknown
from treesolve.model.tree import Tree
from treesolve.model.tree_shape import Shape
from treesolve.search.convention_rules import same_search

DISTINCT, FEW_TIES, TIES, ANY = "distinct", "few-ties", "ties", "any"
"""How equal leaves may be: all different; each value as often as any other, or once more; some equal; any."""

Chances = tuple[Fraction, ...]
"""The weights of the children of a chance node, from left to right; their sum is 1."""


class TreeRequest(NamedTuple):
    """What to generate: trees of a shape, or trees like a given one.

    `root` moves first, and then the players alternate; or `levels` names the player of each depth, repeated as often
    as necessary. Trees like another one have its shape, the range of its values, and as many pruned leaves and cuts.
    Without `values` they are those of `like`, or 0..20 and more for large shapes. `leaves` is DISTINCT, TIES or None
    for what values and constraints allow. `chances` are the weights at every chance node; without them each node
    draws its own. `parts` are the questions by which misconceptions are told apart, empty for the default ones.
    """

    shape: Shape | None = None
    like: Tree | None = None
    root: Kind = Kind.MAX
    levels: tuple[Kind, ...] = ()
    values: ValueRange | None = None
    leaves: str | None = None
    constraints: tuple[Constraint, ...] = ()
    convention: Convention = DEFAULT
    chances: Chances = ()
    parts: tuple[str, ...] = ()

    @property
    def players(self) -> tuple[Kind, ...]:
        """The player of each depth, to be repeated."""
        return self.levels or (self.root, self.root.opponent)

    @property
    def payoffs(self) -> int:
        """How many players have payoffs; 0 where MAX and MIN play."""
        named = [PLAYERS.index(kind) + 1 for kind in self.levels if kind in PLAYERS]
        return max(2, *named) if named else 0

    @property
    def total(self) -> Number | None:
        """The sum of the payoffs at every leaf where max^n cuts: one player gets the most, and all others the least."""
        if not self.payoffs or not self.convention.cuts:
            return None
        least, greatest = self.numbers.ends
        return (self.payoffs - 1) * least + greatest

    def by_max_n(self, asked: Collection[str] = ()) -> "TreeRequest":
        """Return the request for trees with payoffs: the search cuts if a constraint or a question is about cuts."""
        cuts = "pruned" in asked or any(constraint.is_about_cuts for constraint in self.constraints)
        return self._replace(convention=MAXN_WITH_CUTS if cuts else MAXN)

    @property
    def has_chance(self) -> bool:
        """Whether there are chance nodes in the trees."""
        if self.like is not None:
            return Kind.CHANCE in self.like.kinds
        assert self.shape is not None
        return Kind.CHANCE in (self.players[depth % len(self.players)] for depth in range(self.shape.depth))

    @property
    def limits(self) -> tuple[Number, Number] | None:
        """The `bounds` of the trees, where cuts that a constraint is about depend on them; else None."""
        if self.like is not None:
            return self.like.bounds
        needed = self.convention.cuts
        if not self.payoffs:
            needed &= self.convention.chance != "never" and self.has_chance
            needed &= any(constraint.name in CUT_CONSTRAINTS for constraint in self.constraints)
        return self.numbers.ends if needed else None

    @property
    def max_leaves(self) -> int:
        """The greatest number of leaves that a tree can have."""
        if self.like is not None:
            return len(self.like.leaf_ids)
        assert self.shape is not None
        return self.shape.most_leaves

    @property
    def numbers(self) -> ValueRange:
        """The values of leaves; by default 0..20 or 0..99 ..., for payoffs 0..9."""
        if self.values is not None:
            return self.values
        if self.like is not None:
            return range_of_tree(self.like)
        if self.payoffs and self.max_leaves <= 10:
            return ValueRange(0, 9)
        steps = 20 if self.max_leaves <= 10 else 10 ** len(str(2 * self.max_leaves - 1))
        if self.convention.perspective == "unit":
            return ValueRange(0, steps, steps)
        return ValueRange(0, steps if steps == 20 else steps - 1)

    @property
    def constraints_needing_ties(self) -> tuple[Constraint, ...]:
        """The constraints that only trees with equal leaves can meet, where it is not said how equal leaves are."""
        return tuple(filter(_needs_ties, self.constraints)) if self.leaves is None and self.like is None else ()

    def ties(self, leaves: int) -> str:
        """How equal the leaves of a tree with so many of them are."""
        if self.leaves is not None:
            return self.leaves
        if any(constraint.is_about_ties for constraint in self.constraints):
            return TIES
        if self.total is not None:
            return ANY
        if self.like is not None:
            return DISTINCT if _has_distinct_leaves(self.like) and self.numbers.size >= leaves else ANY
        if self.numbers.size < leaves:
            return FEW_TIES
        return TIES if self.constraints_needing_ties else DISTINCT


def has_number(value: object) -> bool:
    """Whether a leaf has a finite number: infinities and unknown leaves are not replaced."""
    return not isinstance(value, float | Unknown)


def _has_distinct_leaves(tree: Tree) -> bool:
    values = [tree.values[leaf] for leaf in tree.leaf_ids if has_number(tree.values[leaf])]
    return len(set(values)) == len(values)


def _needs_ties(constraint: Constraint) -> bool:
    """Whether only trees with equal leaves meet a constraint that does not speak of them."""
    if constraint.name == "separates":
        return bool(constraint.names) and {"strict-cut", "equal-cut"}.issuperset(constraint.names)
    if constraint.name != "lectures-differ":
        return False
    conventions = [CONVENTIONS[name] for name in constraint.names]
    first, *others = (one._replace(cut=">=", ties="first") if one.cuts else one for one in conventions)
    return all(same_search(first, other) for other in others)
