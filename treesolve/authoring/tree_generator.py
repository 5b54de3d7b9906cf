"""Generate random trees that meet constraints.

Random trees are tested first. If none of them meets all constraints, the nearest one is improved step by step.
"""

from collections.abc import Iterator
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

from treesolve.analysis.misconception import CODES
from treesolve.analysis.payoff_misconceptions import PAYOFF_CODES
from treesolve.authoring.chance_weights import draw_skeleton, with_integer_averages
from treesolve.authoring.constraint import Constraint
from treesolve.authoring.constraint_conflict import find_impossible_constraints
from treesolve.authoring.discrimination import CORRECT, group_pairs
from treesolve.authoring.leaf_values import Columns, LeafValues
from treesolve.authoring.tree_request import DISTINCT, FEW_TIES, TreeRequest
from treesolve.model.hash_random import Randomness
from treesolve.model.number import Number
from treesolve.model.problem import InputError, Problem
from treesolve.model.tree import Tree
from treesolve.notation.number_text import format_number
from treesolve.notation.writer import tree_line_preview
from treesolve.search.maxn import solve_tree
from treesolve.search.metrics import measure
from treesolve.search.search import Unsolvable
from treesolve.search.solution import Solution

MAX_COUNT = 100_000
"""Maximum number of trees generated in one run."""

MAX_TRIES, MIN_TRIES, MAX_NODES = 20_000, 100, 1_000_000
"""Limits on the search for the next tree.

The search ends after MAX_TRIES tries, or after MIN_TRIES tries if the trees had more than MAX_NODES nodes in total.
"""

NODES_PER_SEPARATION = 4000
"""Cost of testing which misconceptions a tree distinguishes, expressed as a number of nodes."""

RANDOM_TRIES = 24
"""Number of random trees to try before improving the nearest one."""

SAMPLE_SIZE = 40
"""Number of trees to try to find out which misconceptions the requested trees can distinguish."""

_Violation = tuple[int, Number]
"""The number of violated constraints, and the sum of their violations."""


class _Candidate(NamedTuple):
    values: LeafValues
    columns: Columns
    solution: Solution
    violation: _Violation


class NoTreeFound(Exception):
    """The error raised if no further tree is found in `tries` tries, after `found` trees have been found.

    `nearest` is the solution of the tree that came closest to meeting all constraints, or None if no tree could be
    solved.
    """

    def __init__(self, tries: int, found: int, constraints: tuple[Constraint, ...], nearest: Solution | None) -> None:
        super().__init__(f"{found} found, {tries} tried")
        self.tries, self.found, self.constraints, self.nearest = tries, found, constraints, nearest

    @property
    def facts(self) -> dict[str, object]:
        """The facts for an error message.

        If no tree was found at all, they include the nearest tree, the constraints it violates, and its numbers for
        these constraints.
        """
        facts: dict[str, object] = {"tries": self.tries, "found": self.found, "nearest": "", "numbers": [], "unmet": []}
        if self.nearest is None or self.found:
            return facts
        violated = [constraint for constraint in self.constraints if not constraint.holds(self.nearest)]
        numbers = [
            f"{constraint.name}={format_number(number)}"
            for constraint in violated
            if constraint.has_number and (number := constraint.number(self.nearest)) is not None
        ]
        unmet = [str(constraint) for constraint in violated if not constraint.has_number]
        return facts | {"nearest": tree_line_preview(self.nearest.tree), "numbers": numbers, "unmet": unmet}


