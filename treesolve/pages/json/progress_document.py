"""What students have practised with a trainer as JSON for machines: the document treesolve/progress/1."""

from collections.abc import Mapping, Sequence
from typing import Any

from treesolve.answers.progress_file import Progress
from treesolve.grading.skill_marks import SkillMarks
from treesolve.notation.json_text import number_json
from treesolve.pages.json.encoding import as_json, encode
from treesolve.pages.progress_page import Practised


def progress_document(practised: Practised, problems: Sequence[Mapping[str, Any]]) -> str:
    """All of it, with what is to be said of the files."""
    trainer, marks = practised.trainer, practised.marks
    document = {
        "schema": "treesolve/progress/1",
        "title": trainer.title,
        "lecture": trainer.convention.id,
        "trainer": practised.digest,
        "skills": marks.skills,
        "points_possible": marks.of,
        "out_of": marks.rubric.out_of,
        "results": [_entry(progress, marks) for progress in practised.students],
        "problems": [dict(problem) for problem in problems],
    }
    return encode(as_json(document)) + "\n"


def progress_line(progress: Progress, marks: SkillMarks) -> str:
    """The entry of one student as JSON text."""
    return encode(as_json(_entry(progress, marks)))


def _entry(progress: Progress, marks: SkillMarks) -> dict[str, Any]:
    points = marks.points(progress)
    counted = {"counted": number_json(marks.rubric.counted(points, marks.of or 0))} if marks.rubric.out_of else {}
    return {
        "student": progress.student,
        "sources": progress.sources,
        "days": progress.days,
        "right": progress.right,
        "answers": progress.answers,
        "done": marks.done(progress),
        "points": None if marks.of is None else number_json(points),
        **counted,
        "right_days": {one: sorted(progress.right_days[one]) for one in marks.skills if one in progress.right_days},
        "played": [game._asdict() for game in progress.games],
    }
