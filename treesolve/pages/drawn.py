"""The tree of a page, drawn in the form of the page: as lines of text, or as pictures on its paper.

What makes pictures is imported where one is made, which is not on a page of text.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from markupsafe import Markup

from treesolve.drawing.label import Label
from treesolve.drawing.limit import is_drawable
from treesolve.drawing.text import draw
from treesolve.model.tree import Tree
from treesolve.pages.environment import words
from treesolve.pages.picture_label import alternative, size_facts

if TYPE_CHECKING:
    from treesolve.drawing.fit import Part
    from treesolve.pages.tree_picture import Picture


class DrawnTree:
    """A tree with its labels, for templates to take in their own form.

    `labelled` makes the labels, and is asked only where a picture is made; `lined` those in lines of text, where they
    are others. `width` is the most columns lines of text may take; `paper` is a key of SHEETS, `shapes` one of SHAPES,
    `height` what pictures may have of the paper where that is not all of it.
    """

    def __init__(
        self,
        tree: Tree,
        labelled: Callable[[], Sequence[Label]],
        language: str,
        *,
        lined: Callable[[], Sequence[Label]] | None = None,
        width: int = 100,
        paper: str = "a4",
        shapes: str = "triangles",
        height: float | None = None,
    ) -> None:
        self.tree, self.labelled, self.lined, self.language = tree, labelled, lined, language
        self.width, self.paper, self.shapes, self.height = width, paper, shapes, height

    @cached_property
    def labels(self) -> Sequence[Label]:
        """What stands at each node."""
        return self.labelled()

    @cached_property
    def lines(self) -> list[str] | None:
        """The tree drawn with line characters; None where it is too large."""
        if not is_drawable(self.tree, "text"):
            return None
        return draw(self.tree, self.lined() if self.lined else self.labels, self.width)

    def too_large(self, medium: str = "paper") -> str:
        """The sentence in the place of a picture for a medium: how large the tree is, and how large it may be."""
        return words(self.language).too_large({"medium": medium, **size_facts(self.tree, medium)})

    @cached_property
    def parts(self) -> "list[Part]":
        """The pieces in which the tree fits on paper; none where it is too large to be drawn."""
        if not is_drawable(self.tree, "paper"):
            return []
        from treesolve.pages.tree_picture import SHEETS, parts_on

        paper = SHEETS[self.paper]
        return parts_on(paper._replace(height=self.height or paper.height), self.tree, self.labels, self.shapes)

    @property
    def begins_small(self) -> bool:
        """Whether the first of several pictures leaves much of a page, and the second has no room there."""
        from treesolve.drawing.fit import CAPTION
        from treesolve.pages.tree_picture import SHEETS

        room = self.height or SHEETS[self.paper].height
        heights = [part.arrangement.height * part.scale + CAPTION for part in self.parts[:2]]
        return len(heights) > 1 and heights[0] < room / 2 and sum(heights) > room

    def pictures(self, form: str) -> "list[Picture]":
        """The pictures for a page in "html", "latex" or "typst"; none where the tree is too large."""
        from treesolve.pages.tree_picture import pictures

        return pictures(form, self.parts, self.labels, self.language, self.shapes) if self.parts else []

    @cached_property
    def whole(self) -> "Picture":
        """The whole tree in one picture, for a screen."""
        from treesolve.drawing.arrangement import arrange
        from treesolve.drawing.svg import svg
        from treesolve.pages.tree_picture import Picture

        arrangement = arrange(self.tree, self.labels, self.shapes)
        told = alternative(self.tree, self.labels, self.language)
        source = Markup(svg(arrangement, self.labels, told, alone=False))
        return Picture(None, source, arrangement.width, arrangement.height)
