"""Labels, edge labels and nested brackets for exported trees. Importing them must return the same tree."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import NamedTuple

from treesolve.model.number import Unknown
from treesolve.model.problem import InputError, Problem
from treesolve.model.tree import Tree
from treesolve.notation.importers.labels import number, word_category
from treesolve.notation.number_text import format_number
from treesolve.notation.writer import quote_name

_PLAIN = re.compile(r"[^\W\d_]\w*")
_VALUE_WORDS = ("leaf", "value", "val", "utility", "util", "score", "payoff", "blatt", "wert", "eval", "terminal")
_SEARCH_WORDS = ("alpha", "beta", "α", "β")
_KIND_NAME = re.compile(r"(?:max|min)_?[0-9]+", re.IGNORECASE)


def format_label(tree: Tree, node: int) -> str:
    """Return the label of a node: its weight, move and name, if any, and its kind or value.

    >>> from treesolve.notation.reader import read
    >>> format_label(read('(left -> "the 1": 3)'), 1)
    'left -> "the 1" = 3'
    """
    weight = f"{format_number(tree.weights[node])} * " if node in tree.weights else ""
    move = f"{quote_if_needed(tree.moves[node])} -> " if node in tree.moves else ""
    return weight + move + format_name_and_value(tree, node)


def format_edge_label(tree: Tree, node: int) -> str:
    """Return the label of the edge to a node: its weight and move, if any.

    The form is `weight * move`. If neither the node nor a sibling has a move, the label is the weight alone.
    """
    move = quote_if_needed(tree.moves[node]) if node in tree.moves else ""
    if node not in tree.weights:
        return move
    weight = format_number(tree.weights[node])
    has_moves = any(child in tree.moves for child in tree.children[tree.parents[node] or 0])
    return f"{weight} * {move}".rstrip() if has_moves else weight


def format_name_and_value(tree: Tree, node: int) -> str:
    """Return the given name of a node, if any, followed by the kind of an inner node or the value of a leaf."""
    name = quote_if_needed(tree.given_names[node]) if node in tree.given_names else ""
    value = tree.values[node]
    if tree.children[node]:
        return f"{name} ({tree.kinds[node].name})" if name else tree.kinds[node].name
    shown = format_number(value)  # type: ignore[arg-type]
    return f"{name} = {shown}" if name else f"= {shown}" if isinstance(value, Unknown) else shown


def quote_if_needed(name: str) -> str:
    """Return the name unchanged if it is a word without another meaning, in quotation marks otherwise."""
    word = name.lower()
    is_other = word_category("kinds", name) or word in (*_VALUE_WORDS, *_SEARCH_WORDS) or _KIND_NAME.fullmatch(name)
    return name if _PLAIN.fullmatch(name) and number(name) is None and not is_other else quote_name(name)


def unique_names(names: Mapping[int, str]) -> dict[int, str]:
    """Return the names, with numbers added to repeated names so that they differ.

    >>> unique_names({0: "5-2", 3: "5-2"})
    {0: '5-2', 3: '5-2 (2)'}
    """
    counts: Counter[str] = Counter()
    built = {}
    for node, name in sorted(names.items()):
        counts[name] += 1
        built[node] = name if counts[name] == 1 else f"{name} ({counts[name]})"
    return built


def unsupported_feature_error(what: str) -> InputError:
    """Return the error for a tree that cannot be exported because the notation does not support this feature."""
    return InputError((Problem("foreign-cannot-carry", None, {"what": what}),))


WIDTH = 88
"""Maximum width of a node that is written on one line."""


class TextFragment(NamedTuple):
    """The text before, after and between the children of a node. For a leaf, `opening` is its whole text."""

    opening: str
    closing: str = ""
    between: str = " "


def format_nested(tree: Tree, fragment: Callable[[int], TextFragment], width: int = WIDTH) -> str:
    """Return the tree as text, given the text fragments of each node.

    A node that does not fit on a line has a line for each child. There is no line feed at the end.

    >>> from treesolve.notation.reader import read
    >>> tree = read("((6 5) 2)")
    >>> square = TextFragment("[", "]", ", ")
    >>> format_nested(tree, lambda node: square if tree.children[node] else TextFragment(str(tree.values[node])))
    '[[6, 5], 2]'
    """
    built: dict[int, list[str]] = {}
    for node in reversed(range(len(tree))):
        below = [built.pop(child) for child in tree.children[node]]
        built[node] = _lines_of_node(fragment(node), below, width)
    return "\n".join(built[0])


def _lines_of_node(fragment: TextFragment, below: list[list[str]], width: int) -> list[str]:
    """Return the lines of a node, given the lines of its children."""
    opening, closing, between = fragment
    if all(len(lines) == 1 for lines in below):
        line = opening + between.join(lines[0] for lines in below) + closing
        if len(line) <= width:
            return [line]
    lines_of_node = [opening.rstrip()]
    for lines in below:
        lines_of_node += [f"  {line}" for line in lines]
        lines_of_node[-1] += between.rstrip()
    if below and between.rstrip():
        lines_of_node[-1] = lines_of_node[-1].removesuffix(between.rstrip())
    return [*lines_of_node, closing.lstrip()] if closing.strip() else lines_of_node
