"""Texts from outside as pages about answers show them: no terminal obeys anything in them, and they end somewhere.

Every form of page escapes what it prints; this is about characters that no escape helps against.
"""

from typing import Any

from treesolve.drawing.markup import in_one_line
from treesolve.model.tree import Tree
from treesolve.search.solution import Solution

LONGEST_TEXT, LONGEST_LABEL = 300, 24
"""So many characters of a student's id, a title or a name are shown, and of a text in a picture."""


def shown_text(text: str) -> str:
    r"""A text from outside as pages show it: nothing in it is obeyed by a terminal, and it ends somewhere.

    >>> shown_text("47\x1b11\n")
    '47�11 '
    """
    return shortened(text, LONGEST_TEXT)


def shortened(text: str, longest: int = LONGEST_LABEL) -> str:
    """A text short enough for a picture, in one line."""
    text = in_one_line(text)
    return text if len(text) <= longest else text[: longest - 1] + "…"


def shown_title(tree: Tree) -> str | None:
    """The title in a tree's header in one line; None where it has none."""
    return in_one_line(tree.title or "").strip() or None


def shown_tree(tree: Tree) -> Tree:
    """The tree with texts that pages show, without its headers."""
    names, moves = (
        {node: shown_text(text) for node, text in texts.items()} for texts in (tree.given_names, tree.moves)
    )
    shape: dict[str, Any] = {"weights": tree.weights, "bounds": tree.bounds, "total": tree.total}
    return Tree(tree.kinds, tree.values, tree.children, given_names=names, moves=moves, **shape)


def shown_solution(solution: Solution) -> Solution:
    """The same solution of the tree that pages show; itself where nothing is replaced."""
    tree, shown = solution.tree, shown_tree(solution.tree)
    is_same = (shown.given_names, shown.moves) == (tree.given_names, tree.moves)
    return solution if is_same else solution.of_tree(shown)
