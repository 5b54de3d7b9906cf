"""A whole class marked: every submission on its own, one after the other or in several processes, the same in the end.

What comes out is in the order of the submissions, whatever the number of processes.

Vocabulary

    chunk       submissions that are handed to a process at once
    piece       what the journal keeps of an outcome
    sheet       what a student has made of all tasks, with the answers that count
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from treesolve.answers.submission import Submission
from treesolve.model.answer import folded
from treesolve.model.problem import InputError, Problem, fault_problem
from treesolve.pages.json.grades_document import result_in, result_json
from treesolve.runs.grade_submission import Marker, Outcome, Told, told_problem
from treesolve.runs.page_folder import page_digest
from treesolve.runs.process_pool import in_chunks, in_order, working

if TYPE_CHECKING:
    from treesolve.grading.sheet_totals import SheetResults, Total
    from treesolve.runs.journal import Journal


CHUNK = 100
"""So many submissions are handed to a process at once."""

WORTH_A_PROCESS = 1500
"""From so many submissions on more than one process pays: each takes a while to start."""


def outcomes(
    marker: Marker, submissions: Iterable[Submission | Problem], jobs: int = 1, journal: "Journal | None" = None
) -> Iterator[Outcome]:
    """What comes of each submission, in order; a problem in the place of one becomes an outcome without a result.

    With one job this marker marks them all, with more each process has one like it.

    What stands in the journal is not worked out again. An outcome is written there when the next one is asked for:
    whoever takes them one after the other has then done with it whatever was to be done. Raises InputError where one of
    the processes ends before its work is done.
    """
    chunks = (_known_and_unknown(chunk, journal) for chunk in in_chunks(submissions, CHUNK))
    with working(jobs, marker) as workers:
        for known, marked in in_order(workers, _mark_chunk, chunks, 2 * jobs):
            worked_out = iter(marked)
            for digest, found in known:
                outcome = found or next(worked_out)
                yield outcome
                if journal and not found:
                    journal.add(digest, _outcome_as_json(outcome))
            if journal:
                journal.flush()


def sensible_jobs(count: int, *, pages: bool) -> int:
    """How many processes pay for so many submissions; pages take far longer than marks."""
    worth = WORTH_A_PROCESS // 30 if pages else WORTH_A_PROCESS
    return min(os.cpu_count() or 1, 1 + count // worth)


def _known_and_unknown(
    chunk: list[Submission | Problem], journal: "Journal | None"
) -> tuple[list[tuple[str, Outcome | None]], list[Submission | Problem]]:
    """The digests of submissions with the outcomes that are known, and the others, to be marked."""
    known = [_digest_and_known_outcome(submission, journal) for submission in chunk]
    return known, [submission for submission, (_, found) in zip(chunk, known, strict=True) if found is None]


def _digest_and_known_outcome(
    submission: Submission | Problem, journal: "Journal | None"
) -> tuple[str, Outcome | None]:
    """The digest of a submission, and its outcome if the journal has it; what is no submission is never kept."""
    if journal is None or isinstance(submission, Problem):
        return "", None
    handed_in = "\0".join((submission.source, submission.student, submission.text))
    digest = sha256(handed_in.encode("utf-8", "surrogatepass")).hexdigest()
    piece = journal.get(digest)
    return digest, None if piece is None else _outcome_from_json(piece)


def _outcome_as_json(outcome: Outcome) -> Any:
    """An outcome as JSON has it; of the page only the digest."""
    problems = [tuple(told) for told in outcome.problems]
    head = outcome.source, outcome.student, outcome.exercise
    return [*head, outcome.result and result_json(outcome.result), outcome.tally, problems, page_digest(outcome.page)]


def _outcome_from_json(piece: Any) -> Outcome:
    source, student, exercise, result, counts, problems, page = piece
    told = tuple(Told(*told) for told in problems)
    return Outcome(source, student, exercise, result and result_in(result), tuple(counts), told, page_digest=page)


def _mark_chunk(marker: Marker, chunk: list[Submission | Problem]) -> list[Outcome]:
    return [_outcome_of_submission(marker, submission) for submission in chunk]


def _outcome_of_submission(marker: Marker, submission: Submission | Problem) -> Outcome:
    if isinstance(submission, Problem):
        return Outcome(submission.source, "", problems=marker.told([submission]))
    return marker.outcome(submission)


class Attendance:
    """Who has handed in which exercise so far."""

    def __init__(self, language: str = "en") -> None:
        self.language = language
        self._sources: dict[tuple[str, int | None], str] = {}

    def noted(self, outcome: Outcome) -> Outcome:
        """The outcome, with a problem if the student has handed in this exercise before."""
        if outcome.result is None:
            return outcome
        named = outcome.student.casefold(), outcome.exercise
        if named not in self._sources:
            self._sources[named] = outcome.source
            return outcome
        facts = {"student": outcome.student, "first": self._sources[named]}
        told = told_problem(Problem("duplicate-student", None, facts, outcome.source), self.language)
        return outcome._replace(problems=(*outcome.problems, told))


PAGES_AT_ONCE = 10
"""So many pages are asked of a process at once."""

Page = str | bytes | Problem
"""A page, or why there is none."""


class StudentSheet(NamedTuple):
    """What a student has made of a sheet, and by task the number of the exercise in the key with the answer to it."""

    total: "Total"
    answers: Mapping[str, tuple[int, Submission]]


def empty_results(marker: Marker) -> "SheetResults":
    """What takes the results of a marker's sheet."""
    from treesolve.grading.sheet_totals import SheetResults, possible_points

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
    chunks = ((None, chunk) for chunk in in_chunks(sheets, PAGES_AT_ONCE))
    with working(jobs, marker) as workers:
        for _, pages in in_order(workers, _pages_of_chunk, chunks, 2 * jobs):
            yield from pages


def _pages_of_chunk(marker: Marker, sheets: list[StudentSheet]) -> list[Page]:
    return [_page_of_sheet(marker, sheet) for sheet in sheets]


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
