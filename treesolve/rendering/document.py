"""Pages as values: each page is a list of blocks that every output format prints in its own way.

A page is a function that returns a Document. The function knows nothing about formats or layout; `written` prints its
Document. The template of each format, `templates/pages/document.*.jinja`, has a macro for each kind of block and of
inline markup. The macro has the name of that kind.
"""

import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup

from treesolve.drawing.escaping import ESCAPES
from treesolve.rendering.answer_space import Cells, Fields, NewPage, Question, Space, Writing
from treesolve.rendering.excerpt import excerpt
from treesolve.rendering.inline_text import Code, Line, Words
from treesolve.rendering.table import is_numeric, is_short
from treesolve.rendering.template_environment import SUFFIXES, macros

if TYPE_CHECKING:
    from treesolve.rendering.chart import Chart
    from treesolve.rendering.page_tree import DrawnTree
    from treesolve.rendering.player_animation import AnimationPlayer


class Listing(NamedTuple):
    """A list whose items are created when printed; `what` names the items ("steps", "cuts" ...) if not all of them fit.

    If `what` is empty, all items are printed.
    """

    total: int
    each: Callable[[], Iterable[Any]]
    what: str = "nodes"


def listing(things: Sequence[Any], what: str = "nodes") -> Listing:
    """Return a Listing of the given items."""
    return Listing(len(things), lambda: things, what)


class Opening(NamedTuple):
    """The start of a page: the title, the lines below the title, and warnings.

    `untitled` replaces a missing title, except on text pages, which then have no title line. `typed` replaces the
    convention in terminal output. `anchor` is the link target. `aside` is the running head of printed pages.
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
    """A heading, on a line of its own in every format; page headings start at level 2.

    `aside` holds the points at the end of the line.
    """

    text: str
    level: int = 2
    anchor: str = ""
    aside: Words = ""


class Paragraph(NamedTuple):
    """Sentences of one paragraph; `manner` is "note", "warning" or an empty string."""

    sentences: Sequence[Words]
    manner: str = ""


class Points(NamedTuple):
    """A list, with an optional heading and a lead-in."""

    items: Listing
    heading: str = ""
    lead: str = ""


class Table(NamedTuple):
    """A table; text output omits the heading.

    `words` are the indexes of the columns that contain text; with None, these columns are detected from the rows. In
    narrow output, the last column has at most `widest` characters. In formats that support charts, a chart shows the
    same data.
    """

    head: Sequence[str]
    rows: Listing
    heading: str = ""
    words: Sequence[int] | None = None
    widest: int | None = None
    chart: "Chart | None" = None


class Drawing(NamedTuple):
    """A drawing of a tree."""

    drawn: "DrawnTree"


class Search(NamedTuple):
    """A step-by-step search: the tree, the outcome and a table of the steps. On a screen, the search is an animation.

    `player` is a function that takes the number of steps in the table and returns the animation player.
    """

    drawn: "DrawnTree"
    player: "Callable[[int], AnimationPlayer]"
    outcome: Paragraph
    steps: Table
    note: str = ""

    def still(self) -> Iterator["Block"]:
        """Yield equivalent blocks for paper."""
        yield Drawing(self.drawn)
        yield self.outcome
        yield self.steps
        if self.note:
            yield Paragraph([self.note], "note")


class Charts(NamedTuple):
    """Charts side by side, with a note; printed only in formats that support pictures."""

    charts: "Callable[[], Sequence[Chart]]"
    note: str = ""


class Verbatim(NamedTuple):
    """Text to copy verbatim."""

    text: str


class Items(NamedTuple):
    """A list whose items are blocks."""

    items: "Sequence[Sequence[Block]]"
    is_numbered: bool = False


class Together(NamedTuple):
    """Blocks kept on one page: the start of a "task", or a "statement" with its answer space.

    If `followed` is true, the next block stays on that page as well.
    """

    blocks: "Sequence[Block]"
    kind: str
    followed: bool = True


class Part(NamedTuple):
    """Blocks kept on one page if they fit, if necessary with a slightly smaller tree.

    If they do not fit, each further page repeats the tree in `drawn` at its top.
    """

    blocks: "Sequence[Block]"
    drawn: "DrawnTree | None" = None
    is_landscape: bool = False

    @property
    def shows_again(self) -> bool:
        """Whether there is a tree that further pages can repeat."""
        return self.drawn is not None and self.drawn.fitted is not None


AnswerBlock = Fields | Question | Writing | Cells | Space | NewPage
ContentBlock = Opening | Heading | Paragraph | Points | Table | Drawing | Search | Charts | Verbatim
Block = ContentBlock | AnswerBlock | Items | Together | Part


def below(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield the blocks with their headings one level deeper, for use below a heading."""
    for block in blocks:
        if isinstance(block, Points | Table) and block.heading:
            yield Heading(block.heading, 3)
            yield block._replace(heading="")
        elif isinstance(block, Search):
            yield from below(block.still())
        else:
            yield block


