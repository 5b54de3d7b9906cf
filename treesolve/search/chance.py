"""Chance nodes: weighted sums of children, and Ballard's algorithms Star1 and Star2, which cut at chance nodes.

The searches in this module call the search of the other nodes, which calls them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from treesolve.model.convention import Convention
from treesolve.model.kind import Kind
from treesolve.model.number import Number, UndefinedExpectation, Unknown, UnknownCompared, Value, add_weighted
from treesolve.search.average import Average
from treesolve.search.search_run import Column, Search, Searchable, SearchRun, Visit, replace_by_written_values, visitor


def expectation(run: SearchRun, visit: Visit) -> Search:
    """Return the search of chance nodes without cuts, which searches all children with the widest window."""
    rules, log, widest = run.rules, run.log, run.convention.widest

    def search(node: int, alpha: Number, beta: Number) -> Number:
        if not rules.through_chance:
            alpha, beta = widest
        best: Number = 0
        remaining = rules.order(run.children[node])
        for child in remaining:
            low, high = rules.window(Kind.CHANCE, child, alpha, beta)
            number, value = visit(child, low, high)
            best = sum_with_child(run.tree, node, best, child, value)
            log.end(number, best)
            if rules.stops(node, child, best, alpha, beta):
                best = rules.value_so_far(node, best) if rules.value_so_far else best
                log.cut(node, child, remaining, best)
                break
        return best

    return search


def sum_with_child(tree: Searchable, node: int, best: Number, child: int, value: Value) -> Number:
    """Return the weighted sum at a chance node after adding the value of one more child.

    Raises UndefinedExpectation with the id of the node as its second argument.
    """
    if isinstance(value, Unknown):  # the sum is unknown even if the weight is 0
        raise UnknownCompared(value.letter)
    try:
        return add_weighted(best, tree.weight(child), value)  # type: ignore[arg-type]
    except UndefinedExpectation as reason:
        raise UndefinedExpectation(str(reason), node) from None


# Searches with cuts

Limits = tuple[Number, Number]

_Paused = dict[int, tuple[Number, tuple[int, ...]]]


def star1(run: SearchRun, limits: Limits, visit: Visit) -> Search:
    """Return the search of chance nodes in which a node stops as soon as its average must be outside its window."""

    def child_order(node: int) -> Iterator[int]:
        return run.rules.order(run.children[node])

    return _bounded_average(run, limits, visit, child_order, tuple, {})


def star2(
    run: SearchRun,
    limits: Limits,
    search_among: Callable[[Column[Sequence[int]]], Search],
    written: Mapping[int, Number],
) -> Search:
    """Return the search of chance nodes that first probes the first child of each child.

    `search_among` returns a search of players' nodes that visits only the given children, in the given order. `written`
    has values of inner nodes that replace the computed values, but not the bounds that a probe proves.
    """
    paused: _Paused = {}

    def child_order(node: int) -> Star2Order:
        return Star2Order(tuple(run.rules.order(run.children[node])), run.tree.kinds, paused)

    search_of: dict[Kind, Search] = {}
    visit = visitor(run._replace(search_of=search_of))
    search = _bounded_average(run, limits, visit, child_order, Star2Order.skipped, paused)
    search_of[Kind.MAX] = search_of[Kind.MIN] = _probe_then_search(run, limits, search_among, written, paused)
    search_of[Kind.CHANCE] = replace_by_written_values(search, written)
    return search


def _bounded_average(
    run: SearchRun,
    limits: Limits,
    visit: Visit,
    child_order: Callable[[int], Iterator[int]],
    skipped: Callable[[Any], tuple[int, ...]],
    paused: _Paused,
) -> Search:
    """Return the search of chance nodes that tracks the range of a node's average."""
    tree, rules, log, kinds = run.tree, run.rules, run.log, run.tree.kinds
    strict, is_fail_soft = run.convention.cut == ">", run.convention.returns == "value"
    distort_window, window = rules.distort_window, child_window_rule(tree, run.convention)

    def search(node: int, alpha: Number, beta: Number) -> Number:
        initial_alpha = alpha
        best: Number = 0
        average = rules.average({child: tree.weight(child) for child in run.children[node]}, limits)
        remaining = child_order(node)
        for child in remaining:
            low, high = window(child, average, alpha, beta)
            if distort_window:
                low, high = distort_window(node, low, high)
            number, value = visit(child, low, high)
            if child in paused:
                average.probe(child, kinds[child], value)
            else:
                best = sum_with_child(tree, node, best, child, value)
                average.set_range(child, value, value)
            log.end(number, best)
            alpha, beta = average.crossed_window(alpha, beta, strict=strict)
            if rules.stops(node, child, best, alpha, beta):
                reach, other = (alpha, beta) if alpha > initial_alpha else (beta, alpha)
                log.cut(node, child, skipped(remaining), reach)
                return reach if is_fail_soft else other
        return best

    return search