class TreeGenerator:
    """An endless generator of different trees for one request.

    The same request, seed and version give the same trees on every machine. The constructor raises InputError if the
    request contradicts itself, and treesolve.search.search.Unsolvable if the tree in `like` cannot be solved. Iterating
    raises NoTreeFound if too many tries for the next tree fail.
    """

    def __init__(self, request: TreeRequest, seed: object) -> None:
        if problems := find_impossible_constraints(request):
            raise InputError(problems)
        self.request = with_all_constraints(request)
        self._random = Randomness(f"{seed}/trees")
        self._digests = set() if request.like is None else {tree_digest(request.like)}
        self._found = self._tries = self._nodes = 0
        self._nearest: _Candidate | None = None

    def __iter__(self) -> Iterator[Tree]:
        return (solution.tree for solution in self.solutions())

    def solutions(self) -> Iterator[Solution]:
        """Yield the solution of each tree. The solution includes the tree."""
        while True:
            self._tries, self._nodes, self._nearest = 0, 0, None
            found = None
            while found is None:
                found = self._draw_or_improve()
            self._digests.add(tree_digest(found.solution.tree))
            self._found += 1
            yield found.solution

    def _draw_or_improve(self) -> _Candidate | None:
        """Return a new tree that meets all constraints, or None if neither drawing nor improving finds one."""
        best: _Candidate | None = None
        for _ in range(RANDOM_TRIES):
            values = LeafValues(self.request, draw_skeleton(self.request, self._random), self._random)
            candidate = self._try(values, values.draw())
            if candidate is not None:
                if self._is_new(candidate):
                    return candidate
                best = candidate if best is None or candidate.violation < best.violation else best
        return None if best is None else self._improve(best)

    def _improve(self, best: _Candidate) -> _Candidate | None:
        """Change leaves until the tree meets all constraints, without ever increasing the violation.

        Returns None after too many changes without progress.
        """
        patience = failures = 20 + 4 * len(best.values.free)
        while failures:
            failures -= 1
            candidate = self._try(best.values, best.values.change(best.columns))
            if candidate is None or candidate.violation > best.violation:
                continue
            if self._is_new(candidate):
                return candidate
            if candidate.violation < best.violation:
                failures = patience
            best = candidate
        return None

    def _try(self, values: LeafValues, columns: Columns | None) -> _Candidate | None:
        """Return the solved tree with these values, or None if there is no such tree or it cannot be solved.

        Raises NoTreeFound after too many tries.
        """
        self._tries += 1
        self._nodes += len(values.form)
        if self._tries > MAX_TRIES or (self._tries > MIN_TRIES and self._nodes > MAX_NODES):
            nearest = None if self._nearest is None else self._nearest.solution
            raise NoTreeFound(self._tries - 1, self._found, self.request.constraints, nearest)
        if columns is None or (solution := _solution(values, columns)) is None:
            return None
        candidate = _Candidate(values, columns, solution, self._violation(solution))
        if self._nearest is None or candidate.violation < self._nearest.violation:
            self._nearest = candidate
        return candidate

    def _violation(self, solution: Solution) -> _Violation:
        """Return the number of violated constraints and the sum of their violations.

        The constraint `separates` is expensive, so it is tested only if all other constraints hold. Otherwise it counts
        as violated.
        """
        amounts = [one.violation(solution) for one in self.request.constraints if one.name != "separates"]
        costly = [one for one in self.request.constraints if one.name == "separates"]
        if any(amounts):
            return sum(map(bool, amounts)) + len(costly), sum(amounts)
        self._nodes += NODES_PER_SEPARATION * len(costly)
        amounts = [one.violation(solution) for one in costly]
        return sum(map(bool, amounts)), sum(amounts)

    def _is_new(self, candidate: _Candidate) -> bool:
        return candidate.violation == (0, 0) and tree_digest(candidate.solution.tree) not in self._digests


def build_tree(values: LeafValues, columns: Columns) -> Tree | None:
    """Return the tree with these values. Chance nodes get averages in steps of the value range if possible.

    Returns None if the leaves have to be distinct and adjusting the averages makes two of them equal.
    """
    tree = values.tree(columns)
    if not values.request.has_chance or values.request.like is not None:
        return tree
    tree = with_integer_averages(tree, values.request.numbers) or tree
    is_distinct = len({tree.values[leaf] for leaf in tree.leaf_ids}) == len(tree.leaf_ids)
    return tree if is_distinct or values.ties != DISTINCT else None


