"""Wishes that no tree can meet, named before anything is searched."""

from collections.abc import Iterator

from treesolve.analysis.misconception import CHANCE_CODES
from treesolve.analysis.payoff_misconceptions import PAYOFF_CODES
from treesolve.exercises.constraint import (
    OF_CHANCE,
    OF_PAYOFFS,
    OF_TWO_PLAYERS,
    WANTS,
    Want,
    is_about_cuts,
    is_about_ties,
)
from treesolve.exercises.generator_spec import DISTINCT, TIES, Request, Values
from treesolve.model.convention import CONVENTIONS
from treesolve.model.number import Unknown
from treesolve.model.problem import Problem
from treesolve.model.tree import Kind
from treesolve.search.lecture_rules import same_search


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
