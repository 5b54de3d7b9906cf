"""Grading of a class, in this process or in several processes.

The results are always in the order of the submissions. Feedback and sheet totals are imported only where they are used,
because many runs need neither.
"""

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from treesolve.model.answer import normalize_name
from treesolve.model.problem import InputError, Problem, internal_error_problem
from treesolve.rendering.handout import render_page
from treesolve.submissions.submission import Submission
from treesolve.workflows.grade_result import GradeResult, Settings
from treesolve.workflows.grade_submission import Marker
from treesolve.workflows.parallel import Workers

if TYPE_CHECKING:
    from treesolve.grading.sheet_totals import SheetResults, SheetTotal


CHUNK = 100
"""Number of submissions sent to a process at once."""

ANSWERS_PER_PROCESS, PAGES_PER_PROCESS = 1500, 50
"""Number of submissions and of pages that justify the startup time of another process."""


def grade_all(
    marker: Marker, submissions: Iterable[Submission | Problem], executor: Executor | None = None
) -> Iterator[GradeResult]:
    """Return the result of each submission, in order. A problem in place of a submission gives an ungraded result.

    Without an executor, all submissions are graded in this process. With an executor, each worker has its own copy of
    the marker.
    """
    if executor is None:
        return map(marker.outcome, submissions)
    graded = Workers(executor, marker).each(Marker.outcome, submissions, CHUNK)
    return (replace(one, marker=marker) for _, one in graded)


class DuplicateCheck:
    """Detection of students who submit the same exercise more than once."""

    def __init__(self) -> None:
        self._sources: dict[tuple[str, int | None], str] = {}

    def noted(self, grade_result: GradeResult) -> GradeResult:
        """Return the result, with an added problem if the student has already submitted this exercise."""
        if grade_result.result is None or grade_result.exercise is None:
            return grade_result
        named = normalize_name(grade_result.student), grade_result.exercise
        if named not in self._sources:
            self._sources[named] = grade_result.source
            return grade_result
        facts = {"student": grade_result.student, "first": self._sources[named]}
        repeated = Problem("duplicate-student", None, facts, grade_result.source)
        return replace(grade_result, problems=(*grade_result.problems, repeated))


PAGES_AT_ONCE = 10
"""Number of sheets sent to a process at once."""

Page = str | bytes | Problem
"""A page, or the problem that prevented its rendering."""


class StudentSheet(NamedTuple):
    """A student's results on a sheet: the total, and the result of each task, by the label of the task."""

    total: "SheetTotal"
    grade_results: Mapping[str, GradeResult]


def empty_results(marker: Marker) -> "SheetResults":
    """Return an empty collection for results of the marker's key."""
    from treesolve.grading.sheet_totals import SheetResults, possible_points

    key = marker.settings.key
    possible = possible_points(key, lambda number: marker.prepared(number).grader.possible)
    return SheetResults(key, marker.settings.rubric, possible)


class StudentSheets:
    """The sheets of a class, to which results are added one by one."""

    def __init__(self, marker: Marker, grade_results: Iterable[GradeResult] = ()) -> None:
        self.marker, self.results = marker, empty_results(marker)
        self._grade_results: dict[str, dict[str, GradeResult]] = {}
        for grade_result in grade_results:
            self.add(grade_result)

    def add(self, grade_result: GradeResult) -> None:
        """Add the result of a task. If a student has answered the task several times, the last answer counts."""
        if grade_result.result is None:
            return
        self.results.add(grade_result.result)
        tasks = self._grade_results.setdefault(normalize_name(grade_result.result.student), {})
        if grade_result.report is not None:
            tasks[grade_result.result.exercise] = replace(grade_result, page=None)

    def sheets(self) -> list[StudentSheet]:
        """Return one sheet for each student, ordered by the first submission of each student."""
        return [
            StudentSheet(total, self._grade_results[normalize_name(total.student)]) for total in self.results.totals()
        ]


def pages_of_sheets(marker: Marker, sheets: Iterable[StudentSheet], executor: Executor | None) -> Iterator[Page]:
    """Return, for each sheet in order, a feedback page or the problem that prevented it."""
    return (page for _, page in Workers(executor, marker).each(_page_of_sheet, sheets, PAGES_AT_ONCE))


def _page_of_sheet(marker: Marker, sheet: StudentSheet) -> Page:
    try:
        return sheet_page(marker, sheet, marker.settings)
    except InputError as error:
        return error.problems[0]
    except Exception as error:
        sources = [grade_result.source for grade_result in sheet.grade_results.values()]
        return internal_error_problem(error, sources[0] if sources else sheet.total.student)


def sheet_page(marker: Marker, sheet: StudentSheet, settings: Settings) -> str | bytes:
    """Return the feedback page about all tasks of a student.

    The page is bytes if the page format is "pdf", otherwise text.
    """
    from treesolve.rendering.feedback import MarkedTask, sheet_feedback_page

    handed_in = dict[str, MarkedTask]()
    for task, one in sheet.grade_results.items():
        if one.report is not None and one.result is not None and one.exercise is not None:
            prepared = marker.prepared(one.exercise)
            handed_in[task] = MarkedTask(prepared.exercise, one.report, prepared.grader, one.result.read)
    title, look = str(settings.key.sheet.get("title", "")), dict(settings.look)
    shown = {**look, "full": settings.full, "rubric": settings.rubric}
    page = sheet_feedback_page(title, sheet.total, handed_in, settings.language, **shown)
    called = " · ".join(filter(None, (sheet.total.student, title)))
    return render_page(page, settings.page_form or "html", called, look.get("paper", "a4"))
