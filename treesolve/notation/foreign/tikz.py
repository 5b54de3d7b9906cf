r"""Trees as plain TikZ has them, with children in one another, or with nodes in places and edges between them.

\node {A} child {node {B} child {node {3}} child {node {5}}} child {node {2}};
\node (a) at (0,0) {A}; \node (b) at (-2,-1) {B}; \draw (a) -- (b);
"""

import re

from treesolve.model.problem import Span
from treesolve.model.tree import Tree
from treesolve.notation.foreign import tex
from treesolve.notation.foreign.graph import Graph
from treesolve.notation.foreign.label import KIND_WORDS, read_edge, read_label
from treesolve.notation.foreign.nesting import Piece, nested
from treesolve.notation.foreign.refusal import refusal
from treesolve.notation.foreign.sketch import Sketch

NAME = "TikZ"

_SIGN = re.compile(r"\bchild\s*(?:\[[^\[\]]*\]\s*)?\{\s*node\b")
_ROOT = re.compile(r"\\(?:path\s*(?:\[[^\]]*\])?\s*)?node\b")
_PIECE = re.compile(
    r"\s*(?:(?P<node>\\?node\b)|(?P<child>child\b)|(?P<edge>edge\s+from\s+parent\b)|(?P<other>[\[({])|(?P<word>[^\s\[({\\]+|\\\w*|\\.))"
)


_PLACED = re.compile(
    r"\\node\s*(?P<style>(?:\[[^\]]*\]\s*)*)\((?P<key>[^()]+)\)\s*(?P<more>(?:\[[^\]]*\]\s*|at\s*\([^()]*\)\s*)*)\{"
)
_PLACE = re.compile(r"at\s*\(\s*(-?[0-9.]+)\w*\s*,")
_DRAWN = re.compile(r"\\(?:draw|path)\b[^;]*;")
_END = re.compile(
    r"(?P<start>\\(?:draw|path))|\((?P<key>[^()]+?)(?:\.\w+(?: \w+)?)?\)|(?P<edge>--|\bedge\b|\bto\b)"
    r"|node\s*(?:\[[^\]]*\])?\s*\{(?P<label>[^{}]*)\}"
)


def recognises(text: str) -> bool:
    """Whether there are children with nodes in braces, or nodes with names and edges between them."""
    if _SIGN.search(text) and _ROOT.search(text):
        return True
    keys = {found["key"] for found in _PLACED.finditer(text)}
    ends = {each["key"] for drawn in _DRAWN.finditer(text) for each in _END.finditer(drawn[0])}
    return len(keys) > 2 and len(keys & ends) > 1


def read(text: str) -> Sketch:
    """The tree. Raises InputError where braces do not match, or nodes are no tree."""
    plain = tex.without_comments(text)
    first = _SIGN.search(plain)
    if not first:
        return _tree_of_placed_nodes(plain)
    roots = list(_ROOT.finditer(plain, 0, first.start()))
    if not roots:
        raise refusal("foreign-form", Span(0, 1))
    start = roots[-1].start()
    end = plain.find(";", start)
    found = _nodes_in_stretch(plain, start, len(plain) if end < 0 else end, 0)
    if len(found) != 1 or plain.count("child", end if end > 0 else len(plain)):
        raise refusal("foreign-form", Span(*roots[-1].span()))
    return found[0]


def _tree_of_placed_nodes(text: str) -> Sketch:
    """The tree of nodes with names and places; children stand as they do in the drawing, from left to right."""
    graph = Graph()
    places: dict[str, float] = {}
    labels: dict[str, tuple[str, str]] = {}
    for found in _PLACED.finditer(text):
        key, closed = found["key"], tex.closing(text, found.end() - 1)
        graph.node(key, Span(*found.span()))
        labels[key] = tex.label(text[found.end() - 1 : closed]), found["style"]
        if at := _PLACE.search(found["more"]):
            places[key] = float(at[1])
    edges = _drawn_edges(text)
    if set(places) == set(labels):
        edges.sort(key=lambda edge: places.get(edge[1], 0))
    for parent, child, label, span in edges:
        graph.edge(parent, child, span, label)
    for key, (written, style) in labels.items():
        said = read_label(written, inner=bool(graph.entries[key].edges))
        kinds = [KIND_WORDS[word] for word in re.findall(r"[a-z]+", style) if word in KIND_WORDS]
        graph.labelled(key, said._replace(kind=said.kind or next(iter(kinds), None)))
    return graph.sketch()


