"""Grading of single submissions. Results are returned as data, as feedback text, or as pages.

Errors in a submission become problems in its result and do not affect other submissions. Feedback is imported only
where it is rendered, because tables of points do not need it.
"""

from collections import OrderedDict
from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from treesolve.grading.decision import Decisions
from treesolve.grading.grader import MarkedAnswer
from treesolve.grading.result import Interpretation, Result, result_of_report
from treesolve.model.answer import Answer
from treesolve.model.problem import InputError, Problem, internal_error_problem
from treesolve.rendering.handout import render_page
from treesolve.rendering.problem_sentence import unsolvable_problem
from treesolve.search.search import Unsolvable
from treesolve.search.solution import Solution
from treesolve.submissions.submission import Submission
from treesolve.workflows.exercise_assignment import (
    UNASSIGNED,
    find_exercise_number,
    result_of_unassigned,
    student_of_submission,
    unassigned_feedback,
    unassigned_page,
    variant_and_student,
    whose,
)
from treesolve.workflows.grade_result import GradeResult, Settings
from treesolve.workflows.prepared_exercise import PreparedExercise, ReadSubmission, misfit, with_all_pending

if TYPE_CHECKING:
    from treesolve.rendering.document import Document


OTHER_TREE = "answer-other-tree"
MISFITS = (OTHER_TREE, "answer-fits-other")
"""Codes of the problems of answers that belong to another tree."""

MAX_PREPARED = 200
"""Maximum number of exercises that are cached.

Most classes have few exercises. If each student has a different variant, caching does not help.
"""

MAX_CACHED_ANSWERS = 400
"""Maximum number of answers whose reports and feedback are cached."""


