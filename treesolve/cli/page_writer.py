"""Writing of the answers of `treesolve solve` to several targets in different formats.

Each answer is computed only once. The modules that render a format are imported when the format is first written.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import IO, Any, NamedTuple

from treesolve.cli.command_run import CommandRun
from treesolve.cli.convention_option import ConventionOption, solution_of
from treesolve.cli.multiple_outputs import Target, drawing_width, open_targets
from treesolve.cli.output_formats import SOLUTION_FORMS, Forms
from treesolve.model.input_file import Input
from treesolve.notation.writer import write
from treesolve.search.maxn import MaxnSolution
from treesolve.search.solution import Solution

PageOptions = Mapping[str, Any]
"""Keyword arguments for the functions that build pages."""

ONE_BY_ONE = ("text", "markdown", "tree")
"""Formats in which pages are written one after another.

Except for JSON, all other formats collect the pages into a single document.
"""


def _bound_pages(pages: Sequence[Any], form: str, look: PageOptions) -> str | bytes:
    """Return pages as one document. If there is a single page, its title is the title of the document."""
    from treesolve.rendering.handout import render_pages

    return render_pages(pages, form, pages[0].title if len(pages) == 1 else "", look["paper"])


class AnswerFormat(NamedTuple):
    """The functions that render one kind of answer.

    `document` returns the JSON document of an answer about a file, as fragments. `page` builds the page of an answer
    with the page options. `bind` combines several pages into a document. Text pages are separated by `blank_lines`
    blank lines.
    """

    document: Callable[[Any, str], Iterable[str]]
    page: Callable[..., Any]
    blank_lines: int = 1
    bind: Callable[[Sequence[Any], str, PageOptions], Any] = _bound_pages


class AnswerKind(NamedTuple):
    """A kind of answer: how it is computed for a file, how it is rendered, and in which formats."""

    answer: Callable[[Input], Any]
    written: AnswerFormat
    forms: Forms = SOLUTION_FORMS


def _document_of_solution(solution: Any, source: str) -> Iterable[str]:
    if isinstance(solution, MaxnSolution):
        from treesolve.rendering.maxn_page import maxn_document

        return [maxn_document(solution, source)]
    from treesolve.rendering.json.solution_json import solution_document

    return solution_document(solution, source)


def _solution_page(solution: Any, **look: Any) -> Any:
    from treesolve.rendering.solution_page import solution_page

    return solution_page(solution, **look)


SOLUTIONS = AnswerFormat(_document_of_solution, _solution_page, blank_lines=2)


def solution_question(convention_option: ConventionOption, run: CommandRun) -> AnswerKind:
    """Return the kind of output that shows the solution of a tree.

    Trees with payoffs for several players are solved by max^n.
    """

    def answer(found: Input) -> Solution:
        tree = run.tree(found, payoffs=True)
        return solution_of(tree, convention_option.convention_for(tree, found), found)

    return AnswerKind(answer, SOLUTIONS)


class Writer:
    """Writer of answers to an open file. For a binary format, this must be a binary file.

    JSON output has one document per line. In text output, the remark precedes the first page.
    """

    def __init__(self, file: IO[Any], form: str, look: PageOptions, written: AnswerFormat, remark: str = "") -> None:
        self.file, self.form, self.written = file, form, written
        self.look = {**look, "width": look["width"] or drawing_width(file)} if "width" in look else look
        self.separator = f"{remark}\n\n" if remark and form == "text" else ""
        self.pages: list[Any] = []

    def add(self, thing: Any, source: str) -> None:
        """Add an answer about a file."""
        if self.form == "json":
            self.file.writelines(self.written.document(thing, source))
            self.file.write("\n")
        elif self.form in ONE_BY_ONE:
            self.file.write(self.separator + self._text_of_page(thing))
            self.separator = "\n" * (self.written.blank_lines if self.form == "text" else 1)
        else:
            self.pages.append(self.written.page(thing, **self.look))

    def _text_of_page(self, thing: Any) -> str:
        if self.form == "tree":
            header = thing.solution.convention.header(thing.tree.convention)
            return write(replace(thing.tree, convention=header))
        from treesolve.rendering.document import written

        return written(self.written.page(thing, **self.look), self.form)

    def finish(self) -> None:
        """Write the document if its pages were collected."""
        if self.pages:
            self.file.write(self.written.bind(self.pages, self.form, self.look))


@contextmanager
def open_writers(
    found: tuple[Target, ...], inputs: tuple[str, ...], look: PageOptions, written: AnswerFormat, remark: str = ""
) -> Iterator[Callable[[Any, str], None]]:
    """Yield a function that adds an answer about a file to all targets.

    At the end, either all files are replaced or none. A width of None is replaced by the width of each target. In text
    output, the remark precedes the first page. Raises InputError if a file cannot be written or is an input.
    """
    with open_targets(found, inputs) as files:
        writers = [Writer(file, form, look, written, remark) for form, file in files]

        def add(thing: Any, source: str) -> None:
            for each in writers:
                each.add(thing, source)

        yield add
        for each in writers:
            each.finish()
