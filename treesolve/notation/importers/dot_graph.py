"""The DOT language of Graphviz: `digraph { A -> B; B [label="MIN"]; B -> {D E}; D [label=3] }`.

A subgraph that is not an end of an edge only groups nodes. Elements that are invisible or have a position are rejected,
because they change the order of the children in the drawing.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from lark import Token, Transformer, v_args

from treesolve.model.tree import Tree
from treesolve.notation.grammar import span_of
from treesolve.notation.importers.exported_text import format_edge_label, format_name_and_value
from treesolve.notation.importers.labels import word_category
from treesolve.notation.importers.lark_parser import parsed
from treesolve.notation.importers.parsed_node import (
    GraphBuilder,
    NamedNode,
    ParsedField,
    ParsedNode,
    reject,
    reject_ambiguous,
)
from treesolve.notation.writer import quote_name

NAME = "DOT"
COMMENTS = ("//", "#", "/*")

_BEGIN = re.compile(r'\s*(?:strict\s+)?(?:di)?graph(?:\s+(?:\w{1,99}|"[^"\n]*"))?\s*\{', re.IGNORECASE)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_ESCAPES = {"n": " ", "l": " ", "r": " ", "N": "\\N"}
MAX_DEFAULT_ATTRIBUTES = 50
"""Maximum number of default attributes of nodes with different names."""


Attributes = dict[str, ParsedField]


class _Chain(NamedTuple):
    """A chain of edges between groups of nodes.

    `text` is the label of all edges in the chain. `node_attributes` apply to the nodes of all groups except the first.
    """

    ends: Sequence[Sequence[NamedNode]]
    text: str
    node_attributes: Attributes


def recognizes(text: str) -> bool:
    """Return whether the text begins with `graph` or `digraph`, an optional name and a brace."""
    return _BEGIN.match(text) is not None


def read(text: str) -> ParsedNode:
    """Return the tree. Raises InputError if the graph is not a tree or contains a syntax error."""
    return parsed(text, "dot", _Rules)


@v_args(inline=True)
class _Rules(Transformer[Token, ParsedNode]):
    """A transformer for the rules of the grammar. As in Graphviz, later attributes of a node override earlier ones."""

    def attribute(self, name: Token, value: Token) -> ParsedField:
        """Return an attribute: `label="MAX"`. Raises InputError if the attribute hides or positions an element."""
        if name == "pos" or "invis" in value or (name, value) == ("dir", "back"):
            reject_ambiguous("field", span_of(value), f"{name}={value}")
        return ParsedField(_plain(name).lower(), _plain(value), span_of(value))

    def attributes(self, *attributes: ParsedField) -> Attributes:
        """Return attributes by name: `[shape=box, label="MAX"]`.

        Raises InputError if one attribute has two different values in the same list.
        """
        by_name: Attributes = {}
        for attribute in attributes:
            if by_name.setdefault(attribute.name, attribute).value != attribute.value:
                reject_ambiguous("twice", attribute.span, attribute.value)
        return by_name

    def look(self, attribute: ParsedField) -> None:
        """Check a default attribute of edges: `edge [color=blue]`. Raises InputError if it is a label."""
        if attribute.name.endswith("label"):
            reject("foreign-form", attribute.span, text=attribute.name)

    def ends(self, *names: Token) -> list[NamedNode]:
        """Return the nodes at an end of an edge: `A` or `{A B}`."""
        return [NamedNode(_plain(name), span_of(name)) for name in names]

    def node(self, name: Token, attributes: Attributes | None = None) -> _Chain:
        """Return a node as a chain without edges: `A [label="MAX"]`."""
        return _Chain(((), self.ends(name)), "", attributes or {})

    def chain(self, *elements: list[NamedNode] | Attributes) -> _Chain:
        """Return a chain of edges: `A -> B -> {C D} [label="left"]`. Edge styles are ignored."""
        ends = [element for element in elements if isinstance(element, list)]
        attributes = [one for element in elements if isinstance(element, dict) for one in element.values()]
        node_attributes = {one.name: one for one in attributes if word_category("fields", one.name) != "style"}
        label = node_attributes.pop("label", None)
        return _Chain(ends, label.value if label else "", node_attributes)

    def start(self, *statements: Attributes | _Chain | ParsedField | None) -> ParsedNode:
        """Return the tree that the graph describes. Default attributes apply to nodes that first occur after them."""
        edges, nodes, defaults = GraphBuilder(), dict[str, Attributes](), Attributes()
        for statement in statements:
            if isinstance(statement, dict):
                defaults |= statement
                if len(defaults) > MAX_DEFAULT_ATTRIBUTES:
                    reject(
                        "foreign-form",
                        [*defaults.values()][MAX_DEFAULT_ATTRIBUTES].span,
                        text=[*defaults][MAX_DEFAULT_ATTRIBUTES],
                    )
            elif isinstance(statement, _Chain):
                for key, span in (named for end in statement.ends for named in end):
                    edges.node(key, span)
                    nodes.setdefault(key, {**defaults})
                for above, below in pairwise(statement.ends):
                    edges.connect_all(above, below, statement.text)
                    for key, _ in below:
                        nodes[key] |= statement.node_attributes
        for key, attributes in nodes.items():
            label = attributes.pop("label", None)
            if label:
                edges.labels[key] = label.value.replace("\\N", key)
            edges.fields[key] = [*attributes.values()]
        return edges.tree()


def _plain(token: Token) -> str:
    """Return the plain text of a token: without quotation marks and escapes, and with blanks for line breaks."""
    if not token.startswith('"'):
        return str(token)
    return _ESCAPED.sub(lambda match: _ESCAPES.get(match[1], match[1]), token[1:-1])


def write(tree: Tree) -> str:
    """Return the tree in DOT. The label of a node consists of its name, if any, and its kind or value.

    >>> from treesolve.notation.reader import read as read_ours
    >>> print(write(read_ours("(left -> 6 B: 5)")), end="")
    digraph {
      n0 [label="MAX"];
      n1 [label="6"];
      n0 -> n1 [label="left"];
      n2 [label="B = 5"];
      n0 -> n2;
    }
    """
    lines = []
    for node, parent in enumerate(tree.parents):
        lines.append(f"  n{node} [label={quote_name(format_name_and_value(tree, node))}];\n")
        if parent is not None:
            edge = format_edge_label(tree, node)
            lines.append(f"  n{parent} -> n{node}{f' [label={quote_name(edge)}]' if edge else ''};\n")
    return "".join(["digraph {\n", *lines, "}\n"])
