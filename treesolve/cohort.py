"""A whole class marked: every submission on its own, one after the other or in several processes, the same in the end.

What comes out is in the order of the submissions, whatever the number of processes. Nothing that one submission holds
can disturb another: what cannot be read is a problem of that one.

Vocabulary

    submission  one student's answer as it was handed in: raw text, and where it came from
    outcome     what came of a submission: its result, what could not be read, its page
    marker      what marks submissions: key and rubric, made ready once a process
    settings    everything an outcome depends on beside its submission
"""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from hashlib import sha256
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from treesolve.grades import encode, problem_json, result_json
from treesolve.grading import Grader, Report
from treesolve.journal import Journal
from treesolve.key import Exercise, Key
from treesolve.problem import InputError, Problem
from treesolve.rubric import Rubric
from treesolve.submission.decoding import REMARKS
from treesolve.submission.identity import identity
from treesolve.submission.nodes import Nodes
from treesolve.submission.reader import read_answer
from treesolve.submission.submission import Submission
from treesolve.summary import Tally, tally

if TYPE_CHECKING:
    from concurrent.futures import Future

CHUNK = 100
"""So many submissions are handed to a process at once."""

WORTH_A_PROCESS = 1500
"""From so many submissions on more than one process pays: each takes a while to start."""


class Settings(NamedTuple):
    """Everything an outcome depends on beside its submission.

    `full` feedback gives right answers. `page_form` is the form of the students' pages, None for no pages; `look` is
    what these look like.
    """

    key: Key
    rubric: Rubric
    language: str = "en"
    full: bool = True
    page_form: str | None = None
    look: tuple[tuple[str, Any], ...] = ()


class Told(NamedTuple):
    """A problem in words: its entry in the document treesolve/grades/1, and how it is printed.

    A remark says how something was read, and is no failure.
    """

    entry: Mapping[str, Any]
    report: str
    is_remark: bool = False


class Outcome(NamedTuple):
    """What came of a submission.

    `result` is its entry in the document treesolve/grades/1, as JSON text; None where it could not be marked.
    `exercise` is the number of the exercise in the key, `problems` what could not be read, `page` the student's page.
    """

    source: str
    student: str
    exercise: int | None = None
    result: str | None = None
    tally: Tally = ()
    problems: tuple[Told, ...] = ()
    page: str | bytes | None = None


def told_problem(problem: Problem, language: str) -> Told:
    """A problem in words."""
    from treesolve.pages.problem import problem_report, problem_sentence

    entry = problem_json(problem, problem_sentence(problem, language))
    return Told(entry, problem_report(problem, language), problem.code in REMARKS)


class Prepared:
    """An exercise made ready for marking."""

    def __init__(self, exercise: Exercise, rubric: Rubric) -> None:
        points = rubric.points or exercise.points
        self.exercise = exercise
        self.grader = Grader(exercise.tree, exercise.convention, rubric._replace(points=points))

    @cached_property
    def nodes(self) -> Nodes:
        """The nodes by what students call them."""
        return Nodes(self.exercise.tree, right_to_left=self.exercise.convention.order == "right-left")


