"""Worked solutions bound as one document: the pages of HTML, LaTeX and Typst need a head and an end around them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from markupsafe import Markup

from treesolve.model.problem import sanitize
from treesolve.rendering.document import Document, written
from treesolve.rendering.template_environment import render_chunks, words


def handout(
    pieces: Iterable[str],
    form: str,
    language: str = "en",
    *,
    title: str = "",
    paper: str = "a4",
    frame: str = "handout",
    script: bool = True,
    parted: bool = False,
    **look: Any,
) -> Iterator[str]:
    """Return the document around the pieces, in order, as texts to be written one after the other.

    `pieces` are pages in the same form; each is asked for when its place comes. `paper` is a key of PAPERS. The frame
    is "handout", "guide", "slides" or "sheet", which have formats of their own; `look` is what its template asks for.
    Without `script` a page of HTML has no player, and its browser runs nothing. Pages are `parted` that have parts on
    pages of their own.
    """
    return render_chunks(
        frame,
        form,
        language,
        pieces=map(Markup, pieces),
        script=script,
        parted=parted,
        title=sanitize(title).strip() or words(language).untitled(),
        paper={"a4": "a4", "letter": "us-letter"}[paper],
        **look,
    )


def render_page(page: Document, form: str, title: str = "", paper: str = "a4") -> str | bytes:
    """Return a page in a form as people keep it, bytes for "pdf"; `title` is what it is called, if not as its
    heading says.
    """
    return render_pages([page], form, title or page.title, paper)


def render_pages(pages: Sequence[Document], form: str, title: str = "", paper: str = "a4") -> str | bytes:
    """Return some pages, one at least, in one document, as people keep it: bytes for "pdf"."""
    source_form = "typst" if form == "pdf" else form
    pieces = [written(page, source_form) for page in pages]
    if form in ("text", "markdown"):
        return "\n".join(pieces)
    script, parted = any(page.moves for page in pages), any(page.has_parts for page in pages)
    language = pages[0].language
    document = "".join(handout(pieces, source_form, language, title=title, paper=paper, script=script, parted=parted))
    if form != "pdf":
        return document
    from treesolve.rendering.pdf import pdf

    return pdf(document)
