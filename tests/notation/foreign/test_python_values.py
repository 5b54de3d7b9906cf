"""Trees as values of Python: dictionaries, graphs as networkx has them, nodes as anytree has them."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from importlib.util import find_spec
from typing import Any

import pytest

from treesolve import InputError, read, solve
from treesolve.model.number import Unknown
from treesolve.notation.writer import write_line

# Stand-ins: what is public of the two libraries, and nothing else


class View:
    """Nodes or edges: to be gone through, or called for their attributes."""

    def __init__(self, rows: list[tuple[Any, ...]]) -> None:
        self.rows = rows

    def __iter__(self) -> Iterator[Any]:
        return iter(row[:-1] if len(row) > 2 else row[0] for row in self.rows)

    def __call__(self, *, data: bool = False) -> list[Any]:
        """Each with its attributes, if they are asked for."""
        return self.rows if data else list(self)


class DiGraph:
    """A directed graph with attributes at nodes and edges."""

    directed = True

    def __init__(self) -> None:
        self._nodes: dict[Any, dict[str, Any]] = {}
        self._edges: dict[tuple[Any, Any], dict[str, Any]] = {}

    def add_node(self, node: Any, **attributes: Any) -> None:
        """A node, or more about it."""
        self._nodes.setdefault(node, {}).update(attributes)

    def add_edge(self, parent: Any, child: Any, **attributes: Any) -> None:
        """An edge, and its ends."""
        self.add_node(parent)
        self.add_node(child)
        self._edges[parent, child] = attributes

    def is_directed(self) -> bool:
        """Whether edges have a direction."""
        return self.directed

    @property
    def nodes(self) -> View:
        """With attributes."""
        return View(list(self._nodes.items()))

    @property
    def edges(self) -> View:
        """With attributes."""
        return View([(*edge, attributes) for edge, attributes in self._edges.items()])


class Undirected(DiGraph):
    """The other kind."""

    directed = False


class Node:
    """A node with a parent and children; attributes are those that it is made with."""

    def __init__(self, name: Any, parent: "Node | None" = None, **attributes: Any) -> None:
        self.name = name
        self.__dict__.update(attributes)
        self._parent, self._below = parent, list[Node]()
        if parent:
            parent._below.append(self)

    @property
    def parent(self) -> "Node | None":
        """The node above."""
        return self._parent

    @property
    def children(self) -> tuple["Node", ...]:
        """The nodes below."""
        return tuple(self._below)


def libraries() -> list[Any]:
    """The stand-ins always, and the real ones where they are installed."""
    found = [pytest.param((DiGraph, Undirected, Node), id="stand-ins")]
    if find_spec("networkx") and find_spec("anytree"):
        import anytree
        import networkx

        found.append(pytest.param((networkx.DiGraph, networkx.Graph, anytree.Node), id="installed"))
    return found


@pytest.fixture(params=libraries())
def library(request: pytest.FixtureRequest) -> tuple[Any, Any, Any]:
    """A directed graph, an undirected one, and a node."""
    made: tuple[Any, Any, Any] = request.param
    return made


def graph(kind: Any, edges: str, nodes: dict[Any, dict[str, Any]] | None = None, **attributes: Any) -> Any:
    """A graph with edges such as "AB AC"; digits are numbers."""
    made = kind()
    for one, other in edges.split():
        made.add_edge(*(int(end) if end.isdigit() else end for end in (one, other)), **attributes)
    for node, told in (nodes or {}).items():
        made.add_node(node, **told)
    return made


def line(value: Any) -> str:
    """The tree that a value is, in our notation."""
    return write_line(read(value).columns)


# What is read


@pytest.mark.parametrize(
    ("value", "tree"),
    [
        ({"A": ["B", "C"], "B": [3, 5], "C": [2, 9]}, "A: (B: (3 5) C: (2 9))"),
        ({"A": ("B", "C"), "B": 3, "C": Fraction(1, 3)}, "A: (B: 3 C: 1/3)"),
        ({"C": [2, 9], "A": ["B", "C"], "B": [3, 5]}, "A: (B: (3 5) C: (2 9))"),
        ({"A": {"B": [3, 0.1], "C": (2, float("-inf"))}}, "A: (B: (3 0.1) C: (2 -inf))"),
        ({"A": {"B": {"D": 1, "E": 2}, "C": 4}}, "A: (B: (D: 1 E: 2) C: 4)"),
        ({1: [2, 3], 2: [10, 20], 3: [5, 6]}, "((10 20) (5 6))"),
        ({"name": "A", "type": "min", "children": [{"value": 3}, {"value": "x"}]}, "A: MIN (3 x)"),
        ({"children": [{"children": [1, 2]}, {"value": Unknown("y")}]}, "((1 2) y)"),
        ([{"value": 3}, {"children": [1, {"value": 4}]}], "(3 (1 4))"),
        ([[6, 5.5], (2, "x")], "((6 5.5) (2 x))"),
    ],
)
def test_dictionaries_and_lists(value: Any, tree: str):
    """Adjacency, nested, objects with fields, as their text in Python is read."""
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
def test_graphs(
    library: tuple[Any, Any, Any], edges: str, nodes: dict[Any, Any], attributes: dict[str, Any], tree: str
):
    """By their nodes and edges, and the attributes of both."""
    assert line(graph(library[0], edges, nodes, **attributes)) == tree


def test_nodes(library: tuple[Any, Any, Any]):
    """By names, children and other attributes; a part of a tree is one, too."""
    node = library[2]
    root = node("A")
    left = node("B", parent=root, kind="max")
    node("C", parent=root, value=4, move="go right")
    node("D", parent=left, value=Fraction(1, 3))
    node("5", parent=left)
    node(-2, parent=left)

    assert line(root) == 'A: MIN (B: (D: 1/3 5 -2) "go right" -> C: 4)'
    assert line(left) == "B: (D: 1/3 5 -2)"
    assert solve(root).best.name == "C"


def test_a_deep_tree_of_nodes(library: tuple[Any, Any, Any]):
    """However deep."""
    root = node = Node("r")
    for _ in range(5000):
        node = Node("", parent=node)
    Node("3", parent=node)
    assert len(read(root)) == 5002
    assert library


# What is refused


def circle() -> dict[str, Any]:
    """A dictionary in itself."""
    found: dict[str, Any] = {}
    found["A"] = [found]
    return found


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ({}, "nested-no-dictionary"),
        ({"A": []}, "foreign-asked"),
        ({"A": [6, 5]}, "foreign-asked"),
        ({1: [2, 3], 2: [4, 5], 3: [6, 7]}, "foreign-asked"),
        ({"A": [("B", 0.5), ("C", 0.5)], "B": 3, "C": 5}, "foreign-asked"),
        ({"A": ["B", "C"], "B": 3}, "leaf-without-value"),
        ({"A": ["B"], "B": ["A"]}, "graph-circle"),
        ({"A": ["C", "B"], "B": ["C"], "C": [1, 2]}, "graph-two-parents"),
        ({"A": ["B"], "B": [1, 2], "C": [3]}, "graph-roots"),
        ({"A": [object()]}, "nested-no-leaf"),
        ({"A": [float("nan"), 2]}, "nested-no-leaf"),
        ({"A": [1j, 2]}, "nested-no-leaf"),
        ({"A": {3, 5}}, "nested-no-leaf"),
        (circle(), "nested-circle"),
        (object(), "argument-no-tree"),
        (None, "argument-no-tree"),
        (Node, "argument-no-tree"),
    ],
)
def test_what_is_no_tree(value: Any, code: str):
    """Told in a sentence, whatever it is."""
    with pytest.raises(InputError) as refused:
        read(value)
    assert refused.value.problems[0].code == code
    assert str(refused.value)


Made = Callable[[Any, Any, Any], Any]


def two_parents(_directed: Any, _undirected: Any, _node: Any) -> Any:
    """A node below two others."""
    shared = Node("C")
    root, left = Node("A"), Node("B")
    left._below, root._below = [shared], [left, shared]
    return root


def in_itself(_directed: Any, _undirected: Any, _node: Any) -> Any:
    """A node below itself."""
    root = Node("A")
    root._below = [root]
    return root


@pytest.mark.parametrize(
    ("made", "code"),
    [
        (lambda directed, _u, _n: directed(), "graph-empty"),
        (lambda directed, _u, _n: graph(directed, "AB AC"), "leaf-without-value"),
        (lambda directed, _u, _n: graph(directed, "AB BA"), "graph-circle"),
        (lambda directed, _u, _n: graph(directed, "AB AC BD CD"), "graph-two-parents"),
        (lambda directed, _u, _n: graph(directed, "AB CD"), "graph-roots"),
        (lambda directed, _u, _n: graph(directed, "A3 A5", weight=4), "foreign-asked"),
        (lambda _d, undirected, _n: graph(undirected, "A3 A5"), "graph-undirected"),
        (lambda _d, _u, node: node("A"), "leaf-without-value"),
        (two_parents, "graph-two-parents"),
        (in_itself, "graph-circle"),
    ],
)
def test_graphs_and_nodes_that_are_no_trees(library: tuple[Any, Any, Any], made: Made, code: str):
    """A circle, two parents, two roots, no values, edges without direction: a sentence."""
    with pytest.raises(InputError) as refused:
        read(made(*library))
    assert refused.value.problems[0].code == code
    assert str(refused.value)
