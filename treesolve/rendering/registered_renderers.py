"""Registration of the exports of trees, solutions, comparisons and other analyses."""

from typing import Any

from treesolve.analysis.reordering import Reordering
from treesolve.analysis.unknown_solution import UnknownSolution
from treesolve.drawing.size_limit import is_drawable
from treesolve.model.tree import Tree
from treesolve.notation.writer import write
from treesolve.rendering.comparison_page import comparison_document, comparison_page
from treesolve.rendering.document import Document, Paragraph, Table, written
from treesolve.rendering.json.solution_json import solution_document
from treesolve.rendering.maxn_page import MaxnPage, maxn_document
from treesolve.rendering.reordering_page import reordering_document, reordering_page
from treesolve.rendering.saving import EXPORTS, PAGES, PICTURES, Export, RenderOptions, draw_picture, page, page_export
from treesolve.rendering.solution_page import SolutionPage
from treesolve.rendering.unknown_page import unknown_document, unknown_page
from treesolve.search.comparison import Comparison
from treesolve.search.maxn import MaxnSolution
from treesolve.search.solution import Solution, Step

MAX_NODES_SHOWN = 2000
"""Maximum number of nodes of a tree that notebooks draw. Larger trees are shown as one line of text."""


def _tree_content(tree: Tree, form: str, options: RenderOptions) -> str | bytes:
    return write(tree) if form == "tree" else draw_picture(tree, form, **options._asdict())


def _solution_content(solution: Solution, form: str, options: RenderOptions) -> str | bytes:
    if form == "json":
        return _solution_document(solution)
    return (page if form in PAGES else draw_picture)(solution, form, **options._asdict())


def _solution_document(solution: Solution) -> str:
    source = solution.tree.origin.source
    if isinstance(solution, MaxnSolution):
        return maxn_document(solution, source) + "\n"
    return "".join(solution_document(solution, source)) + "\n"


def _step_content(step: Step, _form: str, options: RenderOptions) -> str:
    solution: Any = step.solution
    if isinstance(solution, MaxnSolution):
        return MaxnPage(solution, language=options.language).row(step.number, step.row)[2]
    return SolutionPage(solution, language=options.language).row(step.row)[2]


def _reordering_content(found: Reordering, form: str, options: RenderOptions) -> str | bytes:
    if form == "tree":
        return write(found.tree)
    return page_export(_reordering_page, _reordering_document).content(found, form, options)


def _reordering_page(found: Reordering, options: RenderOptions) -> Any:
    return reordering_page(found, **options._asdict())


def _reordering_document(found: Reordering) -> str:
    return reordering_document(found, found.before.tree.origin.source)


def _picture(value: Tree | Solution) -> str | None:
    """Return the SVG picture for a notebook, or None if the picture would be too large."""
    tree = value if isinstance(value, Tree) else value.tree
    return str(draw_picture(value, "svg")) if len(tree) <= MAX_NODES_SHOWN and is_drawable(tree, "svg") else None


def _solution_in_notebook(solution: Solution) -> str | None:
    picture = _picture(solution)
    if picture is None or isinstance(solution, MaxnSolution):
        return picture

    shown = SolutionPage(solution)
    table = Table(shown.head, shown.steps, words=(1, 2))
    text = written(Document([Paragraph(shown.outcome), Paragraph([shown.convention_text]), table]), "html")
    return f'<div class="treesolve">\n{picture}\n{text}</div>\n'


EXPORTS |= {
    Tree: Export(("tree", *PICTURES), _tree_content, html=_picture),
    Solution: Export((*PAGES, "svg", "png", "dot", "json"), _solution_content, html=_solution_in_notebook),
    Step: Export(("text",), _step_content, ("language",)),
    Comparison: page_export(
        lambda found, options: comparison_page(found, options.language),
        lambda found: comparison_document(found, found.tree.origin.source),
    ),
    UnknownSolution: page_export(
        lambda found, options: unknown_page(
            found, language=options.language, shapes=options.shapes, paper=options.paper, width=options.width
        ),
        lambda found: unknown_document(found, found.tree.origin.source),
    ),
    Reordering: Export(("tree", *PAGES, "json"), _reordering_content),
}
