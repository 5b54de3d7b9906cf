"""Trees as values of Python that are no lists: dictionaries, graphs as networkx has them, nodes as anytree has them.

Neither package is needed: what counts are the public attributes. A graph is something with `nodes` and `edges`, each
with a dictionary of attributes; a node something with `children`, and with attributes that say what it is worth.
"""

from collections.abc import Hashable, Iterable, Mapping
from numbers import Number as AnyNumber
from typing import Any, Protocol

from treesolve.model.kind import Kind
from treesolve.model.number import Unknown
from treesolve.model.problem import InputError, Problem, Span
from treesolve.model.tree import Tree
from treesolve.notation.foreign.entries import tree_of_data
from treesolve.notation.foreign.labels import meaning
from treesolve.notation.foreign.literals import Literal
from treesolve.notation.foreign.making import tree_of
from treesolve.notation.foreign.parts import ParsedEdge, ParsedField, ParsedNode, linked
from treesolve.notation.foreign.shapes import edge_texts, object_shape
from treesolve.notation.nested_lists import exact_number


class GraphLike(Protocol):
    """A directed graph, as networkx has them."""

    @property
    def nodes(self) -> Any:
        """Its nodes; called with `data=True`, with their attributes."""

    @property
    def edges(self) -> Any:
        """Its edges; called with `data=True`, with their attributes."""

    def is_directed(self) -> bool:
        """Whether edges have a direction."""


class NodeLike(Protocol):
    """A node with all below it, as anytree has them."""

    @property
    def children(self) -> Any:
        """The nodes below."""


def value_tree(value: Any) -> Tree | None:
    """The tree that a dictionary, a list with dictionaries in it, a graph or a node is; None for anything else.

    Raises InputError where it is none: a circle, two parents or roots, a leaf without a value.

    >>> from treesolve.notation.writer import write_line
    >>> write_line(value_tree({"A": ["B", "C"], "B": [3, 5], "C": [2, 9]}))
    'A: (B: (3 5) C: (2 9))'
    """
    try:
        part = _part(value)
        return tree_of(part)[0] if part else None
    except InputError as error:
        raise InputError(tuple(problem._replace(span=None) for problem in error.problems)) from None


def _part(value: Any) -> ParsedNode | None:
    if isinstance(value, Mapping | list | tuple):
        return tree_of_data(literal_of(value))
    if all(hasattr(value, name) for name in ("nodes", "edges", "is_directed")):
        return _part_of_graph(value)
    return _part_of_nodes(value) if is_node(value) else None


def is_node(value: Any) -> bool:
    """Whether a value has the attributes of a node with all below it."""
    return not isinstance(value, type) and isinstance(getattr(value, "children", None), list | tuple)


def _part_of_graph(graph: GraphLike) -> ParsedNode:
    """The tree of a graph. Raises InputError where edges have no direction."""
    if not graph.is_directed():
        raise InputError((Problem("graph-undirected", None, {"type": type(graph).__name__}),))
    below: dict[Hashable, list[ParsedEdge]] = {}
    for parent, child, attributes in graph.edges(data=True):
        below.setdefault(parent, []).append(ParsedEdge(child, " * ".join(edge_texts(_pairs(attributes.items())))))
    nodes = graph.nodes(data=True)
    root = linked({key: _part_of_node(key, attributes, key in below) for key, attributes in nodes}, below)
    return root._replace(fields=(*root.fields, ParsedField("comment", getattr(graph, "graph", ""), NOWHERE)))


def _part_of_node(key: Any, attributes: Mapping[Any, Any], is_inner: bool) -> ParsedNode:
    """A node of a graph; a key that is no text may be a value, but at an inner node or beside one."""
    pairs = _pairs(attributes.items())
    name = scalar_of(key) if isinstance(key, str | int | float) else _key(key)
    has_value = any(meaning("fields", one.text) == "value" for one, _ in pairs)
    if isinstance(key, str) or not (has_value or is_inner):
        return object_shape(pairs, ParsedNode(NOWHERE, name.text))[0]
    return object_shape([(Literal(NOWHERE, "text", "id"), name), *pairs], ParsedNode(NOWHERE))[0]


