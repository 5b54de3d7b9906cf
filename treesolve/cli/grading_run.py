"""The run of `treesolve grade`, which grades submissions, reports problems, and writes and counts the results.

Modules for decisions and for students' pages are imported only if their options are given.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from treesolve.cli.command_run import CommandRun
from treesolve.cli.grading_options import key_files
from treesolve.cli.option import Style
from treesolve.cli.output import check_output, check_outside
from treesolve.grading.class_summary import counted, tally
from treesolve.grading.decision import EXERCISE
from treesolve.grading.exam import Key
from treesolve.grading.rubric import Rubric
from treesolve.model.input_file import read_with
from treesolve.model.number import Number
from treesolve.model.problem import InputError, Problem, internal_error_problem
from treesolve.rendering.json.grades_json import problem_json
from treesolve.rendering.problem_sentence import problem_report, problem_sentence
from treesolve.rendering.saving import ENDINGS
from treesolve.rendering.template_environment import words
from treesolve.submissions.submission import Submission
from treesolve.submissions.text_decoding import is_remark
from treesolve.workflows.class_grading import ANSWERS_PER_PROCESS, PAGES_PER_PROCESS, DuplicateCheck, grade_all
from treesolve.workflows.exercise_assignment import tasks, whose
from treesolve.workflows.grade_result import GradeResult, Settings
from treesolve.workflows.grade_submission import MISFITS, OTHER_TREE
from treesolve.workflows.parallel import default_jobs, process_pool
from treesolve.workflows.result_writer import ResultWriter

MIN_MISPLACED_ANSWERS = 3
"""Minimum number of answers to another tree for which a single message replaces the individual ones."""

MAX_LINES_SHOWN = 3
"""Maximum number of unreadable lines that are reported for an answer."""


def load_decisions(path: str | None) -> Mapping[Any, Problem]:
    """Return the decisions in a file, each with the problem to report if the decision matches no answer.

    Raises InputError.
    """
    if path is None:
        return {}
    from treesolve.grading.decision_file import read_decisions

    return read_with(read_decisions, Path(path))


def source_file_of(source: str) -> str:
    """Return the file name from the source of an answer, without the row number in a table.

    >>> source_file_of("answers.csv:7"), source_file_of("answer.txt")
    ('answers.csv', 'answer.txt')
    """
    file, _, row = source.rpartition(":")
    return file if row.isdigit() else source


def unresolved_problems(grade_result: GradeResult) -> list[Problem]:
    """Return the problems of an answer that decisions have not resolved.

    If decisions have resolved all pending parts, problems with the text of the answer are omitted.
    """
    result = grade_result.result
    if result is None or not result.read.decided or result.pending:
        return list(grade_result.problems)
    return [one for one in grade_result.problems if one.place() is None and one.code not in MISFITS]


class Message(NamedTuple):
    """A problem and its printed report."""

    problem: Problem
    report: str


def select_messages(problems: Sequence[Problem], language: str) -> list[Message]:
    """Return the messages to print about an answer: the first few about its lines, and all others.

    If messages about lines are omitted, the last one says how many. If the answer is to another tree, all messages
    about its lines are omitted.
    """
    lines = [one for one in problems if one.place() is not None and not is_remark(one)]
    others = [one for one in problems if one.place() is None or is_remark(one)]
    shown = [] if any(one.code in MISFITS for one in others) else lines[:MAX_LINES_SHOWN]
    messages = [Message(one, problem_report(one, language)) for one in (*shown, *others)]
    if shown and len(lines) > len(shown):
        more = words(language, "grading.jinja").more({"count": len(lines) - len(shown)})
        last = messages[len(shown) - 1]
        messages[len(shown) - 1] = last._replace(report=f"{last.report}\n  {more}")
    return messages


class Messages:
    """The messages about the answers of a class, which are printed once all answers are graded."""

    def __init__(self, run: CommandRun) -> None:
        self.run = run
        self._pending: list[Message] = []
        self._marked = 0

    def record(self, problems: Sequence[Problem], *, is_marked: bool) -> None:
        """Record the problems of an answer."""
        self._marked += is_marked
        self._pending += select_messages(problems, self.run.language)

    def print_problems(self) -> None:
        """Print all messages.

        If most answers are to another tree, the messages about that are replaced by a single one, which comes first.
        """
        others = [one for one in self._pending if one.problem.code == OTHER_TREE]
        if len(others) >= MIN_MISPLACED_ANSWERS and 2 * len(others) > self._marked:
            self._report_other_tree(len(others))
        has_failed = not all(is_remark(one.problem) for one in self._pending)
        self.run.say([one.report for one in self._pending], failed=has_failed)
        self._pending = []

    def _report_other_tree(self, count: int) -> None:
        self._pending = [one for one in self._pending if one.problem.code != OTHER_TREE]
        self.run.note(Problem("answers-other-tree", None, {"count": count, "of": self._marked}), failed=True)


class Grading:
    """The grading of submissions: it reports problems, counts the results and writes them.

    `unused` maps each decision that no answer has used to the problem to report about it.
    """

    def __init__(
        self, run: CommandRun, marker: Any, report_path: str | None = None, unused: Mapping[Any, Problem] = {}
    ) -> None:
        self.run, self.marker, self.unused = run, marker, dict(unused)
        self.known: set[tuple[str, str]] = set()
        self.settings = marker.settings
        self.students = DuplicateCheck()
        self.counts: dict[int, Counter[str]] = {}
        self.messages = Messages(run)
        self.reports: Any = None
        if report_path is not None:
            from treesolve.cli.report_pages import Reports

            self.reports = Reports(report_path, marker, ENDINGS[self.settings.page_form][0])

    def grade_submissions(self, results: Sequence[ResultWriter], submissions: Iterator[Any], jobs: int | None) -> None:
        """Grade all submissions and write the results."""
        asked, has_pages = jobs, self.reports is not None and not self.settings.key.is_sheet
        jobs = jobs or default_jobs(self.run.progress.total, PAGES_PER_PROCESS if has_pages else ANSWERS_PER_PROCESS)
        found = tasks(submissions, self.settings.key, self.settings.decisions)
        with process_pool(jobs) as executor:
            try:
                for grade_result in grade_all(self.marker, found, executor):
                    self._process(grade_result, results)
            finally:
                self.messages.print_problems()
        self._finish(results, asked)

    def _finish(self, results: Sequence[ResultWriter], jobs: int | None) -> None:
        """Finish the outputs and the class page, and report unused decisions."""
        self.run.say([problem_report(one, self.run.language) for one in self.unused.values()])
        for problem in self.reports.write_sheets(jobs) if self.reports else ():
            self._report_failure(problem, results)
        for one in results:
            one.finish()
            self.run.print_problems(one.left)
        if self.reports:
            self.reports.finish(self.summaries(), results[0].problems)

    def _report_failure(self, problem: Problem, results: Sequence[ResultWriter]) -> None:
        """Report an output that could not be written, and add the problem to those of the results."""
        language = self.run.language
        self.run.say([problem_report(problem, language)], failed=True)
        for one in results:
            one.problems.append(problem_json(problem, problem_sentence(problem, language)))

    def _process(self, grade_result: Any, results: Sequence[ResultWriter]) -> None:
        """Record the messages about a result, then count and write the result."""
        grade_result = self.students.noted(grade_result)
        read = unresolved_problems(grade_result)
        fresh = [one for one in read if (source_file_of(one.source), one.code) not in self.known]
        self.messages.record(fresh, is_marked=grade_result.result is not None)
        if grade_result.exercise is None and self.settings.key.is_sheet:  # report it once per file, not per task
            self.known.update((source_file_of(one.source), one.code) for one in fresh)
        self._write_result(grade_result, results)
        self._discard_used_decisions(grade_result)
        if grade_result.exercise is not None and grade_result.report is not None:
            self.counts.setdefault(grade_result.exercise, Counter()).update(tally(grade_result.report))
        self.run.progress.step()

    def _discard_used_decisions(self, grade_result: Any) -> None:
        """Remove the decisions that were applied to an answer from `unused`.

        For the other decisions about the answer, record the reason why they do not apply.
        """
        if not (self.unused and grade_result.result):
            return
        student = whose(Submission("", grade_result.student, grade_result.result.answer))
        parts, named = grade_result.result.read.decided, (grade_result.result.exercise, student)
        for decision in [one for one in self.unused if one.is_for(*named)]:
            if not decision.is_about(grade_result.result.answer):
                self.unused[decision] = self.unused[decision]._replace(code="decision-outdated")
            elif decision.part in parts or (decision.part == EXERCISE and grade_result.exercise is not None):
                del self.unused[decision]
            elif decision.means:
                self.unused[decision] = self.unused[decision]._replace(code="decision-means")

    def _write_result(self, grade_result: Any, results: Sequence[ResultWriter]) -> None:
        """Write a result and the student's page. If that fails, report the failure and continue."""
        for record in [*(one.add for one in results), *([self.reports.record] if self.reports else [])]:
            try:
                record(grade_result)
            except (InputError, OSError):
                raise
            except Exception as error:
                self._report_failure(internal_error_problem(error, grade_result.source), results)

    def summaries(self) -> list[Any]:
        """Return the class summary of each exercise."""
        found = []
        for numbers in self._exercises_counted_together():
            prepared = self.marker.prepared(numbers[0])
            exercise = prepared.exercise
            counts = sum((self.counts[number] for number in numbers), Counter())
            if len(numbers) > 1:  # variants have different nodes
                counts = Counter({entry: count for entry, count in counts.items() if not entry.startswith("node ")})
            name = exercise.name if self.settings.key.is_sheet else exercise.title
            found.append(counted(name, exercise.tree, prepared.grader.possible, counts))
        return found

    def _exercises_counted_together(self) -> list[list[int]]:
        """Return groups of exercise numbers whose results are counted together.

        For a sheet, a group consists of all variants of a task.
        """
        if not self.settings.key.is_sheet:
            return [[number] for number in sorted(self.counts)]
        tasks: dict[str, list[int]] = {}
        for number in sorted(self.counts):
            tasks.setdefault(self.settings.key.name_of(number), []).append(number)
        return list(tasks.values())


