"""Trees and solutions whose texts can be printed: what no bundled font has is replaced by its code.

That happens before anything is drawn, so that there is room for the codes.
"""

from typing import Any

from treesolve.model.tree import Tree
from treesolve.pages.pdf import substitutes
from treesolve.pages.shown import tree_with_texts
from treesolve.search.solution import Solution


def printable_tree(tree: Tree) -> Tree:
    """The tree with names, moves, title and source as they are printed; the tree itself where nothing is replaced."""
    header = tree.title or "", tree.source or ""
    table = substitutes("".join([*tree.given_names.values(), *tree.moves.values(), *header]))
    if not table:
        return tree
    return tree_with_texts(
        tree,
        lambda text: text.translate(table),
        title=tree.title and tree.title.translate(table),
        source=tree.source and tree.source.translate(table),
        convention=tree.convention,
        points=tree.points,
        offsets=tree.offsets,
    )


def printable(thing: Any) -> Any:
    """A printable solution; things of other kinds stay as they are."""
    return printable_solution(thing) if isinstance(thing, Solution) else thing


def printable_solution(solution: Solution) -> Solution:
    """The same search of the printable tree."""
    tree = printable_tree(solution.tree)
    return solution if tree is solution.tree else solution.of_tree(tree)
