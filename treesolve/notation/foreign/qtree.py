r"""Trees of the packages qtree and tikz-qtree: `\Tree [.A [.B 3 5 ] [.C 2 9 ] ]`."""

import re

from treesolve.model.problem import Span
from treesolve.model.tree import Tree
from treesolve.notation.foreign import tex
from treesolve.notation.foreign.label import read_edge, read_label
from treesolve.notation.foreign.nesting import Piece, nested
from treesolve.notation.foreign.refusal import refusal
from treesolve.notation.foreign.sketch import Sketch

NAME = "qtree"

_TREE = re.compile(r"\\[Tt]ree\s*(?=\[\.)|\\Tree\b|^\s*(?=\[\.)")
_PIECE = re.compile(
    r"\s*(?:(?P<open>\[\.?)|(?P<close>\])|(?P<edge>\\edge\b)|(?P<brace>\{)|(?P<word>(?:\\.|[^\s\[\]{}])+)|\Z)"
)
_LABEL = re.compile(r"\[\.[ \t]*[^\s\[\]]")
_EDGE_END = re.compile(r"\s*(?:\[[^\]]*\])?\s*(?:node\s*(?:\[[^\]]*\])?\s*\{[^{}]*\}\s*)*;")

_NODE = re.compile(r"\\node\s*(?:\[[^\]]*\]\s*|\([^)]*\)\s*)*(?=\{)")
"""A node of TikZ as a label."""


def recognises(text: str) -> bool:
    """Whether there is a tree of qtree: brackets with a full stop before their labels."""
    plain = tex.without_comments(text)
    return "[." in plain and bool(_TREE.search(plain)) and bool(_LABEL.search(plain))


def read(text: str) -> Sketch:
    """The tree. Raises InputError where brackets do not match."""
    plain = tex.without_comments(text)
    at = plain.index("[.")
    above: list[tuple[int, str, list[Sketch], str]] = []
    move = ""
    while found := _PIECE.match(plain, at):
        start, at = found.start(found.lastgroup or 0), found.end()
        if found["open"]:
            written, at = _label_and_its_end(plain, at) if found["open"] == "[." else ("", at)
            above.append((start, written, [], move))
            move = ""
        elif found["edge"]:
            behind = _EDGE_END.match(plain, at)
            if not behind:
                break
            at = behind.end()
            labels = re.findall(r"\{([^{}]*)\}", behind[0])
            move = labels[-1] if labels else ""
        elif found["close"] and above:
            opened, written, children, edge = above.pop()
            node = _node_with_label(Span(opened, at), written, tuple(children), edge)
            if not above and not re.search(r"[\[\]0-9]", re.sub(r"\\\w+\s*(?:\[[^\]]*\])?", "", plain[at:])):
                return node
            if not above:
                break
            above[-1][2].append(node)
        elif above and (found["brace"] or found["word"]):
            written, at = _label_and_its_end(plain, start)
            above[-1][2].append(_node_with_label(Span(start, at), written, (), move))
            move = ""
        else:
            break
        if len(above) > tex.DEEPEST:
            break
    raise refusal("foreign-form", Span(plain.index("[."), plain.index("[.") + 2))


def _label_and_its_end(text: str, at: int) -> tuple[str, int]:
    """The label that begins there, a group in braces or a word, and where it ends."""
    found = re.compile(r"\s*").match(text, at)
    start = found.end() if found else at
    if node := _NODE.match(text, start):
        end = tex.closing(text, node.end())
        return (text[node.end() : end], end + (text[end : end + 1] == ";")) if end > 0 else ("", len(text))
    if text[start : start + 1] == "{":
        end = tex.closing(text, start)
        return (text[start:end], end) if end > 0 else ("", len(text))
    if text[start : start + 1] == "$" and (end := text.find("$", start + 1)) > 0:
        return text[start : end + 1], end + 1
    word = re.compile(r"(?:\\.|[^\s\[\]{}])*(?:\{[^{}]*\})?").match(text, start)
    end = word.end() if word else start
    return text[start:end], max(end, start + (end == start and start < len(text)))


def _node_with_label(span: Span, written: str, children: tuple[Sketch, ...], edge: str) -> Sketch:
    move, weight = read_edge(tex.label(edge)) if edge else (None, None)
    return (
        read_label(tex.label(written), inner=bool(children)).sketch(span, children)._replace(move=move, weight=weight)
    )


def write(tree: Tree) -> str:
    r"""The tree; moves and weights are labels at edges, which tikz-qtree has.

    >>> from treesolve.notation.reader import read as read_ours
    >>> print(write(read_ours("A: (left -> (6 5) 2)")), end="")
    \Tree [.{A (MAX)} \edge node[midway, fill=white, font=\footnotesize]{left}; [.MIN 6 5 ] 2 ]
    """
    return f"\\Tree {nested(tree, lambda node: _text_around_children(tree, node))}\n"


def _text_around_children(tree: Tree, node: int) -> Piece:
    edge = tex.edge(tree, node)
    at_edge = f"\\edge {tex.AT_EDGE}{{{edge}}}; " if edge else ""
    words = tex.written(tree, node)
    return Piece(f"{at_edge}[.{words} ", " ]") if tree.children[node] else Piece(f"{at_edge}{words}")
