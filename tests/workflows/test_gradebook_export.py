"""Export to a course system: students have their ids in the system, and only complete results are exported."""

import io
import zipfile
from dataclasses import replace
from pathlib import Path

from tests.support.course_systems import PARTLY, RIGHT, TREE, zip_of
from treesolve.grading.exam import Key
from treesolve.grading.exercise import Exercise
from treesolve.grading.rubric import Rubric
from treesolve.integrations.course_submissions import SubmissionLoader
from treesolve.model.convention import CONVENTIONS
from treesolve.model.problem import Problem
from treesolve.notation.reader import read
from treesolve.workflows.class_grading import grade_all
from treesolve.workflows.grade_result import GradeResult, Settings
from treesolve.workflows.grade_submission import Marker
from treesolve.workflows.gradebook_export import FeedbackWriter, StudentMarks

FOLDER = "A_{}_assignsubmission_file/a.txt"


def marked(tmp_path: Path, *texts: str) -> tuple[Marker, SubmissionLoader, list[GradeResult]]:
    """Grade answers of different students, downloaded from a course system."""
    tree = read(TREE)
    path = tmp_path / "x.zip"
    path.write_bytes(zip_of({FOLDER.format(number): text for number, text in enumerate(texts, 1)}))
    key = Key((Exercise("x", tree, CONVENTIONS["aima"], tree.points),))
    marker, intake = Marker(Settings(key, Rubric(), page_form="markdown")), SubmissionLoader([str(path)])
    return marker, intake, list(grade_all(marker, intake.submissions()))


def zipped(marker: Marker, intake: SubmissionLoader, found: list[GradeResult]) -> dict[str, str]:
    """Return the exported pages by file name."""
    file = io.BytesIO()
    writer = FeedbackWriter(file, marker, intake.course_submissions, "back.zip")
    for outcome in found:
        writer.add(outcome)
    writer.finish()
    archive = zipfile.ZipFile(file)
    return {name: archive.read(name).decode() for name in archive.namelist()}


def test_a_missing_page_is_rendered_for_the_export(tmp_path: Path):
    """Results of an earlier run have no pages."""
    marker, intake, found = marked(tmp_path, RIGHT, PARTLY)
    pages = zipped(marker, intake, found)

    assert [*pages] == [f"A_{number}_assignsubmission_file/feedback.md" for number in (1, 2)]
    assert "9" in pages["A_2_assignsubmission_file/feedback.md"]
    assert zipped(marker, intake, [replace(outcome, page=None) for outcome in found]) == pages


def test_a_note_does_not_leave_results_open(tmp_path: Path):
    """An unreadable part does, even if others have marks."""
    _, intake, (outcome,) = marked(tmp_path, RIGHT)
    _, _, (unread,) = marked(tmp_path, "values: A=x")
    (course_submissions,) = intake.course_submissions.values()
    remark = replace(unread, result=None, problems=(Problem("handed-in-late", None, {}, ""),))

    assert unread.problems
    assert not StudentMarks(course_submissions).with_grade_result(outcome).with_grade_result(remark).is_open
    assert (
        StudentMarks(course_submissions)
        .with_grade_result(outcome)
        .with_grade_result(replace(unread, result=None))
        .is_open
    )
    assert StudentMarks(course_submissions).with_grade_result(unread).is_open
