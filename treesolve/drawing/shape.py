"""Sizes of node outlines and widths of texts, in points."""

import unicodedata
from collections.abc import Mapping
from math import fsum, hypot, sqrt
from typing import NamedTuple

from treesolve.model.kind import PLAYERS, Kind

VALUE_SIZE, NAME_SIZE, WINDOW_SIZE, EDGE_SIZE, SIDE_SIZE = 11.0, 9.0, 8.5, 8.5, 9.0
"""Font sizes of values in nodes, of names and windows beside nodes, of moves on edges, and of level labels."""


class DrawingMetrics(NamedTuple):
    """Font sizes of all texts except values, and factors for spacing and outlines; 1 is the default on paper.

    `node_spacing` scales the gap between neighbors, `level_spacing` the gap between levels, and `outline_scale` the
    height of outlines.
    """

    name: float = NAME_SIZE
    window: float = WINDOW_SIZE
    edge: float = EDGE_SIZE
    side: float = SIDE_SIZE
    node_spacing: float = 1.0
    level_spacing: float = 1.0
    outline_scale: float = 1.0


ON_PAPER = DrawingMetrics()
"""Metrics for pictures viewed at reading distance."""

LARGE_PRINT = DrawingMetrics(name=VALUE_SIZE, window=VALUE_SIZE, edge=VALUE_SIZE)
"""Metrics for pictures in large print, in which names, windows and moves are as large as values."""

_CIRCLES = dict.fromkeys(PLAYERS, "circle")

SHAPES: Mapping[str, Mapping[Kind, str]] = {
    "triangles": {Kind.MAX: "up", Kind.MIN: "down", Kind.CHANCE: "circle", Kind.LEAF: "box", **_CIRCLES},
    "squares": {Kind.MAX: "square", Kind.MIN: "circle", Kind.CHANCE: "diamond", Kind.LEAF: "box", **_CIRCLES},
    "circles": {Kind.MAX: "circle", Kind.MIN: "square", Kind.CHANCE: "diamond", Kind.LEAF: "box", **_CIRCLES},
}
"""The outline of each kind of node, for each value of `shapes`.

"squares" and "circles" differ in the outlines of MAX and MIN. In games of several players, all players have circles.
"""

_NARROW = frozenset("ilj.,:;|!'()[]/ tfI·")
_WIDE = frozenset("mwMW%∞&½¼¾æœ")
_WIDEST = frozenset("@…→←—ÆŒ")

INNER_PADDING = 1.5
"""Padding between an outline and the largest box inside the outline."""

MAX_OUTLINE_HEIGHT = 34.0
"""Maximum height of outlines; a circle whose value is too long for this height becomes an ellipse."""


def text_width(text: str, size: float) -> float:
    """Estimate the width of a text in a proportional font; the estimate is rather too large than too small."""
    # `sum` rounds floats differently since Python 3.12.
    return size * fsum(map(_character_width, text))


def _character_width(character: str) -> float:
    if character in _NARROW:
        return 0.36
    if character in _WIDE:
        return 0.95
    if character in _WIDEST:
        return 1.13
    if unicodedata.combining(character):
        return 0.0
    if unicodedata.east_asian_width(character) in "WF":
        return 1.0
    if character.isupper():
        return 0.78
    return 0.57 if character.isdigit() else 0.6 if character <= _LAST_LATIN else 0.85


_LAST_LATIN = "\u017f"


def shape_size(shape: str, value: str) -> tuple[float, float]:
    """Return width and height of an outline that is large enough for a value."""
    width = text_width(value, VALUE_SIZE)
    if shape in ("up", "down"):
        return max(38.0, (width + 3) / 0.48), 32.0
    if shape == "circle":
        round_size = max(26.0, hypot(width, VALUE_SIZE) + 6)
        return (
            (round_size, round_size)
            if round_size <= MAX_OUTLINE_HEIGHT
            else (max(MAX_OUTLINE_HEIGHT, width * 1.06 + 8), MAX_OUTLINE_HEIGHT)
        )
    if shape == "diamond":
        return max(34.0, width * 1.6 + 12), 32.0
    return max(24.0 if shape == "square" else 20.0, width + 9), 24.0 if shape == "square" else 20.0


def value_offset(shape: str) -> float:
    """Return how far below the center of its outline a value is drawn, since triangles have more space on one side."""
    return {"up": 5.5, "down": -5.5}.get(shape, 0.0)


def inner_box(shape: str, width: float, height: float, box_height: float) -> tuple[float, float]:
    """Return the widest box of the given height inside an outline, as its offset below the center and its width.

    >>> inner_box("square", 24, 24, 15), inner_box("up", 52, 32, 16)
    ((0.0, 21.0), (6.5, 22.0625))
    """
    if shape in ("up", "down"):
        low = (height - box_height) / 2 - INNER_PADDING
        return (low if shape == "up" else -low), width * (1 - (box_height + INNER_PADDING) / height) - INNER_PADDING
    if shape == "diamond":
        return 0.0, width * (1 - box_height / height) - INNER_PADDING
    if shape == "circle":
        return 0.0, width * sqrt(1 - (box_height / height) ** 2) - INNER_PADDING
    return 0.0, width - 2 * INNER_PADDING


def half_width_beside(shape: str, width: float) -> float:
    """Return the distance from the center of a node to its outline at the height of the texts beside the node."""
    return width * 0.375 if shape in ("up", "down") else width / 2
