"""The DOT language of Graphviz: `digraph { A -> B; B [label="MIN"]; B -> {D E}; D [label=3] }`.

Subgraphs that are no end of an edge only group nodes. Where something is invisible, or placed, it is refused: then
children stand in another order than the one in which they are written.
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
"""No graph of a tree has more different attributes for all nodes."""


Attributes = dict[str, ParsedField]


class _Chain(NamedTuple):
    """Nodes, each of which has the next ones below it; what is written at the edges, and said of all but the first."""

    ends: Sequence[Sequence[NamedNode]]
    text: str
    node_attributes: Attributes


def recognizes(text: str) -> bool:
    """Whether a text begins with `graph` or `digraph`, perhaps a name, and a brace."""
    return _BEGIN.match(text) is not None


def read(text: str) -> ParsedNode:
    """Return the tree. Raises InputError where the graph is none, and at what is no part of it."""
    return parsed(text, "dot", _Rules)


@v_args(inline=True)
class _Rules(Transformer[Token, ParsedNode]):
    """The rules of the grammar; the last one of attributes of a name holds, as in Graphviz."""

    def attribute(self, name: Token, value: Token) -> ParsedField:
        """`label="MAX"`. Raises InputError for one that hides or places something."""
        if name == "pos" or "invis" in value or (name, value) == ("dir", "back"):
            reject_ambiguous("field", span_of(value), f"{name}={value}")
        return ParsedField(_plain(name).lower(), _plain(value), span_of(value))

    def attributes(self, *attributes: ParsedField) -> Attributes:
        """`[shape=box, label="MAX"]`. Raises InputError for two values of one."""
        found: Attributes = {}
        for attribute in attributes:
            if found.setdefault(attribute.name, attribute).value != attribute.value:
                reject_ambiguous("twice", attribute.span, attribute.value)
        return found

    def look(self, attribute: ParsedField) -> None:
        """`edge [color=blue]`. Raises InputError for a label."""
        if attribute.name.endswith("label"):
            reject("foreign-form", attribute.span, text=attribute.name)

    def ends(self, *names: Token) -> list[NamedNode]:
        """`A`, or `{A B}`."""
        return [NamedNode(_plain(name), span_of(name)) for name in names]

    def node(self, name: Token, attributes: Attributes | None = None) -> _Chain:
        """`A [label="MAX"]`: a node that stands below nothing."""
        return _Chain(((), self.ends(name)), "", attributes or {})

    def chain(self, *pieces: list[NamedNode] | Attributes) -> _Chain:
        """`A -> B -> {C D} [label="left"]`; how edges look says nothing of nodes."""
        ends = [piece for piece in pieces if isinstance(piece, list)]
        attributes = [one for piece in pieces if isinstance(piece, dict) for one in piece.values()]
        node_attributes = {one.name: one for one in attributes if word_category("fields", one.name) != "look"}
        label = node_attributes.pop("label", None)
        return _Chain(ends, label.value if label else "", node_attributes)

    def start(self, *statements: Attributes | _Chain | ParsedField | None) -> ParsedNode:
        """Return the tree of the whole graph; attributes alone are those of all nodes that are named from then on."""
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
    """Return the words without quotation marks; a line that ends in them is a blank."""
    if not token.startswith('"'):
        return str(token)
    return _ESCAPED.sub(lambda found: _ESCAPES.get(found[1], found[1]), token[1:-1])


def write(tree: Tree) -> str:
    """Return the tree in DOT: a node for each node, with its name and kind or value as label.

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
