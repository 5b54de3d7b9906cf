"""Shapes: syntax, trees of a shape, and errors."""

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
def test_the_text_of_a_shape_is_parsed_to_the_same_shape(shape: Shape):
    """With and without ranges."""
    assert read_shape(str(shape)) == shape


@pytest.mark.parametrize("text", ["3x2", " 3 x 2 ", "3×2", "3X2", "3*2", "3..3x2"])
def test_spellings_of_a_shape(text: str):
    """Whitespace and multiplication signs vary."""
    assert read_shape(text) == Shape(((3, 3), (2, 2)))


@examples(100)
@given(shape=LEVELS, seed=st.integers(0, 1000), root=st.sampled_from([Kind.MAX, Kind.MIN]))
def test_trees_have_the_shape(shape: Shape, seed: int, root: Kind):
    """The number of children is in the range for the depth, players alternate, and the number of leaves is limited."""
    tree = shape.draw(Randomness(seed), (root, root.opponent))
    for kind, children, depth in zip(tree.kinds, tree.children, tree.depths, strict=True):
        least, most = shape.levels[depth] if depth < shape.depth else (0, 0)
        assert least <= len(children) <= most
        if children:
            assert kind is (root if depth % 2 == 0 else root.opponent)
    assert len(tree.leaf_ids) <= shape.most_leaves


def test_uniform_shapes_use_no_randomness():
    """There is only one tree of a uniform shape; ragged trees have all numbers of children in the range."""
    assert read_shape("3x2").uniform
    assert read_shape("3x2").draw(Randomness(1)) == read_shape("3x2").draw(Randomness(2))
    ragged = read_shape("1..3x0..2")
    assert not ragged.uniform
    random = Randomness(3)
    drawn = [ragged.draw(random) for _ in range(200)]
    assert {len(tree.children[0]) for tree in drawn} == {1, 2, 3}
    assert {len(tree.children[1]) for tree in drawn} == {0, 1, 2}


def test_the_sizes_of_shapes():
    """The maximum number of leaves, and the maximum depth."""
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
def test_invalid_shapes(text: str, code: str):
    """Each kind of error has its own code."""
    with pytest.raises(InputError) as message:
        read_shape(text)
    assert [problem.code for problem in message.value.problems] == [code]


def test_the_largest_tree():
    """A hundred thousand leaves, or thousands of plies."""
    assert len(read_shape("10x10x10x10x10").draw(Randomness(0)).leaf_ids) == MAX_LEAVES
    deep = read_shape("x".join(["1"] * 3000)).draw(Randomness(0))
    assert len(deep) == 3001
