"""From how much of each part is right to points: exact, rounded once, for all parts together."""

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
    """All parts of one answer by their shares, and what they are worth by a rubric."""

    rubric: Rubric
    worth: Mapping[str, Number]
    parts: tuple[Mark, ...]

    @property
    def share(self) -> Number:
        """How much is right, all parts together, in points."""
        return sum(map(self._points_of_share, self.parts))

    @property
    def is_right(self) -> bool:
        """Whether nothing is wrong or missing in any part that is decided."""
        return all(mark.is_pending or mark.share == 1 for mark in self.parts)

    @property
    def is_full(self) -> bool:
        """Whether all parts are decided and right."""
        return all(mark.share == 1 for mark in self.parts)

    @property
    def is_without_loss(self) -> bool:
        """Whether something follows from a mistake, but no mistake costs anything: mistakes that excuse each other."""
        is_full = all(mark.share == 1 or not self.worth[mark.part] for mark in self.parts)
        return is_full and any(mark.basis == FOLLOWING for mark in self.parts)

    def fit(self, answered: Callable[[str], bool]) -> Number:
        """How much of the parts is right that are answered and decided."""
        parts = [mark for mark in self.parts if not mark.is_pending and answered(mark.part)]
        of = sum(self.worth[mark.part] for mark in parts)
        return Fraction(sum(map(self._points_of_share, parts))) / Fraction(of) if of else 0

    def with_convention_basis(self, name: str) -> "AnswerPoints":
        """Return the same points, with the name of an accepted convention as the basis of what is right by it."""
        basis = f"convention:{name}"
        marks = (mark._replace(basis=basis) if mark.basis == REFERENCE else mark for mark in self.parts)
        return self._replace(parts=tuple(marks))

    def _points_of_share(self, mark: Mark) -> Number:
        return mark.share * self.worth[mark.part]

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks of all parts, with their points to hundredths."""
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
        """Return the points of all parts that are decided, rounded once; `pending` takes the others for right."""
        pending_points = sum(self.worth[mark.part] for mark in self.parts if mark.is_pending and pending)
        return max(self.rubric.rounded(pending_points + self.share, sum(self.worth.values())), 0)


# What is pruned, and the order


def share_of_cuts(given: int, convention: ReferenceAnswer, masks: LeafMasks) -> Fraction:
    """Cuts found, less wrong ones, of all cuts, by the leaves that are named.

    Of a cut with only some of its branches named, that share counts. Wrong leaves below one parent count as one cut
    too many; where a cut is made after a leaf of theirs, as this cut not found.
    """
    found = cuts_found(given, convention, masks)
    causes = {_parent_of_last_leaf(masks.below[node or 0], convention, masks) for node in found}
    return (sum(found.values(), Fraction(0)) - len(_parents_of_wrong(given, convention, masks) - causes)) / len(found)


def cuts_found(given: int, convention: ReferenceAnswer, masks: LeafMasks) -> dict[int | None, Fraction]:
    """How much of each cut is named, by the node that is cut: the share of its branches, if its cause is not named.

    Of a branch of which only some leaves are named, that share counts.
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
    """Return the leaves that are named, without those of branches that are named only in part."""
    return reduce(lambda named, cut: named & ~cut if cut & ~given else named, convention.cuts, given)


def _parents_of_wrong(given: int, convention: ReferenceAnswer, masks: LeafMasks) -> set[int | None]:
    """Return the parents of leaves that are named as pruned, although they are evaluated."""
    return {masks.tree.parents[leaf] for leaf in convention.order if masks.below[leaf] & given}


def _parent_of_last_leaf(leaves: int, convention: ReferenceAnswer, masks: LeafMasks) -> int | None:
    """Return the parent of the last leaf evaluated of those: a node is cut after the last leaf evaluated below it."""
    return next(masks.tree.parents[leaf] for leaf in reversed(convention.order) if masks.below[leaf] & leaves)


def share_of_order(given: tuple[int, ...], right: tuple[int, ...]) -> Fraction:
    """Return the leaves in the right order, less those that do not belong there or stand there twice, of those
    evaluated.
    """
    others = len(given) - len({*given} & {*right})
    return Fraction(count_in_order(given, right) - others, len(right))


def run_of_row(given: Sequence[Number], right: Sequence[Number], means: Callable[[Any, Any], bool]) -> tuple[int, int]:
    """How many pairs of a row stand one behind the other as in the right one, at most, of all in the longer of both.

    In the right row alpha only rises and beta only falls, so each pair has one place.

    >>> run_of_row((3, 9, 3, 2), (3, 11, 3, 9, 3, 2), lambda one, other: one == other)
    (2, 3)
    """
    pairs, rows = split_into_pairs(right), split_into_pairs(given)
    keys = [(alpha, -beta) for alpha, beta in pairs]
    longest, run, index = 0, 0, -1
    for alpha, beta in rows:
        near = bisect_left(keys, (alpha, -beta))
        fitting = (
            one for one in (index + 1, near, near - 1) if 0 <= one < len(pairs) and means((alpha, beta), pairs[one])
        )
        found = next(fitting, None)
        run = 0 if found is None else run + 1 if found == index + 1 and run else 1
        index = -1 if found is None else found
        longest = max(longest, run)
    return longest, max(len(rows), len(pairs))
