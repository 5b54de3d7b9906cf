"""Problems in the lines that say whose answer a text is."""

from treesolve.answers.answer_reader import reading_of
from treesolve.answers.node_words import Nodes
from treesolve.notation.reader import read

NODES = Nodes(read("((6 5) (2 9))"))


def test_what_is_wrong_with_a_head_is_told_of_each():
    """A key without anything behind it is none."""
    texts = ["student:\nvalues: A=5", "student: 4711\nvalues: A=5", "student: 4\u202e11\nvalues: A=5"]
    found = [[problem.code for problem in reading_of(text, NODES).problems] for text in texts]
    assert found == [[], [], ["answer-control-character"]]