class GradeOptions(NamedTuple):
    """The options of `treesolve grade`; the fields are named after click's parameters."""

    key: str
    more_keys: tuple[str, ...]
    answers: tuple[str, ...]
    student: str | None
    rubric_path: str | None
    accept: tuple[str, ...]
    convention: str | None
    out_of: Number | None
    feedback: str
    decisions_path: str | None
    against: str | None
    worksheet_path: str | None
    zip_path: str | None
    report_path: str | None
    style: Style
    form: str | None
    output_paths: tuple[str, ...]
    jobs: int | None

    @property
    def keys(self) -> tuple[str, ...]:
        """The files of all keys."""
        return (self.key, *self.more_keys)

    def check_paths(self) -> None:
        """Raise InputError if an output would overwrite an input, or would be written to a folder of inputs."""
        outputs = (*self.output_paths, self.zip_path)
        read = (self.against, self.decisions_path, self.worksheet_path)
        for path in outputs:
            check_output(path, (*key_files(self.keys), *self.answers, *filter(None, read)))
        for path in (*outputs, self.report_path):
            check_outside(path, self.answers)

    def settings(self, key: Key, rubric: Rubric, language: str, decisions: Iterable[Any]) -> Settings:
        """Return the grading settings that these options specify."""
        has_pages = self.report_path is not None or self.zip_path is not None
        page_form = self.style.pages if has_pages else None
        style_values = ((name, getattr(self.style, name)) for name in ("shapes", "paper", "width"))
        shown = tuple((name, value) for name, value in style_values if value is not None)
        return Settings(key, rubric, language, self.feedback == "full", page_form, shown, tuple(decisions))
