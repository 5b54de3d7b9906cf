"""treesolve grade.

What few runs need, such as gradebooks, is imported for the option that asks for it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from itertools import chain
from pathlib import Path
from typing import Any

import click

from treesolve.answers.files import read_submissions
from treesolve.answers.submission import Submission
from treesolve.answers.unread_files import on_paper
from treesolve.cli import option
from treesolve.cli.grading import AskedGrading, Grading, asked_decisions
from treesolve.cli.marking import is_trainer, marking
from treesolve.cli.outputs import Target, all_opened, drawing_width, targets
from treesolve.cli.run import CommandRun, running
from treesolve.cli.usage import usage_error
from treesolve.exchange.course_intake import Intake, count_submissions
from treesolve.grading.decision import students_on_paper
from treesolve.grading.rubric import read_out_of
from treesolve.model.answer import folded
from treesolve.model.atomic_file import whole_file
from treesolve.model.input_file import descriptor_of
from treesolve.model.problem import InputError, Problem
from treesolve.runs.assignment import whose
from treesolve.runs.grade_submission import Marker
from treesolve.runs.results import FORMS, Results, results_writer


def _answers_or_decisions(ctx: click.Context, param: click.Parameter, given: Any) -> Any:
    """The answer files; they may be missing if there are decisions, for answers on paper. The signature is click's."""
    if not (given or ctx.params.get("decisions_path") or ctx.resilient_parsing):
        raise click.MissingParameter(ctx=ctx, param=param)
    return given


@click.command("grade")
@click.argument("key", type=option.FILES, metavar="KEY")
@click.argument("answers", nargs=-1, type=option.FILES, metavar="ANSWERS...", callback=_answers_or_decisions)
@option.file("--key", "more_keys", of="KEY", told="A further key; repeat it for more.", multiple=True)
@option.value("--student", of="ID", told="Grade only the answers of the student with this id.")
@option.marking
@click.option(
    "--report",
    "report_path",
    metavar="FOLDER",
    help="Write a page for each student, of a sheet with all tasks, and one for the class.",
)
@option.file(
    "--decisions",
    "decisions_path",
    told="What a person has decided, as treesolve review keeps it; exams on paper need no ANSWERS.",
    is_eager=True,  # whether answers may be missing depends on it
)
@option.file(
    "--worksheet",
    "worksheet_path",
    told="Moodle's grading worksheet or Canvas's gradebook; with -o NAME.csv it is written filled in.",
)
@option.file("--feedback-zip", "zip_path", told="Write a zip with a page for each student.")
@option.value(
    "--out-of",
    of="POINTS",
    told="Hand all points back as so many, rounded as the rubric says; the exercise's own stand beside.",
    read=read_out_of,
)
@option.jobs
@option.file(
    "--against",
    of="OLD",
    told="Compare with these JSON results: print whose points or grade changed.",
)
@option.style("shapes", "paper", "width", "pages")
@option.language
@option.outputs(FORMS)
@running
def command(run: CommandRun, **options: Any) -> None:
    """Mark what students hand in: points with reasons, follow-through, and what may be behind mistakes.

    KEY is a tree file, a key file with several exercises or variants, or a folder of trees. All others are ANSWERS:
    text files with an answer each, CSV files with a row per student, or folders of these; - reads standard
    input. Zips of submissions from Moodle, Gradescope, Canvas, ILIAS and OpenOlat are read as they are. An answer that
    cannot be read is told, and the rest goes on. Where KEY is a trainer's TOML file, ANSWERS are the files that its
    page saves.

    The answers of several students are shown as a table. The answer of a single student is shown in full: what is
    right, what is not and why, and which wrong rule may explain it; for several tasks of a sheet, with the total.

    \b
    An answer, as it is asked for; what people write in other ways is read, too:
      student: 4711
      values: A=5 B=5 C=2
      pruned: L4
      order: L1 L2 L3
      best: B

    With --against OLD, ANSWERS are graded as usual and compared with OLD, the JSON results of an earlier run: stdout
    shows whose points or grade changed, and why. -o writes the new results.

    \b
    Examples:
      treesolve grade exercise.tree submissions/
      treesolve grade exercise.tree answer.txt -o answer.pdf
      treesolve grade exercise.tree answers.csv --student 4711
      treesolve grade exercise.tree answers.csv -o grades.csv
      treesolve grade exercise.tree submissions/ -o grades.json -o grades.csv --report reports/
      treesolve grade key.json submissions/ --report berichte/ --style pages=pdf --language de
      treesolve grade exercise.tree submissions/ --decisions decisions.toml --report reports/
      treesolve grade exam.json --decisions decisions.toml -o grades.csv
      treesolve grade exercise.tree submissions/ --accept cs188 --accept lang --rubric rubric.toml
      treesolve grade exercise.tree moodle.zip --worksheet grades.csv -o filled.csv --feedback-zip feedback.zip
      treesolve grade exercise.tree moodle.zip --worksheet grades.csv -o filled.csv --out-of 12
      treesolve grade corrected.tree submissions/ --against grades.json
      treesolve grade trainer.toml moodle.zip -o progress.csv
      treesolve grade exercise.tree submissions/ --accept cs188 --against grades.json -o new-grades.json
    """
    asked = AskedGrading(**options)
    if is_trainer(asked.keys):
        from treesolve.cli.training import check_options, grade_progress

        check_options()
        if _has_answers(run, asked.answers):
            grade_progress(run, asked)
        return
    _mark_answers(run, asked)


