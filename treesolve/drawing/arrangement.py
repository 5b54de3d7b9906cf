"""Where everything in a picture stands, in points: nodes, the texts beside them, the edges between them.

The levels go down the page, or, turned, to the right. The layout gives the places within a level.
"""

from collections.abc import Sequence

from treesolve.drawing.board import board_size
from treesolve.drawing.geometry import Arrangement
from treesolve.drawing.label import Label
from treesolve.drawing.shape import ON_PAPER, SHAPES, VALUE_SIZE, Setting, shape_size, text_width
from treesolve.drawing.top_down import Turned, Upright
from treesolve.model.tree import Tree

__all__ = ["Arrangement", "arrange", "measured"]


def arrange(
    tree: Tree,
    labels: Sequence[Label],
    shapes: str = "triangles",
    *,
    turned: bool = False,
    links: Sequence[tuple[int, int]] = (),
    setting: Setting = ON_PAPER,
) -> Arrangement:
    """The arrangement of a tree whose nodes have these labels; `shapes` is a key of SHAPES.

    With the widest labels a film ever shows, all its frames fit the same arrangement. `links` are further lines from a
    node to one on the next level, by their ids; a turned picture has none.
    """
    return measured(tree, labels, shapes, turned=turned, setting=setting).arrangement(links)


def measured(tree: Tree, labels: Sequence[Label], shapes: str, *, turned: bool, setting: Setting) -> Upright:
    """The nodes of a tree and their texts, measured; parameters as for `arrange`."""
    outlines = [
        "board" if label.board else SHAPES[shapes][kind] for kind, label in zip(tree.kinds, labels, strict=True)
    ]
    sizes = [
        board_size(label.board) if label.board else _outline_size(outline, label.value or label.room, setting)
        for outline, label in zip(outlines, labels, strict=True)
    ]
    return (Turned if turned else Upright)(tree, labels, outlines, sizes, setting)


def _outline_size(outline: str, value: str, setting: Setting) -> tuple[float, float]:
    """Width and height of an outline; where the setting wants it lower, less stays free beside the value, too."""
    width, height = shape_size(outline, value)
    return width - (1 - setting.tall) * (width - text_width(value, VALUE_SIZE)), height * setting.tall
