"""Writing what comes out of a run in each of its forms, one thing after the other.

Vocabulary

    written     how one kind of thing becomes a JSON document or a page: solutions, slides, comparisons ...
    look        what pages look like: language, width, paper, shapes
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import IO, Any, NamedTuple

Look = Mapping[str, Any]
"""Keyword arguments of a function that makes a page."""

ONE_BY_ONE = ("text", "markdown", "tree")
"""The forms in which a page stands below the other; all others are one document around all pages, but JSON."""


class Written(NamedTuple):
    """How one kind of thing is written.

    `document` gives the pieces of its JSON document, from the thing and the name of its file; `page` what stands on its
    page, with a look: a Document, or slides. `apart` blank lines stand between two pages of text.
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


def _slides_of_solution(solution: Any, **look: Any) -> tuple[str, str]:
    """The title of a tree, and the slides."""
    from treesolve.pages.slides import slides

    return solution.tree.title or "", slides(solution, **look)


class Writer:
    """What takes things, each with the name of its file, and writes them to an open file: of bytes for "pdf".

    JSON is a document a line. A remark stands before the first page of text.
    """

    def __init__(self, file: IO[Any], form: str, look: Look, written: Written, remark: str = "") -> None:
        self.file, self.form, self.look, self.written = file, form, look, written
        self.between = f"{remark}\n\n" if remark and form == "text" else ""
        self.pages: list[Any] = []

    def add(self, thing: Any, source: str) -> None:
        """Take one more."""
        if self.form == "json":
            self.file.writelines(self.written.document(thing, source))
            self.file.write("\n")
        elif self.form in ONE_BY_ONE:
            self.file.write(self.between + self._text_of_page(thing))
            self.between = "\n" * (self.written.apart if self.form == "text" else 1)
        else:
            self.pages.append(self.written.page(thing, **self.look))

    def _text_of_page(self, thing: Any) -> str:
        if self.form == "tree":
            from treesolve.notation.writer import write

            header = thing.solution.convention.header(thing.tree.convention)
            return write(replace(thing.tree, convention=header))
        from treesolve.pages.document import written

        return written(self.written.page(thing, **self.look), self.form)

    def finish(self) -> None:
        """Write what has not been written yet."""
        if not self.pages:
            return
        if self.written.slides:
            self.file.write(_bound_slides(self.pages, self.form, self.look))
            return
        from treesolve.pages.handout import together

        title = self.pages[0].title if len(self.pages) == 1 else ""
        self.file.write(together(self.pages, self.form, title, self.look["paper"]))


def _bound_slides(found: Sequence[tuple[str, str]], form: str, look: Look) -> Any:
    """The slides of some trees, each after the title of its tree, as one document, or each as a picture."""
    from treesolve.pages import pdf
    from treesolve.pages.slides import bound_slides

    document = bound_slides([slides for _, slides in found], look["language"], found[0][0] if len(found) == 1 else "")
    made: dict[str, Callable[[str], Any]] = {"pdf": pdf.pdf, "png": pdf.png, "svg": pdf.svg}
    return made[form](document) if form in made else document