def _drawn_edges(text: str) -> list[tuple[str, str, str | None, Span]]:
    """The edges that are drawn, each with its label and its place: `(a) -- (b)`, and `(a) edge (b) edge (c)`.

    Raises InputError where a line goes through several nodes, so that nobody says which is above which.
    """
    found: list[tuple[str, str, str | None, Span]] = []
    for drawn in _DRAWN.finditer(text):
        start, joined, label, lines = "", "", None, 0
        for each in _END.finditer(drawn[0]):
            if each["edge"]:
                joined, label = each["edge"], None
            elif each["label"] is not None:
                label = tex.label(each["label"])
            elif each["key"]:
                span = Span(*drawn.span())
                lines = lines + 1 if joined and joined != "edge" else 0
                if lines > 1:
                    raise refusal("foreign-form", span)
                if joined and start:
                    ends = (each["key"], start) if "<-" in drawn[0] else (start, each["key"])
                    found.append((*ends, label, span))
                start = start if joined == "edge" else each["key"]
                joined = ""
    return found


def _nodes_in_stretch(text: str, at: int, end: int, depth: int) -> list[Sketch]:
    """The node that stands between two places, with its children; none where a child is missing."""
    start, written, edge = at, None, ""
    children: list[Sketch] = []
    in_edge = False
    while (found := _PIECE.match(text, at, end)) and depth <= tex.DEEPEST:
        at = found.end()
        if found["node"]:
            said, at = _label_and_its_end(text, at, end)
            if in_edge:
                edge = said
            elif written is None:
                written, start = said, found.start("node")
        elif found["child"]:
            opened = _start_behind_options(text, at, end)
            if text[opened : opened + 1] != "{" or (closed := tex.closing(text, opened)) < 0:
                raise refusal("foreign-form", Span(found.start("child"), found.end()))
            below = _nodes_in_stretch(text, opened + 1, closed - 1, depth + 1)
            if not below and re.sub(r"edge from parent.*|\\?coordinate.*", "", text[opened + 1 : closed - 1]).strip():
                raise refusal("foreign-form", Span(found.start("child"), closed))
            children += below
            at = closed
        elif found["edge"]:
            in_edge = True
        elif found["other"]:
            at = max(tex.closing(text, found.start("other")), at)
    if written is None:
        return []
    move, weight = read_edge(tex.label(edge)) if edge else (None, None)
    sketch = read_label(tex.label(written), inner=bool(children)).sketch(Span(start, at), tuple(children))
    return [sketch._replace(move=move, weight=weight)]


def _start_behind_options(text: str, at: int, end: int) -> int:
    """Where what follows options and names begins."""
    while True:
        blank = re.compile(r"\s*").match(text, at, end)
        at = blank.end() if blank else at
        if text[at : at + 1] not in ("[", "("):
            return at
        closed = tex.closing(text, at)
        if closed < 0:
            return at
        at = closed


def _label_and_its_end(text: str, at: int, end: int) -> tuple[str, int]:
    """The label of a node, in braces behind its options and its name, and where it ends."""
    opened = _start_behind_options(text, at, end)
    if text[opened : opened + 1] != "{" or (closed := tex.closing(text, opened)) < 0:
        return "", opened
    return text[opened:closed], closed


def write(tree: Tree) -> str:
    r"""The tree as a node with children, with moves and weights at edges.

    >>> from treesolve.notation.reader import read as read_ours
    >>> print(write(read_ours("A: (left -> 6 5)")), end="")
    \node {A (MAX)}
      child {node {6} edge from parent node[midway, fill=white, font=\footnotesize] {left}}
      child {node {5}};
    """
    return nested(tree, lambda node: _text_around_children(tree, node)) + ";\n"


def _text_around_children(tree: Tree, node: int) -> Piece:
    said = f"node {{{tex.written(tree, node).strip('{}')}}}"
    if not node:
        return Piece(f"\\{said} ")
    edge = tex.edge(tree, node)
    closing = f" edge from parent {tex.AT_EDGE} {{{edge}}}}}" if edge else "}"
    return Piece(f"child {{{said} ", closing) if tree.children[node] else Piece(f"child {{{said}{closing}")
