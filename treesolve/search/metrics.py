"""What a search comes to in numbers: cuts by kind, pruned leaves, bounds that change; one number a measure.

The same measures are taken of one solution, here, and of thousands of searches at once, in `vectorized`.

Vocabulary

    measure     one of the names below, with a whole number for every solution
    last level  the nodes all of whose children are leaves

The measures:

    pruned        leaves never evaluated because of a cut
    cuts          cuts that skip something; alpha-cuts, beta-cuts and deep-cuts are those of them of that kind
    subtree-cuts  cuts that skip an inner node
    upper-cuts    cuts at nodes that are not on the last level
    first-pruned  pruned leaves below the child of the root that is visited first
    best          the place of the chosen child of the root among its children, counted from 1 on the left; 0 for none
    equal-moves   children of the root that are worth as much as it is
    ties          nodes at which more than one child is worth as much as the best
    outcomes      payoffs that the root may have, however ties are decided; 1 where MAX and MIN play
    visited       nodes the search comes to
    changes       arriving values that change a bound of the node where they arrive
    distractors   arriving values that change none
    events        lines of the worked solution: an inner node entered or left, a leaf's value arriving, a cut; with
                  payoffs only what arrives
    star1-cuts    cuts at chance nodes that skip something, where the search makes Star1's; star2-cuts likewise
    fractions     nodes whose minimax value is no whole number
    overruled     1 if none of the root's best moves would be one with equal weights at every chance node, else 0
    score         how much work a tree is: a line counts 1, a bound that changes 2, a distractor 1
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.model.number import Number
from treesolve.model.tree import Kind, Tree
from treesolve.search.backward_induction import possible_payoffs
from treesolve.search.maxn import MaxnSolution
from treesolve.search.search import Unsolvable
from treesolve.search.solution import Solution, minimax_values, solve
from treesolve.search.trace import Cut

DIFFERENT = "different:"
"""Begins the name of a measure that compares lectures: in how many leaves and best moves they differ from the first."""


def measured(solution: Solution, names: Iterable[str]) -> dict[str, int]:
    """The named measures of a solution."""
    return {
        name: different(solution, compared(name)) if name.startswith(DIFFERENT) else _MEASURES[name](solution)
        for name in names
    }


def compared(name: str) -> tuple[Convention, ...]:
    """The lectures whose names a measure of DIFFERENT has."""
    return tuple(CONVENTIONS[lecture] for lecture in name.removeprefix(DIFFERENT).split(","))


def different(solution: Solution, conventions: Iterable[Convention]) -> int:
    """In how many leaves, and in the best move, the other lectures' searches differ from the first, all together.

    Lectures that cannot search the tree do not count.
    """
    answers = []
    for convention in conventions:
        try:
            other = solve(solution.tree, convention)
        except Unsolvable:
            continue
        answers.append((frozenset(other.pruned_leaves), other.best))
    if not answers:
        return 0
    pruned, best = answers[0]
    return sum(len(pruned ^ other) + (best != move) for other, move in answers[1:])


def _skipping_cuts(solution: Solution) -> list[Cut]:
    return [cut for cut in solution.cuts if cut.skipped]


def _number_of_cuts(is_meant: Callable[[Solution, Cut], bool]) -> Callable[[Solution], int]:
    return lambda solution: sum(is_meant(solution, cut) for cut in _skipping_cuts(solution))


def _is_skipping_inner_nodes(solution: Solution, cut: Cut) -> bool:
    return any(solution.tree.children[node] for node in cut.skipped)


def _is_cut_above_last_level(solution: Solution, cut: Cut) -> bool:
    return any(solution.tree.children[child] for child in solution.tree.children[cut.node])


def _number_pruned_below_first_move(solution: Solution) -> int:
    first = solution.children_in_order(0)[:1]
    return sum(leaf in solution.tree.subtree(child) for child in first for leaf in solution.pruned_leaves)


def _place_of_best(solution: Solution) -> int:
    return 0 if solution.best is None else solution.tree.children[0].index(solution.best) + 1


def _number_of_best_children(solution: Solution, node: int) -> int:
    """How many children are worth as much to a node's player as it is; none where nobody chooses."""
    if solution.tree.kinds[node] in (Kind.CHANCE, Kind.LEAF):
        return 0
    values = solution.values
    best = solution.worth(values[node], node)
    return sum(solution.worth(values[child], node) == best for child in solution.tree.children[node])


