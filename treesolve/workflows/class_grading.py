"""A whole class marked: every submission on its own, one after the other or in several processes, the same in the end.

What comes out is in the order of the submissions, whatever the number of processes. A class without pages and without a
sheet needs neither feedback nor totals: these are imported where they are used.
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
"""So many submissions are handed to a process at once."""

ANSWERS_PER_PROCESS, PAGES_PER_PROCESS = 1500, 50
"""Number of submissions, and of pages, that are worth another process, which takes a while to start."""


def grade_all(
    marker: Marker, submissions: Iterable[Submission | Problem], executor: Executor | None = None
) -> Iterator[GradeResult]:
    """Return the result of each submission, in order; a problem in place of a submission becomes one that is not
    graded.

    Without an executor this marker marks them all; with one, each worker has a copy of it.
    """
    if executor is None:
        return map(marker.outcome, submissions)
    graded = Workers(executor, marker).each(Marker.outcome, submissions, CHUNK)
    return (replace(one, marker=marker) for _, one in graded)


class DuplicateCheck:
    """Who has handed in which exercise so far."""

    def __init__(self) -> None:
        self._sources: dict[tuple[str, int | None], str] = {}

    def noted(self, outcome: GradeResult) -> GradeResult:
        """Return the outcome, with a problem if the student has handed in this exercise before."""
        if outcome.result is None or outcome.exercise is None:
            return outcome
        named = normalize_name(outcome.student), outcome.exercise
        if named not in self._sources:
            self._sources[named] = outcome.source
            return outcome
        facts = {"student": outcome.student, "first": self._sources[named]}
        repeated = Problem("duplicate-student", None, facts, outcome.source)
        return replace(outcome, problems=(*outcome.problems, repeated))


PAGES_AT_ONCE = 10
"""So many pages are asked of a process at once."""

Page = str | bytes | Problem
"""A page, or why there is none."""


class StudentSheet(NamedTuple):
    """What a student has made of a sheet: the total, and the outcomes by task."""

    total: "SheetTotal"
    grade_results: Mapping[str, GradeResult]


def empty_results(marker: Marker) -> "SheetResults":
    """What takes the results of a marker's sheet."""
    from treesolve.grading.sheet_totals import SheetResults, possible_points

    key = marker.settings.key
    possible = possible_points(key, lambda number: marker.prepared(number).grader.possible)
    return SheetResults(key, marker.settings.rubric, possible)


class StudentSheets:
    """The sheets of a class, collected outcome by outcome."""

    def __init__(self, marker: Marker, grade_results: Iterable[GradeResult] = ()) -> None:
        self.marker, self.results = marker, empty_results(marker)
        self._grade_results: dict[str, dict[str, GradeResult]] = {}
        for outcome in grade_results:
            self.add(outcome)

    def add(self, outcome: GradeResult) -> None:
        """Take up what came of an answer to a task; of several answers to it the last counts."""
        if outcome.result is None:
            return
        self.results.add(outcome.result)
        tasks = self._grade_results.setdefault(normalize_name(outcome.result.student), {})
        if outcome.report is not None:
            tasks[outcome.result.exercise] = replace(outcome, page=None)

    def sheets(self) -> list[StudentSheet]:
        """Return the sheets, in the order in which students handed in."""
        return [
            StudentSheet(total, self._grade_results[normalize_name(total.student)]) for total in self.results.totals()
        ]


def pages_of_sheets(marker: Marker, sheets: Iterable[StudentSheet], executor: Executor | None) -> Iterator[Page]:
    """Return the pages of students, in the order of their sheets."""
    return (page for _, page in Workers(executor, marker).each(_page_of_sheet, sheets, PAGES_AT_ONCE))


def _page_of_sheet(marker: Marker, sheet: StudentSheet) -> Page:
    try:
        return sheet_page(marker, sheet, marker.settings)
    except InputError as error:
        return error.problems[0]
    except Exception as error:
        sources = [outcome.source for outcome in sheet.grade_results.values()]
        return internal_error_problem(error, sources[0] if sources else sheet.total.student)


def sheet_page(marker: Marker, sheet: StudentSheet, settings: Settings) -> str | bytes:
    """Return the page of a student about all tasks in the form and look of the settings: bytes for "pdf", else text."""
    from treesolve.rendering.feedback import MarkedTask, sheet_feedback_page

    handed_in = dict[str, MarkedTask]()
    for task, outcome in sheet.grade_results.items():
        if outcome.report is not None and outcome.result is not None and outcome.exercise is not None:
            prepared = marker.prepared(outcome.exercise)
            handed_in[task] = MarkedTask(prepared.exercise, outcome.report, prepared.grader, outcome.result.read)
    title, look = str(settings.key.sheet.get("title", "")), dict(settings.look)
    shown = {**look, "full": settings.full, "rubric": settings.rubric}
    page = sheet_feedback_page(title, sheet.total, handed_in, settings.language, **shown)
    called = " · ".join(filter(None, (sheet.total.student, title)))
    return render_page(page, settings.page_form or "html", called, look.get("paper", "a4"))
