"""The tree of a page, drawn in the form of the page: as lines of text, or as pictures on its paper."""

import re
from collections.abc import Sequence
from functools import cached_property

from markupsafe import Markup

from treesolve.drawing.arrangement import arrange
from treesolve.drawing.label import Label
from treesolve.drawing.paper import MOST_NODES, Part
from treesolve.drawing.svg import svg
from treesolve.drawing.terminal import draw
from treesolve.pages.environment import words
from treesolve.pages.label import alternative
from treesolve.pages.picture import SHEETS, Picture, forest_pictures, parts_on, svg_pictures, typst_pictures
from treesolve.tree import Tree


class DrawnTree:
    """A tree with its labels, for templates to take in their own form.

    `width` is the most columns lines of text may take; `paper` is a key of SHEETS, `shapes` one of SHAPES.
    """

    def __init__(
        self, tree: Tree, labels: Sequence[Label], language: str, *, width: int, paper: str, shapes: str
    ) -> None:
        self.tree, self.labels, self.language = tree, labels, language
        self.width, self.paper, self.shapes = width, paper, shapes

    @cached_property
    def lines(self) -> list[str] | None:
        """The tree drawn with line characters; None where it is too large."""
        return draw(self.tree, self.labels, self.width)

    @property
    def fence(self) -> str:
        """A fence for these lines that no name in them can close."""
        runs = re.findall("`+", "\n".join(self.lines or []))
        return "`" * max(3, *(len(run) + 1 for run in runs), 3)

    @property
    def too_large(self) -> str:
        """The sentence in place of a drawing."""
        return words(self.language).too_large(len(self.tree), max(self.tree.depths))

    @cached_property
    def parts(self) -> list[Part]:
        """The pieces in which the tree fits on paper; none where it is too large to be drawn."""
        if len(self.tree) > MOST_NODES:
            return []
        return parts_on(SHEETS[self.paper], self.tree, self.labels, self.shapes)

    @cached_property
    def typst(self) -> list[Picture]:
        """The pictures for Typst."""
        return typst_pictures(self.parts, self.labels, self.language)

    @cached_property
    def forest(self) -> list[Picture]:
        """The pictures for LaTeX."""
        return forest_pictures(self.parts, self.labels, self.language, self.shapes)

    @cached_property
    def svg(self) -> list[Picture]:
        """The pictures for a page of HTML."""
        return svg_pictures(self.parts, self.labels, self.language)

    @cached_property
    def whole(self) -> Picture:
        """The whole tree in one picture, for a screen."""
        arrangement = arrange(self.tree, self.labels, self.shapes)
        told = alternative(self.tree, self.labels, self.language)
        return Picture(None, Markup(svg(arrangement, self.labels, told, alone=False)), arrangement.width)
