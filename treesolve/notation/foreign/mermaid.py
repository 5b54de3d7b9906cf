"""Flowcharts of Mermaid: `graph TD`, then `A[MAX] --> B[MIN]`, `B -->|left| D((3))`; and its mind maps."""

import re
from collections.abc import Iterator

from treesolve.model.problem import Span
from treesolve.model.tree import Tree
from treesolve.notation.foreign.graph import Graph
from treesolve.notation.foreign.label import name_and_value, quoted, read_label, written_edge
from treesolve.notation.foreign.left_out import check_joined_lines
from treesolve.notation.foreign.outline import sketch_of_lines
from treesolve.notation.foreign.outline_lines import Line
from treesolve.notation.foreign.refusal import refusal
from treesolve.notation.foreign.sketch import Sketch

NAME = "Mermaid"

_BEGIN = re.compile(
    r"\s*(?:---\n.*?\n---\s*)?(?:%%[^\n]*+\s*+)*+"
    r"(?:(?:graph|flowchart(?:-elk)?)[ \t]*(?:TB|TD|BT|RL|LR|[<>^v])?[ \t]*(?:;|\r?\n|$)|(mindmap)[ \t]*\r?\n)",
    re.DOTALL,
)
_PASSED_OVER = re.compile(
    r"\s*(?:%%|(?:classDef|class|style|linkStyle|click|subgraph|end|direction)\b|accTitle|accDescr|$)"
)
_NODE = re.compile(
    r"\s*([^\W][\w.]*(?:-\w+)*)\s*"
    r"(?:@\{[^{}]*?label:\s*\"([^\"]*)\"[^{}]*\}|[\[({>]{1,3}[/\\]?\s*(?:\"([^\"]*)\"|([^\"\[\](){}]*?))\s*[/\\]?[\])}]{1,3})?(?:\s*:::\s*\w+)?"
)
_ARROW = re.compile(
    r"\s*(?:[<xo]?(?:--|==|-\.)(?![->.=])(?:\s*\"([^\"]*)\"\s*|([^\n|\"]*?))(?:-{2,}|={2,}|\.+-)[>xo]?"
    r"|[<xo]?(?:-{2,}|={2,}|-\.+-|~{3,})[>xo]?)\s*(?:\|\s*(?:\"([^\"]*)\"|([^|\n]*?))\s*\|)?"
)
_LINE = re.compile(r'(?:[^\n;"]|"[^"\n]*"?)+')
_AND = re.compile(r"\s*&")
_SHAPED = re.compile(r"(?:[\w-]*\s*)?[\[({)]{1,3}(.*?)[\])}(]{1,3}")


def recognises(text: str) -> bool:
    """Whether a text begins with `graph TD`, `flowchart` or `mindmap` on a line of its own."""
    return bool(_BEGIN.match(text))


def read(text: str) -> Sketch:
    """The tree. Raises InputError where the chart is none, or a line says nothing of nodes and edges."""
    begin = _BEGIN.match(text)
    assert begin is not None
    if begin[1]:
        sketch = sketch_of_lines(list(_lines_of_mind_map(text, begin.end())))
        check_joined_lines(sketch, text)
        return sketch
    graph, labels = Graph(), dict[str, str]()
    for line, start in _lines_of_flowchart(text, begin.end()):
        _add_chain_of_nodes(graph, labels, line, start)
    for key, label in labels.items():
        graph.labelled(key, read_label(label, inner=bool(graph.entries[key].edges)))
    return graph.sketch()


def _lines_of_flowchart(text: str, start: int) -> Iterator[tuple[str, int]]:
    for found in _LINE.finditer(text, start):
        if not _PASSED_OVER.match(found[0]):
            yield found[0].rstrip(), found.start()


def _add_chain_of_nodes(graph: Graph, labels: dict[str, str], line: str, start: int) -> None:
    """A chain of nodes: `A & B --> C -->|left| D`."""
    above, at = _read_joined_nodes(graph, labels, line, 0, start)
    while at < len(line):
        arrow = _ARROW.match(line, at)
        if not arrow or not arrow[0].strip():
            raise refusal("foreign-form", Span(start + at, start + len(line)), text=line[at : at + 40].strip())
        below, at = _read_joined_nodes(graph, labels, line, arrow.end(), start)
        words = next((each for each in arrow.groups() if each), None)
        label = _with_entities_replaced(words.strip()) if words else None
        if "~" not in arrow[0]:
            for parent in above:
                for child in below:
                    graph.edge(parent, child, Span(start + arrow.start(), start + at), label)
        above = below


def _read_joined_nodes(graph: Graph, labels: dict[str, str], line: str, at: int, start: int) -> tuple[list[str], int]:
    """The nodes that stand here, with `&` between them, and where they end."""
    keys: list[str] = []
    while True:
        found = _NODE.match(line, at)
        if not found:
            raise refusal("foreign-form", Span(start + at, start + len(line)), text=line[at : at + 40].strip())
        key = found[1]
        graph.node(key, Span(start + found.start(1), start + found.end()))
        keys.append(key)
        label = next((each for each in found.groups()[1:] if each is not None), None)
        if label is not None:
            labels[key] = _with_entities_replaced(label.replace("`", "").replace("&nbsp;", " "))
        at = found.end()
        more = _AND.match(line, at)
        if not more:
            return keys, at
        at = more.end()


def _lines_of_mind_map(text: str, start: int) -> Iterator[Line]:
    for found in re.compile(r"[^\n]+").finditer(text, start):
        line = found[0].expandtabs(8)
        words = line.strip()
        if words and not words.startswith(("%%", "::icon", ":::")):
            shaped = _SHAPED.fullmatch(words)
            start = found.end() - len(found[0].lstrip())
            yield Line(len(line) - len(line.lstrip()), shaped[1] if shaped else words, start)


def _with_entities_replaced(words: str) -> str:
    """The words with `#35;` and `#quot;` as what they stand for."""
    words = re.sub(r"#([0-9]{1,7});", lambda found: chr(min(int(found[1]), 0x10FFFF)), words)
    return words.replace("#quot;", '"')


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
