"""Misconceptions about the search, each implemented as a search with a buggy rule.

Every buggy search returns a solution with events, windows and cuts, as the correct search does. It searches the same
tree, or a tree with other kinds, weights or limits. The reference answer is derived from the solution in the same way.
Two misconceptions only concern how the result of the correct search is written down.

The codes, and what the student does:

    strict-cut      cuts only if a bound has passed the opposite one, where the convention also cuts on equality
    equal-cut       the reverse of strict-cut
    shallow-only    compares only with the bound of the parent, where the convention passes all bounds down
    deep-bounds     the reverse of shallow-only
    swapped-players swaps MAX and MIN
    one-player      maximizes at every node
    right-to-left   visits the children in reverse order
    alpha-only      tracks only alpha, so MAX nodes are never cut
    beta-only       tracks only beta, so MIN nodes are never cut
    no-inherit      passes no bounds down, so nothing is cut
    late-cut        visits one more child after the cut
    parent-skip     also skips the remaining children of the parent
    wrong-direction compares with the bounds the wrong way round
    hindsight       starts with the value of the root, which is known only at the end
    leak            starts each child with the final bounds of the previous child
    reads-only-first-skipped  names only the first skipped child of each cut
    marks-cut-node  names the node that is cut instead of the skipped children

At chance nodes:

    unweighted-average   averages the children without their weights
    chance-maximum  takes the maximum of the children
    chance-minimum  takes the minimum of the children
    chance-as-max   treats chance nodes as MAX nodes, including cuts
    chance-as-min   treats chance nodes as MIN nodes, including cuts
    sum-without-weights  adds the values of the children
    cut-without-limits   stops once the average of the children seen so far reaches a bound
    bounds-through-chance  passes the bounds to the children unchanged
    limits-exchanged     swaps the least and greatest limit in Star1's bounds
    no-chance-cuts  never cuts at chance nodes, where the convention does
    no-probes       searches as Star1 does, where the convention has Star2

For misconceptions about payoffs see treesolve.analysis.payoff_misconceptions.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from treesolve.analysis.reference_answer import LeafMasks, ReferenceAnswer, reference
from treesolve.model.kind import Kind
from treesolve.model.number import INFINITY
from treesolve.model.tree import Tree
from treesolve.search.maxn import MaxnSolution
from treesolve.search.minimax import minimax_values
from treesolve.search.search import Unsolvable, search
from treesolve.search.solution import Solution


class SimulatedStudent(NamedTuple):
    """A simulated student with a misconception: its code, the resulting search and the reference answer."""

    code: str
    solution: Solution
    reference: ReferenceAnswer


def simulated_students(solution: Solution, masks: LeafMasks) -> tuple[SimulatedStudent, ...]:
    """Return simulated students with each misconception that applies to this search, in the order of CODES."""
    found = []
    for code in applicable_misconceptions(solution):
        wrong = solve_with_misconception(solution, code)
        if wrong is not None:
            found.append(SimulatedStudent(code, wrong, reference(wrong, masks, _nodes_named_as_pruned(wrong, code))))
    return tuple(found)


def applicable_misconceptions(solution: Solution) -> tuple[str, ...]:
    """Return the codes of the misconceptions that can apply to a search, in the order of CODES or PAYOFF_CODES."""
    codes = tuple(_rules_about(solution))
    return codes if Kind.CHANCE in solution.tree.kinds else tuple(code for code in codes if code not in CHANCE_CODES)


def solve_with_misconception(solution: Solution, code: str) -> Solution | None:
    """Return the search of a student with the misconception.

    Return None if the misconception does not apply to this convention or tree.
    """
    rules = _rules_about(solution)
    try:
        return rules[code](solution) if code in rules else None
    except Unsolvable:
        return None


def _rules_about(solution: Solution) -> Mapping[str, Callable[[Any], Solution | None]]:
    """Return the solvers of the misconceptions that can apply to a search, by code."""
    if isinstance(solution, MaxnSolution):
        from treesolve.analysis.payoff_misconceptions import WRONG_WITH_PAYOFFS  # rarely needed

        return WRONG_WITH_PAYOFFS
    return _WRONG


def _solver_with_rule(field: str, *rules: str, **fields: str) -> Callable[[Solution], Solution | None]:
    """Return a solver that replaces rules of the convention if the given field has one of these rules."""

    def solve_wrongly(solution: Solution) -> Solution | None:
        rule = _chance_rule_in_effect(solution) if field == "chance" else getattr(solution.convention, field)
        return _solved_with_rules(solution, **fields) if rule in rules else None

    return solve_wrongly


def _solved_in_reverse_order(solution: Solution) -> Solution | None:
    order = "right-left" if solution.convention.order == "left-right" else "left-right"
    return _solved_with_rules(solution, order=order) if solution.convention.cuts else None


def _solved_in_hindsight(solution: Solution) -> Solution | None:
    convention, kind, value = solution.convention, solution.tree.kinds[0], solution.value
    if not convention.cuts or kind not in (Kind.MAX, Kind.MIN) or value in (None, INFINITY, -INFINITY):
        return None
    low, high = convention.window
    window = (value, high) if kind is Kind.MAX else (low, value)
    return _solved_with_rules(solution, window=window)


def _solver_with_kinds(others: Mapping[Kind, Kind]) -> Callable[[Solution], Solution | None]:
    """Return a solver that replaces kinds of nodes.

    A solver that replaces chance nodes only applies if the tree has chance nodes and the convention cuts.
    """

    def solve_wrongly(solution: Solution) -> Solution | None:
        kinds = solution.tree.kinds
        if Kind.CHANCE in others and not (Kind.CHANCE in kinds and solution.convention.cuts):
            return None
        return _solved_on_other_tree(solution, kinds=tuple(others.get(kind, kind) for kind in kinds))

    return solve_wrongly


def _solver_with_buggy_rule(buggy_rule: str) -> Callable[[Solution], Solution | None]:
    """Return a solver that searches with a buggy rule.

    The solver does not apply to a search with Star2, where a student who cuts as in Star1 has another misconception.
    """

    def solve_wrongly(solution: Solution) -> Solution | None:
        if not solution.convention.cuts or _chance_rule_in_effect(solution) == "star2":
            return None
        return Solution(search(solution.tree, solution.convention, buggy_rule))

    return solve_wrongly


def _chance_rule_in_effect(solution: Solution) -> str:
    """Return how the search cuts at chance nodes of this tree: "star1", "star2" or "never"."""
    return solution.convention.chance if solution.convention.cuts_chance(solution.tree) else "never"


def _solver_with_extreme_at_chance(player: Kind) -> Callable[[Solution], Solution | None]:
    """Return a solver that gives all weight to the child that the player would choose.

    Without limits, chance nodes are not cut.
    """

    def solve_wrongly(solution: Solution) -> Solution | None:
        tree = solution.tree
        if Kind.CHANCE not in tree.kinds:
            return None
        kinds = tuple(player if kind is Kind.CHANCE else kind for kind in tree.kinds)
        values = minimax_values(Tree(kinds, tree.values, tree.children))
        weights: dict[int, int] = {}
        for node, children in enumerate(tree.children):
            if tree.kinds[node] is Kind.CHANCE:
                chosen = next((child for child in children if values[child] == values[node]), None)
                weights |= {child: int(child == chosen) for child in children}
        return None if None in values else _solved_on_other_tree(solution, weights=weights, bounds=None)

    return solve_wrongly


def _solved_with_equal_weights(solution: Solution) -> Solution | None:
    tree = solution.tree
    if all(weight * len(tree.children[tree.parents[child] or 0]) == 1 for child, weight in tree.weights.items()):
        return None
    return _solved_on_other_tree(solution, weights={})


def _solved_with_sums(solution: Solution) -> Solution | None:
    tree = solution.tree
    chance = [node for node, kind in enumerate(tree.kinds) if kind is Kind.CHANCE]
    weights = {child: 1 for node in chance for child in tree.children[node]}
    return _solved_on_other_tree(solution, weights=weights) if chance else None


def _solver_as_if_players_only(buggy_rule: str) -> Callable[[Solution], Solution | None]:
    """Return a solver with a buggy rule that ignores the limits of leaf values, as students with that rule do."""

    def solve_wrongly(solution: Solution) -> Solution | None:
        convention, tree = solution.convention, solution.tree
        if not convention.cuts or Kind.CHANCE not in tree.kinds:
            return None
        if buggy_rule == "bounds-through-chance" and convention.bounds == "shallow":
            return None
        return _solved_on_other_tree(solution, buggy_rule, bounds=None)

    return solve_wrongly


def _solved_with_exchanged_limits(solution: Solution) -> Solution | None:
    if _chance_rule_in_effect(solution) != "star1":
        return None
    return Solution(search(solution.tree, solution.convention, "limits-exchanged"))


def _solved_correctly(solution: Solution) -> Solution | None:
    return solution if solution.convention.cuts else None


def _solved_with_rules(solution: Solution, **fields: object) -> Solution:
    return Solution(search(solution.tree, solution.convention._replace(**fields)))  # type: ignore[arg-type]


def _solved_on_other_tree(solution: Solution, buggy_rule: str | None = None, **columns: Any) -> Solution:
    """Return the search of the solution's tree with some columns replaced."""
    return Solution(search(tree_with_columns(solution.tree, **columns), solution.convention, buggy_rule))


