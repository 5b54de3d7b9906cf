"""What `treesolve solve --best-order` and `--worst-order` write: a tree with its children in another order, solved."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from treesolve.cli.writing import Written

if TYPE_CHECKING:
    from treesolve.analysis.reordering import Reordering
    from treesolve.search.solution import Solution


def reordered(before: "Solution", goal: str) -> "Reordering":
    """The tree of a solution with the best or the worst order of all children."""
    from treesolve.analysis.reordering import EFFORT, reorder

    return reorder(before, goal=goal, effort=EFFORT)


def _json_of_reordering(reordering: Any, source: str) -> Iterable[str]:
    from treesolve.pages.json.reordering_document import reordering_document

    return [reordering_document(reordering, source)]


def _page_of_reordering(reordering: Any, **look: Any) -> Any:
    from treesolve.pages.reordering_page import reordering_page

    return reordering_page(reordering, **look)


REORDERINGS = Written(_json_of_reordering, _page_of_reordering, apart=2)
"""How trees in another order are written."""
