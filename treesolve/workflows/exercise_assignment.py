"""Assignment of answers to the exercises of a key, by the text of the answer, the roster, or a decision."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from treesolve.grading.decision import EXERCISE, NOTHING, Decision, Decisions
from treesolve.grading.exam import Key
from treesolve.grading.result import Result, unassigned_result
from treesolve.model.problem import InputError, Problem
from treesolve.rendering.document import Document, Opening, Paragraph
from treesolve.rendering.handout import render_page
from treesolve.rendering.template_environment import display_text, words
from treesolve.submissions.student_identification import identify_student, split_submissions
from treesolve.submissions.submission import Submission


def tasks(
    submissions: Iterable[Submission | Problem], key: Key, decisions: Iterable[Decision] = ()
) -> Iterable[Submission | Problem]:
    """Return the submissions, split by exercise.

    A submission that cannot be assigned to an exercise is assigned by the decisions, if any of them is about it.
    """
    found = split_submissions(submissions, key.has_exercise) if len(key.names) > 1 else submissions
    assigning = [one for one in decisions if one.part == EXERCISE]
    return _assigned(found, key, Decisions(assigning)) if assigning else found


def _assigned(
    submissions: Iterable[Submission | Problem], key: Key, decisions: Decisions
) -> Iterator[Submission | Problem]:
    for one in submissions:
        if isinstance(one, Problem) or not is_unassigned(one, key):
            yield one
        else:
            yield from assigned(one, key, decisions) or [one]


def assigned(submission: Submission, key: Key, decisions: Decisions) -> list[Submission]:
    """Return one copy of the submission for each exercise to which decisions assign its text."""
    about = decisions.about(whose(submission), "", submission.text)
    place = variant_and_student(submission, key)
    numbers = [key.number_with_label(label, *place) for one in about if one.part == EXERCISE for label in one.labels]
    return [submission._replace(assigned=number) for number in dict.fromkeys(numbers) if number is not None]


UNASSIGNED = frozenset(
    ("answer-other-exercise", "answer-which-exercise", "answer-which-variant", "answer-other-variant")
)
"""Codes of the problems of answers that cannot be assigned to an exercise of the key."""


def is_unassigned(submission: Submission, key: Key) -> bool:
    """Return whether a submission cannot be assigned to an exercise of the key."""
    try:
        find_exercise_number(submission, key)
    except InputError:
        return True
    return False


def find_exercise_number(submission: Submission, key: Key) -> int:
    """Return the number of the exercise that a submission answers.

    Raises InputError if the exercise cannot be determined.
    """
    if submission.assigned is not None:
        return submission.assigned
    try:
        return key.find(identify_student(submission.text).exercise, *variant_and_student(submission, key))
    except InputError as error:
        raise InputError(tuple(one._replace(source=submission.source) for one in error.problems)) from None


def variant_and_student(submission: Submission, key: Key) -> tuple[str | None, str]:
    """Return the variant that a submission names, and the student.

    The student is the one named in the text if that student is on the roster, otherwise the student of the file.
    """
    identification, student = identify_student(submission.text), whose(submission)
    return identification.variant, student if key.variant_of(student) else submission.student


def whose(submission: Submission) -> str:
    """Return the student named in the text of a submission, otherwise the student of its file."""
    return identify_student(submission.text).student or submission.student


def student_of_submission(submission: Submission, key: Key) -> str:
    """Return the student of a submission.

    A student on the roster is preferred, then the student named in the text, then the one in the file name.
    """
    _, student = variant_and_student(submission, key)
    return student if key.variant_of(student) else whose(submission)


def result_of_unassigned(submission: Submission, student: str, decisions: Decisions) -> Result:
    """Return the result of an unassigned submission.

    The result is pending, unless a decision says that the text is not an answer.
    """
    about = decisions.about(whose(submission), "", submission.text)
    is_decided = any(one.part == EXERCISE and one.verdict == NOTHING for one in about)
    return unassigned_result(student, submission.source, submission.text, is_decided=is_decided)


def unassigned_feedback(result: Result, language: str) -> str:
    """Return the feedback on an unassigned submission."""
    say = words(language, "grading.jinja")
    return str(say.unassigned() if result.pending else say.no_answer())


def unassigned_page(result: Result, language: str, form: str, look: Mapping[str, Any]) -> str | bytes:
    """Return the student's page about an unassigned submission, as bytes for "pdf" and as text for other formats."""
    say = words(language, "grading.jinja")
    whose_page = say.whose({"student": display_text(result.student), "name": "", "variant": ""})
    message = Paragraph([unassigned_feedback(result, language)])
    page = Document([Opening(say.title(), source=whose_page), message], language)
    return render_page(page, form, result.student, look.get("paper", "a4"))
