"""Statements that build a tree: `root.add(a)`, `a.children = [b, c]`, `b = Node(3)`, `graph.add_edge("A", "B")`.

They are read and never run. What can be told from constants and names is told; a loop that builds is asked about.
"""

import ast
import re
from collections.abc import Iterator

from treesolve.model.problem import InputError, Span
from treesolve.notation.foreign.edge_dictionary import add_entry, add_table, is_table
from treesolve.notation.foreign.graph import Edge, Entry, Graph
from treesolve.notation.foreign.label import KIND_WORDS, quoted, read_label
from treesolve.notation.foreign.python_text import PythonText, dotted, python_text
from treesolve.notation.foreign.refusal import refusal
from treesolve.notation.foreign.sketch import Sketch

NAME = "building statements"

_SIGN = re.compile(
    r"(?:\.|->)(?:add\w*|append\w*|push\w*|insert\w*|set(?:Left|Right|Children|_\w+)|attach|extend|children|left|right|parent|edges?|create_node|createNode)\b|\bparent\s*=|\w\[[\"']\w+[\"']\]\s*="
)
_ADD = re.compile(r"(?:add|append|push|insert|attach|extend|set)_?(?:child(?:ren)?|subtree|node|back|left|right|s)?", re.IGNORECASE)
_SLOTS = {"left": 0, "l": 0, "middle": 1, "mid": 1, "center": 1, "right": 2, "r": 2}
_CHILDREN = {"children", "child", "kids", "successors", "childs", "nodes", "branches"}
_VALUES = {"value", "val", "utility", "score", "payoff", "data", "minimax", "v", "eval", "utility_value", "key"}
_KINDS = {"kind", "type", "player", "role", "node_type", "minmax"}
_MAXIMIZES = {"is_max", "ismax", "maximizing", "is_maximizing", "maximizing_player", "is_max_node", "ismaximizing", "maximizer", "ismaximizer", "is_maximizer"}
_NAMES = {"name", "label", "id", "tag", "state", "title"}
_MOVES = {"move", "action", "edge"}
_BUILDERS = {"node", "treenode", "minimaxnode", "gametreenode", "tree", "state", "leaf", "gamenode", "anynode", "gametree", "minmaxnode"}
_LISTS = {"list", "defaultdict", "dict", "set", "Graph", "DiGraph", "Digraph", "Tree", "Dot"}


class Untold(Exception):
    """What a statement does is not told by constants and names alone."""


