"""Nothing in a picture overlaps or is outside the picture, for any labels."""

import json
import random
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.effort import examples, size
from tests.support.geometry import Item, contains, items, lines, outline, overlap, strike, value_box
from tests.support.strategies import any_trees, nested, planted
from treesolve.drawing.arrangement import Arrangement, arrange
from treesolve.drawing.label import Label
from treesolve.drawing.shape import SHAPES, text_width
from treesolve.model.kind import Kind
from treesolve.model.tree import Tree
from treesolve.notation.reader import read

NAMES = ["A", "L12", "AB", "Die erste Stellung", "WWWWMMMM@@@@", "il", "王王王", "x y", "", "5"]
NUMBERS = ["5", "−12", "1/3", "", "−12345.678", "40000541/144", "≥−6172589/1500", "−∞", "123456789012345678901234"]
WINDOWS = ["", "[3, 5]", "[−∞, ∞]", "β = 5", "[−12345.678, 40000541/144]", "→ 12"]
MOVES = ["", "a", "left", "e2-e4", "Nf3xd4 1/6", "a move with a long name …"]

each_shape = pytest.mark.parametrize("shapes", sorted(SHAPES))
each_way = pytest.mark.parametrize("turned", [False, True], ids=["upright", "turned"])

Picture = tuple[Tree, list[Label]]


@st.composite
def pictures(draw: st.DrawFn) -> Picture:
    """Generate random trees with random labels; labels of the same kind are often equal, as in real trees."""
    tree = draw(any_trees() | nested().map(planted))
    kinds = [
        draw(st.lists(st.sampled_from(texts), min_size=1, max_size=4)) for texts in (NAMES, NUMBERS, WINDOWS, MOVES)
    ]
    rng = random.Random(draw(st.integers(0, 10**6)))
    labels = []
    for node, kind in enumerate(tree.kinds):
        name, value, window, move = (rng.choice(texts) for texts in kinds)
        labels.append(Label(name, kind, value, window if kind is not Kind.LEAF else "", move if node else ""))
    return tree, labels


def colliding(found: list[Item], more: list[Item] | None = None) -> list[tuple[str, int, str, int]]:
    """Return the pairs of overlapping items, within the first list or between both."""
    pairs = combinations(found, 2) if more is None else ((one, other) for one in found for other in more)
    return [(one.what, one.node, other.what, other.node) for one, other in pairs if overlap(one.polygon, other.polygon)]


@each_shape
@each_way
@examples(80)
@given(picture=pictures())
def test_nothing_overlaps(shapes: str, turned: bool, picture: Picture):
    """Nothing overlaps, for any labels."""
    tree, labels = picture
    arrangement = arrange(tree, labels, shapes, turned=turned)
    drawn, strikes = items(arrangement, labels), [strike(edge) for edge in arrangement.edges]

    assert arrangement.turned is turned
    assert colliding(drawn) == []
    # Even if every edge were struck, the strokes would not touch each other, texts or outlines.
    assert colliding(strikes) == colliding(strikes, drawn) == []
    # Edges touch only the outlines of their two nodes.
    assert [
        (above, below, item.what, item.node)
        for above, below, line in lines(arrangement)
        for item in drawn
        if item.what != "move" and not (item.what == "outline" and item.node in (above, below))
        if overlap(line, item.polygon)
    ] == []
    for placement, label in zip(arrangement.placements, labels, strict=True):
        assert contains(outline(placement), value_box(placement, label)), label
    for x, y in [point for item in (*drawn, *strikes) for point in item.polygon]:
        assert 0 <= x <= arrangement.width
        assert 0 <= y <= arrangement.height
    check_order(tree, arrangement)


