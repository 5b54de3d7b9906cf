"""Statements that build a tree: `root.add(a)`, `a.children = [b, c]`, `b = Node(3)`, `graph.add_edge("A", "B")`.

They are read and never run. What can be told from constants and names is told; a loop that builds is asked about.
"""

import ast
import re

from treesolve.model.problem import InputError
from treesolve.notation.foreign.construction import ADD, Untold
from treesolve.notation.foreign.edge_dictionary import add_entry, add_table, is_table
from treesolve.notation.foreign.fields import field
from treesolve.notation.foreign.flags import check_turns
from treesolve.notation.foreign.graph import Entry
from treesolve.notation.foreign.graph_calls import GRAPH_CALLS, GraphCalls
from treesolve.notation.foreign.python_text import PythonText, blocks, dotted_name, is_new_list, python_text
from treesolve.notation.foreign.refusal import refusal
from treesolve.notation.foreign.sketch import Sketch

NAME = "building statements"

_SIGN = re.compile(
    r"(?:[.$]|->)(?:[aA]dd\w*|append\w*|push\w*|insert\w*|set(?:Left|Right|Children|_\w+)|attach|extend|children|left|right|parent|edges?"
    r"|create_node|createNode)\b|\bparent\s*=|\.(?:put|set)\([\"']\w+[\"']\s*,|\w\[[\"']\w+[\"']\]\s*\+?=|Graph\(\[|(?:[nN]od[eo]|[nN]oeud|Knoten|Arbol|Baum|Tree)[({][^\n]*\[\s*[\"']?\w+[\"']?\s*[,\]]"
)
_CALLED_BY_NAME = re.compile(r"\[['\"]\w+['\"]")
_GROWS = re.compile("add|create|node|edge|child", re.IGNORECASE)
_MOST_FUNCTIONS = 20
_CHANGES = ("remove", "remove_child", "removeChild", "pop", "reverse", "sort", "clear", "insert", "discard", "swap")


