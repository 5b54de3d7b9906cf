"""Pictures as Typst, drawn with its own shapes and texts.

A picture calls the functions of the prelude, which a document defines once. All texts are strings of Typst's code, so
that nothing in them is obeyed.
"""

from collections.abc import Iterable, Iterator, Sequence

from treesolve.drawing.board import side
from treesolve.drawing.geometry import Arrangement, Edge, Place, Point, Text, coordinate
from treesolve.drawing.label import Label
from treesolve.drawing.markup import typst_string
from treesolve.drawing.shape import ON_PAPER, VALUE_SIZE, Setting, value_offset

_PRELUDE = """\
// Game trees: all coordinates in points, y downwards.
#let faint = luma(42%)
#let words-at(x, y, side, size, body) = {{
  let room = 999pt // more than any text takes, so that none is broken
  let before = if side == left {{ 0pt }} else if side == center {{ room / 2 }} else {{ room }}
  place(top + left, dx: x * 1pt - before, dy: y * 1pt - 20pt,
    box(width: room, height: 40pt, align(side + horizon, text(size: size * 1pt, body))))
}}
#let stroke-of(mark) = {{
  let pruned = mark.contains("pruned")
  let waiting = mark.contains("waiting") or mark.contains("unseen")
  let thick = if mark.contains("principal") {{ 2pt }} else if mark.contains("current") {{ 1.8pt }} else {{ 0.7pt }}
  (
    paint: if pruned or waiting {{ faint }} else {{ black }}, thickness: thick, join: "round",
    dash: if pruned {{ (2.5pt, 2pt) }} else {{ none }},
  )
}}
#let line-at(x, y, to-x, to-y, stroke) = place(top + left,
  line(start: (x * 1pt, y * 1pt), end: (to-x * 1pt, to-y * 1pt), stroke: stroke))
#let edge(x, y, to-x, to-y, mark, strokes: ()) = {{
  line-at(x, y, to-x, to-y, stroke-of(mark))
  for s in strokes {{ line-at(..s, 1.2pt) }}
}}
#let move(x, y, mark, body) = words-at(x, y, center, {edge:g}, box(fill: white, inset: (x: 2pt, y: 2pt),
  text(fill: if mark.contains("pruned") and not mark.contains("is-") {{ faint }} else {{ black }}, body)))
#let outline(shape, w, h, ..look) = {{
  if shape == "circle" {{ ellipse(width: w, height: h, ..look) }}
  else if shape == "square" or shape == "board" {{ rect(width: w, height: h, ..look) }}
  else if shape == "box" {{ rect(width: w, height: h, radius: 3pt, ..look) }}
  else if shape == "up" {{ polygon((w / 2, 0pt), (w, h), (0pt, h), ..look) }}
  else if shape == "down" {{ polygon((0pt, 0pt), (w, 0pt), (w / 2, h), ..look) }}
  else {{ polygon((w / 2, 0pt), (w, h / 2), (w / 2, h), (0pt, h / 2), ..look) }}
}}
#let stones(x, y, side, rows, faded) = {{
  let grid = 0.4pt + luma(55%)
  let stone = (paint: if faded {{ faint }} else {{ black }}, thickness: 1.1pt, cap: "round")
  let (wide, high) = (side * rows.first().len(), side * rows.len())
  for i in range(1, rows.first().len()) {{ line-at(x + i * side, y, x + i * side, y + high, grid) }}
  for i in range(1, rows.len()) {{ line-at(x, y + i * side, x + wide, y + i * side, grid) }}
  for (j, row) in rows.enumerate() {{
    for (i, stone-here) in row.clusters().enumerate() {{
      let (cx, cy, arm) = (x + (i + 0.5) * side, y + (j + 0.5) * side, 0.28 * side)
      if stone-here == "X" {{
        line-at(cx - arm, cy - arm, cx + arm, cy + arm, stone)
        line-at(cx - arm, cy + arm, cx + arm, cy - arm, stone)
      }} else if stone-here == "O" {{
        place(top + left, dx: (cx - 0.3 * side) * 1pt, dy: (cy - 0.3 * side) * 1pt,
          circle(radius: 0.3 * side * 1pt, stroke: stone))
      }}
    }}
  }}
}}
#let node(shape, x, y, w, h, mark, value, name: none, window: none, stems: (), board: none) = {{
  let fill = if mark.contains("current") {{ luma(88%) }} else {{ white }}
  let blank = shape == "box" and (mark.contains("waiting") or mark.contains("unseen"))
  let stroke = if blank {{ none }} else {{ stroke-of(mark) }}
  for s in stems {{ line-at(..s, stroke-of(mark)) }}
  place(top + left, dx: (x - w / 2) * 1pt, dy: (y - h / 2) * 1pt,
    outline(shape, w * 1pt, h * 1pt, fill: fill, stroke: stroke))
  if board != none {{ stones(x - w / 2, y - h / 2, board.at(0), board.at(1), mark.contains("pruned")) }}
  set text(fill: if mark.contains("pruned") {{ faint }} else {{ black }})
  if value.last() != "" {{
    let heavy = text.with(weight: if mark.contains("principal") {{ "bold" }} else {{ "regular" }})
    let (value-x, value-y, value-side) = if value.len() == 4 {{ value.slice(0, 3) }} else {{ (x, value.at(0), center) }}
    words-at(value-x, value-y, value-side, {value:g}, heavy(value.last()))
  }}
  if name != none {{ words-at(name.at(0), name.at(1), name.at(2), {name:g}, emph(name.at(3))) }}
  if window != none {{ words-at(window.at(0), window.at(1), window.at(2), {window:g}, window.at(3)) }}
}}
#let side(x, y, anchor, body) = words-at(x, y, anchor, {side:g}, text(fill: faint, strong(body)))
#let game-tree(width, height, zoom, alt, body) = figure(alt: alt, scale(zoom * 100%, reflow: true,
  block(width: width * 1pt, height: height * 1pt, breakable: false, align(top + left, body))))
"""


