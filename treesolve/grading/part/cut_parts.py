"""The parts about cuts: the pruned nodes, and the order of the evaluated leaves.

Both parts are compared with the search of the convention, or with that search rerun on the student's values.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial, reduce
from operator import itemgetter

from treesolve.analysis.expected_answers import leaves_in_search_order
from treesolve.analysis.reference_answer import ReferenceAnswer
from treesolve.grading.marking_context import MarkingContext
from treesolve.grading.marks import FOLLOWING, PARTIAL, REFERENCE, Mark
from treesolve.grading.part.itemized_parts import lines_for_list
from treesolve.grading.part.search_part import SearchPart
from treesolve.grading.points import cuts_found, share_of_cuts, share_of_order, without_partial_branches
from treesolve.model.tree import Tree

_Share = tuple[Fraction, str]
"""The share of a part that is right by a search, and the basis of the points."""


class PrunedPart(SearchPart):
    """The pruned nodes. All cuts have the same weight, regardless of how many nodes they prune."""

    part = "pruned"
    is_about_cuts = True
    is_list = True

    def lines_to_answer(self, tree: Tree) -> int:
        """Return the number of lines for a list of nodes."""
        return lines_for_list(tree)

    def mark_answer(self, context: MarkingContext, rerun: ReferenceAnswer | None) -> Mark:
        """Return the mark by the convention's search, or by `rerun` if it is given.

        Only nodes that neither search prunes are extra.
        """
        found, right = context.comparable, context.right
        if context.answer.pruned is None:
            return Mark("pruned", Fraction(0), PARTIAL, (), None, right.roots, right.roots)
        share, basis = _share_by(partial(_share_of_leaves, context, found.pruned), context, rerun, cutting=True)
        follows = context.follow_through_reference
        missing, extra = _missing_and_extra_nodes(context, [right, *([follows] if follows and follows.roots else [])])
        if share < 1 and not missing + extra:
            missing, extra = _missing_and_extra_nodes(context, [right])
        return Mark("pruned", share, basis, (), found.topmost, right.roots, missing, extra)


class OrderPart(SearchPart):
    """The order of the evaluated leaves. The leaves in the right order count, and wrong leaves are subtracted."""

    part = "order"
    is_about_cuts = True
    is_list = True

    def lines_to_answer(self, tree: Tree) -> int:
        """Return the number of lines for a list of nodes."""
        return lines_for_list(tree)

    def mark_answer(self, context: MarkingContext, rerun: ReferenceAnswer | None) -> Mark:
        """Return the mark by the convention's search, or by `rerun` if it is given.

        An order that is consistent with the student's own pruned nodes may get a higher share.
        """
        given, right = context.answer.order, context.right.order
        if given is None:
            return Mark("order", Fraction(0), PARTIAL, (), None, right, right)
        share, basis = max(_shares_of_order(context, given, rerun), key=itemgetter(0))
        missing = tuple(leaf for leaf in right if leaf not in given)
        extra = tuple(dict.fromkeys(leaf for leaf in given if leaf not in right))
        return Mark("order", share, basis, (), given, right, missing, extra)


def _share_by(
    share_of: Callable[[ReferenceAnswer], Fraction],
    context: MarkingContext,
    rerun: ReferenceAnswer | None,
    *,
    cutting: bool,
) -> _Share:
    """Return the share of a part that is right, and the basis of the points.

    What is right by the convention's search counts fully. What is right by the rerun search counts only up to the
    limit in the rubric. With `cutting`, a rerun search without cuts gives no share, unless the answer is also
    completely right by the convention's search.
    """
    share = share_of(context.right)
    if rerun is None:
        return share, REFERENCE if share == 1 else PARTIAL
    by_rerun = share_of(rerun)
    if share == by_rerun == 1:
        return share, REFERENCE
    if cutting and not rerun.roots:
        return min(by_rerun, Fraction(0)), PARTIAL
    return min(by_rerun, by_rerun * Fraction(context.rubric.follow_through)), FOLLOWING if by_rerun == 1 else PARTIAL


def _share_of_leaves(context: MarkingContext, given: int, search: ReferenceAnswer) -> Fraction:
    """Return the share that is right by a search if these leaves are named as pruned.

    If the search has no cuts, the share is all or nothing.
    """
    if given == search.pruned:
        return Fraction(1)
    return _clamp_share(context, share_of_cuts(given, search, context.key.masks) if search.roots else Fraction(-1))


def _clamp_share(context: MarkingContext, share: Fraction) -> Fraction:
    """Return the share, but not less than the minimum in the rubric: -1 with negative points, else 0."""
    return max(share, Fraction(-1 if context.rubric.negative else 0))


def _missing_and_extra_nodes(
    context: MarkingContext, searches: list[ReferenceAnswer]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the topmost missing and extra nodes of an answer.

    Missing nodes are pruned by all searches, but not named in the answer; extra nodes are named, but pruned by none.
    """
    given, masks, right = context.comparable.pruned, context.key.masks, context.right
    missed = reduce(lambda cut, search: cut & search.pruned, searches, right.pruned & ~given)
    extra = reduce(lambda wrong, search: wrong & ~search.pruned, searches, given)
    missing = tuple(root for root, cut in zip(right.roots, right.cuts, strict=True) if cut & missed)
    return missing, masks.topmost(extra)


def _shares_of_order(
    context: MarkingContext, given: tuple[int, ...], rerun: ReferenceAnswer | None
) -> Iterator[_Share]:
    yield _share_by(partial(_share_of_order, context, given), context, rerun, cutting=False)
    limit = context.rubric.follow_through
    if limit and given != context.right.order and _is_without_own_pruned(context, given):
        yield _share_of_consistent_order(context, given) * Fraction(limit), FOLLOWING


def _share_of_order(context: MarkingContext, given: tuple[int, ...], search: ReferenceAnswer) -> Fraction:
    return Fraction(1) if given == search.order else _clamp_share(context, share_of_order(given, search.order))


def _is_without_own_pruned(context: MarkingContext, given: tuple[int, ...]) -> bool:
    """Return whether the order contains exactly the leaves that the student did not name as pruned.

    Evaluated leaves may be listed even if they are named as pruned, so that leaving them out is no advantage.
    """
    named, key = context.student_values.comparable, context.key
    if named.answer.pruned is None or "pruned" not in key.points:
        return False
    listed = key.masks.of({*given} & {*context.right.order})
    left_out = named.pruned & ~listed
    return given == tuple(leaf for leaf in leaves_in_search_order(key.solution) if not key.masks.below[leaf] & left_out)


def _share_of_consistent_order(context: MarkingContext, given: tuple[int, ...]) -> Fraction:
    """Return the share for an order that is consistent with the student's pruned nodes.

    The share is 1 if the completely named branches are more right than wrong. Otherwise it is the share of evaluated
    leaves that are listed, or half of this share if no cut is found.
    """
    right = context.right
    named = without_partial_branches(context.comparable.pruned, right)
    if _share_of_leaves(context, named, right) > 0:
        return Fraction(1)
    listed = Fraction(len({*given} & {*right.order}), len(right.order))
    is_any_right = any(cuts_found(named, right, context.key.masks).values())
    return listed if is_any_right else listed / 2
