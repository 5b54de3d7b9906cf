"""What is public: the one list of it, trees and solutions as pictures and pages, and how notebooks show them.

Programs take these names from the package, as in `treesolve.read`; it hands out what this list names, each thing
imported when it is first asked for.

Vocabulary

    form        text, markdown, html, latex, typst, pdf for pages; text, svg, pdf, png, latex, typst, dot for pictures
"""

from importlib import import_module
from typing import Any

from treesolve.model.tree import Tree
from treesolve.search.solution import Solution

HOMES = {
    "CONVENTIONS": "model.convention",
    "Convention": "model.convention",
    "Game": "games.game",
    "InputError": "model.problem",
    "Kind": "model.tree",
    "Problem": "model.problem",
    "Solution": "search.solution",
    "Tree": "model.tree",
    "Unsolvable": "search.search",
    "draw": "api",
    "format_text": "notation.writer",
    "page": "api",
    "read": "notation.reader",
    "read_heaps": "games.heap_games",
    "reorder": "analysis.reordering",
    "solve": "search.solution",
    "solve_unknown": "analysis.parametric",
    "write": "notation.writer",
}
"""Everything public, with the module it comes from."""

MOST_SHOWN = 2000
"""Notebooks show larger trees as a line of text."""


def public(name: str) -> Any:
    """What is public under that name. Raises KeyError where nothing is.

    Whoever asks is a program or a notebook, so trees and solutions learn how a notebook shows them.
    """
    home = HOMES[name]
    equip()
    return getattr(import_module(f"treesolve.{home}"), name)


def draw(
    thing: Tree | Solution,
    form: str = "svg",
    *,
    step: int | None = None,
    language: str = "en",
    shapes: str = "triangles",
    paper: str = "a4",
    width: int = 100,
) -> str | bytes:
    """A picture of a tree as an exercise, or of a solution as it stands after a step, or finished without one.

    `form` is one of text, svg, latex, typst, dot (which give text) and pdf, png (which give bytes); `shapes` is
    triangles, squares or circles, `paper` a4 or letter, `width` the columns of a text. Raises InputError for a tree
    that is too large and for a step that does not exist, ValueError for another form.

    >>> from treesolve import draw, read, solve
    >>> print(draw(solve(read("((6 5) (2 9))")), "text"), end="")
    MAX        A=5
            ┌───┴───┐
    MIN    B=5     C≤2
          ┌─┴─┐   ┌─┴╌╳
          6   5   2   9
          L1  L2  L3  L4
    """
    from treesolve.pages.drawing import exercise, made, solved

    if isinstance(thing, Tree):
        subject = exercise(thing, language, shapes)
    else:
        subject = solved(thing, step, language, shapes)
    drawn: str | bytes = made([subject], form, paper, width)
    return drawn


def page(
    solution: Solution,
    form: str = "html",
    *,
    language: str = "en",
    shapes: str = "triangles",
    paper: str = "a4",
    width: int = 100,
) -> str | bytes:
    """The worked solution as a complete page or document.

    `form` is one of text, markdown, html, latex, typst (which give text) and pdf (which gives bytes). Raises
    ValueError for another form.

    >>> from treesolve import page, read, solve
    >>> page(solve(read("((6 5) (2 9))")), "pdf")[:5]
    b'%PDF-'
    """
    from treesolve.pages.environment import SUFFIXES
    from treesolve.pages.handout import complete, source_form
    from treesolve.pages.solution import solution_page

    written = source_form(form)
    if written not in SUFFIXES:
        raise ValueError(f"no form {form!r}")
    if form == "pdf":
        from treesolve.pages.printable import printable_solution

        solution = printable_solution(solution)
    look: dict[str, Any] = {"shapes": shapes, "paper": paper, "width": width}
    piece = solution_page(solution, written, language, **look)
    return complete(piece, form, language, title=solution.tree.title or "", paper=paper)


def equip() -> None:
    """Teach trees and solutions how a notebook shows them; the names are those that Jupyter asks for."""
    for shown in (Tree, Solution):
        for name, show in (("_repr_svg_", _svg), ("_repr_html_", _html), ("_repr_mimebundle_", _bundle)):
            setattr(shown, name, show)


def _svg(thing: Tree | Solution) -> str | None:
    """The picture; None where it would be too large."""
    from treesolve.drawing.limit import is_drawable

    tree = thing if isinstance(thing, Tree) else thing.tree
    if len(tree) > MOST_SHOWN or not is_drawable(tree, "svg"):
        return None
    return str(draw(thing, "svg"))


def _html(thing: Tree | Solution) -> str | None:
    """The picture, and below that of a solution its result and steps; None where it would be too large."""
    picture = _svg(thing)
    if picture is None or isinstance(thing, Tree):
        return picture
    from markupsafe import Markup

    from treesolve.pages.environment import render
    from treesolve.pages.solution import SolutionPage

    return render("notebook", "html", "en", p=SolutionPage(thing, form="html"), picture=Markup(picture))


def _bundle(thing: Tree | Solution, include: Any = None, exclude: Any = None) -> dict[str, str]:
    """All representations at once, without those that are not wanted."""
    found = {"text/plain": repr(thing), "image/svg+xml": _svg(thing), "text/html": _html(thing)}
    wanted = {
        kind
        for kind, shown in found.items()
        if shown is not None and (not include or kind in include) and kind not in (exclude or ())
    }
    return {kind: str(shown) for kind, shown in found.items() if kind in wanted}
