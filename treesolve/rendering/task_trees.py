"""The trees of a task on its printed sheet; all trees of a task have the same page orientation."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from treesolve.authoring.sheet_plan import SheetStyle
from treesolve.drawing.label import Label
from treesolve.drawing.paper_fit import FittedTree
from treesolve.drawing.shape import VALUE_SIZE
from treesolve.model.tree import Tree
from treesolve.rendering.available_height import height_above_tree
from treesolve.rendering.page_tree import DrawnTree
from treesolve.rendering.tree_picture import LARGE_SIZE, SHEETS, SheetPaper

WIDTH = 100
"""Maximum line width of text output, in characters."""


class TaskTree(NamedTuple):
    """A tree to draw, with its labels, the available height, and the texts `above` that must stay on the tree's page.

    In large print, `normal_print` is the tree as fitted in normal print.
    """

    tree: Tree
    labels: Callable[[], list[Label]]
    height: float
    above: Sequence[str]
    normal_print: FittedTree | None


def fit_all_trees(trees: Mapping[str, TaskTree], style: SheetStyle, language: str) -> dict[str, DrawnTree]:
    """Return the drawings of all trees. If any tree needs a landscape page, all trees get the same page orientation."""

    def drawn_on(formats: Sequence[bool]) -> dict[str, DrawnTree]:
        return {
            name: DrawnTree(
                one.tree,
                one.labels,
                language,
                width=WIDTH,
                paper=paper(style, formats, one.height, one.above, one.normal_print),
                shapes=style.shapes,
            )
            for name, one in trees.items()
        }

    found = drawn_on(formats(style))
    if not any(map(is_landscape, found.values())):
        return found
    return max(drawn_on((True,)), drawn_on((False,)), key=lambda drawn: min(map(_smallest_size, drawn.values())))


def _smallest_size(drawn: DrawnTree) -> float:
    """Return the smallest font size in a tree in points, or 0 if the tree does not fit."""
    if drawn.fitted is None:
        return 0.0
    setting = drawn.fitted.setting
    picture_text_sizes = ("name", setting.name), ("window", setting.window), ("edge", setting.edge)
    sizes = [size for text, size in picture_text_sizes if any(getattr(label, text) for label in drawn.labels)]
    return drawn.fitted.scale * min([VALUE_SIZE, *sizes])


def formats(style: SheetStyle) -> Sequence[bool]:
    """Return the allowed page orientations, where False is portrait and True is landscape."""
    return (False, True) if style.large_print else (False,)


def is_landscape(drawn: DrawnTree) -> bool:
    """Return whether a tree is drawn for a landscape page."""
    return drawn.fitted is not None and drawn.fitted.landscape


def paper(
    style: SheetStyle,
    formats: Sequence[bool],
    height: float,
    above: Iterable[str] = (),
    normal_print: FittedTree | None = None,
) -> SheetPaper:
    """Return the paper for a tree; the texts `above` must stay on the same page."""
    return SheetPaper(_paper_name(style), formats, height, height_above_tree(above, style), normal_print)


def page_height(style: SheetStyle) -> float:
    """Return the height that a page has for pictures."""
    return SHEETS[_paper_name(style)][0].height


def small_print(trees: Iterable[DrawnTree], style: SheetStyle) -> float | None:
    """Return the smallest font size in points if it is below the minimum of large print, else None."""
    size = min(map(_smallest_size, trees))
    return size if style.large_print and 0 < size < LARGE_SIZE - 0.05 else None


def _paper_name(style: SheetStyle) -> str:
    """Return the name of the paper for pictures, which is a key of SHEETS."""
    if style.in_columns:
        return f"{style.paper}-columns"
    return f"{style.paper}-large" if style.large_print else style.paper
