"""Blocks with space for handwritten answers."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from treesolve.rendering.inline_text import Words

if TYPE_CHECKING:
    pass


class Fields(NamedTuple):
    """Boxes to fill in, each with its label and its known value."""

    fields: Sequence[tuple[str, str]]


class Question(NamedTuple):
    """A question with its letter or number, and its points or its boxes to tick.

    If `followed` is true, the question stays on the same page as the next block.
    """

    letter: str
    words: Words
    aside: str = ""
    choices: Sequence[str] = ()
    followed: bool = True


class Writing(NamedTuple):
    """Empty lines to write on, with `lead` on the first line, and the expected notation (`form`) below the lines."""

    lines: int
    lead: str = ""
    form: str = ""


class Cells(NamedTuple):
    """A table to fill in, with its headings and the first cell of each row."""

    head: Sequence[str]
    names: Sequence[str]

    def filled(self, mark: str) -> list[list[str]]:
        """Return the rows, with a mark in each empty cell."""
        return [[name, *[mark] * (len(self.head) - 1)] for name in self.names]


class Space(NamedTuple):
    """Blank vertical space."""

    centimetres: float


class NewPage(NamedTuple):
    """A page break. A `sparing` page break applies only where it leaves no page half empty."""

    sparing: bool = False
