r"""Trees as LaTeX has them: for the packages forest and tikz-qtree, and as plain TikZ."""

import re

from treesolve.model.tree import Tree
from treesolve.notation.foreign.nesting import Piece, nested
from treesolve.notation.foreign.written import cannot_carry, name_and_value, quoted, written_edge
from treesolve.notation.number_text import write_number

AT_EDGE = r"node[midway, fill=white, font=\footnotesize]"
"""How the label of an edge is placed, so that the edge does not run through it."""


def forest(tree: Tree) -> str:
    r"""The tree in the environment of forest, with moves and weights as labels at edges.

    >>> from treesolve.notation.reader import read
    >>> print(forest(read("A: (left -> -6 5)")), end="")
    \begin{forest}
    for tree={s sep=8mm, l sep=10mm}
    [{A (MAX)}
      [{$-6$}, edge label={node[midway, fill=white, font=\footnotesize]{left}}]
      [5]
    ]
    \end{forest}
    """
    longest = max(len(_edge(tree, node)) for node in range(len(tree)))
    room = f"for tree={{s sep={2 * longest}mm, l sep=10mm}}\n" if longest else ""
    return f"\\begin{{forest}}\n{room}{nested(tree, lambda node: _in_forest(tree, node))}\n\\end{{forest}}\n"


def _in_forest(tree: Tree, node: int) -> Piece:
    edge = _edge(tree, node)
    opening = f"[{_label(tree, node)}" + (f", edge label={{{AT_EDGE}{{{edge}}}}}" if edge else "")
    return Piece(f"{opening} ", "]") if tree.children[node] else Piece(f"{opening}]")


def qtree(tree: Tree) -> str:
    r"""The tree for tikz-qtree, which has labels at edges.

    >>> from treesolve.notation.reader import read
    >>> print(qtree(read("A: (left -> (6 5) 2)")), end="")
    \Tree [.{A (MAX)} \edge node[midway, fill=white, font=\footnotesize]{left}; [.MIN 6 5 ] 2 ]
    """
    return f"\\Tree {nested(tree, lambda node: _in_qtree(tree, node))}\n"


def _in_qtree(tree: Tree, node: int) -> Piece:
    edge = _edge(tree, node)
    opening, label = f"\\edge {AT_EDGE}{{{edge}}}; " if edge else "", _label(tree, node)
    return Piece(f"{opening}[.{label} ", " ]") if tree.children[node] else Piece(opening + label)


def tikz(tree: Tree) -> str:
    r"""The tree as a node of TikZ with children.

    >>> from treesolve.notation.reader import read
    >>> print(tikz(read("A: (left -> 6 5)")), end="")
    \node {A (MAX)}
      child {node {6} edge from parent node[midway, fill=white, font=\footnotesize] {left}}
      child {node {5}};
    """
    return nested(tree, lambda node: _in_tikz(tree, node)) + ";\n"


def _in_tikz(tree: Tree, node: int) -> Piece:
    edge, said = _edge(tree, node), f"node {{{_label(tree, node).strip('{}')}}}"
    if not node:
        return Piece(f"\\{said} ")
    closing = f" edge from parent {AT_EDGE} {{{edge}}}}}" if edge else "}"
    return Piece(f"child {{{said} ", closing) if tree.children[node] else Piece(f"child {{{said}{closing}")


def _label(tree: Tree, node: int) -> str:
    """The name of a node with its kind or value, in braces where it is more than a word."""
    value = tree.values[node]
    words = _escaped(name_and_value(tree, node, quoted(tree.given_names[node]) if node in tree.given_names else ""))
    shown = "" if value is None else write_number(value)
    if shown.startswith("-") or shown == "inf":
        words = f"{words.removesuffix(shown)}${shown.replace('inf', chr(92) + 'infty')}$"
    return words if re.fullmatch(r"\w+", words) else f"{{{words}}}"


def _edge(tree: Tree, node: int) -> str:
    """What stands at the edge to a node; nothing where it has neither a move nor a weight."""
    return _escaped(written_edge(tree, node))


def _escaped(words: str) -> str:
    """The words with a backslash before what means something in TeX. Raises InputError where that does not help."""
    if re.search(r"[\\{}~^]", words):
        raise cannot_carry("words")
    return re.sub(r"([_%&#$])", r"\\\1", words)
