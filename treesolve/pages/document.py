"""What a page says, as values: blocks one after the other, which each form of page prints in its own way.

A page is a function that returns a Document. It knows no form and no layout; `written` makes the page of it. Each kind
of block has a macro of its name in the template of every form, `templates/pages/document.*.jinja`.

Vocabulary

    block       one thing on a page: an opening, a paragraph, a table ...
    listing     what a block shows many of; a form takes as many as it has room for, and says so
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from treesolve.pages.environment import render
from treesolve.pages.excerpt import excerpt

if TYPE_CHECKING:
    from treesolve.pages.drawn import DrawnTree
    from treesolve.pages.player import Player


class Strong(NamedTuple):
    """Words that stand out in a paragraph."""

    text: str


class Listing(NamedTuple):
    """So many things, made when they are printed; `what` are they, where not all find room: "steps", "cuts" ..."""

    total: int
    each: Callable[[], Iterable[Any]]
    what: str = "nodes"


def listing(things: Sequence[Any]) -> Listing:
    """A few things that are there."""
    return Listing(len(things), lambda: things)


class Opening(NamedTuple):
    """How a page begins: its title, `untitled` where it has none, lines below it, and what to beware of.

    A page of text without a title has no first line for it. `typed` stands in the place of the lecture where commands
    are typed.
    """

    title: str | None
    untitled: str = ""
    source: str | None = None
    lecture: str | None = None
    typed: str | None = None
    warnings: Sequence[str] = ()


class Heading(NamedTuple):
    """What the next blocks are about, as a line of its own in every form."""

    text: str


class Paragraph(NamedTuple):
    """Sentences that belong together; in a note, what is said by the way."""

    sentences: Sequence[str | Strong]
    is_note: bool = False


class Points(NamedTuple):
    """A list, with a heading or with words that lead to it."""

    items: Listing
    heading: str = ""
    lead: str = ""


class Table(NamedTuple):
    """A table; the heading is left out in text, where the head of the table says enough.

    `words` are the columns that do not hold numbers, all of them where nothing is said; the `wide` one takes the room
    that the others leave. Where lines are short, the last column takes at most `widest` characters.
    """

    head: Sequence[str]
    rows: Listing
    heading: str = ""
    words: Sequence[int] | None = None
    wide: int | None = None
    widest: int | None = None

    def has_words(self, column: int) -> bool:
        """Whether there are no numbers in a column."""
        return self.words is None or column in self.words


class Drawing(NamedTuple):
    """A tree, drawn."""

    drawn: "DrawnTree"


class Search(NamedTuple):
    """A tree that is searched step by step: drawn, with what came out and a table of the steps; played on a screen.

    `player` makes the player beside a table that tells so many steps.
    """

    drawn: "DrawnTree"
    player: "Callable[[int], Player]"
    outcome: Paragraph
    steps: Table
    note: str = ""

    def still(self) -> Iterator["Block"]:
        """The same for paper."""
        yield Drawing(self.drawn)
        yield self.outcome
        yield self.steps
        if self.note:
            yield Paragraph([self.note], is_note=True)


class Chart(Protocol):
    """A chart as SVG, with what it shows in words."""

    @property
    def caption(self) -> str:
        """What it shows."""

    @property
    def source(self) -> str:
        """The picture."""


class Charts(NamedTuple):
    """Charts side by side, drawn where a form can show pictures of any kind, and what is to be said of them."""

    charts: Callable[[], Sequence[Chart]]
    note: str = ""


class Verbatim(NamedTuple):
    """Text to be copied as it is."""

    text: str


Block = Opening | Heading | Paragraph | Points | Table | Drawing | Search | Charts | Verbatim


class Document(NamedTuple):
    """The blocks of a page from top to bottom, and the language of its sentences."""

    blocks: Sequence[Block]
    language: str = "en"

    @property
    def title(self) -> str | None:
        """What the page is about, where it has a title."""
        return next((block.title for block in self.blocks if isinstance(block, Opening)), None)

    @property
    def moves(self) -> bool:
        """Whether something in it is played on a screen."""
        return any(isinstance(block, Search) for block in self.blocks)


def written(document: Document, form: str = "text") -> str:
    """The document as a page in "text" or "markdown", or as a piece of a handout in "html", "latex" or "typst"."""
    shown = [_shown(block, form, document.language) for block in _printed(document, form)]
    return render("document", form, document.language, blocks=shown)


def _printed(document: Document, form: str) -> Iterator[Block]:
    """The blocks that a form has macros for: only on a screen something moves."""
    for block in document.blocks:
        if isinstance(block, Search) and form != "html":
            yield from block.still()
        else:
            yield block


class Shown(NamedTuple):
    """A block with the name of its macro, and as many of its things as there is room for."""

    macro: str
    block: Block
    things: Sequence[Any] = ()
    note: str = ""


def _shown(block: Block, form: str, language: str) -> Shown:
    macro = type(block).__name__.lower()
    listed = block.steps if isinstance(block, Search) else block
    many = listed.rows if isinstance(listed, Table) else listed.items if isinstance(listed, Points) else None
    if many is None:
        return Shown(macro, block)
    found = excerpt(many.each(), many.total, many.what, form, language)
    return Shown(macro, block, found.rows, found.note)
