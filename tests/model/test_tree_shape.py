"""Shapes: what can be written, what trees they stand for, and what is no shape."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.effort import examples
from treesolve.model.hash_random import Randomness
from treesolve.model.kind import Kind
from treesolve.model.problem import InputError
from treesolve.model.tree_shape import MAX_LEAVES, Shape, read_shape

LEVELS = st.lists(
    st.tuples(st.integers(0, 3), st.integers(1, 3)).map(lambda pair: (min(pair), max(pair))), min_size=1, max_size=4
).map(lambda levels: Shape(((max(1, levels[0][0]), levels[0][1]), *levels[1:])))


@examples(100)
@given(shape=LEVELS)
def test_the_text_of_a_shape_is_read_again(shape: Shape):
    """With ranges or without."""
    assert read_shape(str(shape)) == shape


@pytest.mark.parametrize("text", ["3x2", " 3 x 2 ", "3×2", "3X2", "3*2", "3..3x2"])
def test_a_shape_is_written_in_several_ways(text: str):
    """Blanks and signs of multiplication."""
    assert read_shape(text) == Shape(((3, 3), (2, 2)))


@examples(100)
@given(shape=LEVELS, seed=st.integers(0, 1000), root=st.sampled_from([Kind.MAX, Kind.MIN]))
def test_trees_have_the_shape(shape: Shape, seed: int, root: Kind):
    """Every node as many children as its depth allows, players by turns, the number of leaves within its limits."""
    tree = shape.draw(Randomness(seed), (root, root.opponent))
    for kind, children, depth in zip(tree.kinds, tree.children, tree.depths, strict=True):
        least, most = shape.levels[depth] if depth < shape.depth else (0, 0)
        assert least <= len(children) <= most
        if children:
            assert kind is (root if depth % 2 == 0 else root.opponent)
    assert len(tree.leaf_ids) <= shape.most_leaves


def test_uniform_shapes_draw_nothing():
    """There is one such tree; ragged ones differ, and all numbers of children occur."""
    assert read_shape("3x2").uniform
    assert read_shape("3x2").draw(Randomness(1)) == read_shape("3x2").draw(Randomness(2))
    ragged = read_shape("1..3x0..2")
    assert not ragged.uniform
    random = Randomness(3)
    drawn = [ragged.draw(random) for _ in range(200)]
    assert {len(tree.children[0]) for tree in drawn} == {1, 2, 3}
    assert {len(tree.children[1]) for tree in drawn} == {0, 1, 2}


def test_the_sizes_of_shapes():
    """The most leaves of all trees, and the most plies."""
    shape = read_shape("2..3x0..4x2")
    assert (shape.most_leaves, shape.depth) == (24, 3)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        *(("", "shape-form"), ("3x", "shape-form"), ("3xx2", "shape-form"), ("-1x2", "shape-form")),
        *(("2.5x2", "shape-form"), ("zwei", "shape-form"), ("3..2x2", "shape-range")),
        *(("3x0", "shape-without-children"), ("0..2x2", "shape-without-root"), ("0x2", "shape-without-children")),
        *(("100x100x100", "shape-too-many-leaves"), ("9999999x9999999x9999999", "shape-too-many-leaves")),
        ("x".join(["2"] * 5000), "shape-too-many-leaves"),
    ],
)
def test_what_is_no_shape(text: str, code: str):
    """Each with its own sentence."""
    with pytest.raises(InputError) as told:
        read_shape(text)
    assert [problem.code for problem in told.value.problems] == [code]


def test_the_largest_tree():
    """A hundred thousand leaves, and very deep ones."""
    assert len(read_shape("10x10x10x10x10").draw(Randomness(0)).leaf_ids) == MAX_LEAVES
    deep = read_shape("x".join(["1"] * 3000)).draw(Randomness(0))
    assert len(deep) == 3001
