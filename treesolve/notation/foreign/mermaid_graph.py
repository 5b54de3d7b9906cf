"""Flowcharts of Mermaid: `graph TD`, then `A[MAX] --> B[MIN]`, `B -->|left| D((3))`, `B --> E & F`."""

import html
import re

from lark import Token, v_args

from treesolve.model.tree import Tree
from treesolve.notation.foreign.links import Named
from treesolve.notation.foreign.neutral import Field, Part
from treesolve.notation.foreign.parsed import EdgeReader, parsed, span_of
from treesolve.notation.foreign.written import name_and_value, quoted, written_edge

NAME = "Mermaid"

_BEGIN = re.compile(r"(?:\s*%%[^\n]*\n)*\s*(?:graph|flowchart)[ \t]+(?:TB|TD|BT|RL|LR)[ \t]*(?:;|\n)")
_LINE_BREAK = re.compile(r"<br[ ]?/?>")
_ENTITY = re.compile(r"#(?=[0-9]{1,7};)")


def recognises(text: str) -> bool:
    """Whether a text begins with `graph` or `flowchart` and a direction, on a line of their own."""
    return _BEGIN.match(text) is not None


def read(text: str) -> Part:
    """The tree. Raises InputError where the chart is none, or a line says nothing of nodes and edges."""
    return parsed(text, "mermaid", _Reader())


@v_args(inline=True)
class _Reader(EdgeReader):
    """The rules of the grammar."""

    def shape(self, opening: Token, label: Token, _: Token) -> tuple[Token, Token]:
        """`[MAX]`."""
        return opening, label

    def node(self, name: Token, *looks: Token | tuple[Token, Token]) -> Named:
        """`B((3)):::blue`."""
        node = Named(str(name), span_of(name))
        self.edges.node(*node)
        for look in looks:
            if not isinstance(look, Token):
                look, label = look
                self.edges.label(node.key, _plain(label), span_of(label))
            self.edges.field(node.key, Field("shape", str(look), node.span))
        return node

    def nodes(self, *nodes: Named) -> tuple[Named, ...]:
        """`B & C`."""
        return nodes

    def chain(self, above: tuple[Named, ...], *others: Token | tuple[Named, ...]) -> None:
        """`A --> B & C -->|left| D`."""
        move = ""
        for piece in others:
            if isinstance(piece, Token):
                move = _plain(piece)
            else:
                self.edges.fan(above, piece, move)
                above, move = piece, ""

    def style(self, names: Token, look: Token) -> None:
        """`style A,B fill:red`."""
        for name in filter(None, names.split(",")):
            self.edges.field(name, Field("shape", look.strip(), span_of(look)))


def _plain(words: str) -> str:
    """The words without quotation marks, with a blank for the end of a line, and the signs that numbers stand for."""
    words = words.strip()
    inside = words[1:-1] if len(words) > 1 and words[0] == words[-1] == '"' else words
    return html.unescape(_ENTITY.sub("&#", _LINE_BREAK.sub(" ", inside))).strip()


def write(tree: Tree) -> str:
    """The tree as a flowchart.

    >>> from treesolve.notation.reader import read as read_ours
    >>> print(write(read_ours("(left -> 6 B: 5)")), end="")
    graph TD
      n0["MAX"]
      n0 -->|"left"| n1["6"]
      n0 --> n2["B = 5"]
    """
    return "".join(["graph TD\n", *(_node_as_written(tree, node) for node in range(len(tree)))])


def _node_as_written(tree: Tree, node: int) -> str:
    name = quoted(tree.given_names[node]) if node in tree.given_names else ""
    label = f'n{node}["{_escaped(name_and_value(tree, node, name))}"]'
    edge = written_edge(tree, node)
    arrow = f' -->|"{_escaped(edge)}"| ' if edge else " --> "
    return f"  {label}\n" if node == 0 else f"  n{tree.parents[node]}{arrow}{label}\n"


def _escaped(words: str) -> str:
    """The words with a number for each character that means something in a chart."""
    return re.sub(r"[\"#<>&`|;%]", lambda found: f"#{ord(found[0])};", words)
