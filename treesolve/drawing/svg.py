"""Writer for pictures in SVG.

The status and the marks (struck, principal, current) of a node are CSS classes of its group, so that a page can change
them without drawing the picture again. No mark depends on color alone: pruned nodes are dashed, edges that are cut have
two strokes, and the principal variation is thick.
"""

from collections.abc import Iterable, Iterator, Sequence

from treesolve.drawing.board import draw_board
from treesolve.drawing.escaping import escape_html
from treesolve.drawing.geometry import Arrangement, Edge, NodePlacement, Point, Text, coordinate
from treesolve.drawing.label import Label
from treesolve.drawing.shape import (
    EDGE_SIZE,
    NAME_SIZE,
    ON_PAPER,
    SIDE_SIZE,
    VALUE_SIZE,
    WINDOW_SIZE,
    DrawingMetrics,
    value_offset,
)

STYLE = f"""\
.tree text{{font-family:Arial,Helvetica,"Liberation Sans",sans-serif;fill:var(--ink,#000)}}
.tree .value{{font-size:{VALUE_SIZE}px}}.tree .name{{font-size:{NAME_SIZE}px}}.tree .window{{font-size:{WINDOW_SIZE}px}}
.tree .move{{font-size:{EDGE_SIZE}px;paint-order:stroke;stroke:var(--paper,#fff);stroke-width:4px}}
.tree .side{{font-size:{SIDE_SIZE}px;font-weight:bold;fill:var(--faint,#555)}}
.tree .name{{font-style:italic}}
.tree .shape,.tree .edge{{fill:none;stroke:var(--ink,#000);stroke-width:1}}
.tree .shape{{fill:var(--paper,#fff)}}
.tree .waiting .box,.tree .unseen .box{{stroke:none;fill:none}}
.tree .waiting .edge,.tree .unseen .edge{{stroke:var(--faint,#555)}}
.tree .strike{{display:none;stroke:var(--ink,#000);stroke-width:1.6}}.tree .struck .strike{{display:inline}}
.tree .pruned .shape,.tree .pruned .edge{{stroke:var(--faint,#777);stroke-dasharray:3 2.5}}
.tree .pruned text{{fill:var(--faint,#777)}}
.tree [class*=is-] .move{{fill:var(--ink,#000);stroke-width:6px}}
.tree .principal .shape,.tree .principal .edge{{stroke-width:2.6}}.tree .principal .value{{font-weight:bold}}
.tree .current .shape{{stroke-width:2.2;fill:var(--mark,#ffe9a8);stroke:var(--ink,#000)}}
"""
"""Styles of all classes; a page can set the colors --ink, --paper, --faint and --mark."""

BOARD_STYLE = """\
.tree .grid{fill:none;stroke:var(--faint,#888);stroke-width:.6}
.tree .stones{fill:none;stroke:var(--ink,#000);stroke-width:1.3;stroke-linecap:round}
.tree .pruned .stones{stroke:var(--faint,#777)}
"""
"""Styles of boards, which only pictures with boards include."""


def svg(
    arrangement: Arrangement,
    labels: Sequence[Label],
    alt_text: str = "",
    *,
    standalone: bool = True,
    setting: DrawingMetrics = ON_PAPER,
) -> str:
    """Return the picture as an SVG element; `alt_text` is the text for screen readers.

    A standalone picture includes its styles and a white background. Otherwise the page must contain the styles and, if
    `setting` has larger fonts, define the font sizes of the class `large`.
    """
    width, height = coordinate(arrangement.width), coordinate(arrangement.height)
    head = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    kind = "tree large" if setting.name > NAME_SIZE else "tree"
    space = ' xmlns="http://www.w3.org/2000/svg"' if standalone else ""
    ground = f'<style>{STYLE}</style><rect width="100%" height="100%" fill="#fff"/>\n' if standalone else ""
    return "".join(
        [
            f'<svg{space} class="{kind}" role="img" aria-label="{escape_html(alt_text)}" {head}>\n',
            f"<title>{escape_html(alt_text)}</title>\n" if standalone and alt_text else "",
            ground,
            f"<style>{BOARD_STYLE}</style>\n" if any(label.board for label in labels) else "",
            *_elements_of_picture(arrangement, labels),
            "</svg>\n",
        ]
    )


def _elements_of_picture(arrangement: Arrangement, labels: Sequence[Label]) -> Iterator[str]:
    for side in arrangement.sides:
        yield _text_as_svg("side", side.text, Text(side.x, side.y, side.anchor))
    if arrangement.links:
        yield f'<path class="edge" d="{"".join(_line_as_path(start, end) for start, end in arrangement.links)}"/>\n'
    edges: list[Edge | None] = [None, *arrangement.edges]
    for edge, label in zip(edges, labels, strict=True):
        if edge is not None:
            yield _edge_as_svg(edge, label)
    for node, (placement, edge, label) in enumerate(zip(arrangement.placements, edges, labels, strict=True)):
        yield _node_as_svg(node, placement, edge, label)


