"""treesolve: game-tree exercises solved, explained and compared, under the convention a lecture teaches.

>>> import treesolve
>>> solution = treesolve.solve(treesolve.read("((6 5) (2 9))"))
>>> solution.value, solution.tree.names[solution.best], solution.pruned_leaves
(5, 'B', (6,))
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from treesolve.analysis.parametric import solve_unknown
    from treesolve.analysis.reordering import reorder
    from treesolve.api import draw, page
    from treesolve.games.game import Game
    from treesolve.games.heap_games import read_heaps
    from treesolve.model.convention import CONVENTIONS, Convention
    from treesolve.model.problem import InputError, Problem
    from treesolve.model.tree import Kind, Tree
    from treesolve.notation.reader import read
    from treesolve.notation.writer import format_text, write
    from treesolve.search.search import Unsolvable
    from treesolve.search.solution import Solution, solve

__version__ = "0.1.0"

__all__ = [
    "CONVENTIONS",
    "Convention",
    "Game",
    "InputError",
    "Kind",
    "Problem",
    "Solution",
    "Tree",
    "Unsolvable",
    "draw",
    "format_text",
    "page",
    "read",
    "read_heaps",
    "reorder",
    "solve",
    "solve_unknown",
    "write",
]


def __getattr__(name: str) -> Any:
    """A public name, imported when it is first asked for: a command pays only for what it uses."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from treesolve.api import public

    return public(name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
