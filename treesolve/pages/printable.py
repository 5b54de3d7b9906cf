"""Trees and solutions whose texts can be printed: what no bundled font has is replaced by its code.

That happens before anything is drawn, so that there is room for the codes.
"""

from collections.abc import Mapping
from copy import copy
from typing import Any

from treesolve.model.tree import Tree
from treesolve.pages.pdf import substitutes
from treesolve.search.solution import Solution


def printable_tree(tree: Tree) -> Tree:
    """The tree with names, moves, title and source as they are printed; the tree itself where nothing is replaced."""
    header = tree.title or "", tree.source or ""
    table = substitutes("".join([*tree.given_names.values(), *tree.moves.values(), *header]))
    if not table:
        return tree
    return Tree(
        tree.kinds,
        tree.values,
        tree.children,
        given_names=_translated_texts(tree.given_names, table),
        moves=_translated_texts(tree.moves, table),
        weights=tree.weights,
        bounds=tree.bounds,
        total=tree.total,
        title=tree.title and tree.title.translate(table),
        source=tree.source and tree.source.translate(table),
        convention=tree.convention,
        points=tree.points,
        offsets=tree.offsets,
    )


def _translated_texts(texts: Mapping[int, str], table: Mapping[int, str]) -> dict[int, str]:
    return {node: text.translate(table) for node, text in texts.items()}


def printable(thing: Any) -> Any:
    """A printable solution; things of other kinds stay as they are."""
    return printable_solution(thing) if isinstance(thing, Solution) else thing


def printable_solution(solution: Solution) -> Solution:
    """The same search of the printable tree."""
    tree = printable_tree(solution.tree)
    if tree is solution.tree:
        return solution
    log = copy(solution.log)
    log.tree = tree
    return solution.of_log(log)