def css_classes(label: Label) -> str:
    """Return the CSS classes of a node, which the edge above the node also has."""
    marks = ("struck", label.struck), ("principal", label.principal), ("current", label.current)
    verdict = (f"is-{label.mark}", label.mark)
    return " ".join([label.status, *(name for name, holds in (*marks, verdict) if holds)])


def _edge_as_svg(edge: Edge, label: Label) -> str:
    line = f'<path class="edge" d="{_line_as_path(edge.start, edge.end)}"/>'
    strokes = "".join(_line_as_path(start, end) for start, end in edge.strokes)
    return f'<g class="{css_classes(label)}" data-edge="{edge.child}">{line}<path class="strike" d="{strokes}"/></g>\n'


def _node_as_svg(node: int, placement: NodePlacement, edge: Edge | None, label: Label) -> str:
    """Return a node with its texts and the text of the edge above it.

    The edge's text belongs to the node because nodes are drawn last, so that the text covers all edges.
    """
    value = placement.value or Text(placement.x, placement.y + value_offset(placement.shape), "middle")
    texts = [
        _text_as_svg("value", label.value, value),
        _text_as_svg("name", "" if label.board or label.name == label.value else label.name, placement.name),
    ]
    if placement.window != placement.name:
        texts.append(_text_as_svg("window", label.window, placement.window))
    if label.edge and edge is not None:
        texts.append(_text_as_svg("move", label.edge, Text(*edge.text, "middle")))
    parts = _stem_lines(placement), _outline_as_svg(placement), _board_as_svg(placement, label), *texts
    return f'<g class="{css_classes(label)}" data-node="{node}">{"".join(parts)}</g>\n'


def _stem_lines(placement: NodePlacement) -> str:
    """Return the lines (stems) that connect the outline with edges that do not touch it; empty if there are none."""
    lines = "".join(_line_as_path(start, end) for start, end in placement.stems if start != end)
    return f'<path class="edge" d="{lines}"/>' if lines else ""


def _board_as_svg(placement: NodePlacement, label: Label) -> str:
    """Return the grid and the stones of a node's board; empty if the node has no board."""
    if not label.board:
        return ""
    board, left, top = draw_board(label.board), placement.x - placement.width / 2, placement.y - placement.height / 2

    def translated_path(lines: Iterable[tuple[Point, Point]]) -> str:
        return "".join(_line_as_path(*(Point(left + x, top + y) for x, y in line)) for line in lines)

    radius = coordinate(board.radius)
    rings = "".join(
        f"M{coordinate(left + x - board.radius)} {coordinate(top + y)}"
        f"a{radius} {radius} 0 1 0 {coordinate(2 * board.radius)} 0"
        f"a{radius} {radius} 0 1 0 {coordinate(-2 * board.radius)} 0"
        for x, y in board.rings
    )
    stones = translated_path(board.strokes) + rings
    return f'<path class="grid" d="{translated_path(board.grid)}"/>' + (
        f'<path class="stones" d="{stones}"/>' if stones else ""
    )


def _line_as_path(start: Point, end: Point) -> str:
    return f"M{coordinate(start.x)} {coordinate(start.y)}L{coordinate(end.x)} {coordinate(end.y)}"


def _outline_as_svg(placement: NodePlacement) -> str:
    x, y, half, tall = placement.x, placement.y, placement.width / 2, placement.height / 2
    if placement.shape == "circle":
        radii = f'rx="{coordinate(half)}" ry="{coordinate(tall)}"'
        return f'<ellipse class="shape" cx="{coordinate(x)}" cy="{coordinate(y)}" {radii}/>'
    if placement.shape in ("square", "box", "board"):
        rounded = ' rx="4"' if placement.shape == "box" else ""
        at = f'x="{coordinate(x - half)}" y="{coordinate(y - tall)}"'
        size = f'width="{coordinate(2 * half)}" height="{coordinate(2 * tall)}"'
        return f'<rect class="shape {placement.shape}" {at} {size}{rounded}/>'
    corners = {
        "up": ((0, -1), (1, 1), (-1, 1)),
        "down": ((-1, -1), (1, -1), (0, 1)),
        "diamond": ((0, -1), (1, 0), (0, 1), (-1, 0)),
    }[placement.shape]
    points = " ".join(f"{coordinate(x + a * half)},{coordinate(y + b * tall)}" for a, b in corners)
    return f'<polygon class="shape" points="{points}" stroke-linejoin="round"/>'


def _text_as_svg(role: str, text: str, at: Text) -> str:
    anchor = "" if at.anchor == "start" else f' text-anchor="{at.anchor}"'
    where = f'x="{coordinate(at.x)}" y="{coordinate(at.y)}" dy=".36em"{anchor}'
    return f'<text class="{role}" {where}>{escape_html(text)}</text>'
