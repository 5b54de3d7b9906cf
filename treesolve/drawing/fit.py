"""How a tree fits on paper: shrunk as long as its texts stay readable, else turned, with its root at the left.

A tree that is still too large is set closer together and shrunk a little further.
"""

from collections.abc import Sequence
from typing import NamedTuple

from treesolve.drawing.arrangement import Arrangement, arrange
from treesolve.drawing.label import Label
from treesolve.drawing.shape import ON_PAPER, Setting
from treesolve.model.tree import Tree

READABLE, LEAST = 0.7, 0.6
"""The least scales of a tree set as usual, whose values are printed in 7.7 points, and of one set closer together.

Only a single node is shrunk further.
"""


ORIENTATIONS = (False, True)
"""The values of `turned`, the preferred one first."""


def closer(setting: Setting) -> Setting:
    """How trees are set that do not fit otherwise."""
    return setting._replace(free=0.3, between=0.45, tall=0.75)


CLOSE = closer(ON_PAPER)


class FittedTree(NamedTuple):
    """A tree arranged in one picture, `turned` if its root is at the left; scale 1 is its natural size.

    `setting` has the font sizes; `landscape` is true if the picture needs a landscape page.
    """

    tree: Tree
    turned: bool
    arrangement: Arrangement
    scale: float
    setting: Setting = ON_PAPER
    landscape: bool = False

    @property
    def width(self) -> float:
        """The width on paper, in points."""
        return self.arrangement.width * self.scale

    @property
    def height(self) -> float:
        """The height on paper, in points."""
        return self.arrangement.height * self.scale


class Paper(NamedTuple):
    """The width and height a picture may have, in points, and its scale: at least `readable`, or, set closer together,
    `least`, and at most `largest`.
    """

    width: float
    height: float
    readable: float = READABLE
    least: float = LEAST
    largest: float = 1.0
    setting: Setting = ON_PAPER
    landscape: bool = False


def fit(
    tree: Tree,
    labels: Sequence[Label],
    paper: Paper,
    shapes: str = "triangles",
    orientations: Sequence[bool] = ORIENTATIONS,
) -> FittedTree | None:
    """Fit the tree on the paper, upright or turned; None if it would not be readable. `labels` are the widest ones.

    `orientations` are the allowed values of `turned`, the preferred one first.
    """
    for turned in orientations:
        found = _scaled(whole(tree, labels, shapes, turned=turned, setting=paper.setting), paper)
        if found.scale >= paper.readable or len(tree) == 1:
            return found
    close = closer(paper.setting)
    found_close = (whole(tree, labels, shapes, turned=turned, setting=close) for turned in orientations)
    largest = max((_scaled(found, paper) for found in found_close), key=lambda found: found.scale)
    return largest if largest.scale >= paper.least else None


def _scaled(found: FittedTree, paper: Paper) -> FittedTree:
    """The tree scaled to the paper."""
    scale = min(paper.largest, paper.width / found.arrangement.width, paper.height / found.arrangement.height)
    return found._replace(scale=scale, landscape=paper.landscape)


def whole(
    tree: Tree, labels: Sequence[Label], shapes: str = "triangles", *, turned: bool = False, setting: Setting = ON_PAPER
) -> FittedTree:
    """Arrange the tree at its natural size, however large it is."""
    return FittedTree(tree, turned, arrange(tree, labels, shapes, turned=turned, setting=setting), 1.0, setting)
