"""What is asked of a generator: which trees, with which values, and what is wanted of them.

Vocabulary

    values      the numbers leaves can have: all between two ends, in steps of 1 or of a fraction
    distinct    no two leaves of a tree have the same value
    few ties    where there are too few values for that: every value as often as any other, or once more
    ties        at least two leaves have the same value
"""

import re
from collections.abc import Collection
from fractions import Fraction
from math import ceil, floor, lcm
from typing import NamedTuple

from treesolve.exercises.want import Want
from treesolve.model.convention import CONVENTIONS, DEFAULT, MAXN, MAXN_WITH_CUTS, Convention
from treesolve.model.number import INFINITY, Number, reduced
from treesolve.model.problem import InputError, Problem
from treesolve.model.tree import PLAYERS, Kind, Tree
from treesolve.model.tree_shape import Shape
from treesolve.notation.number_text import read_number
from treesolve.search.lecture_rules import same_search

DISTINCT, FEW_TIES, TIES, ANY_TIES = "distinct", "few-ties", "ties", "any-ties"
"""How alike the leaves of a tree are."""

Chances = tuple[Fraction, ...]
"""The weights of the children of a chance node, from left to right; their sum is 1."""

OF_CUTS = ("pruned", "subtree-cut", "alpha-cut", "beta-cut", "deep-cut", "last-level-only", "star1-cut", "star2-cut")
"""The wants about what is cut: with them, chance nodes have limits."""

_VALUES = re.compile(r"([+\-−]?\d{1,9})\s*\.\.\s*([+\-−]?\d{1,9})(?:\s*/\s*(\d{1,6}))?")


class Values(NamedTuple):
    """The numbers from `low` to `high` in steps of 1, each divided by the denominator."""

    low: int
    high: int
    denominator: int = 1

    def __str__(self) -> str:
        if self.denominator == 1:
            return f"{self.low}..{self.high}"
        return f"{self.low // self.denominator}..{self.high // self.denominator}/{self.denominator}"

    @property
    def size(self) -> int:
        """How many there are."""
        return self.high - self.low + 1

    def number(self, place: int) -> Number:
        """The value at a place, counted from 0 for the lowest."""
        if self.denominator == 1:
            return self.low + place
        return reduced(Fraction(self.low + place, self.denominator))

    @property
    def ends(self) -> tuple[Number, Number]:
        """The least and the greatest."""
        return self.number(0), self.number(self.size - 1)

    def places(self, low: Number, high: Number) -> tuple[int, int]:
        """The places of the least and the greatest value between two numbers; an empty range where there is none."""
        least, greatest = self.ends
        first = 0 if low <= least else ceil(low * self.denominator) - self.low
        last = self.size - 1 if high >= greatest else floor(high * self.denominator) - self.low
        return first, last


def read_values(text: str) -> Values:
    """The values a text stands for: "0..20", or "0..1/20" for 0, 1/20, 2/20 ... up to 1.

    Raises InputError where it stands for none.

    >>> read_values("0..1/20").size, read_values("-3..3").number(0)
    (21, -3)
    """
    found = _VALUES.fullmatch(text.strip())
    denominator = int(found[3] or 1) if found else 0
    if not found or not denominator:
        raise InputError((Problem("values-form", None, {"text": text}),))
    low, high = (int(end.replace("−", "-")) for end in (found[1], found[2]))
    if low > high:
        raise InputError((Problem("values-range", None, {"low": low, "high": high}),))
    return Values(low * denominator, high * denominator, denominator)


def read_sum(text: str) -> Number:
    """The sum of payoffs a text stands for. Raises InputError where it is no finite number."""
    try:
        total = read_number(text.strip())
    except ValueError:
        total = INFINITY
    if abs(total) == INFINITY:
        raise InputError((Problem("sum-form", None, {"text": text}),))
    return total


