"""What every foreign text is parsed to, before anybody asks what it means: nested labels, fields and children.

Nodes that say by names what stands below them are linked to one tree, however deep that is. Values have their nodes all
at once, and hand them to `link_nodes`; `GraphBuilder` takes them one after the other, as a text has them.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

from treesolve.model.problem import InputError, Problem, Span
from treesolve.notation.importers.labels import number

NO_PARENT = ("", "0", "-1", "−1")
"""What programs write for the parent of the root, where no node has that name."""


class ParsedField(NamedTuple):
    """A field of a node: its name as it is written, and its value: a text, a number as it is written, True, None."""

    name: str
    value: Any
    span: Span


class ParsedNode(NamedTuple):
    """A node as a foreign text has it, with everything below it; whatever the text does not have is empty.

    `label` is text, with quotation marks only where these say that it is a name. Numbers in fields and labels are
    texts as they are written (`0.5`, `1/2`), never floats. Of the root alone there may be remarks for people.
    """

    span: Span
    label: str = ""
    fields: tuple[ParsedField, ...] = ()
    children: tuple["ParsedNode", ...] = ()
    edge: str = ""
    remarks: tuple[Problem, ...] = ()


def in_preorder(root: ParsedNode) -> Iterator[ParsedNode]:
    """Yield a part and all below it, each before those below it, from left to right."""
    stack = [root]
    while stack:
        part = stack.pop()
        yield part
        stack.extend(reversed(part.children))


def reject(code: str, span: Span, **facts: object) -> NoReturn:
    """Raises InputError with one problem, at its place in the text that was given to the reader."""
    raise InputError((Problem(code, span, {"instead": "", **facts}),))


def reject_ambiguous(why: str, span: Span, text: object) -> NoReturn:
    """Raises InputError: what stands there may mean more than one thing."""
    reject("foreign-asked", span, why=why, text=text)


class ParsedEdge(NamedTuple):
    """To a node below, with what is written at the edge, and its place, if that is not the node's own."""

    child: Hashable
    text: str = ""
    span: Span | None = None


def link_nodes(parts: Mapping[Hashable, ParsedNode], below: Mapping[Hashable, Sequence[ParsedEdge]]) -> ParsedNode:
    """Return the tree of nodes without children, of what stands below which of them.

    Raises InputError where a node stands below two others, where nothing stands above two, and for a circle.
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
    """What a node is called in a sentence: the name that others have for it, or else its own."""
    return key if isinstance(key, str) else part.label or str(key)


class NamedNode(NamedTuple):
    """A node as a text names it: its key, and its place."""

    key: str
    span: Span


class GraphBuilder:
    """Nodes by their keys, and edges between them.

    A node's label is its key, unless it has another one. A number is a leaf of its own wherever it stands; if one
    stands above something, numbers are keys, and say nothing else.

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
        """There is a node."""
        self.spans.setdefault(key, span)

    def edge(self, above: str, below: str, span: Span, text: str = "") -> None:
        """A node stands below another one."""
        self.node(above, span)
        self.node(below, span)
        self._below.append((above, below, ParsedEdge(below, text, span)))

    def connect_all(self, above: Sequence[NamedNode], below: Sequence[NamedNode], text: str = "") -> None:
        """Nodes stand below one other; two of these are enough to be refused."""
        for parent in above[:2]:
            for child in below:
                self.edge(parent.key, child.key, child.span, text)

    def label(self, key: str, text: str, span: Span) -> None:
        """A node has a label. Raises InputError where it has another one."""
        self.node(key, span)
        if self.labels.setdefault(key, text) != text:
            reject_ambiguous("twice", span, text)

    def field(self, key: str, field: ParsedField) -> None:
        """A node has a field."""
        self.node(key, field.span)
        self.fields.setdefault(key, []).append(field)

    def tree(self) -> ParsedNode:
        """Return the tree. Raises InputError where it is none, or a number is a name or a value where others are
        names.
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
