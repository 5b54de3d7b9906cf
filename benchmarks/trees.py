"""Trees to measure with: complete random ones, the same on every run, and very deep ones."""

import random

SEED = 20261121
"""What the random values begin with, so that every run measures the same trees."""

LARGEST = 100
"""Leaves lie between this and its negative."""


def complete_text(branching: int, depth: int) -> str:
    """Return the text of a complete tree with random leaves; every inner node has `branching` children."""
    draw = random.Random(SEED)
    level = [str(draw.randint(-LARGEST, LARGEST)) for _ in range(branching**depth)]
    while len(level) > 1:
        level = [f"({' '.join(level[start : start + branching])})" for start in range(0, len(level), branching)]
    return level[0]


def deep_text(depth: int) -> str:
    """Return the text of a tree nested `depth` times, which alpha-beta has to search in full.

    Every inner node has a leaf and the next inner node as its children. MAX's leaves are low and MIN's are high,
    so the window stays open all the way down.
    """
    heads = "(-1 (1 " * (depth // 2) + "(-1 " * (depth % 2)
    return f"{heads}0{')' * depth}"