class Request(NamedTuple):
    """What to generate: trees of a shape, or trees like one there is, with the same kind of solution.

    `root` moves first, and then the players alternate; or `levels` says who moves at each depth, over and over. Without
    `values` they are those of `like`, or 0..20 and more where that is too few. `leaves`
    is one of DISTINCT and TIES, or None for what the values allow; trees like another have the ties that one has.
    `chances` are the weights at every chance node; without them each node draws its own.
    `parts` are the questions by which misconceptions are told apart, empty for those that
    are asked anyway. `sum` is what payoffs of several players come to at every leaf, where somebody says it.
    """

    shape: Shape | None = None
    like: Tree | None = None
    root: Kind = Kind.MAX
    levels: tuple[Kind, ...] = ()
    values: Values | None = None
    leaves: str | None = None
    wants: tuple[Want, ...] = ()
    convention: Convention = DEFAULT
    chances: Chances = ()
    parts: tuple[str, ...] = ()
    sum: Number | None = None

    @property
    def players(self) -> tuple[Kind, ...]:
        """Who moves at each depth, over and over."""
        return self.levels or (self.root, self.root.opponent)

    @property
    def payoffs(self) -> int:
        """How many players have payoffs of their own; 0 where MAX and MIN play."""
        named = [PLAYERS.index(kind) + 1 for kind in self.levels if kind in PLAYERS]
        return max(2, *named) if named else 0

    @property
    def total(self) -> Number | None:
        """What the payoffs of every leaf come to: if nobody says it, what one player gets if the others get least."""
        if not self.payoffs or not self.convention.cuts:
            return self.sum
        least, greatest = self.numbers.ends
        return (self.payoffs - 1) * least + greatest if self.sum is None else self.sum

    def by_max_n(self, asked: Collection[str] = ()) -> "Request":
        """The request for trees with payoffs: cuts are made if a sum is told, or something about them is wanted."""
        cuts = self.sum is not None or "pruned" in asked or any(map(is_about_cuts, self.wants))
        return self._replace(convention=MAXN_WITH_CUTS if cuts else MAXN)

    @property
    def is_searched(self) -> bool:
        """Whether trees are searched before they are told, by the thousand, because not any will do."""
        return bool(self.wants) or self.like is not None

    @property
    def has_chance(self) -> bool:
        """Whether there are chance nodes in the trees."""
        if self.like is not None:
            return Kind.CHANCE in self.like.kinds
        assert self.shape is not None
        return Kind.CHANCE in (self.players[depth % len(self.players)] for depth in range(self.shape.depth))

    @property
    def limits(self) -> tuple[Number, Number] | None:
        """What no leaf can exceed, where something is wanted of cuts that follows from it; else None."""
        if self.like is not None:
            return self.like.bounds
        follow = self.convention.cuts
        if not self.payoffs:
            follow &= self.convention.chance != "never" and self.has_chance
            follow &= any(want.name in OF_CUTS for want in self.wants)
        return self.numbers.ends if follow else None

    @property
    def most_leaves(self) -> int:
        """How many leaves a tree can have at most."""
        if self.like is not None:
            return len(self.like.leaves)
        assert self.shape is not None
        return self.shape.most_leaves

    @property
    def numbers(self) -> Values:
        """The values that leaves can have, where no others are asked for too: 0..20, 0..99 ...; payoffs 0..9."""
        if self.values is not None:
            return self.values
        if self.like is not None:
            return span(self.like)
        if self.payoffs and self.most_leaves <= 10:
            return Values(0, 9)
        steps = 20 if self.most_leaves <= 10 else 10 ** len(str(2 * self.most_leaves - 1))
        if self.convention.perspective == "unit":
            return Values(0, steps, steps)
        return Values(0, steps if steps == 20 else steps - 1)

    @property
    def wants_only_of_ties(self) -> tuple[Want, ...]:
        """What is wanted that only happens where leaves are alike, while nobody says whether they shall be."""
        return tuple(filter(is_only_of_ties, self.wants)) if self.leaves is None and self.like is None else ()

    def ties(self, leaves: int) -> str:
        """How alike the leaves of a tree with so many of them are; of a tree like another, as alike as there."""
        if self.like is not None:
            return ANY_TIES
        if self.leaves is not None:
            return self.leaves
        if any(map(is_about_ties, self.wants)):
            return TIES
        if self.total is not None:
            return ANY_TIES
        if self.numbers.size < leaves:
            return FEW_TIES
        return TIES if self.wants_only_of_ties else DISTINCT


def span(tree: Tree) -> Values:
    """The values between the least and the greatest finite one of a tree, in the steps that it takes."""
    numbers = [value for value in (tree.values[leaf] for leaf in tree.leaves) if isinstance(value, int | Fraction)]
    if not numbers:
        return Values(0, 0)
    denominator = lcm(*(number.denominator for number in numbers))
    return Values(int(min(numbers) * denominator), int(max(numbers) * denominator), denominator)


def is_about_cuts(want: Want) -> bool:
    """Whether a want is one for something that is cut."""
    return want.name in OF_CUTS and (want.name == "last-level-only" or want.low > 0)


def is_about_ties(want: Want) -> bool:
    """Whether a want is one for leaves that are alike."""
    return (want.name == "tie" and want.low > 0) or (want.name == "outcomes" and want.low > 1)


def is_only_of_ties(want: Want) -> bool:
    """Whether a want is one for what only happens where leaves are alike, though it does not speak of them."""
    if want.name == "separates":
        return bool(want.names) and {"strict-cut", "equal-cut"}.issuperset(want.names)
    if want.name != "lectures-differ":
        return False
    first, *others = (CONVENTIONS[name] for name in want.names)
    first, *others = (one._replace(cut=">=") if one.cuts else one for one in (first, *others))
    return all(same_search(first, other) for other in others)
