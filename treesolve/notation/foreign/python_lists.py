"""Trees as lists of Python in each other: `[[6, 5], [2, 9]]`, MAX and MIN by turns."""

from treesolve.model.tree import Tree
from treesolve.notation.foreign.nesting import Piece, nested
from treesolve.notation.number_text import write_number

NAME = "nested lists"

_INFINITIES = {"inf": 'float("inf")', "-inf": '-float("inf")'}


def write(tree: Tree) -> str:
    """The tree as lists, in which a leaf is its value.

    >>> from treesolve.notation.reader import read
    >>> print(write(read("((6 1/2) (2 -inf))")), end="")
    [[6, 0.5], [2, -float("inf")]]
    """
    return (
        nested(tree, lambda node: Piece("[", "]", ", ") if tree.children[node] else Piece(_leaf_as_python(tree, node)))
        + "\n"
    )


def _leaf_as_python(tree: Tree, leaf: int) -> str:
    shown = write_number(tree.values[leaf])  # type: ignore[arg-type]
    return _INFINITIES.get(shown, shown)
