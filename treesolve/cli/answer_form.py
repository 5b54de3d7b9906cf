"""What `treesolve solve --answer-form` writes: the empty form for answers to trees, or to the tasks of a key."""

from collections.abc import Iterable
from itertools import zip_longest

from treesolve.cli.marking import asked_key
from treesolve.cli.options import Forms, Steering
from treesolve.cli.output import check_output
from treesolve.cli.outputs import Target, all_opened
from treesolve.cli.run import Run
from treesolve.grading.exam import Key
from treesolve.model.problem import InputError, Problem
from treesolve.pages.answer_form import FormTask, answer_form
from treesolve.search.solution import Solution

FORMS: Forms = {"text": (".txt",)}
"""A form is plain text."""


def write_answer_form(run: Run, files: tuple[str, ...], found: tuple[Target, ...], steering: Steering) -> None:
    """Write the form of all exercises in the files to all targets.

    Raises InputError as `asked_key` does, and where the variants of a key have not the same form.
    """
    for path, _ in found:
        check_output(path, files)
    form = _form_of_key(*asked_key(files, steering), files[0], run.language)
    with all_opened(found) as opened:
        for _, file in opened:
            file.write(form)


def _form_of_key(key: Key, solutions: Iterable[Solution], source: str, language: str) -> str:
    """The form that all variants of a key have."""
    tasks: dict[str | None, list[FormTask]] = {}
    for exercise, solution in zip_longest(key.exercises, solutions):
        task = FormTask.of_exercise(exercise, exercise.answer_key(solution))
        tasks.setdefault(exercise.variant, []).append(task)
    asks_variant = len(tasks) > 1 and not key.students
    forms = {answer_form(each, language, asks_variant=asks_variant) for each in tasks.values()}
    if len(forms) > 1:
        raise InputError((Problem("answer-form-of-variants", None, {}, source),))
    return forms.pop()
