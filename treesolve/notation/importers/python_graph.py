"""Trees given as Python objects: dictionaries, graphs of networkx, and nodes of anytree.

Neither package needs to be installed, because objects are recognized by their public attributes. A graph has `nodes`
and `edges`, each with a dictionary of attributes. A node has `children` and attributes such as a name and a value.
"""

from collections.abc import Hashable, Iterable, Mapping
from numbers import Number as AnyNumber
from typing import Any, Protocol

from treesolve.model.kind import Kind
from treesolve.model.number import Unknown
from treesolve.model.problem import InputError, Problem, Span
from treesolve.model.tree import Tree
from treesolve.notation.importers.data_layout import tree_of_data
from treesolve.notation.importers.import_builder import build_imported_tree
from treesolve.notation.importers.labels import word_category
from treesolve.notation.importers.literal_node import edge_texts, parse_object
from treesolve.notation.importers.literals import Literal
from treesolve.notation.importers.parsed_node import ParsedEdge, ParsedField, ParsedNode, link_nodes
from treesolve.notation.nested_lists import format_exact_number


class GraphLike(Protocol):
    """A directed graph with the interface of networkx."""

    @property
    def nodes(self) -> Any:
        """A view of the nodes. Calling it with `data=True` returns the nodes with their attributes."""

    @property
    def edges(self) -> Any:
        """A view of the edges. Calling it with `data=True` returns the edges with their attributes."""

    def is_directed(self) -> bool:
        """Return whether the edges have a direction."""


class NodeLike(Protocol):
    """A node with the interface of anytree."""

    @property
    def children(self) -> Any:
        """The child nodes."""


def parse_python_value(value: Any) -> Tree | None:
    """Return the tree that a Python object represents.

    The object may be a dictionary, a list that contains dictionaries, a graph, or a node. Return None for any other
    object. Raises InputError if the object does not represent a tree, for example because of a cycle, several roots, or
    a leaf without a value.

    >>> from treesolve.notation.writer import format_tree_line
    >>> format_tree_line(parse_python_value({"A": ["B", "C"], "B": [3, 5], "C": [2, 9]}))
    'A: (B: (3 5) C: (2 9))'
    """
    try:
        part = _to_parsed_node(value)
        return build_imported_tree(part)[0] if part else None
    except InputError as error:
        raise InputError(tuple(problem._replace(span=None) for problem in error.problems)) from None


def _to_parsed_node(value: Any) -> ParsedNode | None:
    if isinstance(value, Mapping | list | tuple):
        return tree_of_data(to_literal(value))
    if all(hasattr(value, name) for name in ("nodes", "edges", "is_directed")):
        return _parse_graph(value)
    return _parse_nodes(value) if is_node(value) else None


def is_node(value: Any) -> bool:
    """Return whether the value is an object with a list or tuple of `children`."""
    return not isinstance(value, type) and isinstance(getattr(value, "children", None), list | tuple)


def _parse_graph(graph: GraphLike) -> ParsedNode:
    """Return the tree that a graph represents. Raises InputError if its edges have no direction."""
    if not graph.is_directed():
        raise InputError((Problem("graph-undirected", None, {"type": type(graph).__name__}),))
    below: dict[Hashable, list[ParsedEdge]] = {}
    for parent, child, attributes in graph.edges(data=True):
        below.setdefault(parent, []).append(ParsedEdge(child, " * ".join(edge_texts(_pairs(attributes.items())))))
    nodes = graph.nodes(data=True)
    root = link_nodes({key: _parse_graph_node(key, attributes, key in below) for key, attributes in nodes}, below)
    return root._replace(fields=(*root.fields, ParsedField("comment", getattr(graph, "graph", ""), NO_SPAN)))


def _parse_graph_node(key: Any, attributes: Mapping[Any, Any], is_inner: bool) -> ParsedNode:
    """Return a node of a graph. A key that is not a string is the value of a leaf if the leaf has no other value."""
    pairs = _pairs(attributes.items())
    name = to_scalar_literal(key) if isinstance(key, str | int | float) else _key(key)
    has_value = any(word_category("fields", one.text) == "value" for one, _ in pairs)
    if isinstance(key, str) or not (has_value or is_inner):
        return parse_object(pairs, ParsedNode(NO_SPAN, name.text))[0]
    return parse_object([(Literal(NO_SPAN, "text", "id"), name), *pairs], ParsedNode(NO_SPAN))[0]


