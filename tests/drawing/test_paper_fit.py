"""A tree either fits the paper legibly, shrunk or turned, or is not drawn."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.effort import examples
from tests.support.geometry import items
from tests.support.strategies import any_trees, nested, planted
from tests.support.trees import uniform
from treesolve.drawing.label import Label
from treesolve.drawing.paper_fit import COMPACT, FittedTree, Paper, arrange_unscaled, fit
from treesolve.drawing.shape import SHAPES
from treesolve.model.kind import Kind
from treesolve.model.tree import Tree
from treesolve.notation.reader import read
from treesolve.rendering.tree_picture import PAPERS

SHORT = Label("L12", Kind.MAX, "−12", "[3, 5]", "")

papers = pytest.mark.parametrize("paper", sorted(PAPERS))


def labelled(tree: Tree) -> list[Label]:
    """Return labels with texts of the same width and the node id as the name."""
    return [
        SHORT._replace(name=f"{node}{SHORT.name}", kind=kind, window="" if kind is Kind.LEAF else SHORT.window)
        for node, kind in enumerate(tree.kinds)
    ]


def scale_of(fitted: FittedTree, paper: Paper) -> float:
    """Return the scale at which a picture fits the paper."""
    return min(1.0, paper.width / fitted.arrangement.width, paper.height / fitted.arrangement.height)


def check_fit(tree: Tree, paper: Paper, shapes: str = "triangles") -> FittedTree | None:
    """Fit the tree on the paper, and check that compact spacing is only used if necessary."""
    labels = labelled(tree)
    fitted = fit(tree, labels, paper, shapes)
    usual = [scale_of(arrange_unscaled(tree, labels, shapes, turned=turned), paper) for turned in (False, True)]
    closer = max(
        scale_of(arrange_unscaled(tree, labels, shapes, turned=turned, setting=COMPACT), paper)
        for turned in (False, True)
    )
    if len(tree) > 1:
        assert (fitted is None) == (max(usual) < paper.readable_scale and closer < paper.min_scale)
    if fitted is None:
        return None
    expected = next((scale for scale in usual if scale >= paper.readable_scale or len(tree) == 1), closer)
    assert fitted.scale == pytest.approx(expected)
    assert fitted.turned or usual[0] >= paper.readable_scale or max(usual) < paper.readable_scale
    assert fitted.width <= paper.width + 0.01
    assert fitted.height <= paper.height + 0.01
    assert len(fitted.arrangement.placements) == len(tree)
    for item in items(fitted.arrangement, labels):
        for x, y in item.polygon:
            assert 0 <= x <= fitted.arrangement.width
            assert 0 <= y <= fitted.arrangement.height
    return fitted


@papers
@pytest.mark.parametrize("shapes", sorted(SHAPES))
@examples(30)
@given(data=st.data())
def test_small_trees_fit_or_are_too_wide(paper: str, shapes: str, data: st.DataObject):
    """Checks trees of all kinds."""
    check_fit(data.draw(any_trees() | nested().map(planted)), PAPERS[paper], shapes)


@examples(25)
@given(tree=nested().map(planted), width=st.integers(60, 400), height=st.integers(60, 400))
def test_tiny_paper(tree: Tree, width: int, height: int):
    """Even if hardly a node fits, nothing exceeds the paper."""
    check_fit(tree, Paper(width, height))


def test_a_wide_tree_is_shrunk_then_turned_then_rejected():
    """The steps occur in this order as the tree grows."""
    paper = PAPERS["a4"]
    looks = [check_fit(read(uniform(width, 2)), paper) for width in (3, 4, 6, 12)]

    assert [fitted and fitted.turned for fitted in looks] == [False, False, True, None]
    assert looks[0].scale == 1
    assert paper.readable_scale <= looks[1].scale < 1


def test_a_tree_in_one_piece_is_never_shrunk():
    """Formats without pages use the natural size."""
    fitted = arrange_unscaled(tree := read(uniform(5, 3)), labelled(tree))

    assert (fitted.scale, fitted.turned) == (1, False)
    assert fitted.arrangement.width > 2000
