"""The one search: a tree and a convention in, everything that happened out.

Every node is searched with a window (alpha, beta): on the way from the root to it MAX has found a move that is worth
alpha, MIN one that is worth beta. A value at or below alpha tells MAX above not to go there, however low it is, and one
at or above beta tells MIN the same, so what it is exactly is of interest only in between. A value that comes to a MAX
node may raise its alpha, one that comes to a MIN node may lower its beta. Where the two have met, the node is worth
something outside its window whatever its other children are worth: the opponent above, who has something as good, does
not let the game come here. So the node stops: a cut.

Plain minimax, negamax, alpha-beta with deep or shallow bounds, fail-soft or fail-hard, from the left or from the right:
all of them are this one loop. One turn takes the next child of the current node, or finishes the node where there is
none left; either way a value arrives at a parent, which updates its bound and may stop. Where lectures differ, the loop
asks a field of the Convention:

    order       which child is the next one
    bounds      the window a child is told: the one of its parent, what the parent itself has found, or nothing
    cut         whether it stops where alpha and beta are equal, where they have crossed, or never (plain minimax)
    returns     what a finished node hands to its parent: the best value or its bound

The root is the only child of nobody, who tells it the window the search starts with; when its value has come there, the
search is over. What only some searches need stands elsewhere, and the loop asks it where it is there: wrong rules
(`buggy_rules`), cuts at chance nodes (`star`), a transposition table. The windows of the lectures are made in the loop
itself, which would take half as long again if it called a function for each child.

The loop keeps its own stack, so a tree may be as deep as memory allows, and it writes a log from which events are made
on demand. It goes through positions of a game that come into being as it gets to them in the same way; then it forgets
what it has left. Values, alpha and beta are always in MAX's view, which makes negamax the same search as minimax; how a
lecture writes them is the business of `perspective`.

Vocabulary

    best        the best value a node's visited children returned so far; at a chance node their weighted sum
    waiting     the nodes that were entered and wait for the value of a child, each with what the loop knows of it
    alpha_from  the node that set alpha; None where that is the start window
    here        where the visit of the current node begins in the entries; `there` is the place of a child's
    written     a value a student wrote at a node; the search can take it in the place of what it found there
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from treesolve.model.convention import Convention
from treesolve.model.number import NoExpectation, Number, Unknown, UnknownCompared, Value, add_weighted
from treesolve.model.tree import PLAYERS, Kind, Tree
from treesolve.search.buggy_rules import BUGGY_RULES
from treesolve.search.game_tree import Searchable, Table
from treesolve.search.star import star_of
from treesolve.search.trace import COLUMNS, CutEntry, Log

NOTHING_WRITTEN: Mapping[int, Number] = {}


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
    tree: Tree, convention: Convention, slip: str | None = None, written: Mapping[int, Number] = NOTHING_WRITTEN
) -> Log:
    """Search the tree as the convention says, and return the log of it.

    `slip` is one of treesolve.search.buggy_rules.SLIPS, or None for the true search; the cuts of a "parent-skip" name
    what they skip at the parent, too. `written` has values of inner nodes, in MAX's view, that count in the place of
    those found, though not of what a mere probe proves. Raises Unsolvable where the search cannot be done: an unknown
    leaf whose value is needed, a leaf outside [0, 1] in the `unit` perspective or the tree's own bounds, a chance node
    over both infinities, an empty start window.
    """
    if tree.kinds[0] in PLAYERS:
        raise Unsolvable("payoff-tree", 0)
    if convention.perspective == "unit":
        _check_leaves_within(tree, (0, 1), "leaf-outside-unit")
    if tree.bounds is not None:
        _check_leaves_within(tree, tree.bounds, "leaf-outside-bounds")
    if not convention.window[0] < convention.window[1]:
        raise Unsolvable("empty-window", 0)
    entries: list[Any] = []
    cuts: list[CutEntry] = []
    probes: list[int] = []
    try:
        walk(tree, convention, entries, cuts, slip, written, probes=probes)
    except UnknownCompared as unknown:
        raise _refusal_for_unknown_leaf(tree, convention, entries, cuts, str(unknown)) from None
    return Log(tree, convention, entries, cuts, probes)


def _check_leaves_within(tree: Tree, bounds: tuple[Number, Number], code: str) -> None:
    least, greatest = bounds
    for leaf in tree.leaves:
        value = tree.values[leaf]
        if not isinstance(value, Unknown) and not least <= value <= greatest:  # type: ignore[operator]
            raise Unsolvable(code, leaf, value=value)


def _refusal_for_unknown_leaf(
    tree: Tree, convention: Convention, entries: list[Any], cuts: list[CutEntry], letter: str
) -> Unsolvable:
    log = Log(tree, convention, entries, cuts)
    return Unsolvable("unknown-leaf-needed", log.nodes[-1], letter=letter, log=log)


def walk(
    tree: Searchable,
    convention: Convention,
    entries: list[Any],
    cuts: list[CutEntry],
    slip: str | None,
    written: Mapping[int, Number],
    *,
    passing: bool = False,
    table: Table | None = None,
    probes: list[int] | None = None,
) -> None:
    """Walk a tree, or positions, appending COLUMNS entries a visit and a CutEntry a cut.

    With `passing`, the entries of what lies below a finished node are dropped, so that in the end those of the root
    and of its children are left; a `table` needs that. Star2 needs `probes`, to which it appends the visits that are
    mere probes, and goes with neither `passing` nor a slip: in their place there is Star1.
    """
    kinds, values, children = tree.kinds, tree.values, tree.children
    maximum, minimum, chance = Kind.MAX, Kind.MIN, Kind.CHANCE
    strict, cutting = convention.cut == ">", convention.cuts
    deep, shallow = convention.bounds == "deep", convention.bounds == "shallow"
    soft, clipped = convention.returns == "value", convention.returns == "clipped"
    arrange: Callable[[Sequence[int]], Iterator[int]] = iter if convention.order == "left-right" else reversed
    lowest, highest = convention.widest
    rule = BUGGY_RULES[slip](tree, convention) if slip else None
    star = star_of(tree, convention, entries, None if passing or rule else probes)
    if star and rule:
        star.average = rule.average
    plain, inherits = deep and not star and not rule, deep or (rule is not None and rule.hands_down)
    if is_root_forced(tree, convention):
        children = {0: ()}
    visit, nothing = entries.extend, iter(())

    waiting: list[Any] = []
    node, here, remaining = -1, 0, iter((0,))  # nobody, with the root as the only child
    alpha, beta = convention.window
    alpha_from = beta_from = None
    kind: Any = None
    best: Any = None
    value: Any
    while True:
        child = next(remaining, -1)
        if child < 0:  # the node is finished
            value = star.finish(node, kind, here, best, remaining) if star else None
            if value is None:
                value = best if soft or kind is chance else alpha if kind is maximum else beta
                if clipped and alpha > beta:
                    value = beta if kind is maximum else alpha
            if written and node in written and not (star and star.is_probe(here)):
                value = written[node]
            entries[here + 3] = value
            if table is not None:
                table.keep(entries, here)
            if passing and node:
                del entries[here + COLUMNS :]
            child, there = node, here
            if rule:
                rule.finish(waiting[-1][0], (alpha, beta))
            node, kind, here, alpha, beta, alpha_from, beta_from, best, remaining = waiting.pop()
        else:
            if plain or kind is None:
                low, high = alpha, beta
            else:  # with shallow bounds, what the node has found limits its opponent only; with none, nobody
                limited = shallow and kinds[child] is not kind
                low = alpha if deep or (limited and kind is maximum) else lowest
                high = beta if deep or (limited and kind is minimum) else highest
                if star and kind is chance:
                    low, high = star.window(node, child, alpha, beta)
                if rule:
                    low, high = rule.told(node, (low, high))
            there = len(entries)
            value = values[child]
            if value is None and table is not None and child:
                value = table.recall(child, low, high)
            visit((child, low, high, value, None))
            if value is None:  # the child is entered
                waiting.append((node, kind, here, alpha, beta, alpha_from, beta_from, best, remaining))
                if not inherits and child:
                    alpha_from = alpha_from if limited and kind is maximum else None
                    beta_from = beta_from if limited and kind is minimum else None
                node, kind, here, alpha, beta = child, kinds[child], there, low, high
                best = lowest if kind is maximum else highest if kind is minimum else 0
                remaining = arrange(children[child])
                if star:
                    state = node, kind, here, alpha, beta, alpha_from, beta_from, best, remaining
                    alpha, beta, alpha_from, beta_from, best, remaining = star.enter(state, waiting[-1])
                elif kind is chance and not (rule and rule.through_chance):  # no bound passes it
                    alpha, beta, alpha_from, beta_from = lowest, highest, None, None
                continue

        if kind is maximum:
            if value > best:
                best = value
                if value > alpha:
                    alpha, alpha_from = value, node
            entries[there + 4] = alpha
        elif kind is minimum:
            if value < best:
                best = value
                if value < beta:
                    beta, beta_from = value, node
            entries[there + 4] = beta
        elif kind is chance:
            if not (star and star.is_probe(there)):
                best = _sum_with_child(tree, node, best, child, value)
            entries[there + 4] = best
            if star:
                alpha, beta = star.arrive(node, child, there, value, alpha, beta)
        else:  # nobody has got the value of the root
            if isinstance(value, Unknown):
                raise UnknownCompared(value.letter)
            return

        if rule:
            if not rule.stops(node, child, kind, best, entries[here + 1 : here + 3], alpha, beta):
                continue
        elif alpha < beta or not cutting or (strict and alpha == beta):
            continue
        against, reach = beta_from if kind is maximum else alpha_from, None
        if star and kind is chance:
            against, reach, best = star.stop(entries[here + 1], alpha, beta, alpha_from, beta_from)
        elif rule and kind is chance:  # who follows a wrong rule may stop here without limits
            reach = best = rule.average_so_far(node, best)
        skipped = star.skipped(remaining) if star else tuple(remaining)
        if rule:
            skipped = rule.skipped(skipped, waiting[-1][-1])
        cuts.append((here // COLUMNS, there // COLUMNS, against, skipped, reach))
        remaining = nothing


def _sum_with_child(tree: Searchable, node: int, best: Number, child: int, value: Value) -> Number:
    """The sum at a chance node with the value of one more child, weighted."""
    if isinstance(value, Unknown):  # nobody can write down its value, whatever it weighs
        raise UnknownCompared(value.letter)
    try:
        return add_weighted(best, tree.weight(child), value)  # type: ignore[arg-type]
    except NoExpectation as reason:
        raise Unsolvable(str(reason), node) from None


def is_root_forced(tree: Searchable, convention: Convention) -> bool:
    """Whether the player at the root has a single move, which is played without a look at it."""
    if convention.forced_move != "unseen" or tree.kinds[0] in (Kind.LEAF, Kind.CHANCE):
        return False
    return len(tree.children[0]) == 1