class Document(NamedTuple):
    """The blocks of a page from top to bottom, and their language.

    `width` is the maximum line length of sentences in text output, in characters. With None, sentences are not wrapped.
    """

    blocks: Sequence[Block]
    language: str = "en"
    width: int | None = None

    @property
    def title(self) -> str:
        """The title of the page."""
        return next((block.title or block.untitled for block in self.blocks if isinstance(block, Opening)), "")

    @property
    def moves(self) -> bool:
        """Whether any block is an animation on a screen."""
        return any(isinstance(block, Search) for block in self.blocks)

    @property
    def has_parts(self) -> bool:
        """Whether any block is a Part."""
        return any(isinstance(block, Part) for block in self.blocks)


def written(document: Document, form: str = "text") -> str:
    """Return the document as text or Markdown, or as a part of a handout in "html", "latex" or "typst"."""
    printed = Printer(form, document.language, document.width).blocks(document.blocks)
    if form != "html":
        return str(printed)
    kind = ' class="solution"' if document.moves else ""
    return f"<article{kind}>\n{printed}</article>\n"


class PreparedBlock(NamedTuple):
    """A block for a template: those of its items that fit, as markup, and the function that turns words into markup."""

    block: Block
    words: Callable[[Words], Markup]
    things: Any = ()
    note: str = ""

    @property
    def is_short(self) -> bool:
        """Whether a table fits on one page of paper."""
        return is_short(self.things)

    @property
    def numbers(self) -> list[bool]:
        """Whether each column of a table contains only numbers."""
        table = self.block.steps if isinstance(self.block, Search) else self.block
        assert isinstance(table, Table)
        if table.words is None and self.things:
            return list(map(is_numeric, zip(*self.things, strict=True)))
        return [table.words is not None and column not in table.words for column in range(len(table.head))]


class Printer:
    """Prints blocks in an output format with the macros of its template."""

    def __init__(self, form: str, language: str, width: int | None = None) -> None:
        self.form, self.language = form, language
        self.width = width if form == "text" else None
        self.macros = macros("document", form, language)

    def blocks(self, blocks: Iterable[Block]) -> Markup:
        """Return the markup of the blocks, one below the other."""
        printed = filter(None, map(self._print_block, self._printable_blocks(blocks)))
        return Markup(("" if self.form == "html" else "\n").join(printed))

    def _printable_blocks(self, blocks: Iterable[Block]) -> Iterator[PreparedBlock]:
        """Yield the blocks that the format supports: only HTML has animations, and in text, tables have no headings."""
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
        """Return the markup of a block, or an empty string if the format has no macro for this kind of block."""
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
        """Return words with inline markup in the output format."""
        if isinstance(words, Line):
            return Markup("").join(map(self.words, words.words))
        if isinstance(words, str):
            return Markup(ESCAPES[SUFFIXES[self.form]](words))
        within = words if isinstance(words, Code) else map(self.words, words)
        return Markup(getattr(self.macros, type(words).__name__.lower())(*within))


def _wrap_line(line: str, width: int, hanging_indent: str) -> str:
    """Return a line wrapped to the width; continuation lines keep the indent of the line and add the hanging indent."""
    indent = " " * (len(line) - len(line.lstrip())) + hanging_indent
    return textwrap.fill(line, width, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False)
