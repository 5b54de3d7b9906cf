r"""Writer for pictures in the DOT language of Graphviz, which computes the layout itself.

    graph tree {
      n0 [label="5", shape=triangle, width=0.528, height=0.444, penwidth=2.6]
      n0 -- n1 [penwidth=2.6]
    }

Widths and heights are in inches, as Graphviz expects.
"""

from collections.abc import Iterator, Mapping, Sequence

from treesolve.drawing.escaping import escape_html, in_one_line
from treesolve.drawing.label import Label, level_label_texts
from treesolve.drawing.shape import (
    EDGE_SIZE,
    NAME_SIZE,
    SHAPES,
    SIDE_SIZE,
    VALUE_SIZE,
    WINDOW_SIZE,
    shape_size,
    text_width,
)
from treesolve.model.kind import Kind
from treesolve.model.tree import Tree

_HEAD = f"""\
graph tree {{
  graph [ordering=out, splines=line, outputorder=edgesfirst, nodesep=0.15, ranksep=0.5]
  node [fontname="Helvetica", fontsize={VALUE_SIZE:g}, fixedsize=shape, style=filled, fillcolor=white]
  edge [fontname="Helvetica", fontsize={EDGE_SIZE:g}]
"""

_SHAPES: Mapping[str, str] = {"up": "triangle", "down": "invtriangle", "circle": "ellipse"}
"""The Graphviz shapes of outlines that have a different name in Graphviz."""

_TRIANGLE_SCALE = 1.25
"""Factor by which triangles are enlarged, because Graphviz inscribes them in an ellipse of the given size."""

_FAINT_ATTRIBUTES = 'color="#777777", fontcolor="#777777"'
"""Attributes of pruned nodes, and of the edges to pruned and waiting nodes."""


def dot(tree: Tree, labels: Sequence[Label], shapes: str = "triangles") -> str:
    """Return DOT source for the picture of a tree; `shapes` is a key of SHAPES."""
    nodes = _node_statements(labels, shapes)
    return _graph([*_level_labels(tree), *nodes, *_edge_statements(tree, labels)])


def format_graph_dot(
    labels: Sequence[Label], links: Sequence[tuple[int, int]], levels: Sequence[int], shapes: str = "triangles"
) -> str:
    """Return DOT source for a graph whose nodes can have several parents.

    `links` are pairs of parent and child. Nodes with the same number in `levels` are drawn side by side.
    """
    edges = [f"n{above} -- n{below}" for above, below in links]
    ranks = [
        "{ rank=same; " + "; ".join(f"n{node}" for node, at in enumerate(levels) if at == level) + " }"
        for level in sorted(set(levels))
    ]
    return _graph([*_node_statements(labels, shapes), *ranks, *edges])


def _graph(statements: Sequence[str]) -> str:
    return "".join([_HEAD, *(f"  {line}\n" for line in statements), "}\n"])


def quote_dot_string(text: str) -> str:
    r"""Return the text as a quoted string that Graphviz prints literally.

    >>> print(quote_dot_string('\\N "&lt;"'))
    "\\N \"&amp;lt;\""
    """
    return '"' + _printable_text(text).replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;") + '"'


def _printable_text(text: str) -> str:
    return "".join(character if character.isprintable() else " " for character in in_one_line(text))


# Nodes


def _node_statements(labels: Sequence[Label], shapes: str) -> Iterator[str]:
    for node, label in enumerate(shown.without_board for shown in labels):
        outline = SHAPES[shapes][label.kind]
        width, height = shape_size(outline, label.value)
        if outline in ("up", "down"):
            width, height = width * _TRIANGLE_SCALE, height * _TRIANGLE_SCALE
        texts = _rows_of_leaf_texts(label) if label.kind is Kind.LEAF else _row_of_texts(label, width + 4)
        size = [f"width={width / 72:.3f}", f"height={height / 72:.3f}"]
        options = [f"label={texts}", f"shape={_SHAPES.get(outline, outline)}", *size]
        yield f"n{node} [{', '.join([*options, *_node_attributes(label, outline)])}]"


def _row_of_texts(label: Label, width: float) -> str:
    """Return a table row with name, value and window.

    The cells for name and window have the same width, so that the value is centered.
    """
    if not label.name and not label.window:
        return _value_alone(label)
    beside = 6 + max(text_width(label.name, NAME_SIZE), text_width(label.window, WINDOW_SIZE))
    name = _table_cell(_name_in_italics(label.name), f'ALIGN="RIGHT" WIDTH="{beside:.0f}"')
    value = _table_cell(_value_in_html(label), f'WIDTH="{width:.0f}"')
    window = _table_cell(_text_of_size(label.window, WINDOW_SIZE), f'ALIGN="LEFT" WIDTH="{beside:.0f}"')
    return _table_in_html(f"<TR>{name}{value}{window}</TR>")


