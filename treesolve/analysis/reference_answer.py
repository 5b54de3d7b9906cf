"""The reference answer that follows from one search, and the differences between it and a student's answer.

All numbers are in MAX's view. Sets of leaves are bit masks with one bit per leaf, from left to right, so that the
answers of a whole class can be compared quickly. The nodes that a student names as pruned are converted to such a mask,
which is the same whether the student names the top of a subtree, all of its nodes or its leaves.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property, reduce
from operator import or_
from typing import Any, NamedTuple

from treesolve.analysis.expected_answers import accepted_values, ties
from treesolve.model.answer import PARTS, Answer
from treesolve.model.kind import Kind
from treesolve.model.number import DEFAULT_PLACES, Number, is_rounding_of
from treesolve.model.tree import Tree
from treesolve.search.bounds_at_reading_point import alpha_beta_pairs
from treesolve.search.maxn import MaxnSolution
from treesolve.search.search_result import VISITED
from treesolve.search.solution import Solution

Window = tuple[Number, ...]
"""Alpha and beta of a node, or several such pairs as one tuple of alternating alphas and betas."""


class LeafMasks:
    """The leaves below each node of a tree, as bit masks."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree

    @cached_property
    def below(self) -> tuple[int, ...]:
        """The mask of the leaves below each node. The mask of a leaf contains the leaf itself."""
        masks = [0] * len(self.tree)
        for number, leaf in enumerate(self.tree.leaf_ids):
            masks[leaf] = 1 << number
        for node in range(len(masks) - 1, 0, -1):
            masks[self.tree.parents[node]] |= masks[node]  # type: ignore[index]
        return tuple(masks)

    def of(self, nodes: Iterable[int]) -> int:
        """Return the mask of all leaves below the nodes."""
        return reduce(or_, map(self.below.__getitem__, nodes), 0)

    def topmost(self, mask: int) -> tuple[int, ...]:
        """Return the topmost nodes whose leaves are all in the mask, from left to right."""
        found, pending = [], [0] if mask else []
        while pending:
            node = pending.pop()
            if self.below[node] & ~mask == 0:
                found.append(node)
            elif self.below[node] & mask:
                pending.extend(reversed(self.tree.children[node]))
        return tuple(found)


class ReferenceAnswer(NamedTuple):
    """The correct answer, part by part.

    `values` has the accepted values of each inner node: the minimax value first (unless it depends on unknown leaves),
    then the returned value and the value derived from the evaluated leaves. `visited` are the visited inner nodes, and
    `windows` has their alpha and beta at the reading point. `roots` are the topmost pruned nodes, `cuts` has the mask
    of the leaves below each of them, and `pruned` is the union of these masks. `order` has the evaluated leaves in
    order, `best` has the correct moves, the chosen one first, and `value` has the accepted values of the root.
    """

    values: Mapping[int, tuple[Number, ...]]
    visited: frozenset[int]
    windows: Mapping[int, Window]
    roots: tuple[int, ...]
    cuts: tuple[int, ...]
    pruned: int
    order: tuple[int, ...]
    best: tuple[int, ...]
    value: tuple[Number, ...]

    def accepted(self, part: str, node: int) -> Sequence[Any]:
        """Return the accepted answers for a node in one part, or nothing if the part is not about nodes."""
        if part == "windows":
            return (self.windows.get(node),)
        return {"values": self.values.get(node, ()), "best": self.best[:1], "value": self.value}.get(part, ())


def reference(solution: Solution, masks: LeafMasks, roots: Sequence[int] | None = None) -> ReferenceAnswer:
    """Return the reference answer that follows from a solution; `roots` replaces the topmost pruned nodes."""
    tree = solution.tree
    inner = [node for node, below in enumerate(tree.children) if below]
    visited = frozenset(node for node in inner if solution.status(node) == VISITED)
    pruned_roots = masks.topmost(masks.of(solution.pruned_root_ids if roots is None else roots))
    windows_by_node = alpha_beta_pairs(solution)
    windows = {node: windows_by_node[node] for node in sorted(visited) if node in windows_by_node}
    equally_good = [child for child, is_proved in ties(solution).items() if is_proved]
    if isinstance(solution, MaxnSolution):  # a child with other payoffs would change the value of the root
        equally_good = [child for child in equally_good if solution.values[child] == solution.value]
    return ReferenceAnswer(
        _all_accepted_values(solution, inner),
        visited,
        windows,
        pruned_roots,
        tuple(map(masks.below.__getitem__, pruned_roots)),
        masks.of(pruned_roots),
        solution.evaluated_ids,
        () if solution.best_id is None else (solution.best_id, *equally_good),
        accepted_values(solution, 0),
    )


