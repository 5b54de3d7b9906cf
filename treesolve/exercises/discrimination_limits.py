"""Which misconceptions trees of a shape can tell apart at all: what no tree of many does is not demanded of one.

Vocabulary

    survey      some random trees of the shape, each asked what it tells apart; the same ones for every seed
    excused     groups of codes that no tree of the survey tells apart, together with all others
"""

from fractions import Fraction
from functools import lru_cache
from typing import Any

from treesolve.analysis.misconception import CODES
from treesolve.exercises.chances import drawn_form
from treesolve.exercises.constraint import Want
from treesolve.exercises.discrimination import CORRECT, groups_of_pairs
from treesolve.exercises.generator_spec import FEW_TIES, Request
from treesolve.exercises.leaf_values import Dealing, dealing
from treesolve.model.hash_random import Randomness
from treesolve.model.number import INFINITY
from treesolve.model.problem import Problem
from treesolve.search.maxn import solve_tree
from treesolve.search.search import Unsolvable

SURVEYED, FRESH, SETTLED = 120, 6, 20
"""A survey has at most so many trees; so many of them are random, before the best is made better; after so many it may
end though some pairs were never told apart."""

Pairs = frozenset[tuple[str, str]]
"""Pairs of codes that were not told apart."""


@lru_cache(maxsize=16)
def prepared(request: Request) -> Request:
    """The request with its wants ready to be tested: what cannot be told apart is excused."""
    return request._replace(wants=tuple(_with_excused_pairs(request, want) for want in request.wants))


def remarks(request: Request) -> tuple[Problem, ...]:
    """What is to be known about the trees of a prepared request: ties nobody asked for, and what is not told apart."""
    found = []
    leaves, values = request.most_leaves, request.numbers
    if request.ties(leaves) == FEW_TIES:
        found.append(Problem("few-ties", None, {"leaves": leaves, "count": values.size, "span": str(values)}))
    for want in request.wants_only_of_ties:
        found.append(Problem("ties-for-want", None, {"want": str(want)}))
    if request.like is None and request.has_chance:
        found.append(Problem("chance-one-by-one", None, {"step": Fraction(1, values.denominator)}))
    for want in request.wants:
        if want.excused:
            silent = [group[1:] for group in want.excused if group[0] == CORRECT]
            groups = [group for group in want.excused if group[0] != CORRECT]
            found.append(Problem("not-separable", None, {"silent": silent[0] if silent else (), "groups": groups}))
    return tuple(found)


def _with_excused_pairs(request: Request, want: Want) -> Want:
    if want.name != "separates":
        return want
    want = want._replace(parts=want.parts or request.parts)
    return want._replace(excused=groups_of_pairs(_inseparable_pairs(request, want), (CORRECT, *CODES)))


def _inseparable_pairs(request: Request, want: Want) -> Pairs:
    """The pairs that need not be told apart: those that no tree of the survey tells.

    Where no tree tells all the others at once, it is what the best of them does not tell. Trees are random ones, and
    the best so far with two leaves exchanged.
    """
    from treesolve.exercises.leaf_permutations import Orders

    random, orders = Randomness("survey"), Orders("survey")
    never: Pairs | None = None
    best: Pairs | None = None
    kept: tuple[Dealing, Any] | None = None
    for number in range(SURVEYED):
        if kept is not None and number >= FRESH and number % 3 > 0 and not request.payoffs:
            dealt, ranks = kept[0], orders.swapped(kept[1], kept[0].free)
        else:
            dealt = dealing(request, drawn_form(request, random))
            ranks = dealt.dealt(orders, random, 1)
        tree = dealt.tree(orders.order(ranks, 0), random, None, (-INFINITY, INFINITY))
        assert tree is not None
        try:
            confused = want.confused(solve_tree(tree, request.convention))
        except Unsolvable:
            pass
        else:
            never = confused if never is None else never & confused
            if best is None or _rank_of_confused(confused) <= _rank_of_confused(best):
                best, kept = confused, (dealt, ranks)
        if best == never and (not never or number >= SETTLED):
            break
    return best or frozenset()


def _rank_of_confused(confused: Pairs) -> tuple[int, int]:
    """How many misconceptions lead to the right answer, and how many pairs of them to the same one."""
    right = sum(one == CORRECT for one, _ in confused)
    return right, len(confused)
