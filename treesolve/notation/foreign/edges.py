"""The tree of a list of edges, in whatever notation these were written."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from treesolve.model.problem import Span
from treesolve.notation.foreign.labels import number
from treesolve.notation.foreign.neutral import Field, Part, refuse


class Edge(NamedTuple):
    """An edge between two keys of nodes, where its lower node stands, and what is written at it."""

    above: str
    below: str
    span: Span
    text: str = ""


class Edges:
    """Nodes and edges, as a text names them one after the other.

    A node's label is its key, unless it has another one. A number is a leaf of its own wherever it stands; if one
    stands above something, numbers are keys, and say nothing else.

    >>> edges = Edges()
    >>> for at, pair in enumerate(("AB", "A5", "B6", "B5")):
    ...     edges.edge(*pair, Span(at, at + 1))
    >>> [child.label for child in edges.tree().children]
    ['B', '5']
    """

    def __init__(self) -> None:
        self.edges: list[Edge] = []
        self.labels: dict[str, str] = {}
        self.fields: dict[str, list[Field]] = {}
        self.spans: dict[str, Span] = {}
        self.has_numbers_as_keys = False

    def node(self, key: str, span: Span) -> None:
        """There is a node."""
        self.spans.setdefault(key, span)

    def edge(self, above: str, below: str, span: Span, text: str = "") -> None:
        """A node stands below another one."""
        self.node(above, span)
        self.node(below, span)
        self.has_numbers_as_keys = self.has_numbers_as_keys or number(above) is not None
        self.edges.append(Edge(above, below, span, text))

    def fan(self, above: Sequence[str], below: Sequence[tuple[str, Span]], text: str = "") -> None:
        """Nodes stand below one other. Raises InputError where more than one stands above them."""
        if len(above) > 1:
            _refuse_second(Edge(above[1], *below[0]), Edge(above[0], *below[0]))
        for child, span in below:
            self.edge(above[0], child, span, text)

    def label(self, key: str, text: str, span: Span) -> None:
        """A node has a label. Raises InputError where it has another one."""
        self.node(key, span)
        if self.labels.setdefault(key, text) != text:
            refuse("foreign-asked", span, why="twice", text=text)

    def field(self, key: str, field: Field) -> None:
        """A node has a field."""
        self.node(key, field.span)
        self.fields.setdefault(key, []).append(field)

    def tree(self) -> Part:
        """The tree. Raises InputError where it is none: a circle, two nodes above one, two roots, nothing at all."""
        below: dict[str, list[Edge]] = {}
        above: dict[str, Edge] = {}
        for edge in self.edges:
            below.setdefault(edge.above, []).append(edge)
            if not self._is_leaf_of_its_own(edge.below) and (other := above.setdefault(edge.below, edge)) is not edge:
                _refuse_second(edge, other)
        order = list(_edges_in_preorder(self._root(above), below))
        if left := above.keys() - {edge.below for edge in order}:
            circular = next(key for key in self.spans if key in left)
            refuse("graph-circle", self.spans[circular], name=circular, instead="")
        made: dict[int, Part] = {}
        for edge in reversed(order):
            children = tuple(made[id(one)] for one in below.get(edge.below, ()))
            made[id(edge)] = self._part(edge, children)
        return made[id(order[0])]

    def _root(self, above: dict[str, Edge]) -> Edge:
        """An edge to the root. Raises InputError where there is not one."""
        leaves = {edge.below for edge in self.edges if edge.below not in above}
        roots = [key for key in self.spans if key not in above and key not in leaves]
        if len(roots) > 1:
            refuse("graph-roots", self.spans[roots[1]], first=roots[0], second=roots[1], instead="")
        if not roots:
            key, span = next(iter(self.spans.items()), ("", Span(0, 1)))
            refuse("graph-circle" if self.edges else "graph-empty", span, name=key, instead="")
        return Edge("", roots[0], self.spans[roots[0]])

    def _is_leaf_of_its_own(self, key: str) -> bool:
        return number(key) is not None and key not in self.labels and not self.has_numbers_as_keys

    def _part(self, edge: Edge, children: tuple[Part, ...]) -> Part:
        key, fields = edge.below, tuple(self.fields.get(edge.below, ()))
        label = self.labels.get(key, key)
        if key not in self.labels and self.has_numbers_as_keys and number(key) is not None:
            label, fields = "", (Field("id", key, edge.span), *fields)
        return Part(self.spans[key], label, fields, children, edge.text)


def _refuse_second(edge: Edge, other: Edge) -> None:
    """Raises InputError at a second edge to a node."""
    facts = {"name": edge.below, "first": other.above, "second": edge.above, "instead": ""}
    refuse("graph-child-twice" if edge.above == other.above else "graph-two-parents", edge.span, **facts)


def _edges_in_preorder(root: Edge, below: dict[str, list[Edge]]) -> Iterator[Edge]:
    waiting = [root]
    while waiting:
        edge = waiting.pop()
        yield edge
        waiting.extend(reversed(below.get(edge.below, ())))
