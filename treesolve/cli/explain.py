"""treesolve explain"""

from typing import Any

import click

from treesolve.answers.files import read_submissions
from treesolve.answers.identity import identity, split
from treesolve.cli import option
from treesolve.cli.forms import SOLUTION_FORMS
from treesolve.cli.grading import asked_decisions
from treesolve.cli.marking import key_files, marking
from treesolve.cli.option import Style
from treesolve.cli.outputs import all_opened, drawing_width, targets
from treesolve.cli.run import Run, running
from treesolve.model.problem import InputError, Problem
from treesolve.pages.handout import together
from treesolve.runs.assignment import whose
from treesolve.runs.cohort import StudentSheets, sheet_page
from treesolve.runs.grade_submission import Marker, Settings, shown_first, student_document

FORMS = {name: endings for name, endings in SOLUTION_FORMS.items() if name != "json"}
"""The forms of a student's page, each with its endings."""


@click.command("explain")
@click.argument("key", type=option.FILES, metavar="KEY")
@click.argument("answer", type=option.FILES, metavar="ANSWER")
@click.option("--student", metavar="ID", help="Of an ANSWER file with several students, the one with this id.")
@click.option("--exercise", metavar="NAME", help="Of an ANSWER to several exercises, the one that is called so.")
@option.file("--decisions", "decisions_path", told="What a person has decided, as for treesolve grade.")
@option.marking
@option.style("shapes", "paper", "width")
@option.language
@option.outputs(FORMS)
@running
def command(
    run: Run,
    key: str,
    answer: str,
    student: str | None,
    exercise: str | None,
    decisions_path: str | None,
    feedback: str,
    style: Style,
    form: str | None,
    output_paths: tuple[str, ...],
    **marked_by: Any,
) -> None:
    """Show one answer at length: what is right, what is not and why, and what may be behind it.

    KEY and ANSWER are as for treesolve grade; - reads the answer from standard input. An answer to several tasks of a
    sheet is shown with the total.

    \b
    Examples:
      treesolve explain exercise.tree answer.txt
      treesolve explain exercise.tree answers.csv --student 4711
      treesolve explain exercise.tree answer.txt --feedback hints --language de
      treesolve explain exercise.tree answer.txt -o answer.pdf -o answer.html
    """
    key_of_answer, rubric, solutions = marking([key], **marked_by)
    found = targets(form, output_paths, FORMS)
    decisions = tuple(asked_decisions(decisions_path))
    settings = Settings(key_of_answer, rubric, run.language, feedback == "full", decisions=decisions)
    marker = Marker(settings, solutions)
    with all_opened(found, (*key_files([key]), answer)) as files:
        reports, sheets = [], StudentSheets(marker) if settings.key.is_sheet else None
        for task in _answers_to_single_tasks(_submission_in(run, answer, student), settings.key, exercise):
            number = marker.number(task)
            report, problems, read = marker.report(task, number)
            told = shown_first(marker.told(problems), run.language)
            run.say([one.report for one in told], failed=any(not one.is_remark for one in told))
            reports.append((report, marker.prepared(number), read))
            if sheets:
                sheets.add(marker.outcome(task))
        for written, file in files:
            width = style.width or drawing_width(file)
            look = (("shapes", style.shapes), ("paper", style.paper), ("width", width), ("at_length", True))
            shown = settings._replace(look=look, page_form=written)
            if sheets and len(reports) > 1:
                file.write(sheet_page(Marker(shown, solutions), sheets.sheets()[0]))
                continue
            pages = [student_document(one, prepared, shown, read) for one, prepared, read in reports]
            names = ", ".join(prepared.exercise.heading for _, prepared, _ in reports)
            file.write(together(pages, written, f"{reports[0][0].answer.student} · {names}", style.paper))


def _answers_to_single_tasks(submission: Any, key: Any, exercise: str | None) -> list[Any]:
    """The answers to single exercises in a submission, or to the one that is named.

    Raises InputError where none is named that the submission answers.
    """
    tasks = split(submission, key.is_called) if len(key.names) > 1 else [submission]
    if exercise is None:
        return tasks
    usual = "" if len(key.names) > 1 else key.names[0]
    names = [identity(task.text).exercise or usual for task in tasks]
    found = [task for task, name in zip(tasks, names, strict=True) if name.casefold() == exercise.casefold()]
    if not found:
        code = "explain-other-exercise" if any(names) else "answer-which-exercise"
        facts = {"text": exercise, "known": ", ".join(filter(None, names)) or ", ".join(key.names), "nearest": None}
        raise InputError((Problem(code, None, facts, submission.source),))
    return found


def _submission_in(run: Run, path: str, student: str | None) -> Any:
    """The submission in a file, of that student if one is named."""
    several = False
    submissions = read_submissions((path,))
    for found in submissions:
        if isinstance(found, Problem):
            run.tell([found])
        elif student is None or whose(found).casefold() == student.casefold():
            if student is None and not all(isinstance(other, Problem) for other in submissions):
                run.remark(Problem("explain-first-of-several", None, {"student": whose(found)}, path))
            return found
        else:
            several = True
    code = "no-such-student" if several else "no-answer"
    raise InputError(() if run.failed and not several else (Problem(code, None, {"student": student}, path),))
