"""Calls that let a graph grow by names: `graph.add_edge("A", "B")`, `dot.node("A", "MAX")`, `tree.create_node(...)`."""

import ast

from treesolve.notation.foreign.construction import Construction, Untold
from treesolve.notation.foreign.edge_dictionary import edge_list, is_table, pairs
from treesolve.notation.foreign.label import read_label
from treesolve.notation.foreign.python_text import PythonText, is_none

_EDGE_CALLS = ("add_edge", "edge", "addEdge", "add_arc")
_EDGES_CALLS = ("add_edges_from", "edges", "add_edges")
_NODE_CALLS = ("add_node", "node", "addNode", "create_node", "createNode")
GRAPH_CALLS = (*_EDGE_CALLS, *_EDGES_CALLS, *_NODE_CALLS)
"""What methods are called that add nodes or edges to a graph."""


class GraphCalls(Construction):
    """The nodes made so far, and what calls of graphs say of them; `graphs` are the expressions that were called."""

    def __init__(self, python: PythonText, *, parent_second: bool) -> None:
        super().__init__(python, parent_second=parent_second)
        self.graphs: set[str] = set()

    def run_graph_call(self, method: str, call: ast.Call) -> bool:
        """Whether a call adds edges or nodes by their names; it is done."""
        given = {keyword.arg or "": keyword.value for keyword in call.keywords}
        label = next((given[key] for key in ("label", "move", "action") if key in given), None)
        words = label.value if isinstance(label, ast.Constant) and isinstance(label.value, str) else None
        chance = next((given[key] for key in ("p", "prob", "probability") if key in given), None)
        words = str(chance.value) if isinstance(chance, ast.Constant) and words is None else words
        if method in _EDGE_CALLS and len(call.args) >= 2:
            self.edge(call.args[0], call.args[1], words)
        elif method in _EDGES_CALLS and call.args:
            self.add_edges(call.args[0])
        elif method == "set_node_attributes" and len(call.args) > 1 and is_table(call.args[1]):
            told = call.args[2] if len(call.args) > 2 else given.get("name")
            name = told.value if isinstance(told, ast.Constant) else ""
            for key, value in pairs(call.args[1]) or []:
                self.set(self.graph.node(key, self.span), str(name), value)
        elif method in _NODE_CALLS and call.args and isinstance(call.args[0], ast.Constant):
            self._add_graph_node(method, call.args, given)
        else:
            return method == "add_nodes_from"
        return True

    def add_edges(self, node: ast.expr) -> None:
        """All edges in a list: pairs of names, or texts of two letters."""
        elements = node.elts if isinstance(node, ast.List | ast.Tuple | ast.Set) else []
        node = ast.List(self.lists[node.id]) if isinstance(node, ast.Name) and node.id in self.lists else node
        if edges := edge_list(node, numbers=True):
            for parent, child, _ in edges:
                self.graph.edge(parent, child, self.span)
        elif elements and all(isinstance(each, ast.Constant) and len(str(each.value)) == 2 for each in elements):
            for each in elements:
                pair = str(each.value)  # type: ignore[attr-defined]
                self.graph.edge(pair[0], pair[1], self.span)
        elif not (isinstance(node, ast.Name) and self.graph.entries):
            raise Untold

    def _add_graph_node(self, method: str, arguments: list[ast.expr], given: dict[str, ast.expr]) -> None:
        """A node by its name: `dot.node("A", "MAX")`, `t.create_node("B", "b", parent="a")`."""
        texts = [str(each.value) for each in arguments if isinstance(each, ast.Constant)]
        tagged = method in ("create_node", "createNode")
        key = texts[1] if tagged and len(texts) > 1 else texts[0]
        entry = self.graph.node(key, self.span)
        label = texts[0] if tagged else texts[1] if len(texts) > 1 else None
        written = given.pop("label", None)
        if isinstance(written, ast.Constant) and isinstance(written.value, str):
            label = written.value
        if label is not None:
            self.graph.labelled(key, read_label(label, inner=False))
        parent = given.pop("parent", None)
        if parent is not None and not is_none(parent):
            self.graph.edge(self.key(parent), key, self.span)
        for name, value in given.items():
            self.set(entry, name, value)
