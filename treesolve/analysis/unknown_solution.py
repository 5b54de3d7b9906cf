"""The result of a search for every value of a letter, as a finding for each interval of values from left to right."""

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, NamedTuple

from treesolve.analysis.piecewise import Interval, IntervalAnswer, Linear, ParametricNumber, merge_intervals
from treesolve.model.convention import Convention
from treesolve.model.exportable import Exportable
from treesolve.model.node import Node
from treesolve.model.number import INFINITY, Number, Unknown
from treesolve.model.tree import Tree


class Obstacle(NamedTuple):
    """The reason why no search is possible: the code and the node of treesolve.search.search.Unsolvable."""

    code: str
    node: int


class Finding(NamedTuple):
    """The result of the search throughout an interval.

    `value` is the minimax value of the root, or None if it depends on other unknowns. `returned` is the value that the
    search returned at the root, and `result` says whether the returned value is "exact" or an "upper" or "lower" bound
    (see Solution.result). `best_id` is the chosen child of the root, `pruned_root_ids` are the topmost pruned nodes,
    and `evaluated_ids` are the evaluated leaves in order. If there is an `obstacle`, only `value` is known.
    """

    value: Linear | None = None
    result: str | None = None
    returned: Linear | None = None
    best_id: int | None = None
    pruned_root_ids: tuple[int, ...] = ()
    evaluated_ids: tuple[int, ...] = ()
    obstacle: Obstacle | None = None

    def at(self, point: Number) -> "Finding":
        """Return the finding for one value of the letter."""
        value, returned = self.value, self.returned
        return self._replace(value=value and value.at(point), returned=returned and returned.at(point))

    @property
    def is_constant(self) -> bool:
        """Whether the value of the root does not depend on the letter."""
        return self.value is None or not self.value.slope


def merge_adjacent_intervals(pieces: Iterable[IntervalAnswer[Finding]]) -> tuple[IntervalAnswer[Finding], ...]:
    """Merge neighboring intervals with equal findings.

    A single point is merged with a neighbor whose finding holds for it, preferably with one whose finding is constant.
    """
    listed = list(pieces)
    found: list[IntervalAnswer[Finding]] = []
    for piece, following in zip(listed, [*listed[1:], None], strict=True):
        merged = _merge_neighbors(found[-1], piece) if found else None
        if merged and not (following and _is_point_of_next_piece(piece, following, merged.answer)):
            found[-1] = merged
        else:
            found.append(piece)
    return tuple(map(_evaluate_at_point, found))


def _evaluate_at_point(piece: IntervalAnswer[Finding]) -> IntervalAnswer[Finding]:
    """Return the interval with its answer, in which numbers replace formulas if the interval is a single point."""
    interval, finding = piece
    return IntervalAnswer(interval, finding.at(interval.low)) if interval.is_point else piece


def _is_point_of_next_piece(
    piece: IntervalAnswer[Finding], following: IntervalAnswer[Finding], finding: Finding
) -> bool:
    """Return whether a point must be merged with the next interval because only the finding there is constant."""
    steady = not finding.is_constant and following.answer.is_constant
    return piece.interval.is_point and steady and _merge_neighbors(piece, following) is not None


def _merge_neighbors(left: IntervalAnswer[Finding], right: IntervalAnswer[Finding]) -> IntervalAnswer[Finding] | None:
    """Return two neighbors merged into one interval, or None if neither finding holds for both intervals."""
    for finding in (left.answer, right.answer):
        if _finding_holds_for(finding, left) and _finding_holds_for(finding, right):
            return IntervalAnswer(left.interval.extended_to(right.interval), finding)
    return None


def _finding_holds_for(finding: Finding, piece: IntervalAnswer[Finding]) -> bool:
    if finding == piece.answer:
        return True
    point = piece.interval.low
    return piece.interval.is_point and finding.at(point) == piece.answer.at(point)


class UnknownQuestion(NamedTuple):
    """The question of what the search does for each value of a letter in a domain.

    `with_number` returns the tree with a number in place of the letter. If `integers` is true, the letter stands for an
    integer. If `chance_node` is given, the letter stands for the probability of the chance node's first outcome.
    """

    tree: Tree
    convention: Convention
    letter: str
    domain: Interval
    with_number: Callable[[ParametricNumber], Tree]
    integers: bool = False
    chance_node: int | None = None


class SolvedInterval(NamedTuple):
    """The result of the search for the values of the letter in an interval.

    `value` is the minimax value of the root as a linear function: `slope` times the letter plus `offset`. It is None if
    the minimax value depends on other unknowns.
    """

    interval: Interval
    value: Linear | None
    best: Node | None
    pruned_roots: tuple[Node, ...]
    evaluated: tuple[Node, ...]


