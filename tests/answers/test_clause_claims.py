"""Clauses are read by their words only if every one of them is known, and all of them say the same."""

import pytest

from treesolve.answers.clause_claims import claims_of_clause
from treesolve.answers.node_words import Nodes
from treesolve.model.problem import Span
from treesolve.notation.reader import read

NODES = Nodes(read("((3 12 8) (2 4 6) (14 5 2))"))


def read_in(text: str) -> list[tuple[str, str]]:
    """The part and the node of each claim of a clause."""
    found = claims_of_clause(text, Span(0, len(text)), NODES)
    return [(one.part, NODES.tree.names[one.node or 0]) for one in found if hasattr(one, "part")]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("Weggefallen sind L5 und L6", "pruned"),
        ("so we never look at L5 and L6", "pruned"),
        ("There are two pruned leaves: L5, L6", "pruned"),
        ("angeschaut hab ich L5, L6", "order"),
        ("L5, L6 ist die Reihenfolge", "order"),
    ],
)
def test_known_words_say_which_part_it_is(text: str, part: str):
    """The others say nothing."""
    assert read_in(text) == [(part, "L5"), (part, "L6")]


def test_a_choice_and_a_value():
    """One child of the root, or a number for a node."""
    assert read_in("Also nehmen wir B") == [("best", "B")]
    assert read_in("Der Knoten C bekommt 2") == [("values", "C")]
    assert read_in("3 and 2 are the values of B and C") == [("values", "B"), ("values", "C")]


@pytest.mark.parametrize(
    "text",
    [
        "L5 and L6 are perhaps skipped",
        "L5 is skipped after L6",
        "we prune at C",
        "There are three pruned leaves: L5, L6",
        "L5 and L6 are visited and skipped",
        "C has 2 children",
        "B and C have values of 3 by 2",
        "L5, L6, ... are pruned",
        "Are L5 and L6 pruned?",
    ],
)
def test_any_other_word_leaves_it_unread(text: str):
    """So does a place, a wrong count, a contradiction, a question."""
    assert read_in(text) == []
