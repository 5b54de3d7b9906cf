"""Nested data: JSON, objects of JavaScript, dictionaries of Python, TOML, and the same as values of Python.

Vocabulary

    object      a map whose keys are fields: `{"name": "A", "children": [...]}`
    entry       a node whose children are told by names: `"A": ["B", "C"]`, or a row with an id and a parent
"""

import json
import re
import tomllib
from typing import Any

from treesolve.model.number import Unknown
from treesolve.model.problem import Span
from treesolve.model.tree import Tree
from treesolve.notation.foreign.entries import entries_of, tree_of_graph, tree_of_rows
from treesolve.notation.foreign.literals import Literal, telling_statements
from treesolve.notation.foreign.nesting import Piece, nested
from treesolve.notation.foreign.neutral import Field, Part, refuse
from treesolve.notation.foreign.shapes import Below, constant, grown, is_object
from treesolve.notation.foreign.values import literal_of
from treesolve.notation.foreign.words import folded, meanings, word_lists
from treesolve.notation.number_text import write_number

NAME = "nested data"
COMMENTS = ("//", "#", "/*")

_KEY = re.compile(r"\s*(?:\"[^\"\n]*\"|'[^'\n]*'|[+-]?[0-9][0-9./]*|[^\W\d]\w*)[ \t]{0,9}:")
_BEFORE = re.compile(r"\s*[\[(][\s\[(,\w\"'.+\-)\]]*|\s*")
_TABLE = re.compile(r"^\[\[?[\w\".-]{1,90}\]\]?[ \t]*$", re.MULTILINE)


def recognises(text: str) -> bool:
    """Whether a text begins as an object does, perhaps in a list, or has the tables of TOML.

    >>> recognises('{"A": ["B", 3], "B": 5}'), recognises("[3, [4, 5]]")
    (True, False)
    """
    at = text.find("{")
    is_object = at >= 0 and _BEFORE.fullmatch(text, 0, at) and _KEY.match(text, at + 1)
    return bool(is_object) or is_toml(text)


def is_toml(text: str) -> bool:
    """Whether a text has tables of TOML, and entries in them."""
    return _TABLE.search(text) is not None and re.search(r"^[\w\"-]{1,90}[ \t]{0,9}=", text, re.MULTILINE) is not None


def read(text: str) -> Part:
    """The tree. Raises InputError for what is no data, and for data that is no tree of a form that is known."""
    if is_toml(text):
        return tree_of_data(_toml(text))
    (_, value), *others = telling_statements(text)
    if others:
        refuse("foreign-asked", others[0][1].span, why="statement", text=others[0][0] or others[0][1].text)
    return tree_of_data(value)


def _toml(text: str) -> Literal:
    try:
        return literal_of(tomllib.loads(text, parse_float=str))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        refuse("foreign-form", Span(0, 1), text=str(error)[:60])


# What stands around nodes


def tree_of_data(value: Literal) -> Part:
    """The tree of a literal. Raises InputError where it is none of the forms that are known.

    >>> tree_of_data(telling_statements('{"A": {"B": 6, "C": 5}}')[0][1]).label
    'A'
    """
    around: list[Field] = []
    is_wrapped = False
    while taken := _unwrapped(value):
        is_wrapped, value = len(taken[0].keys) != len(value.keys) or is_wrapped, taken[0]
        around += taken[1]
    root = _root(value, is_wrapped=is_wrapped)
    return root._replace(fields=(*root.fields, *around))


def _unwrapped(value: Literal) -> tuple[Literal, list[Field]] | None:
    """What stands in a wrapper, such as `tree`, or a graph in parts, without the fields beside; None for all others."""
    pairs = value.pairs if value.what == "map" else []
    inside = [(key, one) for key, one in pairs if not one.is_scalar]
    beside = [(key, one) for key, one in pairs if one.is_scalar]
    is_wrapper = [_around(key) for key, _ in inside] == ["wrappers"]
    is_graph = len(inside) > 1 and bool(beside) and all(_around(key) for key, _ in inside)
    if not (is_wrapper or is_graph) or not all(_is_field(key) for key, _ in beside):
        return None
    fields = [Field("name" if folded(key.text) == "root" else key.text, constant(one), key.span) for key, one in beside]
    kept = value._replace(keys=tuple(key for key, _ in inside), items=tuple(one for _, one in inside))
    return inside[0][1] if is_wrapper else kept, fields


