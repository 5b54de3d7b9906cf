"""Sentences in the language of a run.

A run that has nothing to say, such as one that writes JSON, does without templates: they load with the first sentence.
"""

from typing import TYPE_CHECKING, Any

from treesolve.model.problem import InputError, Problem

if TYPE_CHECKING:
    from treesolve.model.convention import Convention
    from treesolve.model.tree import Tree
    from treesolve.search.search import Unsolvable


def template(language: str, name: str) -> Any:
    """Return the sentences of a template."""
    from treesolve.rendering.template_environment import words

    return words(language, name)


def sentence(problem: Problem, language: str, *, with_excerpt: bool = False) -> str:
    """What is wrong and what to do about it; below it the place in the text, if asked for."""
    from treesolve.rendering.problem_sentence import problem_excerpt, problem_sentence

    return problem_sentence(problem, language) + (problem_excerpt(problem) if with_excerpt else "")


def report(problem: Problem, language: str) -> str:
    """Return a problem with its place, as it is printed."""
    from treesolve.rendering.problem_sentence import problem_report

    return problem_report(problem, language)


def refused(refusal: "Unsolvable", tree: "Tree", convention: "Convention", text: str) -> InputError:
    """Return the error for a tree that cannot be searched, pointing at the node in its text."""
    from treesolve.rendering.problem_sentence import refusal_problem

    return InputError((refusal_problem(refusal, tree, convention, text),))
