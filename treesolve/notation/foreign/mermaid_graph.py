"""Flowcharts of Mermaid: `graph TD`, then `A[MAX] --> B[MIN]`, `B -->|left| D((3))`, `B --> E & F`."""

import re
from typing import NoReturn

from treesolve.model.problem import Span
from treesolve.model.tree import Tree
from treesolve.notation.foreign.edges import Edges
from treesolve.notation.foreign.neutral import Field, Part, refuse
from treesolve.notation.foreign.written import name_and_value, quoted, written_edge

NAME = "Mermaid"

_BEGIN = re.compile(r"\s*(?:graph|flowchart)[ \t]+(?:TB|TD|BT|RL|LR)[ \t]*(?:;|\n)")
_COMMENT = re.compile(r"^[ \t]*%%[^\n]*", re.MULTILINE)
_END = re.compile(r"[ \t]*(?:[;\n]\s*|$)")
_ID = re.compile(r"\s*(\w[\w.]*)")
_CLASS = re.compile(r":::(\w+)")
_AND = re.compile(r"\s*&")
_SHAPES = (("((", "))"), ("([", "])"), ("[[", "]]"), ("[(", ")]"), ("{{", "}}"), ("[/", "/]"), ("[/", "\\]"),
           ("[\\", "\\]"), ("[\\", "/]"), ("(", ")"), ("[", "]"), ("{", "}"), (">", "]"))  # fmt: skip
_SHAPE = re.compile(
    "|".join(rf"({re.escape(start)})(\"[^\"]*\"|[^\"()\[\]{{}}\n]*){re.escape(end)}" for start, end in _SHAPES)
)
_ARROW = re.compile(
    r"[ \t]*(?:(?:-{2,}>|-{3,}|={2,}>|={3,}|-\.{1,9}->?)(?:[ \t]*\|([^|\n]*)\|)?"
    r"|--[ \t]*([^\s|>-][^|>\n-]*)(?:-{2,}>|-{3,})"
    r"|==[ \t]*([^\s|>=][^|>\n=]*)(?:={2,}>|={3,})|-\.[ \t]*([^\s|>.-][^|>\n-]*)\.->?)"
)
_STYLE = re.compile(r"(?:(style|class)[ \t]+([\w.,-]+)|classDef|linkStyle|direction|accTitle|accDescr)\b([^\n;]*)")
_MARKUP = re.compile(r"<[^<>]*>|`|&nbsp;|\*\*")
_ENTITY = re.compile(r"#([0-9]{1,7}|quot);")


def recognises(text: str) -> bool:
    """Whether a text begins with `graph` or `flowchart` and a direction, on a line of their own."""
    return _BEGIN.match(_COMMENT.sub("", text)) is not None


def read(text: str) -> Part:
    """The tree. Raises InputError where the chart is none, or a line says nothing of nodes and edges."""
    text = _COMMENT.sub(lambda found: " " * len(found[0]), text)
    begin = _BEGIN.match(text)
    assert begin is not None
    return _Reading(text, begin.end()).tree()


class _Reading:
    """A chart, statement by statement."""

    def __init__(self, text: str, start: int) -> None:
        self.text, self.at = text, start
        self.edges = Edges()

    def tree(self) -> Part:
        """The tree of the whole chart."""
        self.take(_END)
        while self.at < len(self.text):
            if style := self.take(_STYLE):
                self.style(style)
            else:
                self.chain()
            if not self.take(_END):
                self.refuse()
        return self.edges.tree()

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """What stands here, where it is of this form."""
        found = pattern.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return found

    def refuse(self) -> NoReturn:
        """Raises InputError here."""
        shown = self.text[self.at : self.at + 40].strip().split("\n")[0]
        refuse("foreign-form", Span(self.at, self.at + max(len(shown), 1)), text=shown)

    def style(self, found: re.Match[str]) -> None:
        """How nodes look, for those that have no kind."""
        for key in (found[2] or "").split(","):
            if key:
                self.edges.field(key, Field("shape", found[3].strip(), Span(*found.span(3))))

    def chain(self) -> None:
        """A chain of nodes: `A --> B & C`."""
        above = self.nodes()
        while arrow := self.take(_ARROW):
            below = self.nodes()
            words = _plain(next((each for each in arrow.groups() if each), ""))
            self.edges.fan([one[1] for one in above], [(one[1], Span(*one.span(1))) for one in below], words)
            above = below

    def nodes(self) -> list[re.Match[str]]:
        """The nodes that stand here, with `&` between them."""
        found = [self.node()]
        while self.take(_AND):
            found.append(self.node())
        return found

    def node(self) -> re.Match[str]:
        """A node, with its label and its looks."""
        found = self.take(_ID)
        if found is None:
            self.refuse()
        key, span = found[1], Span(*found.span(1))
        self.edges.node(key, span)
        if shape := self.take(_SHAPE):
            start, label = (each for each in shape.groups() if each is not None)
            self.edges.label(key, _plain(label), Span(*shape.span()))
            self.edges.field(key, Field("shape", start, span))
        if look := self.take(_CLASS):
            self.edges.field(key, Field("shape", look[1], span))
        return found


def _plain(words: str) -> str:
    """The words without quotation marks and markup, with the signs that numbers stand for."""
    words = words.strip()
    inside = words[1:-1] if len(words) > 1 and words[0] == words[-1] == '"' else words
    return _ENTITY.sub(lambda found: '"' if found[1] == "quot" else chr(min(int(found[1]), 0x10FFFF)),
                       _MARKUP.sub(" ", inside)).strip()  # fmt: skip


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
