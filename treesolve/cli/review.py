"""The command `treesolve review`."""

import webbrowser
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from threading import Thread
from typing import Any

import click

from treesolve.cli import option
from treesolve.cli.command_run import CommandRun, running
from treesolve.cli.grading_options import key_files, load_roster, marking
from treesolve.cli.grading_run import load_decisions
from treesolve.cli.output import check_output, check_outside, echo
from treesolve.cli.review_server import ReviewServer
from treesolve.cli.usage_error import usage_error
from treesolve.grading.decision import students_with_paper_answers
from treesolve.grading.decision_file import decisions_toml
from treesolve.grading.roster import roster_from_key
from treesolve.integrations.course_submissions import SubmissionLoader
from treesolve.model.atomic_file import atomic_write
from treesolve.model.input_file import read_input
from treesolve.model.interruption import acknowledge_stop
from treesolve.model.problem import InputError, Problem
from treesolve.submissions.unreadable_files import is_unread_file_line, paper_submissions
from treesolve.workflows.exercise_assignment import tasks
from treesolve.workflows.grade_result import Settings
from treesolve.workflows.grade_submission import Marker
from treesolve.workflows.review_card import SubmittedAnswer, handed_in
from treesolve.workflows.review_page import ReviewPage
from treesolve.workflows.review_queue import ReviewQueue


@click.command("review")
@click.argument("key", type=option.FILES, metavar="KEY")
@click.argument("answers", nargs=-1, type=option.FILES, metavar="[ANSWERS...]")
@option.file(
    "--decisions",
    "decisions_path",
    description="Where decisions are kept, for grade. [default: decisions.toml]",
    default="decisions.toml",
)
@option.file("--roster", description="A CSV file of students: mark their exams on paper, a row each.")
@option.marking_scheme
@click.option("--no-browser", is_flag=True, help="Only say the address, and open nothing.")
@option.language
@running
def command(
    run: CommandRun,
    key: str,
    answers: tuple[str, ...],
    decisions_path: str,
    roster: str | None,
    no_browser: bool,
    **marked_by: Any,
) -> None:
    """Decide about answers that wait, in the browser: those that are alike together.

    A page opens with a card for each group of alike answers, the largest first: what the students wrote, what was read
    of it, the convention's solution beside it. For each part that waits a key gives points, or a line in the asked form
    says what is meant, and is marked as if the student had written it. Each decision is saved at once, in a file that
    people can read and edit, and that grade takes with --decisions. Nothing leaves this machine: the page is
    served on 127.0.0.1 until Ctrl-C, or until it is closed by its button.

    Without ANSWERS the exam is on paper: a row for each student of --roster, or of the key of a sheet that was printed
    for a roster; points or answers as one types, totals beside.

    \b
    Examples:
      treesolve review exercise.tree submissions/
      treesolve review key.json submissions/ --decisions exam.toml --language de
      treesolve review exercise.tree moodle.zip --rubric rubric.toml -c haw
      treesolve review key.json --roster students.csv --decisions exam.toml
      treesolve grade key.json submissions/ --decisions exam.toml --report reports/
    """
    marked_key, rubric, solutions = marking([key], **marked_by)
    check_output(decisions_path, (*key_files([key]), *answers, *([roster] if roster else [])))
    check_outside(decisions_path, answers)
    roster_students = load_roster(run, roster) or roster_from_key(marked_key)
    marker = Marker(Settings(marked_key, rubric, run.language), solutions)
    queue, files, problems = _review_queue(marker, answers, [one.id for one in roster_students], decisions_path)
    run.print_problems(problems)
    if queue.cards:
        names = [[one.id, one.name] for one in roster_students]
        page = ReviewPage(queue, run.language, files, answers, names)
        _serve(run, page, decisions_path, opens_browser=not no_browser)


def _review_queue(
    marker: Marker, answers: tuple[str, ...], roster_students: Sequence[str], decisions_path: str
) -> tuple[ReviewQueue, Mapping[str, Sequence[str]], list[Problem]]:
    """Return the review queue, the files to display for each answer, and all problems.

    The queue contains the submitted answers or, if there are none, the answers on paper.
    """
    save = _decision_saver(decisions_path)  # reads the file first, to detect changes made while it is parsed
    decisions = tuple(load_decisions(decisions_path if Path(decisions_path).exists() else None))
    key, intake = marker.settings.key, SubmissionLoader(answers)
    students = roster_students or students_with_paper_answers(decisions)
    if not answers and not students:
        raise usage_error(Problem("review-without-answers"))
    submissions: Iterable[Any] = tasks(intake.submissions(), key) if answers else paper_submissions(students, key.names)
    submitted_answers, problems = list[SubmittedAnswer](), list[Problem]()
    for one in handed_in(marker, submissions):
        if isinstance(one, Problem):
            problems.append(one)
        elif answers or one.number is not None:
            submitted_answers.append(one)
    return ReviewQueue(marker, submitted_answers, decisions, save), _files(submitted_answers, intake), problems


def _decision_saver(path: str) -> Callable[[Sequence[Any]], None]:
    """Return a function that saves decisions durably to a file.

    The returned function raises InputError if the file cannot be written, or if another program has changed or deleted
    it.
    """
    known = _read_if_exists(path)

    def save(decisions: Sequence[Any]) -> None:
        nonlocal known
        text = decisions_toml(decisions)
        with atomic_write(path, durable=True) as file:  # locks the file during the comparison
            if _read_if_exists(path) != known:
                raise InputError((Problem("decisions-changed", None, {}, path),))
            file.write(text)
        known = text

    return save


def _read_if_exists(path: str) -> str | None:
    """Return the text of a file, or None if the file does not exist."""
    return read_input(path).text if Path(path).exists() else None


def _files(submitted_answers: Sequence[Any], intake: Any) -> Mapping[str, Sequence[str]]:
    """Return the files that have to be displayed because they cannot be read, by the source of the answer."""
    found = dict(intake.unread_files)
    for one in submitted_answers:
        source, text = one.submission.source, one.submission.text
        if source not in found and is_unread_file_line(text):
            found[source] = (source,)
    return found


def _serve(run: CommandRun, page: ReviewPage, decisions_path: str, *, opens_browser: bool) -> None:
    """Serve the page until the user closes it with its button or presses Ctrl-C."""
    server: ReviewServer

    def end(_: Mapping[str, Any]) -> Any:
        Thread(target=server.shutdown).start()
        return {}

    server = ReviewServer(page.html, {**page.actions, "end": end}, page.file)
    with server:
        say = run.sentences("desk.jinja")
        echo(say.opened({"address": server.address, "file": decisions_path}))
        if opens_browser:
            webbrowser.open(server.address)
        try:
            server.serve_forever(poll_interval=0.1)
        except KeyboardInterrupt:
            acknowledge_stop()
        echo(say.closed({"file": decisions_path}))