def _pairs(attributes: Iterable[tuple[Any, Any]]) -> list[tuple[Literal, Literal]]:
    """Attributes as an object has them. Raises InputError for one whose value means nothing in a tree."""
    return [(_key(name), scalar_of(value, f"[{name!r}]")) for name, value in attributes]


def _part_of_nodes(root: NodeLike) -> ParsedNode:
    """The tree of a node and of all nodes below it. Raises InputError where a child is none."""
    waiting: list[Any] = [root]
    parts: dict[Hashable, ParsedNode] = {}
    below: dict[Hashable, list[ParsedEdge]] = {}
    for node in waiting:
        if not is_node(node):
            facts = {"place": "", "text": repr(node)[:40], "type": type(node).__name__}
            raise InputError((Problem("nested-no-leaf", None, facts),))
        if id(node) not in parts:
            fields = (ParsedField("comment", type(node).__name__, NOWHERE),)
            parts[id(node)] = object_shape(_pairs(_attributes(node)), ParsedNode(NOWHERE, fields=fields))[0]
            below[id(node)] = [ParsedEdge(id(child)) for child in node.children]
            waiting.extend(node.children)
    return linked(parts, below)


def _attributes(node: Any) -> Iterable[tuple[str, Any]]:
    """The public attributes of a node, without its children and what stands above it."""
    found = {name: value for name, value in getattr(node, "__dict__", {}).items() if not name.startswith("_")}
    found |= {name: getattr(node, name) for name in ("name", "value") if hasattr(node, name)}
    return ((name, value) for name, value in found.items() if name not in ("parent", "children"))


NOWHERE = Span(0, 0)
"""Where anything stands in a value that has no text."""

_DEEPEST = 300
"""So many dictionaries and lists stand in each other; nobody writes more."""


def literal_of(value: Any, place: str = "", above: tuple[int, ...] = ()) -> Literal:
    """A value as a literal, its numbers exact.

    Raises InputError, with its place, for what no tree has, and for what contains itself.
    """
    if id(value) in above or len(above) > _DEEPEST:
        raise InputError((Problem("nested-circle", None, {"place": place}),))
    inside = (*above, id(value))
    if isinstance(value, Mapping):
        pairs = ((key, literal_of(below, f"{place}[{key!r}]", inside)) for key, below in value.items())
        return Literal(NOWHERE, "map", "", tuple((_key(key), below) for key, below in pairs))
    if isinstance(value, list | tuple):
        items = (literal_of(one, f"{place}[{at}]", inside) for at, one in enumerate(value))
        return Literal(NOWHERE, "list", "", tuple((None, item) for item in items))
    return scalar_of(value, place)


def _key(key: Any) -> Literal:
    """A key as a text; a Kind as the word for it."""
    return Literal(NOWHERE, "text", key.value if isinstance(key, Kind) else str(key))


def scalar_of(value: Any, place: str = "") -> Literal:
    """The literal of a value that holds no others. Raises InputError for one that means nothing in a tree."""
    if value is None or isinstance(value, bool):
        return Literal(NOWHERE, "word", str(value))
    if isinstance(value, Kind):
        return Literal(NOWHERE, "text", value.value)
    if isinstance(value, str | Unknown):
        return Literal(NOWHERE, "text", value if isinstance(value, str) else value.letter)
    try:
        if isinstance(value, AnyNumber):
            return Literal(NOWHERE, "number", exact_number(value))
    except (ValueError, OverflowError, TypeError):
        pass
    facts = {"place": place, "text": repr(value)[:40], "type": type(value).__name__}
    raise InputError((Problem("nested-no-leaf", None, facts),))
