"""Comparison of two documents of results: which entries belong together, and what counts as a change."""

import json
from typing import Any

from treesolve.grading.grade_changes import GradesDocument, compare_grades, read_grades


def result(student: str, points: int, exercise: str = "1", **more: Any) -> dict[str, Any]:
    """Return the entry of an answer to one exercise."""
    plain = {"student": student, "exercise": exercise, "variant": None, "points": points, "of": 8}
    return {**plain, "grade": None, "parts": {}, **more}


def total(student: str, points: int, **more: Any) -> dict[str, Any]:
    """Return the entry of a student's total."""
    return {"student": student, "name": None, "points": points, "of": 16, "grade": None, **more}


def document(*results: dict[str, Any], totals: Any = None, exercises: str = "12") -> GradesDocument:
    """Return a document with these results."""
    content = {"schema": "treesolve/grades/2", "rubric": {}, "exercises": [{"exercise": name} for name in exercises]}
    content |= {"results": results} | ({} if totals is None else {"totals": {"students": totals}})
    return read_grades(json.dumps(content), "x.json")


def changed(old: GradesDocument, new: GradesDocument) -> list[tuple[str, str]]:
    """Return the students and exercises with changes."""
    return [(one.entry.student, one.entry.label) for one in compare_grades(old, new)]


def test_results_of_the_same_exercise_belong_together():
    """Capitals are ignored; with a single exercise before and now, its name does not matter."""
    old = document(result("ada", 3, "a"), result("ada", 4, "b"), exercises="ab")
    assert changed(old, document(result("ADA", 4, "B"), result("ADA", 3, "A"), exercises="ab")) == []
    single = document(result("ada", 4, "b"), exercises="b")
    assert changed(old, single) == [("ada", "a")]
    assert changed(single, document(result("ada", 4, "c"), exercises="c")) == []
    assert changed(document(result("ada", 4, "a"), exercises="ac"), single) == [("ada", "a"), ("ada", "b")]


def test_tasks_that_make_up_for_each_other_are_a_change_of_the_sheet():
    """An unchanged total with changed tasks is a change; a changed grade of a single task is not."""
    old = document(result("ada", 3), result("ada", 4, "2", grade="A"), totals=[total("ada", 7)])
    new = document(result("ada", 4), result("ada", 3, "2", grade="B"), totals=[total("Ada", 7)])
    (change,) = compare_grades(old, new)
    graded = document(result("ada", 3, grade="B"), result("ada", 4, "2", grade="C"), totals=[total("ada", 7)])

    assert [task.entry.label for task in change.tasks] == ["1", "2"]
    assert change.entry.student == "Ada"
    assert compare_grades(old, graded) == []


def test_sheet_and_single_exercise_are_compared_by_answer():
    """If only one document has totals, answers are compared one by one."""
    old, new = document(result("ada", 3)), document(result("ada", 4), totals=[total("ada", 4)])
    assert changed(old, new) == [("ada", "1")]
    assert changed(old.only("ada"), new.only("ADA")) == [("ada", "1")]
    assert changed(old.only("bo"), new.only("bo")) == []
