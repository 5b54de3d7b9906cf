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
from treesolve.problem import InputError, Problem

FORMS = {name: endings for name, endings in SOLUTION_FORMS.items() if name != "json"}
"""The forms of a student's page, each with its endings."""


@click.command("explain")
@click.argument("key", type=FILES, metavar="KEY")
@click.argument("answer", type=FILES, metavar="ANSWER")
@click.option("--student", metavar="ID", help="Of an ANSWER file with several students, the one with this id.")
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
    form: str | None,
    output_path: str | None,
    feedback: str,
    language: str,
    **options: Any,
) -> None:
    from treesolve.marker import Marker, Settings, student_page

    look = {name: options.pop(name) for name in ("shapes", "paper", "width")}
    marked_by = marking(key, options)
    written = chosen_format(form, output_path, FORMS)
    check_output(output_path, (key, answer))
    with opened(output_path, written) as file:
        from treesolve.cli.solve import drawing_width

        look["width"] = look["width"] or drawing_width(file)
        settings = Settings(marked_by.key, marked_by.rubric, language, feedback == "full", written, tuple(look.items()))
        marker = Marker(settings)
        submission = _submission(run, answer, student)
        number = marker.number(submission)
        report, problems = marker.report(submission, number)
        run.tell(problems)
        file.write(student_page(report, marker.prepared(number), written, settings))


def _submission(run: Run, path: str, student: str | None) -> Any:
    """The submission in a file, of that student if one is named."""
    from treesolve.marker import whose
    from treesolve.submission.files import read_submissions

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
