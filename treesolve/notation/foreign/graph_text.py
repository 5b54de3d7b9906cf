"""Graphs as text: GML, `node [ id 1 label "A" ] edge [ source 1 target 2 ]`, and TGF, whose edges stand behind a #."""

import re

from treesolve.model.problem import Span
from treesolve.notation.foreign.edge_table import column_of_attribute, say
from treesolve.notation.foreign.graph import Graph
from treesolve.notation.foreign.label import quoted, read_label
from treesolve.notation.foreign.sketch import Sketch

NAME = "GML"

_GRAPH = re.compile(r"^\s*(?:(?:Creator|Version)\b[^\n]*\n\s*)*graph\s*\[", re.IGNORECASE)
_ELEMENT = re.compile(r"\b(?P<tag>node|edge)\s*\[(?P<fields>[^\[\]]*)")
_FIELD = re.compile(r"(\w{1,80})\s{1,80}(?:\"([^\"]*)\"|([^\s\[\]\"]+))")
_NODE = re.compile(r"[ \t]*(?P<id>\w+)(?:[ \t]+(?P<label>\S[^\n]*?))?[ \t]*")
_EDGE = re.compile(r"[ \t]*(?P<source>\w+)[ \t]+(?P<target>\w+)(?:[ \t]+(?P<label>\S[^\n]*?))?[ \t]*")
_PARTED = re.compile(r"^[ \t]*#[ \t]*$", re.MULTILINE)
_LINE = re.compile(r"[^\n]*\S[^\n]*")
_LEAST = 2


def recognises(text: str) -> bool:
    """Whether a text is a graph with nodes and edges in square brackets, or lines of nodes, a #, and lines of edges."""
    return (_GRAPH.match(text) is not None and "edge" in text) or _parts(text) is not None


def read(text: str) -> Sketch:
    """The tree. Raises InputError where it is none."""
    graph = Graph()
    if parts := _parts(text):
        for node in parts[0]:
            graph.node(node["id"], Span(*node.span()))
            if node["label"]:
                graph.labelled(node["id"], read_label(node["label"], inner=False))
        for edge in parts[1]:
            move = quoted(edge["label"]) if edge["label"] else None
            graph.edge(edge["source"], edge["target"], Span(*edge.span()), move)
        return graph.sketch()
    for element in _ELEMENT.finditer(text):
        row = {column_of_attribute(key): words or plain for key, words, plain in _FIELD.findall(element["fields"])}
        label = row.pop("label", "")
        if label and element["tag"] == "edge":
            row.setdefault("move", label)
        say(graph, {key: words for key, words in row.items() if key}, Span(*element.span()), semicolons=False)
        if label and element["tag"] == "node" and "child" in row:
            told = read_label(label, inner=False)
            known = graph.entries[row["child"]]
            graph.labelled(known.key, told if told.value is not None else told._replace(value=known.value))
    return graph.sketch()


def _parts(text: str) -> tuple[list[re.Match[str]], list[re.Match[str]]] | None:
    """The lines of nodes and of edges; None where a text is anything else."""
    parted = list(_PARTED.finditer(text))
    if len(parted) != 1:
        return None
    nodes = _lines(_NODE, text, 0, parted[0].start())
    edges = _lines(_EDGE, text, parted[0].end(), len(text))
    known = {node["id"] for node in nodes}
    told = len(known) == len(nodes) == len(edges) + 1 > _LEAST
    return (nodes, edges) if told and all({edge["source"], edge["target"]} <= known for edge in edges) else None


def _lines(pattern: re.Pattern[str], text: str, start: int, end: int) -> list[re.Match[str]]:
    """The lines of a part of a text; nothing where one is of another form."""
    found: list[re.Match[str]] = []
    for line in _LINE.finditer(text, start, end):
        one = pattern.fullmatch(text, *line.span())
        if one is None:
            return []
        found.append(one)
    return found
