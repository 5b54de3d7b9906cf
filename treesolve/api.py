"""The public Python API: the list of public names, and the main functions.

Programs use these names as attributes of the package, as in `treesolve.solve`; each name is imported on first use. A
string argument is parsed as text; a Path is read as a file. A tree may also be nested lists, a dictionary, a graph, a
node with children, a Tree or a Solution; a convention may be an expression such as "aima:cut=strict", the Path of a
TOML file, or a Convention. Numbers are exact, and values are in MAX's view. Invalid arguments raise InputError.
"""

import os
import sys
from collections.abc import Iterable, Mapping
from importlib import import_module
from types import TracebackType
from typing import TYPE_CHECKING, Any, overload

from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.model.exportable import register_renderer
from treesolve.model.problem import InputError, Problem, set_problem_formatter, trim_traceback
from treesolve.model.resources import languages
from treesolve.rendering import registered_renderers as registered_renderers  # registers how each class is rendered
from treesolve.rendering import saving
from treesolve.rendering.problem_sentence import problem_report, problem_sentence
from treesolve.rendering.python_arguments import (
    convention_argument,
    convention_for_tree,
    header_convention,
    solution_argument,
    text_argument,
    tree_argument,
)
from treesolve.rendering.saving import PICTURES, chosen, draw_picture, render_options
from treesolve.search import comparison
from treesolve.search.solution import Solution

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from treesolve.model.tree import Tree
    from treesolve.rendering.python_arguments import ConventionLike, TreeLike
    from treesolve.rendering.saving import KeyDocument
    from treesolve.search.comparison import Comparison
    from treesolve.workflows.class_report import ClassResult
    from treesolve.workflows.grade_result import GradeResult

HOMES = {
    **dict.fromkeys(("CONVENTIONS", "Convention"), "model.convention"),
    **dict.fromkeys(("InputError", "Problem"), "model.problem"),
    **dict.fromkeys(("reorder", "unknown"), "rendering.analysis_page"),
    **dict.fromkeys(("Cut", "Solution", "Step"), "search.solution"),
    "Kind": "model.kind",
    "Tree": "model.tree",
    "ClassResult": "workflows.class_report",
    "GradeResult": "workflows.grade_result",
    **dict.fromkeys(("check", "compare", "convention", "draw", "format_text", "grade", "read"), "api"),
    **dict.fromkeys(("solve", "write"), "api"),
    **dict.fromkeys(("generate", "unfold"), "rendering.tree_generation"),
    **dict.fromkeys(("Practice", "practice"), "rendering.practice_pages"),
    **dict.fromkeys(("Conversion", "convert"), "workflows.platform_export"),
    "Sheet": "workflows.sheets",
    "sheet": "workflows.sheets",
    "Game": "games.game",
    "Comparison": "search.comparison",
    "Node": "model.node",
    "Reordering": "analysis.reordering",
    "UnknownSolution": "analysis.unknown_solution",
    "Unknown": "model.number",
    "read_heaps": "games.heap_games",
}
"""All public names, each with the module that defines it."""


def public_object(name: str) -> Any:
    """Import and return a public object. Raises KeyError if the name is not public."""
    return getattr(import_module(f"treesolve.{HOMES[name]}"), name)


def _problem_as_printed(problem: Problem) -> str:
    """Return a problem in the form in which the command line prints it.

    The source is omitted if the problem has neither a file nor a position.
    """
    format_problem = problem_sentence if problem.source == "-" and problem.place() is None else problem_report
    language = os.environ.get("TREESOLVE_LANGUAGE", "")
    return format_problem(problem, language if language in languages() else "en")


set_problem_formatter(_problem_as_printed)
register_renderer(saving)


