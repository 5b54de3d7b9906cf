"""Messages in the language of a run.

Templates are imported when the first message is printed, so that runs without messages start fast.
"""

from typing import TYPE_CHECKING, Any

from treesolve.model.problem import InputError, Problem

if TYPE_CHECKING:
    from treesolve.model.convention import Convention
    from treesolve.model.tree import Tree
    from treesolve.search.search import Unsolvable


def template(language: str, name: str) -> Any:
    """Return the template `name` in a language, as a module of texts."""
    from treesolve.rendering.template_environment import words

    return words(language, name)


def sentence(problem: Problem, language: str, *, with_excerpt: bool = False) -> str:
    """Return the message of a problem, with an excerpt of the invalid input if requested."""
    from treesolve.rendering.problem_sentence import problem_excerpt, problem_sentence

    return problem_sentence(problem, language) + (problem_excerpt(problem) if with_excerpt else "")


def report(problem: Problem, language: str) -> str:
    """Return the message of a problem with its source and position, as it is printed."""
    from treesolve.rendering.problem_sentence import problem_report

    return problem_report(problem, language)


def refused(refusal: "Unsolvable", tree: "Tree", convention: "Convention", text: str) -> InputError:
    """Return the error for a tree that cannot be solved. Its position is that of the node in the text."""
    from treesolve.rendering.problem_sentence import unsolvable_problem

    return InputError((unsolvable_problem(refusal, tree, convention, text),))