class _Program(GraphCalls):
    """Statements, one after the other, and the nodes that they build."""

    def run(self, statements: list[ast.stmt]) -> None:
        """All statements. Raises InputError at the first that builds in a way that cannot be told."""
        for statement in statements:
            self.span = self.python.span(statement)
            try:
                self._run_statement(statement)
            except Untold:
                raise refusal("statement-untold", self.span, text=ast.unparse(statement).split("\n")[0][:60]) from None
        self.in_order()

    def _run_statement(self, statement: ast.stmt) -> None:
        if isinstance(statement, ast.AugAssign):
            self._run_augmented_assignment(statement)
        elif isinstance(statement, ast.Delete) and any(self._changed_entry(target) for target in statement.targets):
            raise Untold
        elif isinstance(statement, ast.Assign | ast.AnnAssign):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            if statement.value is not None and len(targets) == 1:
                self._run_assignment(targets[0], statement.value)
        elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            self._run_call(statement.value)
        elif isinstance(statement, ast.Return) and statement.value and self.is_construction(statement.value):
            self.node(statement.value)
        elif (
            isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Compare) and self.makes(statement.value)
        ) or (
            isinstance(statement, ast.For | ast.While | ast.If | ast.With | ast.Try)
            and any(map(_is_joining_nodes, ast.walk(statement)))
        ):
            raise Untold

    def _run_augmented_assignment(self, statement: ast.AugAssign) -> None:
        """`a.children += [b]`; of another attribute the outcome is not told."""
        target = statement.target
        if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Constant):
            self._run_item_assignment(target, statement.value)
        owner = self.node(target.value, make=False) if isinstance(target, ast.Attribute) else None
        if owner and isinstance(target, ast.Attribute):
            if field(target.attr) != "children":
                raise Untold
            self.adopt(owner, statement.value)

    def _changed_entry(self, node: ast.expr) -> Entry | None:
        """The node that something is done to in `a`, `a.children` and `a.children[0]`; None where it is none."""
        while isinstance(node, ast.Attribute | ast.Subscript):
            node = node.value
        return self.node(node, make=False)

    def _run_assignment(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
            for one, other in zip(target.elts, value.elts, strict=True):
                self._run_assignment(one, other)
        elif isinstance(target, ast.Name):
            self._define_name(target.id, value)
        elif isinstance(target, ast.Subscript):
            self._run_item_assignment(target, value)
        elif isinstance(target, ast.Attribute):
            owner = self.node(target.value, make=False)
            if owner:
                self.set(owner, target.attr, value)
            elif self.makes(value) or (field(target.attr) == "value" and isinstance(target.value, ast.Subscript)):
                raise Untold

    def _define_name(self, name: str, value: ast.expr) -> None:
        if is_table(value):
            add_table(self.graph, self.python, value)
            self.built += 1
        elif isinstance(value, ast.Call) and dotted_name(value.func).endswith("Graph") and value.args:
            self.add_edges(value.args[0])
            self.built += 1
        elif isinstance(value, ast.List | ast.Tuple) or is_new_list(value):
            self.lists[name] = value.elts if isinstance(value, ast.List | ast.Tuple) else []
            made = self.lists[name]
            if made and all(map(self.is_construction, made)) and _CALLED_BY_NAME.search(ast.unparse(value)):
                self.used.update(id(each) for each in made if self.node(each))
        elif isinstance(value, ast.Call) and not self.is_construction(value) and self._has_parent_argument(value):
            raise Untold
        elif isinstance(value, ast.Call | ast.Attribute | ast.Subscript | ast.Name):
            node = self.node(value)
            if node is not None:
                self.nodes[name] = node
                node.name = node.name or name
            elif _is_like_growing(value):
                raise Untold

    def _has_parent_argument(self, call: ast.Call) -> bool:
        """Whether a call that is not known to make a node is given a parent that is one."""
        given = [each.value for each in call.keywords if each.arg == "parent"]
        return any(self.node(each, make=False) for each in given)

    def _run_item_assignment(self, target: ast.Subscript, value: ast.expr) -> None:
        """`tree["A"] = ["B", "C"]`, and `graph.nodes["D"]["value"] = 3`."""
        key = target.slice.value if isinstance(target.slice, ast.Constant) else None
        if self.is_construction(value) and isinstance(target.value, ast.Name):
            self.nodes[ast.unparse(target)] = self.made(value)
        elif isinstance(target.value, ast.Name) and isinstance(key, str):
            add_entry(self.graph, self.python, key, value)
            self.built += 1
        elif isinstance(target.value, ast.Subscript) and isinstance(key, str):
            node = target.value.slice
            if isinstance(node, ast.Constant) and str(node.value) in self.graph.entries:
                self.set(self.graph.entries[str(node.value)], key, value)
            elif isinstance(node, ast.Constant) and self.graph.entries and field(key) == "value":
                raise Untold

    # Calls

    def _run_call(self, call: ast.Call) -> None:
        """A call that stands alone: of a node, of its list of children, or of a graph."""
        if isinstance(call.func, ast.Name):
            self._run_unassigned_constructor(call)
        if not isinstance(call.func, ast.Attribute):
            return
        method, receiver = call.func.attr, call.func.value
        if self.run_graph_call(method, call):
            self.built += 1
            self.graphs.add(ast.unparse(receiver))
        elif self._is_unknown_change(method, receiver, call):
            raise Untold
        elif not ADD.fullmatch(method):
            return
        elif isinstance(receiver, ast.Name) and receiver.id in self.lists:
            self.grow_list(receiver.id, call.args)
        elif isinstance(receiver, ast.Subscript) and isinstance(receiver.value, ast.Name):
            for each in call.args if isinstance(receiver.slice, ast.Constant) else []:
                children = ast.copy_location(ast.List([each]), each)
                add_entry(self.graph, self.python, str(receiver.slice.value), children)  # type: ignore[attr-defined]
            self.built += 1
        else:
            self._add_child(receiver, method, call)

    def _run_unassigned_constructor(self, call: ast.Call) -> None:
        """A call that makes a node and gives it no name. Raises Untold where it has a value, and no parent is told."""
        if self.is_construction(call) and any(each.arg == "parent" for each in call.keywords):
            self.node(call)
        elif self._has_parent_argument(call) or (
            self.is_construction(call) and any(self.node(each.value, make=False) for each in call.keywords)
        ):
            raise Untold

    def _is_unknown_change(self, method: str, receiver: ast.expr, call: ast.Call) -> bool:
        """Whether a call changes a node, or seems to let a graph grow, in a way that nobody knows."""
        if method in _CHANGES and self._changed_entry(receiver):
            return True
        if not ADD.fullmatch(method) and self._changed_entry(receiver):
            return any(map(self.is_construction, call.args)) or bool(_GROWS.search(method) and _is_given_value(call))
        return bool(_GROWS.search(method)) and _is_given_value(call) and ast.unparse(receiver) in self.graphs

    def _add_child(self, receiver: ast.expr, method: str, call: ast.Call) -> None:
        arguments = call.args
        if isinstance(receiver, ast.Attribute) and field(receiver.attr) == "children":
            receiver = receiver.value
        owner = self.node(receiver, make=False)
        if owner is None:
            if _GROWS.search(method) and _is_given_value(call):
                raise Untold
            if any(isinstance(each, ast.Call) and self.makes(each) for each in arguments):
                raise Untold
            return
        slot = next((place for word, place in (("left", 0), ("right", 2)) if method.lower().endswith(word)), None)
        alone = ast.copy_location(ast.Call(ast.Attribute(receiver, method), arguments, call.keywords), call)
        done = self.adopt_with_weight(owner, arguments) or self._added(alone)
        if not done and len(arguments) == 2 and self.makes(arguments[0]) and self.python.number(arguments[1]):
            raise Untold
        for value in [] if done else arguments:
            self.adopt(owner, value, slot=slot)


def _is_given_value(call: ast.Call) -> bool:
    """Whether a call is given a name or a number."""
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    return any(isinstance(each, ast.Constant) and isinstance(each.value, str | int | float) for each in given)


def _is_like_growing(value: ast.expr) -> bool:
    """Whether something's method that sounds like one which makes a child is given a number."""
    if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Attribute):
        return False
    given = [each.value for each in value.keywords] + value.args
    numbers = [each for each in given if isinstance(each, ast.Constant) and isinstance(each.value, int | float)]
    return bool(numbers and _GROWS.search(value.func.attr))


