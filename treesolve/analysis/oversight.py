"""What students overlook though they follow the rules: hypotheses about one answer, made from what it says.

The codes, with what the answer has:

    some-cuts       names some of the cuts, each whole, and of the others nothing
    prunes-cause    names all cuts, and with some of them the leaf after which they happen
    entry-for-last  has alpha and beta of another moment than the one asked for; so with other moments
"""

from collections.abc import Iterator

from treesolve.analysis.expected_answers import all_leaves
from treesolve.analysis.misconception import Follower
from treesolve.analysis.model_answer import ComparableAnswer, Masks, Reference
from treesolve.model.asked_moment import MOMENTS, parted
from treesolve.search.moment import pairs
from treesolve.search.solution import Solution


def oversights(solution: Solution, right: Reference, handed: ComparableAnswer, masks: Masks) -> Iterator[Follower]:
    """What may have been overlooked in an answer, each with what would be right if it had not been."""
    cuts: dict[int | None, int] = {}
    for root, leaves in zip(right.roots, right.cuts, strict=True):
        parent = solution.tree.parents[root]
        cuts[parent] = cuts.get(parent, 0) | leaves
    if _is_part_of_cuts_named(handed.pruned, list(cuts.values())):
        yield Follower("some-cuts", solution, _reference_for_named(solution, right, handed, masks))
    if _are_causes_of_cuts_named(right, handed, masks, {node or 0 for node in cuts}):
        yield Follower("prunes-cause", solution, _reference_for_named(solution, right, handed, masks))
    if handed.answer.windows:
        yield from _other_moments(solution, right)


def _other_moments(solution: Solution, right: Reference) -> Iterator[Follower]:
    """What has alpha and beta of another moment."""
    asked, _ = parted(solution.convention.alpha_beta)
    for other in MOMENTS[:2]:
        if other != asked:
            found = pairs(solution, other)
            windows = {node: found[node] for node in right.windows}
            yield Follower(f"{other}-for-{asked}", solution, right._replace(windows=windows))


def _is_part_of_cuts_named(given: int, cuts: list[int]) -> bool:
    named = [cut for cut in cuts if cut & given]
    return 0 < len(named) < len(cuts) and given == sum(named)


def _are_causes_of_cuts_named(right: Reference, handed: ComparableAnswer, masks: Masks, nodes: set[int]) -> bool:
    below = masks.below
    causes = {next(leaf for leaf in reversed(right.order) if below[node] & below[leaf]) for node in nodes}
    named = causes.intersection(handed.answer.pruned or ())
    return bool(named) and handed.pruned == right.pruned | masks.of(named)


def _reference_for_named(solution: Solution, right: Reference, handed: ComparableAnswer, masks: Masks) -> Reference:
    """What is right for somebody who prunes what the answer names; the order with or without these leaves."""
    rest = tuple(leaf for leaf in all_leaves(solution) if not masks.below[leaf] & handed.pruned)
    order = right.order if handed.answer.order == right.order else rest
    return right._replace(roots=handed.topmost, cuts=handed.tops, pruned=handed.pruned, order=order)
