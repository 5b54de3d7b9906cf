"""What a student is asked about a tree, and which answers are right.

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
    """Return the questions to ask, of those in PARTS: the wanted ones that have an answer here.

    If none are wanted, those that the file of the tree gives points for, or the usual ones: where nothing is ever cut
    that is neither what is pruned nor the order.
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
    """Return the values that are right at a node, the minimax value first; none where unknown leaves leave it open.

    What the search returned is right too: at a node that was cut it is only a bound, and nobody who searches by hand
    sees more.
    """
    found = solution.values[node], solution.returned(node)
    return tuple(dict.fromkeys(value for value in found if value is not None))


def inner_nodes(solution: Solution) -> tuple[int, ...]:
    """All inner nodes as their values become known: children before their parents, in the order of the search."""
    pending, found = [0], []
    while pending:
        node = pending.pop()
        if solution.tree.children[node]:
            found.append(node)
            pending.extend(solution.children_in_order(node))
    return tuple(reversed(found))


def leaves_in_search_order(solution: Solution) -> tuple[int, ...]:
    """All leaves in the order in which a search without cuts evaluates them."""
    leaves = solution.tree.leaf_ids
    return leaves if solution.convention.order == "left-right" else leaves[::-1]


def visits_and_cuts(solution: Solution) -> Iterator[int | CutEvent]:
    """What the search finds out, in order: a node it visits for the first time, or a cut that skips something."""
    visited = set[int]()
    for event in solution.events:
        if isinstance(event, Enter | Evaluate) and event.node not in visited:
            visited.add(event.node)
            yield event.node
        elif isinstance(event, CutEvent) and event.skipped:
            yield event


def ties(solution: Solution) -> dict[int, bool]:
    """Return the children of the root that are not chosen although they look as good: whether their value is, or a
    bound.
    """
    best = solution.best_id
    if best is None:
        return {}
    others = [child for child in solution.tree.children[0] if child != best]
    found = {child: True for child in others if _is_as_good(solution, solution.values[child], solution.value)}
    best_returned = solution.returned(best)
    return {child: False for child in others if _is_as_good(solution, solution.returned(child), best_returned)} | found


def _is_as_good(solution: Solution, one: Number | None, other: Number | None) -> bool:
    """Whether two values are known, and the same to the player at the root."""
    return None not in (one, other) and solution.worth(one) == solution.worth(other)
