"""Limits on the size of drawn trees, in nodes and levels, for each medium.

A picture is much larger than the tree given as text, and the picture of a tree with thousands of levels is one long
line. The limits are checked before the layout is computed, so that no time is spent on useless pictures.
"""

from collections.abc import Mapping
from typing import NamedTuple

from treesolve.model.tree import Tree


class SizeLimit(NamedTuple):
    """The maximum number of nodes and of levels in a picture."""

    nodes: int
    levels: int

    def allows(self, tree: Tree) -> bool:
        """Return whether a tree is within the limit."""
        return len(tree) <= self.nodes and level_count(tree) <= self.levels


MAX_LEVELS = 200

LIMITS: Mapping[str, SizeLimit] = {
    "text": SizeLimit(400, 41),
    "paper": SizeLimit(5000, MAX_LEVELS),
    "screen": SizeLimit(4000, MAX_LEVELS),
    "slides": SizeLimit(300, MAX_LEVELS),
    "practice": SizeLimit(500, MAX_LEVELS),
    "svg": SizeLimit(50_000, MAX_LEVELS),
    "png": SizeLimit(2000, MAX_LEVELS),
    "dot": SizeLimit(50_000, MAX_LEVELS),
}


def level_count(tree: Tree) -> int:
    """Return the number of levels of a tree, including the levels of the root and the leaves."""
    return max(tree.depths) + 1


def is_drawable(tree: Tree, medium: str) -> bool:
    """Return whether a tree is small enough to be drawn in a medium; `medium` is a key of LIMITS."""
    return LIMITS[medium].allows(tree)