def _around(key: Literal) -> str:
    """What a key around nodes is for; nothing where it is none of these."""
    return meanings("children").get(folded(key.text)) or meanings("graphs").get(folded(key.text), "")


def _is_field(key: Literal) -> bool:
    """Whether a key beside a wrapper is one of a field, and not the name of a node."""
    name = folded(key.text)
    return name == "root" or any(name in meanings(section) for section in ("fields", "flags", "around"))


def _root(value: Literal, *, is_wrapped: bool) -> Part:
    if value.what == "map":
        return tree_of_graph(value) or _root_of_map(value, is_wrapped=is_wrapped)
    if value.what == "list" and (rows := tree_of_rows(value)):
        return rows
    if value.what == "list" and len(value.items) == 1 and value.items[0].what == "map":
        refuse("foreign-asked", value.span, why="wrapper", text="[{")
    return grown({"": Below(value)}, ())


def _root_of_map(value: Literal, *, is_wrapped: bool) -> Part:
    """The tree of a map: an object, a node by its name, entries that name each other, or children by their names."""
    if len(value.keys) == 1 or is_object(value):
        return grown({"": Below(value)}, ())
    entries = entries_of(value)
    _ask_about_numbers(value, entries)
    if any(_names(one.value, entries) for one in entries.values()):
        return grown(entries, ("text", "number"))
    wrapper = next(filter(_is_wrapper, entries), None)
    has_list = any(one.value.what == "list" for one in entries.values())
    if wrapper or (has_list and not is_wrapped):
        refuse("foreign-asked", value.span, why="wrapper", text=wrapper or next(iter(entries)))
    return grown({"": Below(value)}, ())


def _is_wrapper(key: str) -> bool:
    """Whether a key is more likely one around a tree than the name of a node: `tree2`, `values`."""
    wrappers = tuple(word_lists()["children"]["wrappers"])
    return folded(key).startswith(wrappers) or folded(key) in meanings("graphs")


def _ask_about_numbers(value: Literal, entries: dict[str, Below]) -> None:
    """Raises InputError where numbers below nodes that are called by numbers may be more of these, and not values."""
    below = [one for entry in value.items for one in entry.items if one.what == "number" and one.text not in entries]
    called = sorted(map(int, filter(_is_count, [*entries, *(one.text for one in below)])))
    are_all = below and len(called) == len(entries) + len(below)
    if are_all and called == list(range(called[0], called[0] + len(called))):
        refuse("foreign-asked", below[0].span, why="name-or-value", text=below[0].text)


def _is_count(text: str) -> bool:
    return text.isdecimal() and len(text) < 10


def _names(value: Literal, entries: dict[str, Below]) -> bool:
    """Whether one of the entries is named among what stands in a literal."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if (one.text in entries and one.is_scalar) or any(key and key.text in entries for key in one.keys):
            return True
        waiting += one.items
    return False


# Written


def write(tree: Tree) -> str:
    """The tree as objects with the fields name, type, move, weight, value and children.

    What JSON has no number for stands in quotation marks: "1/3", "-inf", "x".

    >>> from treesolve.notation import reader
    >>> print(write(reader.read("(left -> 6 B: x)")), end="")
    {"type": "max", "children": [{"move": "left", "value": 6}, {"name": "B", "value": "x"}]}
    """
    return nested(tree, lambda node: _text_around_children(tree, node)) + "\n"


def _text_around_children(tree: Tree, node: int) -> Piece:
    given = _fields(tree, node)
    written = ", ".join(f'"{key}": {_number_as_json(value)}' for key, value in given.items())
    return Piece(f'{{{written}, "children": [', "]}", ", ") if tree.children[node] else Piece(f"{{{written}}}")


def _fields(tree: Tree, node: int) -> dict[str, Any]:
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
