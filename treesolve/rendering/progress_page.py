"""The progress of students with a trainer, one row per student, as a page, as CSV and as JSON.

The JSON document is treesolve/progress/1.
"""

from collections.abc import Mapping, Sequence
from io import StringIO
from typing import Any, NamedTuple

from treesolve.authoring.trainer_pool import Trainer
from treesolve.grading.rubric import SkillMarks
from treesolve.notation.json_text import number_to_json
from treesolve.rendering.document import Block, Document, Opening, Paragraph, Table, listing
from treesolve.rendering.grades import MAX_STUDENT_LENGTH, counted_cells, counted_head
from treesolve.rendering.json.encoding import as_json, encode
from treesolve.rendering.spreadsheet import row_writer, spreadsheet_number
from treesolve.rendering.template_environment import display_text, number_text, shortened, words
from treesolve.submissions.progress_file import StudentProgress


class ClassProgress(NamedTuple):
    """The progress of a class. `digest` identifies the trees of the trainer; `unread` counts unreadable files."""

    trainer: Trainer
    digest: str
    marks: SkillMarks
    students: Sequence[StudentProgress]
    unread: int = 0


def progress_page(class_progress: ClassProgress, language: str = "en") -> Document:
    """Return a table with a row for each student, and the number of students."""
    trainer, marks, found = class_progress.trainer, class_progress.marks, class_progress.students
    say, points = words(language, "trainer.jinja"), _points_head(marks, language)
    head = [say.column(key) for key in ("student", "first", "last", "days", "trees", "right", "done")]
    facts = {
        "students": len(found),
        "unread": class_progress.unread,
        "skills": [say.skill(skill) for skill in marks.skills],
    }
    if marks.of is not None:
        facts["points"] = number_text(marks.of, language)
    convention = words(language).convention(trainer.convention)
    blocks: list[Block] = [Opening(display_text(trainer.title) or None, say.title(), convention=convention)]
    blocks.append(Paragraph([say.asked_skills(facts)]))
    if found:
        rows = [_page_row(progress, marks, language) for progress in found]
        width = len(head) + len(points)
        text_columns = (0, 1, 2, 5, 6, width)
        blocks.append(Table([*head, *points, say.column("open")], listing(rows, ""), say.progress(), text_columns))
    return Document([*blocks, Paragraph([say.handed_in(facts)])], language)


def _page_row(progress: StudentProgress, marks: SkillMarks, language: str) -> list[str]:
    say, done = words(language, "trainer.jinja"), marks.done(progress)
    numbers = [str(len(progress.days)), str(len(progress.games))]
    shares = [f"{progress.right}/{progress.answers}", f"{len(done)}/{len(marks.skills)}"]
    missing = ", ".join(say.skill(skill) for skill in marks.skills if skill not in done)
    student = shortened(display_text(progress.student), MAX_STUDENT_LENGTH)
    return [student, *_first_and_last(progress), *numbers, *shares, *_points_cells(progress, marks, language), missing]


def progress_table(class_progress: ClassProgress, language: str = "en") -> str:
    """Return the progress as CSV. The column of a skill contains the number of days on which answers were right."""
    say, marks, file = words(language, "trainer.jinja"), class_progress.marks, StringIO()
    write = row_writer(file, language)
    first = [say.column(key) for key in ("student", "file", "first", "last", "days", "trees", "right", "answers")]
    skills = [say.skill(skill) for skill in marks.skills]
    write([*first, *skills, say.column("done"), say.column("of"), *_points_head(marks, language)])
    for progress in class_progress.students:
        texts = [progress.student, ", ".join(progress.sources), *_first_and_last(progress)]
        counts = [len(progress.days), len(progress.games), progress.right, progress.answers]
        counts += [len(progress.right_days.get(skill, ())) for skill in marks.skills]
        counts += [len(marks.done(progress)), len(marks.skills)]
        write([*texts, *map(str, counts), *_points_cells(progress, marks, language)])
    return file.getvalue()


def _first_and_last(progress: StudentProgress) -> list[str]:
    return [progress.days[0], progress.days[-1]] if progress.days else ["", ""]


def _points_head(marks: SkillMarks, language: str) -> list[str]:
    if marks.of is None:
        return []
    return [words(language, "trainer.jinja").column("points"), *counted_head(marks.rubric, language)]


def _points_cells(progress: StudentProgress, marks: SkillMarks, language: str) -> list[str]:
    if marks.of is None:
        return []
    points = marks.points(progress)
    counted = counted_cells(points, marks.of, marks.rubric, language, is_open=False)
    return [spreadsheet_number(points, language), *counted]


def progress_document(class_progress: ClassProgress, problems: Sequence[Mapping[str, Any]]) -> str:
    """Return the progress as a JSON document, including the problems found in files."""
    trainer, marks = class_progress.trainer, class_progress.marks
    document = {
        "schema": "treesolve/progress/1",
        "title": trainer.title,
        "lecture": trainer.convention.id,
        "trainer": class_progress.digest,
        "skills": marks.skills,
        "points_possible": marks.of,
        "out_of": marks.rubric.out_of,
        "results": [_entry(progress, marks) for progress in class_progress.students],
        "problems": [dict(problem) for problem in problems],
    }
    return encode(as_json(document)) + "\n"


def progress_line(progress: StudentProgress, marks: SkillMarks) -> str:
    """Return the entry of one student as JSON text."""
    return encode(as_json(_entry(progress, marks)))


def _entry(progress: StudentProgress, marks: SkillMarks) -> dict[str, Any]:
    points = marks.points(progress)
    counted = {"counted": number_to_json(marks.rubric.counted(points, marks.of or 0))} if marks.rubric.out_of else {}
    return {
        "student": progress.student,
        "sources": progress.sources,
        "days": progress.days,
        "right": progress.right,
        "answers": progress.answers,
        "done": marks.done(progress),
        "points": None if marks.of is None else number_to_json(points),
        **counted,
        "right_days": {one: sorted(progress.right_days[one]) for one in marks.skills if one in progress.right_days},
        "played": [game._asdict() for game in progress.games],
    }
