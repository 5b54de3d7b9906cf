"""Trees as values of Python that are no lists: dictionaries, graphs as networkx has them, nodes as anytree has them.

Neither package is needed: what counts are the public attributes. A graph is something with `nodes` and `edges`, each
with a dictionary of attributes; a node something with `children`, and with attributes that say what it is worth.
"""

import json
from collections.abc import Iterator, Mapping
from fractions import Fraction
from numbers import Number as AnyNumber
from typing import Any, Protocol

from treesolve.model.number import Unknown
from treesolve.model.problem import InputError, Problem, Span
from treesolve.model.tree import Kind, Tree
from treesolve.notation.foreign.fields import field, said
from treesolve.notation.foreign.graph import Entry, Graph
from treesolve.notation.foreign.label import Label, number, quoted
from treesolve.notation.foreign.refusal import refusal
from treesolve.notation.foreign.sketch import read_sketch
from treesolve.notation.nested_lists import exact_number

_NOWHERE = Span(0, 0)
"""Where anything stands in a value that has no text."""

_PROBABILITIES = ("probability", "prob", "p", "chance")


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
    if isinstance(value, Mapping):
        return _tree_of_mapping(value)
    if isinstance(value, list | tuple):
        return _tree_of_mapping({"children": value})
    if is_graph(value):
        return read_sketch(_graph_of_network(value).sketch())
    if is_node(value):
        return read_sketch(_graph_of_objects(value).sketch())
    return None


def is_graph(value: Any) -> bool:
    """Whether a value has the attributes of a graph."""
    return all(hasattr(value, name) for name in ("nodes", "edges", "is_directed"))


def is_node(value: Any) -> bool:
    """Whether a value has the attributes of a node with all below it."""
    return not isinstance(value, type) and isinstance(getattr(value, "children", None), list | tuple)


# Dictionaries


def _tree_of_mapping(value: Mapping[Any, Any]) -> Tree:
    """The tree of a dictionary, read as the text that it is in Python."""
    from treesolve.notation.foreign.dictionaries import read, recognises

    text = "".join(_value_as_python(value, (), ""))
    if not recognises(text):
        raise InputError((Problem("nested-no-dictionary", None, {"text": text[:40]}),))
    try:
        return read_sketch(read(text))
    except InputError as error:
        raise InputError(tuple(one._replace(text=one.text or text) for one in error.problems)) from None


def _value_as_python(value: Any, above: tuple[int, ...], place: str) -> Iterator[str]:
    """A value as Python writes it, its numbers exact. Raises InputError, with its place, for what no tree has."""
    if id(value) in above or len(above) > _DEEPEST:
        raise InputError((Problem("nested-circle", None, {"place": place}),))
    inside = (*above, id(value))
    if isinstance(value, Mapping):
        for start, (key, below) in zip(_marks_between("{"), value.items(), strict=False):
            yield f"{start}{json.dumps(str(key), ensure_ascii=False)}: "
            yield from _value_as_python(below, inside, f"{place}[{key!r}]")
        yield "}" if value else "{}"
    elif isinstance(value, list | tuple):
        for count, (start, below) in enumerate(zip(_marks_between("["), value, strict=False)):
            yield start
            yield from _value_as_python(below, inside, f"{place}[{count}]")
        yield "]" if value else "[]"
    else:
        yield _plain_value(value, place)


_DEEPEST = 300
"""So many dictionaries and lists stand in each other; nobody writes more."""


def _marks_between(first: str) -> Iterator[str]:
    yield first
    while True:
        yield ", "


def _plain_value(value: Any, place: str = "") -> str:
    """A value that holds no others. Raises InputError for one that means nothing in a tree."""
    if value is None or isinstance(value, bool):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, Unknown):
        return json.dumps(value.letter)
    if isinstance(value, AnyNumber) and (written := _exact_number_as_text(value)) is not None:
        return written
    facts = {"place": place, "text": repr(value)[:40], "type": type(value).__name__}
    raise InputError((Problem("nested-no-leaf", None, facts),))


def _exact_number_as_text(value: Any) -> str | None:
    """A number of any type, exact; None for what is none."""
    try:
        return exact_number(value)
    except (ValueError, OverflowError, TypeError):
        return None


