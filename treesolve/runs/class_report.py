"""Answers marked for programs of one's own: a report on one answer, a class of many."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from fractions import Fraction
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any, TypeVar

from treesolve.answers.identity import split
from treesolve.answers.submission import Submission
from treesolve.exchange.course_intake import Intake
from treesolve.grading.decision import Decision
from treesolve.grading.exam import Key, is_key, read_key
from treesolve.grading.exercise import LARGEST, Exercise
from treesolve.grading.result import Explanation, PartResult
from treesolve.grading.rubric import Rubric
from treesolve.model.answer import folded
from treesolve.model.convention import Convention
from treesolve.model.exportable import Exportable
from treesolve.model.input_file import Input, not_found, read_as
from treesolve.model.number import Number
from treesolve.model.problem import InputError, Problem, nearest
from treesolve.pages.json.grades_document import result_text
from treesolve.pages.python_arguments import asked_lecture, asked_text, is_file_name, searched, solved, tree_in
from treesolve.pages.saving import EXPORTS, PAGES, Export, KeyDocument, Look
from treesolve.runs.assignment import tasks, unassigned_page
from treesolve.runs.cohort import Attendance, empty_results, outcomes
from treesolve.runs.grade_submission import Marker, Outcome, Settings, student_page
from treesolve.runs.results import results_writer

Found = TypeVar("Found")


class Report(Exportable):
    """What came of one answer; `str` gives the student's page as text.

    `points` of the `possible` ones are exact, as all points are: a Fraction. `parts` have one result each, by name,
    with node names; `grade` is None where the rubric has no grades, and so is `counted`, what the points count as in a
    course system, where it has no out-of, or somebody has to decide. `problems` are what could not be read, as it is
    printed.
    """

    def __init__(self, outcome: Outcome, settings: Settings) -> None:
        assert outcome.result is not None
        self.outcome, self.settings = outcome, settings
        self.student, self.source = outcome.student, outcome.source
        self.judgement = outcome.result.judgement
        self.points, self.possible = Fraction(self.judgement.points), Fraction(self.judgement.of)
        self.rubric = settings.rubric_of_one
        is_open = bool(self.judgement.pending)
        self.counted = _exact(self.rubric.counted_now(self.points, self.possible, is_open=is_open))
        self.grade = self.judgement.grade
        self.parts: Mapping[str, PartResult] = self.judgement.parts
        self.diagnosis: tuple[Explanation, ...] = self.judgement.diagnosis
        self.problems = tuple(told.report for told in outcome.problems)

    @property
    def feedback(self) -> str:
        """What the student is told, as text, in English."""
        return self.judgement.feedback

    def __repr__(self) -> str:
        return f"<Report on {self.student or self.source!r}: {self.points} of {self.possible} points>"

    def content(self, form: str, look: Look) -> str | bytes:
        """The page or document in a format."""
        if form == "json":
            assert self.outcome.result is not None
            return result_text(self.outcome.result, self.rubric) + "\n"
        shown = tuple((name, getattr(look, name)) for name in ("shapes", "paper", "width"))
        marker = Marker(self.settings._replace(language=look.language, page_form=form, look=shown))
        assert self.outcome.result is not None
        if self.outcome.exercise is None:
            return unassigned_page(self.outcome.result, look.language, form, dict(shown))
        submission = Submission(self.source, self.student, self.outcome.result.answer)
        report, _, read = marker.report(submission, self.outcome.exercise)
        return student_page(report, marker.prepared(self.outcome.exercise), marker.settings, read)


class Class(Exportable):
    """What came of many answers: reports in their order, found by student, and tables of them.

    `problems` are what could not be read, and answers that could not be marked, as they are printed.
    """

    def __init__(
        self, settings: Settings, submissions: Iterable[Submission | Problem], executor: Executor | None = None
    ) -> None:
        self.settings, self.submissions, self._executor = settings, tuple(submissions), executor
        self._outcomes: dict[str, tuple[Outcome, ...]] = {}
        found = self._outcomes_in_language("en")
        self.reports = tuple(Report(outcome, settings) for outcome in found if outcome.result)
        self.problems = tuple(told.report for outcome in found for told in outcome.problems)

    def _outcomes_in_language(self, language: str) -> tuple[Outcome, ...]:
        """The outcomes, told in a language."""
        if language not in self._outcomes:
            marker, attendance = Marker(self.settings._replace(language=language)), Attendance(language)
            self._outcomes[language] = tuple(map(attendance.noted, outcomes(marker, self.submissions, self._executor)))
        return self._outcomes[language]

    @property
    def points(self) -> dict[str, Fraction]:
        """The points of each student, in all exercises."""
        points: dict[str, Fraction] = {}
        for report in self.reports:
            points[report.student] = points.get(report.student, Fraction()) + report.points
        return points

    @property
    def counted(self) -> dict[str, Fraction | None]:
        """What all points of each student count as in a course system, as `Report.counted` has it for one exercise."""
        results = empty_results(Marker(self.settings))
        for report in self.reports:
            if report.outcome.result is not None:
                results.add(report.outcome.result)
        return {total.student: _exact(total.counted) for total in results.totals()}

    def __len__(self) -> int:
        return len(self.reports)

    def __iter__(self) -> Iterator[Report]:
        return iter(self.reports)

    def __getitem__(self, student: str) -> Report:
        """The report on the first answer of a student. Raises InputError where there is none."""
        found = {folded(report.student): report for report in reversed(self.reports)}
        wanted = folded(str(student))
        if wanted not in found:
            names = tuple(self.points)
            facts = {"text": str(student), "nearest": nearest(str(student), names), "known": ", ".join(names[:12])}
            raise InputError((Problem("no-student-marked", None, facts),))
        return found[wanted]

    def __repr__(self) -> str:
        return f"<Class: {len(self)} answers marked, {len(self.problems)} problems>"

    def content(self, form: str, look: Look) -> str | bytes:
        """The page or document in a format."""
        file: Any = BytesIO() if form == "pdf" else StringIO()
        writer = results_writer(Marker(self.settings._replace(language=look.language)), file, form)
        for outcome in self._outcomes_in_language(look.language):
            writer.add(outcome)
        writer.finish()
        written: str | bytes = file.getvalue()
        return written


EXPORTS |= {
    Report: Export((*PAGES, "json"), Report.content),
    Class: Export(("csv", "json", "jsonl", *PAGES), Class.content),
}


def _exact(points: Number | None) -> Fraction | None:
    return None if points is None else Fraction(points)


def marked(settings: Settings, answers: Any, executor: Executor | None = None) -> Report | Class:
    """A report on one text, a class of the answers in a list, a mapping by students, a file or a folder.

    Raises InputError where there are none, and where the one text cannot be marked.
    """
    if isinstance(answers, str):
        return _report_on(settings, Submission("-", "", asked_text(answers).text))
    found = list(_submissions_in(answers))
    if not found:
        source = str(Path(answers)) if isinstance(answers, os.PathLike) else "-"
        raise InputError((Problem("no-submissions", None, {}, source),))
    return Class(settings, tasks(found, settings.key, settings.decisions), executor)


def _report_on(settings: Settings, submission: Submission) -> Report:
    key, marker = settings.key, Marker(settings)
    found = split(submission, key.is_called) if len(key.names) > 1 else [submission]
    if len(found) > 1:
        raise InputError((Problem("one-report-of-many", None, {"count": len(found)}),))
    marker.number(found[0])
    return Report(marker.outcome(found[0]), settings)


def _submissions_in(answers: Any) -> Iterator[Submission | Problem]:
    if isinstance(answers, os.PathLike):
        if not Path(answers).exists():
            raise InputError((not_found(Path(answers)),))
        yield from Intake([str(answers)]).submissions()
    elif isinstance(answers, Mapping):
        yield from (Submission(str(student), str(student), _text_of_answer(text)) for student, text in answers.items())
    elif isinstance(answers, Iterable) and not isinstance(answers, bytes | bytearray):
        for number, answer in enumerate(answers, 1):
            is_path = isinstance(answer, os.PathLike)
            yield from (
                _submissions_in(answer) if is_path else [Submission(f"answer {number}", "", _text_of_answer(answer))]
            )
    else:
        raise InputError((Problem("argument-no-answers", None, {"type": type(answers).__name__}),))


def _text_of_answer(answer: Any) -> str:
    """The text of an answer. Raises InputError where it is none, or the name of a file."""
    if not isinstance(answer, str):
        raise InputError((Problem("argument-no-answers", None, {"type": type(answer).__name__}),))
    return asked_text(answer).text


def settings_for(
    exercise: Any, convention: Any, rubric: Any, accept: Any, feedback: str, decisions: Any = None
) -> Settings:
    """What answers to an exercise are marked by: a tree in any form, or a key in a file; a rubric, decisions in files.

    Raises InputError where something is wrong with it.
    """
    is_one = isinstance(accept, str | os.PathLike | Convention)
    found, lectures = asked_rubric(rubric), tuple(map(asked_lecture, [accept] if is_one else accept))
    return Settings(
        asked_key(exercise, convention),
        found._replace(accepted=(*found.accepted, *lectures)),
        full=feedback == "full",
        decisions=_decisions_from(decisions),
    )


def _read_file_for(what: str, file: Any, read: Callable[[Path], Found]) -> Found:
    """What a reader reads in a file that somebody hands over. Raises InputError where it is none."""
    if isinstance(file, os.PathLike):
        return read_as(read, Path(file))
    code = "argument-file-name" if isinstance(file, str) and is_file_name(file) else f"argument-no-{what}"
    raise InputError((Problem(code, None, {"text": str(file)[:40], "type": type(file).__name__}),))


def asked_rubric(rubric: Any) -> Rubric:
    """The rubric in a file; the usual one without. Raises InputError where there is none."""
    from treesolve.grading.rubric_file import read_rubric

    return Rubric() if rubric is None else _read_file_for("rubric", rubric, read_rubric)


def _decisions_from(decisions: Any) -> tuple[Decision, ...]:
    from treesolve.grading.decision_file import read_decisions

    return () if decisions is None else tuple(_read_file_for("decisions", decisions, read_decisions))


def asked_key(exercise: Any, convention: Any) -> Key:
    """The key that somebody hands over, or of the one exercise that a tree is. Raises InputError where it is none."""
    exercise = str(exercise) if isinstance(exercise, KeyDocument) else exercise
    is_text = isinstance(exercise, str | os.PathLike)
    found = asked_text(exercise) if is_text else Input("-", "")
    if is_key(found.text):
        key = read_key(found.text, found.source)
        lecture = None if convention is None else asked_lecture(convention)
        steered = (
            one if one.tree.has_payoffs else one._replace(convention=lecture or one.convention) for one in key.exercises
        )
        return key if lecture is None else key._replace(exercises=tuple(steered))
    tree, lecture = searched(tree_in(found) if is_text else exercise, convention, payoffs=True)
    if len(tree) > LARGEST:
        facts = {"nodes": len(tree), "most": LARGEST}
        raise InputError((Problem("too-large-to-grade", None, facts, tree.origin.source),))
    solved(tree, lecture)
    name = Path(found.source).stem if found.is_file else "exercise"
    return Key((Exercise(name, tree, lecture),))
