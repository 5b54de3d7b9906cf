"""Trees as objects of JSON: `{"name": "A", "type": "max", "children": [{"value": 6}, {"value": 5}]}`."""

import json
from typing import Any

from treesolve.model.number import Unknown
from treesolve.model.tree import Tree
from treesolve.notation.foreign.nesting import Piece, nested
from treesolve.notation.number_text import write_number

NAME = "JSON"


def write(tree: Tree) -> str:
    """The tree as objects with the fields name, type, move, weight, value and children.

    What JSON has no number for stands in quotation marks: "1/3", "-inf", "x".

    >>> from treesolve.notation.reader import read
    >>> print(write(read("(left -> 6 B: x)")), end="")
    {"type": "max", "children": [{"move": "left", "value": 6}, {"name": "B", "value": "x"}]}
    """
    return nested(tree, lambda node: _text_around_children(tree, node)) + "\n"


def _text_around_children(tree: Tree, node: int) -> Piece:
    given = fields(tree, node)
    written = ", ".join(f'"{key}": {_number_as_json(value)}' for key, value in given.items())
    return Piece(f'{{{written}, "children": [', "]}", ", ") if tree.children[node] else Piece(f"{{{written}}}")


def fields(tree: Tree, node: int) -> dict[str, Any]:
    """What is to be said of a node beside its children, by what people call it."""
    weight, inner = tree.weights.get(node), bool(tree.children[node])
    given = {
        "name": tree.given_names.get(node),
        "type": tree.kinds[node].value if inner else None,
        "move": tree.moves.get(node),
        "weight": weight,
        "value": tree.values[node],
    }
    return {key: value for key, value in given.items() if value is not None}


def _number_as_json(value: Any) -> str:
    """A number as JSON has it, where it is one there; else its text in quotation marks."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    shown = write_number(value)
    is_number = not isinstance(value, Unknown | float) and "/" not in shown
    return shown if is_number else f'"{shown}"'
