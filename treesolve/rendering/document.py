"""What a page says, as values: blocks one after the other, which each form of page prints in its own way.

A page is a function that returns a Document. It knows no form and no layout; `written` makes the page of it. Each kind
of block, and each kind of words that stand out, has a macro of its name in the template of every form,
`templates/pages/document.*.jinja`.
"""

import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup

from treesolve.drawing.escaping import ESCAPES
from treesolve.rendering.answer_space import Cells, Fields, NewPage, Question, Space, Writing
from treesolve.rendering.excerpt import excerpt
from treesolve.rendering.inline import Code, Line, Words
from treesolve.rendering.table import is_numeric, is_short
from treesolve.rendering.template_environment import SUFFIXES, macros

if TYPE_CHECKING:
    from treesolve.rendering.chart import Chart
    from treesolve.rendering.page_tree import DrawnTree
    from treesolve.rendering.player_animation import FilmPlayer


class Listing(NamedTuple):
    """So many things, made when they are printed; `what` are they, where not all find room: "steps", "cuts" ...

    Where nothing is said of what they are, all are shown, whatever the room.
    """

    total: int
    each: Callable[[], Iterable[Any]]
    what: str = "nodes"


def listing(things: Sequence[Any], what: str = "nodes") -> Listing:
    """Things that are there."""
    return Listing(len(things), lambda: things, what)


class Opening(NamedTuple):
    """How a page begins: its title, `untitled` where it has none, lines below it, and what to beware of.

    A page of text without a title has no first line for it. `typed` stands in the place of the convention where
    commands are typed. The anchor is what links lead to. Aside stands what is at the head of each page, where there are
    pages.
    """

    title: str | None
    untitled: str = ""
    source: str | None = None
    convention: str | None = None
    typed: str | None = None
    warnings: Sequence[str] = ()
    anchor: str = ""
    aside: str = ""


class Heading(NamedTuple):
    """What the next blocks are about, as a line of its own in every form; a page has headings of level 2, and below.

    Aside, at the end of the line, stands what it is worth.
    """

    text: str
    level: int = 2
    anchor: str = ""
    aside: Words = ""


class Paragraph(NamedTuple):
    """Sentences that belong together; as a "note" said by the way, as a "warning" to beware of."""

    sentences: Sequence[Words]
    manner: str = ""


class Points(NamedTuple):
    """A list, with a heading, and with words that lead to it."""

    items: Listing
    heading: str = ""
    lead: str = ""


class Table(NamedTuple):
    """A table; the heading is left out in text, where the head of the table says enough.

    `words` are the columns that do not hold numbers; where nothing is said, it is seen from the rows. Where lines are
    short, the last column takes at most `widest` characters. The chart beside it shows the same, where a form has any.
    """

    head: Sequence[str]
    rows: Listing
    heading: str = ""
    words: Sequence[int] | None = None
    widest: int | None = None
    chart: "Chart | None" = None


class Drawing(NamedTuple):
    """A tree, drawn."""

    drawn: "DrawnTree"


class Search(NamedTuple):
    """A tree that is searched step by step: drawn, with what came out and a table of the steps; played on a screen.

    `player` makes the player beside a table that tells so many steps.
    """

    drawn: "DrawnTree"
    player: "Callable[[int], FilmPlayer]"
    outcome: Paragraph
    steps: Table
    note: str = ""

    def still(self) -> Iterator["Block"]:
        """Yield the same for paper."""
        yield Drawing(self.drawn)
        yield self.outcome
        yield self.steps
        if self.note:
            yield Paragraph([self.note], "note")


class Charts(NamedTuple):
    """Charts side by side, drawn where a form can show pictures of any kind, and what is to be said of them."""

    charts: "Callable[[], Sequence[Chart]]"
    note: str = ""


class Verbatim(NamedTuple):
    """Text to be copied as it is."""

    text: str


class Items(NamedTuple):
    """A list of what takes more than a line each."""

    items: "Sequence[Sequence[Block]]"
    is_numbered: bool = False


class Together(NamedTuple):
    """Blocks on one page: the beginning of a "task", or a "statement" with its room.

    What is `followed` is not parted from the next block either.
    """

    blocks: "Sequence[Block]"
    kind: str
    followed: bool = True


class Part(NamedTuple):
    """Blocks that stand on one page, where it has room for all of them, if need be with a somewhat smaller tree.

    Where it has not, the tree `drawn` is repeated at the top of each further page.
    """

    blocks: "Sequence[Block]"
    drawn: "DrawnTree | None" = None
    is_landscape: bool = False

    @property
    def shows_again(self) -> bool:
        """Whether there is a tree that may stand again."""
        return self.drawn is not None and self.drawn.fitted is not None


AnswerBlock = Fields | Question | Writing | Cells | Space | NewPage
ContentBlock = Opening | Heading | Paragraph | Points | Table | Drawing | Search | Charts | Verbatim
Block = ContentBlock | AnswerBlock | Items | Together | Part


