"""How much of a page the texts above a tree take, so that its pictures are made for what is left.

Lengths are in points.
"""

from collections.abc import Iterable
from math import ceil

from treesolve.exercises.planned_sheet import SheetStyle
from treesolve.pages.tree_picture import LARGE

TITLE, FIELDS, GAP, LINE = 32.0, 42.0, 16.0, 13.5
"""The height of the title of a sheet, of a row of fields to fill in, of what parts paragraphs, of a line of text."""

_COLUMNS, _COLUMNS_LARGE = 95, 68
"""So many characters fit on a line, at least."""

ANSWER = 60.0
"""The height of a line to write on, and of what is said of it."""

HALF = 190.0
"""Half the height of a landscape page for pictures."""

LEAST = 0.4
"""Where less than this share of a page is left, the tree begins on a page of its own."""

LARGEST = 0.6
"""In large print a tree takes no more than this share of a page: its questions stand below it."""


def text_height(texts: Iterable[str], look: SheetStyle) -> float:
    """The height of some paragraphs, 0 without any."""
    columns = _COLUMNS_LARGE if look.large_print else _COLUMNS
    told = [text for text in texts if text]
    lines = sum(ceil(max(1, len(line)) / columns) for text in told for line in text.splitlines())
    return enlarged(lines * LINE + len(told) * GAP, look)


def kept_height(texts: Iterable[str], look: SheetStyle) -> float:
    """The height of the texts that are kept with a tree: at most half of a landscape page."""
    return 0.0 if look.in_columns else min(text_height(texts, look), HALF)


def enlarged(length: float, look: SheetStyle) -> float:
    """A length on a sheet, larger in large print."""
    return length * LARGE if look.large_print else length


def room_left(height: float, taken: float, look: SheetStyle) -> float:
    """The height that pictures may have on a page with room for one of `height`, some of which is taken.

    Two pages on a sheet have small pictures, below which all fits anyway.

    >>> room_left(640, 150, SheetStyle()), room_left(640, 500, SheetStyle())
    (490, 640)
    """
    left = min(height - taken, LARGEST * height) if look.large_print else height - taken
    return height if look.in_columns or left < LEAST * height else left


def room_between(height: float, texts: Iterable[str], look: SheetStyle) -> float:
    """The height that pictures may have on a page below these texts, and above a line to write on."""
    return height if look.in_columns else height - text_height(texts, look) - enlarged(ANSWER, look)
