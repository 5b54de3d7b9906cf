"""The search, which takes a tree and a convention and returns a log of everything that happened.

Every node is searched with a window (alpha, beta), which means that on the path from the root, MAX has already found a
move worth alpha, and MIN a move worth beta. If the value of the node is at most alpha, MAX above avoids the node, no
matter how low the value is. If the value is at least beta, MIN above avoids the node. The exact value matters only in
between. The value of a child may raise alpha at a MAX node and lower beta at a MIN node. Once alpha and beta meet, the
value of the node is outside its window, whatever the remaining children are worth. The opponent above has an
alternative that is at least as good and avoids the node. So the search of the node stops, which is called a cut.

Minimax, negamax, and alpha-beta with deep or shallow bounds, fail-soft or fail-hard, from the left or from the right
all use the same recursive function, `alpha_beta`. Where conventions differ, this function calls a rule that is made
from a field of the Convention (`convention_rules`):

    order      the next child (field `order`)
    window     the window of a child: the parent's window, the parent's own bound only, or the widest (field `bounds`)
    stops      whether the node stops when alpha and beta are equal, when they have crossed, or never (field `cut`)
    result     what the node returns to its parent: its best value or its bound (field `returns`)

Features that only some searches need are in other modules. Chance nodes have their own searches (`chance`); these and
the search of MAX and MIN nodes call each other. Transposition tables (`memoryless_search`) and values that students
wrote (`replace_by_written_values`) are added by wrapping the search of a node. Buggy rules (`buggy_rules`) replace
correct ones.

A tree may be as deep as memory allows, because plain functions with positional arguments do not use the C stack of the
interpreter (`recursion_limit`). The log has one row per visit: the node, alpha and beta on entry, the returned value,
and the parent's own bound afterwards. `trace.BoundSetters` derives from the log which node set a bound. Positions of a
game, which are created during the search, are searched in the same way. Values, alpha and beta are always in MAX's
view, so that negamax is the same search as minimax. They are converted for display by `perspective`.
"""

from collections.abc import Mapping, Sequence

from treesolve.model.convention import Convention
from treesolve.model.kind import PLAYERS, Kind
from treesolve.model.number import Number, UndefinedExpectation, Unknown, UnknownCompared, Value
from treesolve.model.tree import Tree
from treesolve.search.buggy_rules import BUGGY_RULES
from treesolve.search.chance import expectation, star1, star2
from treesolve.search.convention_rules import convention_rules
from treesolve.search.recursion_limit import HigherRecursionLimit
from treesolve.search.search_run import Column, Search, Searchable, SearchRun, Visit, replace_by_written_values, visitor
from treesolve.search.trace import Log

NO_WRITTEN_VALUES: Mapping[int, Number] = {}

CALLS_PER_PLY = 5
"""Maximum call depth per ply."""


