"""The parts about cuts: what is pruned, and the order of the evaluated leaves.

Both are compared with the search of the convention, or with that search run again on the student's own values.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial, reduce
from operator import itemgetter

from treesolve.analysis.expected_answers import leaves_in_search_order
from treesolve.analysis.reference_answer import ReferenceAnswer
from treesolve.grading.marking_context import MarkingContext
from treesolve.grading.marks import FOLLOWING, PARTIAL, REFERENCE, Mark
from treesolve.grading.part.numbers import lines_for_list
from treesolve.grading.part.search_part import SearchPart
from treesolve.grading.points import cuts_found, share_of_cuts, share_of_order, without_partial_branches
from treesolve.model.tree import Tree

_Share = tuple[Fraction, str]
"""How much of a part is right by a search, and the basis of that."""


class PrunedPart(SearchPart):
    """The pruned nodes: each cut is one decision, however much is below it."""

    part = "pruned"
    is_about_cuts = True
    is_list = True

    def lines_to_answer(self, tree: Tree) -> int:
        """More in large trees."""
        return lines_for_list(tree)

    def mark_answer(self, context: MarkingContext, own: ReferenceAnswer | None) -> Mark:
        """Return the better of both searches; what no search that counts prunes is named as extra."""
        found, right = context.comparable, context.right
        if context.answer.pruned is None:
            return Mark("pruned", Fraction(0), PARTIAL, (), None, right.roots, right.roots)
        share, basis = _share_by(partial(_share_of_leaves, context, found.pruned), context, own, cutting=True)
        follows = context.follow_through_reference
        missing, extra = _missing_and_extra_nodes(context, [right, *([follows] if follows and follows.roots else [])])
        if share < 1 and not missing + extra:
            missing, extra = _missing_and_extra_nodes(context, [right])
        return Mark("pruned", share, basis, (), found.topmost, right.roots, missing, extra)


class OrderPart(SearchPart):
    """The order of the leaves: those in the right order, less those that do not belong there."""

    part = "order"
    is_about_cuts = True
    is_list = True

    def lines_to_answer(self, tree: Tree) -> int:
        """More in large trees."""
        return lines_for_list(tree)

    def mark_answer(self, context: MarkingContext, own: ReferenceAnswer | None) -> Mark:
        """Return the best of both searches and of the order that fits what the student named as pruned."""
        given, right = context.answer.order, context.right.order
        if given is None:
            return Mark("order", Fraction(0), PARTIAL, (), None, right, right)
        share, basis = max(_shares_of_order(context, given, own), key=itemgetter(0))
        missing = tuple(leaf for leaf in right if leaf not in given)
        extra = tuple(dict.fromkeys(leaf for leaf in given if leaf not in right))
        return Mark("order", share, basis, (), given, right, missing, extra)


def _share_by(
    share_of: Callable[[ReferenceAnswer], Fraction],
    context: MarkingContext,
    own: ReferenceAnswer | None,
    *,
    cutting: bool,
) -> _Share:
    """How much of a part is right by the convention, or, up to a limit, by the student's own search.

    What an own search without cuts says of what is pruned is no evidence unless the convention says so too.
    """
    share = share_of(context.right)
    if own is None:
        return share, REFERENCE if share == 1 else PARTIAL
    by_own = share_of(own)
    if share == by_own == 1:
        return share, REFERENCE
    if cutting and not own.roots:
        return min(by_own, Fraction(0)), PARTIAL
    return min(by_own, by_own * Fraction(context.rubric.follow_through)), FOLLOWING if by_own == 1 else PARTIAL


def _share_of_leaves(context: MarkingContext, given: int, search: ReferenceAnswer) -> Fraction:
    """How much of what is named as pruned is right by a search; where nothing is cut, all or nothing."""
    if given == search.pruned:
        return Fraction(1)
    return _clamp_share(context, share_of_cuts(given, search, context.key.masks) if search.roots else Fraction(-1))


def _clamp_share(context: MarkingContext, share: Fraction) -> Fraction:
    """Return a share that is not below the least one by the rubric."""
    return max(share, Fraction(-1 if context.rubric.negative else 0))


def _missing_and_extra_nodes(
    context: MarkingContext, searches: list[ReferenceAnswer]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the topmost nodes that all of these searches prune and the answer does not name, and the other way
    round.
    """
    given, masks, right = context.comparable.pruned, context.key.masks, context.right
    missed = reduce(lambda cut, search: cut & search.pruned, searches, right.pruned & ~given)
    extra = reduce(lambda wrong, search: wrong & ~search.pruned, searches, given)
    missing = tuple(root for root, cut in zip(right.roots, right.cuts, strict=True) if cut & missed)
    return missing, masks.topmost(extra)


def _shares_of_order(context: MarkingContext, given: tuple[int, ...], own: ReferenceAnswer | None) -> Iterator[_Share]:
    yield _share_by(partial(_share_of_order, context, given), context, own, cutting=False)
    limit = context.rubric.follow_through
    if limit and given != context.right.order and _is_without_own_pruned(context, given):
        yield _share_of_consistent_order(context, given) * Fraction(limit), FOLLOWING


def _share_of_order(context: MarkingContext, given: tuple[int, ...], search: ReferenceAnswer) -> Fraction:
    return Fraction(1) if given == search.order else _clamp_share(context, share_of_order(given, search.order))


def _is_without_own_pruned(context: MarkingContext, given: tuple[int, ...]) -> bool:
    """Whether the order is of all leaves but those the student named as pruned.

    Evaluated ones that are named may be listed as well: nobody gains by leaving them out.
    """
    named, key = context.own.comparable, context.key
    if named.answer.pruned is None or "pruned" not in key.points:
        return False
    listed = key.masks.of({*given} & {*context.right.order})
    left_out = named.pruned & ~listed
    return given == tuple(leaf for leaf in leaves_in_search_order(key.solution) if not key.masks.below[leaf] & left_out)


def _share_of_consistent_order(context: MarkingContext, given: tuple[int, ...]) -> Fraction:
    """All for more right than wrong among whole branches; else the evaluated leaves, half where none is right."""
    right = context.right
    named = without_partial_branches(context.comparable.pruned, right)
    if _share_of_leaves(context, named, right) > 0:
        return Fraction(1)
    listed = Fraction(len({*given} & {*right.order}), len(right.order))
    is_any_right = any(cuts_found(named, right, context.key.masks).values())
    return listed if is_any_right else listed / 2
