"""A text holds one tree: another one behind it is an error at its place, however both are written."""

import pytest

from treesolve import InputError, read

SHAPES = (
    *("({} {})", "[{}, {}]", "{{{}; {}}}", "MAX ({} {})", "A: MIN ({} {})", "min({}, {})"),
    *("(({} {}) (7 8))", "[[{}, {}], [7, 8]]", "max(min({}, {}), min(7, 8))"),
)
BETWEEN = (" ", "\n", "\n\n", "\n# the other one\n", "\t")
HEADERS = ("", "tree: ", "title: Two\ntree: ", "convention: haw\npoints: values 4\ntree:\n")


@pytest.mark.parametrize("headers", HEADERS)
@pytest.mark.parametrize("between", BETWEEN)
@pytest.mark.parametrize("shape", SHAPES)
def test_a_second_tree_is_an_error_at_its_place(shape: str, between: str, headers: str):
    """On the same line and on others, below headers and without, in each kind of brackets."""
    before = f"{headers}{shape.format(1, 2)}{between}"

    with pytest.raises(InputError) as refused:
        read(before + shape.format(3, 4))

    (problem,) = refused.value.problems
    assert problem.code in ("second-tree",)
    assert problem.place() == (before.count("\n") + 1, len(before) - before.rfind("\n"))
