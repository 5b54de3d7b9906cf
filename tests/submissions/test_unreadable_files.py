"""Files that could not be read: parts that the text does not answer need review."""

from treesolve.notation.reader import read
from treesolve.submissions.answer_reader import parse_answer
from treesolve.submissions.node_names import NodeNames
from treesolve.submissions.submission import Submission, join_submissions
from treesolve.submissions.unreadable_files import format_unread_file_line, is_unread_file_line

NODES = NodeNames(read("((6 5) (2 9))"))


def test_parts_that_the_text_does_not_answer_need_review():
    """Parts that it answers do not."""
    answer = parse_answer(f"values: A=5 B=5 C=2\n\n{format_unread_file_line('photo.jpg', '4711')}\n", NODES).answer

    assert answer.values == {0: 5, 1: 5, 4: 2}
    assert answer.has_unread
    assert not {"values", "value"} & answer.pending


def test_the_name_of_a_file_is_ignored():
    """Any file name is ignored when parsing."""
    for name in ("B = 5.jpg", "pruned: L4", "best: B].png", "student: 4711", "#.jpg", "a\nbest: B"):
        reading = parse_answer(f"order: L1\n{format_unread_file_line(name, '4712')}", NODES)

        assert [(claim.part, claim.node) for claim in reading.claims] == [("order", 2)], name
        assert [problem.code for problem in reading.problems] == ["answer-in-file"]
        assert reading.answer.student == ""


def test_a_line_like_it_within_others_is_text():
    """Only a complete line represents a file."""
    assert is_unread_file_line("[unread file: x.jpg of 4711]\n")
    assert not is_unread_file_line("see [unread file: x.jpg of 4711]")


def test_several_texts_are_joined():
    """They are separated by a blank line, so that keys do not continue in the next text."""
    whole = join_submissions(
        "x", "4711", [Submission("a", "", "values:"), Submission("b", "", "B\n"), Submission("c", "", "")]
    )

    assert whole[:3] == ("x", "4711", "values:\n\nB\n\n\n\n")
