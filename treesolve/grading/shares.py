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
    parents, below = masks.tree.parents, masks.below
    wrong = {parents[leaf] for leaf in lecture.order if below[leaf] & given}
    branches = Counter(parents[root] for root in lecture.roots)
    named = zip(lecture.roots, lecture.cuts, strict=True)
    hit = Counter(parents[root] for root, leaves in named if not leaves & ~given)
    last = {node: _parent_of_last_leaf(below[node or 0], lecture, masks) for node in branches}
    hits = sum(Fraction(hit[node], count) for node, count in branches.items() if last[node] not in wrong)
    return Fraction(hits - len(wrong - {*last.values()})) / len(branches)


def _parent_of_last_leaf(leaves: int, lecture: Reference, masks: Masks) -> int | None:
    """The parent of the last leaf evaluated of those: a node is cut after the last leaf evaluated below it."""
    return next(masks.tree.parents[leaf] for leaf in reversed(lecture.order) if masks.below[leaf] & leaves)


def share_of_order(given: tuple[int, ...], right: tuple[int, ...]) -> Fraction:
    """The leaves in the right order, less those that do not belong there or stand there twice, of those evaluated."""
    others = len(given) - len({*given} & {*right})
    return Fraction(in_order(given, right) - others, len(right))
