"""Hypotheses about incomplete answers, in which the student follows the rules but leaves something out.

The codes, and what the answer does:

    some-cuts       names some of the cuts completely and the others not at all
    prunes-cause    names all cuts, and for some of them also the leaf that caused the cut
    entry-for-last  gives alpha and beta at "entry" instead of "last"; other pairs of reading points likewise
"""

from collections.abc import Iterator

from treesolve.analysis.expected_answers import leaves_in_search_order
from treesolve.analysis.misconception import SimulatedStudent
from treesolve.analysis.reference_answer import ComparableAnswer, LeafMasks, ReferenceAnswer
from treesolve.model.reading_point import READING_POINTS, split_reading_point
from treesolve.search.bounds_at_reading_point import alpha_beta_pairs
from treesolve.search.solution import Solution


def simulate_incomplete_answers(
    solution: Solution, right: ReferenceAnswer, comparable: ComparableAnswer, masks: LeafMasks
) -> Iterator[SimulatedStudent]:
    """Yield a simulated student for each omission that explains the answer, with the resulting reference answer."""
    cuts: dict[int | None, int] = {}
    for root, leaves in zip(right.roots, right.cuts, strict=True):
        parent = solution.tree.parents[root]
        cuts[parent] = cuts.get(parent, 0) | leaves
    if _is_part_of_cuts_named(comparable.pruned, list(cuts.values())):
        yield SimulatedStudent("some-cuts", solution, _reference_for_named(solution, right, comparable, masks))
    if _are_causes_of_cuts_named(right, comparable, masks, {node or 0 for node in cuts}):
        yield SimulatedStudent("prunes-cause", solution, _reference_for_named(solution, right, comparable, masks))
    if comparable.answer.windows:
        yield from _with_other_reading_points(solution, right)


def _with_other_reading_points(solution: Solution, right: ReferenceAnswer) -> Iterator[SimulatedStudent]:
    """Yield simulated students who give alpha and beta at another reading point."""
    reading_point, _ = split_reading_point(solution.convention.alpha_beta)
    for other in READING_POINTS[:2]:
        if other != reading_point:
            found = alpha_beta_pairs(solution, other)
            windows = {node: found[node] for node in right.windows}
            yield SimulatedStudent(f"{other}-for-{reading_point}", solution, right._replace(windows=windows))


def _is_part_of_cuts_named(given: int, cuts: list[int]) -> bool:
    named = [cut for cut in cuts if cut & given]
    return 0 < len(named) < len(cuts) and given == sum(named)


def _are_causes_of_cuts_named(
    right: ReferenceAnswer, comparable: ComparableAnswer, masks: LeafMasks, nodes: set[int]
) -> bool:
    below = masks.below
    causes = {next(leaf for leaf in reversed(right.order) if below[node] & below[leaf]) for node in nodes}
    named = causes.intersection(comparable.answer.pruned or ())
    return bool(named) and comparable.pruned == right.pruned | masks.of(named)


def _reference_for_named(
    solution: Solution, right: ReferenceAnswer, comparable: ComparableAnswer, masks: LeafMasks
) -> ReferenceAnswer:
    """Return the reference answer of a student who prunes exactly the nodes that the answer names.

    The order in this reference answer is that of the correct answer if the student gave it. Otherwise it consists of
    all leaves that the student does not prune.
    """
    rest = tuple(leaf for leaf in leaves_in_search_order(solution) if not masks.below[leaf] & comparable.pruned)
    order = right.order if comparable.answer.order == right.order else rest
    return right._replace(
        roots=comparable.topmost, cuts=comparable.topmost_masks, pruned=comparable.pruned, order=order
    )
