"""A solution as a page: the tree with the steps of its search, the reason for each cut, what holds at each node."""

from typing import TYPE_CHECKING, Any

from treesolve.pages.document import Document
from treesolve.pages.solution_page import SolutionPage
from treesolve.search.maxn import MaxnSolution
from treesolve.search.solution import Solution
from treesolve.search.trace import Cut

if TYPE_CHECKING:
    from treesolve.pages.maxn_page import MaxnPage


def told(solution: Solution, language: str = "en", **look: Any) -> "SolutionPage | MaxnPage":
    """What there is to say of a solution; `look` says what it looks like: see SolutionPage."""
    if isinstance(solution, MaxnSolution):
        from treesolve.pages.maxn_page import MaxnPage

        drawn = {name: look[name] for name in ("width", "paper", "shapes", "height") if name in look}
        return MaxnPage(solution, language=language, **drawn)
    return SolutionPage(solution, language=language, **look)


def reasons_of_cuts(solution: Solution, language: str) -> dict[Cut, str]:
    """The reason for each cut that people are shown, in the words of the lecture."""
    return dict(zip(solution.shown_cuts, told(solution, language).reasons, strict=True))


def solution_page(solution: Solution, language: str = "en", **look: Any) -> Document:
    """The worked solution; `look` says what it looks like: see SolutionPage."""
    page = told(solution, language, **look)
    return Document([page.opening, *page.blocks()], language)
