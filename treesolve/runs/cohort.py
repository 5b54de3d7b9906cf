"""A whole class marked: every submission on its own, one after the other or in several processes, the same in the end.

What comes out is in the order of the submissions, whatever the number of processes.

Vocabulary

    chunk       submissions that are handed to a process at once
    piece       what the journal keeps of an outcome
"""

import os
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from treesolve.answers.submission import Submission
from treesolve.model.problem import Problem
from treesolve.pages.json.grades_document import result_in, result_json
from treesolve.runs.grade_submission import Marker, Outcome, Told, page_digest, told_problem
from treesolve.runs.process_pool import in_chunks, in_order, working

if TYPE_CHECKING:
    from treesolve.runs.checkpoint import Journal

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
    chunks = (_chunk_with_known(chunk, journal) for chunk in in_chunks(submissions, CHUNK))
    with working(jobs, set_marker_of_process, marker) as workers:
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


def _chunk_with_known(
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


_marker: Marker | None = None
"""The marker of a process that was started to mark."""


def set_marker_of_process(marker: Marker) -> None:
    """Have this process mark with that marker."""
    global _marker
    _marker = marker


def marker_of_process() -> Marker:
    """The marker of this process."""
    assert _marker is not None
    return _marker


def _mark_chunk(chunk: list[Submission | Problem]) -> list[Outcome]:
    return [_outcome_of_submission(marker_of_process(), submission) for submission in chunk]


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
