"""Quantities that can be counted in a solution: cuts by kind, pruned leaves, best moves, ties.

Only cuts that skip nodes are counted. The cuts of Star1 are counted in a search with Star1, and the cuts of Star2 in a
search with Star2, regardless of the convention's rule for chance nodes.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from treesolve.model.convention import Convention
from treesolve.model.kind import Kind
from treesolve.model.number import Number
from treesolve.model.tree import Tree
from treesolve.search.backward_induction import possible_payoffs
from treesolve.search.comparison import compare
from treesolve.search.maxn import MaxnSolution
from treesolve.search.minimax import minimax_values
from treesolve.search.solution import Solution, solve
from treesolve.search.trace import CutEvent


def measure(solution: Solution, name: str) -> int:
    """Return one of the counts for a solution, where `name` is a key of `_MEASURES`."""
    return _MEASURES[name](solution)


def count_convention_differences(tree: Tree, conventions: Iterable[Convention]) -> int:
    """Count the leaves and best moves in which the searches under the other conventions differ from the first search.

    Failed searches are ignored.
    """
    solutions = [row.solution for row in compare(tree, conventions).rows if row.solution]
    answers = [(frozenset(solution.pruned_leaf_ids), solution.best_id) for solution in solutions]
    return sum(len(answers[0][0] ^ pruned) + (answers[0][1] != best) for pruned, best in answers[1:])


def _cuts(is_counted: Callable[[Solution, CutEvent], bool]) -> Callable[[Solution], int]:
    return lambda solution: sum(bool(cut.skipped) and is_counted(solution, cut) for cut in solution.cut_events)


def _skips_inner_node(solution: Solution, cut: CutEvent) -> bool:
    return any(solution.tree.children[node] for node in cut.skipped)


def _position_of_best(solution: Solution) -> int:
    """Return the position of the root's choice among its children, counted from 1; 0 if there is no choice."""
    return 0 if solution.best_id is None else solution.tree.children[0].index(solution.best_id) + 1


def _count_best_children(solution: Solution, node: int) -> int:
    """Return the number of children worth as much to the player as the node itself; 0 if there is no choice."""
    if solution.tree.kinds[node] in (Kind.CHANCE, Kind.LEAF):
        return 0
    values = solution.values
    best = solution.worth(values[node], node)
    return sum(solution.worth(values[child], node) == best for child in solution.tree.children[node])


def _count_ties(solution: Solution) -> int:
    return sum(_count_best_children(solution, node) > 1 for node in range(len(solution.tree)))


def _count_outcomes(solution: Solution) -> int:
    """Return the number of different payoffs that the root can have under all ways to break ties.

    The number is 1 for trees of MAX and MIN.
    """
    return len(possible_payoffs(solution.tree)[0]) if isinstance(solution, MaxnSolution) else 1


def _star_cuts(rule: str) -> Callable[[Solution], int]:
    def count(solution: Solution) -> int:
        convention, kinds = solution.convention, solution.tree.kinds
        with_rule = solution if convention.chance == rule else solve(solution.tree, convention._replace(chance=rule))
        return sum(bool(cut.skipped) and kinds[cut.node] is Kind.CHANCE for cut in with_rule.cut_events)

    return count


def _count_fractions(solution: Solution) -> int:
    return sum(isinstance(value, Fraction) and value.denominator > 1 for value in solution.values)


def _differs_from_unweighted(solution: Solution) -> int:
    """Return 1 if none of the root's best moves is still best when all outcomes have equal weights, otherwise 0."""
    tree = solution.tree
    unweighted = Tree(tree.kinds, tree.values, tree.children)
    return int(not _best_moves(tree, solution.values) & _best_moves(unweighted, minimax_values(unweighted)))


def _best_moves(tree: Tree, values: Sequence[Number | None]) -> frozenset[int]:
    return frozenset(child for child in tree.children[0] if values[child] == values[0])


_MEASURES: Mapping[str, Callable[[Solution], int]] = {
    "pruned": lambda solution: len(solution.pruned_leaf_ids),
    "cuts": _cuts(lambda _, _cut: True),
    "alpha-cut": _cuts(lambda _, cut: cut.bound == "alpha"),
    "beta-cut": _cuts(lambda _, cut: cut.bound == "beta"),
    "deep-cut": _cuts(Solution.is_deep),
    "subtree-cut": _cuts(_skips_inner_node),
    "best": _position_of_best,
    "unique-best": lambda solution: _count_best_children(solution, 0),
    "unique-play": _count_ties,
    "tie": _count_ties,
    "outcomes": _count_outcomes,
    "star1-cut": _star_cuts("star1"),
    "star2-cut": _star_cuts("star2"),
    "integer-values": _count_fractions,
    "best-differs-from-unweighted": _differs_from_unweighted,
}
