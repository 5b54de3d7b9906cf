"""Marking again: the answers in old results, or what has been handed in since in their place; who changes, and why.

Vocabulary

    old         results that `treesolve grade` has written as JSON
    fresh       what came of answers that were read now
"""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from functools import cached_property
from io import StringIO
from pathlib import PurePath
from typing import Any, TypeVar

from treesolve.cli.forms import Forms, chosen_format
from treesolve.cli.grading import AskedGrading, Grading, asked_decisions, file_of
from treesolve.cli.marking import ANY, Solutions, asked_key, asked_rubric, solved, steered
from treesolve.cli.output import output
from treesolve.cli.outputs import all_opened, targets
from treesolve.cli.run import Run, told_of
from treesolve.cli.steering import Steering
from treesolve.exchange.course_intake import Intake, count_files
from treesolve.grading.change import Change, TotalChange, change, change_json, total_change_json, total_changes
from treesolve.grading.decision import Decision, Decisions
from treesolve.grading.decision_file import decisions_in, facts_of_unused, not_overruled
from treesolve.grading.exam import Key, read_sheet
from treesolve.grading.exercise import Exercise, read_exercises
from treesolve.grading.result import Result
from treesolve.grading.rubric import USUAL, Rubric
from treesolve.grading.sheet_totals import SheetResults
from treesolve.model.answer import folded
from treesolve.model.input_file import Input, read_input
from treesolve.model.number import Number
from treesolve.model.problem import InputError, Problem
from treesolve.notation.json_text import parsed
from treesolve.notation.number_text import read_number
from treesolve.pages.handout import bound
from treesolve.pages.json.grades_document import SCHEMA, result_in, rubric_in
from treesolve.pages.regrading import changes_table, totals_table
from treesolve.runs.assignment import submissions_of_result, tasks
from treesolve.runs.cohort import empty_results, outcomes, sensible_jobs
from treesolve.runs.grade_submission import Marker, Settings
from treesolve.runs.parallel import process_pool
from treesolve.runs.results import FORMS as RESULT_FORMS
from treesolve.runs.results import results_writer

Found = TypeVar("Found")

_WRONG = (LookupError, TypeError, ValueError, AttributeError, RecursionError)


class OldGrades:
    """The document in a file, its decimals as text, its results as values.

    Raises InputError where it is none, and where a property is asked for that has another form than it was written in.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        found = read_input(path)
        self._document: Any = self._read_or_refuse(lambda: _checked_document(parsed(found.text, path)))
        self.results: list[Result] = self._document["results"]
        self.problems: list[dict[str, Any]] = self._document["problems"]

    def key(self, steering: Steering) -> tuple[Key, Solutions]:
        """The key the answers were marked by, with the lectures that the options have, and its solutions."""
        exercises = steered(self.exercises, steering, self.path)
        of_sheet = self._read_or_refuse(lambda: read_sheet(self._document))
        return Key(exercises, *of_sheet), solved(exercises, Input(self.path, ""))

    @cached_property
    def exercises(self) -> tuple[Exercise, ...]:
        """The exercises by which the answers were marked."""
        exercises = self._read_or_refuse(lambda: read_exercises(self._document["key"], self.path))
        if not exercises:
            raise self._error_about_form()
        return exercises

    @property
    def possible(self) -> dict[str, Number]:
        """The points of each exercise, by its name."""
        return self._read_or_refuse(
            lambda: {
                str(one["exercise"]): read_number(str(one["points_possible"])) for one in self._document["exercises"]
            }
        )

    @property
    def rubric(self) -> Rubric:
        """The rubric the answers were marked by."""
        return self._read_or_refuse(lambda: rubric_in(self._document["rubric"]))

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The decisions by which the answers were marked."""
        return self._read_or_refuse(lambda: decisions_in(self._document.get("decisions", ())))

    def _read_or_refuse(self, read: Callable[[], Found]) -> Found:
        try:
            with told_of(self.path):
                return read()
        except _WRONG:
            raise self._error_about_form() from None

    def _error_about_form(self) -> InputError:
        return InputError((Problem("grades-form", None, {}, self.path),))


def _checked_document(document: Any) -> Any:
    """The document with its results as values. Raises an error of any kind where it is none."""
    document["results"] = list(map(result_in, document["results"]))
    texts = [one[name] for one in document["problems"] for name in ("source", "code")]
    lines = [one["line"] for one in document["problems"]]
    is_right = document["schema"] == SCHEMA and all(isinstance(text, str) for text in texts)
    if not (is_right and all(line is None or type(line) is int for line in lines)):
        raise ValueError
    return document


