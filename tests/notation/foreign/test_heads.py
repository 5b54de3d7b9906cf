"""Kinds that stand first in a bracket: read as in Lisp where that is sure, asked about where not, and ours as ever."""

import pytest

from treesolve.model.problem import InputError
from treesolve.notation.reader import read, reading
from treesolve.notation.writer import write_line


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("(max (min (4 7) (1 8)) (min (2 6) (5 0)))", "(((4 7) (1 8)) ((2 6) (5 0)))"),
        ("(MIN (MAX (4 7) (1 8)) (MAX (2 6) (5 0)))", "MIN (((4 7) (1 8)) ((2 6) (5 0)))"),
        ("(max (min (4 7) 1) 8)", "(((4 7) 1) 8)"),
    ],
)
def test_several_heads_are_those_of_their_brackets(text: str, tree: str):
    """In capital letters too, where we would not write them."""
    assert write_line(read(text)) == tree


@pytest.mark.parametrize(
    "text", ["(MIN (4 7) (1 8))", "(min (4 7) (1 8))", "(max (4 7) (1 8))", "[chance [4 7] [1 8]]"]
)
def test_one_kind_alone_is_asked_about(text: str):
    """Both trees that it may be are shown."""
    with pytest.raises(InputError) as refused:
        read(text)

    (problem,) = refused.value.problems
    kind = str(problem.facts["text"]).lower()
    assert problem.code == "head-or-kind"
    assert read(str(problem.facts["head"])).kinds[0].value == kind
    ours = read(str(problem.facts["ours"]))
    assert (ours.kinds[0].value, ours.kinds[ours.children[0][0]].value) == ("max", kind)


@pytest.mark.parametrize("text", ["(MAX (4 7) (1 8))", "(MIN ((4 7) (1 8)) MAX (2 6))", "(CHANCE (0.5 * 4 0.5 * 7) 1)"])
def test_our_own_way_of_writing_is_ours(text: str):
    """Without a remark."""
    assert reading(text).remarks == ()
