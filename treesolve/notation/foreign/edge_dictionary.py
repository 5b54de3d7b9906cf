"""Dictionaries and lists of edges in Python, with the values of the leaves in another dictionary.

    EDGES = {"A": ["B", "C"], "B": ["D", "E"]}      succs = dict(A=dict(left="B", right="C"))
    VALUES = {"C": 2, "D": 3, "E": 5}               utils = dict(B=3, C=5)

What else a program does is passed over.
"""

import ast
import re
from collections.abc import Iterator

from treesolve.notation.foreign.graph import Graph
from treesolve.notation.foreign.label import KIND_WORDS, quoted
from treesolve.notation.foreign.places import tables_by_place, with_names
from treesolve.notation.foreign.python_text import PythonText, dotted_name, python_text
from treesolve.notation.foreign.refusal import refusal
from treesolve.notation.foreign.sketch import Sketch
from treesolve.notation.number_text import write_number

NAME = "dictionaries of edges and values"

_SIGN = re.compile(r"=\s*(?:\{|(?:new\s+)?(?:dict|Map)\s*\(|\[\s*[(\[])|parent\w*\s*=\s*\[", re.IGNORECASE)

_SHORT = 4
_CHANGES = (
    "append",
    "extend",
    "insert",
    "pop",
    "remove",
    "update",
    "setdefault",
    "reverse",
    "sort",
    "clear",
    "popitem",
)

Pairs = list[tuple[str, ast.expr]]


def recognises(text: str) -> bool:
    """Whether a dictionary or list of edges is given a name, or two of them stand below each other."""
    if not _SIGN.search(text) and text.count("{") < 2:
        return False
    python = python_text(text)
    if python is None:
        return False
    tables = list(_tables_of_edges(python))
    if any(map(_has_nested_nodes, tables)):
        return False
    return sum(_has_edges(table) for table in tables) > 0 and (len(tables) > 1 or bool(_SIGN.search(text)))


def _has_nested_nodes(table: ast.expr) -> bool:
    """Whether nodes stand in one another, as in JSON."""
    values = [value for _, value in pairs(table) or []]
    listed = [each for value in values if isinstance(value, ast.List) for each in value.elts]
    below = [each for value in values if isinstance(value, ast.Dict) for each in value.values]
    return any(isinstance(each, ast.Dict) for each in (*listed, *below))


def read(text: str) -> Sketch:
    """The tree. Raises InputError where it is none."""
    python = python_text(text)
    assert python is not None
    graph = Graph()
    _check_unchanged(python)
    for table in _tables_of_edges(python):
        add_table(graph, python, table)
    return graph.sketch()


def _check_unchanged(python: PythonText) -> None:
    """Raises InputError at the first statement that changes what another has given a name."""
    given = [one for one in python.statements if isinstance(one, ast.Assign) and is_table(one.value)]
    names = {each.id for one in given for each in one.targets if isinstance(each, ast.Name)}
    for statement in python.statements:
        if isinstance(statement, ast.FunctionDef | ast.ClassDef):
            continue
        for each in ast.walk(statement):
            owner: ast.AST = each
            stored = isinstance(each, ast.Subscript | ast.Attribute) and not isinstance(each.ctx, ast.Load)
            called = isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute) and each.func.attr in _CHANGES
            while isinstance(owner, ast.Subscript | ast.Attribute | ast.Call):
                owner = owner.func if isinstance(owner, ast.Call) else owner.value
            if (stored or called) and isinstance(owner, ast.Name) and owner.id in names:
                line = ast.unparse(statement).split("\n")[0][:60]
                raise refusal("statement-untold", python.span(statement), text=line)


def _tables_of_edges(python: PythonText) -> Iterator[ast.expr]:
    """The dictionaries and lists of edges, in the order of the text."""
    yield from tables_by_place(python)
    for statement in python.statements:
        if isinstance(statement, ast.FunctionDef) and (table := _dictionary_returned(statement)) is not None:
            yield table
        if not isinstance(statement, ast.Assign | ast.AnnAssign | ast.Expr) or statement.value is None:
            continue
        if is_table(statement.value):
            yield statement.value
        elif _is_called_edges(statement) and edge_list(statement.value, numbers=True):
            yield with_names(statement.value)


def _dictionary_returned(function: ast.FunctionDef) -> ast.expr | None:
    """The dictionary in which a function looks up what it is given: `return {"A": ["B"]}.get(state, [])`."""
    last = function.body[-1]
    value = last.value if isinstance(last, ast.Return) and len(function.body) < _SHORT else None
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "get":
        value = value.func
    table = value.value if isinstance(value, ast.Attribute | ast.Subscript) else None
    return table if isinstance(table, ast.Dict) and is_table(table) else None


def _is_called_edges(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Assign) and "edge" in ast.unparse(statement.targets[0]).lower()


def is_table(node: ast.expr) -> bool:
    """Whether an expression is a dictionary with names as keys, or a list of pairs of names."""
    return pairs(node) is not None or edge_list(node) is not None


