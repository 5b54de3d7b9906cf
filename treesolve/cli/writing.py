"""Writing solutions in each of their forms, one tree after the other.

Vocabulary

    writer      what takes the solutions of a run and writes them, some at once, some when all are there
    look        what drawings look like: language, width, paper, shapes
"""

from collections.abc import Mapping
from typing import IO, Any, Protocol

from treesolve.solution import Solution

Look = Mapping[str, Any]
"""Keyword arguments of `solution_page`."""


class Writer(Protocol):
    """What takes solutions, each with the name of its file, and writes them."""

    def add(self, solution: Solution, source: str) -> None:
        """Take one more solution."""

    def finish(self) -> None:
        """Write what has not been written yet."""


def writer(file: IO[Any], form: str, look: Look, *, slides: bool = False) -> Writer:
    """The writer for a form, to an open file: of bytes for "pdf", else of text."""
    if form == "json":
        return _Lines(file)
    if form in ("text", "markdown"):
        return _Pages(file, form, look)
    return _Handout(file, form, look, slides=slides)


class _Lines:
    """JSON: a document a line."""

    def __init__(self, file: IO[str]) -> None:
        self.file = file

    def add(self, solution: Solution, source: str) -> None:
        from treesolve.document import solution_document

        self.file.writelines(solution_document(solution, source))
        self.file.write("\n")

    def finish(self) -> None:
        """Everything is written."""


class _Pages:
    """Text and Markdown: a page after the other."""

    def __init__(self, file: IO[str], form: str, look: Look) -> None:
        self.file, self.form, self.look = file, form, look
        self.between = ""

    def add(self, solution: Solution, source: str) -> None:
        from treesolve.pages.solution import solution_page

        self.file.write(self.between + solution_page(solution, self.form, **self.look))
        self.between = "\n" * (2 if self.form == "text" else 1)

    def finish(self) -> None:
        """Everything is written."""


class _Handout:
    """HTML, LaTeX, Typst and PDF: one document around all pages; slides are a document of another kind."""

    def __init__(self, file: IO[Any], form: str, look: Look, *, slides: bool) -> None:
        self.file, self.form, self.look, self.slides = file, form, look, slides
        self.source_form = "typst" if form == "pdf" else form
        self.pieces: list[str] = []
        self.titles: list[str] = []

    def add(self, solution: Solution, source: str) -> None:
        if self.slides:
            from treesolve.pages.slides import slides

            self.pieces.append(slides(solution, **self.look))
        else:
            from treesolve.pages.solution import solution_page

            self.pieces.append(solution_page(solution, self.source_form, **self.look))
        self.titles.append(solution.tree.title or "")

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
            slides=self.slides,
        )
        if self.form != "pdf":
            self.file.writelines(document)
            return
        from treesolve.pdf import pdf

        self.file.write(pdf("".join(document)))
