"""Lists in which a node is known by its place: of the places of its children, and of its value.

children = [[1, 2], [3, 4], [], [], []]      values = [0, 0, 2, 3, 5]      or values = {2: 2, 3: 3, 4: 5}
parent = [-1, 0, 0, 1, 1]
"""

import ast
from collections.abc import Iterator

from treesolve.notation.foreign.python_text import PythonText, is_none

_LEAST = 3
"""So many nodes a list of parents has at least."""


def tables_by_place(python: PythonText) -> Iterator[ast.Dict]:
    """The lists of children and of values as dictionaries with places for keys; nothing where there are none."""
    assigned = [each for each in python.statements if isinstance(each, ast.Assign | ast.AnnAssign) and each.value]
    given = [each.value for each in assigned if each.value]
    parents = [each.value for each in assigned if each.value and "parent" in ast.unparse(each).lower()]
    above = (_rows_by_parents(python, each) for each in parents)
    tree = next((rows for rows in (*map(_rows, given), *above) if rows), None)
    if tree is None:
        return
    yield _table(dict(enumerate(map(with_names, tree))))
    for each in given:
        values = _elements(each) or []
        if (
            each not in parents
            and len(values) == len(tree)
            and all(python.number(value) is not None or is_none(value) for value in values)
        ):
            leaves = {place: value for place, value in enumerate(values) if not _elements(tree[place])}
            yield _table(leaves)


def _table(entries: dict[int, ast.expr]) -> ast.Dict:
    return ast.Dict([ast.Constant(str(place)) for place in entries], list(entries.values()))


def _rows(node: ast.expr) -> list[ast.expr] | None:
    """The lists of a list that holds each place but the first once in them, and an empty one for each leaf."""
    rows = _elements(node) or []
    below = [_elements(row) for row in rows]
    names = [str(each.value) for row in below for each in row or [] if isinstance(each, ast.Constant)]
    places = sorted(int(name) for name in names if name.isdecimal())
    told = None not in below and [] in below and sum(map(len, filter(None, below))) == len(places)
    if not told or not places or places != list(range(1, len(rows))):
        return None
    return [ast.copy_location(ast.List(row or []), each) for row, each in zip(below, rows, strict=True)]


def _rows_by_parents(python: PythonText, listed: ast.expr) -> list[ast.expr] | None:
    """The children of each place, where a list has the places of their parents: none at that of the root."""
    elements = _elements(listed) or []
    parents = [python.number(each) for each in elements]
    roots = [place for place, parent in enumerate(parents) if parent in (None, -1, place)]
    inside = all(isinstance(parent, int) and -1 <= parent < len(parents) for parent in parents if parent is not None)
    if len(parents) < _LEAST or len(roots) != 1 or not inside:
        return None
    rows = [[each for each, above in enumerate(parents) if above == place != each] for place in range(len(parents))]
    named: list[list[ast.expr]] = [
        [ast.copy_location(ast.Constant(below), elements[below]) for below in row] for row in rows
    ]
    return [ast.copy_location(ast.List(row), listed) for row in named]


def _elements(node: ast.expr) -> list[ast.expr] | None:
    """What stands in a list, also in the braces of C++; None where it is none."""
    if isinstance(node, ast.Dict) and not node.keys:
        return []
    return node.elts if isinstance(node, ast.List | ast.Tuple | ast.Set) else None


def with_names(node: ast.expr) -> ast.expr:
    """A list of numbers, or of pairs of them, which are the names of nodes, with texts in their place."""
    for each in ast.walk(node):
        if isinstance(each, ast.Constant) and isinstance(each.value, int):
            each.value = str(each.value)
    return node
