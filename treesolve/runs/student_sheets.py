"""The sheets of a class: what each student has handed in for all tasks, and a page about it.

Vocabulary

    sheet       what a student has made of all tasks, with the answers that count
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from treesolve.answers.submission import Submission
from treesolve.grading.sheet_totals import SheetResults, Total, possible_points
from treesolve.model.answer import folded
from treesolve.model.problem import InputError, Problem, fault_problem
from treesolve.runs.cohort import marker_of_process, set_marker_of_process
from treesolve.runs.grade_submission import Marker, Outcome
from treesolve.runs.process_pool import in_chunks, in_order, working

CHUNK = 10
"""So many pages are asked of a process at once."""

Page = str | bytes | Problem
"""A page, or why there is none."""


class StudentSheet(NamedTuple):
    """What a student has made of a sheet, and by task the number of the exercise in the key with the answer to it."""

    total: Total
    answers: Mapping[str, tuple[int, Submission]]


def empty_results(marker: Marker) -> SheetResults:
    """What takes the results of a marker's sheet."""
    key = marker.settings.key
    possible = possible_points(key, lambda number: marker.prepared(number).grader.possible)
    return SheetResults(key, marker.settings.rubric, possible)


class StudentSheets:
    """The sheets of a class, collected outcome by outcome."""

    def __init__(self, marker: Marker) -> None:
        self.marker, self.results = marker, empty_results(marker)
        self._answers: dict[str, dict[str, tuple[int, Submission]]] = {}

    def add(self, outcome: Outcome) -> None:
        """Take up what came of an answer to a task; of several answers to it the last counts."""
        result, number = outcome.result, outcome.exercise
        if result is None or number is None:
            return
        self.results.add(result)
        answer = Submission(outcome.source, outcome.student, result.answer)
        self._answers.setdefault(folded(result.student), {})[result.judgement.exercise] = number, answer

    def sheets(self) -> list[StudentSheet]:
        """The sheets, in the order in which students handed in."""
        return [StudentSheet(total, self._answers[folded(total.student)]) for total in self.results.totals()]


def pages_of_sheets(marker: Marker, sheets: Iterable[StudentSheet], jobs: int) -> Iterator[Page]:
    """The pages of students, in the order of their sheets, made in so many processes."""
    chunks = ((None, chunk) for chunk in in_chunks(sheets, CHUNK))
    with working(jobs, set_marker_of_process, marker) as workers:
        for _, pages in in_order(workers, _pages_of_chunk, chunks, 2 * jobs):
            yield from pages


def _pages_of_chunk(sheets: list[StudentSheet]) -> list[Page]:
    return [_page_of_sheet(marker_of_process(), sheet) for sheet in sheets]


def _page_of_sheet(marker: Marker, sheet: StudentSheet) -> Page:
    try:
        return sheet_page(marker, sheet)
    except InputError as error:
        return error.problems[0]
    except Exception as error:
        return fault_problem(error, next(iter(sheet.answers.values()))[1].source)


def sheet_page(marker: Marker, sheet: StudentSheet) -> str | bytes:
    """The page of a student about all tasks, complete: bytes for "pdf", else text."""
    from treesolve.pages.feedback import MarkedTask, sheet_feedback_page
    from treesolve.pages.handout import bound

    settings, handed_in = marker.settings, dict[str, MarkedTask]()
    for task, (number, answer) in sheet.answers.items():
        report, _, read = marker.report(answer, number)
        prepared = marker.prepared(number)
        handed_in[task] = MarkedTask(prepared.exercise, report, prepared.grader, read)
    title, look = str(settings.key.sheet.get("title", "")), dict(settings.look)
    shown = {**look, "full": settings.full, "rubric": settings.rubric}
    page = sheet_feedback_page(title, sheet.total, handed_in, settings.language, **shown)
    called = " · ".join(filter(None, (sheet.total.student, title)))
    return bound(page, settings.page_form or "html", called, look.get("paper", "a4"))
