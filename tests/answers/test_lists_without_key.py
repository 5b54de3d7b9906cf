"""What stands behind a list of what is pruned is not pruned, too; edges and places mean the leaves they lead to."""

import pytest

from treesolve.answers.node_words import Nodes
from treesolve.answers.reader import read_answer
from treesolve.notation.reader import read

NODES = Nodes(read("((3 12 8) (2 4 6) (14 5 2))"))
L5, L6 = 7, 8


@pytest.mark.parametrize(
    "line", ["L1, L2, L3, L4, L7, L8, L9", "7 evaluated leaves: L1, L2, L3, L4, L7, L8, L9", "L1=3, L2=12, L5=4"]
)
def test_a_further_list_is_not_pruned(line: str):
    """It is the order, or says nothing."""
    assert read_answer(f"pruned: L5, L6\n{line}", NODES)[0].pruned == (L5, L6)


@pytest.mark.parametrize(
    "text",
    [
        "Die beiden rechten Kinder von C fallen weg.",
        "pruned: C/L5, C/L6",
        "pruned: A-C-L5, A-C-L6",
        "pruned: C (L5, L6)",
        "pruned: C L5, C L6",
    ],
)
def test_the_node_above_is_not_pruned(text: str):
    """Only the leaves are."""
    assert read_answer(text, NODES)[0].pruned == (L5, L6)


def test_a_node_named_twice_with_some_leaves_waits():
    """Whether it is pruned itself cannot be told."""
    assert "pruned" in read_answer("pruned: C, L5, C, L6", NODES)[0].pending


def test_a_place_alone_is_the_best_move():
    """It was passed over without a word."""
    assert read_answer("best move: the first one", NODES)[0].best == 1


@pytest.mark.parametrize("text", ["A<3, B=3, C=2, D=2", "values: A=3, B>3, C=2, D=2"])
def test_a_bound_that_excludes_the_number_is_no_value(text: str):
    """It waits for a person."""
    assert "values" in read_answer(text, NODES)[0].pending


@pytest.mark.parametrize("label", ["Xyz.", "Foo bar"])
def test_a_list_behind_an_unknown_key_waits(label: str):
    """It belongs to no section that was begun before."""
    answer, problems = read_answer(f"pruned: L5, L6\n{label}: L1, L2, L3", NODES)

    assert answer.pruned == (L5, L6)
    assert problems


def test_a_list_below_a_question_answers_it():
    """Nothing was listed behind the question itself."""
    nodes = Nodes(read("((3 12 8) (2 4 6) (14 5 2))"))

    answer, _ = read_answer("Which leaves are pruned?\nL5 (4), L6 (6)\n\nbest: B", nodes)

    assert [nodes.tree.names[node] for node in answer.pruned or ()] == ["L5", "L6"]
