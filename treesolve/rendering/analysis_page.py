"""Further analyses of a tree: the effect of an unknown leaf, and better move orders."""

from typing import TYPE_CHECKING

from treesolve.analysis import reordering
from treesolve.analysis.parametric import solve_unknowns
from treesolve.analysis.reordering import BEST, WORST, Reordering
from treesolve.analysis.unknown_solution import UnknownSolution
from treesolve.rendering.python_arguments import refused, solved, tree_and_convention
from treesolve.rendering.saving import chosen
from treesolve.search.search import Unsolvable

if TYPE_CHECKING:
    from treesolve.rendering.python_arguments import ConventionLike, TreeLike


def unknown(
    what: "TreeLike", letter: str | None = None, convention: "ConventionLike" = None, *, integers: bool = False
) -> UnknownSolution:
    """Return the result of the search for all values of an unknown leaf, by default the leftmost one.

    If no leaf is unknown, `letter` names a chance node, and the values are the probabilities of its first outcome.

    With `integers`, only integers count as values. Intervals are in MAX's view. Raises InputError if the tree has no
    such unknown. The tree is solved only once, with a special number in place of the unknown; this number records at
    which values the result of a comparison changes.

    >>> from treesolve import unknown
    >>> [(str(piece.interval.low), str(piece.interval.high)) for piece in unknown("((6 5) (x 9))", "x").pieces]
    [('-inf', '5'), ('5', '9'), ('9', 'inf')]
    """
    tree, resolved_convention = tree_and_convention(what, convention)
    try:
        return next(solve_unknowns(tree, resolved_convention, letter, integers=integers))
    except Unsolvable as refusal:
        raise refused(refusal, tree, resolved_convention) from None


def reorder(
    what: "TreeLike", goal: str = "best", convention: "ConventionLike" = None, *, effort: int = 200_000
) -> Reordering:
    """Return the tree reordered so that the same search evaluates the fewest leaves, or the most if `goal` is "worst".

    `effort` limits the total number of nodes in all trees that are tried. In the result, `exact` is true if no order
    does better. Nodes keep their names but get new ids. Raises InputError if the tree cannot be searched. The minimum
    number of leaves is that of Knuth and Moore 1975.

    >>> from treesolve import reorder
    >>> best = reorder("((2 9) (6 5))")
    >>> len(best.solution.evaluated), best.exact
    (3, True)
    """
    tree, resolved_convention = tree_and_convention(what, convention)
    return reordering.reorder(
        solved(tree, resolved_convention), goal=chosen("goal", goal, (BEST, WORST)), effort=effort
    )
