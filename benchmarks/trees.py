"""Trees for benchmarks: complete random trees, which are the same in every run, and very deep ones."""

import random

SEED = 20261121

MAX_VALUE = 100
"""Leaf values are between this and its negative."""


def complete_text(branching: int, depth: int) -> str:
    """Return the text of a complete tree with random leaves; every inner node has `branching` children."""
    draw = random.Random(SEED)
    level = [str(draw.randint(-MAX_VALUE, MAX_VALUE)) for _ in range(branching**depth)]
    while len(level) > 1:
        level = [f"({' '.join(level[start : start + branching])})" for start in range(0, len(level), branching)]
    return level[0]


def deep_text(depth: int) -> str:
    """Return the text of a tree with `depth` levels that alpha-beta has to search completely.

    The children of each inner node are a leaf and the next inner node. Leaves below MAX nodes are low and those below
    MIN nodes are high, so that the window never closes.
    """
    heads = "(-1 (1 " * (depth // 2) + "(-1 " * (depth % 2)
    return f"{heads}0{')' * depth}"