class Unsolvable(Exception):
    """Raised if a search cannot be carried out, with the reason as a code, a node and facts.

    Codes: "unknown-leaf-needed", "leaf-outside-unit" and "leaf-outside-bounds" (`node` is the leaf),
    "infinities-cancel" and "expectation-too-long" (`node` is the chance node), "empty-window" and "payoff-tree" (`node`
    is the root).
    """

    def __init__(self, code: str, node: int, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.node = node
        self.facts = facts


def search(
    tree: Tree, convention: Convention, buggy_rule: str | None = None, written: Mapping[int, Number] = NO_WRITTEN_VALUES
) -> Log:
    """Search the tree under the convention and return the log.

    `buggy_rule` is a key of treesolve.search.buggy_rules.BUGGY_RULES, or None for the correct search. Cuts under
    "parent-skip" also list the children of the parent that they skip. `written` has values of inner nodes in MAX's view
    that replace the computed ones, but not the bounds that a probe proves. Raises Unsolvable if the search cannot be
    carried out: the value of an unknown leaf is needed, a leaf is outside [0, 1] in the `unit` perspective or outside
    the tree's bounds, a chance node has both infinities, or the start window is empty.
    """
    if tree.kinds[0] in PLAYERS:
        raise Unsolvable("payoff-tree", 0)
    if convention.perspective == "unit":
        _check_leaves_within(tree, (0, 1), "leaf-outside-unit")
    if tree.bounds is not None:
        _check_leaves_within(tree, tree.bounds, "leaf-outside-bounds")
    if not convention.window[0] < convention.window[1]:
        raise Unsolvable("empty-window", 0)
    run = start_run(tree, convention)
    if buggy_rule:
        run = run._replace(rules=BUGGY_RULES[buggy_rule](run))
    try:
        run_search(run, written, CALLS_PER_PLY * len(tree), is_probing=not buggy_rule)
    except UnknownCompared as unknown:
        raise Unsolvable("unknown-leaf-needed", run.log.nodes[-1], letter=str(unknown), log=run.log) from None
    return run.log


def alpha_beta(run: SearchRun, visit: Visit) -> Search:
    """Return the search of MAX and MIN nodes, which calls `visit` to search a child."""
    kinds, children, log, (lowest, highest) = run.tree.kinds, run.children, run.log, run.convention.widest
    order, window, stops, result = run.rules[:4]
    maximizer, end, cut = Kind.MAX, log.end, log.cut

    def search(node: int, alpha: Number, beta: Number) -> Number:
        kind = kinds[node]
        maximizes = kind is maximizer
        best = lowest if maximizes else highest
        remaining = order(children[node])
        for child in remaining:
            low, high = window(kind, child, alpha, beta)
            number, value = visit(child, low, high)
            if maximizes and value > best:
                best, alpha = value, max(alpha, value)
            if not maximizes and value < best:
                best, beta = value, min(beta, value)
            end(number, alpha if maximizes else beta)
            if stops(node, child, best, alpha, beta):
                cut(node, child, remaining)
                break
        return result(maximizes, best, alpha, beta)

    return search


def start_run(tree: Searchable, convention: Convention) -> SearchRun:
    """Return a run that has not searched anything yet.

    If the root's only move is played without a search, the root has no children in this run.
    """
    children: Column[Sequence[int]] = {0: ()} if is_root_forced(tree, convention) else tree.children
    return SearchRun(tree, convention, convention_rules(tree, convention), children, Log(tree, convention), {})


def run_search(run: SearchRun, written: Mapping[int, Number], calls: int, *, is_probing: bool) -> None:
    """Link the search functions for all kinds of nodes, then search from the root with at most `calls` nested calls.

    Star2 requires `is_probing`; without it, Star1 is used.
    """
    visit = visitor(run)
    players, chance = alpha_beta(run, visit), _search_of_chance(run, visit, written, is_probing=is_probing)
    if wrap_search := run.rules.wrap_search:
        players, chance = wrap_search(players), wrap_search(chance)
    if written:
        players, chance = replace_by_written_values(players, written), replace_by_written_values(chance, written)
    run.search_of.update({Kind.MAX: players, Kind.MIN: players, Kind.CHANCE: chance})
    alpha, beta = run.convention.window
    try:
        with HigherRecursionLimit(calls):
            visit(0, alpha, beta)
    except UndefinedExpectation as reason:
        code, node = reason.args
        raise Unsolvable(code, node) from None
    value: Value = run.log.returned[0]
    if isinstance(value, Unknown):
        raise UnknownCompared(value.letter)


def _search_of_chance(run: SearchRun, visit: Visit, written: Mapping[int, Number], *, is_probing: bool) -> Search:
    limits = getattr(run.tree, "bounds", None)
    if limits is None or not run.convention.cuts or run.convention.chance == "never":
        return expectation(run, visit)
    if run.convention.chance == "star1" or not is_probing:
        return star1(run, limits, visit)

    def search_among(children: Column[Sequence[int]]) -> Search:
        rules = run.rules._replace(order=iter)
        return alpha_beta(run._replace(children=children, rules=rules), visit)

    return star2(run, limits, search_among, written)


def is_root_forced(tree: Searchable, convention: Convention) -> bool:
    """Return whether the player at the root has a single move, which is played without a search."""
    if convention.forced_move != "unseen" or tree.kinds[0] in (Kind.LEAF, Kind.CHANCE):
        return False
    return len(tree.children[0]) == 1


def _check_leaves_within(tree: Tree, bounds: tuple[Number, Number], code: str) -> None:
    least, greatest = bounds
    for leaf in tree.leaf_ids:
        value = tree.values[leaf]
        if not isinstance(value, Unknown) and not least <= value <= greatest:  # type: ignore[operator]
            raise Unsolvable(code, leaf, value=value)
