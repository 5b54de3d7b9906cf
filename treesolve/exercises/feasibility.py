"""Wishes that no tree can meet, named before anything is searched.

Vocabulary

    range       what one measure may come to, by all that is wanted
    follows     a cut of some kind is a cut, and a cut prunes a leaf: what is wanted of one measure says something
                about another
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import prod

from treesolve.analysis.misconception import CHANCE_CODES
from treesolve.analysis.payoff_misconceptions import PAYOFF_CODES
from treesolve.exercises.constraint import (
    CONDITIONS,
    LAST,
    OF_CHANCE,
    OF_PAYOFFS,
    OF_TWO_PLAYERS,
    WANTS,
    Want,
    is_about_cuts,
    is_about_ties,
    is_only_of_ties,
)
from treesolve.exercises.generator_spec import DISTINCT, TIES, Request, Values
from treesolve.model.convention import CONVENTIONS
from treesolve.model.number import INFINITY, Number, Unknown
from treesolve.model.problem import Problem
from treesolve.model.tree import Kind
from treesolve.search.lecture_rules import same_search

AT_MOST = (
    ("alpha-cuts", "cuts"),
    ("beta-cuts", "cuts"),
    ("deep-cuts", "cuts"),
    ("subtree-cuts", "upper-cuts"),
    ("upper-cuts", "cuts"),
    ("first-pruned", "pruned"),
    ("cuts", "pruned"),
)
"""Pairs of measures of which the first is never greater than the second."""

PLIES = {"alpha-cut": (3, 2), "beta-cut": (3, 2), "subtree-cut": (3, 3), "deep-cut": (4, 4)}
"""How many plies a cut needs; the first number is for the player who does not reply to the root's move, and for the
reply the second one counts."""


def contradictions(request: Request) -> tuple[Problem, ...]:
    """Everything that is known to be impossible in a request, each with what excludes what; empty where nothing is.

    What is not named here can still be impossible: that is found out by the search.
    """
    return (
        *_problems_of_values(request),
        *_of_chances(request),
        *_problems_of_sum(request),
        *_problems_of_wants(request),
    )


def _problems_of_values(request: Request) -> Iterator[Problem]:
    values, leaves = request.numbers, _number_of_different_leaves(request)
    if (request.leaves == DISTINCT or request.like is not None) and values.size < leaves:
        yield Problem("values-too-few", None, {"count": values.size, "leaves": leaves, "span": str(values)})
    if request.leaves == TIES and request.most_leaves < 2:
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
    least, most = count * numbers.number(0), count * numbers.number(numbers.size - 1)
    facts = {"sum": total, "span": str(numbers), "least": least, "most": most, "count": count}
    room = min(total - least, most - total) * numbers.denominator
    if room < 0 or room % 1:
        yield Problem("payoffs-sum", None, facts)
    elif request.leaves == DISTINCT and 2 * room < count * (request.most_leaves - 1):
        yield Problem("payoffs-sum-distinct", None, facts | {"leaves": request.most_leaves})


def _are_values_shares(values: Values) -> bool:
    return values.number(0) >= 0 and values.number(values.size - 1) <= 1


def _number_of_different_leaves(request: Request) -> int:
    """How many values the leaves need: one each, but for those that are alike in a tree to be like."""
    if request.like is None or request.leaves == DISTINCT:
        return request.most_leaves
    found = {request.like.values[leaf] for leaf in request.like.leaves}
    return sum(not isinstance(value, float | Unknown) for value in found) - (request.leaves == TIES)


def _problems_of_wants(request: Request) -> Iterator[Problem]:
    for want in request.wants:
        yield from _problems_of_one_want(request, want)
    for one, other in combinations(request.wants, 2):
        alone = _has_empty_range((one,), request) or _has_empty_range((other,), request)
        if not alone and _has_empty_range((one, other), request):
            yield Problem("wants-exclude", None, {"one": str(one), "other": str(other)})


def _problems_of_one_want(request: Request, want: Want) -> Iterator[Problem]:
    """What is impossible about one want in these trees."""
    told = {"want": str(want), "lecture": request.convention.id}
    if request.payoffs and (want.name in OF_TWO_PLAYERS or not {*PAYOFF_CODES}.issuperset(_codes(want))):
        known = ", ".join(name for name in WANTS if name not in OF_TWO_PLAYERS)
        yield Problem("want-of-two-players", None, told | {"known": known, "codes": ", ".join(PAYOFF_CODES)})
    elif not request.payoffs and (want.name in OF_PAYOFFS or want.player or not {*PAYOFF_CODES}.isdisjoint(want.names)):
        yield Problem("payoffs-needed", None, {"text": str(want)})
    elif request.leaves == DISTINCT and is_about_ties(want):
        yield Problem("want-needs-ties", None, told)
    elif want.player > request.payoffs:
        yield Problem("want-player", None, told | {"player": f"P{want.player}", "count": request.payoffs})
    elif not request.has_chance and (want.name in OF_CHANCE or not {*CHANCE_CODES}.isdisjoint(want.names)):
        yield Problem("want-needs-chance", None, told)
    elif is_about_cuts(want) and not request.convention.cuts:
        yield Problem("want-needs-cuts", None, told)
    elif want.name == "deep-cut" and want.low > 0 and request.convention.bounds != "deep":
        yield Problem("want-deep-shallow", None, told)
    elif (
        request.shape is not None
        and not request.levels
        and want.name in PLIES
        and want.low > 0
        and request.shape.depth < _least_plies_for_want(request, want)
    ):
        yield Problem(
            "want-plies", None, told | {"plies": _least_plies_for_want(request, want), "depth": request.shape.depth}
        )
    elif want.name == "pruned" and (most := _most_leaves_pruned(request)) < _least_leaves_wanted(want, request):
        yield Problem("want-pruned-most", None, told | {"most": most, "leaves": request.most_leaves})
    elif want.name == "best" and want.low != LAST and want.low > (most := _most_children_of_root(request)):
        yield Problem("want-best-place", None, told | {"most": most})
    elif want.name == "value" and not _has_wanted_values(request, want):
        yield Problem("want-value-outside", None, told | {"span": str(request.numbers)})
    elif want.name == "lectures-differ":
        yield from _problems_of_two_lectures(request, want)


def _codes(want: Want) -> tuple[str, ...]:
    """The misconceptions that a want is about."""
    return want.names if WANTS[want.name] == "codes" else ()


def _least_plies_for_want(request: Request, want: Want) -> int:
    replies = Kind.MAX if request.root is Kind.MIN else Kind.MIN
    replies_cut = {Kind.MIN: "alpha-cut", Kind.MAX: "beta-cut"}[replies]
    return PLIES[want.name][want.name == replies_cut or want.name not in ("alpha-cut", "beta-cut")]


def _least_leaves_wanted(want: Want, request: Request) -> Number:
    return want.low * request.most_leaves / 100 if want.percent else want.low


def _most_leaves_pruned(request: Request) -> int:
    """No tree prunes more leaves: all but Knuth and Moore's count where there is a width a level, else all but one."""
    shape = request.shape
    if shape is None or not shape.uniform or request.levels:
        return request.most_leaves - 1
    widths = [least for least, _ in shape.levels]
    return request.most_leaves - (prod(widths[0::2]) + prod(widths[1::2]) - 1)


