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


@pytest.mark.parametrize("header", ["tree", "title", "Tree ", "levels"])
@pytest.mark.parametrize("above", ["tree: ", "title: T\ntree:\n", ""])
def test_a_header_below_a_tree_is_no_name_of_a_second_one(header: str, above: str):
    """No line is suggested in which it is the name of a node."""
    with pytest.raises(InputError) as refused:
        read(f"{above}(3 5)\n{header}: (2 9)")

    assert f"“{header.strip().lower()}:” stand only above the tree" in str(refused.value)
    assert "With brackets" not in str(refused.value)
