"""Graphs in XML, as GraphML: elements for nodes, `<node id="A"/>`, and for edges, `<edge source="A" target="B"/>`."""

import re
from collections.abc import Iterator

from treesolve.model.problem import Span
from treesolve.notation.foreign.edge_table import column, say
from treesolve.notation.foreign.graph import Graph
from treesolve.notation.foreign.label import number
from treesolve.notation.foreign.sketch import Sketch

NAME = "GraphML"

_ELEMENT = re.compile(
    r"<(?P<tag>node|edge)\b(?P<attributes>(?:[^<>\"'/]|\"[^\"]*\"|'[^']*')*)(?:/>|>(?P<inside>.*?)</(?P=tag)>)",
    re.DOTALL | re.IGNORECASE,
)
_ATTRIBUTE = re.compile(r"([\w:.-]+)\s*=\s*[\"']([^\"']*)[\"']")
_DATA = re.compile(r"<[\w:]*(?:data|att|attvalue)\b(?P<attributes>[^<>]*?)(?:/>|>\s*(?P<words>[^<>]*?)\s*<)")
_KEY = re.compile(r"<key\b(?P<attributes>[^<>]*)>")
_EDGE = re.compile(r"<edge\b[^<>]*\b(?:source|from)\s*=", re.IGNORECASE)


def recognises(text: str) -> bool:
    """Whether there are elements of edges that name their ends."""
    return bool(_EDGE.search(text))


def read(text: str) -> Sketch:
    """The tree. Raises InputError where it is none, or a value is no number."""
    graph = Graph()
    called = {each["id"]: each.get("attr.name", "") for each in map(_attributes, _KEY.finditer(text)) if "id" in each}
    for found in _ELEMENT.finditer(text):
        span = Span(found.start(), found.start() + len(found[0].split("\n")[0]))
        row = dict(_row(found, called))
        if found["tag"].lower() == "edge":
            row = {key: words for key, words in row.items() if key in ("parent", "child", "move", "weight")}
        say(graph, row, span, semicolons=False)
    return graph.sketch()


def _attributes(found: re.Match[str]) -> dict[str, str]:
    return dict(_ATTRIBUTE.findall(found["attributes"]))


def _row(found: re.Match[str], called: dict[str, str]) -> Iterator[tuple[str, str]]:
    """What an element says, by the names of columns."""
    given = _attributes(found)
    is_edge = found["tag"].lower() == "edge"
    for data in _DATA.finditer(found["inside"] or ""):
        told = _attributes(data)
        key = told.get("key") or told.get("name") or told.get("for") or ""
        given[called.get(key) or key] = data["words"] or told.get("value", "")
    for word, words in given.items():
        if is_edge and word == "id":
            continue
        what = column(word)
        if what == "label":
            what = "value" if number(words) is not None else "move" if is_edge else "name"
        if what and words:
            yield what, words
