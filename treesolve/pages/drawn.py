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
    from treesolve.drawing.fit import FittedTree
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
        """The sentence in the place of a picture for a medium: why there is none, and what to do instead."""
        say = words(self.language)
        if medium == "paper" and self.is_on_screen:
            return say.too_wide()
        return say.too_large({"medium": medium, **size_facts(self.tree, medium)})

    @property
    def is_on_screen(self) -> bool:
        """Whether the tree is small enough to be drawn at all."""
        return is_drawable(self.tree, "paper")

    @cached_property
    def fitted(self) -> "FittedTree | None":
        """The tree as it fits on paper; None if it is too large or too wide.

        It takes the height that is left for it, or the whole page.
        """
        if not self.is_on_screen:
            return None
        from treesolve.pages.tree_picture import SHEETS, fit_on

        paper = SHEETS[self.paper]
        papers = [paper._replace(height=self.height), paper] if self.height else [paper]
        found = (fit_on(paper, self.tree, self.labels, self.shapes) for paper in papers)
        return next(filter(None, found), None)

    def picture(self, form: str) -> "Picture | None":
        """The picture for a page in "html", "latex" or "typst"; None if the tree is too large or too wide."""
        from treesolve.pages.tree_picture import picture

        return picture(form, self.fitted, self.labels, self.language, self.shapes) if self.fitted else None

    @cached_property
    def whole(self) -> "Picture":
        """The whole tree in one picture, for a screen."""
        from treesolve.drawing.arrangement import arrange
        from treesolve.drawing.svg import svg
        from treesolve.pages.tree_picture import Picture

        arrangement = arrange(self.tree, self.labels, self.shapes)
        told = alternative(self.tree, self.labels, self.language)
        source = Markup(svg(arrangement, self.labels, told, alone=False))
        return Picture(source, arrangement.width, arrangement.height)
