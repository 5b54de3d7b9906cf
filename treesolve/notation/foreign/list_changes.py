"""Programs that make a list and then change it: never run, but what plain statements come to is shown.

tree = []                   tree = [[3, 5], [2, 9]]
tree.append([3, 5])         tree[0][1] = 7
"""

import ast
from typing import Any

from treesolve.model.problem import Span
from treesolve.notation.foreign.python_text import PythonText, python_text
from treesolve.notation.foreign.refusal import example, refusal
from treesolve.notation.foreign.sketch import Sketch

LONGEST = 20_000
"""No longer text is looked at."""

_ADD = ("append", "push", "add", "push_back")
_EXTEND = ("extend", "addAll")


class _UntoldError(Exception):
    """A statement does something that cannot be told."""


class _Lists:
    """Lists by their names, after the statements so far: `changed` is the last one that was, and where first."""

    def __init__(self, python: PythonText) -> None:
        self.python = python
        self.known: dict[str, list[Any]] = {}
        self.changed: str | None = None
        self.first: ast.stmt | None = None

    def run(self, statement: ast.stmt) -> None:
        """One statement. Raises _UntoldError where it may change a list in another way."""
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            self._run_assignment(statement, statement.targets[0], statement.value)
        elif isinstance(statement, ast.AugAssign) and self._name_of_list(statement.target):
            if not isinstance(statement.op, ast.Add):
                raise _UntoldError
            self._list_of_expression(statement.target).extend(self._list_of_expression(statement.value))
            self._note_change(statement, statement.target)
        elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            self._run_call(statement, statement.value)
        elif not isinstance(statement, ast.FunctionDef | ast.Import | ast.ImportFrom) and self._has_known_list(
            statement
        ):
            raise _UntoldError

    def _run_assignment(self, statement: ast.stmt, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Name) and isinstance(value, ast.List):
            self.known[target.id] = self._list_or_leaf(value)
        elif isinstance(target, ast.Name) and isinstance(value, ast.Name) and value.id in self.known:
            self.known[target.id] = self.known[value.id]
        elif isinstance(target, ast.Subscript) and self._name_of_list(target):
            self._list_of_expression(target.value)[self._index_in_subscript(target)] = self._list_or_leaf(value)
            self._note_change(statement, target)

    def _run_call(self, statement: ast.stmt, call: ast.Call) -> None:
        if not isinstance(call.func, ast.Attribute) or not self._name_of_list(call.func.value):
            return
        method, owner = call.func.attr, self._list_of_expression(call.func.value)
        values = [self._list_or_leaf(each) for each in call.args]
        if method in _ADD and len(values) == 1:
            owner.append(values[0])
        elif method in _EXTEND and len(values) == 1:
            owner.extend(values[0])
        elif method == "insert" and len(values) == 2 and isinstance(values[0], Sketch):
            owner.insert(int(values[0].value or 0), values[1])
        else:
            raise _UntoldError
        self._note_change(statement, call.func.value)

    def _note_change(self, statement: ast.stmt, target: ast.expr) -> None:
        self.changed, self.first = self._name_of_list(target), self.first or statement

    def _name_of_list(self, node: ast.expr) -> str | None:
        """The list that something is a part of; None where it is none."""
        while isinstance(node, ast.Subscript):
            node = node.value
        return node.id if isinstance(node, ast.Name) and node.id in self.known else None

    def _list_of_expression(self, node: ast.expr) -> list[Any]:
        found = self._list_or_leaf(node)
        if not isinstance(found, list):
            raise _UntoldError
        return found

    def _index_in_subscript(self, node: ast.Subscript) -> int:
        place = self.python.number(node.slice)
        if not isinstance(place, int):
            raise _UntoldError
        return place

    def _list_or_leaf(self, node: ast.expr) -> Any:
        """A list, or the leaf that a number is. Raises _UntoldError where it is neither."""
        if isinstance(node, ast.List | ast.Tuple):
            return [self._list_or_leaf(each) for each in node.elts]
        if isinstance(node, ast.Name) and node.id in self.known:
            return self.known[node.id]
        if isinstance(node, ast.Subscript):
            return self._list_of_expression(node.value)[self._index_in_subscript(node)]
        if (value := self.python.number(node)) is not None:
            return Sketch(self.python.span(node), value=value)
        raise _UntoldError

    def _has_known_list(self, statement: ast.stmt) -> bool:
        return any(isinstance(each, ast.Name) and each.id in self.known for each in ast.walk(statement))


def check_lists(text: str) -> None:
    """Raises InputError, with the tree that they come to, where statements change a list that a program has made."""
    python = python_text(text) if len(text) <= LONGEST else None
    lists = _Lists(python) if python else None
    if python is None or lists is None:
        return
    try:
        for statement in python.statements:
            lists.run(statement)
    except (_UntoldError, IndexError, TypeError, RecursionError):
        return
    if lists.first is None or lists.changed is None:
        return
    whole = _list_around_changed(lists.known, lists.known[lists.changed])
    span = python.span(lists.first)
    try:
        line = example(_sketch_of_list(whole, span, 0))
    except _UntoldError:
        return
    if line.count("(") < 2:
        return
    raise refusal("statement-untold", span, text=ast.unparse(lists.first).split("\n")[0][:60], instead=line)


def _list_around_changed(known: dict[str, list[Any]], changed: list[Any]) -> list[Any]:
    """The list that holds the changed one, if one does."""
    for each in reversed(known.values()):
        if each is not changed and any(below is changed for below in each):
            return _list_around_changed({name: other for name, other in known.items() if other is not each}, each)
    return changed


def _sketch_of_list(value: Any, span: Span, depth: int) -> Sketch:
    """The node that a list is. Raises _UntoldError where it holds itself, or nothing."""
    if isinstance(value, Sketch):
        return value
    if depth > 50 or not value:
        raise _UntoldError
    return Sketch(span, children=tuple(_sketch_of_list(each, span, depth + 1) for each in value))