class UnknownSolution(Exportable):
    """A tree searched for every value of the letter of an unknown leaf.

    In a tree without unknown leaves, the letter is the probability of the first outcome of `chance_node`. `domain` is
    the interval of possible values. With `integers`, all intervals are ranges of integers that include both ends.
    """

    def __init__(self, question: UnknownQuestion, pieces: Iterable[IntervalAnswer[Finding]]) -> None:
        self.tree, self.convention, self.letter, self.domain, _, self.integers, self.chance_id = question
        found = tuple(pieces)
        self._pieces = merge_adjacent_intervals(found)
        self._values = merge_adjacent_intervals(
            IntervalAnswer(interval, Finding(finding.value)) for interval, finding in found
        )

    def __repr__(self) -> str:
        described, letter = repr(self.tree), self.chance_node.name if self.chance_node else self.letter
        if described.startswith("<"):
            return f"<UnknownSolution of {described} for {letter}>"
        return f"unknown({described.removeprefix('read(').removesuffix(')')}, {letter!r}, {self.convention.id!r})"

    @property
    def chance_node(self) -> Node | None:
        """The chance node whose first outcome has the letter as its probability; None if the letter is a leaf value."""
        return self.tree.optional_node(self.chance_id)

    @property
    def pieces(self) -> tuple[SolvedInterval, ...]:
        """The intervals with different results, from left to right, without gaps."""
        return tuple(self._solved_interval(piece.interval, piece.answer) for piece in self.findings)

    def _solved_interval(self, interval: Interval, found: Finding) -> SolvedInterval:
        nodes, best = self.tree.nodes, self.tree.optional_node(found.best_id)
        return SolvedInterval(interval, found.value, best, nodes(found.pruned_root_ids), nodes(found.evaluated_ids))

    @property
    def leaf_ids(self) -> tuple[int, ...]:
        """The leaves with this letter."""
        return tuple(leaf for leaf in self.tree.leaf_ids if self.tree.values[leaf] == Unknown(self.letter))

    @property
    def outcome_ids(self) -> tuple[int, ...]:
        """The children of the chance node, the first of which has the letter as its probability; otherwise empty."""
        return () if self.chance_id is None else self.tree.children[self.chance_id]

    @property
    def other_ids(self) -> tuple[int, ...]:
        """The leaves with other unknowns."""
        return tuple(leaf for leaf in unknown_leaves(self.tree) if leaf not in self.leaf_ids)

    @cached_property
    def findings(self) -> tuple[IntervalAnswer[Finding], ...]:
        """The intervals of `pieces` with complete findings, which refer to nodes by id."""
        return merge_adjacent_intervals(self._restrict_to_integers(self._pieces))

    @cached_property
    def values(self) -> tuple[IntervalAnswer[Finding], ...]:
        """The minimax value of the root as a function of the letter: findings that contain only a value."""
        return merge_adjacent_intervals(self._restrict_to_integers(self._values))

    @property
    def matters(self) -> tuple[Interval, ...]:
        """The intervals in which the value of the root depends on the letter."""
        changing = (piece.interval for piece in self._values if not piece.answer.is_constant)
        return merge_intervals(changing, integers=self.integers)

    @property
    def is_forced(self) -> bool:
        """Whether the root has a single move, which is played without a search."""
        return any(finding.best_id is not None and finding.result is None for _, finding in self._pieces)

    @cached_property
    def prunable_ids(self) -> tuple[int, ...]:
        """The nodes that are among the topmost pruned nodes for some value of the letter, sorted by id."""
        return tuple(sorted({root for piece in self._pieces for root in piece.answer.pruned_root_ids}))

    def pruned_where(self, node: Node | str | int) -> tuple[Interval, ...]:
        """Return the values for which a node is pruned, alone or with an ancestor.

        The node can be given by name or id. Raises InputError if there is no such node.
        """
        number, subtree = node.id if isinstance(node, Node) else self.tree[node].id, self.tree.subtree
        return self._intervals_where(lambda finding: any(number in subtree(root) for root in finding.pruned_root_ids))

    def chosen_where(self, node: int) -> tuple[Interval, ...]:
        """Return the values for which the root chooses this child."""
        return self._intervals_where(lambda finding: finding.best_id == node)

    @cached_property
    def obstacles(self) -> dict[Obstacle, tuple[Interval, ...]]:
        """The obstacles to a search, each with the values for which it occurs."""
        return {
            met: where for met, where in self._intervals_by_finding(lambda finding: finding.obstacle).items() if met
        }

    @cached_property
    def bounds(self) -> dict[tuple[str, Linear], tuple[Interval, ...]]:
        """The values for which the search returns only a bound, by result ("upper" or "lower") and returned value."""
        found = self._intervals_by_finding(lambda finding: (finding.result, finding.returned))
        return {bound: where for bound, where in found.items() if bound[0] in ("upper", "lower")}

    def _intervals_by_finding(self, part: Callable[[Finding], Any]) -> dict[Any, tuple[Interval, ...]]:
        """Group the intervals by one part of their findings."""
        grouped: dict[Any, list[Interval]] = {}
        for interval, finding in self._pieces:
            grouped.setdefault(part(finding), []).append(interval)
        return {each: merge_intervals(intervals, integers=self.integers) for each, intervals in grouped.items()}

    def _intervals_where(self, holds: Callable[[Finding], bool]) -> tuple[Interval, ...]:
        return merge_intervals(
            (piece.interval for piece in self._pieces if holds(piece.answer)), integers=self.integers
        )

    def _restrict_to_integers(self, pieces: Iterable[IntervalAnswer[Finding]]) -> Iterable[IntervalAnswer[Finding]]:
        for interval, finding in pieces:
            part = interval.integers if self.integers else interval
            if part is not None:
                yield IntervalAnswer(part, finding)


def smallest_integer(intervals: tuple[Interval, ...]) -> int | None:
    """Return the smallest integer in the intervals, or None if there is no integer or no smallest integer."""
    ranges = merge_intervals(intervals, integers=True)
    return int(ranges[0].low) if ranges and ranges[0].low != -INFINITY else None


def largest_integer(intervals: tuple[Interval, ...]) -> int | None:
    """Return the largest integer in the intervals, or None if there is no integer or no largest integer."""
    ranges = merge_intervals(intervals, integers=True)
    return int(ranges[-1].high) if ranges and ranges[-1].high != INFINITY else None


def unknown_leaves(tree: Tree) -> list[int]:
    """Return the leaves with unknown values."""
    return [leaf for leaf in tree.leaf_ids if isinstance(tree.values[leaf], Unknown)]
