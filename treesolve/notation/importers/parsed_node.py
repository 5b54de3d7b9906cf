"""Nodes as parsed from another notation, before their labels and fields are interpreted.

If nodes refer to their children by name, `link_nodes` connects them to a tree, which may have any depth. The class
`GraphBuilder` collects such nodes and edges one at a time in text order.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

from treesolve.model.problem import InputError, Problem, Span
from treesolve.notation.importers.labels import number

NO_PARENT = ("", "0", "-1", "−1")
"""Values that exported data uses for the parent of the root, unless a node has such a name."""


class ParsedField(NamedTuple):
    """A field of a node: its name, its value as written (a string, True or None), and its span."""

    name: str
    value: Any
    span: Span


class ParsedNode(NamedTuple):
    """A node with its descendants, as parsed. Attributes that the text does not specify are empty.

    `label` only includes quotation marks that mark a name. Numbers in fields and labels are strings as written (`0.5`,
    `1/2`), never floats. Only the root can have remarks, which are shown to the user.
    """

    span: Span
    label: str = ""
    fields: tuple[ParsedField, ...] = ()
    children: tuple["ParsedNode", ...] = ()
    edge: str = ""
    remarks: tuple[Problem, ...] = ()


def in_preorder(root: ParsedNode) -> Iterator[ParsedNode]:
    """Yield the nodes of a tree in preorder."""
    stack = [root]
    while stack:
        part = stack.pop()
        yield part
        stack.extend(reversed(part.children))


def reject(code: str, span: Span, **facts: object) -> NoReturn:
    """Raise InputError with a problem that has this code, span in the parsed text, and facts."""
    raise InputError((Problem(code, span, {"instead": "", **facts}),))


def reject_ambiguous(why: str, span: Span, text: object) -> NoReturn:
    """Raise InputError with a question about a fragment that has more than one possible meaning.

    `why` is the kind of ambiguity, which selects the message.
    """
    reject("foreign-asked", span, why=why, text=text)


class ParsedEdge(NamedTuple):
    """An edge: the key of the child, the label of the edge, and its span (None means that of the child)."""

    child: Hashable
    text: str = ""
    span: Span | None = None


def link_nodes(parts: Mapping[Hashable, ParsedNode], below: Mapping[Hashable, Sequence[ParsedEdge]]) -> ParsedNode:
    """Return the tree that these nodes form with the edges in `below`, which lists the edges of each parent.

    The nodes must not have children of their own. Raises InputError if a node has two parents, or if there are several
    roots, a cycle, or no nodes at all.
    """
    above: dict[Hashable, Hashable] = {}
    for parent, edges in below.items():
        for child, _, span in edges:
            if child in above:
                code = "graph-child-twice" if above[child] == parent else "graph-two-parents"
                name, one, other = (_display_name(parts[key], key) for key in (child, above[child], parent))
                reject(code, span or parts[child].span, name=name, first=one, second=other)
            above[child] = parent
    if not parts:
        reject("graph-empty", Span(0, 1))
    roots = [key for key in parts if key not in above]
    if len(roots) > 1:
        first, second = (_display_name(parts[key], key) for key in roots[:2])
        reject("graph-roots", parts[roots[1]].span, first=first, second=second)
    order: list[Hashable] = list(roots)
    for key in order:
        order += [edge.child for edge in below.get(key, ())]
    if len(order) < len(parts):
        reached = set(order)
        lost = next(key for key in parts if key not in reached)
        reject("graph-circle", parts[lost].span, name=_display_name(parts[lost], lost))
    built: dict[Hashable, ParsedNode] = {}
    for key in reversed(order):
        children = (built.pop(edge.child)._replace(edge=edge.text) for edge in below.get(key, ()))
        built[key] = parts[key]._replace(children=tuple(children))
    return built[roots[0]]


def _display_name(part: ParsedNode, key: Hashable) -> str:
    """Return the name of a node for messages: the key with which other nodes refer to it, or else its label."""
    return key if isinstance(key, str) else part.label or str(key)


class NamedNode(NamedTuple):
    """A mention of a node: the key of the node, and the span of the mention."""

    key: str
    span: Span


class GraphBuilder:
    """A builder for trees whose nodes have keys, by which edges refer to them.

    The label of a node is its key, unless the method `label` sets another one. Each occurrence of a number is a
    separate leaf. However, if any number has children, all numbers are regarded as keys without further meaning.

    >>> edges = GraphBuilder()
    >>> for at, pair in enumerate(("AB", "A5", "B6", "B5")):
    ...     edges.edge(*pair, Span(at, at + 1))
    >>> [child.label for child in edges.tree().children]
    ['B', '5']
    """

    def __init__(self) -> None:
        self.spans: dict[str, Span] = {}
        self.labels: dict[str, str] = {}
        self.fields: dict[str, list[ParsedField]] = {}
        self._below: list[tuple[str, str, ParsedEdge]] = []

    def node(self, key: str, span: Span) -> None:
        """Add a node unless a node with this key already exists."""
        self.spans.setdefault(key, span)

    def edge(self, above: str, below: str, span: Span, text: str = "") -> None:
        """Add an edge, and those of its nodes that do not exist yet."""
        self.node(above, span)
        self.node(below, span)
        self._below.append((above, below, ParsedEdge(below, text, span)))

    def connect_all(self, above: Sequence[NamedNode], below: Sequence[NamedNode], text: str = "") -> None:
        """Add an edge from every parent to every child.

        Parents after the second are ignored, because a child with two parents is already an error.
        """
        for parent in above[:2]:
            for child in below:
                self.edge(parent.key, child.key, child.span, text)

    def label(self, key: str, text: str, span: Span) -> None:
        """Set the label of a node. Raises InputError if the node already has a different label."""
        self.node(key, span)
        if self.labels.setdefault(key, text) != text:
            reject_ambiguous("twice", span, text)

    def field(self, key: str, field: ParsedField) -> None:
        """Add a field to a node."""
        self.node(key, field.span)
        self.fields.setdefault(key, []).append(field)

    def tree(self) -> ParsedNode:
        """Return the tree that the nodes and edges form.

        Raises InputError if they do not form a tree, or if it is unclear whether a number is a key or a value.
        """
        numbers = {key for key in self.spans if key not in self.labels and number(key) is not None}
        inner = {above for above, _, _ in self._below}
        has_keys = any(number(key) is not None for key in inner)
        leaves = set() if has_keys else numbers & {child for _, child, _ in self._below}
        named: dict[str, ParsedNode] = {}
        for key, span in self.spans.items():
            label, fields = self.labels.get(key, key), self.fields.get(key, [])
            if has_keys and key in numbers:
                if not (fields or key in inner):
                    reject_ambiguous("name-or-value", span, key)
                label, fields = "", [ParsedField("id", key, span), *fields]
            named[key] = ParsedNode(span, label, tuple(fields))
        parts: dict[Hashable, ParsedNode] = {key: part for key, part in named.items() if key not in leaves}
        below: dict[Hashable, list[ParsedEdge]] = {}
        for index, (above, child, edge) in enumerate(self._below):
            if child in leaves:
                edge = edge._replace(child=index)
                parts[index] = named[child]._replace(span=edge.span or named[child].span)
            below.setdefault(above, []).append(edge)
        return link_nodes(parts, below)
