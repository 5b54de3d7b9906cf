"""Writer for pictures as Typst source.

A picture calls functions that the template `game-tree.typ.jinja` defines once per document. All texts are written as
Typst string literals, so that they are never interpreted as markup.
"""

from collections.abc import Iterable, Iterator, Sequence

from treesolve.drawing.board import side
from treesolve.drawing.escaping import quote_typst_string
from treesolve.drawing.geometry import Arrangement, Edge, NodePlacement, Point, Text, coordinate
from treesolve.drawing.label import Label
from treesolve.drawing.shape import ON_PAPER, DrawingMetrics, value_offset

_ANCHORS = {"start": "left", "middle": "center", "end": "right"}

_SIZES = 4
"""The number of fields of DrawingMetrics that are font sizes."""


def typst(
    arrangement: Arrangement,
    labels: Sequence[Label],
    alt_text: str,
    scale: float = 1.0,
    setting: DrawingMetrics = ON_PAPER,
) -> str:
    """Return the picture as a call of the function `game-tree`; `alt_text` is the text for screen readers.

    `setting` contains the font sizes with which the tree was arranged; they may differ from those of the document.
    """
    size = f"{coordinate(arrangement.width)}, {coordinate(arrangement.height)}, {scale:.3f}"
    return "".join(
        [
            f"#game-tree({size}, {quote_typst_string(alt_text)}, {{\n",
            *_font_sizes(setting),
            *_elements_of_picture(arrangement, labels),
            "})\n",
        ]
    )


def _font_sizes(setting: DrawingMetrics) -> Iterator[str]:
    """Yield redefinitions of the drawing functions with this picture's font sizes, unless these are the default."""
    if setting[:_SIZES] != ON_PAPER[:_SIZES]:
        yield f"  let node = node.with(name-size: {setting.name:g}, window-size: {setting.window:g})\n"
        yield f"  let (move, side) = (move.with(size: {setting.edge:g}), side.with(size: {setting.side:g}))\n"


def _elements_of_picture(arrangement: Arrangement, labels: Sequence[Label]) -> Iterator[str]:
    """Yield the elements of the picture; texts on edges come after all edges, so that no edge crosses a text."""
    for one in arrangement.sides:
        yield f"  side({_point_as_text(one.x, one.y)}, {_ANCHORS[one.anchor]}, {quote_typst_string(one.text)})\n"
    for start, end in arrangement.links:
        yield f'  edge({_point_as_text(*start)}, {_point_as_text(*end)}, "done")\n'
    for edge in arrangement.edges:
        yield _edge_call(edge, labels[edge.child])
    for edge in arrangement.edges:
        if labels[edge.child].edge:
            yield _move_call(edge, labels[edge.child])
    for placement, label in zip(arrangement.placements, labels, strict=True):
        yield _node_call(placement, label)


def _edge_call(edge: Edge, label: Label) -> str:
    strokes = f", strokes: ({_lines_as_array(edge.strokes)})" if label.struck else ""
    return f"  edge({_point_as_text(*edge.start)}, {_point_as_text(*edge.end)}, {_marks_of_node(label)}{strokes})\n"


def _move_call(edge: Edge, label: Label) -> str:
    return f"  move({_point_as_text(*edge.text)}, {_marks_of_node(label)}, {quote_typst_string(label.edge)})\n"


def _node_call(placement: NodePlacement, label: Label) -> str:
    if placement.value is None:
        value = f"({coordinate(placement.y + value_offset(placement.shape))}, {quote_typst_string(label.value)})"
    else:
        value = _text_as_array(placement.value, label.value)
    options = (
        "" if label.board or label.name == label.value else f", name: {_text_as_array(placement.name, label.name)}"
    )
    if label.window:
        options += f", window: {_text_as_array(placement.window, label.window)}"
    stems = _lines_as_array(stem for stem in placement.stems if stem[0] != stem[1])
    options += f", stems: ({stems})" if stems else ""
    if label.board:
        options += f", board: ({coordinate(side(label.board))}, ({', '.join(map(quote_typst_string, label.board))},))"
    box = f"{_point_as_text(placement.x, placement.y)}, {coordinate(placement.width)}, {coordinate(placement.height)}"
    return f'  node("{placement.shape}", {box}, {_marks_of_node(label)}, {value}{options})\n'


def _lines_as_array(lines: Iterable[tuple[Point, Point]]) -> str:
    return "".join(f"({_point_as_text(*start)}, {_point_as_text(*end)}), " for start, end in lines)


def _marks_of_node(label: Label) -> str:
    """Return a Typst string with the status and the marks of a node, separated by spaces."""
    marks = ("principal", label.principal), ("current", label.current), (f"is-{label.mark}", label.mark)
    return '"' + " ".join([label.status, *(name for name, holds in marks if holds)]) + '"'


def _text_as_array(at: Text, text: str) -> str:
    return f"({_point_as_text(at.x, at.y)}, {_ANCHORS[at.anchor]}, {quote_typst_string(text)})"


def _point_as_text(x: float, y: float) -> str:
    return f"{coordinate(x)}, {coordinate(y)}"