def _mark_answers(run: CommandRun, asked: AskedGrading) -> None:
    key, rubric, solutions = marking(asked.keys, asked.rubric_path, asked.accept, asked.lecture, asked.out_of)
    decisions = asked_decisions(asked.decisions_path)
    if asked.student is not None:
        decisions = {one: told for one, told in decisions.items() if folded(one.student) == folded(asked.student)}
    paper = list(on_paper(students_on_paper(decisions), key.names))
    if not paper and not _has_answers(run, asked.answers):
        return
    found, changes = _targets(asked), None
    if asked.against is not None:
        from treesolve.cli.against import GradeChanges

        changes = GradeChanges(asked.against, asked.student)
    if asked.zip_path is not None and Path(asked.zip_path).suffix.lower() != ".zip":
        raise usage_error(Problem("feedback-zip-name"))
    asked.check_places()
    settings = asked.settings(key, rubric, run.language, decisions)
    book_writer, called = None, dict[str, str]()
    if asked.worksheet_path is not None:
        from treesolve.cli.worksheet import asked_gradebook

        book_writer, called = asked_gradebook(asked.worksheet_path, key, found)
    marker, intake = Marker(settings, solutions), Intake(asked.answers, called)
    run.progress.total = count_submissions(asked.answers) + len(paper)
    with ExitStack() as written:
        files = written.enter_context(all_opened(found))
        results = [_results_in_form(marker, file, form, intake, book_writer) for form, file in files]
        if changes:
            results.append(changes.results(marker))
        if asked.zip_path is not None:
            from treesolve.runs.handing_back import FeedbackWriter

            zip_file = written.enter_context(whole_file(asked.zip_path, "b"))
            results.append(pages := FeedbackWriter(zip_file, marker, intake.handed_in, asked.zip_path))
            written.callback(pages.zip.abandon)
        grading = Grading(run, marker, asked.report_path, unused=decisions)
        submissions: Iterator[Submission | Problem] = chain(intake.submissions(), paper)
        if asked.student is not None:
            submissions = _submissions_of(run, submissions, asked.student, asked.answers)
        grading.run_through(results, submissions, asked.jobs)
    if changes:
        changes.print(run.language)


def _targets(asked: AskedGrading) -> tuple[Target, ...]:
    """Where results are written. With --against, stdout is for the changes."""
    if asked.against is None:
        return targets(asked.form, asked.output_paths, FORMS)
    if "-" in asked.output_paths or (asked.form and not asked.output_paths):
        raise usage_error(Problem("against-stdout"))
    return targets(asked.form, asked.output_paths, FORMS) if asked.output_paths else ()


def _results_in_form(
    marker: Marker, file: Any, form: str, intake: Intake, book_writer: Callable[..., Results] | None
) -> Results:
    """What writes the results in a format: CSV into a gradebook, if there is one."""
    if form == "csv" and book_writer:
        return book_writer(file, marker, intake.handed_in)
    return results_writer(marker, file, form, drawing_width(file))


def _submissions_of(
    run: CommandRun, found: Iterable[Submission | Problem], student: str, places: Sequence[str]
) -> Iterator[Submission]:
    """The submissions of one student; files that cannot be read are reported. Raises InputError if there are none."""
    is_there = False
    for one in found:
        if isinstance(one, Problem):
            run.tell([one])
        elif folded(whose(one)) == folded(student):
            is_there = True
            yield one
    if not is_there:
        raise InputError((Problem("no-such-student", None, {"student": student}, ", ".join(places)),))


def _has_answers(run: CommandRun, answers: tuple[str, ...]) -> bool:
    """Whether there are answers. Folders without any are reported; if all are, no older results are replaced."""
    if any(descriptor_of(path) is not None or Path(path).exists() for path in answers):
        empty = [path for path in answers if Path(path).exists() and not count_submissions([path])]
        run.tell(Problem("no-submissions", None, {}, path) for path in empty)
        return len(empty) < len(answers)
    run.tell([one for one in read_submissions(answers) if isinstance(one, Problem)])
    return False
