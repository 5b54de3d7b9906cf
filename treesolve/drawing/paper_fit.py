"""Functions that fit trees on paper.

A tree is shrunk as long as its texts stay readable, and otherwise turned, so that its root is on the left. Trees that
are still too large get compact spacing and may be shrunk a little further.
"""

from collections.abc import Sequence
from typing import NamedTuple

from treesolve.drawing.arrangement import Arrangement, arrange
from treesolve.drawing.label import Label
from treesolve.drawing.shape import ON_PAPER, DrawingMetrics
from treesolve.model.tree import Tree

READABLE_SCALE, MIN_SCALE = 0.7, 0.6
"""Minimum scales with default spacing, at which values have a font size of 7.7 points, and with compact spacing.

Only trees that consist of a single node are shrunk further.
"""


ORIENTATIONS = (False, True)
"""The possible values of `turned`, starting with the preferred one."""


def with_compact_spacing(setting: DrawingMetrics) -> DrawingMetrics:
    """Return the metrics with compact spacing, for trees that do not fit otherwise."""
    return setting._replace(node_spacing=0.3, level_spacing=0.45, outline_scale=0.75)


COMPACT = with_compact_spacing(ON_PAPER)


class FittedTree(NamedTuple):
    """A tree arranged in one picture, with the scale at which it fits on the paper; scale 1 is the natural size.

    `turned` is true if the root is on the left. `setting` contains the font sizes and spacing. `landscape` is true if
    the picture needs a landscape page.
    """

    tree: Tree
    turned: bool
    arrangement: Arrangement
    scale: float
    setting: DrawingMetrics = ON_PAPER
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
    """The available width and height in points, and the limits for the scale.

    The scale must be at most `max_scale` and at least `readable_scale` or, with compact spacing, `min_scale`.
    """

    width: float
    height: float
    readable_scale: float = READABLE_SCALE
    min_scale: float = MIN_SCALE
    max_scale: float = 1.0
    setting: DrawingMetrics = ON_PAPER
    landscape: bool = False


def fit(
    tree: Tree,
    labels: Sequence[Label],
    paper: Paper,
    shapes: str = "triangles",
    orientations: Sequence[bool] = ORIENTATIONS,
) -> FittedTree | None:
    """Fit the tree on the paper, upright or turned; return None if the tree would not be readable.

    `labels` must be the widest labels that the tree can have. `orientations` are the permitted values of `turned`,
    starting with the preferred one.
    """
    for turned in orientations:
        found = _scale_to_paper(arrange_unscaled(tree, labels, shapes, turned=turned, setting=paper.setting), paper)
        if found.scale >= paper.readable_scale or len(tree) == 1:
            return found
    close = with_compact_spacing(paper.setting)
    found_close = (arrange_unscaled(tree, labels, shapes, turned=turned, setting=close) for turned in orientations)
    max_scale = max((_scale_to_paper(found, paper) for found in found_close), key=lambda found: found.scale)
    return max_scale if max_scale.scale >= paper.min_scale else None


def _scale_to_paper(found: FittedTree, paper: Paper) -> FittedTree:
    """Return the tree with the largest scale at which it fits on the paper."""
    scale = min(paper.max_scale, paper.width / found.arrangement.width, paper.height / found.arrangement.height)
    return found._replace(scale=scale, landscape=paper.landscape)


def arrange_unscaled(
    tree: Tree,
    labels: Sequence[Label],
    shapes: str = "triangles",
    *,
    turned: bool = False,
    setting: DrawingMetrics = ON_PAPER,
) -> FittedTree:
    """Arrange the tree at its natural size, without limiting its width or height."""
    return FittedTree(tree, turned, arrange(tree, labels, shapes, turned=turned, setting=setting), 1.0, setting)
