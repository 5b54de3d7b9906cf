"""treesolve review."""

import webbrowser
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from threading import Thread
from typing import Any

import click

from treesolve.answers.unread_files import is_unread_file_line, on_paper
from treesolve.cli import option
from treesolve.cli.desk_server import DeskServer
from treesolve.cli.grading import asked_decisions
from treesolve.cli.marking import asked_roster, key_files, marking
from treesolve.cli.output import check_output, check_outside, echo
from treesolve.cli.run import CommandRun, running
from treesolve.cli.usage import usage_error
from treesolve.exchange.course_intake import Intake
from treesolve.grading.decision import students_on_paper
from treesolve.grading.decision_file import decisions_toml
from treesolve.grading.roster import roster_of
from treesolve.model.atomic_file import whole_file
from treesolve.model.input_file import read_input
from treesolve.model.problem import InputError, Problem
from treesolve.model.stopping import heed_wish_to_stop
from treesolve.runs.answer_card import HandedAnswer, handed_in
from treesolve.runs.assignment import tasks
from treesolve.runs.desk import Desk
from treesolve.runs.desk_page import DeskPage
from treesolve.runs.grade_result import Settings
from treesolve.runs.grade_submission import Marker


@click.command("review")
@click.argument("key", type=option.FILES, metavar="KEY")
@click.argument("answers", nargs=-1, type=option.FILES, metavar="[ANSWERS...]")
@option.file(
    "--decisions",
    "decisions_path",
    told="Where decisions are kept, for grade. [default: decisions.toml]",
    default="decisions.toml",
)
@option.file("--roster", told="A CSV file of students: mark their exams on paper, a row each.")
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
    of it, the lecture's solution beside it. For each part that waits a key gives points, or a line in the asked form
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
    listed = asked_roster(run, roster) or roster_of(marked_key)
    marker = Marker(Settings(marked_key, rubric, run.language), solutions)
    desk, files, problems = _desk(marker, answers, [one.id for one in listed], decisions_path)
    run.tell(problems)
    if desk.cards:
        names = [[one.id, one.name] for one in listed]
        page = DeskPage(desk, run.language, files, answers, names)
        _serve(run, page, decisions_path, is_shown=not no_browser)


def _desk(
    marker: Marker, answers: tuple[str, ...], listed: Sequence[str], decisions_path: str
) -> tuple[Desk, Mapping[str, Sequence[str]], list[Problem]]:
    """The desk with all that was handed in or is on paper, the files beside it, and what could not be read."""
    save = _saving(decisions_path)  # reads the file first: a change while it is parsed is noticed when saving
    decisions = tuple(asked_decisions(decisions_path if Path(decisions_path).exists() else None))
    key, intake = marker.settings.key, Intake(answers)
    students = listed or students_on_paper(decisions)
    if not answers and not students:
        raise usage_error(Problem("review-without-answers"))
    submissions: Iterable[Any] = tasks(intake.submissions(), key) if answers else on_paper(students, key.names)
    handed, problems = list[HandedAnswer](), list[Problem]()
    for one in handed_in(marker, submissions):
        if isinstance(one, Problem):
            problems.append(one)
        elif answers or one.number is not None:
            handed.append(one)
    return Desk(marker, handed, decisions, save), _files(handed, intake), problems


def _saving(path: str) -> Callable[[Sequence[Any]], None]:
    """A function that saves decisions in a file, on disk when it returns.

    It raises InputError if the file cannot be written, or has been changed or deleted in the meantime.
    """
    known = _text_of(path)

    def save(decisions: Sequence[Any]) -> None:
        nonlocal known
        text = decisions_toml(decisions)
        with whole_file(path, durable=True) as file:  # nobody else can write it during the comparison
            if _text_of(path) != known:
                raise InputError((Problem("decisions-changed", None, {}, path),))
            file.write(text)
        known = text

    return save


def _text_of(path: str) -> str | None:
    """The text of a file; None if it does not exist."""
    return read_input(path).text if Path(path).exists() else None


def _files(handed: Sequence[Any], intake: Any) -> Mapping[str, Sequence[str]]:
    """For the source of each answer the files that are for a person to look at."""
    found = dict(intake.unread_files)
    for one in handed:
        source, text = one.submission.source, one.submission.text
        if source not in found and is_unread_file_line(text):
            found[source] = (source,)
    return found


def _serve(run: CommandRun, page: DeskPage, decisions_path: str, *, is_shown: bool) -> None:
    """Serve the page until somebody ends it."""
    server: DeskServer

    def end(_: Mapping[str, Any]) -> Any:
        Thread(target=server.shutdown).start()
        return {}

    server = DeskServer(page.html, {**page.actions, "end": end}, page.file)
    with server:
        say = run.sentences("desk.jinja")
        echo(say.opened({"address": server.address, "file": decisions_path}))
        if is_shown:
            webbrowser.open(server.address)
        try:
            server.serve_forever(poll_interval=0.1)
        except KeyboardInterrupt:
            heed_wish_to_stop()
        echo(say.closed({"file": decisions_path}))