def below(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield the same blocks below a heading: theirs are a level deeper."""
    for block in blocks:
        if isinstance(block, Points | Table) and block.heading:
            yield Heading(block.heading, 3)
            yield block._replace(heading="")
        elif isinstance(block, Search):
            yield from below(block.still())
        else:
            yield block


class Document(NamedTuple):
    """The blocks of a page from top to bottom, and the language of its sentences.

    Sentences in a page of text are broken into lines of at most `width` characters, where that is said.
    """

    blocks: Sequence[Block]
    language: str = "en"
    width: int | None = None

    @property
    def title(self) -> str:
        """What the page is called."""
        return next((block.title or block.untitled for block in self.blocks if isinstance(block, Opening)), "")

    @property
    def moves(self) -> bool:
        """Whether something in it is played on a screen."""
        return any(isinstance(block, Search) for block in self.blocks)

    @property
    def has_parts(self) -> bool:
        """Whether it has parts that stand on pages of their own."""
        return any(isinstance(block, Part) for block in self.blocks)


def written(document: Document, form: str = "text") -> str:
    """Return the document as a page in "text" or "markdown", or as a piece of a handout in "html", "latex" or
    "typst".
    """
    printed = Printer(form, document.language, document.width).blocks(document.blocks)
    if form != "html":
        return str(printed)
    kind = ' class="solution"' if document.moves else ""
    return f"<article{kind}>\n{printed}</article>\n"


class PreparedBlock(NamedTuple):
    """A block with as many of its things as there is room for, in the words of a form, and what makes words of it."""

    block: Block
    words: Callable[[Words], Markup]
    things: Any = ()
    note: str = ""

    @property
    def is_short(self) -> bool:
        """Whether a table is so short that it stands on one page of paper."""
        return is_short(self.things)

    @property
    def numbers(self) -> list[bool]:
        """Of each column of a table, whether there are numbers in it."""
        table = self.block.steps if isinstance(self.block, Search) else self.block
        assert isinstance(table, Table)
        if table.words is None and self.things:
            return list(map(is_numeric, zip(*self.things, strict=True)))
        return [table.words is not None and column not in table.words for column in range(len(table.head))]


class Printer:
    """What prints blocks in a form, by the macros of its template."""

    def __init__(self, form: str, language: str, width: int | None = None) -> None:
        self.form, self.language = form, language
        self.width = width if form == "text" else None
        self.macros = macros("document", form, language)

    def blocks(self, blocks: Iterable[Block]) -> Markup:
        """Blocks one below the other."""
        printed = filter(None, map(self._print_block, self._printable_blocks(blocks)))
        return Markup(("" if self.form == "html" else "\n").join(printed))

    def _printable_blocks(self, blocks: Iterable[Block]) -> Iterator[PreparedBlock]:
        """What there is a macro for: only on a screen something moves, and a table needs no heading in text."""
        for block in blocks:
            if isinstance(block, Search) and self.form != "html":
                yield from self._printable_blocks(block.still())
            elif isinstance(block, Points | Table) and block.heading and self.form != "text":
                yield from self._printable_blocks([Heading(block.heading), block._replace(heading="")])
            else:
                shown = self._prepare_block(block)
                yield shown
                if shown.note and not isinstance(block, Search):
                    yield self._prepare_block(Paragraph([shown.note], "note"))

    def _print_block(self, shown: PreparedBlock) -> Markup:
        """Return a block as it stands on the page; nothing where the form has no macro for it."""
        block = shown.block
        macro = getattr(self.macros, type(block).__name__.lower(), None)
        printed = Markup(macro(shown) if macro else "")
        if self.width is None or not isinstance(block, Opening | Paragraph | Points | Question | Writing):
            return printed
        hanging_indent = {Points: "  ", Question: "   "}.get(type(block), "")
        return Markup("".join(f"{_wrap_line(line, self.width, hanging_indent)}\n" for line in printed.splitlines()))

    def _prepare_block(self, block: Block) -> PreparedBlock:
        if isinstance(block, Paragraph):
            return PreparedBlock(block, self.words, list(map(self.words, block.sentences)))
        if isinstance(block, Items):
            return PreparedBlock(block, self.words, list(map(self.blocks, block.items)))
        if isinstance(block, Together | Part):
            return PreparedBlock(block, self.words, self.blocks(block.blocks))
        listed = block.steps if isinstance(block, Search) else block
        many = listed.rows if isinstance(listed, Table) else listed.items if isinstance(listed, Points) else None
        if many is None:
            return PreparedBlock(block, self.words)
        things, note = excerpt(many.each(), many.total, many.what, self.form, self.language)
        return PreparedBlock(
            block, self.words, things if isinstance(listed, Table) else list(map(self.words, things)), note
        )

    def words(self, words: Words) -> Markup:
        """Words as the form has them."""
        if isinstance(words, Line):
            return Markup("").join(map(self.words, words.words))
        if isinstance(words, str):
            return Markup(ESCAPES[SUFFIXES[self.form]](words))
        within = words if isinstance(words, Code) else map(self.words, words)
        return Markup(getattr(self.macros, type(words).__name__.lower())(*within))


def _wrap_line(line: str, width: int, hanging_indent: str) -> str:
    """Return a line as several that are short enough to be read, all with its indent, all but the first with more."""
    indent = " " * (len(line) - len(line.lstrip())) + hanging_indent
    return textwrap.fill(line, width, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False)
