"""The tree of a page, drawn for the page's output format as lines of text, or as a picture that fits the paper.

The modules for pictures are imported lazily, because text output does not need them.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from markupsafe import Markup

from treesolve.drawing.label import Label
from treesolve.drawing.size_limit import is_drawable
from treesolve.drawing.text import draw_text
from treesolve.model.tree import Tree
from treesolve.rendering.picture_label import alternative, size_facts
from treesolve.rendering.template_environment import words

if TYPE_CHECKING:
    from treesolve.drawing.paper_fit import FittedTree
    from treesolve.rendering.tree_picture import Picture, SheetPaper


class DrawnTree:
    """A tree with its labels, which templates draw in their output format.

    `get_labels` returns the labels; it is called only when the tree is drawn. `lined` returns the labels for text
    output if these are different. `width` is the maximum line length of text output, `shapes` is a key of SHAPES, and
    `paper` is a key of SHEETS or a SheetPaper. `orientation` is the preferred orientation of pictures; True means
    turned. This orientation is used even if the picture must then omit windows.
    """

    def __init__(
        self,
        tree: Tree,
        get_labels: Callable[[], Sequence[Label]],
        language: str,
        *,
        lined: Callable[[], Sequence[Label]] | None = None,
        width: int = 100,
        paper: "str | SheetPaper" = "a4",
        shapes: str = "triangles",
        orientation: bool | None = None,
    ) -> None:
        self.tree, self.get_labels, self.lined, self.language = tree, get_labels, lined, language
        self.width, self.paper, self.shapes, self.orientation = width, paper, shapes, orientation

    @cached_property
    def labels(self) -> Sequence[Label]:
        """The label of each node."""
        return self.get_labels()

    @cached_property
    def lines(self) -> list[str] | None:
        """The tree drawn with line characters, or None if it is too large."""
        if not is_drawable(self.tree, "text"):
            return None
        return draw_text(self.tree, self.lined() if self.lined else self.labels, self.width)

    def too_large(self, medium: str = "paper") -> str:
        """Return the sentence that replaces a picture and says why there is none, and what to do instead."""
        say = words(self.language)
        if medium == "paper" and self.is_on_screen:
            return say.too_wide()
        return say.too_large({"medium": medium, **size_facts(self.tree, medium)})

    @property
    def is_on_screen(self) -> bool:
        """Whether the tree is small enough to be drawn at all."""
        return is_drawable(self.tree, "paper")

    @property
    def fitted(self) -> "FittedTree | None":
        """The tree fitted to the rest of the page or to a whole page, or None if it is too large."""
        return self._labels_and_fitted[1]

    @cached_property
    def _labels_and_fitted(self) -> "tuple[Sequence[Label], FittedTree | None]":
        attempts = self._attempts() if self.is_on_screen else iter(())
        return next((attempt for attempt in attempts if attempt[1]), (self.labels, None))

    def _attempts(self) -> "Iterator[tuple[Sequence[Label], FittedTree | None]]":
        """Yield possible labels, each with the tree fitted with them, in order of preference."""
        from treesolve.drawing.paper_fit import ORIENTATIONS
        from treesolve.rendering.tree_picture import SheetPaper, fit_in_smaller_print, fit_on_sheet

        sheet = self.paper if isinstance(self.paper, SheetPaper) else SheetPaper(self.paper)
        if self.orientation is not None:
            without_windows = [label._replace(window="") for label in self.labels]
            fixed = self.shapes, [self.orientation]
            yield self.labels, fit_on_sheet(sheet, self.tree, self.labels, *fixed)
            yield without_windows, fit_on_sheet(sheet, self.tree, without_windows, *fixed)
            yield without_windows, fit_in_smaller_print(sheet, self.tree, without_windows, *fixed)
        yield self.labels, fit_on_sheet(sheet, self.tree, self.labels, self.shapes, ORIENTATIONS)
        yield self.labels, fit_in_smaller_print(sheet, self.tree, self.labels, self.shapes, ORIENTATIONS)

    def picture(self, form: str) -> "Picture | None":
        """Return the picture for a page in "html", "latex" or "typst", or None if the tree is too large or too wide."""
        from treesolve.rendering.tree_picture import picture

        labels, fitted = self._labels_and_fitted
        return picture(form, fitted, labels, self.language, self.shapes) if fitted else None

    @cached_property
    def whole(self) -> "Picture":
        """The whole tree in one picture, for a screen."""
        from treesolve.drawing.arrangement import arrange
        from treesolve.drawing.svg import svg
        from treesolve.rendering.tree_picture import Picture

        arrangement = arrange(self.tree, self.labels, self.shapes)
        alt_text = alternative(self.tree, self.labels, self.language)
        source = Markup(svg(arrangement, self.labels, alt_text, standalone=False))
        return Picture(source, arrangement.width, arrangement.height)
