"""What becomes of marks when an exam is marked again, as the document for machines says it."""

from treesolve.grading.regrading import Change, change_json


def test_a_change_says_both_grades_in_their_order():
    """That before, and that of now."""
    told = change_json(Change("4711", "4711.txt", "x", 3, 4, ("2.0", "1.7"), ()))

    assert (told["before"], told["now"]) == (3, 4)
    assert (told["grade_before"], told["grade_now"]) == ("2.0", "1.7")
