"""The `%%tree` cell magic of notebooks, which draws or solves a tree, or makes an exercise.

`%load_ext treesolve` loads the magic.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from treesolve.authoring.quick_sheet import QuickSheet, plan_quick_sheet
from treesolve.authoring.variant import draw_variants
from treesolve.drawing.svg import STYLE
from treesolve.model.input_file import Input
from treesolve.model.problem import InputError
from treesolve.model.resources import languages
from treesolve.rendering.document import Block, Document, Drawing, Paragraph, below, written
from treesolve.rendering.page_tree import DrawnTree
from treesolve.rendering.printed_sheet import VariantPage
from treesolve.rendering.problem_sentence import problem_report
from treesolve.rendering.python_arguments import solved, tree_and_convention, tree_in
from treesolve.rendering.solution_page import SolutionPage, worked_page
from treesolve.rendering.tree_picture import exercise

if TYPE_CHECKING:
    from IPython.core.magic_arguments import MagicArgumentParser

CELL = "cell"
"""The name of a cell in error messages."""

WIDTH = 100
"""The line width of plain-text output, in characters."""

STYLESHEET = (
    f"{STYLE}.treesolve .tree{{background:#fff}}.treesolve .picture{{overflow-x:auto}}"
    ".treesolve .asked{display:flex;gap:.6em}.treesolve .asked p{flex:1;margin:0}"
    ".treesolve :is(.gap,.writing){display:inline-block;width:3.5em;border-bottom:1px solid}"
    ".treesolve .writing{display:block;width:auto;min-height:2.2em}"
    ".treesolve :is(.cells :is(th,td),.asked .box){border:1px solid}.treesolve .cells td{min-width:6em}"
    ".treesolve .asked .box{display:inline-block;width:.8em;height:.8em}"
)
"""Styles of pictures and questions in a notebook, because notebooks do not include the stylesheet of pages."""

_ON_PAPER = re.compile('<figure class="paper".*?</figure>\n', re.DOTALL)
"""Matches pictures for print, which a notebook does not need."""


class NotebookPage:
    """A document for a notebook, displayed as HTML or as plain text."""

    def __init__(self, page: Document) -> None:
        self.page = page

    def __repr__(self) -> str:
        return written(self.page)

    def _repr_html_(self) -> str:
        page = _ON_PAPER.sub("", written(self.page, "html"))
        return f'<div class="treesolve">\n<style>{STYLESHEET}</style>\n{page}</div>\n'


def tree(line: str, cell: str) -> NotebookPage:
    """Draw the tree in the cell; solve it by a convention (-c aima), or turn it into an exercise (--sheet).

    -c, --convention CONVENTION[:RULES]   solve it by this convention
    --solved                              solve it by its own convention
    --show steps                          solve it, with a table of the steps
    --sheet                               turn it into an exercise
    --language en|de                      output language
    """
    from IPython.core.error import UsageError

    options = _arguments().parse_argstring(line)
    try:
        return NotebookPage(Document([*_blocks(options, cell)], options.language, WIDTH))
    except InputError as error:
        problems = (problem._replace(source=CELL) for problem in error.problems)
        raise UsageError("\n".join(problem_report(problem, options.language) for problem in problems)) from None


def _arguments() -> "MagicArgumentParser":
    """Return the parser of the arguments of `%%tree`."""
    from IPython.core.magic_arguments import MagicArgumentParser

    parser = MagicArgumentParser("%%tree", add_help=False)
    parser.add_argument("-c", "--convention")
    parser.add_argument("--solved", action="store_true")
    parser.add_argument("--show", choices=["steps"])
    parser.add_argument("--sheet", action="store_true")
    parser.add_argument("--language", choices=languages(), default="en")
    return parser


def _blocks(asked: Any, cell: str) -> Iterator[Block]:
    """Yield the output for a cell. Raises InputError if the cell contains errors."""
    text = f"\n{cell}"  # the first line of a cell is the magic itself
    found = tree_in(Input(CELL, text))
    if asked.sheet:
        yield from _exercise(text, asked.convention, asked.language)
    elif asked.convention or asked.solved or asked.show:
        page = worked_page(solved(*tree_and_convention(found, asked.convention, payoffs=True)), asked.language)
        yield from [Paragraph([page.convention_text])] if isinstance(page, SolutionPage) else []
        yield from below(page.blocks(steps=bool(asked.show)))
    else:
        yield Drawing(DrawnTree(found, lambda: exercise(found).labels, asked.language))


def _exercise(text: str, convention: str | None, language: str) -> Iterator[Block]:
    """Yield the rules of the search, and the questions about the tree."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "x.tree"
        path.write_text(text, "utf-8")
        sheet = plan_quick_sheet(QuickSheet("", (str(path),), convention=convention, language=language))
    page = VariantPage(sheet, next(draw_variants(sheet, "", 1)))
    yield page.how_to_search
    yield from (task.asked for task in page.tasks)
