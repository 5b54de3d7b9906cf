"""Whose answer a text is: what many hand in is the same but for that."""

import pytest

from treesolve.answers.identity import without_head
from treesolve.answers.node_words import Nodes
from treesolve.answers.reader import reading_of
from treesolve.notation.reader import read

NODES = Nodes(read("((6 5) (2 9))"))


@pytest.mark.parametrize(
    "head", ["student: 4711\n", "Name: Bob\nMatrikel: 4711\n\n", "\n- exercise: 2\n  variant: 3\n"]
)
def test_a_head_that_says_whose_it_is_is_left_out(head: str):
    """As many blanks stand in its place, and all else stays."""
    rest = "values: A=5\n# student\n"
    assert without_head(head + rest).endswith(rest)
    assert not without_head(head + rest).removesuffix(rest).strip()
    assert len(without_head(head + rest)) == len(head + rest)


@pytest.mark.parametrize(
    "text",
    [
        "student: 4711\nstudent: 4712\nvalues: A=5",
        "student: 4711\nvalues: A=5\nstudent: 4711",
        "values: A=5\nstudent: 4711",
        "student: 47\u202e11\nvalues: A=5",
        "values: A=5",
    ],
)
def test_a_head_stays_that_is_to_be_looked_at(text: str):
    """Two that differ, one that another line repeats, one with characters that turn round a line."""
    assert without_head(text) == text


def test_those_who_hand_in_the_same_are_told_apart():
    """Each has an own name and an own file, and problems stand in the own text."""
    rest = "values: A=5 B=x\npruned: L4"
    texts = [f"student: {student}\n{rest}" for student in (4711, 4712)]
    found = [reading_of(text, NODES, source, "given") for text, source in zip(texts, ("a.txt", "b.txt"), strict=True)]
    assert [one.answer.student for one in found] == ["4711", "4712"]
    assert [one.problems[0].source for one in found] == ["a.txt", "b.txt"]
    assert [one.problems[0].text for one in found] == texts
    assert [one.unread[0].problem.text for one in found] == texts
    assert found[0].claims == found[1].claims
    assert reading_of(rest, NODES, "c.txt", "given").answer.student == "given"


def test_what_is_wrong_with_a_head_is_told_of_each():
    """It is no head like others."""
    texts = ["student:\nvalues: A=5", "student: 4711\nvalues: A=5", "student: 4\u202e11\nvalues: A=5"]
    found = [[problem.code for problem in reading_of(text, NODES).problems] for text in texts]
    assert found == [[], [], ["answer-control-character"]]
