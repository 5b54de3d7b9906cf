"""One submission marked: what comes of it, as a result for machines, in words, and as a page.

Nothing that a submission holds can disturb another: what cannot be read is a problem of that one.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from treesolve.answers.decoding import REMARKS
from treesolve.answers.submission import Submission
from treesolve.grading.class_summary import Tally, tally
from treesolve.grading.decision import Decision, Decisions
from treesolve.grading.exam import Key
from treesolve.grading.grader import Report
from treesolve.grading.result import Judgement, ReadAs, Result, judgement
from treesolve.grading.rubric import Rubric
from treesolve.model.answer import Answer
from treesolve.model.problem import InputError, Problem, fault_problem
from treesolve.pages.environment import words
from treesolve.pages.json.grades_document import problem_json
from treesolve.runs.assignment import (
    UNASSIGNED,
    number_in_key,
    result_of_unassigned,
    student_of_submission,
    unassigned_page,
    variant_and_student,
    whose,
)
from treesolve.runs.prepared_exercise import Prepared, Read, misfit, waiting
from treesolve.search.search import Unsolvable
from treesolve.search.solution import Solution

if TYPE_CHECKING:
    from treesolve.pages.document import Document


class Settings(NamedTuple):
    """Everything an outcome depends on beside its submission.

    `full` feedback gives right answers. `page_form` is the form of the students' pages, None for no pages; `look` is
    what these look like. `decisions` are about parts of answers that wait. Judgements hold feedback only if `worded`.
    """

    key: Key
    rubric: Rubric
    language: str = "en"
    full: bool = True
    page_form: str | None = None
    look: tuple[tuple[str, Any], ...] = ()
    decisions: tuple[Decision, ...] = ()
    worded: bool = True

    @property
    def rubric_of_one(self) -> Rubric:
        """The rubric for a single exercise: of several, and of a sheet, each is a part of what all points count as."""
        is_part = self.key.is_sheet or len(self.key.names) > 1
        return self.rubric._replace(out_of=None) if is_part else self.rubric


class Told(NamedTuple):
    """A problem in words: its entry in the document treesolve/grades/2, and how it is printed.

    A remark says how something was read, and is no failure.
    """

    entry: Mapping[str, Any]
    report: str
    is_remark: bool = False


class Outcome(NamedTuple):
    """What came of a submission.

    `result` is None where it could not be marked.
    `exercise` is the number of the exercise in the key, `problems` what could not be read, `page` the student's page.
    """

    source: str
    student: str
    exercise: int | None = None
    result: Result | None = None
    tally: Tally = ()
    problems: tuple[Told, ...] = ()
    page: str | bytes | None = None


def told_problem(problem: Problem, language: str) -> Told:
    """A problem in words."""
    from treesolve.pages.problem_sentence import problem_report, problem_sentence

    entry = problem_json(problem, problem_sentence(problem, language))
    return Told(entry, problem_report(problem, language), problem.code in REMARKS)


MOST_TOLD = 3
"""So much that could not be read in an answer is told on a terminal."""

OTHER_TREE = "answer-other-tree"
MISFITS = (OTHER_TREE, "answer-fits-other")
"""What is said of an answer to another tree."""


def shown_first(problems: Sequence[Told], language: str) -> list[Told]:
    """What a terminal shows of the problems of an answer: of those in its lines the first, and how many are left.

    Of an answer to another tree the lines say nothing.
    """
    lines = [told for told in problems if told.entry["line"] is not None and not told.is_remark]
    others = [told for told in problems if told.entry["line"] is None or told.is_remark]
    shown = [] if any(told.entry["code"] in MISFITS for told in others) else lines[:MOST_TOLD]
    if shown and len(lines) > len(shown):
        more = words(language, "grading.jinja").more({"count": len(lines) - len(shown)})
        shown[-1] = shown[-1]._replace(report=f"{shown[-1].report}\n  {more}")
    return [*shown, *others]


MOST_PREPARED = 200
"""So many exercises are kept ready: a class has few, and where everybody has an own variant none comes again."""

MOST_KEPT = 400
"""So many different answers are kept with what was said of them: those that came last."""


class Judged(NamedTuple):
    """The report on an answer, what is said of it, and what it adds to the counts of a class."""

    report: Report
    judgement: Judgement
    tally: Tally


class Marker:
    """Marks submissions, one at a time; `solutions` are those of the key's exercises, where they are known.

    `prepared` gives the exercise of a number in the key, ready, and keeps those that were asked for last.
    """

    def __init__(self, settings: Settings, solutions: Sequence[Solution] = ()) -> None:
        self.settings = settings
        self._solutions = dict(enumerate(solutions))
        self.prepared = lru_cache(MOST_PREPARED)(self._prepare_exercise)
        self._kept: dict[Hashable, Judged] = {}
        self._decisions = Decisions(settings.decisions)

    def __reduce__(self) -> tuple[type["Marker"], tuple[Settings]]:
        """How it comes into another process."""
        return Marker, (self.settings,)

    def _prepare_exercise(self, number: int) -> Prepared:
        """The exercise of that number in the key, ready. Raises InputError where the key has none that makes sense."""
        settings, exercise = self.settings, self.settings.key.exercises[number]
        try:
            return Prepared(exercise, settings.rubric_of_one, self._solutions.get(number), settings.decisions)
        except Unsolvable as refusal:
            from treesolve.pages.problem_sentence import refusal_problem

            problem = refusal_problem(refusal, exercise.tree, exercise.convention, "")
            raise InputError((problem,)) from None

    def outcome(self, submission: Submission) -> Outcome:
        """What comes of a submission; whatever goes wrong over it is a problem of this one."""
        try:
            return self._marked_outcome(submission, self.number(submission))
        except InputError as error:
            if error.problems[0].code in UNASSIGNED:
                return self._unassigned_outcome(submission, error.problems)
            return Outcome(submission.source, whose(submission), problems=self.told(error.problems))
        except Exception as error:
            told = self.told([fault_problem(error, submission.source)])
            return Outcome(submission.source, submission.student, problems=told)

    def number(self, submission: Submission) -> int:
        """The number of the exercise that is answered, as it says. Raises InputError where there is none."""
        return number_in_key(submission, self.settings.key)

    def _unassigned_outcome(self, submission: Submission, problems: Sequence[Problem]) -> Outcome:
        """The outcome for a text that belongs to no exercise yet."""
        student = student_of_submission(submission, self.settings.key)
        result = result_of_unassigned(submission, student, self._decisions, self.settings.language)
        told = self.told(problems) if result.judgement.pending else ()
        return Outcome(submission.source, student, None, result, (), told, self._page_of_unassigned(result))

    def _page_of_unassigned(self, result: Result) -> str | bytes | None:
        if self.settings.page_form is None or self.settings.key.is_sheet:
            return None
        return unassigned_page(result, self.settings.language, self.settings.page_form, dict(self.settings.look))

    def _marked_outcome(self, submission: Submission, number: int) -> Outcome:
        answer, problems, read = self.read(submission, number)
        judged = self._judged_once(answer, number)
        student = student_of_submission(submission, self.settings.key)
        return Outcome(
            submission.source,
            student,
            number,
            Result(student, submission.source, judged.judgement, submission.text, read),
            judged.tally,
            self.told(problems),
            self._page_if_any(judged.report, answer, number, read),
        )

    def read(self, submission: Submission, number: int) -> Read:
        """What a submission says about an exercise of the key; if it seems to belong to another one, all is pending."""
        found = self._read_for_exercise(submission, number)
        other = misfit(number, found, self.settings.key, self.prepared, partial(self._read_for_exercise, submission))
        if other is None:
            return found
        problems = (other._replace(source=submission.source), *found.problems)
        return waiting(found, self.prepared(number))._replace(problems=problems)

    def _read_for_exercise(self, submission: Submission, number: int) -> Read:
        found = self.prepared(number).read(submission)
        return found._replace(problems=(*self._roster_contradiction(submission, found.answer), *found.problems))

    def _roster_contradiction(self, submission: Submission, answer: Answer) -> tuple[Problem, ...]:
        """The remark that an answer names another variant than the roster has for the student."""
        _, student = variant_and_student(submission, self.settings.key)
        expected = self.settings.key.contradicts(answer.variant, student)
        facts = {"given": answer.variant, "student": answer.student, "expected": expected}
        return (Problem("variant-of-another", None, facts, submission.source),) if expected else ()

    def _judged_once(self, answer: Answer, number: int) -> Judged:
        """What is said of an answer, worked out once for those who answer the same."""
        content = number, _content_without_student(answer)
        found = self._kept.pop(content, None) or self._judge_answer(answer, self.prepared(number))
        self._kept[content] = found
        if len(self._kept) > MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        return found

    def told(self, problems: Iterable[Problem]) -> tuple[Told, ...]:
        """The problems in words."""
        return tuple(told_problem(problem, self.settings.language) for problem in problems)

    def report(self, submission: Submission, number: int) -> tuple[Report, tuple[Problem, ...], ReadAs]:
        """The marks of a submission for an exercise of the key, what could not be read, and what it was read as."""
        answer, problems, read = self.read(submission, number)
        return self.prepared(number).grader.report(answer), problems, read

    def page_again(self, outcome: Outcome) -> str | bytes | None:
        """The page of an outcome that has none, which raises what went wrong."""
        if outcome.result is None:
            return None
        if outcome.exercise is None:
            return self._page_of_unassigned(outcome.result)
        submission = Submission(outcome.source, outcome.student, outcome.result.answer)
        report, _, _ = self.report(submission, outcome.exercise)
        return self._page_for_report(report, report.answer, outcome.exercise, outcome.result.read)

    def _judge_answer(self, answer: Answer, prepared: Prepared) -> Judged:
        report = prepared.grader.report(answer)
        told = ""
        if self.settings.worded:
            from treesolve.pages.feedback import feedback_text

            told = feedback_text(report, prepared.grader, self.settings.language, self.settings.full)
        return Judged(report, judgement(report, prepared.grader, prepared.exercise, told), tally(report))

    def _page_if_any(self, report: Report, given: Answer, number: int, read: ReadAs) -> str | bytes | None:
        """The page, None also where it cannot be made: the marks stay, and whoever writes pages is told why then."""
        try:
            return self._page_for_report(report, given, number, read)
        except Exception:
            return None

    def _page_for_report(self, report: Report, given: Answer, number: int, read: ReadAs) -> str | bytes | None:
        """The page of whoever gave an answer, by the report on one like it.

        None where there are no pages, or one about all tasks of a sheet.
        """
        if self.settings.page_form is None or self.settings.key.is_sheet:
            return None
        answer = report.answer._replace(student=given.student, exercise=given.exercise, variant=given.variant)
        return student_page(report._replace(answer=answer), self.prepared(number), self.settings, read)


def _content_without_student(answer: Answer) -> Hashable:
    """All of an answer but whose it is."""
    values, windows = answer.values, answer.windows
    return (
        None if values is None else frozenset(values.items()),
        None if windows is None else frozenset(windows.items()),
        *(answer.pruned, answer.order, answer.best, answer.value, answer.pending, answer.has_unread),
        frozenset(answer.decided.items()),
        frozenset((part, text) for part, (text, _) in answer.texts.items()),
    )


def student_page(report: Report, prepared: Prepared, settings: Settings, read: ReadAs) -> str | bytes:
    """The page of one student, complete, with what was read: bytes for "pdf", else text."""
    from treesolve.pages.handout import bound

    page = student_document(report, prepared, settings, read)
    title = f"{report.answer.student} · {prepared.exercise.heading}"
    return bound(page, settings.page_form or "html", title, dict(settings.look).get("paper", "a4"))


def student_document(report: Report, prepared: Prepared, settings: Settings, read: ReadAs) -> "Document":
    """What the page of one student says."""
    from treesolve.pages.feedback import feedback_page

    shown = {**dict(settings.look), "full": settings.full, "name": prepared.exercise.heading, "read": read}
    return feedback_page(report, prepared.grader, settings.language, **shown)
