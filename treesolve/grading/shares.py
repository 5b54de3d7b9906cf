"""How much of what is pruned, and of the order, is right, from 0 to 1; less than 0 where more is wrong than right.

Vocabulary

    wrong       named as pruned, although it was evaluated
"""

from collections import Counter
from fractions import Fraction

from treesolve.analysis.model_answer import Masks, Reference, in_order


def share_of_cuts(given: int, lecture: Reference, masks: Masks) -> Fraction:
    """Cuts found, less wrong ones, of all cuts, by the leaves that are named.

    Of a cut with only some of its branches named, that share counts. Wrong leaves below one parent count as one cut
    too many; where a cut is made after a leaf of theirs, as this cut not found.
    """
    found = cuts_found(given, lecture, masks)
    causes = {_parent_of_last_leaf(masks.below[node or 0], lecture, masks) for node in found}
    return (sum(found.values(), Fraction(0)) - len(_parents_of_wrong(given, lecture, masks) - causes)) / len(found)


def cuts_found(given: int, lecture: Reference, masks: Masks) -> dict[int | None, Fraction]:
    """How much of each cut is named, by the node that is cut: the share of its branches, if its cause is not named."""
    parents, wrong = masks.tree.parents, _parents_of_wrong(given, lecture, masks)
    branches = Counter(parents[root] for root in lecture.roots)
    named = zip(lecture.roots, lecture.cuts, strict=True)
    hit = Counter(parents[root] for root, leaves in named if not leaves & ~given)
    return {
        node: Fraction(hit[node] * (_parent_of_last_leaf(masks.below[node or 0], lecture, masks) not in wrong), count)
        for node, count in branches.items()
    }


def _parents_of_wrong(given: int, lecture: Reference, masks: Masks) -> set[int | None]:
    """The parents of leaves that are named as pruned, although they are evaluated."""
    return {masks.tree.parents[leaf] for leaf in lecture.order if masks.below[leaf] & given}


def _parent_of_last_leaf(leaves: int, lecture: Reference, masks: Masks) -> int | None:
    """The parent of the last leaf evaluated of those: a node is cut after the last leaf evaluated below it."""
    return next(masks.tree.parents[leaf] for leaf in reversed(lecture.order) if masks.below[leaf] & leaves)


def share_of_order(given: tuple[int, ...], right: tuple[int, ...]) -> Fraction:
    """The leaves in the right order, less those that do not belong there or stand there twice, of those evaluated."""
    others = len(given) - len({*given} & {*right})
    return Fraction(in_order(given, right) - others, len(right))
