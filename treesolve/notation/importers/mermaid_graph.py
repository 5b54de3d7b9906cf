"""Mermaid flowcharts: `graph TD`, then `A[MAX] --> B[MIN]`, `B -->|left| D((3))`, `B --> E & F`."""

import html
import re
from typing import Any, NamedTuple

from lark import Token, Transformer, v_args

from treesolve.model.tree import Tree
from treesolve.notation.grammar import span_of
from treesolve.notation.importers.exported_text import format_edge_label, format_name_and_value
from treesolve.notation.importers.lark_parser import parsed
from treesolve.notation.importers.parsed_node import GraphBuilder, NamedNode, ParsedField, ParsedNode

NAME = "Mermaid"

_BEGIN = re.compile(r"(?:\s*%%[^\n]*\n)*\s*(?:graph|flowchart)[ \t]+(?:TB|TD|BT|RL|LR)[ \t]*(?:;|\n)")
_LINE_BREAK = re.compile(r"<br[ ]?/?>")
_ENTITY = re.compile(r"#(?=[0-9]{1,7};)")


class _MermaidNode(NamedTuple):
    """A mention of a node, with the label (if any) and the styles that it specifies."""

    named: NamedNode
    label: str | None = None
    styles: tuple[Token, ...] = ()


def recognizes(text: str) -> bool:
    """Return whether the first line except comments consists of `graph` or `flowchart` and a direction."""
    return _BEGIN.match(text) is not None


def read(text: str) -> ParsedNode:
    """Return the tree. Raises InputError if the chart is not a tree or contains any other statement."""
    return parsed(text, "mermaid", _Rules)


@v_args(inline=True)
class _Rules(Transformer[Token, ParsedNode]):
    """A transformer for the rules of the grammar."""

    def node(self, name: Token, *items: Token) -> _MermaidNode:
        """Return a node: `A`, `A:::blue` or `B((3)):::blue`. The default shape, as in `A[MAX]`, is not a style."""
        shape, label, styles = (items[:1], _plain(items[1]), items[3:]) if len(items) > 2 else ((), None, items)
        shape = () if shape == ("[",) else shape
        return _MermaidNode(NamedNode(str(name), span_of(name)), label, (*shape, *styles))

    def chain(self, *items: Any) -> tuple[Any, ...]:
        """Return the nodes and edge labels of a chain: `A --> B & C -->|left| D`."""
        return items

    nodes = chain

    def style(self, names: Token, look: Token) -> tuple[tuple[_MermaidNode, ...]]:
        """Return styled nodes as a chain without edges: `style A,B fill:red`."""
        return (
            tuple(_MermaidNode(NamedNode(name, span_of(look)), None, (look,)) for name in names.split(",") if name),
        )

    def start(self, *chains: tuple[Any, ...]) -> ParsedNode:
        """Return the tree that the chains form. Raises InputError if a node has two different labels."""
        edges = GraphBuilder()
        for items in chains:
            above, move = list[NamedNode](), ""
            for item in items:
                if isinstance(item, Token):
                    move = _plain(item)
                    continue
                for (key, span), label, styles in item:
                    edges.node(key, span)
                    if label is not None:
                        edges.label(key, label, span)
                    for look in styles:
                        edges.field(key, ParsedField("shape", look.strip(), span_of(look)))
                below = [node.named for node in item]
                edges.connect_all(above, below, move)
                above, move = below, ""
        return edges.tree()


def _plain(words: str) -> str:
    """Return the plain text of a label, without quotation marks and line breaks, and with entities decoded."""
    words = words.strip()
    inside = words[1:-1] if len(words) > 1 and words[0] == words[-1] == '"' else words
    return html.unescape(_ENTITY.sub("&#", _LINE_BREAK.sub(" ", inside))).strip()


def write(tree: Tree) -> str:
    """Return the tree as a flowchart.

    >>> from treesolve.notation.reader import read as read_ours
    >>> print(write(read_ours("(left -> 6 B: 5)")), end="")
    graph TD
      n0["MAX"]
      n0 -->|"left"| n1["6"]
      n0 --> n2["B = 5"]
    """
    lines = ["graph TD\n"]
    for node, parent in enumerate(tree.parents):
        edge = format_edge_label(tree, node)
        above = "" if parent is None else f'n{parent} -->|"{_escaped(edge)}"| ' if edge else f"n{parent} --> "
        lines.append(f'  {above}n{node}["{_escaped(format_name_and_value(tree, node))}"]\n')
    return "".join(lines)


def _escaped(words: str) -> str:
    """Return the words with entities in place of the special characters of Mermaid."""
    return re.sub(r"[\"#<>&`|;%]", lambda match: f"#{ord(match[0])};", words)
