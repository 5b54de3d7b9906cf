"""How large a tree may be to be drawn: so many nodes on so many levels, by what it is drawn on.

A picture takes far more room than the text of its tree, and a tree of thousands of levels is one long line. Whoever
draws asks here first, so that nothing is laid out for a picture that nobody can look at.
"""

from collections.abc import Mapping
from typing import NamedTuple

from treesolve.model.tree import Tree


class SizeLimit(NamedTuple):
    """The most nodes a picture may have, and the most levels."""

    nodes: int
    levels: int

    def allows(self, tree: Tree) -> bool:
        """Whether a tree is no larger."""
        return len(tree) <= self.nodes and level_count(tree) <= self.levels


MAX_LEVELS = 200
"""No picture has more levels."""

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
"""How large a tree may be, by medium."""


def level_count(tree: Tree) -> int:
    """How many levels a tree has."""
    return max(tree.depths) + 1


def is_drawable(tree: Tree, medium: str) -> bool:
    """Whether a tree is small enough for a medium."""
    return LIMITS[medium].allows(tree)
