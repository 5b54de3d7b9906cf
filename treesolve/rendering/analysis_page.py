"""What else is known of a tree: the effect of unknown leaves, and better orders of the children."""

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
    """For which values of an unknown leaf what happens; without a letter, of the first one from the left.

    Where no leaf is unknown the letter names a chance node, and the values are the probability of its first outcome.

    With `integers` the letter stands for an integer. Intervals are of its values, in MAX's view. Raises InputError
    where no leaf has it. Source: the one search of `solve`, with a number that notices where a comparison turns.

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
    """Return the tree in the order of children with which the same search evaluates the fewest leaves, or with the goal
    "worst" the most; `effort` limits the nodes of all trees tried, and `exact` is true if no other order goes further.
    Nodes keep their names, and get new ids. Raises InputError where the tree cannot be searched. Source: Knuth and
    Moore 1975 for the least number.

    >>> from treesolve import reorder
    >>> best = reorder("((2 9) (6 5))")
    >>> len(best.solution.evaluated), best.exact
    (3, True)
    """
    tree, resolved_convention = tree_and_convention(what, convention)
    return reordering.reorder(
        solved(tree, resolved_convention), goal=chosen("goal", goal, (BEST, WORST)), effort=effort
    )
