"""The DOT language of Graphviz: `digraph { A -> B; B [label="MIN"]; B -> {D E}; D [label=3] }`.

Left out is what only places things: ports, subgraphs around nodes, invisible edges and nodes.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from treesolve.model.problem import Span
from treesolve.model.tree import Kind, Tree
from treesolve.notation.foreign.graph import Edge, Graph
from treesolve.notation.foreign.label import name_and_value, number, quoted, read_label, written_edge
from treesolve.notation.foreign.refusal import refusal
from treesolve.notation.foreign.sketch import Sketch
from treesolve.notation.writer import quoted_name

NAME = "DOT"

_BEGIN = re.compile(
    r"\s*+(?:(?://|#)[^\n]*+\s*+|/\*.*?\*/\s*+)*+(?:strict\s+)?(?:di)?graph\b[^{\[\n]*\{", re.IGNORECASE | re.DOTALL
)
_TOKEN = re.compile(
    r'(?P<comment>//[^\n]*|/\*.*?\*/|(?m:^[ \t]*\#[^\n]*))|(?P<quoted>"(?:[^"\\]|\\.)*")'
    r"|(?P<html><(?=[^-\n])(?:[^<>]|<[^<>]*>)*>)"
    r"|(?P<arrow>->|--)|(?P<mark>[{}\[\];,=:])|(?P<word>[^\s{}\[\];,=:\"<>-][^\s{}\[\];,=:\"<>-]*|-?\.?[0-9][0-9./]*)|(?P<stray>\S)",
    re.DOTALL,
)
_SHAPES = {
    "triangle": Kind.MAX,
    "invtriangle": Kind.MIN,
    "diamond": None,
}
_RESERVED = ("graph", "node", "edge")
_PORT = re.compile(r"<[^<>|]*>")


class Token(NamedTuple):
    """A piece of the text: what it is, its words, and where it stands."""

    what: str
    words: str
    span: Span


class _Reading:
    """A graph, statement by statement."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.at = 0
        self.graph = Graph()
        self.attributes: dict[str, dict[str, str]] = {}
        self.defaults: list[dict[str, str]] = [{}]
        self.groups: list[list[str]] = [[]]
        self.unseen: list[Edge] = []

    def peek(self) -> Token:
        return self.tokens[self.at] if self.at < len(self.tokens) else Token("end", "", self.tokens[-1].span)

    def take(self) -> Token:
        token = self.peek()
        self.at += 1
        return token

    def run(self) -> None:
        """All statements, however deep the subgraphs are in each other."""
        while (token := self.peek()).what != "end":
            if token.words in (";", ",") and token.what == "mark":
                self.at += 1
            elif token.what == "mark" and token.words == "}":
                self.at += 1
                if len(self.defaults) > 1:
                    self.defaults.pop()
                    self.groups[-2].extend(self.groups.pop())
            elif token.what == "mark" and token.words == "{":
                self.at += 1
                self.defaults.append(dict(self.defaults[-1]))
                self.groups.append([])
            else:
                self._read_statement()

    def _read_statement(self) -> None:
        token = self.take()
        if token.what not in ("word", "quoted", "html"):
            raise refusal("foreign-form", token.span, text=token.words)
        if token.what == "word" and token.words.lower() == "subgraph":
            if self.peek().what in ("word", "quoted"):
                self.at += 1
        elif token.what == "word" and token.words.lower() in _RESERVED:
            attributes = self._read_attributes()
            if token.words.lower() == "node":
                self.defaults[-1].update(attributes)
        elif self.peek().words == "=" and self.peek().what == "mark":
            self.at += 2
        else:
            self.at -= 1
            self._read_chain_of_edges()

    def _read_chain_of_edges(self) -> None:
        """A node, or a chain of edges between nodes and groups of nodes."""
        chain = [self._read_end_of_edge()]
        while self.peek().what == "arrow":
            self.at += 1
            chain.append(self._read_end_of_edge())
        attributes = self._read_attributes()
        if len(chain) == 1:
            for key, _ in chain[0]:
                self.attributes[key].update(attributes)
            return
        hidden = "invis" in attributes.get("style", "") or attributes.get("constraint") == "false"
        label = plain(attributes.get("label") or attributes.get("xlabel") or attributes.get("taillabel") or "") or None
        for parents, children in pairwise(chain):
            for parent, _ in parents:
                for child, span in children:
                    if hidden:
                        self.unseen.append(Edge(child, span, parent))
                    else:
                        self.graph.edge(parent, child, span, label)

    def _read_end_of_edge(self) -> list[tuple[str, Span]]:
        """The node, or the nodes in braces, at one end of an edge."""
        token = self.take()
        if token.what == "mark" and token.words == "{":
            found = []
            while self.peek().words != "}" and self.peek().what != "end":
                if self.peek().what == "mark" and self.peek().words in (";", ","):
                    self.at += 1
                else:
                    found += self._read_end_of_edge()
            self.at += 1
            return found
        if token.what not in ("word", "quoted", "html"):
            raise refusal("foreign-form", token.span, text=token.words)
        key = plain(token.words)
        if self.peek().what == "mark" and self.peek().words == ":":
            self.at += 2
        if key not in self.attributes:
            self.attributes[key] = dict(self.defaults[-1])
            self.graph.node(key, token.span)
        return [(key, token.span)]

    def _read_attributes(self) -> dict[str, str]:
        """What stands in square brackets."""
        found: dict[str, str] = {}
        while self.peek().what == "mark" and self.peek().words == "[":
            self.at += 1
            while self.peek().what != "end" and self.take().words != "]":
                self.at -= 1
                name = self.take().words.lower()
                if self.peek().words == "=":
                    self.at += 1
                    found[name] = self.take().words
        return found


