"""Comparison of an answer with a search: the number of differences in each part."""

from collections.abc import Callable

import pytest

from treesolve.analysis.incomplete_answer import simulate_incomplete_answers
from treesolve.analysis.reference_answer import LeafMasks, comparable, differences, reference
from treesolve.model.answer import Answer
from treesolve.model.convention import DEFAULT
from treesolve.notation.reader import read
from treesolve.search.solution import solve

TREE = read("((3 12 8) (2 4 6) (14 5 2) (1 7))")
"""L5 and L6 are cut below C, and L11 below E."""

Compare = Callable[[Answer], dict[str, int]]


@pytest.fixture
def compare() -> Compare:
    """Return the differences in an answer about the tree."""
    masks = LeafMasks(TREE)
    right = reference(solve(TREE, DEFAULT), masks)
    return lambda answer: differences(comparable(answer, masks), right, ("pruned", "order"))


def leaves(*numbers: int) -> tuple[int, ...]:
    """Return the ids of leaves by their names."""
    return tuple(TREE.names.index(f"L{number}") for number in numbers)


@pytest.mark.parametrize(
    ("pruned", "count"),
    [((5, 6, 11), 0), ((5, 6), 1), ((5, 11), 1), ((5, 6, 11, 1), 1), ((5, 6, 1), 2), ((1,), 4), ((), 3)],
)
def test_missing_and_false_cuts_are_added_up(compare: Compare, pruned: tuple[int, ...], count: int):
    """Each missing cut and each wrongly named node is one difference."""
    assert compare(Answer("4711", pruned=leaves(*pruned)))["pruned"] == count


@pytest.mark.parametrize(("order", "count"), [((1, 2, 3, 4, 7, 8, 9, 10), 0), ((1, 2, 3, 4, 8, 9, 10), 1), ((2, 1), 8)])
def test_an_order_differs_by_deletions_and_insertions(compare: Compare, order: tuple[int, ...], count: int):
    """A misplaced leaf is one deletion and one insertion."""
    assert compare(Answer("4711", order=leaves(*order)))["order"] == count


def test_leaves_not_named_as_pruned_are_expected_in_the_order():
    """Leaves that are not named as pruned are expected in the order of the search."""
    masks, solution = LeafMasks(TREE), solve(TREE, DEFAULT)
    named = comparable(Answer("4711", pruned=leaves(11)), masks)

    (simulated_student,) = simulate_incomplete_answers(solution, reference(solution, masks), named, masks)

    assert (simulated_student.code, simulated_student.reference.order) == ("some-cuts", TREE.leaf_ids[:-1])
