"""Buggy rules: wrong rules that some students follow. They are used to predict the answers of these students.

Each function replaces one rule of a convention by a wrong one.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from treesolve.model.kind import Kind
from treesolve.model.number import Number, int_if_whole
from treesolve.search.average import Average
from treesolve.search.search_run import Rules, Search, SearchRun, Window, WindowDistortion


def _with_distorted_window(run: SearchRun, distort_window: WindowDistortion) -> Rules:
    """Return rules that apply `distort_window` to the correct window of each child."""
    correct_window, parents = run.rules.window, run.tree.parents  # type: ignore[attr-defined]

    def window(kind: Kind, child: int, alpha: Number, beta: Number) -> Window:
        return distort_window(parents[child], *correct_window(kind, child, alpha, beta))

    return run.rules._replace(window=window, distort_window=distort_window)


def _inheriting(*, alpha: bool = False, beta: bool = False) -> Callable[[SearchRun], Rules]:
    """Return a buggy rule that passes only the selected bounds to the children."""

    def rules(run: SearchRun) -> Rules:
        lowest, highest = run.convention.widest
        return _with_distorted_window(
            run, lambda _node, low, high: (low if alpha else lowest, high if beta else highest)
        )

    return rules


def _leak(run: SearchRun) -> Rules:
    """Return rules under which the final bounds of a child also narrow the window of the next child."""
    rules, parents = run.rules, run.tree.parents  # type: ignore[attr-defined]
    leaked: dict[int | None, tuple[Any, Any]] = {}

    def narrowed_window(node: int, low: Any, high: Any) -> tuple[Any, Any]:
        before = leaked.get(node, (low, high))
        return max(low, before[0]), min(high, before[1])

    def stops(node: int, child: int, best: Any, alpha: Any, beta: Any) -> bool:
        leaked[parents[node]] = alpha, beta
        return rules.stops(node, child, best, alpha, beta)

    return _with_distorted_window(run, narrowed_window)._replace(stops=stops)


def _late_cut(run: SearchRun) -> Rules:
    """Return rules under which a node visits one more child before it stops."""
    rules = run.rules
    delayed: set[int] = set()

    def stops(node: int, child: int, best: Any, alpha: Any, beta: Any) -> bool:
        if not rules.stops(node, child, best, alpha, beta):
            return False
        is_delayed = node in delayed
        delayed.add(node)
        return is_delayed

    return rules._replace(stops=stops)


def _parent_skip(run: SearchRun) -> Rules:
    """Return rules under which a cut that skips a child also skips the remaining children of the parent."""
    rules, cuts = run.rules, run.log.cuts
    open_iterators: list[Iterator[int]] = [iter(())]

    def order(children: Sequence[int]) -> Iterator[int]:
        open_iterators.append(rules.order(children))
        return open_iterators[-1]

    def wrap_search(search: Search) -> Search:
        def search_and_skip(node: int, alpha: Number, beta: Number) -> Number:
            value = search(node, alpha, beta)
            open_iterators.pop()
            if cuts and cuts[-1].node == node and cuts[-1].skipped:
                cuts[-1] = cuts[-1]._replace(skipped=(*cuts[-1].skipped, *open_iterators[-1]))
            return value

        return search_and_skip

    return rules._replace(order=order, wrap_search=wrap_search)


def _wrong_direction(run: SearchRun) -> Rules:
    """Return rules with the comparison reversed: a node stops if its value has not reached the inherited bound."""
    kinds, strict, (lowest, highest) = run.tree.kinds, run.convention.cut == ">", run.convention.widest

    def stops(node: int, _child: int, best: Any, alpha: Any, beta: Any) -> bool:
        if kinds[node] is Kind.MAX:
            return bool(beta < highest and (best < beta or (best == beta and not strict)))
        if kinds[node] is Kind.MIN:
            return bool(alpha > lowest and (best > alpha or (best == alpha and not strict)))
        return False

    return run.rules._replace(stops=stops)


def _cut_without_limits(run: SearchRun) -> Rules:
    """Return rules under which a chance node stops as soon as the average of the searched children reaches a bound."""
    rules, tree, strict = run.rules, run.tree, run.convention.cut == ">"
    seen: dict[int, Any] = {}
    windows: dict[int, tuple[Any, Any]] = {}

    def wrap_search(search: Search) -> Search:
        def record_and_search(node: int, alpha: Number, beta: Number) -> Number:
            windows[node] = alpha, beta
            return search(node, alpha, beta)

        return record_and_search

    def value_so_far(node: int, best: Any) -> Any:
        """Return the weighted sum so far divided by the sum of the weights so far, if that is not 0."""
        return int_if_whole(best / seen[node]) if seen[node] and not isinstance(best, float) else best

    def stops(node: int, child: int, best: Any, alpha: Any, beta: Any) -> bool:
        if tree.kinds[node] is not Kind.CHANCE:
            return rules.stops(node, child, best, alpha, beta)
        seen[node] = seen.get(node, 0) + tree.weight(child)
        average, (low, high) = value_so_far(node, best), windows[node]
        if strict:
            return bool(average < low or average > high)
        return bool(average <= low or average >= high)

    return rules._replace(stops=stops, wrap_search=wrap_search, value_so_far=value_so_far)


def _average_with_exchanged_limits(weights: Mapping[int, Any], limits: tuple[Any, Any]) -> Average:
    """Return an average with the least and the greatest limit of unsearched children exchanged."""
    return Average(weights, limits, limits[::-1])


BUGGY_RULES: Mapping[str, Callable[[SearchRun], Rules]] = {
    "alpha-only": _inheriting(alpha=True),
    "beta-only": _inheriting(beta=True),
    "no-inherit": _inheriting(),
    "late-cut": _late_cut,
    "parent-skip": _parent_skip,
    "wrong-direction": _wrong_direction,
    "leak": _leak,
    "cut-without-limits": _cut_without_limits,
    "bounds-through-chance": lambda run: run.rules._replace(through_chance=True),
    "limits-exchanged": lambda run: run.rules._replace(average=_average_with_exchanged_limits),
}
"""The buggy rules by name. Each function takes a run with the correct rules and returns the wrong ones."""
