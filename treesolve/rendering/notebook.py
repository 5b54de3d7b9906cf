"""The cell magic of notebooks, which `%load_ext treesolve` brings: a tree in a cell is drawn, solved or asked about."""

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
"""What a cell is called where something is wrong in it."""

WIDTH = 100
"""So many columns its lines may take where only text is shown."""

STYLESHEET = (
    f"{STYLE}.treesolve .tree{{background:#fff}}.treesolve .picture{{overflow-x:auto}}"
    ".treesolve .asked{display:flex;gap:.6em}.treesolve .asked p{flex:1;margin:0}"
    ".treesolve :is(.gap,.writing){display:inline-block;width:3.5em;border-bottom:1px solid}"
    ".treesolve .writing{display:block;width:auto;min-height:2.2em}"
    ".treesolve :is(.cells :is(th,td),.asked .box){border:1px solid}.treesolve .cells td{min-width:6em}"
    ".treesolve .asked .box{display:inline-block;width:.8em;height:.8em}"
)
"""What pictures and questions look like in a notebook, whose page has no look for them."""

_ON_PAPER = re.compile('<figure class="paper".*?</figure>\n', re.DOTALL)
"""Pictures for printing, which a notebook does not need beside those on its screen."""


class NotebookPage:
    """A page in a notebook, which takes the richest form that it can show."""

    def __init__(self, page: Document) -> None:
        self.page = page

    def __repr__(self) -> str:
        return written(self.page)

    def _repr_html_(self) -> str:
        page = _ON_PAPER.sub("", written(self.page, "html"))
        return f'<div class="treesolve">\n<style>{STYLESHEET}</style>\n{page}</div>\n'


def tree(line: str, cell: str) -> NotebookPage:
    """Draw the tree in the cell: as it stands, solved by a convention (-c aima), or as an exercise (--sheet).

    -c, --convention CONVENTION[:RULES]   solve it by these rules
    --solved                           solve it by its own convention
    --show steps                       solve it, with a table of the steps
    --sheet                            ask what the search finds
    --language en|de                   in this language
    """
    from IPython.core.error import UsageError

    asked = _arguments().parse_argstring(line)
    try:
        return NotebookPage(Document([*_blocks(asked, cell)], asked.language, WIDTH))
    except InputError as error:
        problems = (problem._replace(source=CELL) for problem in error.problems)
        raise UsageError("\n".join(problem_report(problem, asked.language) for problem in problems)) from None


def _arguments() -> "MagicArgumentParser":
    """What may stand behind `%%tree`."""
    from IPython.core.magic_arguments import MagicArgumentParser

    parser = MagicArgumentParser("%%tree", add_help=False)
    parser.add_argument("-c", "--convention")
    parser.add_argument("--solved", action="store_true")
    parser.add_argument("--show", choices=["steps"])
    parser.add_argument("--sheet", action="store_true")
    parser.add_argument("--language", choices=languages(), default="en")
    return parser


def _blocks(asked: Any, cell: str) -> Iterator[Block]:
    """What is asked for. Raises InputError for what is wrong in the cell."""
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
    """How to search, and what is asked about the tree."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "x.tree"
        path.write_text(text, "utf-8")
        sheet = plan_quick_sheet(QuickSheet("", (str(path),), convention=convention, language=language))
    page = VariantPage(sheet, next(draw_variants(sheet, "", 1)))
    yield page.how_to_search
    yield from (task.asked for task in page.tasks)
