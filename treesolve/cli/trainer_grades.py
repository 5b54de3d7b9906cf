"""What students have practised with a trainer, read from the files that its page saves: grade with a trainer's TOML."""

from collections.abc import Sequence

import click

from treesolve.cli.asked_grading import AskedGrading
from treesolve.cli.output import check_outside
from treesolve.cli.outputs import all_opened, targets
from treesolve.cli.run import Run
from treesolve.cli.steering import Steering
from treesolve.cli.trainer_writing import asked_trainer
from treesolve.cli.usage import usage_error
from treesolve.exercises.trainer import pool, skills_of_pool
from treesolve.grading.rubric import USUAL
from treesolve.grading.skill_marks import SkillMarks
from treesolve.model.problem import InputError, Problem
from treesolve.pages.handout import bound
from treesolve.pages.progress_page import Practised, progress_document, progress_line, progress_page, progress_table
from treesolve.pages.trainer_page import digest_of_pool
from treesolve.runs.grade_submission import told_problem
from treesolve.runs.handed_in_progress import HandedInProgress
from treesolve.runs.results import FORMS

TAKEN = ("key", "answers", "lecture", "out_of", "style", "form", "output_paths", "language")
"""What means something for progress, of all that grade takes."""


def check_options() -> None:
    """Raise a usage error where an option of grade is given that means nothing for progress."""
    context = click.get_current_context()
    for param in context.command.params:
        is_given = context.get_parameter_source(str(param.name)) is click.core.ParameterSource.COMMANDLINE
        if is_given and param.name not in TAKEN:
            raise usage_error(Problem("progress-option", None, {"option": param.opts[0]}))


def grade_progress(run: Run, asked: AskedGrading) -> None:
    """Read the progress in all files, and write a row for each student.

    Raises InputError where something is wrong with the trainer's file, a usage error for points out of none.
    """
    key, answers = asked.keys[0], asked.answers
    found = targets(asked.form, asked.output_paths, FORMS)
    for target in found:
        check_outside(target.path, answers)
    trainer = asked_trainer((key,), Steering(asked.lecture).steer(), run.language)
    if asked.out_of is not None and trainer.points is None:
        raise usage_error(Problem("progress-no-points"))
    trees = list(pool(trainer))
    skills = skills_of_pool(trainer, trees)
    if not skills:
        raise InputError((Problem("trainer-empty", None, {"lecture": trainer.convention.id}, key),))
    handed_in = HandedInProgress(trainer.convention.id, digest_of_pool(trainer, trees))
    handed_in.read(answers)
    marks = SkillMarks(skills, trainer.points, USUAL._replace(out_of=asked.out_of))
    practised = Practised(trainer, handed_in.digest, marks, handed_in.students, handed_in.unread)
    with all_opened(found, (key, *answers)) as files:
        for written, file in files:
            file.write(_in_form(written, practised, handed_in.problems, run.language, asked.style.paper))
    run.tell(handed_in.problems)


def _in_form(form: str, practised: Practised, problems: Sequence[Problem], language: str, paper: str) -> str | bytes:
    if form == "json":
        return progress_document(practised, [told_problem(one, language).entry for one in problems])
    if form == "jsonl":
        return "".join(f"{progress_line(one, practised.marks)}\n" for one in practised.students)
    if form == "csv":
        return progress_table(practised, language)
    return bound(progress_page(practised, language), form, paper=paper)
