"""treesolve grade"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import click

from treesolve import __version__
from treesolve.cli.marking import marking, marking_options
from treesolve.cli.options import FILES, chosen_format, language_option, look_options, output_options_for
from treesolve.cli.output import check_output, check_outside, output
from treesolve.cli.results import FORMS, Results
from treesolve.cli.run import Run
from treesolve.model.problem import InputError, Problem, fault_problem

PAGE_FORMS = {"html": ".html", "pdf": ".pdf", "markdown": ".md", "text": ".txt"}
"""The forms of students' pages, each with its ending."""


@click.command("grade")
@click.argument("key", type=FILES, metavar="KEY")
@click.argument("submissions", nargs=-1, required=True, type=FILES, metavar="SUBMISSIONS...")
@marking_options
@click.option("--report", "report_path", metavar="FOLDER", help="Write a page for each student, and one for the class.")
@click.option(
    "--report-format",
    "page_form",
    type=click.Choice(list(PAGE_FORMS)),
    default="html",
    help="What students' pages are written as. [default: html]",
)
@click.option("--jobs", type=click.IntRange(1, 64), help="Work in so many processes. [default: as many as pay]")
@language_option
@look_options
@output_options_for(FORMS)
def command(key: str, submissions: tuple[str, ...], **options: Any) -> None:
    """Mark what students hand in: points with reasons, follow-through, and what may be behind mistakes.

    KEY is a tree file, or a key file with several exercises or variants. SUBMISSIONS are text files with an answer
    each, CSV files with a row per student, JSON files, or folders of these; - reads standard input. A submission that
    cannot be read is told, and the rest goes on.

    With -o FILE a run that was interrupted goes on where it stopped when it is started again.

    \b
    Examples:
      treesolve grade exercise.tree submissions/
      treesolve grade exercise.tree answers.csv -o grades.csv
      treesolve grade exercise.tree submissions/ -o grades.json --report reports/
      treesolve grade key.json submissions/ --report berichte/ --report-format pdf --language de
      treesolve grade exercise.tree submissions/ --accept cs188 --accept lang
      treesolve grade exercise.tree submissions/ --rubric rubric.toml
    """
    run = Run(options["language"], options["output_path"])
    run.guard(lambda: _grade(run, key, submissions, **options))
    run.finish()


def _grade(
    run: Run,
    key: str,
    submissions: tuple[str, ...],
    *,
    form: str | None,
    output_path: str | None,
    report_path: str | None,
    page_form: str,
    feedback: str,
    jobs: int | None,
    language: str,
    **options: Any,
) -> None:
    from treesolve.answers.files import count_files, read_submissions
    from treesolve.runs.grade_submission import Marker, Settings

    look = tuple((name, options.pop(name)) for name in ("shapes", "paper", "width"))
    marked_by = marking(key, options)
    written = chosen_format(form, output_path, FORMS)
    check_output(output_path, (key, *submissions))
    for written_to in (output_path, report_path):
        check_outside(written_to, submissions)
    settings = Settings(
        marked_by.key,
        marked_by.rubric,
        language,
        feedback == "full",
        page_form if report_path else None,
        tuple((name, value) for name, value in look if value is not None),
    )
    run.progress.total = count_files(submissions)
    with _journal(output_path, settings) as journal, output(output_path, written) as file:
        grading = Grading(run, Marker(settings, marked_by.solutions), written, report_path)
        grading.run_through(file, lambda: grading.tasks(read_submissions(submissions)), journal, jobs)
    if not run.progress.done:
        run.tell([Problem("no-submissions", None, {}, submissions[0])])


