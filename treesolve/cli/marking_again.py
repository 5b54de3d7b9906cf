"""Marking again: the answers in old results, or what has been handed in since in their place; who changes, and why.

Vocabulary

    old         results that `treesolve grade` has written as JSON
    fresh       what came of answers that were read now
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from io import StringIO
from pathlib import PurePath
from typing import Any

from treesolve.answers.submission import Submission
from treesolve.cli.forms import Forms, chosen_format
from treesolve.cli.grading import Grading, asked_decisions, look_of_pages, tasks
from treesolve.cli.marking import ANY, asked_key, asked_rubric, key_files
from treesolve.cli.old_grades import OldGrades
from treesolve.cli.output import check_output, check_outside, output
from treesolve.cli.outputs import all_opened, targets
from treesolve.cli.run import Run
from treesolve.cli.steering import Steering
from treesolve.cli.style import Style
from treesolve.exchange.handed_in import Intake, count_files
from treesolve.grading.change import Change, TotalChange, change, change_json, total_change_json, total_changes
from treesolve.grading.decision_file import facts_of_unused, not_overruled
from treesolve.grading.exam import Key
from treesolve.grading.result import Result
from treesolve.grading.sheet_totals import SheetResults
from treesolve.model.answer import folded
from treesolve.model.number import Number
from treesolve.model.problem import Problem
from treesolve.pages.handout import bound
from treesolve.pages.regrading import changes_table, totals_table
from treesolve.runs.cohort import outcomes, sensible_jobs
from treesolve.runs.grade_submission import Marker, Settings
from treesolve.runs.results import FORMS as RESULT_FORMS
from treesolve.runs.student_sheets import empty_results

FORMS: Forms = {name: endings for name, endings in RESULT_FORMS.items() if name != "jsonl"}
"""The forms of a list of changes, each with its endings."""

Place = tuple[str, str]
"""The student and the exercise of a result, as they are compared."""


def regrade(
    run: Run,
    against: str,
    keys: tuple[str, ...],
    answers: tuple[str, ...],
    *,
    form: str | None,
    output_paths: tuple[str, ...],
    grades_path: str | None,
    report_path: str | None,
    decisions_path: str | None,
    jobs: int | None,
    feedback: str,
    style: Style,
    **marked_by: Any,
) -> None:
    """Mark again, and write whose points change; what is not asked for is as in the old results."""
    old = OldGrades(against)
    key, rubric, solutions = _key_and_rubric(old, keys, **marked_by)
    unused = _new_and_old_decisions(old, decisions_path)
    found = targets(form, output_paths, FORMS, "--against")
    for path in (*output_paths, grades_path):
        check_output(path, (against, *key_files(keys), *answers, *([decisions_path] if decisions_path else [])))
    for path in (*output_paths, grades_path, report_path):
        check_outside(path, answers)
    page_form = style.pages if report_path is not None else None
    settings = Settings(key, rubric, run.language, feedback == "full", page_form, look_of_pages(style), tuple(unused))
    marker = Marker(settings, solutions)
    fresh = _fresh_outcomes(run, marker, answers, jobs)
    grading = Grading(run, marker, report_path, _problems_told_before(old, fresh), unused)
    changes = Changes(marker, old)
    for before, now in _old_and_new_results(grading, old, fresh, grades_path, jobs):
        changes.add(before, now)
    with all_opened(found) as files:
        for written, file in files:
            file.write(changes.written(written, run.language, style.paper))


def _key_and_rubric(
    old: OldGrades,
    keys: tuple[str, ...],
    rubric_path: str | None,
    accept: tuple[str, ...],
    lecture: str | None,
    out_of: Number | None,
) -> tuple[Any, Any, Any]:
    """The key, the rubric and the solutions of the key's exercises: those that are given, else the old ones."""
    steering = Steering(lecture)
    if keys:
        named = {exercise.name: exercise for exercise in old.exercises}
        only = {ANY: old.exercises[0]} if len(old.exercises) == 1 else {}
        key, solutions = asked_key(keys, steering, {**named, **only})
    else:
        key, solutions = old.key(steering)
    rubric = asked_rubric(rubric_path, accept, out_of)
    if not rubric_path:
        before = old.rubric
        accepted = (*before.accepted, *rubric.accepted)
        rubric = before._replace(accepted=accepted, out_of=before.out_of if out_of is None else out_of)
    return _key_called_as_before(key, old), rubric, solutions