def _number_of_bound_changes(solution: Solution) -> int:
    if isinstance(solution, MaxnSolution):
        return sum(step.chosen for step in solution.arrivals)
    log, kinds = solution.log, solution.tree.kinds
    bounds = [
        low if kinds[node] is Kind.MAX else high
        for node, low, high in zip(log.nodes, log.alphas, log.betas, strict=True)
    ]
    changes = 0
    for parent, bound in zip(log.parents[1:], log.bounds[1:], strict=True):
        if kinds[log.nodes[parent]] is not Kind.CHANCE:
            changes += bound != bounds[parent]
            bounds[parent] = bound
    return changes


def _number_of_values_changing_nothing(solution: Solution) -> int:
    return max(0, len(solution.visited) - 1) - _number_of_bound_changes(solution)


def _number_of_events(solution: Solution) -> int:
    if isinstance(solution, MaxnSolution):
        return len(solution.arrivals)
    inner = len(solution.visited) - len(solution.evaluated)
    return 2 * inner + len(solution.evaluated) + len(_skipping_cuts(solution))


def _score_of_difficulty(solution: Solution) -> int:
    return (
        _number_of_events(solution)
        + 2 * _number_of_bound_changes(solution)
        + _number_of_values_changing_nothing(solution)
    )


def _star_cuts(rule: str) -> Callable[[Solution], int]:
    """How often a rule stops at chance nodes, whichever of them the solution's own lecture has."""

    def count(solution: Solution) -> int:
        convention, kinds = solution.convention, solution.tree.kinds
        own = solution if convention.chance == rule else solve(solution.tree, convention._replace(chance=rule))
        return sum(kinds[cut.node] is Kind.CHANCE for cut in _skipping_cuts(own))

    return count


def _number_of_fractions(solution: Solution) -> int:
    return sum(isinstance(value, Fraction) and value.denominator > 1 for value in solution.values)


def _is_overruled(solution: Solution) -> int:
    tree = solution.tree
    even = Tree(tree.kinds, tree.values, tree.children)
    return int(not _best_moves(tree, solution.values) & _best_moves(even, minimax_values(even)))


def _best_moves(tree: Tree, values: Sequence[Number | None]) -> frozenset[int]:
    return frozenset(child for child in tree.children[0] if values[child] == values[0])


_MEASURES: Mapping[str, Callable[[Solution], int]] = {
    "pruned": lambda solution: len(solution.pruned_leaves),
    "cuts": lambda solution: len(_skipping_cuts(solution)),
    "alpha-cuts": _number_of_cuts(lambda _, cut: cut.bound == "alpha"),
    "beta-cuts": _number_of_cuts(lambda _, cut: cut.bound == "beta"),
    "deep-cuts": _number_of_cuts(Solution.is_deep),
    "subtree-cuts": _number_of_cuts(_is_skipping_inner_nodes),
    "upper-cuts": _number_of_cuts(_is_cut_above_last_level),
    "first-pruned": _number_pruned_below_first_move,
    "best": _place_of_best,
    "equal-moves": lambda solution: _number_of_best_children(solution, 0),
    "visited": lambda solution: len(solution.visited),
    "changes": _number_of_bound_changes,
    "distractors": _number_of_values_changing_nothing,
    "events": _number_of_events,
    "score": _score_of_difficulty,
    "star1-cuts": _star_cuts("star1"),
    "star2-cuts": _star_cuts("star2"),
    "fractions": _number_of_fractions,
    "overruled": _is_overruled,
    "ties": lambda solution: sum(_number_of_best_children(solution, node) > 1 for node in range(len(solution.tree))),
    "outcomes": lambda solution: len(possible_payoffs(solution.tree)[0]) if isinstance(solution, MaxnSolution) else 1,
}