def _most_children_of_root(request: Request) -> int:
    if request.like is not None:
        return len(request.like.children[0])
    assert request.shape is not None
    return request.shape.levels[0][1]


def _has_wanted_values(request: Request, want: Want) -> bool:
    first, last = request.numbers.places(want.low, want.high)
    return first <= last and last >= 0 and first < request.numbers.size


def _problems_of_two_lectures(request: Request, want: Want) -> Iterator[Problem]:
    """Lectures that search alike never differ, and some differ only where values are equal."""
    conventions = [CONVENTIONS[name] for name in want.names]
    told = {"want": str(want), "lectures": ", ".join(want.names)}
    shares = [convention for convention in conventions if convention.perspective == "unit"]
    if shares and not _are_values_shares(request.numbers):
        yield Problem("values-outside-unit", None, {"span": str(request.numbers), "lecture": shares[0].id})
    elif all(same_search(conventions[0], other) for other in conventions):
        yield Problem("lectures-alike", None, told)
    elif request.leaves == DISTINCT and request.like is None and is_only_of_ties(want):
        yield Problem("lectures-need-ties", None, told)


def _has_empty_range(wants: Iterable[Want], request: Request) -> bool:
    """Whether there is a measure that can be nothing, by the wants and by what follows from them."""
    found: dict[str, tuple[Number, Number]] = {}
    for want in wants:
        for measure, low, high in _conditions_of_want(want, request):
            before = found.get(measure, (-INFINITY, INFINITY))
            found[measure] = max(before[0], low), min(before[1], high)
    for _ in AT_MOST:
        for smaller, greater in AT_MOST:
            (low, high), (least, most) = (found.get(name, (0, INFINITY)) for name in (smaller, greater))
            found[smaller], found[greater] = (low, min(high, most)), (max(least, low), most)
    return any(low > high for low, high in found.values())


def _conditions_of_want(want: Want, request: Request) -> Sequence[tuple[str, Number, Number]]:
    """What a want says of every tree that is asked for."""
    if want.name in CONDITIONS:
        return CONDITIONS[want.name]
    if want.percent and want.name == "pruned":
        return ((want.name, want.low * request.most_leaves / 100, want.high * request.most_leaves / 100),)
    if want.percent or want.names or want.name in ("lectures-agree", "separates"):
        return ()
    return ((want.measure, want.low, want.high),)
