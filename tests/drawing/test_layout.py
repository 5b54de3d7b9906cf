"""The layout keeps its guarantees for any tree, and drawings have the expected form."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from tests.support.effort import examples
from tests.support.strategies import any_trees, nested, planted
from treesolve.drawing.label import Label
from treesolve.drawing.layout import layout
from treesolve.drawing.text import draw_text
from treesolve.model.kind import Kind
from treesolve.model.text_encoding import display_width
from treesolve.model.tree import Tree
from treesolve.notation.reader import read


def levels(tree: Tree) -> list[list[int]]:
    """Return the nodes of each level from left to right."""
    found: list[list[int]] = [[] for _ in range(max(tree.depths) + 1)]
    for node in tree.level_order:
        found[tree.depths[node]].append(node)
    return found


@examples(200)
@given(nested(), st.data(), st.floats(0, 3))
def test_no_two_nodes_of_a_level_overlap_and_order_is_kept(tree: object, data: st.DataObject, gap: float):
    """Neighbors keep the minimum gap for any widths, and children are in order."""
    planted_tree = planted(tree)
    widths = data.draw(st.lists(st.floats(1, 9), min_size=len(planted_tree), max_size=len(planted_tree)))

    centers = layout(planted_tree, widths, gap)

    for level in levels(planted_tree):
        for left, right in itertools.pairwise(level):
            apart = centers[right] - centers[left]
            assert apart >= (widths[left] + widths[right]) / 2 + gap - 1e-6


def drawn(text: str, width: int = 80, struck: str = "") -> str:
    """Return the drawing of a tree labeled with names; edges to nodes named in `struck` are struck."""
    tree = read(text)
    labels = [
        Label(
            name,
            kind,
            name if kind is Kind.LEAF else "",
            edge=tree.moves.get(node, ""),
            struck=name in struck.split(),
        )
        for node, (name, kind) in enumerate(zip(tree.names, tree.kinds, strict=True))
    ]
    lines = draw_text(tree, labels, width)
    return "too large" if lines is None else "\n".join(lines)


def test_wide_characters_take_two_columns():
    """Widths are counted in columns, not characters."""
    assert [display_width(text) for text in ("A", "王", "é", "e\u0301", "😀", "\u200d")] == [1, 2, 1, 1, 2, 0]
    lines = drawn('("王": 1 B: 2)').splitlines()
    assert display_width(lines[1]) <= display_width(lines[2])


def test_trees_too_large_for_text_are_not_drawn():
    """The limits are hundreds of nodes or dozens of levels."""
    assert drawn("(" + "1 " * 500 + ")") == "too large"
    assert drawn("(" * 60 + "1" + ")" * 60) == "too large"


@examples(100)
@given(any_trees(), st.integers(20, 200))
def test_upright_drawings_do_not_exceed_their_width(tree: Tree, width: int):
    """No line exceeds the given width, and every name is present."""
    nodes = zip(tree.names, tree.kinds, strict=True)
    lines = draw_text(tree, [Label(name, kind, name if kind is Kind.LEAF else "") for name, kind in nodes], width)

    assert lines is not None
    upright = len(tree) == 1 or not any(line.startswith(("├", "└")) for line in lines)
    if upright:
        assert all(display_width(line) <= width for line in lines)
    assert all(name in "\n".join(lines) for name in tree.names)