def _all_accepted_values(solution: Solution, inner: Sequence[int]) -> dict[int, tuple[Number, ...]]:
    """Return the accepted values of the inner nodes."""
    found = {node: accepted_values(solution, node) for node in inner}
    if solution.pruned_root_ids:
        for node, value in _values_by_seen_leaves(solution, inner).items():
            if value not in found[node]:
                found[node] += (value,)
    return found


def _values_by_seen_leaves(solution: Solution, inner: Sequence[int]) -> dict[int, Number]:
    """Return the value of each visited MAX and MIN node, derived from the evaluated leaves below it.

    In a tree with payoffs, only nodes that were cut are included.
    """
    tree = solution.tree
    if isinstance(solution, MaxnSolution):
        return {node: solution.best_seen(node) for node in solution.stopped}
    seen: dict[int, Any] = {leaf: tree.values[leaf] for leaf in solution.evaluated_ids}
    for node in reversed(inner):
        below = [seen[child] for child in tree.children[node] if child in seen]
        if tree.kinds[node] is Kind.CHANCE:
            returned = solution.returned(node)
            below = [] if returned is None else [returned]
        if below:
            seen[node] = (min if tree.kinds[node] is Kind.MIN else max)(below)
    return {node: value for node, value in seen.items() if tree.children[node]}


def answer_from_solution(solution: Solution, right: ReferenceAnswer, parts: Iterable[str] = PARTS) -> Answer:
    """Return the answer of a student who searches as in the solution and names the pruned nodes of the reference."""
    values = {node: value for node in sorted(right.visited) if (value := solution.returned(node)) is not None}
    found: dict[str, Any] = {
        "values": values,
        "windows": dict(right.windows),
        "pruned": right.roots,
        "order": right.order,
        "best": solution.best_id,
        "value": solution.value if solution.is_forced else solution.returned(0),
    }
    return Answer("", **{part: found[part] for part in parts})


class ComparableAnswer(NamedTuple):
    """An answer prepared for comparison: its pruned nodes as a mask, and the topmost of these nodes with their masks.

    Decimals in the answer may be rounded, but must have at least `places` places.
    """

    answer: Answer
    pruned: int
    topmost: tuple[int, ...]
    topmost_masks: tuple[int, ...]
    has_decimals: bool
    places: int

    def matches_any(self, number: Any, accepted: Collection[Any]) -> bool:
        """Return whether a number or window equals one of the accepted numbers or windows, allowing for rounding."""
        if not self.has_decimals:
            return number in accepted
        return any(is_rounding_of(number, one, self.places) for one in accepted)


def comparable(answer: Answer, masks: LeafMasks, places: int = DEFAULT_PLACES) -> ComparableAnswer:
    """Prepare an answer for comparison."""
    pruned = masks.of(answer.pruned or ())
    topmost = masks.topmost(pruned)
    topmost_masks = tuple(map(masks.below.__getitem__, topmost))
    return ComparableAnswer(answer, pruned, topmost, topmost_masks, _has_decimals(answer), places)


def _has_decimals(answer: Answer) -> bool:
    """Return whether any number in an answer was written with decimal places."""
    numbers = [*(answer.values or {}).values(), *(answer.windows or {}).values(), answer.value]
    each = (one for number in numbers for one in (number if isinstance(number, tuple) else (number,)))
    return any(hasattr(one, "places") for one in each)


def count_right_numbers(comparable: ComparableAnswer, right: ReferenceAnswer) -> int:
    """Return how many numbers in an answer are right, counting values and both bounds of each window."""
    answer = comparable.answer
    given: list[tuple[Any, Collection[Any]]] = [
        (value, right.values[node]) for node, value in (answer.values or {}).items()
    ]
    given += [(answer.value, right.value)]
    for node, row in (answer.windows or {}).items():
        given += [(end, (exact,)) for end, exact in zip(row, right.windows.get(node, ()), strict=False)]
    return sum(number is not None and comparable.matches_any(number, accepted) for number, accepted in given)


