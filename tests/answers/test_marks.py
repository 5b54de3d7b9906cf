"""Marks say what people mean by them: no value, not visited, or they wait."""

import pytest

from treesolve.answers.marks import findings_of_cuts_after_leaves, findings_of_marks
from treesolve.answers.node_words import Nodes
from treesolve.answers.reader import read_answer
from treesolve.answers.unvalued import unvalued_in
from treesolve.notation.reader import read

NODES = Nodes(read("((3 12 8) (2 4 6) (14 5 2))"))


@pytest.mark.parametrize("mark", ["-", "--", "–", "n/a", "/", "null", "?", "unbekannt"])
def test_a_mark_in_the_place_of_a_value_says_there_is_none(mark: str):
    """The other values are read."""
    answer, problems = read_answer(f"values: B=3, C={mark}, D=2", NODES)

    assert (answer.values, problems) == ({1: 3, 9: 2}, ())


def test_a_cross_is_no_value_where_the_node_is_pruned_else_it_waits():
    """An `x` may be a slip."""
    assert not read_answer("values: B=3, C=x\npruned: C", NODES)[0].pending
    assert read_answer("values: B=3, C=x\npruned: L6", NODES)[0].pending == {"values", "value"}


@pytest.mark.parametrize("text", ["C not visited, B=3", "C = nicht besucht, B=3", "C (pruned), B=3"])
def test_words_in_the_place_of_a_value_say_that_it_is_pruned(text: str):
    """They are no value."""
    found, rest = unvalued_in(text, 0, len(text), NODES)

    assert [getattr(one, "part", None) for one in found] == ["pruned"]
    assert rest.strip(" ,") == "B=3"


@pytest.mark.parametrize(("part", "crossed"), [("order", ["pruned"]), ("pruned", [None])])
def test_a_cross_beside_ticks_is_the_opposite(part: str, crossed: list[str | None]):
    """In an order it is left out, in a list of what is pruned it is not pruned."""
    found, rest = findings_of_marks(part, "L4 ✓ L5 ✗", 0, 9, NODES)

    assert [getattr(one, "part", None) for one in found] == crossed
    assert rest.split() == ["L4"]


def test_a_cut_after_a_leaf_of_the_root_leaves_out_what_is_behind_it_there():
    """Children of the root, with and without children."""
    found, _ = findings_of_cuts_after_leaves("after L1", 0, 8, Nodes(read("(6 (5 2) 9)")))

    assert [getattr(one, "node", None) for one in found] == [2, 5]


def test_a_remark_about_a_drawing_makes_everything_wait_that_is_not_answered():
    """It says that the answer stands elsewhere."""
    answer, problems = read_answer("values: B=3\nsee my drawing on page 2", NODES)

    assert {"pruned", "order", "best"} <= answer.pending
    assert "values" not in answer.pending
    assert len(problems) == 1
