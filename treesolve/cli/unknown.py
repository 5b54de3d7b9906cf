"""What `treesolve solve --unknown` writes: for which values of a letter, or a probability, what happens."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from treesolve.cli.inputs import Input
from treesolve.cli.writing import Written
from treesolve.model.convention import Convention
from treesolve.model.problem import InputError
from treesolve.model.tree import Tree

if TYPE_CHECKING:
    from treesolve.analysis.parametric import UnknownSolution


def unknown_solutions(
    tree: Tree, convention: Convention, found: Input, letter: str | None, *, integers: bool
) -> "list[UnknownSolution]":
    """For which values of the letter what holds; without a letter, for each letter of the tree in turn.

    In a tree with chance nodes and without letters their names take the place of letters. Raises InputError where there
    is nothing to answer.
    """
    from treesolve.analysis.outcome_probability import solve_unknowns
    from treesolve.search.search import Unsolvable

    try:
        return list(solve_unknowns(tree, convention, letter, integers=integers))
    except InputError as error:
        placed = (each._replace(source=found.source, text=found.text) for each in error.problems)
        raise InputError(tuple(placed)) from None
    except Unsolvable as refusal:
        from treesolve.pages.problem import refusal_problem

        raise InputError((refusal_problem(refusal, tree, convention, found.text),)) from None


def _json_of_unknown(solutions: "Sequence[UnknownSolution]", source: str) -> Iterable[str]:
    from treesolve.pages.json.unknown_document import unknown_document

    return ["\n".join(unknown_document(solution, source) for solution in solutions)]


def _page_of_unknown(solutions: "Sequence[UnknownSolution]", **look: Any) -> Any:
    from treesolve.pages.unknown_page import unknown_page

    return unknown_page(*solutions, **look)


UNKNOWNS = Written(_json_of_unknown, _page_of_unknown, apart=2)
"""How the answers are written."""
