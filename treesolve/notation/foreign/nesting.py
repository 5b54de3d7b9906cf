"""Trees in brackets: what stands before and behind the children of each node, laid out on as few lines as are readable.

Vocabulary

    piece       what a notation writes of one node: what opens it, what parts its children, what closes it
"""

from collections.abc import Callable
from typing import NamedTuple

from treesolve.model.tree import Kind, Tree

WIDTH = 88
"""A node that is no longer stands on one line."""


class Piece(NamedTuple):
    """What stands before the children of a node, behind them, and between two of them; of a leaf all is `opening`."""

    opening: str
    closing: str = ""
    between: str = " "


def nested(tree: Tree, piece: Callable[[int], Piece], width: int = WIDTH) -> str:
    """The text of a tree, without a line feed at its end: each node on one line if that is short, else a child a line.

    >>> from treesolve.notation.reader import read
    >>> tree = read("((6 5) 2)")
    >>> nested(tree, lambda node: Piece("[", "]", ", ") if tree.children[node] else Piece(str(tree.values[node])))
    '[[6, 5], 2]'
    """
    made: dict[int, list[str]] = {}
    for node in reversed(range(len(tree))):
        below = [made.pop(child) for child in tree.children[node]]
        made[node] = _lines_of_node(piece(node), below, width)
    return "\n".join(made[0])


def _lines_of_node(piece: Piece, below: list[list[str]], width: int) -> list[str]:
    """The lines of a node, of those of its children."""
    opening, closing, between = piece
    if all(len(lines) == 1 for lines in below):
        line = opening + between.join(lines[0] for lines in below) + closing
        if len(line) <= width:
            return [line]
    found = [opening.rstrip()]
    for lines in below:
        found += [f"  {line}" for line in lines]
        found[-1] += between.rstrip()
    if below and between.rstrip():
        found[-1] = found[-1].removesuffix(between.rstrip())
    return [*found, closing.lstrip()] if closing.strip() else found


def goes_by_turns(tree: Tree) -> bool:
    """Whether MAX and MIN move by turns, MAX first, so that no kind need be written."""
    by_depth = (Kind.MAX, Kind.MIN)
    kinds = zip(tree.kinds, tree.depths, strict=True)
    return all(kind in (by_depth[depth % 2], Kind.LEAF) for kind, depth in kinds)
