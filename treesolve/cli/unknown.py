"""What `treesolve solve --unknown` writes: for which values of a letter what happens."""

from typing import TYPE_CHECKING, TextIO

from treesolve.cli.inputs import Input
from treesolve.convention import Convention
from treesolve.problem import InputError
from treesolve.tree import Tree

if TYPE_CHECKING:
    from treesolve.unknown import UnknownSolution


def write_unknown(
    file: TextIO,
    form: str,
    tree: Tree,
    convention: Convention,
    found: Input,
    letter: str | None = None,
    integers: bool = False,
    language: str = "en",
) -> None:
    """Write for which values of the letter what holds; without a letter, for each letter of the tree in turn.

    `form` is "json", one document a line, or a form of page. Raises InputError, before anything is written, where
    there is nothing to answer.
    """
    solutions = [unknown_solution_of(tree, convention, found, each, integers) for each in _asked(tree, found, letter)]
    if form == "json":
        from treesolve.document import unknown_document

        file.writelines(unknown_document(solution, found.source) + "\n" for solution in solutions)
    else:
        from treesolve.pages.unknown import unknown_page

        between = "\n\n" if form == "text" else "\n"
        file.write(between.join(unknown_page(solution, form, language) for solution in solutions))


def _asked(tree: Tree, found: Input, letter: str | None) -> tuple[str, ...]:
    from treesolve.unknown import unknown_letters

    try:
        letters = unknown_letters(tree)
    except InputError as error:
        raise _placed(error, found) from None
    return letters if letter is None else (letter,)


def unknown_solution_of(
    tree: Tree, convention: Convention, found: Input, letter: str, integers: bool
) -> "UnknownSolution":
    """The tree of a file, searched for every value of the letter. Raises InputError where it cannot be."""
    from treesolve.search import Unsolvable
    from treesolve.unknown import solve_unknown

    try:
        return solve_unknown(tree, convention, letter, integers=integers)
    except InputError as error:
        raise _placed(error, found) from None
    except Unsolvable as refusal:
        from treesolve.pages.problem import refusal_problem

        raise InputError((refusal_problem(refusal, tree, convention, found.text),)) from None


def _placed(error: InputError, found: Input) -> InputError:
    """The same problems, with the file they are in."""
    return InputError(tuple(each._replace(source=found.source, text=found.text) for each in error.problems))
