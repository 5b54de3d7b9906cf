r"""Writer for pictures as LaTeX source for the package `forest`.

The source consists of nested brackets with one node per line, so that users can paste and edit it.

    [5, MAX, called=S, side=MAX, principal
      [3, MIN, called=A, side=MIN, struck, pruned]
    ]

A picture contains only the kinds, texts and marks of its nodes. The styles in the template `game-tree.tex.jinja` define
how nodes look, and they measure the texts so that forest reserves space for them. A document needs these styles once.
"""

import re
from collections.abc import Iterator, Sequence

from treesolve.drawing.arrangement import Arrangement, arrange
from treesolve.drawing.escaping import escape_latex
from treesolve.drawing.label import Label, level_label_texts
from treesolve.drawing.shape import NAME_SIZE, ON_PAPER, DrawingMetrics
from treesolve.model.kind import Kind
from treesolve.model.tree import Tree

MAX_INDENT = 24
"""Maximum indentation in levels."""

_EXTRA_PER_REACH = 0.07
_MAX_EXTRA = 50.0
_MIN_EXTRA = 4.0
"""The extra distance below a level for each point that its longest edge extends sideways, and the limits of the extra
distance.
"""


def forest(
    tree: Tree,
    labels: Sequence[Label],
    shapes: str = "triangles",
    *,
    turned: bool = False,
    setting: DrawingMetrics = ON_PAPER,
) -> str:
    r"""Return the picture as a `forest` environment; the document must contain the styles.

    `shapes` is a key of SHAPES. If `turned` is true, the root is on the left.
    """
    arrangement = arrange(tree, labels, shapes, turned=turned, setting=setting)
    return "\n".join(
        [
            *(["\\gametreelarge"] if setting.name > NAME_SIZE else []),
            "\\begin{forest}",
            *_style_lines(tree, arrangement, shapes, setting),
            *_node_lines(tree, labels),
            "\\end{forest}\n",
        ]
    )


def _style_lines(tree: Tree, arrangement: Arrangement, shapes: str, setting: DrawingMetrics) -> Iterator[str]:
    """Yield the lines that select the styles of the picture and add distance below levels with flat edges."""
    chosen = (shapes, shapes != "triangles"), ("turned", arrangement.turned), ("close", setting.outline_scale < 1)
    yield "  " + ", ".join(["game tree", *(style for style, holds in chosen if holds)]) + ","
    for depth, extra in enumerate(_extra_distances_of_levels(tree, arrangement, setting.level_spacing)):
        if extra >= _MIN_EXTRA:
            yield f"  where level={depth}{{l sep+={extra:.0f}pt}}{{}},"


def _extra_distances_of_levels(tree: Tree, arrangement: Arrangement, share: float) -> list[float]:
    """Return, for each level, the extra distance to the next level, multiplied by `share`."""
    reach = [0.0] * (max(tree.depths) + 1)
    for edge in arrangement.edges:
        parent, child = arrangement.placements[edge.parent], arrangement.placements[edge.child]
        aside = abs(parent.y - child.y if arrangement.turned else parent.x - child.x)
        reach[tree.depths[edge.parent]] = max(reach[tree.depths[edge.parent]], aside)
    return [share * min(_MAX_EXTRA, _EXTRA_PER_REACH * aside) for aside in reach]


def _node_lines(tree: Tree, labels: Sequence[Label]) -> Iterator[str]:
    """Yield one line for each node, and one for each closing bracket of an inner node."""
    sides = dict(zip(_first_of_each_level(tree), level_label_texts(tree), strict=True))
    open_nodes: list[int] = []
    for node, label in enumerate(labels):
        while open_nodes and tree.ends[open_nodes[-1]] <= node:
            yield _indentation_at_depth(tree.depths[open_nodes.pop()]) + "]"
        shown = label.without_board
        shown = shown if node else shown._replace(edge="", struck=False)  # the root has no edge
        options = ", ".join(_keys_of_node(shown, sides.get(node, "")))
        closing = "" if tree.children[node] else "]"
        yield f"{_indentation_at_depth(tree.depths[node])}[{options}{closing}"
        if tree.children[node]:
            open_nodes.append(node)
    while open_nodes:
        yield _indentation_at_depth(tree.depths[open_nodes.pop()]) + "]"


def _first_of_each_level(tree: Tree) -> list[int]:
    """Return the first inner node of each level, or the first leaf if the level has only leaves."""
    firsts: dict[int, int] = {}
    for node, depth in enumerate(tree.depths):
        if depth not in firsts or (not tree.children[firsts[depth]] and tree.children[node]):
            firsts[depth] = node
    return [firsts[depth] for depth in range(len(firsts))]


def _indentation_at_depth(depth: int) -> str:
    return "  " * (1 + min(depth, MAX_INDENT))


def _keys_of_node(label: Label, side: str) -> Iterator[str]:
    """Yield the content of a node's brackets: first the node's value, then its options."""
    yield (
        brace_latex(label.value)
        if label.value or not label.reserved
        else f"{{\\phantom{{{escape_latex(label.reserved)}}}}}"
    )
    yield "leaf" if label.kind is Kind.LEAF else label.kind.value.upper()
    name = "" if label.name == label.value else label.name
    texts = ("called", name), ("window", label.window), ("move", label.edge), ("side", side)
    yield from (f"{key}={brace_latex(text)}" for key, text in texts if text)
    if label.kind is Kind.LEAF and label.status in ("waiting", "open", "unseen"):
        yield "blank"
    yield from (status for status in ("waiting", "pruned") if label.status == status)
    marks = ("struck", label.struck), ("principal", label.principal), ("current", label.current)
    yield from (mark for mark, holds in marks if holds)


def brace_latex(text: str) -> str:
    r"""Return the text escaped for LaTeX, and in braces unless it consists of ASCII letters and digits.

    >>> print(brace_latex("L1"), brace_latex("],edge=x"))
    L1 {],edge=x}
    """
    return text if re.fullmatch("[A-Za-z0-9]+", text) else f"{{{escape_latex(text)}}}"