_ANCHORS = {"start": "left", "middle": "center", "end": "right"}


def prelude(setting: Setting = ON_PAPER) -> str:
    """The functions that pictures call which are set so; a document defines them once."""
    return _PRELUDE.format(value=VALUE_SIZE, **setting._asdict())


def typst(arrangement: Arrangement, labels: Sequence[Label], alternative: str, scale: float = 1.0) -> str:
    """The picture as a call of the prelude's `game-tree`; `alternative` tells it to those who cannot see it."""
    size = f"{coordinate(arrangement.width)}, {coordinate(arrangement.height)}, {scale:.3f}"
    return "".join(
        [f"#game-tree({size}, {typst_string(alternative)}, {{\n", *_elements_of_picture(arrangement, labels), "})\n"]
    )


def _elements_of_picture(arrangement: Arrangement, labels: Sequence[Label]) -> Iterator[str]:
    """The texts on edges come after all edges, so that none is crossed."""
    for one in arrangement.sides:
        yield f"  side({_point_as_text(one.x, one.y)}, {_ANCHORS[one.anchor]}, {typst_string(one.text)})\n"
    for start, end in arrangement.links:
        yield f'  edge({_point_as_text(*start)}, {_point_as_text(*end)}, "done")\n'
    for edge in arrangement.edges:
        yield _edge_call(edge, labels[edge.child])
    for edge in arrangement.edges:
        if labels[edge.child].edge:
            yield _move_call(edge, labels[edge.child])
    for place, label in zip(arrangement.places, labels, strict=True):
        yield _node_call(place, label)


def _edge_call(edge: Edge, label: Label) -> str:
    strokes = f", strokes: ({_lines_as_array(edge.strokes)})" if label.struck else ""
    return f"  edge({_point_as_text(*edge.start)}, {_point_as_text(*edge.end)}, {_marks_of_node(label)}{strokes})\n"


def _move_call(edge: Edge, label: Label) -> str:
    return f"  move({_point_as_text(*edge.text)}, {_marks_of_node(label)}, {typst_string(label.edge)})\n"


def _node_call(place: Place, label: Label) -> str:
    if place.value is None:
        value = f"({coordinate(place.y + value_offset(place.shape))}, {typst_string(label.value)})"
    else:
        value = _text_as_array(place.value, label.value)
    options = "" if label.board or label.name == label.value else f", name: {_text_as_array(place.name, label.name)}"
    if label.window:
        options += f", window: {_text_as_array(place.window, label.window)}"
    stems = _lines_as_array(stem for stem in place.stems if stem[0] != stem[1])
    options += f", stems: ({stems})" if stems else ""
    if label.board:
        options += f", board: ({coordinate(side(label.board))}, ({', '.join(map(typst_string, label.board))},))"
    box = f"{_point_as_text(place.x, place.y)}, {coordinate(place.width)}, {coordinate(place.height)}"
    return f'  node("{place.shape}", {box}, {_marks_of_node(label)}, {value}{options})\n'


def _lines_as_array(lines: Iterable[tuple[Point, Point]]) -> str:
    return "".join(f"({_point_as_text(*start)}, {_point_as_text(*end)}), " for start, end in lines)


def _marks_of_node(label: Label) -> str:
    """The marks of a node as words in a string."""
    marks = ("principal", label.principal), ("current", label.current), (f"is-{label.mark}", label.mark)
    return '"' + " ".join([label.status, *(name for name, holds in marks if holds)]) + '"'


def _text_as_array(at: Text, text: str) -> str:
    return f"({_point_as_text(at.x, at.y)}, {_ANCHORS[at.anchor]}, {typst_string(text)})"


def _point_as_text(x: float, y: float) -> str:
    return f"{coordinate(x)}, {coordinate(y)}"
