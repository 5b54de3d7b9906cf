"""treesolve: solve, explain and compare game-tree exercises under the conventions of courses and textbooks.

>>> import treesolve as ts
>>> s = ts.solve("((6 5) (2 9))", "aima")
>>> s.value, s.best.name, [node.name for node in s.pruned]
(5, 'B', ['L4'])
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from treesolve.analysis.reordering import Reordering
    from treesolve.analysis.unknown_solution import UnknownSolution
    from treesolve.api import check, compare, convention, draw, format_text, grade, read, solve, write
    from treesolve.games.game import Game
    from treesolve.games.heap_games import read_heaps
    from treesolve.model.convention import CONVENTIONS, Convention
    from treesolve.model.kind import Kind
    from treesolve.model.node import Node
    from treesolve.model.number import Unknown
    from treesolve.model.problem import InputError, Problem
    from treesolve.model.tree import Tree
    from treesolve.rendering.analysis_page import reorder, unknown
    from treesolve.rendering.practice_pages import Practice, practice
    from treesolve.rendering.tree_generation import generate, unfold
    from treesolve.search.comparison import Comparison
    from treesolve.search.solution import Cut, Solution, Step
    from treesolve.workflows.class_report import ClassResult
    from treesolve.workflows.grade_result import GradeResult
    from treesolve.workflows.platform_export import Conversion, convert
    from treesolve.workflows.sheets import Sheet, sheet

__version__ = "0.1.0"

__all__ = [
    "CONVENTIONS",
    "ClassResult",
    "Comparison",
    "Convention",
    "Conversion",
    "Cut",
    "Game",
    "GradeResult",
    "InputError",
    "Kind",
    "Node",
    "Practice",
    "Problem",
    "Reordering",
    "Sheet",
    "Solution",
    "Step",
    "Tree",
    "Unknown",
    "UnknownSolution",
    "check",
    "compare",
    "convention",
    "convert",
    "draw",
    "format_text",
    "generate",
    "grade",
    "practice",
    "read",
    "read_heaps",
    "reorder",
    "sheet",
    "solve",
    "unfold",
    "unknown",
    "write",
]


def __getattr__(name: str) -> Any:
    """Import a public name on first use, so that commands which do not need it start fast."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from treesolve.api import public_object  # not needed by commands

    return public_object(name)


def load_ipython_extension(shell: Any) -> None:
    """Register the cell magic `%%tree`. IPython calls this function for `%load_ext treesolve`."""
    from treesolve.rendering.notebook import tree  # needs IPython

    shell.register_magic_function(tree, "cell")


def __dir__() -> list[str]:
    return [*__all__]