class _Program:
    """Statements, one after the other, and the nodes that they build."""

    def __init__(self, python: PythonText, *, parent_second: bool) -> None:
        self.python = python
        self.parent_second = parent_second
        self.graph = Graph()
        self.nodes: dict[str, Entry] = {}
        self.lists: dict[str, list[ast.expr]] = {}
        self.slots: dict[tuple[str, str], int] = {}
        self.built = 0
        self.span = Span(0, 0)

    def run(self) -> None:
        """All statements. Raises InputError at the first that builds in a way that cannot be told."""
        for statement in self.python.statements:
            self.span = self.python.span(statement)
            try:
                self._statement(statement)
            except Untold:
                raise refusal("statement-untold", self.span, text=ast.unparse(statement)[:60]) from None
        for entry in self.nodes.values():
            entry.edges.sort(key=lambda edge, key=entry.key: self.slots.get((key, edge.child), -1))
        for key in [key for key, entry in self.graph.entries.items() if not entry.edges and not entry.parents]:
            if len(self.graph.entries) > 1 and self.graph.entries[key].value is None:
                del self.graph.entries[key]

    def _statement(self, statement: ast.stmt) -> None:
        if isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            if statement.value is not None and len(targets) == 1:
                self._assign(targets[0], statement.value)
        elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            self._call(statement.value)
        elif isinstance(statement, ast.For | ast.While | ast.If | ast.With | ast.Try) and _builds(statement):
            raise Untold

    # Assignments

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
            for one, other in zip(target.elts, value.elts, strict=True):
                self._assign(one, other)
        elif isinstance(target, ast.Name):
            self._define(target.id, value)
        elif isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name) and self._owner(target) is None:
            if isinstance(target.slice, ast.Constant) and isinstance(target.slice.value, str):
                add_entry(self.graph, self.python, target.slice.value, value)
                self.built += 1
        elif isinstance(target, ast.Attribute) and (owner := self._node(target.value, make=False)):
            self._set(owner, target.attr.lower(), value)

    def _define(self, name: str, value: ast.expr) -> None:
        if is_table(value):
            add_table(self.graph, self.python, value)
            self.built += 1
        elif isinstance(value, ast.List | ast.Tuple):
            self.lists[name] = value.elts
        elif self._is_construction(value) or (isinstance(value, ast.Attribute | ast.Subscript) and self._node(value)):
            node = self._node(value)
            if node is not None:
                self.nodes[name] = node
                node.name = node.name or name
        elif isinstance(value, ast.Name) and value.id in self.nodes:
            self.nodes[name] = self.nodes[value.id]

    def _set(self, owner: Entry, attribute: str, value: ast.expr) -> None:
        number = self.python.number(value)
        words = value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else None
        if attribute in _CHILDREN:
            self._adopt(owner, value)
        elif attribute in _SLOTS and not _is_none(value):
            self._adopt(owner, value, slot=_SLOTS[attribute])
        elif attribute == "parent" and not _is_none(value):
            parent = self._node(value)
            if parent is None:
                raise Untold
            self._join(parent, owner)
        elif attribute in _VALUES and number is not None:
            owner.value = number
        elif attribute in _KINDS and words is not None:
            owner.kind = KIND_WORDS.get(words.lower(), owner.kind)
        elif attribute in _NAMES and words:
            owner.name = words
        elif attribute in _MAXIMIZES and isinstance(value, ast.Constant) and isinstance(value.value, bool):
            owner.kind = KIND_WORDS["max" if value.value else "min"]
        elif attribute in _VALUES and not _is_none(value) and not isinstance(value, ast.Constant):
            raise Untold

    # Calls

    def _call(self, call: ast.Call) -> None:
        """A call that stands alone: of a node or of a graph."""
        if not isinstance(call.func, ast.Attribute):
            return
        method = call.func.attr
        if self._graph_call(method, call):
            self.built += 1
            return
        if not _ADD.fullmatch(method):
            return
        receiver = call.func.value
        if isinstance(receiver, ast.Subscript) and isinstance(receiver.slice, ast.Constant) and self._owner(receiver) is None:
            for each in call.args:
                add_entry(self.graph, self.python, str(receiver.slice.value), ast.copy_location(ast.List([each]), each))
            self.built += 1
            return
        if isinstance(receiver, ast.Attribute) and receiver.attr.lower() in _CHILDREN:
            receiver = receiver.value
        owner = self._node(receiver, make=False)
        if owner is None:
            return
        slot = next((place for word, place in _SLOTS.items() if len(word) > 1 and method.lower().endswith(word)), None)
        values = [each for each in call.args if not (method == "insert" and isinstance(each, ast.Constant))]
        for value in values:
            self._adopt(owner, value, slot=slot)

    def _graph_call(self, method: str, call: ast.Call) -> bool:
        """A call that adds edges or nodes by their names."""
        texts = [each.value for each in call.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
        given = {keyword.arg: keyword.value for keyword in call.keywords}
        label = next((given[key] for key in ("label", "move", "action") if key in given), None)
        words = label.value if isinstance(label, ast.Constant) and isinstance(label.value, str) else None
        if method in ("add_edge", "edge", "addEdge", "add_arc") and len(call.args) >= 2:
            self._edge(call, words)
        elif method in ("add_edges_from", "edges", "add_edges") and call.args:
            self._edges(call.args[0])
        elif method in ("add_node", "node", "addNode", "create_node", "createNode") and texts:
            self._graph_node(method, texts, given)
        elif method == "add_nodes_from":
            return True
        else:
            return False
        return True

    def _edge(self, call: ast.Call, words: str | None) -> None:
        names = [self._plain(each) for each in call.args[:2]]
        self.graph.edge(names[0], names[1], self.span, quoted(words) if words else None)

    def _plain(self, node: ast.expr) -> str:
        """The name that a constant, or a node, is in a graph."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str | int):
            return str(node.value)
        found = self._node(node)
        if found is None:
            raise Untold
        return found.key

    def _edges(self, node: ast.expr) -> None:
        elements = node.elts if isinstance(node, ast.List | ast.Tuple | ast.Set) else []
        if is_table(node):
            add_table(self.graph, self.python, node)
        elif elements and all(isinstance(each, ast.Constant) and len(str(each.value)) == 2 for each in elements):
            for each in elements:
                pair = str(each.value)  # type: ignore[attr-defined]
                self.graph.edge(pair[0], pair[1], self.span)
        else:
            raise Untold

    def _graph_node(self, method: str, texts: list[str], given: dict[str | None, ast.expr]) -> None:
        """A node by its name: `dot.node("A", "MAX")`, `G.add_node("D", value=3)`, `t.create_node("B", "b", parent="a")`."""
        tagged = method in ("create_node", "createNode")
        key = texts[1] if tagged and len(texts) > 1 else texts[0]
        entry = self.graph.node(key, self.span)
        label = texts[0] if tagged else texts[1] if len(texts) > 1 else None
        written = given.get("label")
        if isinstance(written, ast.Constant) and isinstance(written.value, str):
            label = written.value
        if label is not None:
            self.graph.labelled(key, read_label(label, inner=False))
        for name, value in given.items():
            if name and name != "parent" and name != "label":
                self._set(entry, name.lower(), value)
        if "parent" in given and not _is_none(given["parent"]):
            self.graph.edge(self._plain(given["parent"]), key, self.span)

    # Nodes

    def _is_construction(self, node: ast.expr) -> bool:
        """Whether a call makes a node, by the name of what is called."""
        if not isinstance(node, ast.Call):
            return False
        name = dotted(node.func).rpartition(".")[2]
        return name not in _LISTS and (name.lower() in _BUILDERS or name.lower().endswith("node") or name in _kinds())

    def _owner(self, node: ast.expr) -> Entry | None:
        """The node in `a.children[0]`."""
        if not isinstance(node, ast.Subscript) or not isinstance(node.value, ast.Attribute):
            return None
        if node.value.attr.lower() not in _CHILDREN or not isinstance(node.slice, ast.Constant):
            return None
        owner, place = self._node(node.value.value, make=False), node.slice.value
        if owner is None or not isinstance(place, int) or not -len(owner.edges) <= place < len(owner.edges):
            raise Untold
        return self.graph.entries[owner.edges[place].child]

    def _node(self, node: ast.expr, *, make: bool = True) -> Entry | None:
        """The node that an expression is; None where it is none."""
        if isinstance(node, ast.Name):
            return self.nodes.get(node.id)
        if isinstance(node, ast.Subscript):
            return self._owner(node)
        if isinstance(node, ast.Attribute) and node.attr.lower() in _SLOTS:
            owner = self._node(node.value, make=False)
            slot = _SLOTS[node.attr.lower()]
            if owner is None:
                return None
            found = [edge.child for edge in owner.edges if self.slots.get((owner.key, edge.child)) == slot]
            return self.graph.entries[found[0]] if found else None
        return self._made(node) if make and isinstance(node, ast.Call) and self._is_construction(node) else None

    def _made(self, call: ast.Call) -> Entry:
        """A new node from what its maker is given."""
        entry = self.graph.unnamed(self.span)
        self.built += 1
        kind = KIND_WORDS.get(dotted(call.func).rpartition(".")[2].lower().removesuffix("node"))
        entry.kind = kind or entry.kind
        numbers = [value for each in call.args if (value := self.python.number(each)) is not None]
        if len(numbers) > 1:
            raise Untold
        entry.value = numbers[0] if numbers else None
        for place, argument in enumerate(call.args):
            self._argument(entry, argument, place, len(call.args))
        for keyword in call.keywords:
            self._set(entry, (keyword.arg or "").lower(), keyword.value)
        return entry

    def _argument(self, entry: Entry, argument: ast.expr, place: int, count: int) -> None:
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            label = read_label(argument.value, inner=False)
            entry.kind, entry.value = label.kind or entry.kind, label.value if entry.value is None else entry.value
            entry.name, entry.unknown = label.name or entry.name, label.unknown
        elif isinstance(argument, ast.List | ast.Tuple) or (isinstance(argument, ast.Name) and argument.id in self.lists):
            self._adopt(entry, argument)
        elif isinstance(argument, ast.Name) and argument.id in self.nodes:
            if self.parent_second:
                self._join(self.nodes[argument.id], entry)
            elif count - place == 1 and place == 1:
                raise Untold
            else:
                self._join(entry, self.nodes[argument.id])
        elif isinstance(argument, ast.Call) and self._is_construction(argument):
            self._join(entry, self._made(argument))
        elif self.python.number(argument) is None and not isinstance(argument, ast.Constant):
            raise Untold

    def _adopt(self, owner: Entry, value: ast.expr, *, slot: int | None = None) -> None:
        """Make a node, a number, or all in a list, children of a node."""
        number = self.python.number(value)
        items = self.lists.get(value.id) if isinstance(value, ast.Name) else None
        if isinstance(value, ast.List | ast.Tuple) or items is not None:
            for each in value.elts if isinstance(value, ast.List | ast.Tuple) else items or []:
                self._adopt(owner, each)
        elif number is not None:
            self.graph.leaf(owner.key, self.span, number)
            self.built += 1
        elif _is_none(value):
            return
        elif child := self._node(value):
            self._join(owner, child, slot)
        else:
            raise Untold

    def _join(self, parent: Entry, child: Entry, slot: int | None = None) -> None:
        self.built += 1
        if slot is not None:
            old = [edge for edge in parent.edges if self.slots.get((parent.key, edge.child)) == slot]
            if old and old[0].child != child.key:
                raise Untold
            self.slots[parent.key, child.key] = slot
        self.graph.edge(parent.key, child.key, self.span)


def _kinds() -> frozenset[str]:
    return frozenset({"Max", "Min", "MAX", "MIN", "Chance"})


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _builds(statement: ast.stmt) -> bool:
    """Whether a loop or a condition makes or joins nodes."""
    return any(isinstance(each, ast.Call | ast.Attribute) and _SIGN.search(f".{dotted_name(each)}") for each in ast.walk(statement))


def dotted_name(node: ast.AST) -> str:
    """The last word of what is called or looked at where something is put."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.attr if _ADD.fullmatch(node.func.attr) or "edge" in node.func.attr else ""
    return node.attr if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) else ""


def recognises(text: str) -> bool:
    """Whether statements make nodes and join them."""
    if not _SIGN.search(text):
        return False
    try:
        program = _run(text)
    except InputError:
        return True
    return program is not None and program.built > 0 and any(entry.edges for entry in program.graph.entries.values())


def read(text: str) -> Sketch:
    """The tree. Raises InputError where it is none, or a statement builds in a way that cannot be told."""
    program = _run(text)
    assert program is not None
    return program.graph.sketch()


def _run(text: str) -> _Program | None:
    python = python_text(text)
    if python is None:
        return None
    program = _Program(python, parent_second="anytree" in text)
    program.run()
    return program
