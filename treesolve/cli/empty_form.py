"""The empty answer form that `treesolve solve --answer-form` writes."""

from collections.abc import Iterable
from itertools import zip_longest

from treesolve.cli.convention_option import ConventionOption
from treesolve.cli.grading_options import load_key
from treesolve.grading.exam import Key
from treesolve.model.problem import InputError, Problem
from treesolve.rendering.answer_form import FormTask, answer_form
from treesolve.search.solution import Solution


def answer_form_in(files: tuple[str, ...], convention_option: ConventionOption, language: str) -> str:
    """Return the empty answer form for all exercises in the files. Raises the same errors as `load_key`."""
    return answer_form_of(*load_key(files, convention_option), files[0], language)


def answer_form_of(key: Key, solutions: Iterable[Solution], source: str, language: str) -> str:
    """Return the empty answer form for the exercises of a key.

    Raises InputError if the variants of the key need different forms.
    """
    tasks: dict[str, dict[str | None, FormTask]] = {}
    for exercise, solution in zip_longest(key.exercises, solutions):
        task = FormTask.of_exercise(exercise, exercise.answer_key(solution))
        tasks.setdefault(exercise.name, {})[exercise.variant] = task
    variants = dict.fromkeys(variant for each in tasks.values() for variant in each)
    asks_variant = len(variants) > 1 and not key.students
    forms = {
        answer_form(
            [each.get(variant) or each.get(None) or next(iter(each.values())) for each in tasks.values()],
            language,
            asks_variant=asks_variant,
        )
        for variant in variants
    }
    if len(forms) > 1:
        raise InputError((Problem("answer-form-of-variants", None, {}, source),))
    return forms.pop()
