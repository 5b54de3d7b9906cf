"""What `treesolve solve` writes for several lectures: each one's search of a tree, side by side."""

from collections.abc import Iterable
from typing import Any

from treesolve.cli.inputs import Input
from treesolve.cli.options import Steering, named_conventions_and_own, own_convention
from treesolve.cli.writing import Written
from treesolve.model.convention import Convention
from treesolve.model.tree import Tree


def compared(tree: Tree, found: Input, asked: Iterable[Steering | None]) -> Any:
    """A file's tree under the lectures asked for, each once, None being all; others differ from the first.

    Raises InputError where there is no such lecture beside the file.
    """
    from treesolve.search.comparison import compare

    return compare(tree, dict.fromkeys(one for each in asked for one in _conventions_to_compare(each, tree, found)))


def _conventions_to_compare(steering: Steering | None, tree: Tree, found: Input) -> list[Convention]:
    if steering is None:
        return named_conventions_and_own(own_convention(tree, found))
    return [steering.convention_for(tree, found)]


def _json_of_comparison(comparison: Any, source: str) -> Iterable[str]:
    from treesolve.pages.json.comparison_document import comparison_document

    return [comparison_document(comparison, source)]


def _page_of_comparison(comparison: Any, *, language: str, **_look: Any) -> Any:
    from treesolve.pages.comparison_page import comparison_page

    return comparison_page(comparison, language)


COMPARISONS = Written(_json_of_comparison, _page_of_comparison)
"""How comparisons are written."""