def _printed_at_caller(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Print an uncaught exception. The traceback of an InputError ends at the call into treesolve."""
    if isinstance(error, InputError):
        trim_traceback(trace)
    _print_before(kind, error, trace)


_print_before, sys.excepthook = sys.excepthook, _printed_at_caller


def read(what: "TreeLike") -> "Tree":
    """Return the tree given as text, nested lists, a dictionary, a directed graph, a node with children or a file.

    In lists, a leaf is a number, or a quoted letter that stands for an unknown value. If every list starts with a word,
    these words are node names or players. Graphs must be networkx graphs; nodes with children must be anytree nodes.
    Values are in MAX's view. Raises InputError with all errors and their positions. Source: docs/notation.md.

    >>> from treesolve import read
    >>> [node.name for node in read([[6, 5], [2, "x"]])], read("((6 5) (2 9))")["C"].kind
    (['A', 'B', 'L1', 'L2', 'C', 'L3', 'L4'], <Kind.MIN: 'min'>)
    """
    return tree_argument(what)


def write(what: "TreeLike", notation: str) -> str:
    """Return a tree as text in another notation, given by its file extension: "json", "tex", "efg", "csv" ...

    Reading the result gives the same tree without its headers. Raises InputError if the notation is unknown or cannot
    represent the tree. Source: docs/notation.md.

    >>> from treesolve import write
    >>> write("((6 5) (2 9))", "lisp")
    '(max (min 6 5) (min 2 9))\\n'
    """
    from treesolve.notation.importers.format_capabilities import write  # only for other notations

    return write(read(what), notation)


def format_text(text: "str | os.PathLike[str]") -> str:
    """Return the text of a tree, formatted, with its comments.

    Raises InputError if the text is invalid. Source: docs/notation.md.

    >>> from treesolve import format_text
    >>> format_text("[[6,5],[2,9]] # two plies")
    '((6 5) (2 9)) # two plies\\n'
    """
    from treesolve.notation import formatter  # needs Lark

    tree_argument(text)
    return formatter.format_text(text_argument(text).text)


def convention(expression: "str | os.PathLike[str] | Convention") -> Convention:
    """Return the convention described by an expression or a TOML file. Raises InputError if it is invalid.

    Source: docs/lectures.md; the attribute `source` of each named convention gives its source.

    >>> from treesolve import convention
    >>> convention("aima").cut
    '>='
    """
    return convention_argument(expression)


def solve(what: "TreeLike", convention: "ConventionLike" = None) -> "Solution":
    """Search a tree under a convention (default: the one in its header, otherwise `aima`) and return the solution.

    Values, alpha and beta are in MAX's view. A tree with payoffs for several players is solved by max^n, and passing a
    convention for such a tree is an error. Raises InputError, with the position of the node, if the tree cannot be
    searched. Source: Knuth and Moore 1975 with the rules of each convention; for max^n, Luckhardt and Irani 1986.

    >>> from treesolve import solve
    >>> s = solve("((6 5) (2 9))", "aima")
    >>> s.value, s.best.name, [n.name for n in s.pruned], [n.value for n in s.evaluated]
    (5, 'B', ['L4'], [6, 5, 2])
    """
    return solution_argument(what, convention)


def compare(what: "TreeLike", *conventions: "ConventionLike | list[ConventionLike]") -> "Comparison":
    """Compare the solutions of a tree under several conventions (default: all named ones and the one in its header).

    The result refers to conventions by their ids and to nodes by the nodes of the tree. A convention that cannot search
    the tree has a row with the reason. Raises InputError for an invalid tree or convention. Source: the search of
    `solve`.

    >>> from treesolve import compare
    >>> [group.conventions for group in compare("((6 5) (5 9))", "aima", "cs188").groups]
    [('aima',), ('cs188',)]
    """
    tree = tree_argument(what)
    stated = header_convention(tree)
    own = [] if stated in CONVENTIONS.values() else [stated]
    listed = [one for each in conventions for one in (each if isinstance(each, list) else [each])]
    compared = [convention_for_tree(one, tree) for one in listed] or [*filter(None, own), *CONVENTIONS.values()]
    return comparison.compare(tree, compared)


def check(what: "TreeLike", convention: "ConventionLike" = None) -> tuple[Problem, ...]:
    """Return the problems of a tree: errors in its text, or the reason why its convention cannot search it.

    Raises InputError only if the argument is not text, a list or a tree. Source: docs/notation.md.

    >>> from treesolve import check
    >>> check("((6 5) (2 9))"), [problem.code for problem in check("((6 5) (2,, 9))")]
    ((), ['separator-twice'])
    """
    try:
        solve(what, convention)
    except InputError as error:
        if error.problems[0].code.startswith("argument-"):
            raise
        return error.problems
    return ()


def draw(
    what: "TreeLike", form: str = "svg", *, step: int | None = None, convention: "ConventionLike" = None, **look: Any
) -> str | bytes:
    """Draw a tree as an exercise, or draw its solution, either complete or after a step of the search.

    `form` is text, svg, latex, typst or dot (returned as text), or pdf or png (returned as bytes). `look` may set
    language, shapes, paper, width and boards, as in `save`. `step` counts from 1; step 0 is the state before the
    search. If a step or a convention is given, the tree is solved first. Raises InputError for an unknown form, a
    nonexistent step, or a tree that is too large. Source: docs/pictures.md.

    >>> from treesolve import draw, solve
    >>> draw("((6 5) (2 9))")[:4], draw(solve("((6 5) (2 9))"), "pdf")[:5]
    ('<svg', b'%PDF-')
    """
    chosen("form", form, PICTURES)
    shown = render_options(**look)._asdict()
    if step is None and convention is None and not isinstance(what, Solution):
        return draw_picture(read(what), form, **shown)
    return draw_picture(solve(what, convention), form, step=step, **shown)


@overload
def grade(
    exercise: "TreeLike | KeyDocument",
    answers: str,
    *,
    convention: "ConventionLike" = ...,
    rubric: "os.PathLike[str] | None" = ...,
    accept: "Iterable[ConventionLike] | ConventionLike" = ...,
    feedback: str = ...,
    decisions: "os.PathLike[str] | None" = ...,
) -> "GradeResult": ...
@overload
def grade(
    exercise: "TreeLike | KeyDocument",
    answers: "os.PathLike[str] | Iterable[Any] | Mapping[str, str]",
    *,
    convention: "ConventionLike" = ...,
    rubric: "os.PathLike[str] | None" = ...,
    accept: "Iterable[ConventionLike] | ConventionLike" = ...,
    feedback: str = ...,
    decisions: "os.PathLike[str] | None" = ...,
    executor: "Executor | None" = ...,
) -> "ClassResult": ...
def grade(
    exercise: "TreeLike | KeyDocument",
    answers: "str | os.PathLike[str] | Iterable[Any] | Mapping[str, str]",
    *,
    convention: "ConventionLike" = None,
    rubric: "os.PathLike[str] | None" = None,
    accept: "Iterable[ConventionLike] | ConventionLike" = (),
    feedback: str = "full",
    decisions: "os.PathLike[str] | None" = None,
    executor: "Executor | None" = None,
) -> "GradeResult | ClassResult":
    """Grade the text of one answer, or a class: a Path (file or folder), a list of texts or Paths, or texts by student.

    The exercise is a tree, a key file, or the `key` of a sheet. `accept` gives further conventions that count as right,
    `feedback` is "full" or "hints", and `decisions` is the Path of a file that resolves pending parts. With a
    `concurrent.futures` executor, a class is graded in parallel. Points are exact, nodes are given by name, and numbers
    are as the student wrote them. Raises InputError if nothing can be graded; answers of a class that cannot be graded
    are listed in the `problems` of the result. Source: docs/marking.md.

    >>> from treesolve import grade
    >>> print(grade("((6 5) (2 9))", "values: A=5\\nbest: B").points)
    2
    """
    from treesolve.workflows.class_report import build_marker, grade_answers  # imports a hundred modules

    chosen("feedback", feedback, ("full", "hints"))
    return grade_answers(build_marker(exercise, convention, rubric, accept, feedback, decisions), answers, executor)