def pairs(node: ast.expr) -> Pairs | None:
    """The keys and values of a dictionary, or of `dict(A=...)`; None where it is none, or is empty."""
    if isinstance(node, ast.Dict) and node.keys:
        keys = [_name_of_node(key) for key in node.keys]
        return None if None in keys else [(key, value) for key, value in zip(keys, node.values, strict=True) if key]
    if isinstance(node, ast.Call) and dotted_name(node.func) in ("dict", "Map") and len(node.args) == 1:
        return _pairs_in_list(node.args[0])
    if isinstance(node, ast.Call) and dotted_name(node.func) == "dict" and not node.args and node.keywords:
        return [(keyword.arg, keyword.value) for keyword in node.keywords if keyword.arg]
    return None


def _pairs_in_list(node: ast.expr) -> Pairs | None:
    """The keys and values in a list of pairs."""
    items = node.elts if isinstance(node, ast.List) else []
    two = [each.elts for each in items if isinstance(each, ast.List | ast.Tuple) and len(each.elts) == 2]
    found = [(key, value) for first, value in two if (key := _name_of_node(first))]
    return found if found and len(found) == len(items) else None


def _name_of_node(node: ast.expr | None) -> str | None:
    """The name that a key, or a child, is."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str | int) and not isinstance(node.value, bool):
        return str(node.value) or None
    return node.id if isinstance(node, ast.Name) else None


def edge_list(node: ast.expr, *, numbers: bool = False) -> list[tuple[str, str, ast.expr]] | None:
    """The pairs in a list of pairs of names, each with where it stands; None where it is none.

    With `numbers` these may be names, too.
    """
    if not isinstance(node, ast.List | ast.Tuple | ast.Set) or not node.elts:
        return None
    found = []
    for item in node.elts:
        elements = item.elts if isinstance(item, ast.Tuple | ast.List) else []
        names = [_name_of_node(each) for each in elements[:2]]
        if len(elements) not in (2, 3) or len(names) < 2 or not names[0] or not names[1]:
            return None
        if not numbers and not (isinstance(elements[0], ast.Constant) and isinstance(elements[0].value, str)):
            return None
        found.append((names[0], names[1], item))
    return found


def _has_edges(node: ast.expr) -> bool:
    found = pairs(node)
    if found is None:
        return edge_list(node) is not None
    return any(_children_with_moves(value) is not None for _, value in found)


def _children_with_moves(node: ast.expr) -> list[tuple[str | None, ast.expr]] | None:
    """The children in a list, or in a dictionary of moves, each with its move; None where there are none."""
    if isinstance(node, ast.List | ast.Tuple):
        return [(None, each) for each in node.elts]
    if isinstance(node, ast.Dict | ast.Call) and (found := pairs(node)):
        return [(move, each) for move, each in found]
    return None


def add_table(graph: Graph, python: PythonText, node: ast.expr) -> None:
    """Add what a dictionary or a list says to a graph. Raises InputError where a value is neither."""
    for parent, child, item in edge_list(node) or []:
        graph.edge(parent, child, python.span(item), _edge_label(python, item))
    for key, value in pairs(node) or []:
        add_entry(graph, python, key, value)


def _edge_label(python: PythonText, item: ast.expr) -> str | None:
    """The move, or the probability, that stands third in a triple. Raises InputError where it is another number."""
    third = item.elts[2] if isinstance(item, ast.Tuple | ast.List) and len(item.elts) == 3 else None
    if isinstance(third, ast.Constant) and isinstance(third.value, str):
        return quoted(third.value)
    value = python.number(third) if third is not None else None
    if value is None or (0 < value < 1 and not isinstance(value, float)):
        return None if value is None else write_number(value)
    raise refusal("edge-number", python.span(item), text=write_number(value))


def add_entry(graph: Graph, python: PythonText, key: str, value: ast.expr) -> None:
    """Add what a dictionary says of one node: children, a value, a kind."""
    span = python.span(value)
    entry = graph.node(key, span)
    found, children = python.number(value), _children_with_moves(value)
    if found is not None:
        entry.value = found
    elif children is not None:
        for move, child in children:
            _add_child(graph, python, key, child, move)
    elif isinstance(value, ast.Constant) and isinstance(value.value, bool):
        entry.kind = KIND_WORDS["max" if value.value else "min"]
    elif isinstance(value, ast.Constant) and isinstance(value.value, str) and value.value:
        kind = KIND_WORDS.get(value.value.lower())
        if kind:
            entry.kind = kind
        else:
            graph.edge(key, value.value, span)
    elif not (isinstance(value, ast.Constant) and value.value is None):
        raise refusal("value-no-number", span, name=key, text=ast.unparse(value)[:40])


def _add_child(graph: Graph, python: PythonText, parent: str, child: ast.expr, move: str | None) -> None:
    span, value, name = python.span(child), python.number(child), _name_of_node(child)
    label = quoted(move) if move else None
    if value is not None and not isinstance(child, ast.Name):
        graph.edge(parent, write_number(value), span, label)
    elif name:
        graph.edge(parent, name, span, label)
    elif isinstance(child, ast.Tuple | ast.List) and len(child.elts) == 2 and _name_of_node(child.elts[0]):
        number = python.number(child.elts[1])
        key = _name_of_node(child.elts[0]) or ""
        graph.edge(parent, key, span, label)
        if number is not None:
            graph.entries[key].value = number
    else:
        raise refusal("value-no-number", span, name=parent, text=ast.unparse(child)[:40])