def check_order(tree: Tree, arrangement: Arrangement) -> None:
    """Check the order on each level, the position of parents above their children, and the order of levels."""
    across = [placement.y if arrangement.turned else placement.x for placement in arrangement.placements]
    along = [placement.x if arrangement.turned else placement.y for placement in arrangement.placements]

    for node, children in enumerate(tree.children):
        if children:
            assert across[node] == pytest.approx((across[children[0]] + across[children[-1]]) / 2, abs=0.01)
            assert all(across[left] < across[right] for left, right in pairwise(children))
    for depth in range(max(tree.depths) + 1):
        level = [node for node in tree.level_order if tree.depths[node] == depth]
        assert [across[node] for node in level] == sorted(across[node] for node in level)
        above = [along[node] for node in tree.level_order if tree.depths[node] == depth - 1]
        assert not above or max(above) < min(along[node] for node in level)


def chain(plies: int) -> tuple[Tree, list[Label]]:
    """Return a tree of the given depth with a leaf beside each inner node."""
    tree = read("(1 " * plies + "5" + ")" * plies)
    return tree, [Label("A", kind, "5") for kind in tree.kinds]


@each_way
def test_depth_does_not_matter(turned: bool):
    """Trees can have thousands of plies."""
    tree, labels = chain(size(50_000))
    arrangement = arrange(tree, labels, turned=turned)

    assert len(arrangement.placements) == 2 * size(50_000) + 1
    deepest = arrangement.placements[-2]
    assert (deepest.x if turned else deepest.y) > size(50_000) * 60


# Widths of texts


ALPHABET = "".join(map(chr, [*range(33, 127), *range(0xC0, 0x180)])) + "−∞≤≥→…αβ½"


def test_texts_are_not_wider_in_the_bundled_fonts(tmp_path: Path):
    """Names are italic, and values may be bold."""
    typst = pytest.importorskip("typst")
    source = tmp_path / "widths.typ"
    source.write_text(
        '#set text(font: ("Libertinus Serif", "New Computer Modern Math", "DejaVu Sans Mono"), size: 10pt)\n'
        "#let all = json(bytes(sys.inputs.all))\n"
        "#context [#metadata(all.map(c => (measure(c).width / 1pt, measure(emph(c)).width / 1pt)))<widths>]",
        "utf-8",
    )
    found = typst.query(
        str(source), "<widths>", field="value", one=True, sys_inputs={"all": json.dumps(list(ALPHABET))}
    )
    widths = dict(zip(ALPHABET, json.loads(found), strict=True))

    for digits in ("0123456789", "−.,/≤≥∞"):
        assert all(max(widths[digit]) <= text_width(digit, 10) + 0.1 for digit in digits)
    for text in ("Wagen", "QUOGD", "Zugzwang", "e2-e4", "Stellung", "ÄÖÜß", "mmmm", "WWWW", "α = −12345/7", "→ 12"):
        assert sum(max(widths.get(c, (2.5, 2.5))) for c in text) <= text_width(text, 10) + 0.1
    wider = [c for c in ALPHABET if max(widths[c]) > 1.25 * text_width(c, 10)]
    assert wider == []


MEASURED = """([fonts, all]) => {
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = `10px ${fonts}`;
    return all.map(text => pen.measureText(text).width);
}"""
"""JavaScript that measures text widths in a browser."""


def test_texts_are_not_wider_in_a_browser(shared_page: object):
    """The font is Arial or its replacement."""
    arial = 'Arial, Helvetica, "Liberation Sans"'
    one, other = (shared_page.evaluate(MEASURED, [f"{arial}, {last}", ["Wagen"]]) for last in ("serif", "monospace"))
    if one != other:
        pytest.skip("neither Arial nor a font of its widths is installed, such as Liberation Sans")
    texts = ["Wagen", "QUOGD", "Zugzwang", "e2-e4", "ÄÖÜß", "mmmm", "WWWW", "[−12345.5, ∞]", *"0123456789−≤≥"]
    widths = shared_page.evaluate(MEASURED, [arial, texts])

    assert [text for text, width in zip(texts, widths, strict=True) if width > text_width(text, 10) + 0.15] == []
