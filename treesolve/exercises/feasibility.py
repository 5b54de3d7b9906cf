"""Wishes that no tree can meet, named before anything is searched, and what is not demanded of one.

Of misconceptions that trees of a shape can tell apart at all, those are excused that no tree of many does.

Vocabulary

    survey      some random trees of the shape, each asked what it tells apart; the same ones for every seed
    excused     groups of codes that no tree of the survey tells apart, together with all others
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any

from treesolve.analysis.misconception import CHANCE_CODES, CODES
from treesolve.analysis.payoff_misconceptions import PAYOFF_CODES
from treesolve.exercises.chances import drawn_form
from treesolve.exercises.discrimination import CORRECT, groups_of_pairs
from treesolve.exercises.generator_spec import DISTINCT, FEW_TIES, TIES, Request, Values, is_about_cuts, is_about_ties
from treesolve.exercises.leaf_values import Dealing, dealing
from treesolve.exercises.want import WANTS, Want
from treesolve.model.convention import CONVENTIONS
from treesolve.model.hash_random import Randomness
from treesolve.model.number import INFINITY, Unknown
from treesolve.model.problem import Problem
from treesolve.model.tree import Kind
from treesolve.search.lecture_rules import same_search
from treesolve.search.maxn import solve_tree
from treesolve.search.search import Unsolvable

OF_CHANCE = ("star1-cut", "star2-cut", "integer-values", "best-differs-from-unweighted")
"""The wants about chance nodes."""

OF_PAYOFFS = ("outcomes",)
"""The wants about what several players get."""

_OF_PAYOFFS_ALONE = frozenset(PAYOFF_CODES).difference(CODES)
"""The misconceptions that only trees with payoffs can tell apart."""

OF_TWO_PLAYERS = (*OF_CHANCE, "alpha-cut", "beta-cut", "deep-cut", "lectures-agree", "lectures-differ")
"""The wants that mean nothing where several players have payoffs: nobody has bounds, and chance does not play."""

SURVEYED, FRESH, SETTLED = 120, 6, 20
"""A survey has at most so many trees; so many of them are random, before the best is made better; after so many it may
end though some pairs were never told apart."""

Pairs = frozenset[tuple[str, str]]
"""Pairs of codes that were not told apart."""


def contradictions(request: Request) -> tuple[Problem, ...]:
    """Everything that is known to be impossible in a request, each with what excludes what; empty where nothing is.

    What is not named here can still be impossible: that is found out by the search.
    """
    return (
        *_problems_of_values(request),
        *_of_chances(request),
        *_problems_of_sum(request),
        *(problem for want in request.wants for problem in _problems_of_want(request, want)),
    )


def _problems_of_values(request: Request) -> Iterator[Problem]:
    values, leaves = request.numbers, _number_of_different_leaves(request)
    if (request.leaves == DISTINCT or request.like is not None) and values.size < leaves:
        yield Problem("values-too-few", None, {"count": values.size, "leaves": leaves, "span": str(values)})
    if request.leaves is not None and request.like is not None:
        yield Problem("leaves-of-like")
    elif request.leaves == TIES and request.most_leaves < 2:
        yield Problem("ties-need-leaves")
    if request.convention.perspective == "unit" and not _are_values_shares(values):
        yield Problem("values-outside-unit", None, {"span": str(values), "lecture": request.convention.id})


def _of_chances(request: Request) -> Iterator[Problem]:
    count = len(request.chances)
    if count and not request.has_chance:
        yield Problem("chances-without-node")
    elif count and request.shape is not None:
        players = request.players
        for depth, (least, most) in enumerate(request.shape.levels):
            if players[depth % len(players)] is Kind.CHANCE and not least == most == count:
                yield Problem("chances-count", None, {"count": count, "least": least, "most": most, "depth": depth})
                return


def _problems_of_sum(request: Request) -> Iterator[Problem]:
    """What several players get at a leaf has to come to the sum, in the steps that their payoffs take."""
    total, numbers, count = request.total, request.numbers, request.payoffs
    if total is None:
        return
    if not count:
        yield Problem("payoffs-needed", None, {"text": f"sum={total}"})
        return
    least, most = (count * end for end in numbers.ends)
    facts = {"sum": total, "span": str(numbers), "least": least, "most": most, "count": count}
    room = min(total - least, most - total) * numbers.denominator
    if room < 0 or room % 1:
        yield Problem("payoffs-sum", None, facts)
    elif request.leaves == DISTINCT and 2 * room < count * (request.most_leaves - 1):
        yield Problem("payoffs-sum-distinct", None, facts | {"leaves": request.most_leaves})


def _are_values_shares(values: Values) -> bool:
    low, high = values.ends
    return low >= 0 and high <= 1


def _number_of_different_leaves(request: Request) -> int:
    """How many values the leaves need: one each, but for those that are alike in a tree to be like."""
    if request.like is None:
        return request.most_leaves
    found = {request.like.values[leaf] for leaf in request.like.leaves}
    return sum(not isinstance(value, float | Unknown) for value in found)


def _problems_of_want(request: Request, want: Want) -> Iterator[Problem]:
    """What is impossible about one want in these trees."""
    codes = want.names if WANTS[want.name] == "codes" else ()
    told = {"want": str(want), "lecture": request.convention.id}
    is_percentile = want.percent and want.name == "difficulty"
    if request.payoffs and (want.name in OF_TWO_PLAYERS or is_percentile or not {*PAYOFF_CODES}.issuperset(codes)):
        known = ", ".join(name for name in WANTS if name not in OF_TWO_PLAYERS)
        yield Problem("want-of-two-players", None, told | {"known": known, "codes": ", ".join(PAYOFF_CODES)})
    elif not request.payoffs and (want.name in OF_PAYOFFS or want.player or not _OF_PAYOFFS_ALONE.isdisjoint(codes)):
        yield Problem("payoffs-needed", None, {"text": str(want)})
    elif request.leaves == DISTINCT and is_about_ties(want):
        yield Problem("want-needs-ties", None, told)
    elif want.player > request.payoffs:
        yield Problem("want-player", None, told | {"player": f"P{want.player}", "count": request.payoffs})
    elif not request.has_chance and (want.name in OF_CHANCE or not {*CHANCE_CODES}.isdisjoint(codes)):
        yield Problem("want-needs-chance", None, told)
    elif is_about_cuts(want) and not request.convention.cuts:
        yield Problem("want-needs-cuts", None, told)
    elif want.name == "deep-cut" and want.low > 0 and request.convention.bounds != "deep":
        yield Problem("want-deep-shallow", None, told)
    elif want.name == "lectures-differ":
        yield from _problems_of_two_lectures(request, want)


def _problems_of_two_lectures(request: Request, want: Want) -> Iterator[Problem]:
    """Lectures that search alike never differ."""
    conventions = [CONVENTIONS[name] for name in want.names]
    shares = [convention for convention in conventions if convention.perspective == "unit"]
    if shares and not _are_values_shares(request.numbers):
        yield Problem("values-outside-unit", None, {"span": str(request.numbers), "lecture": shares[0].id})
    elif all(same_search(conventions[0], other) for other in conventions[1:]):
        yield Problem("lectures-alike", None, {"want": str(want), "lectures": ", ".join(want.names)})


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
            continue
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