def recognises(text: str) -> bool:
    """Whether a text begins with `graph` or `digraph` and a brace; with an equals sign it is a variable."""
    begin = _BEGIN.match(text)
    return bool(begin) and "=" not in begin[0].rpartition("graph")[2]  # type: ignore[index]


def read(text: str) -> Sketch:
    """The tree. Raises InputError where the graph is none, or the text is no graph."""
    begin = _BEGIN.match(text)
    assert begin is not None
    tokens = list(_tokens_of_text(text, begin.end()))
    if not tokens:
        raise refusal("graph-empty", Span(*begin.span()))
    reading = _Reading(tokens)
    reading.run()
    return _labelled_graph(reading).sketch()


def _tokens_of_text(text: str, start: int) -> Iterator[Token]:
    for found in _TOKEN.finditer(text, start):
        what = found.lastgroup or "stray"
        if what != "comment":
            yield Token(what, found[0], Span(*found.span()))


def _labelled_graph(reading: _Reading) -> Graph:
    """The graph with its labels, without what is invisible, with children in the order in which they are placed."""
    graph = reading.graph
    for key in [key for key, given in reading.attributes.items() if "invis" in given.get("style", "")]:
        if read_label(_label_in_attributes(given := reading.attributes[key]) or key, inner=False).value is not None:
            raise refusal("meant-otherwise", graph.entries[key].span, text=given.get("style", ""))
        graph.remove(key)
        del reading.attributes[key]
    for key, given in reading.attributes.items():
        entry = graph.entries[key]
        entry.kind = _SHAPES.get(plain(given.get("shape", "")).lower())
        if label := _label_in_attributes(given):
            graph.labelled(key, read_label(label, inner=bool(entry.edges)))
        elif "label" in given and plain(given["label"]) != "\\N":
            entry.name = None
        if "value" in given and (value := number(plain(given["value"]))) is not None:
            entry.value = value
    _order_children_by_place(reading)
    return graph


def _label_in_attributes(given: dict[str, str]) -> str:
    """The label and what stands outside of the node, as one."""
    words = [plain(given[each]) for each in ("label", "xlabel") if each in given]
    label = " ".join(word for word in words if word not in ("", "\\N"))
    if "record" in given.get("shape", "").lower() or given.get("shape", "").lower() == "mrecord":
        label = " ".join(_PORT.sub("", label).replace("{", " ").replace("}", " ").split("|")).strip()
    return label


def _order_children_by_place(reading: _Reading) -> None:
    """Children in the order of their places from left to right, where all of them have one, or of invisible edges."""
    places = {key: _place_in_attributes(given) for key, given in reading.attributes.items()}
    after = {edge.label: edge.child for edge in reading.unseen}
    for entry in reading.graph.entries.values():
        at = [places.get(edge.child) for edge in entry.edges]
        if len(at) > 1 and all(each is not None for each in at):
            entry.edges.sort(key=lambda edge: places[edge.child] or 0.0)
        elif after:
            entry.edges = _edges_in_order_of_chain(entry.edges, after)


def _place_in_attributes(given: dict[str, str]) -> float | None:
    found = re.match(r"\s*(-?[0-9]{1,9}(?:\.[0-9]{1,9})?)\s*,", plain(given.get("pos", "")))
    return float(found[1]) if found else None


def _edges_in_order_of_chain(edges: list[Edge], after: dict[str | None, str]) -> list[Edge]:
    """The edges in the order of a chain of invisible edges through all their children; else as they were."""
    children = {edge.child: edge for edge in edges}
    followers = {after[child] for child in children if child in after}
    first = [child for child in children if child not in followers]
    if len(first) != 1 or len(children) != len(edges):
        return edges
    order = [first[0]]
    while (following := after.get(order[-1])) in children and len(order) < len(edges):
        order.append(following)
    return [children[child] for child in order] if len(order) == len(edges) else edges


def plain(words: str) -> str:
    """The words without quotation marks, or the angle brackets of HTML.

    >>> plain('"MAX"'), plain("<A<br/>MAX>")
    ('MAX', 'A MAX')
    """
    if words[:1] == '"' and words[-1:] == '"' and len(words) > 1:
        return re.sub(r"\\([\"\\])", r"\1", words[1:-1])
    if words[:1] == "<" and words[-1:] == ">":
        return re.sub(r"<[^<>]*>", " ", words[1:-1]).strip()
    return words


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
