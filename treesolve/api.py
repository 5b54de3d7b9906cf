"""The door for Python: the one list of what is public, and the functions that stand in it.

Programs take these names from the package, as in `treesolve.solve`; it hands out what this list names, each thing
imported when it is first asked for. Everywhere a string is text and a Path is a file; a tree may also be nested lists,
a dictionary, a graph, a node with children, a Tree or something solved, and a convention an expression such as
"aima:cut=strict", a Path to one's own, or a Convention. Numbers are exact, and MAX's. Whatever is wrong with an
argument is raised as InputError.
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
    **dict.fromkeys(("generate", "unfold"), "rendering.generated_trees"),
    **dict.fromkeys(("Practice", "practice"), "rendering.practice_pages"),
    **dict.fromkeys(("Conversion", "convert"), "workflows.conversion"),
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
"""Everything public, with the module it comes from."""


def public_object(name: str) -> Any:
    """What is public under that name. Raises KeyError where nothing is."""
    return getattr(import_module(f"treesolve.{HOMES[name]}"), name)


def _problem_as_printed(problem: Problem) -> str:
    """Return a problem as the command line prints it, in its language; only the sentence where it is about no text
    or file.
    """
    tell = problem_sentence if problem.source == "-" and problem.place() is None else problem_report
    asked = os.environ.get("TREESOLVE_LANGUAGE", "")
    return tell(problem, asked if asked in languages() else "en")


set_problem_formatter(_problem_as_printed)
register_renderer(saving)


def _printed_at_caller(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Print an error that nobody caught; one of an input ends where the package was called, not deep inside it."""
    if isinstance(error, InputError):
        trim_traceback(trace)
    _print_before(kind, error, trace)


_print_before, sys.excepthook = sys.excepthook, _printed_at_caller


def read(what: "TreeLike") -> "Tree":
    """Return the tree that a text, nested lists, a dictionary, a directed graph, a node with children or a file is.

    In lists a leaf is a number, or a letter in quotes (first in all lists, words are names, or say who moves); graphs
    and nodes are what networkx and anytree have.
    Values are MAX's. Raises InputError with every mistake and its place. Source: docs/notation.md.

    >>> from treesolve import read
    >>> [node.name for node in read([[6, 5], [2, "x"]])], read("((6 5) (2 9))")["C"].kind
    (['A', 'B', 'L1', 'L2', 'C', 'L3', 'L4'], <Kind.MIN: 'min'>)
    """
    return tree_argument(what)


def write(what: "TreeLike", notation: str) -> str:
    """Return a tree in another notation, named as its files end: "json", "tex", "efg", "csv" ...

    Reading it gives the same tree; the headers are left out. Raises InputError where there is no such notation, and
    where the tree has what it cannot carry. Source: docs/notation.md.

    >>> from treesolve import write
    >>> write("((6 5) (2 9))", "lisp")
    '(max (min 6 5) (min 2 9))\\n'
    """
    from treesolve.notation.importers.format_capabilities import write  # only for other notations

    return write(read(what), notation)


def format_text(text: "str | os.PathLike[str]") -> str:
    """Return the same tree text, tidy, with its comments. Raises InputError for mistakes. Source: docs/notation.md.

    >>> from treesolve import format_text
    >>> format_text("[[6,5],[2,9]] # two plies")
    '((6 5) (2 9)) # two plies\\n'
    """
    from treesolve.notation import formatter  # needs Lark

    tree_argument(text)
    return formatter.format_text(text_argument(text).text)


def convention(expression: "str | os.PathLike[str] | Convention") -> Convention:
    """Return the convention that an expression says, or a TOML file with one's own. Raises InputError where there is
    none.

    Source: docs/lectures.md; each named convention has its own in `source`.

    >>> from treesolve import convention
    >>> convention("aima").cut
    '>='
    """
    return convention_argument(expression)


def solve(what: "TreeLike", convention: "ConventionLike" = None) -> "Solution":
    """Return the tree searched as a convention says; without one as its own header says, else the default.

    Values, alpha and beta are MAX's. A tree with payoffs for several players is solved by max^n, and takes no
    convention. Raises InputError, pointing at the node, where the search cannot be carried out. Source: Knuth and
    Moore 1975 with the rules of each convention; for max^n Luckhardt and Irani 1986.

    >>> from treesolve import solve
    >>> s = solve("((6 5) (2 9))", "aima")
    >>> s.value, s.best.name, [n.name for n in s.pruned], [n.value for n in s.evaluated]
    (5, 'B', ['L4'], [6, 5, 2])
    """
    return solution_argument(what, convention)


def compare(what: "TreeLike", *conventions: "ConventionLike | list[ConventionLike]") -> "Comparison":
    """Return the tree under several conventions, one by one or in a list; without any under every known convention,
    and its own.

    Conventions are named by their ids, nodes are nodes of the tree. One that cannot search the tree has a row with the
    reason. Raises InputError for what is no tree or no convention. Source: the one search of `solve`.

    >>> from treesolve import compare
    >>> [group.conventions for group in compare("((6 5) (5 9))", "aima", "cs188").groups]
    [('aima',), ('cs188',)]
    """
    tree = tree_argument(what)
    stated = header_convention(tree)
    own = [] if stated in CONVENTIONS.values() else [stated]
    listed = [one for each in conventions for one in (each if isinstance(each, list) else [each])]
    asked = [convention_for_tree(one, tree) for one in listed] or [*filter(None, own), *CONVENTIONS.values()]
    return comparison.compare(tree, asked)


def check(what: "TreeLike", convention: "ConventionLike" = None) -> tuple[Problem, ...]:
    """What is wrong with a tree: the mistakes in its text, or why its convention cannot search it; nothing if all is
    well. Raises InputError only for what is no text, list or tree. Source: docs/notation.md.

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
    """Return a picture of a tree as an exercise, or of a solution, finished or after a step of the search.

    `form` is text, svg, latex, typst, dot (text), pdf or png (bytes); `look` may say language, shapes, paper, width and
    boards, as `save` takes them; `step` counts from 1, and 0 is before the search. A step or a convention has a tree
    solved. Raises InputError for a form or a step that does not exist, and a tree too large. Source: docs/pictures.md.

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
    """Answers marked: a report on one text; a class for a Path (a file, or a folder of them), a list of these, or a
    mapping of students to texts.

    The exercise is a tree, a key in a file, or the `key` of a sheet. `accept` are further conventions that count as
    right, `feedback` is "full" or "hints", `decisions` a Path to a file that says what parts that wait are worth. With
    any `concurrent.futures` executor, a class is marked in parallel.
    Points are exact, nodes have their names, numbers are as the student wrote them. Raises InputError where nothing can
    be marked; answers of a class that cannot be are among its `problems`. Source: docs/marking.md.

    >>> from treesolve import grade
    >>> print(grade("((6 5) (2 9))", "values: A=5\\nbest: B").points)
    2
    """
    from treesolve.workflows.class_report import build_marker, grade_answers  # a hundred modules

    chosen("feedback", feedback, ("full", "hints"))
    return grade_answers(build_marker(exercise, convention, rubric, accept, feedback, decisions), answers, executor)
