"""treesolve: game-tree exercises solved, explained and compared, under the convention a lecture teaches.

>>> import treesolve
>>> solution = treesolve.solve(treesolve.read("((6 5) (2 9))"))
>>> solution.value, solution.tree.names[solution.best], solution.pruned_leaves
(5, 'B', (6,))
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from treesolve.convention import CONVENTIONS, Convention
    from treesolve.notation.reader import read
    from treesolve.notation.writer import format_text, write
    from treesolve.problem import InputError, Problem
    from treesolve.reordering import reorder
    from treesolve.search import Unsolvable
    from treesolve.showing import draw, page
    from treesolve.solution import Solution, solve
    from treesolve.tree import Kind, Tree
    from treesolve.unknown import solve_unknown

__version__ = "0.1.0"

__all__ = [
    "CONVENTIONS",
    "Convention",
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
    "reorder",
    "solve",
    "solve_unknown",
    "write",
]

_HOMES = {
    "CONVENTIONS": "convention",
    "Convention": "convention",
    "InputError": "problem",
    "Kind": "tree",
    "Problem": "problem",
    "Solution": "solution",
    "Tree": "tree",
    "Unsolvable": "search",
    "draw": "showing",
    "format_text": "notation.writer",
    "page": "showing",
    "read": "notation.reader",
    "reorder": "reordering",
    "solve": "solution",
    "solve_unknown": "unknown",
    "write": "notation.writer",
}


def __getattr__(name: str) -> Any:
    """A public name, imported when it is first asked for: a command pays only for what it uses.

    Whoever asks here is a program or a notebook, so trees and solutions learn how a notebook shows them.
    """
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    import_module("treesolve.showing").equip()
    return getattr(import_module(f"treesolve.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
