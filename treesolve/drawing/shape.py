"""The outlines of nodes and the room texts take, in points."""

import unicodedata
from collections.abc import Mapping
from math import fsum, hypot, sqrt
from typing import NamedTuple

from treesolve.model.kind import PLAYERS, Kind

VALUE_SIZE, NAME_SIZE, WINDOW_SIZE, EDGE_SIZE, SIDE_SIZE = 11.0, 9.0, 8.5, 8.5, 9.0
"""Font sizes: of values in nodes, names and windows beside them, moves on edges, kinds at the side."""


class DrawingMetrics(NamedTuple):
    """Font sizes of texts beside values, and how much there is of what is free, and of outlines: 1 is as on paper.

    `node_spacing` is between neighbours, `level_spacing` between levels; `outline_scale` is the height of outlines.
    """

    name: float = NAME_SIZE
    window: float = WINDOW_SIZE
    edge: float = EDGE_SIZE
    side: float = SIDE_SIZE
    node_spacing: float = 1.0
    level_spacing: float = 1.0
    outline_scale: float = 1.0


ON_PAPER = DrawingMetrics()
"""How pictures are set that are looked at from near by."""

LARGE_PRINT = DrawingMetrics(name=VALUE_SIZE, window=VALUE_SIZE, edge=VALUE_SIZE)
"""How pictures in large print are set: all numbers, those in names too, in one size."""

_CIRCLES = dict.fromkeys(PLAYERS, "circle")

SHAPES: Mapping[str, Mapping[Kind, str]] = {
    "triangles": {Kind.MAX: "up", Kind.MIN: "down", Kind.CHANCE: "circle", Kind.LEAF: "box", **_CIRCLES},
    "squares": {Kind.MAX: "square", Kind.MIN: "circle", Kind.CHANCE: "diamond", Kind.LEAF: "box", **_CIRCLES},
    "circles": {Kind.MAX: "circle", Kind.MIN: "square", Kind.CHANCE: "diamond", Kind.LEAF: "box", **_CIRCLES},
}
"""The outlines by kind; in the last two MAX and MIN change places. Several players all get circles."""

_NARROW = frozenset("ilj.,:;|!'()[]/ tfI·")
_WIDE = frozenset("mwMW%∞&½¼¾æœ")
_WIDEST = frozenset("@…→←—ÆŒ")

INNER_PADDING = 1.5
"""What is kept free between an outline and a box inside."""

MAX_OUTLINE_HEIGHT = 34.0
"""No outline is higher: circles become ellipses when their value is long."""


def text_width(text: str, size: float) -> float:
    """How wide a text is in a font of ordinary proportions; a little too much rather than too little."""
    # `sum` adds fractions up otherwise from Python 3.12 on.
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
    """Width and height of an outline that holds a value."""
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
    """How far below the centre of its outline a value stands: triangles have more room on one side."""
    return {"up": 5.5, "down": -5.5}.get(shape, 0.0)


def inner_box(shape: str, width: float, height: float, box_height: float) -> tuple[float, float]:
    """Of the widest box that lies inside an outline and is that high: how far below the centre its own one is, and its
    width.

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
    """From the centre to where a text beside the node can begin."""
    return width * 0.375 if shape in ("up", "down") else width / 2
