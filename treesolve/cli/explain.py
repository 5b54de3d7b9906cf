"""treesolve explain"""

from typing import Any

import click

from treesolve.cli.marking import marking, marking_options
from treesolve.cli.options import (
    FILES,
    SOLUTION_FORMS,
    chosen_format,
    language_option,
    look_options,
    output_options_for,
)
from treesolve.cli.output import check_output, opened
from treesolve.cli.run import Run
from treesolve.model.problem import InputError, Problem

FORMS = {name: endings for name, endings in SOLUTION_FORMS.items() if name != "json"}
"""The forms of a student's page, each with its endings."""


@click.command("explain")
@click.argument("key", type=FILES, metavar="KEY")
@click.argument("answer", type=FILES, metavar="ANSWER")
@click.option("--student", metavar="ID", help="Of an ANSWER file with several students, the one with this id.")
@click.option("--exercise", metavar="NAME", help="Of an ANSWER to several exercises, the one that is called so.")
@marking_options
@language_option
@look_options
@output_options_for(FORMS)
def command(key: str, answer: str, **options: Any) -> None:
    """Show one answer at length: what is right, what is not and why, and what may be behind it.

    KEY and ANSWER are as for treesolve grade; - reads the answer from standard input.

    \b
    Examples:
      treesolve explain exercise.tree answer.txt
      treesolve explain exercise.tree answers.csv --student 4711
      treesolve explain exercise.tree answer.txt --feedback hints --language de
      treesolve explain exercise.tree answer.txt -o answer.pdf
    """
    run = Run(options["language"], options["output_path"])
    run.guard(lambda: _explain(run, key, answer, **options))
    run.finish()


def _explain(
    run: Run,
    key: str,
    answer: str,
    *,
    student: str | None,
    exercise: str | None,
    form: str | None,
    output_path: str | None,
    feedback: str,
    language: str,
    **options: Any,
) -> None:
    from treesolve.runs.grade_submission import Marker, Settings, student_page

    look = {name: options.pop(name) for name in ("shapes", "paper", "width")}
    marked_by = marking(key, options)
    written = chosen_format(form, output_path, FORMS)
    check_output(output_path, (key, answer))
    with opened(output_path, written) as file:
        from treesolve.cli.solve import drawing_width

        look["width"] = look["width"] or drawing_width(file)
        settings = Settings(marked_by.key, marked_by.rubric, language, feedback == "full", written, tuple(look.items()))
        marker = Marker(settings, marked_by.solutions)
        submission = _submission(run, answer, student)
        pages = []
        for task in _tasks(submission, settings.key, exercise, written):
            number = marker.number(task)
            report, problems, read = marker.report(task, number)
            run.tell(problems)
            pages.append(student_page(report, marker.prepared(number), written, settings, read))
        file.write(pages[0] if len(pages) == 1 else "\n".join(map(str, pages)))


def _tasks(submission: Any, key: Any, exercise: str | None, form: str) -> list[Any]:
    """The answers to single exercises in a submission, or to the one that is named; text may have several pages.

    Raises InputError where none is named that the submission answers, and where one must be named.
    """
    from treesolve.answers.identity import identity
    from treesolve.answers.tasks import split

    tasks = split(submission, key.is_called) if len(key.names) > 1 else [submission]
    names = [identity(task.text).exercise for task in tasks]
    known = ", ".join(filter(None, names))
    if exercise is not None:
        tasks = [
            task for task, name in zip(tasks, names, strict=True) if (name or "").casefold() == exercise.casefold()
        ]
        if not tasks:
            facts = {"text": exercise, "known": known, "nearest": None}
            raise InputError((Problem("explain-other-exercise", None, facts, submission.source),))
    elif len(tasks) > 1 and form not in ("text", "markdown"):
        raise InputError((Problem("explain-which-exercise", None, {"known": known}, submission.source),))
    return tasks


def _submission(run: Run, path: str, student: str | None) -> Any:
    """The submission in a file, of that student if one is named."""
    from treesolve.answers.files import read_submissions
    from treesolve.runs.grade_submission import whose

    several = False
    for found in read_submissions((path,)):
        if isinstance(found, Problem):
            run.tell([found])
        elif student is None or whose(found).casefold() == student.casefold():
            return found
        else:
            several = True
    code = "no-such-student" if several else "no-answer"
    raise InputError((Problem(code, None, {"student": student}, path),))