FORMS: Forms = {name: endings for name, endings in RESULT_FORMS.items() if name != "jsonl"}
"""The forms of a list of changes, each with its endings."""

Place = tuple[str, str]
"""The student and the exercise of a result, as they are compared."""


def regrade(run: Run, asked: AskedGrading, against: str) -> None:
    """Mark again, and write whose points change; what is not asked for is as in the old results."""
    old = OldGrades(against)
    key, rubric, solutions = _key_and_rubric(old, asked)
    unused = _new_and_old_decisions(old, asked.decisions_path)
    found = targets(asked.form, asked.output_paths, FORMS, "--against")
    asked.check_places()
    marker = Marker(asked.settings(key, rubric, run.language, unused), solutions)
    fresh = _fresh_outcomes(run, marker, asked)
    grading = Grading(run, marker, asked.report_path, _problems_told_before(old, fresh), unused)
    changes = Changes(marker, old)
    for before, now in _old_and_new_results(grading, old, fresh, asked):
        changes.add(before, now)
    with all_opened(found) as files:
        for written, file in files:
            file.write(changes.written(written, run.language, asked.style.paper))


def _key_and_rubric(old: OldGrades, asked: AskedGrading) -> tuple[Any, Any, Any]:
    """The key, the rubric and the solutions of the key's exercises: those that are given, else the old ones."""
    steering = Steering(asked.lecture)
    if asked.keys:
        named = {exercise.name: exercise for exercise in old.exercises}
        only = {ANY: old.exercises[0]} if len(old.exercises) == 1 else {}
        key, solutions = asked_key(asked.keys, steering, {**named, **only})
    else:
        key, solutions = old.key(steering)
    rubric = asked_rubric(asked.rubric_path, asked.accept, asked.out_of, USUAL if asked.rubric_path else old.rubric)
    return _key_called_as_before(key, old), rubric, solutions


def _new_and_old_decisions(old: OldGrades, path: str | None) -> dict[Any, Problem]:
    """New and old decisions, the new ones first, each with what to say where it is about no answer any more."""
    new = asked_decisions(path)
    kept = not_overruled(old.decisions, new)
    return {**new, **{one: Problem("decision-unused", None, facts_of_unused(one), old.path) for one in kept}}


def _key_called_as_before(key: Any, old: OldGrades) -> Any:
    """The key; a single exercise is called as the single one before, since the answers may name it."""
    names = {result.judgement.exercise for result in old.results if result.is_assigned}
    if len(key.exercises) == 1 == len(names):
        return Key((key.exercises[0]._replace(name=str(names.pop())),))
    return key


def _fresh_outcomes(run: Run, marker: Any, asked: AskedGrading) -> list[Any]:
    """What comes of the answers that are given."""
    jobs = asked.jobs or sensible_jobs(count_files(asked.answers), pages=marker.settings.page_form is not None)
    settings = marker.settings
    submissions = tasks(Intake(asked.answers).submissions(), settings.key, settings.decisions)
    with process_pool(jobs) as executor:
        found = list(outcomes(marker, submissions, executor))
    if asked.answers and not found:
        run.tell([Problem("no-submissions", None, {}, asked.answers[0])])
    return found


def _form_of_new_marks(grades_path: str | None) -> str:
    """What all new marks are written as: JSON, unless the ending of their file says otherwise."""
    if grades_path is None:
        return "none"
    return chosen_format(None if PurePath(grades_path).suffix else "json", grades_path, RESULT_FORMS)


def _old_and_new_results(
    grading: Grading, old: OldGrades, fresh: Sequence[Any], asked: AskedGrading
) -> Iterator[tuple[Result | None, Result | None]]:
    """Each old result with the new one; None in the place of one that is not there, or not any more.

    All new ones are written if asked for.
    """
    settings, decisions = grading.settings, Decisions(grading.settings.decisions)
    pairs = list(_old_results_and_answers(old.results, fresh, settings.key))
    kept = [before for before, outcome in pairs if before is not None and outcome is None]
    grading.run.progress.total = len(pairs)
    processes = asked.jobs or sensible_jobs(len(kept), pages=grading.reports is not None)
    texts = [submissions_of_result(result, settings.key, decisions) for result in kept]
    pairs += [(None, grading.marker.outcome(one)) for _, *others in texts for one in others]
    form = _form_of_new_marks(asked.grades_path)
    opened = output(asked.grades_path, form) if asked.grades_path else nullcontext(StringIO())
    with opened as file, process_pool(processes) as executor:
        again = outcomes(grading.marker, (first for first, *_ in texts), executor)
        results = results_writer(grading.marker, file, form)
        results.problems += _problems_that_stay(old, fresh)
        with grading.telling():
            for before, outcome in pairs:
                found = outcome or next(again)
                grading.take(found, [results])
                yield before, found.result
        grading.finish([results], asked.jobs)


