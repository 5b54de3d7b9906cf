"""How much of a page the texts above a tree take, so that its pictures are made for what is left.

Lengths are in points.
"""

from collections.abc import Iterable
from math import ceil

from treesolve.authoring.sheet_plan import SheetStyle
from treesolve.rendering.tree_picture import LARGE

TITLE, FIELDS, GAP, LINE = 32.0, 42.0, 16.0, 13.5
"""The height of the title of a sheet, of a row of fields to fill in, of what parts paragraphs, of a line of text."""

_COLUMNS, _COLUMNS_LARGE = 95, 68
"""So many characters fit on a line, at least."""

ANSWER = 60.0
"""The height of a line to write on, and of what is said of it."""

HALF = 190.0
"""Half the height of a landscape page for pictures."""

MIN_TREE_SHARE = 0.4
"""Where less than this share of a page is left, the tree begins on a page of its own."""

MAX_TREE_SHARE = 0.6
"""In large print a tree takes no more than this share of a page: its questions stand below it."""


def text_height(texts: Iterable[str], style: SheetStyle) -> float:
    """Return the height of some paragraphs, 0 without any."""
    columns = _COLUMNS_LARGE if style.large_print else _COLUMNS
    paragraphs = [text for text in texts if text]
    lines = sum(ceil(max(1, len(line)) / columns) for text in paragraphs for line in text.splitlines())
    return scale_for_print(lines * LINE + len(paragraphs) * GAP, style)


def height_above_tree(texts: Iterable[str], style: SheetStyle) -> float:
    """Return the height of the texts that are kept with a tree: at most half of a landscape page."""
    return 0.0 if style.in_columns else min(text_height(texts, style), HALF)


def scale_for_print(length: float, style: SheetStyle) -> float:
    """Return a length on a sheet, larger in large print."""
    return length * LARGE if style.large_print else length


def available_height(height: float, used_height: float, style: SheetStyle) -> float:
    """Return the height that pictures may have on a page with room for one of `height`, some of which is taken.

    Two pages on a sheet have small pictures, below which all fits anyway.

    >>> available_height(640, 150, SheetStyle()), available_height(640, 500, SheetStyle())
    (490, 640)
    """
    left = min(height - used_height, MAX_TREE_SHARE * height) if style.large_print else height - used_height
    return height if style.in_columns or left < MIN_TREE_SHARE * height else left


def available_height_below(height: float, texts: Iterable[str], style: SheetStyle) -> float:
    """Return the height that pictures may have on a page below these texts, and above a line to write on."""
    return height if style.in_columns else height - text_height(texts, style) - scale_for_print(ANSWER, style)