class Grading:
    """A run over submissions: what comes of each is told, counted and written.

    `known` are problems that were told before, as places and codes: they are written, and not told again.
    """

    def __init__(
        self,
        run: Run,
        marker: Any,
        form: str,
        report_path: str | None = None,
        known: frozenset[tuple[str, str]] = frozenset(),
    ) -> None:
        self.run, self.marker, self.form, self.known = run, marker, form, known
        self.settings = marker.settings
        self.students: dict[tuple[str, int | None], str] = {}
        self.counts: dict[int, Counter[str]] = {}
        self.reports = _reports(report_path, self.marker)

    def run_through(self, file: Any, submissions: Callable[[], Iterator[Any]], journal: Any, jobs: int | None) -> None:
        """Mark all submissions and write the results to the open file."""
        from treesolve.runs.cohort import outcomes, sensible_jobs

        results = self.results(file, self.form)
        jobs = jobs or sensible_jobs(self.run.progress.total, pages=self.reports is not None)
        for outcome in outcomes(self.marker, submissions(), jobs, journal):
            self.take(outcome, results)
        results.finish()
        if self.reports:
            self.reports.finish(self.summaries(), results.problems)

    def tasks(self, submissions: Iterator[Any]) -> Iterator[Any]:
        """The submissions, those about several exercises of the key taken apart."""
        from treesolve.answers.tasks import split_all

        key = self.settings.key
        return split_all(submissions, key.is_called) if len(key.names) > 1 else submissions

    def results(self, file: Any, form: str) -> Results:
        """What writes the results: of a sheet student by student."""
        told = self.heading(), self.parts(), self.settings.language
        if not self.settings.key.is_sheet or form == "none":
            return Results(file, form, *told)
        from treesolve.cli.sheet_results import SheetWriter
        from treesolve.grading.sheet_totals import SheetResults

        students = SheetResults(self.settings.key, self.settings.rubric, self.possible())
        return SheetWriter(file, form, *told, students)

    def possible(self) -> dict[str, Any]:
        """The points of each task of a sheet, by its name."""
        from treesolve.grading.sheet_totals import possible_points

        return possible_points(self.settings.key, lambda number: self.marker.prepared(number).grader.possible)

    def heading(self) -> dict[str, Any]:
        """What a document of results begins with."""
        from treesolve.pages.json.grades import heading_json, sheet_heading_json

        if self.settings.key.is_sheet:
            return sheet_heading_json(self.settings.key, self.possible(), self.settings.rubric)
        prepared = [self.marker.prepared(number) for number in range(len(self.settings.key.exercises))]
        exercises = [(one.exercise, one.grader) for one in prepared]
        return heading_json(exercises, self.settings.rubric)

    def parts(self) -> list[str]:
        """All parts that any exercise asks for, in the usual order."""
        from treesolve.model.answer import PARTS, QUESTIONS

        key = self.settings.key
        numbers = key.first_numbers if key.is_sheet else range(len(key.exercises))
        prepared = [self.marker.prepared(number) for number in numbers]
        return [part for part in (*PARTS, *QUESTIONS) if any(part in one.grader.points for one in prepared)]

    def take(self, outcome: Any, results: Results) -> None:
        """Tell, count and write one outcome."""
        outcome = self._with_duplicate(outcome)
        fresh = [told for told in outcome.problems if (told.entry["source"], told.entry["code"]) not in self.known]
        failures = [told.report for told in fresh if not told.is_remark]
        remarks = [told.report for told in fresh if told.is_remark]
        self.run.say(failures, failed=bool(failures))
        self.run.say(remarks)
        self._write(outcome, results)
        if outcome.exercise is not None:
            self.counts.setdefault(outcome.exercise, Counter()).update(outcome.tally)
        self.run.progress.done += 1

    def _write(self, outcome: Any, results: Results) -> None:
        """Write one outcome and its page; one that cannot be shown is told, and the others are written."""
        try:
            results.add(outcome)
        except (InputError, OSError):
            raise
        except Exception as error:
            results.add(self._failed(outcome, error)._replace(exercise=None, result=None))
        try:
            if self.reports:
                self.reports.take(outcome)
        except (InputError, OSError):
            raise
        except Exception as error:
            results.problems += (told.entry for told in self._failed(outcome, error).problems)

    def _failed(self, outcome: Any, error: Exception) -> Any:
        """The outcome with only the problem that the program went wrong over it, which is told."""
        from treesolve.runs.grade_submission import told_problem

        told = told_problem(fault_problem(error, outcome.source), self.settings.language)
        self.run.say([told.report], failed=True)
        return outcome._replace(problems=(told,))

    def _with_duplicate(self, outcome: Any) -> Any:
        """The outcome, with a problem if the student has handed in this exercise before."""
        from treesolve.runs.grade_submission import told_problem

        if outcome.result is None:
            return outcome
        named = outcome.student.casefold(), outcome.exercise
        if named not in self.students:
            self.students[named] = outcome.source
            return outcome
        facts = {"student": outcome.student, "first": self.students[named]}
        told = told_problem(Problem("duplicate-student", None, facts, outcome.source), self.settings.language)
        return outcome._replace(problems=(*outcome.problems, told))

    def summaries(self) -> list[Any]:
        """What the class made of each exercise."""
        from treesolve.grading.class_summary import counted

        found = []
        for numbers in self._together():
            prepared = self.marker.prepared(numbers[0])
            exercise = prepared.exercise
            counts = sum((self.counts[number] for number in numbers), Counter())
            if len(numbers) > 1:  # a node of one variant is none of another
                counts = Counter({entry: count for entry, count in counts.items() if not entry.startswith("node ")})
            name = exercise.name if self.settings.key.is_sheet else exercise.title
            found.append(counted(name, exercise.tree, prepared.grader.possible, counts))
        return found

    def _together(self) -> list[list[int]]:
        """The numbers of the exercises that are counted together: of a sheet all variants of a task."""
        if not self.settings.key.is_sheet:
            return [[number] for number in sorted(self.counts)]
        tasks: dict[str, list[int]] = {}
        for number in sorted(self.counts):
            tasks.setdefault(self.settings.key.name_of(number), []).append(number)
        return list(tasks.values())


def _journal(output_path: str | None, settings: Any) -> AbstractContextManager[Any]:
    """The journal beside the output file, until that is complete; None where there is no such file."""
    from treesolve.cli.output import is_device

    if output_path in (None, "-") or is_device(str(output_path)):
        return nullcontext()
    from treesolve.cli.journal import journal_beside
    from treesolve.grading.exam import exercises_json, sheet_json
    from treesolve.pages.json.encoding import encode

    key = encode([exercises_json(settings.key), sheet_json(settings.key)])
    return journal_beside(Path(str(output_path)), __version__, key, *map(repr, settings[1:]))


def _reports(path: str | None, marker: Any) -> Any:
    if path is None:
        return None
    from treesolve.cli.reports import Reports

    return Reports(path, marker, PAGE_FORMS[marker.settings.page_form])
