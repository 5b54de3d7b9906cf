"""Trees as Python objects: dictionaries, networkx graphs, anytree nodes."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from treesolve import InputError, Kind, read, solve
from treesolve.model.number import Unknown
from treesolve.notation.writer import format_tree_line

# Stand-ins with the public interface of the two libraries


class View:
    """Nodes or edges that can be iterated over, or called for their attributes."""

    def __init__(self, rows: list[tuple[Any, ...]]) -> None:
        self.rows = rows

    def __iter__(self) -> Iterator[Any]:
        return iter(row[:-1] if len(row) > 2 else row[0] for row in self.rows)

    def __call__(self, *, data: bool = False) -> list[Any]:
        """Return the rows, with their attributes if `data` is true."""
        return self.rows if data else list(self)


class DiGraph:
    """A directed graph with attributes of nodes and edges."""

    directed = True

    def __init__(self) -> None:
        self._nodes: dict[Any, dict[str, Any]] = {}
        self._edges: dict[tuple[Any, Any], dict[str, Any]] = {}

    def add_node(self, node: Any, **attributes: Any) -> None:
        """Add a node or attributes of one."""
        self._nodes.setdefault(node, {}).update(attributes)

    def add_edge(self, parent: Any, child: Any, **attributes: Any) -> None:
        """Add an edge and its nodes."""
        self.add_node(parent)
        self.add_node(child)
        self._edges[parent, child] = attributes

    def is_directed(self) -> bool:
        """Return whether edges have a direction."""
        return self.directed

    @property
    def nodes(self) -> View:
        """The nodes with their attributes."""
        return View(list(self._nodes.items()))

    @property
    def edges(self) -> View:
        """The edges with their attributes."""
        return View([(*edge, attributes) for edge, attributes in self._edges.items()])


class Undirected(DiGraph):
    """An undirected graph."""

    directed = False


class Node:
    """A node with a parent, children and any attributes."""

    def __init__(self, name: Any, parent: "Node | None" = None, **attributes: Any) -> None:
        self.name = name
        self.__dict__.update(attributes)
        self._parent, self._below = parent, list[Node]()
        if parent:
            parent._below.append(self)

    @property
    def parent(self) -> "Node | None":
        """The parent node."""
        return self._parent

    @property
    def children(self) -> tuple["Node", ...]:
        """The child nodes."""
        return tuple(self._below)


def graph(edges: str, nodes: dict[Any, dict[str, Any]] | None = None, **attributes: Any) -> DiGraph:
    """Return a graph with edges such as "AB AC"; digits become integers."""
    result = DiGraph()
    for one, other in edges.split():
        result.add_edge(*(int(end) if end.isdigit() else end for end in (one, other)), **attributes)
    for node, attributes_of_node in (nodes or {}).items():
        result.add_node(node, **attributes_of_node)
    return result


def line(value: Any) -> str:
    """Return the tree of a value in our notation."""
    return format_tree_line(read(value))


# Valid trees


@pytest.mark.parametrize(
    ("value", "tree"),
    [
        ({"A": ["B", "C"], "B": [3, 5], "C": [2, 9]}, "A: (B: (3 5) C: (2 9))"),
        ({"A": ("B", "C"), "B": 3, "C": Fraction(1, 3)}, "A: (B: 3 C: 1/3)"),
        ({"C": [2, 9], "A": ["B", "C"], "B": [3, 5]}, "A: (B: (3 5) C: (2 9))"),
        ({"A": {"B": [3, 0.1], "C": (2, float("-inf"))}}, "A: (B: (3 0.1) C: (2 -inf))"),
        ({"A": {"B": {"D": 1, "E": 2}, "C": 4}}, "A: (B: (D: 1 E: 2) C: 4)"),
        ({"name": "A", "type": "min", "children": [{"value": 3}, {"value": "x"}]}, "A: MIN (3 x)"),
        ({"children": [{"children": [1, 2]}, {"value": Unknown("y")}]}, "((1 2) y)"),
        ([{"value": 3}, {"children": [1, {"value": 4}]}], "(3 (1 4))"),
        ({Kind.MIN: [3, {Kind.MAX: [5, 2]}]}, "MIN (3 (5 2))"),
        ([[6, 5.5], (2, "x")], "((6 5.5) (2 x))"),
    ],
)
def test_dictionaries_and_lists(value: Any, tree: str):
    """Adjacency lists, nested lists and objects with fields are supported as in Python source text."""
    assert line(value) == tree


@pytest.mark.parametrize(
    ("edges", "nodes", "attributes", "tree"),
    [
        ("AB AC BD BE", {"C": {"value": 4}, "D": {"value": 3}, "E": {"score": 0.5}}, {}, "A: (B: (D: 3 E: 0.5) C: 4)"),
        ("AB AC B3 B5 C2 C9", {}, {}, "A: (B: (3 5) C: (2 9))"),
        ("01 02 13", {2: {"utility": 7}, 3: {"value": 1}}, {}, "((1) 7)"),
        ("A3 A5", {"A": {"player": "MIN"}}, {}, "A: MIN (3 5)"),
        ("A3", {}, {"move": "left"}, "A: (left -> 3)"),
        ("AB AC", {"B": {"value": 1}, "C": {"value": 2}}, {"probability": 0.5}, "A: CHANCE (0.5 * B: 1 0.5 * C: 2)"),
        ("AB AC", {"A": {"kind": "chance"}, "B": {"value": 1}, "C": {"value": 2}}, {"weight": 0.5},
         "A: CHANCE (0.5 * B: 1 0.5 * C: 2)"),
    ],
)  # fmt: skip
def test_graphs(edges: str, nodes: dict[Any, Any], attributes: dict[str, Any], tree: str):
    """Nodes, edges and the attributes of both are used."""
    assert line(graph(edges, nodes, **attributes)) == tree


def test_nodes():
    """Names, children and other attributes are used; a subtree is a tree as well."""
    root = Node("A")
    left = Node("B", parent=root, kind="max")
    Node("C", parent=root, value=4, move="go right")
    Node("D", parent=left, value=Fraction(1, 3))
    Node("5", parent=left)
    Node(-2, parent=left)

    assert line(root) == 'A: MIN (B: (D: 1/3 5 -2) "go right" -> C: 4)'
    assert line(left) == "B: (D: 1/3 5 -2)"
    assert solve(root).best.name == "C"


def test_a_deep_tree_of_nodes():
    """Depth is not limited by recursion."""
    root = node = Node("r")
    for _ in range(5000):
        node = Node("", parent=node)
    Node("3", parent=node)
    assert len(read(root)) == 5002


# Invalid trees


def two_parents() -> Node:
    """Return a tree with a node that has two parents."""
    shared = Node("C")
    root, left = Node("A"), Node("B")
    left._below, root._below = [shared], [left, shared]
    return root


def own_child() -> Node:
    """Return a node that is its own child."""
    root = Node("A")
    root._below = [root]
    return root


def named_graph(name: str) -> Any:
    """Return a graph with a name, as in networkx."""
    result: Any = graph("A3 A5")
    result.graph = {"name": name}
    return result


def node_of_class(name: str) -> Node:
    """Return the parent of a leaf; its class has the given name."""
    root: Node = type(name, (Node,), {})("A")
    Node("B", root, value=3)
    return root


def cyclic_dictionary() -> dict[str, Any]:
    """Return a dictionary that contains itself."""
    dictionary: dict[str, Any] = {}
    dictionary["A"] = [dictionary]
    return dictionary


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ({}, "nested-no-dictionary"),
        ({"A": []}, "foreign-asked"),
        ({"A": [6, 5]}, "foreign-asked"),
        ({1: [2, 3], 2: [10, 20], 3: [5, 6]}, "foreign-asked"),
        ([{"A": {"B": 3}}, {"children": [1, 2]}], "several-trees"),
        ({"trees": [[[3, 5], [2, 9]], [[1, 2], [3, 4]]]}, "several-trees"),
        ({"A": [("B", 0.5), ("C", 0.5)], "B": 3, "C": 5}, "foreign-asked"),
        ({"A": ["B", "C"], "B": 3}, "leaf-without-value"),
        ({"A": ["B"], "B": ["A"]}, "graph-circle"),
        ({"A": ["C", "B"], "B": ["C"], "C": [1, 2]}, "graph-two-parents"),
        ({"A": ["B"], "B": [1, 2], "C": [3]}, "graph-roots"),
        ({"A": [object()]}, "nested-no-leaf"),
        ({"A": [float("nan"), 2]}, "nested-no-leaf"),
        ({"A": [1j, 2]}, "nested-no-leaf"),
        ({"A": {3, 5}}, "nested-no-leaf"),
        (cyclic_dictionary(), "nested-circle"),
        (object(), "argument-no-tree"),
        (None, "argument-no-tree"),
        (Node, "argument-no-tree"),
        (DiGraph(), "graph-empty"),
        (graph("AB AC"), "leaf-without-value"),
        (graph("AB BA"), "graph-circle"),
        (graph("AB AC BD CD"), "graph-two-parents"),
        (graph("AB CD"), "graph-roots"),
        (graph("A3 A5", weight=4), "foreign-asked"),
        (Undirected(), "graph-undirected"),
        (named_graph("MIN first"), "foreign-asked"),
        (node_of_class("MinNode"), "foreign-asked"),
        ({"note": "MIN", "children": [3, 5]}, "foreign-asked"),
        ({"children": [{"cost": 3}, {"cost": 5}]}, "foreign-asked"),
        (graph("AB AC", {"B": {"value": 3}, "C": {"value": 5}}, move="MIN"), "foreign-asked"),
        (Node("A"), "leaf-without-value"),
        (two_parents(), "graph-two-parents"),
        (own_child(), "graph-circle"),
    ],
)
def test_invalid_trees(value: Any, code: str):
    """Cycles, several parents or roots, missing values and undirected edges are reported."""
    with pytest.raises(InputError) as refused:
        read(value)
    assert refused.value.problems[0].code == code
    assert str(refused.value)
