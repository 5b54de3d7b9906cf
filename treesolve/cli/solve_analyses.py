"""The analyses of `treesolve solve` other than the solution, one for each option."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from treesolve.analysis.parametric import solve_unknowns
from treesolve.analysis.reordering import DEFAULT_EFFORT, reorder
from treesolve.analysis.unknown_solution import UnknownSolution
from treesolve.cli.command_run import CommandRun
from treesolve.cli.convention_option import ALL, ConventionOption, all_conventions, load_header_convention, solution_of
from treesolve.cli.output_formats import REORDERING_FORMS
from treesolve.cli.page_writer import SOLUTIONS, AnswerFormat, AnswerKind, PageOptions, solution_question
from treesolve.cli.sentences import refused
from treesolve.model.convention import Convention
from treesolve.model.input_file import Input
from treesolve.model.problem import InputError
from treesolve.model.tree import Tree
from treesolve.rendering import pdf
from treesolve.rendering.comparison_page import comparison_document, comparison_page
from treesolve.rendering.reordering_page import reordering_document, reordering_page
from treesolve.rendering.slides import bound_slides, slides
from treesolve.rendering.unknown_page import unknown_document, unknown_page
from treesolve.search.comparison import compare
from treesolve.search.search import Unsolvable
from treesolve.search.solution import Solution


def comparison_question(conventions: Iterable[str], run: CommandRun) -> AnswerKind:
    """Return the kind of answer that compares how several conventions search a tree.

    All other searches are compared with that of the first convention.
    """
    options = [None if name == ALL else ConventionOption(name) for name in dict.fromkeys(conventions)]

    def answer(file_input: Input) -> Any:
        tree = run.tree(file_input)
        return compare(
            tree, dict.fromkeys(one for each in options for one in _conventions_asked(each, tree, file_input))
        )

    def page(comparison: Any, *, language: str, **_look: Any) -> Any:
        return comparison_page(comparison, language)

    return AnswerKind(answer, AnswerFormat(lambda *comparison: [comparison_document(*comparison)], page))


def _conventions_asked(convention_option: ConventionOption | None, tree: Tree, file_input: Input) -> list[Convention]:
    """Return the convention that an option selects, or all conventions if the option is None.

    Raises InputError if a convention is invalid.
    """
    if convention_option is None:
        return all_conventions(load_header_convention(tree, file_input))
    return [convention_option.convention_for(tree, file_input)]


def reordering_question(convention_option: ConventionOption, run: CommandRun) -> AnswerKind:
    """Return the kind of answer that solves a tree with the best order of its children."""

    def answer(file_input: Input) -> Any:
        tree = run.tree(file_input)
        solution = solution_of(tree, convention_option.convention_for(tree, file_input), file_input)
        return reorder(solution, effort=DEFAULT_EFFORT)

    written = AnswerFormat(lambda *reordering: [reordering_document(*reordering)], reordering_page, blank_lines=2)
    return AnswerKind(answer, written, REORDERING_FORMS)


def unknowns_question(convention_option: ConventionOption, run: CommandRun, *, integers: bool) -> AnswerKind:
    """Return the kind of answer that describes the solution for every value of an unknown leaf or probability."""

    def answer(file_input: Input) -> Any:
        tree = run.tree(file_input)
        return _unknown_solutions(
            tree, convention_option.convention_for(tree, file_input), file_input, integers=integers
        )

    def document(solutions: list[UnknownSolution], source: str) -> list[str]:
        return ["\n".join(unknown_document(one, source) for one in solutions)]

    return AnswerKind(
        answer, AnswerFormat(document, lambda solutions, **look: unknown_page(*solutions, **look), blank_lines=2)
    )


def _unknown_solutions(
    tree: Tree, convention: Convention, file_input: Input, *, integers: bool
) -> list[UnknownSolution]:
    """Solve a tree for all values of each of its unknown leaves.

    If there are none, the probabilities of the chance nodes are varied instead. Raises InputError if the tree has no
    chance nodes either, or if it cannot be solved.
    """
    try:
        return list(solve_unknowns(tree, convention, None, integers=integers))
    except InputError as error:
        placed = (each._replace(source=file_input.source, text=file_input.text) for each in error.problems)
        raise InputError(tuple(placed)) from None
    except Unsolvable as refusal:
        raise refused(refusal, tree, convention, file_input.text) from None


def slides_question(convention_option: ConventionOption, run: CommandRun) -> AnswerKind:
    """Return the kind of answer that shows the solution of a tree on slides."""

    def page(solution: Solution, **look: Any) -> tuple[str, str]:
        return solution.tree.title or "", slides(solution, **look)

    return solution_question(convention_option, run)._replace(written=SOLUTIONS._replace(page=page, bind=_bound_slides))


def _bound_slides(pages: Sequence[tuple[str, str]], form: str, look: PageOptions) -> str | bytes:
    """Return the slides for several trees as one document, or as one picture per slide.

    Each element of `pages` is the title for a tree and its slides.
    """
    document = bound_slides([one for _, one in pages], look["language"], pages[0][0] if len(pages) == 1 else "")
    made: dict[str, Callable[[str], Any]] = {"pdf": pdf.pdf, "png": pdf.png, "svg": pdf.svg}
    return made[form](document) if form in made else document
