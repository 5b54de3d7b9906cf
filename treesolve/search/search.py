"""The one search: a tree and a convention in, everything that happened out.

Every node is searched with a window (alpha, beta): on the way from the root to it MAX has found a move that is worth
alpha, MIN one that is worth beta. A value at or below alpha tells MAX above not to go there, however low it is, and one
at or above beta tells MIN the same, so what it is exactly is of interest only in between. A value that comes to a MAX
node may raise its alpha, one that comes to a MIN node may lower its beta. Where the two have met, the node is worth
something outside its window whatever its other children are worth: the opponent above, who has something as good, does
not let the game come here. So the node stops: a cut.

Plain minimax, negamax, alpha-beta with deep or shallow bounds, fail-soft or fail-hard, from the left or from the right:
all of them are the one recursion in `alpha_beta`. Where conventions differ, it calls a rule made from a field of the
Convention (`convention_rules`):

    order      which child is next (field `order`)
    window     the window of a child: its parent's, what the parent itself has found, or the widest (field `bounds`)
    stops      whether the node stops when alpha and beta are equal, when they have crossed, or never (field `cut`)
    result     what the node returns to its parent: its best value or its bound (field `returns`)

What only some searches need is elsewhere. Chance nodes have searches of their own (`chance`), which call this one for
their children and are called by it; a transposition table (`passing`) and values that students wrote
(`with_written_values`) wrap the search of a node; buggy rules (`buggy_rules`) replace right ones.

A tree may be as deep as memory allows: plain functions that call each other by position take no room on the stack of
the interpreter (`deep_recursion`). The log has one line for each visit: a node, alpha and beta on entry, the value
returned, and the parent's own bound after that; which node set a bound is worked out from it (`trace.BoundSetters`).
Positions of a game, which are created while they are searched, are searched in the same way. Values, alpha and beta
are always in MAX's view, which makes negamax the same search as minimax; `perspective` converts what people read.
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
from treesolve.search.search_run import Column, Search, Searchable, SearchRun, Visit, visitor, with_written_values
from treesolve.search.trace import Log

NO_WRITTEN_VALUES: Mapping[int, Number] = {}

CALLS_PER_PLY = 5
"""Maximum call depth per ply."""


class Unsolvable(Exception):
    """A search that cannot be carried out, with the reason as a code and the facts of the case.

    Codes: "unknown-leaf-needed", "leaf-outside-unit" and "leaf-outside-bounds" (`node` is the leaf),
    "infinities-cancel" and "expectation-too-long" (`node` is the chance node), "empty-window" and "payoff-tree"
    (`node` is the root).
    """

    def __init__(self, code: str, node: int, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.node = node
        self.facts = facts


def search(
    tree: Tree, convention: Convention, buggy_rule: str | None = None, written: Mapping[int, Number] = NO_WRITTEN_VALUES
) -> Log:
    """Search the tree as the convention says, and return the log of it.

    `buggy_rule` is one of treesolve.search.buggy_rules.BUGGY_RULES, or None for the true search; cuts of a
    "parent-skip" name what they skip at the parent, too. `written` has values of inner nodes, in MAX's view, that count
    in the place of those found, though not of what a mere probe proves. Raises Unsolvable where the search cannot be
    done: an unknown leaf whose value is needed, a leaf outside [0, 1] in the `unit` perspective or the tree's own
    bounds, a chance node over both infinities, an empty start window.
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
    """Return the search of the nodes of MAX and MIN; `visit` searches a child."""
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
    """Return a run in which nothing has been searched yet; a forced move that is played unseen leads nowhere."""
    children: Column[Sequence[int]] = {0: ()} if is_root_forced(tree, convention) else tree.children
    return SearchRun(tree, convention, convention_rules(tree, convention), children, Log(tree, convention), {})


def run_search(run: SearchRun, written: Mapping[int, Number], calls: int, *, is_probing: bool) -> None:
    """Put the searches of all kinds of nodes together, and search from the root, with room for so many nested calls.

    Star2 takes place only where it `is_probing`; else it is Star1.
    """
    visit = visitor(run)
    players, chance = alpha_beta(run, visit), _search_of_chance(run, visit, written, is_probing=is_probing)
    if wrap_search := run.rules.wrap_search:
        players, chance = wrap_search(players), wrap_search(chance)
    if written:
        players, chance = with_written_values(players, written), with_written_values(chance, written)
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
    """Whether the player at the root has a single move, which is played without a look at it."""
    if convention.forced_move != "unseen" or tree.kinds[0] in (Kind.LEAF, Kind.CHANCE):
        return False
    return len(tree.children[0]) == 1


def _check_leaves_within(tree: Tree, bounds: tuple[Number, Number], code: str) -> None:
    least, greatest = bounds
    for leaf in tree.leaf_ids:
        value = tree.values[leaf]
        if not isinstance(value, Unknown) and not least <= value <= greatest:  # type: ignore[operator]
            raise Unsolvable(code, leaf, value=value)
