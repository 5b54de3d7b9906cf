"""The one search: a tree and a convention in, everything that happened out.

Plain minimax, negamax, alpha-beta with deep or shallow bounds, fail-soft or fail-hard, from the left or from
the right: all of them are this one loop, steered by the fields of a Convention. It keeps its own stack, so a
tree may be as deep as memory allows, and it writes a log from which events are made on demand. It goes through
positions of a game that come into being as it gets to them in the same way; then it forgets what it has left.
Chance nodes are cut, too, where the tree says between which limits its leaves lie: what their average can still be is
kept in `average`, the rest is the same.

Values, alpha and beta are always in MAX's view; how a lecture writes them is the business of `perspective`.

Vocabulary

    window      the interval (alpha, beta) in which the value of a node still matters
    best        the best value a node's visited children returned so far
    waiting     the nodes that were entered and wait for the value of a child
    slip        a rule that no lecture teaches, but students follow: the search can make it, to see what comes of it
    written     a value a student wrote at a node; the search can take it in the place of what it found there
    passing     a search that keeps only the visits on its path and their siblings, for trees too large to remember
    table       a memory of values found before (a transposition table), asked before a node is entered
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from treesolve.average import Average, FirstOnly, Turns
from treesolve.convention import Convention
from treesolve.log import COLUMNS, CutEntry, Log
from treesolve.searchable import Column, Searchable, Table
from treesolve.slips import HANDING_DOWN, OneMore, stops_wrongly
from treesolve.tree import PLAYERS, Kind, Tree
from treesolve.value import INFINITY, NoExpectation, Number, Unknown, UnknownCompared, Value, add_weighted

NOTHING_WRITTEN: Mapping[int, Number] = {}

_HOLDING_BACK = (Turns, FirstOnly)


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

    `slip` is one of treesolve.slips.SLIPS, or None for the true search; the cuts of a "parent-skip" name what they
    skip at the parent, too. `written` has values of inner nodes, in MAX's view, that count in the place of those found.
    Raises Unsolvable where the search cannot be done: an unknown leaf whose value is needed, a leaf outside [0, 1] in
    the `unit` perspective or the tree's own bounds, a chance node over both infinities, an empty start window.
    """
    if tree.kinds[0] in PLAYERS:
        raise Unsolvable("payoff-tree", 0)
    if convention.perspective == "unit":
        _check_within(tree, (0, 1), "leaf-outside-unit")
    if tree.bounds is not None:
        _check_within(tree, tree.bounds, "leaf-outside-bounds")
    if not convention.window[0] < convention.window[1]:
        raise Unsolvable("empty-window", 0)
    entries: list[Any] = []
    cuts: list[CutEntry] = []
    probes: list[int] = []
    try:
        walk(tree, convention, entries, cuts, slip, written, probes=probes)
    except UnknownCompared as unknown:
        raise _unknown_needed(tree, convention, entries, cuts, str(unknown)) from None
    return Log(tree, convention, entries, cuts, probes)


def _check_within(tree: Tree, bounds: tuple[Number, Number], code: str) -> None:
    least, greatest = bounds
    for leaf in tree.leaves:
        value = tree.values[leaf]
        if not isinstance(value, Unknown) and not least <= value <= greatest:  # type: ignore[operator]
            raise Unsolvable(code, leaf, value=value)