def differences(comparable: ComparableAnswer, right: ReferenceAnswer, parts: Iterable[str]) -> dict[str, int]:
    """Return the number of differences in each part, without the parts that are not answered."""
    answer = comparable.answer
    return {part: _COUNTS[part](comparable, right) for part in parts if answer.answered(part)}


def differing(comparable: ComparableAnswer, right: ReferenceAnswer, parts: Iterable[str]) -> int:
    """Return the total number of differences in the parts."""
    return sum(differences(comparable, right, parts).values())


def differences_up_to(
    comparable: ComparableAnswer, right: ReferenceAnswer, parts: Iterable[str], most: int
) -> dict[str, int] | None:
    """Return the number of differences in each part, or None if the total exceeds `most`."""
    found: dict[str, int] = {}
    for part in parts:
        found[part] = _COUNTS[part](comparable, right)
        most -= found[part]
        if most < 0:
            return None
    return found


def matches_rule_exactly(
    part: str, comparable: ComparableAnswer, rule: ReferenceAnswer, needed: Collection[int]
) -> bool:
    """Return whether a part is complete and agrees with a rule; `needed` are the nodes that must have values."""
    given, answer = getattr(comparable.answer, part), comparable.answer
    if not answer.answered(part) or differences(comparable, rule, (part,))[part] or (part == "best" and not rule.best):
        return False
    required = {"values": needed, "windows": rule.windows}.get(part, ())
    return all(node in given for node in required)


def _value_differences(comparable: ComparableAnswer, right: ReferenceAnswer) -> int:
    accepted, given = right.values, comparable.answer.values or {}
    differing = [(node, number) for node, number in given.items() if number not in accepted[node]]
    return sum(not comparable.matches_any(number, accepted[node]) for node, number in differing)


def _window_differences(comparable: ComparableAnswer, right: ReferenceAnswer) -> int:
    windows, given = right.windows, comparable.answer.windows or {}
    differing = [(node, window) for node, window in given.items() if windows.get(node) != window]
    return sum(not comparable.matches_any(window, [windows.get(node)]) for node, window in differing)


def _pruned_differences(comparable: ComparableAnswer, right: ReferenceAnswer) -> int:
    """Count the missing cuts and the nodes that the answer wrongly names as pruned."""
    if comparable.pruned == right.pruned:
        return 0
    missing = sum(cut & ~comparable.pruned != 0 for cut in right.cuts)
    return max(1, missing + sum(top & ~right.pruned != 0 for top in comparable.topmost_masks))


def _count_order_edits(comparable: ComparableAnswer, right: ReferenceAnswer) -> int:
    """Count the leaves that must be deleted and inserted to turn the order in the answer into the right order."""
    given = comparable.answer.order
    assert given is not None
    return 0 if given == right.order else len(given) + len(right.order) - 2 * count_in_order(given, right.order)


def count_in_order(given: Sequence[int], right: Sequence[int]) -> int:
    """Return the length of the longest subsequence of the given leaves that is in the right order.

    >>> count_in_order((1, 3, 2, 4), (1, 2, 3, 4))
    3
    """
    rank = {leaf: number for number, leaf in enumerate(right)}
    ends: list[int] = []
    for number in map(rank.get, given):
        if number is not None:
            at = bisect_left(ends, number)
            ends[at : at + 1] = [number]
    return len(ends)


def _best_differences(comparable: ComparableAnswer, right: ReferenceAnswer) -> int:
    return int(bool(right.best) and comparable.answer.best not in right.best)


def _root_differences(comparable: ComparableAnswer, right: ReferenceAnswer) -> int:
    return int(not comparable.matches_any(comparable.answer.value, right.value))


_COUNTS = {
    "pruned": _pruned_differences,
    "best": _best_differences,
    "value": _root_differences,
    "values": _value_differences,
    "windows": _window_differences,
    "order": _count_order_edits,
}

PARTS_BY_COST = tuple(_COUNTS)
"""All parts, beginning with those that are fastest to compare."""
