"""The height of the text above a tree, and the height left for its pictures.

Lengths are in points.
"""

from collections.abc import Iterable
from math import ceil

from treesolve.authoring.sheet_plan import SheetStyle
from treesolve.rendering.tree_picture import LARGE

TITLE, FIELDS, GAP, LINE = 32.0, 42.0, 16.0, 13.5
"""The height of a sheet's title, of a row of fields, of the gap between paragraphs, and of a line of text."""

_COLUMNS, _COLUMNS_LARGE = 95, 68
"""Minimum number of characters that fit on a line."""

ANSWER = 60.0
"""The height of a line to write on, including the note on the expected notation."""

HALF = 190.0
"""Half the height of a landscape page."""

MIN_TREE_SHARE = 0.4
"""If less than this share of the page is left, the tree starts on a new page."""

MAX_TREE_SHARE = 0.6
"""Maximum share of a page for a tree in large print, so that its questions fit on the same page."""


def text_height(texts: Iterable[str], style: SheetStyle) -> float:
    """Return the height of paragraphs, without the empty ones."""
    columns = _COLUMNS_LARGE if style.large_print else _COLUMNS
    paragraphs = [text for text in texts if text]
    lines = sum(ceil(max(1, len(line)) / columns) for text in paragraphs for line in text.splitlines())
    return scale_for_print(lines * LINE + len(paragraphs) * GAP, style)


def height_above_tree(texts: Iterable[str], style: SheetStyle) -> float:
    """Return the height of the texts that must be on the same page as a tree, at most half of a landscape page."""
    return 0.0 if style.in_columns else min(text_height(texts, style), HALF)


def scale_for_print(length: float, style: SheetStyle) -> float:
    """Return a length, enlarged if the style uses large print."""
    return length * LARGE if style.large_print else length


def available_height(height: float, used_height: float, style: SheetStyle) -> float:
    """Return the height available for pictures on a page of which `used_height` is already occupied.

    The full height is available if the tree starts on a new page because too little of this one is left. It is also
    available with two pages per sheet of paper, because pictures are then small and the text fits below them.

    >>> available_height(640, 150, SheetStyle()), available_height(640, 500, SheetStyle())
    (490, 640)
    """
    left = min(height - used_height, MAX_TREE_SHARE * height) if style.large_print else height - used_height
    return height if style.in_columns or left < MIN_TREE_SHARE * height else left


def available_height_below(height: float, texts: Iterable[str], style: SheetStyle) -> float:
    """Return the height available for pictures below these texts and above a line to write on."""
    return height if style.in_columns else height - text_height(texts, style) - scale_for_print(ANSWER, style)