# Graphs and nodes


def _graph_of_network(value: Any) -> Graph:
    """The nodes and edges of a graph. Raises InputError where edges have no direction, or say what nobody knows."""
    if not value.is_directed():
        raise InputError((Problem("graph-undirected", None, {"type": type(value).__name__}),))
    graph = Graph()
    for key, attributes in value.nodes(data=True):
        _describe_node_by_attributes(graph.node(str(key), _NOWHERE), _label_of_attributes(attributes))
    for parent, child, attributes in value.edges(data=True):
        known = _label_of_attributes(attributes)
        weight = _probability_at_edge(attributes, graph.entries[str(parent)].kind)
        label = quoted(known.move or known.name or "") or None
        graph.edge(str(parent), str(child), _NOWHERE, label, weight)
    return graph


def _probability_at_edge(attributes: Mapping[str, Any], kind: Kind | None) -> Fraction | int | None:
    """The probability at an edge. Raises InputError for a weight where it may be anything else."""
    for name, value in attributes.items():
        written = _exact_number_as_text(value) if isinstance(value, AnyNumber) else None
        if field(name) == "weight" and written is not None:
            if name.lower() in _PROBABILITIES or kind is Kind.CHANCE:
                return Fraction(written)
            raise refusal("edge-number", _NOWHERE, text=written)
    return None


def _graph_of_objects(root: Any) -> Graph:
    """The nodes below a node, each once, and the edges to its children."""
    graph, waiting, seen = Graph(), [root], {id(root)}
    graph.node(_key_of_object(root), _NOWHERE)
    for node in waiting:
        entry = graph.node(_key_of_object(node), _NOWHERE)
        entry.name = None
        _describe_node_by_attributes(entry, _label_of_attributes(_public_attributes(node)), is_leaf=not node.children)
        for child in node.children:
            if not is_node(child):
                raise refusal("value-no-number", _NOWHERE, name=entry.name or "", text=repr(child)[:40])
            graph.edge(entry.key, _key_of_object(child), _NOWHERE)
            if id(child) not in seen:
                seen.add(id(child))
                waiting.append(child)
    for node in waiting:
        _describe_edges_to_node(graph, _key_of_object(node), _label_of_attributes(_public_attributes(node)))
    return graph


def _key_of_object(node: Any) -> str:
    return f"\0{id(node)}"


def _describe_edges_to_node(graph: Graph, key: str, known: Label) -> None:
    """Say of the edges to a node what the node says of them."""
    for parent in graph.entries[key].parents:
        above = graph.entries[parent]
        label = quoted(known.move) if known.move else None
        above.edges = [
            edge._replace(label=label, weight=known.weight) if edge.child == key else edge for edge in above.edges
        ]


def _public_attributes(node: Any) -> dict[str, Any]:
    """The public attributes of a node."""
    found = (
        {name: value for name, value in vars(node).items() if not name.startswith("_")}
        if hasattr(node, "__dict__")
        else {}
    )
    return found | {name: getattr(node, name) for name in ("name", "value") if hasattr(node, name)}


def _label_of_attributes(attributes: Mapping[str, Any]) -> Label:
    """What attributes say, those of them that mean something in a tree."""
    known = Label()
    for name, value in attributes.items():
        called = field(str(name))
        if called and called not in ("children", "left", "middle", "right") and _is_value_without_others(value):
            text = value.value if isinstance(value, Kind) else value if isinstance(value, str) else _plain_value(value)
            known = said(known, called, text)
    return known


def _is_value_without_others(value: Any) -> bool:
    return isinstance(value, str | Kind | Unknown) or (
        isinstance(value, AnyNumber) and _exact_number_as_text(value) is not None
    )


def _describe_node_by_attributes(entry: Entry, known: Label, *, is_leaf: bool = False) -> None:
    """Say of a node what its attributes say; a number that a leaf without a value is called by is its value."""
    entry.kind, entry.value, entry.unknown = known.kind, known.value, known.unknown
    if known.name:
        entry.name = known.name
    if is_leaf and known.value is None and known.unknown is None and known.name:
        entry.value = number(known.name)
        entry.unknown = known.name if known.name == "?" else None
        entry.name = known.name if entry.value is None and entry.unknown is None else None
