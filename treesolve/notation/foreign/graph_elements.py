"""Graphs in XML, as GraphML: elements for nodes, `<node id="A"/>`, and for edges, `<edge source="A" target="B"/>`."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from treesolve.model.problem import Span
from treesolve.notation.foreign.edge_table import column_of_attribute, say
from treesolve.notation.foreign.graph import Graph
from treesolve.notation.foreign.label import number
from treesolve.notation.foreign.refusal import refusal
from treesolve.notation.foreign.sketch import Sketch

NAME = "GraphML"

_TAG = re.compile(
    r"<(?P<end>/)?(?:\w+:)?(?P<tag>node|edge|data|att|attvalue|key)\b(?P<attributes>[^<>]*)>(?P<words>[^<]*)"
)
_ATTRIBUTE = re.compile(r"([\w:.-]{1,80})\s{0,9}=\s{0,9}[\"']([^\"']*)[\"']")
_UNDIRECTED = re.compile(r"edgedefault\s{0,9}=\s{0,9}[\"']undirected")
_EDGE = re.compile(r"<edge\s[^<>]*\b(?:source|from)\s{0,9}=", re.IGNORECASE)
_OF_EDGES = ("parent", "child", "move", "weight")


class _Element(NamedTuple):
    """A node or an edge: what its attributes and the data in it say, and where it begins."""

    tag: str
    fields: dict[str, str]
    span: Span


def recognises(text: str) -> bool:
    """Whether there are elements of edges that name their ends."""
    return bool(_EDGE.search(text))


def read(text: str) -> Sketch:
    """The tree. Raises InputError where it is none, or edges without a direction lead from a leaf."""
    graph = Graph()
    for element in _elements(text):
        row = dict(_row(element))
        say(graph, row, element.span, semicolons=False)
    turned = next((entry for entry in graph.entries.values() if entry.edges and entry.value is not None), None)
    if turned and _UNDIRECTED.search(text):
        raise refusal("foreign-form", turned.span)
    return graph.sketch()


def _elements(text: str) -> list[_Element]:
    found: list[_Element] = []
    called: dict[str, str] = {}
    for one in _TAG.finditer(text):
        given, tag = dict(_ATTRIBUTE.findall(one["attributes"])), one["tag"].lower()
        if one["end"]:
            continue
        if tag == "key":
            called[given.get("id", "")] = given.get("attr.name", "")
        elif tag in ("node", "edge"):
            found.append(_Element(tag, given, Span(one.start(), one.end("attributes") + 1)))
        elif found:
            key = given.get("key") or given.get("name") or given.get("for") or ""
            found[-1].fields[called.get(key) or key] = one["words"].strip() or given.get("value", "")
    return found


def _row(element: _Element) -> Iterator[tuple[str, str]]:
    """What an element says, by the names of columns."""
    is_edge = element.tag == "edge"
    for word, words in element.fields.items():
        what = "" if is_edge and word == "id" else column_of_attribute(word)
        if what == "label":
            what = "value" if number(words) is not None else "move" if is_edge else "name"
        if what and words and (what in _OF_EDGES or not is_edge):
            yield what, words
