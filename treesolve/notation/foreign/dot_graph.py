"""The DOT language of Graphviz: `digraph { A -> B; B [label="MIN"]; B -> {D E}; D [label=3] }`.

Subgraphs that are no end of an edge only group nodes. Where something is invisible, or placed, it is refused: then
children stand in another order than the one in which they are written.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from treesolve.model.tree import Tree
from treesolve.notation.foreign.edges import Edges
from treesolve.notation.foreign.neutral import Field, Part, refuse
from treesolve.notation.foreign.tokens import Token, Tokens
from treesolve.notation.foreign.words import kind_called, meanings
from treesolve.notation.foreign.written import name_and_value, quoted, written_edge
from treesolve.notation.writer import quoted_name

NAME = "DOT"
COMMENTS = ("//", "#", "/*")

_TOKEN = re.compile(
    r'(?P<blank>\s+)|(?P<quoted>"(?:[^"\\]|\\.)*")|(?P<arrow>->|--)|(?P<mark>[{}\[\];,=:])'
    r"|(?P<number>[-−]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?![\w.]))|(?P<word>[^\W\d]\w*)|(?P<odd>.)",
    re.DOTALL,
)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_ESCAPES = {"n": " ", "l": " ", "r": " ", "N": "\\N"}
MOST = 50
"""No graph of a tree has more different attributes."""

_ID = ("quoted", "word", "number")


def recognises(text: str) -> bool:
    """Whether a text begins with `graph` or `digraph`, perhaps a name, and a brace."""
    begin = re.match(r'\s*(?:strict\s+)?(?:di)?graph(?:\s+(?:\w{1,99}|"[^"\n]*"))?\s*\{', text, re.IGNORECASE)
    return begin is not None


def read(text: str) -> Part:
    """The tree. Raises InputError where the graph is none, and at what is no part of it."""
    return _Reading(Tokens(text, _TOKEN)).tree()


class _Reading:
    """A graph, statement by statement; `defaults` has those of each group that is open, for nodes."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.edges = Edges()
        self.fields: dict[str, dict[str, Field]] = {}
        self.defaults: list[dict[str, Field]] = []
        self.names: set[str] = set()

    def tree(self) -> Part:
        """The tree of the whole graph."""
        while not self.tokens.accept("{"):
            self.tokens.take(*_ID)
        self.defaults.append({})
        while self.defaults:
            self.statement()
        self.tokens.take("end")
        for key, fields in self.fields.items():
            self.edges.fields[key] = [*fields.values()]
        return self.edges.tree()

    def statement(self) -> None:
        """One statement, or the beginning or the end of a group."""
        token = self.tokens.take("mark", *_ID)
        word = token.text.lower() if token.what == "word" else ""
        if token.text == "{" or word == "subgraph":
            if word and not self.tokens.accept("{"):
                self.tokens.take(*_ID)
                self.tokens.expect("{")
            self.defaults.append({**self.defaults[-1]})
        elif token.text == "}":
            self.defaults.pop()
        elif word in ("graph", "node", "edge"):
            found = list(self.attributes())
            self.defaults[-1].update({field.name: field for field in found} if word == "node" else {})
            if word == "graph":
                self.check_title(found)
            elif word == "edge" and any(field.name.endswith("label") for field in found):
                refuse("foreign-form", token.span, text=token.text)
        elif token.what == "mark":
            if token.text not in ";,":
                refuse("foreign-form", token.span, text=token.text)
        elif self.tokens.accept("="):
            value = self.tokens.take(*_ID)
            self.check_title([Field(token.text, _plain(value), value.span)])
        else:
            self.chain(token)

    def check_title(self, fields: list[Field]) -> None:
        """Raises InputError where the label of a graph may say who moves; its other attributes are looks."""
        for field in fields:
            if field.name == "label" and any(map(kind_called, str(field.value).split())):
                refuse("foreign-asked", field.span, why="around", text=field.value)

    def chain(self, first: Token) -> None:
        """A node, or a chain of edges between nodes and groups of nodes, and its attributes."""
        ends = [[self.end_of_edge(first)]]
        while self.tokens.next.what == "arrow":
            self.tokens.take()
            ends.append(list(self.group()))
        found = list(self.attributes())
        if len(ends) == 1:
            self.note(_plain(first), found)
        labels = [field.value for field in found if field.name.endswith("label")]
        if len(labels) > 1:
            refuse("foreign-asked", found[-1].span, why="twice", text=labels[1])
        others = [one for one in found if not one.name.endswith("label") and not _is_look(one)]
        for above, below in pairwise(ends):
            self.edges.fan([*map(_plain, above)], [(_plain(child), child.span) for child in below], "".join(labels))
            for child in below:
                self.note(_plain(child), others)

    def group(self) -> Iterator[Token]:
        """The nodes at one end of an edge, perhaps in braces."""
        if not self.tokens.accept("{"):
            yield self.end_of_edge(self.tokens.take(*_ID))
            return
        has_more = True
        while has_more:
            yield self.end_of_edge(self.tokens.take(*_ID))
            while self.tokens.accept(";") or self.tokens.accept(","):
                pass
            has_more = not self.tokens.accept("}")

    def end_of_edge(self, token: Token) -> Token:
        """A node, which is named here, perhaps for the first time; its port says nothing."""
        if self.tokens.accept(":"):
            self.tokens.take(*_ID)
        key = _plain(token)
        if key not in self.edges.spans:
            self.edges.node(key, token.span)
            self.note(key, self.defaults[-1].values())
        return token

    def note(self, key: str, found: Iterable[Field]) -> None:
        """What is said of a node; the last one of a name holds, as in Graphviz."""
        for field in found:
            if field.name == "label":
                self.edges.labels[key] = str(field.value).replace("\\N", key)
            else:
                self.fields.setdefault(key, {})[field.name] = field

    def attributes(self) -> Iterator[Field]:
        """What stands in square brackets. Raises InputError for what hides or places something."""
        while self.tokens.accept("["):
            while not self.tokens.accept("]"):
                name = self.tokens.take("word", "quoted")
                self.tokens.expect("=")
                value = self.tokens.take(*_ID)
                self.names.add(name.text)
                if (
                    len(self.names) > MOST
                    or name.text == "pos"
                    or "invis" in value.text
                    or (name.text, value.text) == ("dir", "back")
                ):
                    refuse("foreign-asked", value.span, why="field", text=f"{name.text}={value.text}")
                yield Field(_plain(name).lower(), _plain(value), value.span)
                while self.tokens.accept(",") or self.tokens.accept(";"):
                    pass


def _is_look(field: Field) -> bool:
    """Whether an attribute of an edge is a colour, which says nothing of the node below."""
    return meanings("fields").get(field.name) == "look"


def _plain(token: Token) -> str:
    """The words without quotation marks; a line that ends in them is a blank."""
    if token.what != "quoted":
        return token.text
    return _ESCAPED.sub(lambda found: _ESCAPES.get(found[1], found[1]), token.text[1:-1])


def write(tree: Tree) -> str:
    """The tree in DOT: a node for each node, with its name and kind or value as label.

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
    return "".join(["digraph {\n", *(line for node in range(len(tree)) for line in _lines_of_node(tree, node)), "}\n"])


def _lines_of_node(tree: Tree, node: int) -> Iterator[str]:
    name = quoted(tree.given_names[node]) if node in tree.given_names else ""
    yield f"  n{node} [label={quoted_name(name_and_value(tree, node, name))}];\n"
    if (parent := tree.parents[node]) is not None:
        edge = written_edge(tree, node)
        yield f"  n{parent} -> n{node}{f' [label={quoted_name(edge)}]' if edge else ''};\n"
