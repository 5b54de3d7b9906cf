"""Whose answer a text is: what many hand in is the same but for that."""

from treesolve.answers.answer_reader import reading_of
from treesolve.answers.node_words import Nodes
from treesolve.notation.reader import read

NODES = Nodes(read("((6 5) (2 9))"))


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
    """A key without anything behind it is none."""
    texts = ["student:\nvalues: A=5", "student: 4711\nvalues: A=5", "student: 4\u202e11\nvalues: A=5"]
    found = [[problem.code for problem in reading_of(text, NODES).problems] for text in texts]
    assert found == [[], [], ["answer-control-character"]]
