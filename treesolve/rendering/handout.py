"""Handouts, which combine pages in HTML, LaTeX or Typst into one document."""

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
    """Return one document that contains the pieces in order, in chunks.

    `pieces` are pages in the same format, and are consumed lazily. `paper` is a key of PAPERS. `frame` is "handout",
    "guide", "slides" or "sheet"; each has its own page template, and `look` contains the variables of that template.
    Without `script`, an HTML page has no player and no scripts at all. `parted` must be true if any page contains a
    Part.
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
    """Return a page as a complete document, as bytes for "pdf"; `title` replaces the title of the page."""
    return render_pages([page], form, title or page.title, paper)


def render_pages(pages: Sequence[Document], form: str, title: str = "", paper: str = "a4") -> str | bytes:
    """Return one or more pages as one complete document, as bytes for "pdf"."""
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
