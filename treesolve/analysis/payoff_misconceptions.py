"""Misconceptions about trees with payoffs for several players, each implemented as a buggy search.

The codes, and what the student does:

    maximises-sum    takes the child with the greatest sum of payoffs
    maximises-first  takes the best child for the first player at every node
    minimises-next   takes the worst child for the next player
    deep-bounds      also compares with the payoffs of players further up
    no-shallow-cuts  cuts nothing, where the header allows shallow cuts
"""

from collections.abc import Callable, Mapping

from treesolve.model.convention import MAXN
from treesolve.search.maxn import MaxnSolution, Preference, solve_maxn


def _solver_with_preference(prefers: Preference) -> Callable[[MaxnSolution], MaxnSolution | None]:
    return lambda solution: solve_maxn(solution.tree, prefers=prefers)


def _solved_without_shallow_cuts(solution: MaxnSolution) -> MaxnSolution | None:
    return solve_maxn(solution.tree, convention=MAXN) if solution.shallow else None


def _solved_with_deep_cuts(solution: MaxnSolution) -> MaxnSolution | None:
    deep = solution.convention._replace(bounds="deep")
    return solve_maxn(solution.tree, convention=deep) if solution.shallow else None


def _solved_correctly(solution: MaxnSolution) -> MaxnSolution | None:
    return solution if solution.convention.cuts else None


WRONG_WITH_PAYOFFS: Mapping[str, Callable[[MaxnSolution], MaxnSolution | None]] = {
    "maximises-sum": _solver_with_preference(lambda payoffs, _: sum(payoffs)),
    "maximises-first": _solver_with_preference(lambda payoffs, _: payoffs[0]),
    "minimises-next": _solver_with_preference(lambda payoffs, player: -payoffs[(player + 1) % len(payoffs)]),
    "deep-bounds": _solved_with_deep_cuts,
    "no-shallow-cuts": _solved_without_shallow_cuts,
    "reads-only-first-skipped": _solved_correctly,
    "marks-cut-node": _solved_correctly,
}
"""The solver of each misconception. A solver returns None if the misconception cannot make a difference."""

PAYOFF_CODES = tuple(WRONG_WITH_PAYOFFS)
