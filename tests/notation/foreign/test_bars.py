"""Bars between leaves and between brackets, and percent signs that are no comments."""

import pytest

from treesolve.model.problem import InputError
from treesolve.notation.reader import read, reading
from treesolve.notation.writer import write_line
from treesolve.pages.problem import problem_sentence


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("leaves: 3 5 | 2 9", "((3 5) (2 9))"),
        ("leaves: 3 5 |\n2 9\nbounds: 0 10", "((3 5) (2 9))"),
        ("title: a\nleaves: 3 5 | 2 9 || 1 2 | x 4", "(((3 5) (2 9)) ((1 2) (x 4)))"),
        ("leaves: 3 5 | 2 9\nlevels: MIN MAX", "MIN ((3 5) (2 9))"),
        ("((3 5) | (2 9))", "((3 5) (2 9))"),
    ],
)
def test_bars_part_nodes(text: str, tree: str):
    """Without a shape, and between brackets; a remark says so, in both languages."""
    found = reading(text)
    assert write_line(found.tree) == tree
    remark = next(remark for remark in found.remarks if remark.code == "tidied-bars")
    assert problem_sentence(remark, "en") != problem_sentence(remark, "de")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("leaves: 3 5 2 9", "leaves-without-shape"),
        ("leaves: 3 5 | foo", "leaves-without-shape"),
        ("50% | 50%", "bad-number"),
        ("50 % | 50 %", "stray-characters"),
        ("(50 %, 50 %)", "stray-characters"),
        ("((3,12,8),(2,4,6))|", "stray-characters"),
    ],
)
def test_what_bars_and_percent_signs_do_not_say_is_refused(text: str, code: str):
    """Nothing behind a number is dropped as a comment or as a name."""
    with pytest.raises(InputError) as refused:
        read(text)
    assert code in {problem.code for problem in refused.value.problems}


def test_a_percent_sign_behind_a_tree_is_still_a_comment():
    """As in TeX."""
    assert write_line(read("((3 5) % left\n (2 9)) % right")) == "((3 5) (2 9))"
