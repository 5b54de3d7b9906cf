"""The move that brought the root beyond its start window."""

from treesolve.model.kind import Kind
from treesolve.search.search_result import SearchResult

_FAILED_HIGH = {Kind.MAX: "lower", Kind.MIN: "upper"}
"""What a search returns at a root whose player found more than was asked for: a bound on that side."""


def refutation(solution: SearchResult) -> int | None:
    """The refuting child, by id; None unless the search failed high at its root, as the player to move there sees it.

    >>> from treesolve.notation.convention_expression import read_expression
    >>> from treesolve.notation.reader import read
    >>> from treesolve.search.solution import solve
    >>> refutation(solve(read("((6 5) (2 9))"), read_expression("aima:window=-inf..3")))
    1
    """
    kind = solution.tree.kinds[0]
    if solution.result != _FAILED_HIGH.get(kind, ""):
        return None
    low, high = solution.convention.window
    for child in solution.visited_ids[1:]:
        returned = solution.log.returned[solution.visit_of[child]]
        if solution.tree.parents[child] == 0 and (returned >= high if kind is Kind.MAX else returned <= low):
            return child
    return None