def child_window_rule(
    tree: Searchable, convention: Convention
) -> Callable[[int, Average, Number, Number], tuple[Number, Number]]:
    """Return the rule for the window in which the value of a chance node's child still matters.

    The rule takes the child, the average, and the node's alpha and beta. With shallow bounds, the window lacks the
    bound of the player who moves at the child.
    """
    kinds, (lowest, highest) = tree.kinds, convention.widest
    shallow = convention.bounds == "shallow"

    def window(child: int, average: Average, alpha: Number, beta: Number) -> tuple[Number, Number]:
        low, high = average.window(child, alpha, beta)
        if shallow and kinds[child] is Kind.MAX:
            return lowest, high
        if shallow and kinds[child] is Kind.MIN:
            return low, highest
        return low, high

    return window


def _probe_then_search(
    run: SearchRun,
    limits: Limits,
    search_among: Callable[[Column[Sequence[int]]], Search],
    written: Mapping[int, Number],
    paused: _Paused,
) -> Search:
    """Return the search of players' nodes below a chance node.

    The first visit of a node, the probe, searches only its first child. The second visit searches the other children.
    """
    kinds, log, cuts = run.tree.kinds, run.log, run.log.cuts
    is_fail_soft, worst = (
        run.convention.returns == "value",
        dict(zip((Kind.MAX, Kind.MIN), run.convention.widest, strict=True)),
    )
    among: dict[int, tuple[int, ...]] = {}
    search = search_among(among)

    def probe_or_resume(node: int, alpha: Number, beta: Number) -> Number:
        if node in paused:
            value = resume(node, alpha, beta)
            return written.get(node, value)
        visit = len(log) - 1
        first, *rest = run.rules.order(run.children[node])
        among[node] = (first,)
        value = search(node, alpha, beta)
        if cuts and cuts[-1].node == node:  # the search was given only the first child
            cuts[-1] = cuts[-1]._replace(skipped=tuple(rest))
        elif rest:
            best = (max if kinds[node] is Kind.MAX else min)(worst[kinds[node]], log.returned[visit + 1])
            paused[node] = best, tuple(rest)
            log.probes.add(visit)
            return _bound_proved_by_probe(run, limits, visit, best)
        return written.get(node, value)

    def resume(node: int, alpha: Number, beta: Number) -> Number:
        best, among[node] = paused.pop(node)
        is_max = kinds[node] is Kind.MAX
        if is_max:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        value = search(node, alpha, beta)
        return (max if is_max else min)(best, value) if is_fail_soft else value

    return probe_or_resume


def _bound_proved_by_probe(run: SearchRun, limits: Limits, visit: int, best: Number) -> Number:
    """Return the lower bound of a probed MAX node, or the upper bound of a probed MIN node.

    The result is one of the limits if the first child returned only a bound that proves nothing about the node.
    """
    tree, log = run.tree, run.log
    is_known = tree.values[log.nodes[visit + 1]] is not None
    if tree.kinds[log.nodes[visit]] is Kind.MAX:
        return best if is_known or best > log.alphas[visit] else limits[0]
    return best if is_known or best < log.betas[visit] else limits[1]


class Star2Order(Iterator[int]):
    """An iterator over the children of a chance node in the order in which Star2 visits them.

    All probes come first, followed by the children that still have unsearched children. Children that are chance nodes
    are not probed. `paused` has the probed children that need a second visit.
    """

    def __init__(self, children: Sequence[int], kinds: Column[Kind], paused: _Paused) -> None:
        self._probes = iter([child for child in children if kinds[child] is not Kind.CHANCE])
        self._searches = iter(children)
        self._kinds, self._paused = kinds, paused

    def __next__(self) -> int:
        child = next(self._probes, -1)
        if child >= 0:
            return child
        for child in self._searches:
            if child in self._paused or self._kinds[child] is Kind.CHANCE:
                return child
        raise StopIteration

    def skipped(self) -> tuple[int, ...]:
        """Return the topmost nodes that are skipped if the chance node stops now.

        They are children of the chance node, and unsearched children of its probed children.
        """
        unseen = set(self._probes)
        skipped: list[int] = []
        for child in self._searches:
            if child in self._paused:
                skipped += self._paused[child][-1]
            elif child in unseen or self._kinds[child] is Kind.CHANCE:
                skipped.append(child)
        return tuple(skipped)
