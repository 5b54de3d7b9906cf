"""What `treesolve solve` can be asked beside the solution: other lectures, another order, unknown leaves, a form."""

from collections.abc import Callable, Iterable
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

from treesolve.cli.forms import SOLUTION_FORMS, Forms, forms_of
from treesolve.cli.outputs import Written
from treesolve.cli.run import CommandRun, refused, solution_of
from treesolve.cli.steering import Steering, named_conventions_and_own, own_convention
from treesolve.model.convention import Convention
from treesolve.model.input_file import Input
from treesolve.model.problem import InputError, Problem
from treesolve.model.tree import Tree
from treesolve.search.search import Unsolvable

if TYPE_CHECKING:
    from treesolve.analysis.unknown_solution import UnknownSolution
    from treesolve.grading.exam import Key
    from treesolve.search.solution import Solution

ALL = "all"
"""Stands for every lecture there is."""

REORDERING_FORMS: Forms = {**SOLUTION_FORMS, **forms_of("tree")}


class AnswerKind(NamedTuple):
    """How a file is answered, how the answers are written, and in which forms."""

    answer: Callable[[Input], Any]
    written: Written
    forms: Forms = SOLUTION_FORMS


def comparison_question(lectures: Iterable[str], run: CommandRun) -> AnswerKind:
    """Each lecture's search of a tree, side by side; others differ from the first."""
    from treesolve.pages.comparison_page import comparison_document, comparison_page
    from treesolve.search.comparison import compare

    asked = [None if name == ALL else Steering(name) for name in dict.fromkeys(lectures)]

    def answer(found: Input) -> Any:
        tree = run.tree(found)
        return compare(tree, dict.fromkeys(one for each in asked for one in _lectures_asked(each, tree, found)))

    def page(comparison: Any, *, language: str, **_look: Any) -> Any:
        return comparison_page(comparison, language)

    return AnswerKind(answer, Written(lambda *comparison: [comparison_document(*comparison)], page))


def _lectures_asked(steering: Steering | None, tree: Tree, found: Input) -> list[Convention]:
    """The lecture that an option names, or all of them. Raises InputError where there is none beside the file."""
    if steering is None:
        return named_conventions_and_own(own_convention(tree, found))
    return [steering.convention_for(tree, found)]


def reordering_question(steering: Steering, run: CommandRun) -> AnswerKind:
    """A tree with the best order of all children, solved."""
    from treesolve.analysis.reordering import EFFORT, reorder
    from treesolve.pages.reordering_page import reordering_document, reordering_page

    def answer(found: Input) -> Any:
        tree = run.tree(found)
        solution = solution_of(tree, steering.convention_for(tree, found), found)
        return reorder(solution, effort=EFFORT)

    written = Written(lambda *reordering: [reordering_document(*reordering)], reordering_page, apart=2)
    return AnswerKind(answer, written, REORDERING_FORMS)


def unknowns_question(steering: Steering, run: CommandRun, *, integers: bool) -> AnswerKind:
    """For which values of a letter, or a probability, what happens."""

    def answer(found: Input) -> Any:
        tree = run.tree(found)
        return unknown_solutions(tree, steering.convention_for(tree, found), found, integers=integers)

    return AnswerKind(answer, unknowns())


def unknowns() -> Written:
    """How the answers about unknown leaves are written."""
    from treesolve.pages.unknown_page import unknown_document, unknown_page

    return Written(
        lambda solutions, source: ["\n".join(unknown_document(one, source) for one in solutions)],
        lambda solutions, **look: unknown_page(*solutions, **look),
        apart=2,
    )


def unknown_solutions(tree: Tree, convention: Convention, found: Input, *, integers: bool) -> "list[UnknownSolution]":
    """For which values of each letter of the tree what holds.

    In a tree with chance nodes and without letters their names take the place of letters. Raises InputError where there
    is nothing to answer.
    """
    from treesolve.analysis.parametric import solve_unknowns

    try:
        return list(solve_unknowns(tree, convention, None, integers=integers))
    except InputError as error:
        placed = (each._replace(source=found.source, text=found.text) for each in error.problems)
        raise InputError(tuple(placed)) from None
    except Unsolvable as refusal:
        raise refused(refusal, tree, convention, found.text) from None


def answer_form_of(key: "Key", solutions: "Iterable[Solution]", source: str, language: str) -> str:
    """The empty form for answers to the exercises of a key. Raises InputError where variants have not the same form."""
    from treesolve.pages.answer_form import FormTask, answer_form

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