def _old_results_and_answers(
    entries: Sequence[Result], fresh: Sequence[Any], key: Any
) -> Iterator[tuple[Result | None, Any]]:
    """Each old result, and what stands in its place now: None where its answer is to be marked again.

    Of several that a student has handed in for an exercise before, none stays where there is a fresh one. What is
    fresh and in nobody's place comes at the end, and so does what could not be marked: it takes no place.
    """
    waiting: dict[Place, list[Any]] = {}
    for outcome in fresh:
        if outcome.result is not None:
            name = "" if outcome.exercise is None else key.name_of(outcome.exercise)
            place = folded(outcome.student), folded(name)
            waiting.setdefault(place, []).append(outcome)
    taken = set(waiting)
    for before in entries:
        place = folded(before.student), folded(before.judgement.exercise)
        if place not in taken:
            yield before, None
        for number, outcome in enumerate(waiting.pop(place, ())):
            yield None if number else before, outcome
    for left in waiting.values():
        yield from ((None, outcome) for outcome in left)
    yield from ((None, outcome) for outcome in fresh if outcome.result is None)


def _problems_told_before(old: OldGrades, fresh: Sequence[Any]) -> frozenset[tuple[str, str]]:
    """The files and codes of problems that were told before, and are not with files that were read again."""
    read = {file_of(outcome.source) for outcome in fresh}
    told = ((file_of(problem["source"]), problem["code"]) for problem in old.problems)
    return frozenset(one for one in told if one[0] not in read)


def _problems_that_stay(old: OldGrades, fresh: Sequence[Any]) -> list[Any]:
    """The problems with files, and with what could not be marked: they stay where nothing of it is read again."""
    marked = {file_of(result.source) for result in old.results}
    read = {file_of(outcome.source) for outcome in fresh}
    return [
        one
        for one in old.problems
        if file_of(one["source"]) not in read
        and (one["code"].startswith("submission-") or file_of(one["source"]) not in marked)
    ]


class Changes:
    """What changes, answer by answer, and of a sheet student by student."""

    def __init__(self, marker: Marker, old: OldGrades) -> None:
        key = marker.settings.key
        self.changes: list[Change] = []
        self.answers = 0
        self.rubrics = old.rubric, marker.settings.rubric
        old_key = Key(old.exercises, sheet=key.sheet, students=key.students)
        self.rubrics_of_one = Settings(old_key, old.rubric).rubric_of_one, marker.settings.rubric_of_one
        self.totals = (SheetResults(key, old.rubric, old.possible), empty_results(marker)) if key.is_sheet else None

    def add(self, before: Result | None, now: Result | None) -> None:
        """Take up the old and the new result of an answer."""
        self.answers += (before, now) != (None, None)
        changed = change(before, now, self.rubrics_of_one)
        if changed is not None:
            self.changes.append(changed)
        for results, result in zip(self.totals or (), (before, now), strict=False):
            if result is not None:
                results.add(result)

    def written(self, form: str, language: str, paper: str) -> str | bytes:
        """What changes, in a form: of a sheet whose total does."""
        totals, students = self._changed_totals()
        if form == "json":
            told = {"schema": "treesolve/regrade/1", "answers": self.answers}
            told["changes"] = [change_json(changed, self.rubrics_of_one) for changed in self.changes]
            listed = [total_change_json(changed, self.rubrics) for changed in totals]
            told |= {"totals": listed} if self.totals else {}
            return json.dumps(told, separators=(",", ":")) + "\n"
        table = (
            totals_table(totals, students, language, self.rubrics)
            if self.totals
            else changes_table(self.changes, self.answers, language, self.rubrics_of_one)
        )
        return table.csv(language) if form == "csv" else bound(table.page(language), form, paper=paper)

    def _changed_totals(self) -> tuple[list[TotalChange], int]:
        """Whose total changes, and how many students there are."""
        if self.totals is None:
            return [], 0
        before, now = (results.totals() for results in self.totals)
        students = {folded(total.student) for total in (*before, *now)}
        return list(total_changes(before, now, self.changes, self.rubrics)), len(students)
