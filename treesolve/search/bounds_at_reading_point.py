"""Alpha and beta of nodes at a reading point of the trace."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain

from treesolve.model.number import Number
from treesolve.model.problem import InputError, Problem
from treesolve.model.reading_point import split_reading_point
from treesolve.model.tree import Tree
from treesolve.search.solution import Solution
from treesolve.search.trace import Enter, Event, Update

Pair = tuple[Number, Number]
BoundsRow = tuple[Number, ...]
"""One or more pairs of alpha and beta, as one tuple of alternating alphas and betas."""

BoundsByNode = dict[int, BoundsRow]


def alpha_beta_pairs(solution: Solution, reading_point: str | None = None) -> BoundsByNode:
    """Return alpha and beta of each node at the reading point, which defaults to that of the convention.

    At the reading point "changes", each node has a row of all its pairs. The result is empty if the search does not
    cut.

    >>> from treesolve.notation.reader import read
    >>> from treesolve.search.solution import solve
    >>> solution = solve(read("((8 7 3) (9 2))"))
    >>> alpha_beta_pairs(solution)[5], alpha_beta_pairs(solution, "last")[5], alpha_beta_pairs(solution, "after L3")
    ((3, inf), (3, 2), {0: (-inf, inf), 1: (-inf, 3)})
    >>> alpha_beta_pairs(solution, "changes")[5]
    (3, inf, 3, 9, 3, 2)
    """
    if not (solution.convention.cuts and solution.has_windows):
        return {}
    name, leaf = split_reading_point(reading_point or solution.convention.alpha_beta)
    return _PAIRS_BY_READING_POINT[name](solution, leaf)


def check_reading_point(solution: Solution) -> None:
    """Raise InputError if the reading point is after a leaf that the search does not evaluate."""
    name, leaf = split_reading_point(solution.convention.alpha_beta)
    if name == "after" and solution.has_windows and solution.tree.leaf_by_name(leaf) not in solution.visit_of:
        raise InputError((Problem("moment-never", None, {"name": leaf, "convention": solution.convention.id}),))


def _on_entry(solution: Solution, _leaf: str) -> BoundsByNode:
    """Return the windows on entry of the visited inner nodes."""
    tree = solution.tree
    windows = ((node, solution.window(node)) for node in solution.visited_ids if tree.children[node])
    return {node: window for node, window in windows if window is not None}


def _at_last(solution: Solution, _leaf: str) -> BoundsByNode:
    """Return alpha and beta of each visited inner node at the time when the search leaves the node."""
    return {node: row[-1] for node, row in _rows(solution.events).items()}


def _at_each_change(solution: Solution, _leaf: str) -> BoundsByNode:
    """Return all pairs of alpha and beta of each visited inner node, as one row."""
    return {node: tuple(chain.from_iterable(row)) for node, row in _rows(solution.events).items()}


def _after_leaf(solution: Solution, leaf: str) -> BoundsByNode:
    """Return alpha and beta of the nodes above a leaf at the time when the leaf's value has arrived at its parent.

    The result is empty if the leaf is not evaluated.
    """
    tree = solution.tree
    node = tree.leaf_by_name(leaf)
    if node is None or node not in solution.visit_of:
        return {}
    rows = _rows(_events_until(solution.events, node))
    return {above: rows[above][-1] for above in reversed([*_ancestors(tree, node)])}


def _ancestors(tree: Tree, node: int | None) -> Iterator[int]:
    """Yield the ancestors of a node, parent first."""
    while node is not None and (node := tree.parents[node]) is not None:
        yield node


def _events_until(events: Iterable[Event], leaf: int | None) -> Iterator[Event]:
    """Yield the events up to the one in which the parent of a leaf receives its value."""
    for event in events:
        yield event
        if isinstance(event, Update) and event.child == leaf:
            return


def _rows(events: Iterable[Event]) -> dict[int, list[Pair]]:
    """Return the pairs of alpha and beta of each node that the events enter.

    If a node is entered again after a probe, its earlier pairs are discarded.
    """
    rows: dict[int, list[Pair]] = {}
    for event in events:
        if isinstance(event, Enter):
            rows[event.node] = [(event.alpha, event.beta)]
        elif isinstance(event, Update) and (pair := (event.alpha, event.beta)) != rows[event.node][-1]:
            rows[event.node].append(pair)
    return rows


_PAIRS_BY_READING_POINT: Mapping[str, Callable[[Solution, str], BoundsByNode]] = {
    "entry": _on_entry,
    "last": _at_last,
    "changes": _at_each_change,
    "after": _after_leaf,
}
