"""Writing what comes out of a run in each of its forms, one thing after the other.

Vocabulary

    written     how one kind of thing becomes a JSON document or a page: solutions, slides, comparisons ...
    writer      what takes the things of a run and writes them, some at once, some when all are there
    look        what pages look like: language, width, paper, shapes
"""

from collections.abc import Callable, Iterable, Mapping
from typing import IO, Any, NamedTuple, Protocol

Look = Mapping[str, Any]
"""Keyword arguments of a function that makes a page."""


class Written(NamedTuple):
    """How one kind of thing is written.

    `document` gives the pieces of its JSON document, from the thing and the name of its file; `page` what stands on its
    page, with a look: a Document, or slides as they are bound. `apart` blank lines stand between two pages of text.
    """

    document: Callable[[Any, str], Iterable[str]]
    page: Callable[..., Any]
    apart: int = 1
    slides: bool = False


def solutions(*, slides: bool = False) -> Written:
    """How solutions are written, as pages or as slides."""
    return Written(_solution_document, _slides_of_solution if slides else _solution_page, apart=2, slides=slides)


def _solution_document(solution: Any, source: str) -> Iterable[str]:
    from treesolve.search.maxn import MaxnSolution

    if isinstance(solution, MaxnSolution):
        from treesolve.pages.json.maxn_document import maxn_document

        return [maxn_document(solution, source)]
    from treesolve.pages.json.solution_document import solution_document

    return solution_document(solution, source)


def _solution_page(solution: Any, **look: Any) -> Any:
    from treesolve.pages.worked_solution import solution_page

    return solution_page(solution, **look)


def _slides_of_solution(solution: Any, **look: Any) -> str:
    from treesolve.pages.slides import slides

    return slides(solution, **look)


class Writer(Protocol):
    """What takes things, each with the name of its file, and writes them."""

    def add(self, thing: Any, source: str) -> None:
        """Take one more."""

    def finish(self) -> None:
        """Write what has not been written yet."""


def writer(file: IO[Any], form: str, look: Look, written: Written, remark: str = "") -> Writer:
    """The writer for a form, to an open file: of bytes for "pdf", else of text.

    A remark stands before the first page of text.
    """
    if form == "json":
        return _Lines(file, written)
    if form in ("text", "markdown", "tree"):
        return _Pages(file, form, look, written, remark if form == "text" else "")
    return _Handout(file, form, look, written)


class _Lines:
    """JSON: a document a line."""

    def __init__(self, file: IO[str], written: Written) -> None:
        self.file, self.written = file, written

    def add(self, thing: Any, source: str) -> None:
        self.file.writelines(self.written.document(thing, source))
        self.file.write("\n")

    def finish(self) -> None:
        """Everything is written."""


class _Pages:
    """Text, Markdown and trees: a page after the other."""

    def __init__(self, file: IO[str], form: str, look: Look, written: Written, remark: str) -> None:
        self.file, self.form, self.look, self.written = file, form, look, written
        self.between = remark and f"{remark}\n\n"

    def add(self, thing: Any, source: str) -> None:
        self.file.write(self.between + self._page_of_thing(thing))
        self.between = "\n" * (self.written.apart if self.form == "text" else 1)

    def _page_of_thing(self, thing: Any) -> str:
        if self.form == "tree":
            from treesolve.model.tree_shape import with_convention
            from treesolve.notation.writer import write

            header = thing.solution.convention.header(thing.tree.convention)
            return write(with_convention(thing.tree, header))
        from treesolve.pages.document import written

        return written(self.written.page(thing, **self.look), self.form)

    def finish(self) -> None:
        """Everything is written."""


class _Handout:
    """HTML, LaTeX, Typst and PDF: one document around all pages."""

    def __init__(self, file: IO[Any], form: str, look: Look, written: Written) -> None:
        self.file, self.form, self.look, self.written = file, form, look, written
        self.source_form = "typst" if form == "pdf" else form
        self.pieces: list[str] = []
        self.titles: list[str] = []
        self.moves = False

    def add(self, thing: Any, source: str) -> None:
        from treesolve.pages.document import written

        if self.form == "pdf":
            from treesolve.pages.printable import printable

            thing = printable(thing)
        page = self.written.page(thing, **self.look)
        if self.written.slides:
            self.pieces.append(page)
            self.titles.append(thing.tree.title or "")
            return
        self.moves = self.moves or page.moves
        self.pieces.append(written(page, self.source_form))
        self.titles.append(page.title)

    def finish(self) -> None:
        from treesolve.pages.handout import handout

        if not self.pieces:
            return
        document = handout(
            self.pieces,
            self.source_form,
            self.look["language"],
            title=self.titles[0] if len(self.titles) == 1 else "",
            paper=self.look["paper"],
            frame="slides" if self.written.slides else "handout",
            script=self.moves,
        )
        if self.form != "pdf":
            self.file.writelines(document)
            return
        from treesolve.pages.pdf import pdf

        self.file.write(pdf("".join(document)))