def _unknown_needed(
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

    One turn of the loop takes the next child of the current node, or finishes the node; either way a value
    arrives at a parent, which updates its bound and may stop. Everything the loop touches is a local name: here
    time is counted in nanoseconds.
    """
    kinds, values, children, weight = tree.kinds, tree.values, tree.children, tree.weight
    maximum, minimum, chance = Kind.MAX, Kind.MIN, Kind.CHANCE
    strict, cutting = convention.cut == ">", convention.cuts
    shallow = convention.bounds == "shallow"
    late, skips_parent, turned = slip == "late-cut", slip == "parent-skip", slip == "wrong-direction"
    handing_down = HANDING_DOWN.get(slip or "")
    deep = convention.bounds == "deep" and not handing_down
    finished: dict[int, tuple[Any, Any]] = {}
    soft, clipped = convention.returns == "value", convention.returns == "clipped"
    arrange: Callable[[Sequence[int]], Iterator[int]] = iter if convention.order == "left-right" else reversed
    lowest, highest = (-1, 2) if convention.perspective == "unit" else (-INFINITY, INFINITY)
    limits = getattr(tree, "bounds", None) if cutting and convention.chance != "never" else None
    quick = deep and limits is None
    probing = probes is not None and convention.chance == "star2" and not passing and slip is None
    averages: dict[int, Average] = {}
    paused: dict[int, tuple[Any, tuple[int, ...]]] = {}
    visit = entries.extend
    nothing: Iterator[int] = iter(())
    waiting: list[Any] = []

    node, kind, here = 0, kinds[0], 0
    alpha, beta = convention.window
    alpha_from: int | None = None
    beta_from: int | None = None
    value: Any = values[0]
    visit((0, alpha, beta, value, None))
    if kind is Kind.LEAF:
        if isinstance(value, Unknown):
            raise UnknownCompared(value.letter)
        return
    best: Any = lowest if kind is maximum else highest if kind is minimum else 0
    remaining = nothing if _is_forced(tree, convention) else arrange(children[0])
    if kind is chance:
        if limits is None:
            alpha, beta = lowest, highest
        else:
            averages[0] = Average({child: weight(child) for child in children[0]}, limits)  # type: ignore[misc]
            remaining = Turns(tuple(remaining), kinds, paused) if probing else remaining
    while True:
        child = next(remaining, -1)
        if child < 0:
            if probing and isinstance(remaining, FirstOnly) and (rest := remaining.skipped()):
                paused[node] = best, rest
                probes.append(here // COLUMNS)  # type: ignore[union-attr]
                value = _probed(entries, here, values, kind, best, limits)  # type: ignore[arg-type]
            elif kind is chance:
                value = best
                averages.pop(node, None)
            elif soft:
                value = best
            else:
                value = alpha if kind is maximum else beta
                if clipped and alpha > beta:
                    value = beta if kind is maximum else alpha
            if written and node in written:
                value = written[node]
            entries[here + 3] = value
            if passing:
                if table is not None:
                    table.keep(entries, here)
                if waiting:
                    del entries[here + COLUMNS :]
            if not waiting:
                return
            child, there = node, here
            if handing_down and waiting:
                finished[waiting[-1][0]] = alpha, beta
            node, kind, here, alpha, beta, alpha_from, beta_from, best, remaining = waiting.pop()
        else:
            if quick:
                low, high = alpha, beta
            else:
                opponent = shallow and kinds[child] is not kind
                low = alpha if deep or (opponent and kind is maximum) else lowest
                high = beta if deep or (opponent and kind is minimum) else highest
                if kind is chance and limits is not None:
                    low, high = averages[node].window(child, alpha, beta)
                    if shallow:  # what the parent has found limits its opponent only
                        low = lowest if kinds[child] is maximum else low
                        high = highest if kinds[child] is minimum else high
                if handing_down:
                    given = (low, high) if shallow else (alpha, beta)
                    low, high = handing_down(given, (lowest, highest), finished.get(node))
            there = len(entries)
            value = values[child]
            if value is None and table is not None:
                value = table.recall(child, low, high)
            visit((child, low, high, value, None))
            if value is None:
                waiting.append((node, kind, here, alpha, beta, alpha_from, beta_from, best, remaining))
                if not deep and not handing_down:
                    alpha_from = alpha_from if opponent and kind is maximum else None
                    beta_from = beta_from if opponent and kind is minimum else None
                node, kind, here, alpha, beta = child, kinds[child], there, low, high
                remaining = arrange(children[child])
                if kind is maximum:
                    best = lowest
                elif kind is minimum:
                    best = highest
                elif limits is None:
                    best, alpha, beta, alpha_from, beta_from = 0, lowest, highest, None, None
                else:
                    best = 0
                    averages[node] = Average({below: weight(below) for below in children[node]}, limits)  # type: ignore[misc]
                if limits is not None:
                    if waiting[-1][1] is chance:  # its bounds come from there, or are what no leaf can exceed
                        alpha_from = waiting[-1][0] if alpha > limits[0] else None
                        beta_from = waiting[-1][0] if beta < limits[1] else None
                    if not probing:
                        continue
                    if kind is chance:
                        remaining = Turns(tuple(remaining), kinds, paused)
                    elif node in paused:
                        best, rest = paused.pop(node)
                        remaining = iter(rest)
                        if kind is maximum and best > alpha:
                            alpha, alpha_from = best, node
                        elif kind is minimum and best < beta:
                            beta, beta_from = best, node
                    elif isinstance(waiting[-1][-1], Turns):
                        remaining = FirstOnly(remaining)
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
        else:
            if isinstance(value, Unknown):  # nobody can write down its value, whatever it weighs
                raise UnknownCompared(value.letter)
            probed = probing and bool(probes) and probes[-1] == there // COLUMNS  # type: ignore[index]
            if not probed:
                try:
                    best = add_weighted(best, weight(child), value)  # type: ignore[arg-type]
                except NoExpectation as reason:
                    raise Unsolvable(str(reason), node) from None
            entries[there + 4] = best
            if limits is not None:
                average = averages[node]
                if probed:
                    average.probe(child, kinds[child], value)
                else:
                    average.settle(child, value, value)
                alpha, beta = average.stopped(alpha, beta, strict=strict)
        if alpha >= beta or turned:
            if turned:
                stops = stops_wrongly(kind, best, entries[here + 1 : here + 3], (lowest, highest), strict)
            else:
                stops = cutting and (alpha > beta or not strict)
            if not stops:
                continue
            if late and not isinstance(remaining, OneMore):
                remaining = OneMore(remaining)
                continue
            reach = None
            if kind is chance:
                rises = alpha > entries[here + 1]
                against, reach = (beta_from, alpha) if rises else (alpha_from, beta)
                best = reach if soft else beta if rises else alpha
            else:
                against = beta_from if kind is maximum else alpha_from
            skipped = remaining.skipped() if probing and isinstance(remaining, _HOLDING_BACK) else tuple(remaining)
            if skips_parent and skipped and waiting:
                skipped += tuple(waiting[-1][-1])
            cuts.append((here // COLUMNS, there // COLUMNS, against, skipped, reach))
            remaining = nothing


def _probed(
    entries: list[Any], here: int, values: Column[Value | None], kind: Kind, best: Number, limits: tuple[Number, Number]
) -> Number:
    """What the first child alone proves of a node: the least it can be worth at a MAX node, the greatest at a MIN one.

    Where that child returned a mere bound on its own value, which says nothing about the node, it is one of the limits.
    """
    known = values[entries[here + COLUMNS]] is not None
    if kind is Kind.MAX:
        return best if known or best > entries[here + 1] else limits[0]
    return best if known or best < entries[here + 2] else limits[1]


def _is_forced(tree: Searchable, convention: Convention) -> bool:
    return convention.forced_move == "unseen" and len(tree.children[0]) == 1
