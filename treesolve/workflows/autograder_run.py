"""Autograder for one submission in a Gradescope container.

Started as `python -m treesolve.workflows.autograder_run /autograder en`. The folder has Gradescope's layout:
`source/key.json`, `submission/`, `submission_metadata.json`, and `results/results.json`. The results are written for
every submission, even if it cannot be graded.
"""

import json
import re
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from treesolve.grading.exam import Key, read_key
from treesolve.grading.grader import MarkedAnswer
from treesolve.integrations.course_submissions import read_student_folder
from treesolve.integrations.gradescope_results import MarkedExercise, results_document
from treesolve.integrations.student_files import blank_student_lines
from treesolve.model.atomic_file import atomic_write, make_folder
from treesolve.model.input_file import read_with
from treesolve.model.problem import InputError, Problem
from treesolve.notation.json_text import parse_json
from treesolve.rendering.json.grades_json import rubric_in
from treesolve.rendering.problem_sentence import problem_report, problem_sentence
from treesolve.rendering.template_environment import words
from treesolve.submissions.submission import Submission
from treesolve.workflows.exercise_assignment import tasks
from treesolve.workflows.grade_result import Settings
from treesolve.workflows.grade_submission import Marker

_DUE = re.compile(r'"(?:late_)?due_date"\s*:\s*"([^"]*)"')


def results(root: Path, language: str = "en") -> str:
    """Return the contents of results.json for the submission in a folder.

    Until the due date, the feedback gives hints instead of the right answers. Raises InputError if the key is invalid.
    """
    key, rubric = (_text(root / "source" / name) for name in ("key.json", "rubric.json"))
    marker = Marker(Settings(read_key(key, "key.json"), rubric_in(parse_json(rubric, "rubric.json")), language))
    problems: list[Problem] = []
    reports: dict[int, MarkedAnswer] = {}
    metadata = _metadata(root)
    for found in _submissions(marker.settings.key, root, metadata):
        grade_result = marker.outcome(found)
        problems += grade_result.problems
        if grade_result.exercise is not None and grade_result.report is not None:
            reports[grade_result.exercise] = grade_result.report
    messages = [_sentence(problem, root / "submission", language) for problem in problems]
    if not any(_is_marked(report) for report in reports.values()):
        messages.insert(0, words(language, "quiz.jinja").nothing_handed_in())
    marked, is_full = list(_marked(marker, reports)), not _is_open(metadata)
    return results_document(marked, messages, language, full=is_full, rubric=marker.settings.rubric)


def _is_marked(report: MarkedAnswer) -> bool:
    """Return whether at least one answered part has been graded and is not pending."""
    return any(report.answer.answered(mark.part) and not mark.is_pending for mark in report.marks)


def _text(path: Path) -> str:
    return read_with(lambda file: file.read_text("utf-8"), path)


def _submissions(key: Key, root: Path, metadata: str) -> Iterable[Submission | Problem]:
    """Return the submitted files, split by exercise in the same way as by `treesolve grade`."""
    student = _student(metadata, key)
    found = read_student_folder(str(root / "submission"), student)
    if key.variant_of(student):
        found = (
            one
            if isinstance(one, Problem)
            else one._replace(student=student, text=blank_student_lines(one.text))  # the roster outranks the text
            for one in found
        )
    return tasks(found, key)


def _metadata(root: Path) -> str:
    """Return Gradescope's metadata file as JSON text, or an empty string if it cannot be read."""
    try:
        return (root / "submission_metadata.json").read_text("utf-8")
    except (OSError, ValueError):
        return ""


def _student(metadata: str, key: Key) -> str:
    """Return the student's id: the first id given by Gradescope that is on the roster, otherwise the first of all."""
    try:
        users = json.loads(metadata)["users"]
        known = [str(user[name]) for user in users for name in ("sid", "email") if user.get(name)]
    except (ValueError, LookupError, TypeError, AttributeError):
        known = []
    return next(filter(key.variant_of, known), known[0] if known else "")


def _is_open(metadata: str) -> bool:
    """Return whether the due date or the late due date is in the future."""
    now = datetime.now(UTC)
    return any(_parse_time(text) > now for text in _DUE.findall(metadata))


def _parse_time(text: str) -> datetime:
    """Parse an ISO date and time, by default in UTC. Return the earliest possible date if the string is invalid."""
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        return datetime.min.replace(tzinfo=UTC)
    return time if time.tzinfo else time.replace(tzinfo=UTC)


def _marked(marker: Marker, reports: dict[int, MarkedAnswer]) -> Iterable[MarkedExercise]:
    """Yield each exercise of the key, in order, with the report on its answer.

    Of several variants of an exercise, only the submitted one is included.
    """
    key = marker.settings.key
    answered = {key.name_of(number) for number in reports}
    missing = {number for number in key.first_numbers if key.name_of(number) not in answered}
    for number in sorted({*reports, *missing}):
        prepared = marker.prepared(number)
        yield MarkedExercise(prepared.exercise.title, prepared.grader, reports.get(number))


def _sentence(problem: Problem, folder: Path, language: str) -> str:
    """Return the message of a problem on a single line, preceded by its file and line number if these are known."""
    sentence, place = problem_sentence(problem, language), problem.place()
    if problem.source == str(folder):
        return sentence
    source = problem.source.removeprefix(f"{folder}/")
    return f"{source}:{place[0]}: {sentence}" if place else f"{source}: {sentence}"


def main(arguments: Any) -> None:
    """Write results.json. If that fails, print messages and exit with code 1."""
    root, language = Path(arguments[0]), arguments[1] if len(arguments) > 1 else "en"
    try:
        with atomic_write(str(make_folder(str(root / "results")) / "results.json")) as file:
            file.write(results(root, language))
    except InputError as error:
        sys.exit("\n".join(problem_report(problem, language) for problem in error.problems))


if __name__ == "__main__":
    main(sys.argv[1:])
