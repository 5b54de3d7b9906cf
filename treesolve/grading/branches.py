"""The rules that held before for what is pruned and for the order; a rubric asks for them with `marking = "branches"`.

Vocabulary

    branch      a topmost pruned node: what a cut skips, one by one
"""

from collections import Counter
from fractions import Fraction

from treesolve.analysis.model_answer import Masks, Reference, in_order


def share_of_branches(given: int, lecture: Reference, masks: Masks) -> Fraction:
    """Cuts found, less branches named that are not cut, of all cuts.

    Of a cut with only some of its branches named, that share counts. Wrong branches of a node cost as much as a
    cut; where it does cut others, their share of all that is named there.
    """
    parents = masks.tree.parents
    cut = Counter(parents[root] for root in lecture.roots)
    named = zip(lecture.roots, lecture.cuts, strict=True)
    hit = Counter(parents[root] for root, leaves in named if not leaves & ~given)
    false = Counter(parents[node] for node in masks.topmost(given & ~lecture.pruned))
    hits = sum(Fraction(hit[node], branches) for node, branches in cut.items())
    costs = sum(Fraction(branches, branches + hit[node]) for node, branches in false.items())
    return Fraction(hits - costs) / len(cut)


def share_of_places(given: tuple[int, ...], right: tuple[int, ...]) -> Fraction:
    """The leaves in the right order, less all others, of those evaluated."""
    return Fraction(2 * in_order(given, right) - len(given), len(right))
