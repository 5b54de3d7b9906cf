"""What is missing or written is told as the solution shows it."""

from treesolve.api import grade

TREE = "convention: aima\npoints: values 4, order 2\ntree: ((5 9) (7 (3 8)) (4 1))"


def test_a_missing_value_is_told_as_the_bound_that_the_search_finds():
    """The leaf with 1 is never seen: right is at most 4, not the minimax value."""
    told = grade(TREE, "values: A=7 B=5 C=7 E=8").feedback

    assert "Right: D ≤ 4." in told


def test_equal_numbers_are_shown_as_often_as_they_are_written():
    """An order of nine leaves, two of which have the same value."""
    from treesolve.grading.result import ReadAs, ReadClaim
    from treesolve.pages.grades import read_rows

    claims = tuple(ReadClaim("order", f"L{n}", None, 1, 7 + 2 * n, "3", "by position") for n in (1, 2, 3))

    ((_, written, read),) = read_rows(ReadAs(claims), "en")
    assert (written, read) == ("3 · 3 · 3", "L1, L2, L3")
