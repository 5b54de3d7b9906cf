"""The command `treesolve grade`.

Modules that few runs need, such as the one for gradebooks, are imported only if their option is given.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from itertools import chain
from pathlib import Path
from typing import Any

import click

from treesolve.cli import option
from treesolve.cli.command_run import CommandRun, running
from treesolve.cli.grading_options import is_trainer, marking
from treesolve.cli.grading_run import GradeOptions, Grading, load_decisions
from treesolve.cli.multiple_outputs import Target, drawing_width, open_targets, targets
from treesolve.cli.usage_error import usage_error
from treesolve.grading.decision import students_with_paper_answers
from treesolve.grading.rubric import parse_out_of
from treesolve.integrations.course_submissions import SubmissionLoader, count_submissions
from treesolve.model.answer import normalize_name
from treesolve.model.atomic_file import atomic_write
from treesolve.model.input_file import descriptor_of
from treesolve.model.problem import InputError, Problem
from treesolve.submissions.submission import Submission
from treesolve.submissions.submission_files import read_submissions
from treesolve.submissions.unreadable_files import paper_submissions
from treesolve.workflows.exercise_assignment import whose
from treesolve.workflows.grade_submission import Marker
from treesolve.workflows.result_writer import FORMS, ResultWriter, results_writer


def _answers_or_decisions(ctx: click.Context, param: click.Parameter, given: Any) -> Any:
    """Return the answer files. This is a callback for click.

    Answer files may be omitted if there are decisions, because answers on paper have no files.
    """
    if not (given or ctx.params.get("decisions_path") or ctx.resilient_parsing):
        raise click.MissingParameter(ctx=ctx, param=param)
    return given


@click.command("grade")
@click.argument("key", type=option.FILES, metavar="KEY")
@click.argument("answers", nargs=-1, type=option.FILES, metavar="ANSWERS...", callback=_answers_or_decisions)
@option.file("--key", "more_keys", of="KEY", description="A further key; repeat it for more.", multiple=True)
@option.value("--student", of="ID", description="Grade only the answers of the student with this id.")
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
    description="What a person has decided, as treesolve review keeps it; exams on paper need no ANSWERS.",
    is_eager=True,  # whether answers may be missing depends on it
)
@option.file(
    "--worksheet",
    "worksheet_path",
    description="Moodle's grading worksheet or Canvas's gradebook; with -o NAME.csv it is written filled in.",
)
@option.file("--feedback-zip", "zip_path", description="Write a zip with a page for each student.")
@option.value(
    "--out-of",
    of="POINTS",
    description="Scale all points to this total, rounded as the rubric says; the original points are listed as well.",
    read=parse_out_of,
)
@option.jobs
@option.file(
    "--against",
    of="OLD",
    description="Compare with these JSON results: print whose points or grade changed.",
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
    grade_options = GradeOptions(**options)
    if is_trainer(grade_options.keys):
        from treesolve.cli.trainer_output import check_progress_options, grade_progress

        check_progress_options()
        if _has_answers(run, grade_options.answers):
            grade_progress(run, grade_options)
        return
    _mark_answers(run, grade_options)


def _mark_answers(run: CommandRun, grade_options: GradeOptions) -> None:
    key, rubric, solutions = marking(
        grade_options.keys,
        grade_options.rubric_path,
        grade_options.accept,
        grade_options.convention,
        grade_options.out_of,
    )
    decisions = load_decisions(grade_options.decisions_path)
    if grade_options.student is not None:
        decisions = {
            one: description
            for one, description in decisions.items()
            if normalize_name(one.student) == normalize_name(grade_options.student)
        }
    paper = list(paper_submissions(students_with_paper_answers(decisions), key.names))
    if not paper and not _has_answers(run, grade_options.answers):
        return
    found, changes = _targets(grade_options), None
    if grade_options.against is not None:
        from treesolve.cli.regrade_report import GradeChanges

        changes = GradeChanges(grade_options.against, grade_options.student)
    if grade_options.zip_path is not None and Path(grade_options.zip_path).suffix.lower() != ".zip":
        raise usage_error(Problem("feedback-zip-name"))
    grade_options.check_paths()
    settings = grade_options.settings(key, rubric, run.language, decisions)
    book_writer, roster_names = None, dict[str, str]()
    if grade_options.worksheet_path is not None:
        from treesolve.cli.gradebook_option import load_gradebook

        book_writer, roster_names = load_gradebook(grade_options.worksheet_path, key, found)
    marker, intake = Marker(settings, solutions), SubmissionLoader(grade_options.answers, roster_names)
    run.progress.total = count_submissions(grade_options.answers) + len(paper)
    with ExitStack() as written:
        files = written.enter_context(open_targets(found))
        results = [_results_in_form(marker, file, form, intake, book_writer) for form, file in files]
        if changes:
            results.append(changes.results(marker))
        if grade_options.zip_path is not None:
            from treesolve.workflows.gradebook_export import FeedbackWriter

            zip_file = written.enter_context(atomic_write(grade_options.zip_path, "b"))
            results.append(pages := FeedbackWriter(zip_file, marker, intake.course_submissions, grade_options.zip_path))
            written.callback(pages.zip.abandon)
        grading = Grading(run, marker, grade_options.report_path, unused=decisions)
        submissions: Iterator[Submission | Problem] = chain(intake.submissions(), paper)
        if grade_options.student is not None:
            submissions = _submissions_of(run, submissions, grade_options.student, grade_options.answers)
        grading.grade_submissions(results, submissions, grade_options.jobs)
    if changes:
        changes.print(run.language)


def _targets(grade_options: GradeOptions) -> tuple[Target, ...]:
    """Return the output targets for the results. With --against, stdout is reserved for the changes."""
    if grade_options.against is None:
        return targets(grade_options.form, grade_options.output_paths, FORMS)
    if "-" in grade_options.output_paths or (grade_options.form and not grade_options.output_paths):
        raise usage_error(Problem("against-stdout"))
    return targets(grade_options.form, grade_options.output_paths, FORMS) if grade_options.output_paths else ()


def _results_in_form(
    marker: Marker, file: Any, form: str, intake: SubmissionLoader, book_writer: Callable[..., ResultWriter] | None
) -> ResultWriter:
    """Return a writer for results in a format. If a gradebook is given, CSV output is written as that gradebook."""
    if form == "csv" and book_writer:
        return book_writer(file, marker, intake.course_submissions)
    return results_writer(marker, file, form, drawing_width(file))


def _submissions_of(
    run: CommandRun, found: Iterable[Submission | Problem], student: str, places: Sequence[str]
) -> Iterator[Submission]:
    """Yield the submissions of one student, and report unreadable files.

    Raises InputError if the student has none.
    """
    is_there = False
    for one in found:
        if isinstance(one, Problem):
            run.print_problems([one])
        elif normalize_name(whose(one)) == normalize_name(student):
            is_there = True
            yield one
    if not is_there:
        raise InputError((Problem("no-such-student", None, {"student": student}, ", ".join(places)),))


def _has_answers(run: CommandRun, answers: tuple[str, ...]) -> bool:
    """Return whether there are any answers, and report folders without answers.

    If there are none, the command must not replace older results.
    """
    if any(descriptor_of(path) is not None or Path(path).exists() for path in answers):
        empty = [path for path in answers if Path(path).exists() and not count_submissions([path])]
        run.print_problems(Problem("no-submissions", None, {}, path) for path in empty)
        return len(empty) < len(answers)
    run.print_problems([one for one in read_submissions(answers) if isinstance(one, Problem)])
    return False
