"""A request for trees: their shape, players and values, and the constraints that they must meet."""

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
"""The permitted ties between leaves: none, as few as possible, at least one, or any number."""

Chances = tuple[Fraction, ...]
"""The weights of the children of a chance node, from left to right; their sum is 1."""


class TreeRequest(NamedTuple):
    """A request for trees with the shape in `shape`, or for trees similar to the tree in `like`.

    The player in `root` moves first, and then the players alternate. Alternatively, `levels` has the player at each
    depth and is repeated as necessary. Trees similar to `like` have its shape, the same range of values, and the same
    number of pruned leaves and cuts. `values` defaults to the range of `like`, or else to 0..20, and to a larger range
    for large shapes. `leaves` is DISTINCT or TIES, or None if the values and the constraints determine the ties.
    `chances` are the weights at every chance node; by default, they are drawn for each node. `parts` are the parts that
    must distinguish misconceptions; if there are none, the default parts are used.
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
        """The player at each depth. Deeper trees repeat the sequence."""
        return self.levels or (self.root, self.root.opponent)

    @property
    def payoffs(self) -> int:
        """The number of players with payoffs, or 0 if the players are MAX and MIN."""
        named = [PLAYERS.index(kind) + 1 for kind in self.levels if kind in PLAYERS]
        return max(2, *named) if named else 0

    @property
    def total(self) -> Number | None:
        """The sum of the payoffs at every leaf if max^n is searched with cuts, else None.

        The sum is chosen so that one player can get the highest payoff if all others get the lowest.
        """
        if not self.payoffs or not self.convention.cuts:
            return None
        least, greatest = self.numbers.ends
        return (self.payoffs - 1) * least + greatest

    def by_max_n(self, parts: Collection[str] = ()) -> "TreeRequest":
        """Return the request with max^n as the convention, with cuts if a constraint or the pruned part needs them."""
        cuts = "pruned" in parts or any(constraint.is_about_cuts for constraint in self.constraints)
        return self._replace(convention=MAXN_WITH_CUTS if cuts else MAXN)

    @property
    def has_chance(self) -> bool:
        """Whether the trees have chance nodes."""
        if self.like is not None:
            return Kind.CHANCE in self.like.kinds
        assert self.shape is not None
        return Kind.CHANCE in (self.players[depth % len(self.players)] for depth in range(self.shape.depth))

    @property
    def limits(self) -> tuple[Number, Number] | None:
        """The value of the `bounds` header of the trees if relevant cuts depend on it, else None."""
        if self.like is not None:
            return self.like.bounds
        needed = self.convention.cuts
        if not self.payoffs:
            needed &= self.convention.chance != "never" and self.has_chance
            needed &= any(constraint.name in CUT_CONSTRAINTS for constraint in self.constraints)
        return self.numbers.ends if needed else None

    @property
    def max_leaves(self) -> int:
        """The maximum number of leaves of a tree."""
        if self.like is not None:
            return len(self.like.leaf_ids)
        assert self.shape is not None
        return self.shape.most_leaves

    @property
    def numbers(self) -> ValueRange:
        """The range of leaf values: as requested, as in `like`, or else a default that depends on the number of leaves.

        The default is 0..20 for small trees, 0..9 for payoffs in small trees, and 0..99, 0..999 and so on for others.
        In conventions with values from 0 to 1, the numbers are fractions in this range.
        """
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
        """The constraints that implicitly require equal leaves, or nothing if the request itself specifies ties."""
        return tuple(filter(_needs_ties, self.constraints)) if self.leaves is None and self.like is None else ()

    def ties(self, leaves: int) -> str:
        """Return the permitted ties in a tree with this number of leaves."""
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
    """Return whether a leaf value is a finite number, which the generator may replace."""
    return not isinstance(value, float | Unknown)


def _has_distinct_leaves(tree: Tree) -> bool:
    values = [tree.values[leaf] for leaf in tree.leaf_ids if has_number(tree.values[leaf])]
    return len(set(values)) == len(values)


def _needs_ties(constraint: Constraint) -> bool:
    """Return whether a constraint that does not mention ties can be met only by trees with equal leaves."""
    if constraint.name == "separates":
        return bool(constraint.names) and {"strict-cut", "equal-cut"}.issuperset(constraint.names)
    if constraint.name != "lectures-differ":
        return False
    conventions = [CONVENTIONS[name] for name in constraint.names]
    first, *others = (one._replace(cut=">=", ties="first") if one.cuts else one for one in conventions)
    return all(same_search(first, other) for other in others)
