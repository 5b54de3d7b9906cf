"""Drawings of trees with box-drawing characters for the terminal.

A tree that is narrow enough is drawn upright, with level labels on the left. A wider tree is turned, so that its root
is on the left and each node has its own line. A tree that exceeds the size limit for text is not drawn.
"""

from collections.abc import Sequence

from treesolve.drawing.label import Label, level_label_texts
from treesolve.drawing.layout import layout
from treesolve.drawing.size_limit import is_drawable
from treesolve.model.kind import Kind
from treesolve.model.text_encoding import display_width
from treesolve.model.tree import Tree

GAPS = (2, 1)
"""Numbers of columns between neighbors, starting with the preferred number."""


def draw_text(tree: Tree, labels: Sequence[Label], width: int) -> list[str] | None:
    """Return the lines of the drawing; None if the tree exceeds the size limit for text.

    An upright drawing is at most `width` columns wide. A turned drawing can be wider.
    """
    if not is_drawable(tree, "text"):
        return None
    for gap in GAPS:
        upright = _draw_upright(tree, labels, width, gap)
        if upright is not None:
            return upright
    return _draw_sideways(tree, labels)


# Upright


def _draw_upright(tree: Tree, labels: Sequence[Label], width: int, gap: int) -> list[str] | None:
    """Draw the tree with the root at the top; return None if the drawing is too wide.

    With the narrow gap, all widths are rounded up to odd numbers, so that neighbors are whole columns apart.
    """
    sides = level_label_texts(tree)
    stacks = [_lines_at_node(label, "/" in sides[depth]) for label, depth in zip(labels, tree.depths, strict=True)]
    margin = max(map(display_width, sides)) + 2
    widths = [max(map(display_width, (*stack, label.edge))) for stack, label in zip(stacks, labels, strict=True)]
    if gap == 1:
        widths = [width_ | 1 for width_ in widths]
    centers = [margin + int(center) for center in layout(tree, widths, gap)]
    if max(center + width_ / 2 for center, width_ in zip(centers, widths, strict=True)) + 1 > width:
        return None
    lines: list[str] = []
    for depth, side in enumerate(sides):
        level = [node for node in tree.level_order if tree.depths[node] == depth]
        lines += _level_lines(tree, side, level, labels, stacks, centers)
        parents = [node for node in level if tree.children[node]]
        if parents:
            lines.append(_row_of_edges(tree, parents, labels, centers))
    return [line.rstrip() for line in lines]


def _lines_at_node(label: Label, is_mixed: bool = False) -> tuple[str, ...]:
    """Return the lines of text at a node; a board takes several lines.

    If `is_mixed`, the level has several kinds of inner nodes, and the text of an inner node includes its kind.
    """
    if label.board:
        named = is_mixed and label.kind is not Kind.LEAF
        return tuple(filter(None, (label.kind.value.upper() if named else "", *label.board, label.value)))
    if label.kind is Kind.LEAF:
        return (label.value,) if label.name == label.value else (label.value, label.name)
    kind = f"{label.kind.value.upper()} " if is_mixed else ""
    return (kind + label.name + value_suffix(label),)


def value_suffix(label: Label) -> str:
    """Return the value of an inner node as a suffix to its name, such as =5 or ≤2; empty if it has no value."""
    return label.value if label.value[:1] in ("", "≤", "≥") else f"={label.value}"


def _level_lines(
    tree: Tree,
    side: str,
    level: list[int],
    labels: Sequence[Label],
    stacks: Sequence[tuple[str, ...]],
    centers: list[int],
) -> list[str]:
    """Return the lines of one level; where an inner node has fewer lines than a leaf, the edge below it is extended."""
    height = max(len(stacks[node]) for node in level)
    lines = []
    if any(labels[node].edge for node in level):
        moves = [labels[node].edge or ("" if labels[node].struck else "│") for node in level]
        lines.append(_centered_row("", [(move, centers[node]) for move, node in zip(moves, level, strict=True)]))
    for number in range(height):
        texts = [(stacks[node][number : number + 1] or ("│" if tree.children[node] else "",))[0] for node in level]
        centered_texts = [(text, centers[node]) for text, node in zip(texts, level, strict=True)]
        lines.append(_centered_row("" if number else side, centered_texts))
    return lines


def _centered_row(side: str, centered_texts: list[tuple[str, int]]) -> str:
    """Return a row in which each text is centered on its column."""
    row = side
    for text, center in centered_texts:
        start = center - (display_width(text) - 1) // 2
        row += " " * (start - display_width(row)) + text
    return row


def _row_of_edges(tree: Tree, parents: list[int], labels: Sequence[Label], centers: list[int]) -> str:
    row = ""
    for parent in parents:
        children = tree.children[parent]
        columns = [centers[child] for child in children]
        row += " " * (min(columns) - len(row))
        row += _row_of_edge(centers[parent], columns, [labels[child].struck for child in children])
    return row


def _row_of_edge(parent: int, children: list[int], struck: list[bool]) -> str:
    """Return the line characters that join a parent and its children, from the first to the last child's column."""
    if len(children) == 1:
        return "╳" if struck[0] else "│"
    reach = max(column for column, cut in zip((parent, *children), (False, *struck), strict=True) if not cut)
    start = min(column for column, cut in zip((parent, *children), (False, *struck), strict=True) if not cut)
    cells = ["─" if start <= column <= reach else "╌" for column in range(children[0], children[-1] + 1)]
    for column, cut in zip(children, struck, strict=True):
        corner = "┌" if column == children[0] else "┐" if column == children[-1] else "┬"
        cells[column - children[0]] = "╳" if cut else corner
    at = parent - children[0]
    cells[at] = {"─": "┴", "╌": "┴", "┬": "┼"}.get(cells[at], cells[at])
    return "".join(cells)


# Turned


def _draw_sideways(tree: Tree, labels: Sequence[Label]) -> list[str]:
    lines = []
    prefixes = [""] * len(tree)
    for node in range(len(tree)):
        parent = tree.parents[node]
        last = parent is None or tree.children[parent][-1] == node
        label = labels[node]
        branch = "" if parent is None else ("└" if last else "├") + ("╌╳ " if label.struck else "── ")
        kind = "" if tree.kinds[node] is Kind.LEAF else f"{tree.kinds[node].value.upper()} "
        move = f"{label.edge}: " if label.edge else ""
        description = "  ".join(reversed(_lines_at_node(label.without_board)))
        lines.append(f"{prefixes[node]}{branch}{move}{kind}{description}")
        prefix = prefixes[node] + ("" if parent is None else "    " if last else "│   ")
        for child in tree.children[node]:
            prefixes[child] = prefix
    return lines
