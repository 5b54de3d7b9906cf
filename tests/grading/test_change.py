"""What becomes of marks when an exam is marked again, as the document for machines says it."""

from treesolve.grading.change import Change, change, change_json, total_changes
from treesolve.grading.result import Judgement, Result
from treesolve.grading.sheet_totals import Total


def test_a_change_says_both_grades_in_their_order():
    """That before, and that of now."""
    told = change_json(Change("4711", "4711.txt", "x", 3, 4, ("2.0", "1.7"), ()))

    assert (told["before"], told["now"]) == (3, 4)
    assert (told["grade_before"], told["grade_now"]) == ("2.0", "1.7")


def result(source: str, **judgement: object) -> Result:
    """What came of one answer."""
    plain = Judgement("x", None, 3, 4, None, "max", {}, (), (), "")
    return Result("4711", source, plain._replace(**judgement), "")


def test_a_change_has_the_source_of_now_and_the_exercise_of_before():
    """With its variant, where there is one; where there is no result now, the old source."""
    before, now = result("old.txt", variant="V2"), result("new.txt", variant="V2", points=4)
    moved, gone = change(before, now), change(before, None)

    assert moved
    assert gone
    assert (moved.source, moved.exercise, moved.before, moved.now) == ("new.txt", "x (V2)", 3, 4)
    assert (gone.source, gone.exercise, gone.before, gone.now) == ("old.txt", "x (V2)", 3, None)
    assert change(before, before) is None


def test_a_total_that_changes_names_the_tasks_that_did():
    """Even where no part did."""
    before, now = (
        Total("4711", "", None, {"x": points, "y": 1}, points + 1, 8, None, (), {"x": 4, "y": 4}) for points in (3, 4)
    )
    more = Change("4711", "a.txt", "x", 3, 4, (None, None), ())

    (told,) = total_changes([before], [now], [more])

    assert (told.before, told.now, told.tasks) == (4, 5, (more,))
