"""The parts that an exercise asks about a tree, and the accepted values of the tree's nodes.

All numbers are in MAX's view, as in a solution.
"""

from collections.abc import Iterator

from treesolve.model.answer import PARTS
from treesolve.model.number import Number
from treesolve.search.solution import Solution
from treesolve.search.trace import CutEvent, Enter, Evaluate

_WITHOUT_CUTS = ("values", "best", "value")
_WITH_CUTS = ("values", "pruned", "order", "best", "value")


def parts_to_ask(solution: Solution, wanted: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the wanted parts that have an answer for this tree, in the order of PARTS.

    If no parts are wanted, return the parts to which the header of the tree assigns points, or else the default parts.
    If the convention has no cuts, the default parts do not include the pruned nodes and the order.
    """
    default_parts = _WITH_CUTS if solution.convention.cuts else _WITHOUT_CUTS
    chosen = wanted or tuple(solution.tree.points) or default_parts
    return tuple(part for part in PARTS if part in chosen and _has_answer(solution, part))


def _has_answer(solution: Solution, part: str) -> bool:
    if part == "best":
        return solution.best_id is not None
    if part == "value":
        return bool(accepted_values(solution, 0))
    if solution.is_forced or len(solution.tree) == 1:
        return False
    if part == "windows" and not solution.has_windows:
        return False
    return solution.convention.cuts or part not in ("windows", "pruned")


def accepted_values(solution: Solution, node: int) -> tuple[Number, ...]:
    """Return the accepted values of a node, the minimax value first.

    The result is empty if the value depends on unknown leaves. The value returned by the search is accepted as well. At
    a node that was cut, it is only a bound, but a search by hand does not show more.
    """
    found = solution.values[node], solution.returned(node)
    return tuple(dict.fromkeys(value for value in found if value is not None))


def inner_nodes(solution: Solution) -> tuple[int, ...]:
    """Return the inner nodes in the order in which the search completes them, children before parents."""
    pending, found = [0], []
    while pending:
        node = pending.pop()
        if solution.tree.children[node]:
            found.append(node)
            pending.extend(solution.children_in_order(node))
    return tuple(reversed(found))


def leaves_in_search_order(solution: Solution) -> tuple[int, ...]:
    """Return all leaves in the order in which a search without cuts evaluates them."""
    leaves = solution.tree.leaf_ids
    return leaves if solution.convention.order == "left-right" else leaves[::-1]


def visits_and_cuts(solution: Solution) -> Iterator[int | CutEvent]:
    """Yield each node when it is first visited, and each cut that skips children, in search order."""
    visited = set[int]()
    for event in solution.events:
        if isinstance(event, Enter | Evaluate) and event.node not in visited:
            visited.add(event.node)
            yield event.node
        elif isinstance(event, CutEvent) and event.skipped:
            yield event


def ties(solution: Solution) -> dict[int, bool]:
    """Return the children of the root that tie with the chosen child.

    A child is mapped to True if its minimax value equals that of the chosen child, and to False if only the returned
    bounds are equal.
    """
    best = solution.best_id
    if best is None:
        return {}
    others = [child for child in solution.tree.children[0] if child != best]
    found = {child: True for child in others if _is_as_good(solution, solution.values[child], solution.value)}
    best_returned = solution.returned(best)
    return {child: False for child in others if _is_as_good(solution, solution.returned(child), best_returned)} | found


def _is_as_good(solution: Solution, one: Number | None, other: Number | None) -> bool:
    """Return whether both values are known and equal for the player at the root."""
    return None not in (one, other) and solution.worth(one) == solution.worth(other)