def tree_with_columns(tree: Tree, **columns: Any) -> Tree:
    """Return the tree with its kinds, weights or bounds replaced."""
    columns = {"kinds": tree.kinds, "weights": tree.weights, "bounds": tree.bounds} | columns
    return Tree(values=tree.values, children=tree.children, given_names=tree.given_names, moves=tree.moves, **columns)


def _nodes_named_as_pruned(solution: Solution, code: str) -> tuple[int, ...] | None:
    """Return the nodes that the student names as pruned, or None if these are the nodes that are actually pruned."""
    cuts = [cut for cut in solution.cut_events if cut.skipped]
    if code == "reads-only-first-skipped":
        return tuple(cut.skipped[0] for cut in cuts)
    if code == "marks-cut-node":
        return tuple(cut.node for cut in cuts)
    return None


_WRONG: Mapping[str, Callable[[Solution], Solution | None]] = {
    # with values, as students compare them: strict cuts on returned bounds hardly ever happen at inner nodes
    "strict-cut": _solver_with_rule("cut", ">=", cut=">", returns="value"),
    "equal-cut": _solver_with_rule("cut", ">", cut=">="),
    "shallow-only": _solver_with_rule("bounds", "deep", bounds="shallow"),
    "deep-bounds": _solver_with_rule("bounds", "shallow", bounds="deep"),
    "swapped-players": _solver_with_kinds({Kind.MAX: Kind.MIN, Kind.MIN: Kind.MAX}),
    "one-player": _solver_with_kinds({Kind.MIN: Kind.MAX}),
    "right-to-left": _solved_in_reverse_order,
    "late-cut": _solver_with_buggy_rule("late-cut"),
    "parent-skip": _solver_with_buggy_rule("parent-skip"),
    "reads-only-first-skipped": _solved_correctly,
    "marks-cut-node": _solved_correctly,
    "alpha-only": _solver_with_buggy_rule("alpha-only"),
    "beta-only": _solver_with_buggy_rule("beta-only"),
    "no-inherit": _solver_with_buggy_rule("no-inherit"),
    "wrong-direction": _solver_with_buggy_rule("wrong-direction"),
    "hindsight": _solved_in_hindsight,
    "leak": _solver_with_buggy_rule("leak"),
    "unweighted-average": _solved_with_equal_weights,
    "chance-maximum": _solver_with_extreme_at_chance(Kind.MAX),
    "chance-minimum": _solver_with_extreme_at_chance(Kind.MIN),
    "chance-as-max": _solver_with_kinds({Kind.CHANCE: Kind.MAX}),
    "chance-as-min": _solver_with_kinds({Kind.CHANCE: Kind.MIN}),
    "sum-without-weights": _solved_with_sums,
    "cut-without-limits": _solver_as_if_players_only("cut-without-limits"),
    "bounds-through-chance": _solver_as_if_players_only("bounds-through-chance"),
    "limits-exchanged": _solved_with_exchanged_limits,
    "no-chance-cuts": _solver_with_rule("chance", "star1", "star2", chance="never"),
    "no-probes": _solver_with_rule("chance", "star2", chance="star1"),
}

CODES = tuple(_WRONG)
"""The codes of all misconceptions, the most common first. Those about chance nodes come last."""

CHANCE_CODES = CODES[CODES.index("unweighted-average") :]
"""The codes of the misconceptions that only apply to trees with chance nodes."""
