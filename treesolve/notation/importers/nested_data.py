"""Nested data: JSON, JavaScript objects, Python dictionaries, and TOML."""

import json
import re
import tomllib
from typing import Any

from treesolve.model.number import Unknown
from treesolve.model.problem import Span
from treesolve.model.tree import Tree
from treesolve.notation.importers import program_literal
from treesolve.notation.importers.data_layout import tree_of_data
from treesolve.notation.importers.exported_text import TextFragment, format_nested
from treesolve.notation.importers.literals import Literal
from treesolve.notation.importers.parsed_node import ParsedNode, reject
from treesolve.notation.importers.python_graph import to_literal
from treesolve.notation.number_text import format_number

NAME = "nested data"
COMMENTS = ("//", "#", "/*")

_KEY = re.compile(r"\s*(?:\"[^\"\n]*\"|'[^'\n]*'|[+-]?[0-9][0-9./]*|[^\W\d]\w*)[ \t]{0,9}:")
_BEFORE = re.compile(r"\s*[\[(][\s\[(,\w\"'.+\-)\]]*|\s*")
_TABLE = re.compile(r"^\[\[?[\w\".-]{1,90}\]\]?[ \t]*$", re.MULTILINE)


def recognizes(text: str) -> bool:
    """Return whether the text begins with an object, possibly in a list, or contains TOML tables.

    >>> recognizes('{"A": ["B", 3], "B": 5}'), recognizes("[3, [4, 5]]")
    (True, False)
    """
    at = text.find("{")
    is_object = at >= 0 and _BEFORE.fullmatch(text, 0, at) and _KEY.match(text, at + 1)
    return bool(is_object) or is_toml(text)


def is_toml(text: str) -> bool:
    """Return whether the text contains a table header and an entry of TOML."""
    return _TABLE.search(text) is not None and re.search(r"^[\w\"-]{1,90}[ \t]{0,9}=", text, re.MULTILINE) is not None


def read(text: str) -> ParsedNode:
    """Return the tree. Raises InputError for invalid data and for data with an unsupported layout."""
    return tree_of_data(_toml(text)) if is_toml(text) else program_literal.read(text)


def _toml(text: str) -> Literal:
    try:
        return to_literal(tomllib.loads(text, parse_float=str))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        reject("foreign-form", Span(0, 1), text=str(error)[:60])


# Export


def write(tree: Tree) -> str:
    """Return the tree as nested JSON objects with the fields name, type, move, weight, value and children.

    Values that JSON cannot represent as numbers become strings such as "1/3", "-inf" and "x".

    >>> from treesolve.notation import reader
    >>> print(write(reader.read("(left -> 6 B: x)")), end="")
    {"type": "max", "children": [{"move": "left", "value": 6}, {"name": "B", "value": "x"}]}
    """

    def fragment(node: int) -> TextFragment:
        is_inner = bool(tree.children[node])
        given = {
            "name": tree.given_names.get(node),
            "type": tree.kinds[node].value if is_inner else None,
            "move": tree.moves.get(node),
            "weight": tree.weights.get(node),
            "value": tree.values[node],
        }
        members = (f'"{key}": {_number_as_json(value)}' for key, value in given.items() if value is not None)
        opening = f"{{{', '.join(members)}"
        return TextFragment(f'{opening}, "children": [', "]}", ", ") if is_inner else TextFragment(f"{opening}}}")

    return format_nested(tree, fragment) + "\n"


def _number_as_json(value: Any) -> str:
    """Return the value as a JSON number if JSON can represent it exactly, otherwise as a string."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    shown = format_number(value)
    is_number = not isinstance(value, Unknown | float) and "/" not in shown
    return shown if is_number else f'"{shown}"'
