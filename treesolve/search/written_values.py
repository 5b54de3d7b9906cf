"""Values that somebody wrote at inner nodes: the search goes on with them in the place of what it finds."""

from collections.abc import Mapping
from typing import Any

from treesolve.search.search_run import Search


def with_written_values(search: Search, written: Mapping[int, Any]) -> Search:
    """The search of a kind of node, which returns what is written at a node where something is."""
    if not written:
        return search

    def search_and_take(node: int, alpha: Any, beta: Any, alpha_from: int | None, beta_from: int | None) -> Any:
        found = search(node, alpha, beta, alpha_from, beta_from)
        return written.get(node, found)

    return search_and_take