def _solution(values: LeafValues, columns: Columns) -> Solution | None:
    """Return the solution of the tree with these values, or None if there is no such tree or it cannot be solved."""
    tree = build_tree(values, columns)
    try:
        return None if tree is None else solve_tree(tree, values.request.convention)
    except Unsolvable:
        return None


def tree_digest(tree: Tree) -> bytes:
    """Return a digest of a tree's shape and leaf values. Players and weights are ignored."""
    text = repr((tree.children, [str(tree.values[leaf]) for leaf in tree.leaf_ids]))
    return blake2b(text.encode(), digest_size=12).digest()


@lru_cache(maxsize=16)
def with_all_constraints(request: TreeRequest) -> TreeRequest:
    """Return the request with all constraints that its trees have to meet, including those that follow from `like`."""
    constraints = [_prepared_constraint(request, constraint) for constraint in request.constraints]
    if request.like is not None:
        solution = solve_tree(request.like, request.convention)
        for name in ("pruned", "cuts"):
            if all(constraint.name != name for constraint in constraints):
                number = measure(solution, name)
                constraints.append(Constraint(name, number, number))
    return request._replace(constraints=tuple(constraints))


def _prepared_constraint(request: TreeRequest, constraint: Constraint) -> Constraint:
    """Return a `separates` constraint with the parts of the request, and any other constraint unchanged.

    A `separates` constraint that names no misconceptions also gets the pairs that need not be separated, because not
    even the best tree of a sample distinguishes them.
    """
    if constraint.name != "separates":
        return constraint
    constraint = constraint._replace(parts=request.parts)
    return constraint if constraint.names else constraint._replace(allowed=_inseparable_pairs(request, constraint))


def _inseparable_pairs(request: TreeRequest, constraint: Constraint) -> frozenset[tuple[str, str]]:
    """Return the pairs of misconceptions that the best tree of a sample does not distinguish.

    The sample does not depend on the seed.
    """
    random = Randomness("sample")
    best: tuple[tuple[int, int], frozenset[tuple[str, str]], LeafValues, Columns] | None = None
    for number in range(SAMPLE_SIZE):
        if best is None or number % 4 == 0:
            values = LeafValues(request, draw_skeleton(request, random), random)
            columns = values.draw()
        else:
            values, columns = best[2], best[2].change(best[3])
        if columns is None or (solution := _solution(values, columns)) is None:
            continue
        pairs = constraint.confused(solution)
        rank = sum(one == CORRECT for one, _ in pairs), len(pairs)
        if best is None or rank <= best[0]:
            best = rank, pairs, values, columns
        if not pairs:
            break
    return frozenset() if best is None else best[1]


def request_notes(request: TreeRequest) -> tuple[Problem, ...]:
    """Return notes for the user on a request: unexpected ties, and misconceptions that its trees cannot distinguish.

    Inseparable misconceptions are known only in a request that `with_all_constraints` returned.
    """
    found = []
    leaves, values = request.max_leaves, request.numbers
    if request.ties(leaves) == FEW_TIES:
        found.append(Problem("few-ties", None, {"leaves": leaves, "count": values.size, "span": str(values)}))
    for constraint in request.constraints_needing_ties:
        found.append(Problem("ties-for-constraint", None, {"constraint": str(constraint)}))
    for constraint in request.constraints:
        if constraint.allowed:
            groups = group_pairs(sorted(constraint.allowed), tuple(dict.fromkeys((CORRECT, *CODES, *PAYOFF_CODES))))
            undetected = [group[1:] for group in groups if group[0] == CORRECT]
            others = [group for group in groups if group[0] != CORRECT]
            facts = {"silent": undetected[0] if undetected else (), "groups": others}
            found.append(Problem("not-separable", None, facts))
    return tuple(found)