class Marker:
    """Grader of submissions to the exercises of a key.

    `solutions` are the solutions of the first exercises that are already computed. `prepared` is a cached function that
    takes the number of an exercise in the key and returns the prepared exercise.
    """

    def __init__(self, settings: Settings, solutions: Sequence[Solution] = ()) -> None:
        self.settings = settings
        self._solutions = dict(enumerate(solutions))
        self.prepared = lru_cache(MAX_PREPARED)(self._prepare_exercise)
        self._cache = _Cache()
        self._decisions = Decisions(settings.decisions)

    def __reduce__(self) -> tuple[type["Marker"], tuple[Settings]]:
        """Pickle only the settings, and not the caches."""
        return Marker, (self.settings,)

    def _prepare_exercise(self, number: int) -> PreparedExercise:
        """Return the prepared exercise with this number in the key.

        Raises InputError if the exercise cannot be solved.
        """
        settings, exercise = self.settings, self.settings.key.exercises[number]
        try:
            return PreparedExercise(exercise, settings.exercise_rubric, self._solutions.get(number), settings.decisions)
        except Unsolvable as refusal:
            problem = unsolvable_problem(refusal, exercise.tree, exercise.convention, "")
            raise InputError((problem,)) from None

    def outcome(self, submission: Submission | Problem) -> GradeResult:
        """Return the result of grading a submission. A problem in place of a submission gives an ungraded result.

        Exceptions do not propagate; they become problems of the result.
        """
        if isinstance(submission, Problem):
            return GradeResult(submission.source, "", problems=(submission,))
        try:
            return self._graded_result(submission, find_exercise_number(submission, self.settings.key))
        except InputError as error:
            if error.problems[0].code in UNASSIGNED:
                return self._unassigned_result(submission, error.problems)
            return GradeResult(submission.source, whose(submission), problems=error.problems)
        except Exception as error:
            problems = (internal_error_problem(error, submission.source),)
            return GradeResult(submission.source, submission.student, problems=problems)

    def _unassigned_result(self, submission: Submission, problems: tuple[Problem, ...]) -> GradeResult:
        """Return the result of a submission that is not assigned to an exercise."""
        student = student_of_submission(submission, self.settings.key)
        result = result_of_unassigned(submission, student, self._decisions)
        found = GradeResult(submission.source, student, None, result, None, problems if result.pending else ())
        return replace(found, page=self._page_if_any(found), marker=self)

    def _graded_result(self, submission: Submission, number: int) -> GradeResult:
        answer, problems, read = self.read(submission, number)
        report, result = self._cached_report(answer, number)
        report = report._replace(answer=_with_student(report.answer, answer))
        student = student_of_submission(submission, self.settings.key)
        result = result._replace(student=student, source=submission.source, answer=submission.text, read=read)
        found = GradeResult(submission.source, student, number, result, report, problems)
        return replace(found, page=self._page_if_any(found), marker=self)

    def read(self, submission: Submission, number: int) -> ReadSubmission:
        """Parse a submission as an answer to an exercise of the key.

        If the submission seems to answer another exercise, all parts that no decision resolves are pending.
        """
        found = self._read_for_exercise(submission, number)
        other = misfit(number, found, self.settings.key, self.prepared, partial(self._read_for_exercise, submission))
        if other is None:
            return found
        problems = (other._replace(source=submission.source), *found.problems)
        return with_all_pending(found, self.prepared(number))._replace(problems=problems)

    def _read_for_exercise(self, submission: Submission, number: int) -> ReadSubmission:
        found = self.prepared(number).read(submission)
        return found._replace(problems=(*self._roster_contradiction(submission, found.answer), *found.problems))

    def _roster_contradiction(self, submission: Submission, answer: Answer) -> tuple[Problem, ...]:
        """Return a problem if an answer names a different variant from the one that the student has on the roster."""
        _, student = variant_and_student(submission, self.settings.key)
        expected = self.settings.key.conflicting_variant(answer.variant, student)
        facts = {"given": answer.variant, "student": answer.student, "expected": expected}
        return (Problem("variant-of-another", None, facts, submission.source),) if expected else ()

    def _cached_report(self, answer: Answer, number: int) -> tuple[MarkedAnswer, Result]:
        """Return the report on an answer, and its result with node names.

        Both are cached, so that equal answers of different students are graded once.
        """
        content = number, _anonymous_content(answer)
        found: tuple[MarkedAnswer, Result] | None = self._cache.get(content)
        if found is None:
            prepared = self.prepared(number)
            report = prepared.grader.report(answer)
            found = self._cache[content] = report, result_of_report(report, prepared.grader, prepared.exercise)
        return found

    def feedback(self, grade_result: GradeResult, language: str) -> str:
        """Return the feedback on a graded submission as text.

        The text is cached, so that it is rendered once for equal answers of different students.
        """
        if grade_result.result is None:
            return ""
        report, number = grade_result.report, grade_result.exercise
        if report is None or number is None:
            return unassigned_feedback(grade_result.result, language)
        from treesolve.rendering.feedback import feedback_text

        content = number, language, report.view, _anonymous_content(report.answer)
        text: str | None = self._cache.get(content)
        if text is None:
            grader = self.prepared(number).grader
            text = self._cache[content] = feedback_text(report, grader, language, self.settings.full)
        return text

    def page(self, grade_result: GradeResult, settings: Settings) -> str | bytes | None:
        """Return the student's page in the format that `settings` select.

        Return None if the submission could not be graded.
        """
        if grade_result.result is None:
            return None
        form = settings.page_form or "html"
        if grade_result.report is None or grade_result.exercise is None:
            return unassigned_page(grade_result.result, settings.language, form, dict(settings.look))
        prepared = self.prepared(grade_result.exercise)
        page = student_document(grade_result.report, prepared, settings, grade_result.result.read)
        title = f"{grade_result.report.answer.student} · {prepared.exercise.heading}"
        return render_page(page, form, title, dict(settings.look).get("paper", "a4"))

    def _page_if_any(self, grade_result: GradeResult) -> str | bytes | None:
        """Return the student's page, or None if no pages are requested or rendering fails.

        A failure of rendering must not prevent grading, so it is reported later, when the pages are written.
        """
        if self.settings.page_form is None or self.settings.key.is_sheet:
            return None
        try:
            return self.page(grade_result, self.settings)
        except Exception:
            return None


class _Cache(OrderedDict[Hashable, Any]):
    """Cache for the most recently computed values, by their inputs."""

    def __setitem__(self, content: Hashable, value: Any) -> None:
        super().__setitem__(content, value)
        if len(self) > MAX_CACHED_ANSWERS:
            self.popitem(last=False)


def _with_student(answer: Answer, given: Answer) -> Answer:
    """Return `answer` with the identification of the student taken from `given`, an equal answer."""
    return answer._replace(student=given.student, exercise=given.exercise, variant=given.variant)


def _anonymous_content(answer: Answer) -> Hashable:
    """Return the content of an answer without the identification of the student, as a key for caching."""
    values, windows = answer.values, answer.windows
    return (
        None if values is None else frozenset(values.items()),
        None if windows is None else frozenset(windows.items()),
        *(answer.pruned, answer.order, answer.best, answer.value, answer.pending, answer.has_unread),
        frozenset(answer.decided.items()),
        frozenset((part, text) for part, (text, _) in answer.texts.items()),
    )


def student_document(
    report: MarkedAnswer, prepared: PreparedExercise, settings: Settings, read: Interpretation
) -> "Document":
    """Return the feedback page for one student as a document."""
    from treesolve.rendering.feedback import feedback_page

    shown = {**dict(settings.look), "full": settings.full, "name": prepared.exercise.heading, "read": read}
    return feedback_page(report, prepared.grader, settings.language, **shown)
