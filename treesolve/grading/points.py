"""Convert the shares of the parts of an answer to points. Calculations are exact, and only the total is rounded."""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any, NamedTuple

from treesolve.analysis.reference_answer import LeafMasks, ReferenceAnswer, count_in_order
from treesolve.grading.marks import DECIDED, FOLLOWING, REFERENCE, Mark
from treesolve.grading.rubric import STEPS, Rubric, rounded
from treesolve.model.number import Number
from treesolve.model.reading_point import split_into_pairs


class AnswerPoints(NamedTuple):
    """The parts of one answer, with the share of each part that is right, and their points by a rubric.

    `worth` has the maximum number of points for each part.
    """

    rubric: Rubric
    worth: Mapping[str, Number]
    parts: tuple[Mark, ...]

    @property
    def share(self) -> Number:
        """The sum of the exact points of all decided parts."""
        return sum(map(self._points_of_share, self.parts))

    @property
    def is_right(self) -> bool:
        """Whether all decided parts are completely right."""
        return all(mark.is_pending or mark.share == 1 for mark in self.parts)

    @property
    def is_full(self) -> bool:
        """Whether all parts are decided and completely right."""
        return all(mark.share == 1 for mark in self.parts)

    @property
    def is_without_loss(self) -> bool:
        """Whether a part is accepted because it follows from a mistake, but no mistake costs any points.

        This can happen if mistakes in several parts excuse each other.
        """
        is_full = all(mark.share == 1 or not self.worth[mark.part] for mark in self.parts)
        return is_full and any(mark.basis == FOLLOWING for mark in self.parts)

    def fit(self, answered: Callable[[str], bool]) -> Number:
        """Return the points of the answered and decided parts, as a share from 0 to 1 of what these parts are worth."""
        parts = [mark for mark in self.parts if not mark.is_pending and answered(mark.part)]
        of = sum(self.worth[mark.part] for mark in parts)
        return Fraction(sum(map(self._points_of_share, parts))) / Fraction(of) if of else 0

    def with_convention_basis(self, name: str) -> "AnswerPoints":
        """Return the same points, in which the basis of right parts is the accepted convention with this name."""
        basis = f"convention:{name}"
        marks = (mark._replace(basis=basis) if mark.basis == REFERENCE else mark for mark in self.parts)
        return self._replace(parts=tuple(marks))

    def _points_of_share(self, mark: Mark) -> Number:
        return mark.share * self.worth[mark.part]

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks of all parts, with points rounded to hundredths."""
        return tuple(map(self._mark_with_points, self.parts))

    def _mark_with_points(self, mark: Mark) -> Mark:
        of = self.worth[mark.part]
        if mark.is_pending or mark.basis == DECIDED:
            return mark._replace(of=of)
        points = of
        if mark.share < 1:
            points = max(-of, rounded(self._points_of_share(mark), STEPS["hundredth"], of)) if of else 0
        return mark._replace(points=points, of=of)

    def total(self, pending: bool = False) -> Number:
        """Return the rounded total of all decided parts. With `pending`, parts that are not decided count as right."""
        pending_points = sum(self.worth[mark.part] for mark in self.parts if mark.is_pending and pending)
        return max(self.rubric.rounded(pending_points + self.share, sum(self.worth.values())), 0)


# Pruned nodes and leaf order


def share_of_cuts(given: int, convention: ReferenceAnswer, masks: LeafMasks) -> Fraction:
    """Return the number of cuts found minus the number of wrong cuts, divided by the number of cuts.

    `given` are the leaves named as pruned. If only some branches of a cut are named, the cut counts in proportion.
    Wrong leaves with the same parent count as one wrong cut. However, if one of these leaves causes a right cut, that
    cut counts as not found instead.
    """
    found = cuts_found(given, convention, masks)
    causes = {_parent_of_last_leaf(masks.below[node or 0], convention, masks) for node in found}
    return (sum(found.values(), Fraction(0)) - len(_parents_of_wrong(given, convention, masks) - causes)) / len(found)


def cuts_found(given: int, convention: ReferenceAnswer, masks: LeafMasks) -> dict[int | None, Fraction]:
    """Return the share of each cut that is named, by the node at which the cut is made.

    If only some leaves of a branch are named, the branch counts in proportion. The share is 0 if the leaf that causes
    the cut is named as pruned.
    """
    parents, wrong = masks.tree.parents, _parents_of_wrong(given, convention, masks)
    shares: dict[int | None, list[Fraction]] = {}
    for root, leaves in zip(convention.roots, convention.cuts, strict=True):
        named = Fraction((leaves & given).bit_count(), leaves.bit_count())
        shares.setdefault(parents[root], []).append(named)
    return {
        node: sum(found, Fraction(0))
        * (_parent_of_last_leaf(masks.below[node or 0], convention, masks) not in wrong)
        / len(found)
        for node, found in shares.items()
    }


def without_partial_branches(given: int, convention: ReferenceAnswer) -> int:
    """Return the named leaves, except those in pruned branches of which only some leaves are named."""
    return reduce(lambda named, cut: named & ~cut if cut & ~given else named, convention.cuts, given)


def _parents_of_wrong(given: int, convention: ReferenceAnswer, masks: LeafMasks) -> set[int | None]:
    """Return the parents of leaves that are named as pruned although they are evaluated."""
    return {masks.tree.parents[leaf] for leaf in convention.order if masks.below[leaf] & given}


def _parent_of_last_leaf(leaves: int, convention: ReferenceAnswer, masks: LeafMasks) -> int | None:
    """Return the parent of the leaf that is evaluated last among `leaves`. The cut is made after this leaf."""
    return next(masks.tree.parents[leaf] for leaf in reversed(convention.order) if masks.below[leaf] & leaves)


def share_of_order(given: tuple[int, ...], right: tuple[int, ...]) -> Fraction:
    """Return the number of leaves in the right order minus wrong and repeated ones, as a share of all right leaves."""
    others = len(given) - len({*given} & {*right})
    return Fraction(count_in_order(given, right) - others, len(right))


def longest_matching_run(
    given: Sequence[Number], right: Sequence[Number], matches: Callable[[Any, Any], bool]
) -> tuple[int, int]:
    """Return the length of the longest run of pairs that occurs in both rows, and the length of the longer row.

    In the right row, alpha only rises and beta only falls, so each pair has a unique index.

    >>> longest_matching_run((3, 9, 3, 2), (3, 11, 3, 9, 3, 2), lambda one, other: one == other)
    (2, 3)
    """
    pairs, rows = split_into_pairs(right), split_into_pairs(given)
    keys = [(alpha, -beta) for alpha, beta in pairs]
    longest, run, index = 0, 0, -1
    for alpha, beta in rows:
        near = bisect_left(keys, (alpha, -beta))
        fitting = (
            one for one in (index + 1, near, near - 1) if 0 <= one < len(pairs) and matches((alpha, beta), pairs[one])
        )
        found = next(fitting, None)
        run = 0 if found is None else run + 1 if found == index + 1 and run else 1
        index = -1 if found is None else found
        longest = max(longest, run)
    return longest, max(len(rows), len(pairs))