def _pairs(attributes: Iterable[tuple[Any, Any]]) -> list[tuple[Literal, Literal]]:
    """Return attributes as pairs of literals. Raises InputError for a value that cannot occur in a tree."""
    return [(_key(name), to_scalar_literal(value, f"[{name!r}]")) for name, value in attributes]


def _parse_nodes(root: NodeLike) -> ParsedNode:
    """Return the tree with this root. Raises InputError if a child is not a node."""
    queue: list[Any] = [root]
    parts: dict[Hashable, ParsedNode] = {}
    below: dict[Hashable, list[ParsedEdge]] = {}
    for node in queue:
        if not is_node(node):
            facts = {"place": "", "text": repr(node)[:40], "type": type(node).__name__}
            raise InputError((Problem("nested-no-leaf", None, facts),))
        if id(node) not in parts:
            fields = (ParsedField("comment", type(node).__name__, NO_SPAN),)
            parts[id(node)] = parse_object(_pairs(_attributes(node)), ParsedNode(NO_SPAN, fields=fields))[0]
            below[id(node)] = [ParsedEdge(id(child)) for child in node.children]
            queue.extend(node.children)
    return link_nodes(parts, below)


def _attributes(node: Any) -> Iterable[tuple[str, Any]]:
    """Return the public attributes of a node except its parent and children."""
    attributes = {name: value for name, value in getattr(node, "__dict__", {}).items() if not name.startswith("_")}
    attributes |= {name: getattr(node, name) for name in ("name", "value") if hasattr(node, name)}
    return ((name, value) for name, value in attributes.items() if name not in ("parent", "children"))


NO_SPAN = Span(0, 0)
"""The span of values that were not parsed from text."""

_MAX_DEPTH = 300
"""Maximum nesting depth of dictionaries and lists."""


def to_literal(value: Any, path: str = "", above: tuple[int, ...] = ()) -> Literal:
    """Convert a value to a literal with exact numbers.

    `path` is the index path of the value for messages, and `above` contains the ids of the objects around it. Raises
    InputError for a value that cannot occur in a tree or that contains itself.
    """
    if id(value) in above or len(above) > _MAX_DEPTH:
        raise InputError((Problem("nested-circle", None, {"place": path}),))
    inside = (*above, id(value))
    if isinstance(value, Mapping):
        pairs = ((key, to_literal(below, f"{path}[{key!r}]", inside)) for key, below in value.items())
        return Literal(NO_SPAN, "map", "", tuple((_key(key), below) for key, below in pairs))
    if isinstance(value, list | tuple):
        items = (to_literal(one, f"{path}[{at}]", inside) for at, one in enumerate(value))
        return Literal(NO_SPAN, "list", "", tuple((None, item) for item in items))
    return to_scalar_literal(value, path)


def _key(key: Any) -> Literal:
    """Convert a key to a string literal. A Kind is converted to its word."""
    return Literal(NO_SPAN, "text", key.value if isinstance(key, Kind) else str(key))


def to_scalar_literal(value: Any, path: str = "") -> Literal:
    """Convert a scalar to a literal. Raises InputError for a value that cannot occur in a tree."""
    if value is None or isinstance(value, bool):
        return Literal(NO_SPAN, "word", str(value))
    if isinstance(value, Kind):
        return Literal(NO_SPAN, "text", value.value)
    if isinstance(value, str | Unknown):
        return Literal(NO_SPAN, "text", value if isinstance(value, str) else value.letter)
    try:
        if isinstance(value, AnyNumber):
            return Literal(NO_SPAN, "number", format_exact_number(value))
    except (ValueError, OverflowError, TypeError):
        pass
    facts = {"place": path, "text": repr(value)[:40], "type": type(value).__name__}
    raise InputError((Problem("nested-no-leaf", None, facts),))