def _new_and_old_decisions(old: OldGrades, path: str | None) -> dict[Any, Problem]:
    """New and old decisions, the new ones first, each with what to say where it is about no answer any more."""
    new = asked_decisions(path)
    kept = not_overruled(old.decisions, new)
    return {**new, **{one: Problem("decision-unused", None, facts_of_unused(one), old.path) for one in kept}}


def _key_called_as_before(key: Any, old: OldGrades) -> Any:
    """The key; a single exercise is called as the single one before, since the answers may name it."""
    names = {result.judgement.exercise for result in old.results}
    if len(key.exercises) == 1 == len(names):
        return Key((key.exercises[0]._replace(name=str(names.pop())),))
    return key


def _fresh_outcomes(run: Run, marker: Any, answers: tuple[str, ...], jobs: int | None) -> list[Any]:
    """What comes of the answers that are given."""
    count = count_files(answers)
    jobs = jobs or sensible_jobs(count, pages=marker.settings.page_form is not None)
    found = list(outcomes(marker, tasks(Intake(answers).submissions(), marker.settings.key), jobs))
    if answers and not found:
        run.tell([Problem("no-submissions", None, {}, answers[0])])
    return found


def _form_of_new_marks(grades_path: str | None) -> str:
    """What all new marks are written as: JSON, unless the ending of their file says otherwise."""
    if grades_path is None:
        return "none"
    return chosen_format(None if PurePath(grades_path).suffix else "json", grades_path, RESULT_FORMS)


def _old_and_new_results(
    grading: Grading, old: OldGrades, fresh: Sequence[Any], grades_path: str | None, jobs: int | None
) -> Iterator[tuple[Result | None, Result | None]]:
    """Each old result with the new one; None in the place of one that is not there, or not any more.

    All new ones are written if asked for.
    """
    pairs = list(_old_results_and_answers(old.results, fresh, grading.settings.key))
    kept = [before for before, outcome in pairs if before is not None and outcome is None]
    grading.run.progress.total = len(pairs)
    processes = jobs or sensible_jobs(len(kept), pages=grading.reports is not None)
    again = outcomes(grading.marker, map(_submission_of_result, kept), processes)
    form = _form_of_new_marks(grades_path)
    with output(grades_path, form) if grades_path else nullcontext(StringIO()) as file:
        results = grading.results(file, form)
        results.problems += _problems_that_stay(old, fresh)
        with grading.telling():
            for before, outcome in pairs:
                found = outcome or next(again)
                grading.take(found, [results])
                yield before, found.result
            next(again, None)  # processes are let go at the end
        grading.finish([results], jobs)


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
            place = folded(outcome.student), folded(key.name_of(outcome.exercise))
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
    """The places and codes of problems that were told before, and are not with files that were read again."""
    read = _sources_read_again(fresh)
    told = ((place, problem["code"]) for problem, places in _problems_with_places(old) for place in places)
    return frozenset(one for one in told if one[0] not in read)


def _sources_read_again(fresh: Sequence[Any]) -> set[str]:
    """Where fresh answers were found: rows of tables, and the files themselves."""
    found = {outcome.source for outcome in fresh}
    return found | {file for source in found for file, _, row in [source.rpartition(":")] if row.isdigit()}


def _problems_with_places(old: OldGrades) -> Iterator[tuple[Mapping[str, Any], tuple[str, ...]]]:
    """The problems, each with its source; one in a table with the row it is in, which is now an answer of its own."""
    rows: dict[str, list[int]] = {}
    for result in old.results:
        file, _, row = result.source.rpartition(":")
        if row.isdigit():
            rows.setdefault(file, []).append(int(row))
    for problem in old.problems:
        source, line = problem["source"], problem["line"]
        before = [row for row in rows.get(source, ()) if line is not None and row <= line]
        yield problem, (source, *(f"{source}:{row}" for row in [max(before, default=line)]))


def _problems_that_stay(old: OldGrades, fresh: Sequence[Any]) -> Iterator[Any]:
    """The problems with files, and with what could not be marked: they stay where nothing of it is read again."""
    marked = {result.source for result in old.results}
    read = _sources_read_again(fresh)
    for problem, places in _problems_with_places(old):
        if problem["source"] in read:
            continue
        if problem["code"].startswith("submission-") or marked.isdisjoint(places):
            yield problem


def _submission_of_result(result: Result) -> Any:
    """An answer as it was handed in; the file it came from need not be there any more."""
    return Submission(result.source, result.student, result.answer, is_translated=True)


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
