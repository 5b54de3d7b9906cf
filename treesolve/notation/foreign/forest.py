r"""Trees of the package forest: `[A [B [3] [5]] [C [2] [9]]]`, with options behind commas, in its environment or bare.

Vocabulary

    content     what stands in a bracket before its children: a label and options
"""

import re

from treesolve.model.problem import Span
from treesolve.model.tree import Tree
from treesolve.notation.foreign import tex
from treesolve.notation.foreign.label import number, read_edge, read_label
from treesolve.notation.foreign.nesting import Piece, nested
from treesolve.notation.foreign.refusal import refusal
from treesolve.notation.foreign.sketch import Sketch
from treesolve.notation.foreign.terms import groups, only_group

NAME = "forest"

_BEGIN = re.compile(r"\\begin\s*\{forest\}|\\(?:Forest|synttree)\b")
_PART = re.compile(r"\\.|\[|\]|\{", re.DOTALL)
_OTHERWISE = re.compile(r"(?<=[,{])\s*(?:phantom|reversed)\b(?!\s*=\s*false)")
"""Options that hide nodes, or draw children in another order than they stand in."""
_EDGE = re.compile(r"edge\s+label\s*=\s*\{?[^{}]*\{([^{}]*)\}")


def recognises(text: str) -> bool:
    """Whether a text has the environment, or each bracket begins with one label and has only brackets behind."""
    if _BEGIN.search(text):
        return True
    root = only_group(text) if text.lstrip().startswith("[") else None
    if root is None:
        return False
    found = list(groups(root))
    if len(found) < 2 or not all(group.bracket == "[" and _is_label_before_brackets(group.items) for group in found):
        return False
    return any(number(group.items[0].text) is None for group in found if len(group.items) > 1)


def _is_label_before_brackets(items: tuple[object, ...]) -> bool:
    sorts = [getattr(item, "sort", "") for item in items]
    return bool(sorts) and sorts[0] in ("word", "number") and all(sort == "group" for sort in sorts[1:])


def read(text: str) -> Sketch:
    """The tree. Raises InputError where brackets do not match or there is no tree in the environment."""
    plain = tex.without_comments(text)
    if unseen := _OTHERWISE.search(plain):
        raise refusal("foreign-form", Span(*unseen.span()))
    begun = _BEGIN.search(plain)
    start = _first_bracket(plain, begun.end() if begun else 0)
    if start < 0:
        raise refusal("foreign-form", Span(*begun.span()) if begun else Span(0, 1))
    return _node_at_bracket(plain, start)


def _first_bracket(text: str, at: int) -> int:
    """Where the root opens: the first square bracket outside of braces."""
    while found := _PART.search(text, at):
        if found[0] == "[":
            return found.start()
        at = tex.closing(text, found.start()) if found[0] == "{" else found.end()
        if at < 0:
            return -1
    return -1


def _node_at_bracket(text: str, start: int) -> Sketch:
    """The node whose bracket opens at `start`, and all below it."""
    above: list[tuple[int, int, list[Sketch]]] = []
    at = start
    while found := _PART.search(text, at):
        at = found.end()
        if found[0] == "[":
            if len(above) == tex.DEEPEST:
                break
            above.append((found.start(), at, []))
        elif found[0] == "{":
            at = tex.closing(text, found.start())
            if at < 0:
                break
        elif found[0] == "]":
            opened, behind, children = above.pop()
            end = children[0].span.start if children else found.start()
            node = _node_with_content(Span(opened, at), text[behind:end], tuple(children))
            if not above and not re.search(r"[\[\]0-9]", text[at:].partition(r"\end{forest}")[0]):
                return node
            if not above:
                break
            above[-1][2].append(node)
    raise refusal("foreign-form", Span(start, start + 1))


def _node_with_content(span: Span, content: str, children: tuple[Sketch, ...]) -> Sketch:
    written, _, options = _label_and_options(content)
    edge = _EDGE.search(options)
    move, weight = read_edge(tex.label(edge[1])) if edge else (None, None)
    sketch = read_label(tex.label(written), inner=bool(children)).sketch(span, children)
    return sketch._replace(move=move or sketch.move, weight=weight or sketch.weight)


def _label_and_options(content: str) -> tuple[str, str, str]:
    """The label and the options: the first comma outside of braces parts them."""
    at = 0
    for found in re.finditer(r"\{|,", content):
        if found.start() < at:
            continue
        if found[0] == ",":
            return content[: found.start()], ",", content[found.end() :]
        at = max(tex.closing(content, found.start()), found.end())
    return content, "", ""


def write(tree: Tree) -> str:
    r"""The tree in the environment, with moves and weights as labels at edges.

    >>> from treesolve.notation.reader import read as read_ours
    >>> print(write(read_ours("A: (left -> -6 5)")), end="")
    \begin{forest}
    for tree={s sep=8mm, l sep=10mm}
    [{A (MAX)}
      [{$-6$}, edge label={node[midway, fill=white, font=\footnotesize]{left}}]
      [5]
    ]
    \end{forest}
    """
    body = nested(tree, lambda node: _text_around_children(tree, node))
    return f"\\begin{{forest}}\n{_room_for_edges(tree)}{body}\n\\end{{forest}}\n"


def _room_for_edges(tree: Tree) -> str:
    """What moves nodes apart, so that the labels of edges do not touch; nothing where there are none."""
    longest = max(len(tex.edge(tree, node)) for node in range(len(tree)))
    return f"for tree={{s sep={2 * longest}mm, l sep=10mm}}\n" if longest else ""


def _text_around_children(tree: Tree, node: int) -> Piece:
    edge = tex.edge(tree, node)
    at_edge = f", edge label={{{tex.AT_EDGE}{{{edge}}}}}" if edge else ""
    opening = f"[{tex.written(tree, node)}{at_edge}"
    return Piece(f"{opening} ", "]") if tree.children[node] else Piece(f"{opening}]")
