"""What people keep of a tree and of what is known of it: every form that a thing has, and files by their endings."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from treesolve.model.atomic_file import whole_file
from treesolve.model.problem import InputError, Problem, harmless, nearest
from treesolve.model.resources import languages
from treesolve.model.tree import Tree
from treesolve.pages.letterhead import using_letterhead
from treesolve.search.solution import Solution

if TYPE_CHECKING:
    from treesolve.pages.document import Document

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
"""The forms of all things, each with the endings of its files."""

PICTURES = ("text", "svg", "pdf", "png", "latex", "typst", "dot")
PAGES = ("text", "markdown", "html", "latex", "typst", "pdf")

FOR_PROGRAMS = ("json", "jsonl", "csv")
"""The forms that programs read, and find everything in as it was."""

SHAPES = ("triangles", "squares", "circles")
PAPERS = ("a4", "letter")


class Look(NamedTuple):
    """What pages and pictures look like.

    `shapes` are the outlines of nodes, named after MAX's, `paper` that of pages, `width` the columns of a text; with
    `boards` nodes that are called after a board show it.
    """

    language: str = "en"
    shapes: str = "triangles"
    paper: str = "a4"
    width: int = 100
    boards: bool = False


def look_of(open_to_choice: tuple[str, ...] = Look._fields, /, **asked: Any) -> Look:
    """A look with some things said of it. Raises InputError where there is no such thing."""
    for name, known in (("language", languages()), ("shapes", SHAPES), ("paper", PAPERS)):
        if name in asked:
            chosen(name, asked[name], known)
    for name in asked:
        if name not in open_to_choice:
            chosen("style", name, open_to_choice)
    return Look(**asked)


def chosen(name: str, value: object, known: tuple[str, ...]) -> str:
    """The value of an argument, one of those there are. Raises InputError with the nearest where it is none of them.

    >>> chosen("language", "de", ("en", "de"))
    'de'
    """
    if isinstance(value, str) and value in known:
        return value
    facts = {"name": name, "value": str(value), "nearest": nearest(str(value), known), "known": ", ".join(known)}
    raise InputError((Problem("argument-choice", None, facts),))


class Kept:
    """Something that has forms, and can be written to files in them.

    A subclass says which, and makes them; language and look are those of `Look`, as far as they are not settled.
    """

    FORMS: ClassVar[tuple[str, ...]] = ()
    LOOKS: ClassVar[tuple[str, ...]] = Look._fields

    def __str__(self) -> str:
        return str(self.written())

    def written(self, form: str = "text", *, letterhead: "str | Path | None" = None, **look: Any) -> str | bytes:
        """The thing in a form: bytes for "pdf" and "png", else text. `look` may have the fields of Look.

        `letterhead` is the folder of a letterhead. Raises InputError for a form or a
        look that does not exist, for what is wrong in the folder, and where the thing is too large for the form.
        """
        form, asked = chosen("form", form, self.FORMS), look_of((*self.LOOKS, "letterhead"), **look)
        if letterhead is None:
            return self._content_in_form(form, asked)
        from treesolve.pages.letterhead_file import read_letterhead

        with using_letterhead(read_letterhead(Path(letterhead))):
            return self._content_in_form(form, asked)

    def save(self, path: "str | Path", **look: Any) -> Path:
        """Write a file in the form that its ending stands for, complete or not at all; its path comes back.

        `look` may have the fields of Look, language="de", paper="letter" ..., and `letterhead`, as `written` has them.
        Raises InputError for an ending that stands for no form of the thing, for what is wrong in the
        letterhead, and where the file cannot be written.
        """
        endings = {ending: form for form in self.FORMS for ending in ENDINGS[form]}
        ending = Path(path).suffix.lower()
        if ending not in endings:
            facts = {"ending": ending, "known": ", ".join(endings), "thing": type(self).__name__}
            raise InputError((Problem("save-ending", None, facts, str(path)),))
        form = endings[ending]
        content = self.written(form, **look)
        with whole_file(str(path), "b" if isinstance(content, bytes) else "") as file:
            file.write(harmless(content) if isinstance(content, str) and form not in FOR_PROGRAMS else content)
        return Path(path)

    def _content_in_form(self, form: str, look: Look) -> str | bytes:
        from treesolve.pages.handout import bound

        return self._document() + "\n" if form == "json" else bound(self._page(look), form, paper=look.paper)

    def _document(self) -> str:
        """The document for programs."""
        raise NotImplementedError

    def _page(self, look: Look) -> "Document":
        """The page for people."""
        raise NotImplementedError


class KeptKey(Kept):
    """A key to mark answers by; its text is the JSON document."""

    FORMS, LOOKS = ("json",), ()

    def __str__(self) -> str:
        return str(self.written("json"))


def draw(thing: Tree | Solution, form: str = "svg", *, step: int | None = None, **look: Any) -> str | bytes:
    """A picture of a tree as an exercise, or of a solution as it stands after a step, or finished without one.

    `form` is one of PICTURES, `look` as in Look. Raises InputError for a tree that is too large and for a step that
    does not exist.

    >>> from treesolve.notation.reader import read
    >>> from treesolve.search.solution import solve
    >>> print(draw(solve(read("((6 5) (2 9))")), "text"), end="")
    MAX        A=5
            ┌───┴───┐
    MIN    B=5     C≤2
          ┌─┴─┐   ┌─┴╌╳
          6   5   2   9
          L1  L2  L3  L4
    """
    from treesolve.pages.tree_picture import exercise, made, solved

    shown = Look(**look)
    if isinstance(thing, Tree):
        subject = exercise(thing, shown.language, shown.shapes)
    else:
        subject = solved(thing, step, shown.language, shown.shapes)
    drawn: str | bytes = made([subject.with_boards() if shown.boards else subject], form, shown.paper, shown.width)
    return drawn


def page(solution: Solution, form: str = "html", *, language: str = "en", **look: Any) -> str | bytes:
    """The worked solution as a complete page or document, in one of PAGES; `look` as in Look.

    >>> from treesolve.notation.reader import read
    >>> from treesolve.search.solution import solve
    >>> page(solve(read("((6 5) (2 9))")), "pdf")[:5]
    b'%PDF-'
    """
    from treesolve.pages.handout import bound
    from treesolve.pages.solution_page import solution_page

    return bound(solution_page(solution, language, **look), form, paper=look.get("paper", "a4"))
