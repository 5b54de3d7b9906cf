"""Rendering and saving of values, with the formats of each class and the file extensions of each format."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from treesolve.model.atomic_file import atomic_write
from treesolve.model.exportable import Exportable
from treesolve.model.problem import InputError, Problem, nearest, sanitize
from treesolve.model.resources import languages
from treesolve.model.tree import Tree
from treesolve.rendering.letterhead import using_letterhead
from treesolve.search.solution import Solution

if TYPE_CHECKING:
    from treesolve.rendering.document import Document

ENDINGS: Mapping[str, tuple[str, ...]] = {
    "tree": (".tree",),
    "text": (".txt",),
    "markdown": (".md",),
    "html": (".html", ".htm"),
    "latex": (".tex",),
    "typst": (".typ",),
    "pdf": (".pdf",),
    "svg": (".svg",),
    "png": (".png",),
    "dot": (".dot", ".gv"),
    "json": (".json",),
    "jsonl": (".jsonl",),
    "csv": (".csv",),
}
"""All output formats, each with its file extensions."""

PICTURES = ("text", "svg", "pdf", "png", "latex", "typst", "dot")
PAGES = ("text", "markdown", "html", "latex", "typst", "pdf")

FOR_PROGRAMS = ("json", "jsonl", "csv")
"""Formats for programs. Text in these formats is saved without being sanitized."""

SHAPES = ("triangles", "squares", "circles")
PAPERS = ("a4", "letter")


class RenderOptions(NamedTuple):
    """The style options of pages and pictures.

    `shapes` names the node outlines after the outline of MAX, `paper` is the page size, and `width` is the number of
    text columns. With `boards`, nodes whose names are boards show these boards.
    """

    language: str = "en"
    shapes: str = "triangles"
    paper: str = "a4"
    width: int = 100
    boards: bool = False


def render_options(allowed: tuple[str, ...] = RenderOptions._fields, /, **asked: Any) -> RenderOptions:
    """Return the style options with the given values. Raises InputError for an unknown option or value."""
    for name, known in (("language", languages()), ("shapes", SHAPES), ("paper", PAPERS)):
        if name in asked:
            chosen(name, asked[name], known)
    for name in asked:
        if name not in allowed:
            chosen("style", name, allowed)
    return RenderOptions(**asked)


def chosen(name: str, value: object, known: tuple[str, ...]) -> str:
    """Return the value of an argument if it is valid. Raises InputError with the nearest valid value otherwise.

    >>> chosen("language", "de", ("en", "de"))
    'de'
    """
    if isinstance(value, str) and value in known:
        return value
    facts = {"name": name, "value": str(value), "nearest": nearest(str(value), known), "known": ", ".join(known)}
    raise InputError((Problem("argument-choice", None, facts),))


class KeyDocument(Exportable):
    """An answer key; `str` returns its JSON document."""

    def __str__(self) -> str:
        return str(self.render("json"))


class Export(NamedTuple):
    """The rendering of values of a class: the formats, a function for the content, and the supported style options.

    `html` returns the HTML that a notebook shows. If `html` is None, the notebook shows Markdown if it is among the
    formats.
    """

    forms: tuple[str, ...]
    content: Callable[[Any, str, RenderOptions], str | bytes]
    styles: tuple[str, ...] = RenderOptions._fields
    html: Callable[[Any], str | None] | None = None


EXPORTS: dict[type, Export] = {}
"""The export of each class, which subclasses inherit."""


def page_export(page: Callable[[Any, RenderOptions], "Document"], document: Callable[[Any], str]) -> Export:
    """Return the export of a class that has a page and a JSON document."""

    def content(value: Any, form: str, options: RenderOptions) -> str | bytes:
        from treesolve.rendering.handout import render_page

        return (
            document(value) + "\n" if form == "json" else render_page(page(value, options), form, paper=options.paper)
        )

    return Export((*PAGES, "json"), content)


def export_of(value: Any) -> Export:
    """Return the export for the class of a value."""
    return next(EXPORTS[kind] for kind in type(value).__mro__ if kind in EXPORTS)


def render(value: Any, form: str, *, letterhead: "str | Path | None" = None, **style: Any) -> str | bytes:
    """Return the value in a format; see treesolve.model.exportable.Exportable.render."""
    export = export_of(value)
    form, options = chosen("form", form, export.forms), render_options((*export.styles, "letterhead"), **style)
    if letterhead is None:
        return export.content(value, form, options)
    from treesolve.rendering.letterhead_file import read_letterhead

    with using_letterhead(read_letterhead(Path(letterhead))):
        return export.content(value, form, options)


def save(value: Any, path: "str | Path", **style: Any) -> Path:
    """Write the value to a file; see treesolve.model.exportable.Exportable.save."""
    endings = {ending: form for form in export_of(value).forms for ending in ENDINGS[form]}
    ending = Path(path).suffix.lower()
    if ending not in endings:
        facts = {"ending": ending, "known": ", ".join(endings), "thing": type(value).__name__}
        raise InputError((Problem("save-ending", None, facts, str(path)),))
    form = endings[ending]
    content = render(value, form, **style)
    with atomic_write(str(path), "b" if isinstance(content, bytes) else "") as file:
        file.write(sanitize(content) if isinstance(content, str) and form not in FOR_PROGRAMS else content)
    return Path(path)


def html(value: Any) -> str | None:
    """Return the HTML that a notebook shows, or None if the value has no HTML or is too large."""
    render_html = export_of(value).html
    return render_html and render_html(value)


def markdown(value: Any) -> str | None:
    """Return the Markdown that a notebook shows if the value has no HTML, otherwise None."""
    export = export_of(value)
    return str(render(value, "markdown")) if export.html is None and "markdown" in export.forms else None


def draw_picture(thing: Tree | Solution, form: str = "svg", *, step: int | None = None, **options: Any) -> str | bytes:
    """Return a picture of a tree as an exercise, or of a solution after a step of the search.

    Without `step`, a solution is drawn in its final state. `form` is one of PICTURES, and `options` are fields of
    RenderOptions. Raises InputError if the tree is too large or the step does not exist.

    >>> from treesolve.notation.reader import read
    >>> from treesolve.search.solution import solve
    >>> print(draw_picture(solve(read("((6 5) (2 9))")), "text"), end="")
    MAX        A=5
            ┌───┴───┐
    MIN    B=5     C≤2
          ┌─┴─┐   ┌─┴╌╳
          6   5   2   9
          L1  L2  L3  L4
    """
    from treesolve.rendering.tree_picture import exercise, made, solved

    shown = RenderOptions(**options)
    if isinstance(thing, Tree):
        subject = exercise(thing, shown.language, shown.shapes)
    else:
        subject = solved(thing, step, shown.language, shown.shapes)
    drawn: str | bytes = made([subject.with_boards() if shown.boards else subject], form, shown.paper, shown.width)
    return drawn


def page(solution: Solution, form: str = "html", *, language: str = "en", **options: Any) -> str | bytes:
    """Return the worked solution as a complete document; `form` is one of PAGES, `options` are style options.

    >>> from treesolve.notation.reader import read
    >>> from treesolve.search.solution import solve
    >>> page(solve(read("((6 5) (2 9))")), "pdf")[:5]
    b'%PDF-'
    """
    from treesolve.rendering.handout import render_page
    from treesolve.rendering.solution_page import solution_page

    return render_page(solution_page(solution, language, **options), form, paper=options.get("paper", "a4"))