class Marker:
    """Marks submissions, one at a time."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._prepared: dict[int, Prepared] = {}

    def prepared(self, number: int) -> Prepared:
        """The exercise of that number in the key, ready."""
        if number not in self._prepared:
            self._prepared[number] = Prepared(self.settings.key.exercises[number], self.settings.rubric)
        return self._prepared[number]

    def outcome(self, submission: Submission) -> Outcome:
        """What comes of a submission."""
        found = identity(submission.text)
        student = found.student or submission.student
        try:
            number = self.settings.key.find(found.exercise, found.variant)
        except InputError as error:
            problems = self.told(problem._replace(source=submission.source) for problem in error.problems)
            return Outcome(submission.source, student, problems=problems)
        return self._marked(submission, number)

    def _marked(self, submission: Submission, number: int) -> Outcome:
        prepared = self.prepared(number)
        answer, problems = read_answer(submission.text, prepared.nodes, submission.source, submission.student)
        report = prepared.grader.report(answer)
        result = self._result(report, prepared, submission)
        return Outcome(
            submission.source,
            answer.student,
            number,
            encode(result),
            tally(report),
            self.told(map(submission.placed, problems)),
            self._page(report, prepared),
        )

    def told(self, problems: Iterable[Problem]) -> tuple[Told, ...]:
        """The problems in words."""
        return tuple(told_problem(problem, self.settings.language) for problem in problems)

    def report(self, submission: Submission, number: int) -> tuple[Report, tuple[Problem, ...]]:
        """The marks of a submission for an exercise of the key, and what could not be read."""
        prepared = self.prepared(number)
        answer, problems = read_answer(submission.text, prepared.nodes, submission.source, submission.student)
        return prepared.grader.report(answer), tuple(map(submission.placed, problems))

    def _result(self, report: Report, prepared: Prepared, submission: Submission) -> Any:
        from treesolve.pages.feedback import feedback_text

        told = feedback_text(report, prepared.grader, self.settings.language, self.settings.full)
        return result_json(report, prepared.grader, prepared.exercise, submission.source, told, submission.text)

    def _page(self, report: Report, prepared: Prepared) -> str | bytes | None:
        form = self.settings.page_form
        if form is None:
            return None
        return student_page(report, prepared, form, self.settings)


def student_page(report: Report, prepared: Prepared, form: str, settings: Settings) -> str | bytes:
    """The page of one student, complete: bytes for "pdf", else text."""
    from treesolve.pages.feedback import feedback_page
    from treesolve.pages.handout import handout

    written = "typst" if form == "pdf" else form
    look = dict(settings.look)
    name = prepared.exercise.heading
    piece = feedback_page(report, prepared.grader, written, settings.language, full=settings.full, name=name, **look)
    if written in ("text", "markdown"):
        return piece
    paper = look.get("paper", "a4")
    title = f"{report.answer.student} · {name}"
    document = "".join(handout([piece], written, settings.language, title=title, paper=paper, script=False))
    if form != "pdf":
        return document
    from treesolve.pdf import pdf

    return pdf(document)


def outcomes(
    settings: Settings, submissions: Iterable[Submission | Problem], jobs: int = 1, journal: Journal | None = None
) -> Iterator[Outcome]:
    """What comes of each submission, in order; a problem in the place of one becomes an outcome without a result.

    What stands in the journal is not worked out again. An outcome is written there when the next one is asked for:
    whoever takes them one after the other has then done with it whatever was to be done.
    """
    if jobs < 2:
        _start(settings)
        yield from _in_order(_Here(), submissions, 1, journal)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    # A process that forks after typst has run never comes back.
    with ProcessPoolExecutor(jobs, get_context("spawn"), _start, (settings,)) as pool:
        yield from _in_order(pool, submissions, 2 * jobs, journal)


class _Here:
    """What a pool of processes does, done here and at once."""

    def submit(self, work: "Callable[[_Chunk], list[Outcome]]", chunk: "_Chunk") -> "Future[list[Outcome]]":
        """The chunk, done."""
        from concurrent.futures import Future

        done: Future[list[Outcome]] = Future()
        done.set_result(work(chunk))
        return done


def sensible_jobs(count: int, *, pages: bool) -> int:
    """How many processes pay for so many submissions; pages take far longer than marks."""
    worth = WORTH_A_PROCESS // 30 if pages else WORTH_A_PROCESS
    return min(os.cpu_count() or 1, 1 + count // worth)


_Chunk = list[Submission | Problem]


def _in_order(
    pool: Any, submissions: Iterable[Submission | Problem], ahead: int, journal: Journal | None
) -> Iterator[Outcome]:
    """The outcomes in the order of the submissions, only so many chunks being worked on at a time."""
    remaining = iter(submissions)
    waiting: deque[tuple[list[tuple[str, Outcome | None]], Future[list[Outcome]]]] = deque()
    while True:
        while len(waiting) < ahead and (chunk := list(islice(remaining, CHUNK))):
            known = [_known(submission, journal) for submission in chunk]
            fresh = [submission for submission, (_, found) in zip(chunk, known, strict=True) if found is None]
            waiting.append((known, pool.submit(_work, fresh)))
        if not waiting:
            return
        known, done = waiting.popleft()
        worked_out = iter(done.result())
        for digest, found in known:
            outcome = found or next(worked_out)
            yield outcome
            if journal and not found:
                journal.add(digest, _piece(outcome))
        if journal:
            journal.flush()


def _known(submission: Submission | Problem, journal: Journal | None) -> tuple[str, Outcome | None]:
    """The digest of a submission, and its outcome if the journal has it; what is no submission is never kept."""
    if journal is None or isinstance(submission, Problem):
        return "", None
    handed_in = "\0".join((submission.source, submission.student, submission.text))
    digest = sha256(handed_in.encode("utf-8", "surrogatepass")).hexdigest()
    piece = journal.get(digest)
    return digest, None if piece is None else _restored(piece)


def _piece(outcome: Outcome) -> Any:
    """An outcome as JSON has it; the page is not in it."""
    problems = [tuple(told) for told in outcome.problems]
    return [outcome.source, outcome.student, outcome.exercise, outcome.result, outcome.tally, problems]


def _restored(piece: Any) -> Outcome:
    source, student, exercise, result, counts, problems = piece
    return Outcome(source, student, exercise, result, tuple(counts), tuple(Told(*told) for told in problems))


_marker: Marker | None = None
"""The marker of a process that was started to mark."""


def _start(settings: Settings) -> None:
    global _marker
    _marker = Marker(settings)


def _work(chunk: list[Submission | Problem]) -> list[Outcome]:
    assert _marker is not None
    return [_outcome(_marker, submission) for submission in chunk]


def _outcome(marker: Marker, submission: Submission | Problem) -> Outcome:
    if isinstance(submission, Problem):
        return Outcome(submission.source, "", problems=marker.told([submission]))
    return marker.outcome(submission)
