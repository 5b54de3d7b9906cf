"""Which alpha and beta of a node are asked for: one trace, read at different moments."""

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
"""One or more pairs: alpha and beta in turn."""

BoundsByNode = dict[int, BoundsRow]


def alpha_beta_pairs(solution: Solution, moment: str | None = None) -> BoundsByNode:
    """Return the pair of each node that has one at the moment, by default the one that is asked for, or at "changes"
    its row.

    There are none where nothing cuts.

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
    name, leaf = split_reading_point(moment or solution.convention.alpha_beta)
    return _PAIRS_BY_READING_POINT[name](solution, leaf)


def check_reading_point(solution: Solution) -> None:
    """Raise InputError where the moment that is asked for is after a leaf that the search never evaluates."""
    name, leaf = split_reading_point(solution.convention.alpha_beta)
    if name == "after" and solution.has_windows and solution.tree.leaf_by_name(leaf) not in solution.visit_of:
        raise InputError((Problem("moment-never", None, {"name": leaf, "convention": solution.convention.id}),))


def _on_entry(solution: Solution, _leaf: str) -> BoundsByNode:
    """Return the windows of the visited nodes."""
    tree = solution.tree
    found = ((node, solution.window(node)) for node in solution.visited_ids if tree.children[node])
    return {node: window for node, window in found if window is not None}


def _at_last(solution: Solution, _leaf: str) -> BoundsByNode:
    """Return the pair of each visited node when the search leaves it."""
    return {node: row[-1] for node, row in _rows(solution.events).items()}


def _at_each_change(solution: Solution, _leaf: str) -> BoundsByNode:
    """Return the row of each visited node."""
    return {node: tuple(chain.from_iterable(row)) for node, row in _rows(solution.events).items()}


def _after_leaf(solution: Solution, leaf: str) -> BoundsByNode:
    """Return the pairs on the path to a leaf, once it is evaluated and its parent knows; none where it never is."""
    tree = solution.tree
    node = tree.leaf_by_name(leaf)
    if node is None or node not in solution.visit_of:
        return {}
    rows = _rows(_events_until(solution.events, node))
    return {above: rows[above][-1] for above in reversed([*_ancestors(tree, node)])}


def _ancestors(tree: Tree, node: int | None) -> Iterator[int]:
    """Yield the nodes above a node, the parent first."""
    while node is not None and (node := tree.parents[node]) is not None:
        yield node


def _events_until(events: Iterable[Event], leaf: int | None) -> Iterator[Event]:
    """Yield the events up to that in which a leaf's parent gets its value."""
    for event in events:
        yield event
        if isinstance(event, Update) and event.child == leaf:
            return


def _rows(events: Iterable[Event]) -> dict[int, list[Pair]]:
    """Return the row of each node that the events enter; a node that is entered again, after a probe, begins anew."""
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
