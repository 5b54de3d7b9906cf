"""Blocks with room to write: what pages have that are filled in by hand."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from treesolve.rendering.inline import Words

if TYPE_CHECKING:
    pass


class Fields(NamedTuple):
    """Boxes to fill in, each with what it is called and what is known of it."""

    fields: Sequence[tuple[str, str]]


class Question(NamedTuple):
    """A question behind its letter or number, with what it is worth, or with boxes to tick.

    What is `followed` is not parted from the next block.
    """

    letter: str
    words: Words
    aside: str = ""
    choices: Sequence[str] = ()
    followed: bool = True


class Writing(NamedTuple):
    """Empty lines to write on, the first one behind `lead`; below them is told in which form."""

    lines: int
    lead: str = ""
    form: str = ""


class Cells(NamedTuple):
    """A table to be filled in: its head, and what stands at the beginning of each row."""

    head: Sequence[str]
    names: Sequence[str]

    def filled(self, mark: str) -> list[list[str]]:
        """Its rows, with a mark in each empty cell."""
        return [[name, *[mark] * (len(self.head) - 1)] for name in self.names]


class Space(NamedTuple):
    """So many centimetres of nothing."""

    centimetres: float


class NewPage(NamedTuple):
    """What follows begins a page; a `sparing` one does so only where that leaves no page half empty."""

    sparing: bool = False