def _is_joining_nodes(node: ast.AST) -> bool:
    """Whether this puts something into something else, or is given a parent: then it makes or joins nodes."""
    if isinstance(node, ast.Call) and any(each.arg == "parent" for each in node.keywords):
        return True
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return bool(ADD.fullmatch(node.func.attr)) or node.func.attr in GRAPH_CALLS
    return isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store)


def recognises(text: str) -> bool:
    """Whether statements make nodes and join them."""
    if not _SIGN.search(text):
        return False
    try:
        return _run_program(text) is not None
    except InputError:
        return True


def read(text: str) -> Sketch:
    """The tree. Raises InputError where it is none, or a statement builds in a way that cannot be told."""
    program = _run_program(text)
    assert program is not None
    sketch = program.graph.sketch()
    for entry, flag in program.flags[:1]:
        check_turns(sketch, flag, entry.span)
    return sketch


def _run_program(text: str) -> _Program | None:
    """The program, which joins nodes; that of a function where nothing is joined outside of functions."""
    python = python_text(text)
    if python is None:
        return _only_building_program([_program_if_certain(block, block.statements, text) for block in blocks(text)])
    program = _program_of_statements(python, python.statements, text)
    functions = [each for each in python.statements if isinstance(each, ast.FunctionDef)]
    if program is not None or len(functions) > _MOST_FUNCTIONS:
        return program
    return _only_building_program([_program_if_certain(python, function.body, text) for function in functions])


def _only_building_program(programs: list[_Program | None]) -> _Program | None:
    """The one that builds; None where none does, or more."""
    found = [program for program in programs if program]
    return found[0] if len(found) == 1 else None


def _program_if_certain(python: PythonText, statements: list[ast.stmt], text: str) -> _Program | None:
    """What statements build; None where that cannot be told."""
    try:
        return _program_of_statements(python, statements, text)
    except InputError:
        return None


def _program_of_statements(python: PythonText, statements: list[ast.stmt], text: str) -> _Program | None:
    program = _Program(python, parent_second="anytree" in text)
    program.run(statements)
    joined = any(entry.edges for entry in program.graph.entries.values())
    return program if program.built and joined else None
