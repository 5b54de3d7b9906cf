r"""Trees of the package pst-tree: `\pstree{\Tcircle{A}}{\pstree{\TR{B}}{\TR{3} \TR{5}} \TR{2}}`."""

import re

from treesolve.model.problem import Span
from treesolve.notation.foreign import tex
from treesolve.notation.foreign.label import read_label
from treesolve.notation.foreign.refusal import refusal
from treesolve.notation.foreign.sketch import Sketch

NAME = "pst-tree"

_TREE = re.compile(r"\\(?:ps|js)tree\s*(?:\[[^\[\]]*\])?\s*\{")
_NODE = re.compile(
    r"\s*\\(?:T[a-zA-Z]*|pscirclebox|psframebox)\s*\*?\s*(?:\[[^\[\]]*\])?\s*(?:\{(?P<label>[^{}]*)\})?\s*(?:[~^_]\{[^{}]*\}\s*)*"
)
_BELOW = re.compile(r"\s*\}\s*\{")
_END = re.compile(r"\s*\}")


def recognises(text: str) -> bool:
    """Whether there is a tree of this package."""
    return _TREE.search(tex.without_comments(text)) is not None


def _check_end(plain: str, end: int) -> None:
    """Raises InputError where another tree stands behind the end of the first."""
    if found := _TREE.search(plain, end):
        raise refusal("foreign-form", Span(*found.span()))


def read(text: str) -> Sketch:
    """The tree. Raises InputError where braces do not match, or something else stands in them."""
    plain = tex.without_comments(text)
    found = _TREE.search(plain)
    assert found is not None
    above: list[tuple[int, str, list[Sketch]]] = []
    at = found.start()
    while True:
        opened, node, ended = (each.match(plain, at) for each in (re.compile(r"\s*" + _TREE.pattern), _NODE, _END))
        if opened and (label := _NODE.match(plain, opened.end())) and (below := _BELOW.match(plain, label.end())):
            above.append((opened.start(), label["label"] or "", []))
            at = below.end()
        elif node and above:
            above[-1][2].append(read_label(tex.label(node["label"] or ""), inner=False).sketch(Span(*node.span())))
            at = node.end()
        elif ended and above:
            start, words, children = above.pop()
            at = ended.end()
            made = read_label(tex.label(words), inner=bool(children)).sketch(Span(start, at), tuple(children))
            if not above:
                _check_end(plain, at)
                return made
            above[-1][2].append(made)
        else:
            raise refusal("foreign-unclosed", Span(at, min(at + 20, len(text))), text=text[at : at + 20].strip())