def _rows_of_leaf_texts(label: Label) -> str:
    """Return a table with an empty row, the value of a leaf and its name; the empty row keeps the value centered."""
    if label.name in ("", label.value):
        return _value_alone(label)
    rows = (
        _table_cell("", 'HEIGHT="18"'),
        _table_cell(_value_in_html(label), 'HEIGHT="14"'),
        _table_cell(_name_in_italics(label.name), 'HEIGHT="18"'),
    )
    return _table_in_html("".join(f"<TR>{row}</TR>" for row in rows))


def _value_alone(label: Label) -> str:
    """Return a Graphviz label that contains only the value."""
    return f"<{_value_in_html(label)}>" if label.principal and label.value else quote_dot_string(label.value)


def _value_in_html(label: Label) -> str:
    return f"<B>{_html(label.value)}</B>" if label.principal and label.value else _html(label.value)


def _table_in_html(rows: str) -> str:
    return f'<<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="0">{rows}</TABLE>>'


def _text_on_white(text: str) -> str:
    """Return an edge label whose white background covers the edge."""
    return (
        f'<<TABLE BORDER="0" CELLPADDING="3" CELLSPACING="0" BGCOLOR="white"><TR><TD>{_html(text)}</TD></TR></TABLE>>'
    )


def _table_cell(content: str, options: str) -> str:
    return f"<TD {options}>{content}</TD>"


def _name_in_italics(text: str) -> str:
    return f'<FONT POINT-SIZE="{NAME_SIZE:g}"><I>{_html(text)}</I></FONT>' if text else ""


def _text_of_size(text: str, size: float) -> str:
    return f'<FONT POINT-SIZE="{size:g}">{_html(text)}</FONT>' if text else ""


def _html(text: str) -> str:
    """Escape the text for HTML-like labels of Graphviz, which also interpret backslashes and square brackets."""
    return escape_html(_printable_text(text)).replace("\\", "\\\\").replace("[", "&#91;").replace("]", "&#93;")


def _node_attributes(label: Label, outline: str) -> Iterator[str]:
    """Yield the style attributes of a node; leaves that have not been evaluated have no outline."""
    styles = ["filled", *(["rounded"] if outline == "box" else []), *(["dashed"] if label.status == "pruned" else [])]
    if len(styles) > 1:
        yield f'style="{",".join(styles)}"'
    if label.kind is Kind.LEAF and label.status in ("waiting", "open", "unseen"):
        yield "penwidth=0"
    elif label.principal or label.current:
        yield "penwidth=2.6" if label.principal else "penwidth=2.2"
    if label.current:
        yield 'fillcolor="#dddddd"'
    if label.status == "pruned":
        yield _FAINT_ATTRIBUTES


# Edges


def _edge_statements(tree: Tree, labels: Sequence[Label]) -> Iterator[str]:
    for node, parent in enumerate(tree.parents):
        if parent is not None:
            options = ", ".join(_edge_attributes(labels[node]))
            yield f"n{parent} -- n{node}" + (f" [{options}]" if options else "")


def _edge_attributes(label: Label) -> Iterator[str]:
    """Yield the label and the style attributes of the edge to a node; an edge that is cut ends in two strokes."""
    if label.edge:
        yield f"label={_text_on_white(label.edge)}"
    if label.struck:
        yield "dir=forward, arrowhead=teetee"
    if label.status == "pruned":
        yield f"style=dashed, {_FAINT_ATTRIBUTES}"
    elif label.status == "waiting":
        yield _FAINT_ATTRIBUTES
    if label.principal:
        yield "penwidth=2.6"


# Levels


def _level_labels(tree: Tree) -> Iterator[str]:
    """Yield statements for the level labels, which are on the ranks of their levels and joined by invisible edges."""
    firsts = {depth: node for node, depth in reversed(list(enumerate(tree.depths)))}
    texts = {depth: text for depth, text in enumerate(level_label_texts(tree)) if text}
    for depth, text in texts.items():
        style = f'shape=plaintext, fixedsize=false, style="", fontsize={SIDE_SIZE:g}'
        yield f"side{depth} [label={quote_dot_string(text)}, {style}]"
        yield f"{{ rank=same; side{depth}; n{firsts[depth]} }}"
    for depth in list(texts)[1:]:
        yield f"side{depth - 1} -- side{depth} [style=invis]"
