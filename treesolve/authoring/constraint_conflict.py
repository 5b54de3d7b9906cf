"""Find contradictions in a request before a tree is drawn.

A request without known contradictions can still be impossible to meet. In that case, the generator gives up after a
limited number of tries.
"""

from collections.abc import Iterator

from treesolve.analysis.minimal_tree import least_evaluated
from treesolve.analysis.misconception import CHANCE_CODES, CODES
from treesolve.analysis.payoff_misconceptions import PAYOFF_CODES
from treesolve.authoring.constraint import CONSTRAINTS, CUT_CONSTRAINTS, Constraint
from treesolve.authoring.tree_request import DISTINCT, TIES, TreeRequest, has_number
from treesolve.authoring.value_range import ValueRange
from treesolve.model.convention import CONVENTIONS, DEFAULT
from treesolve.model.hash_random import Randomness
from treesolve.model.kind import Kind
from treesolve.model.problem import Problem
from treesolve.model.tree import Tree
from treesolve.model.tree_shape import Shape, with_leaf_values
from treesolve.search.convention_rules import same_search
from treesolve.search.solution import solve

CHANCE_CONSTRAINTS = ("star1-cut", "star2-cut", "integer-values", "best-differs-from-unweighted")

PAYOFF_CONSTRAINTS = ("outcomes",)

TWO_PLAYER_CONSTRAINTS = (*CHANCE_CONSTRAINTS, "alpha-cut", "beta-cut", "deep-cut", "lectures-agree", "lectures-differ")
"""Constraints that are not allowed for trees with payoffs, because they depend on bounds or chance nodes."""

_ONLY_PAYOFF_CODES = frozenset(PAYOFF_CODES).difference(CODES)


def find_impossible_constraints(request: TreeRequest) -> tuple[Problem, ...]:
    """Return a problem for each contradiction found in the request."""
    return (
        *_value_problems(request),
        *_chance_problems(request),
        *(problem for constraint in request.constraints for problem in _constraint_problems(request, constraint)),
    )


def _value_problems(request: TreeRequest) -> Iterator[Problem]:
    values, leaves, players = request.numbers, request.max_leaves, request.payoffs
    facts = {"count": values.size, "leaves": leaves, "span": str(values)}
    if request.leaves is not None and request.like is not None:
        yield Problem("leaves-of-like")
    elif request.leaves == DISTINCT and values.size < leaves:
        yield Problem("values-too-few", None, facts)
    elif request.leaves == DISTINCT and request.total is not None and 2 * (values.size - 1) < players * (leaves - 1):
        yield Problem("payoffs-distinct", None, facts | {"sum": request.total, "count": players})
    elif request.leaves == TIES and leaves < 2:
        yield Problem("ties-need-leaves")
    if request.convention.perspective == "unit" and not _are_within_unit(values):
        yield Problem("values-outside-unit", None, {"span": str(values), "convention": request.convention.id})


def _are_within_unit(values: ValueRange) -> bool:
    low, high = values.ends
    return low >= 0 and high <= 1


def _chance_problems(request: TreeRequest) -> Iterator[Problem]:
    count, players = len(request.chances), request.players
    if count and not request.has_chance:
        yield Problem("chances-without-node")
    elif count and request.shape is not None:
        for depth, (least, most) in enumerate(request.shape.levels):
            if players[depth % len(players)] is Kind.CHANCE and not least == most == count:
                yield Problem("chances-count", None, {"count": count, "least": least, "most": most, "depth": depth})
                return


def _constraint_problems(request: TreeRequest, constraint: Constraint) -> Iterator[Problem]:
    """Yield the first problem found with a constraint, if any."""
    codes = constraint.names if constraint.name == "separates" else ()
    facts = {"constraint": str(constraint), "convention": request.convention.id}
    name = constraint.name
    if request.payoffs and (name in TWO_PLAYER_CONSTRAINTS or not {*PAYOFF_CODES}.issuperset(codes)):
        known = ", ".join(one for one in CONSTRAINTS if one not in TWO_PLAYER_CONSTRAINTS)
        yield Problem("constraint-of-two-players", None, facts | {"known": known, "codes": ", ".join(PAYOFF_CODES)})
    elif not request.payoffs and (
        name in PAYOFF_CONSTRAINTS or constraint.player or not _ONLY_PAYOFF_CODES.isdisjoint(codes)
    ):
        yield Problem("payoffs-needed", None, {"text": str(constraint)})
    elif request.leaves == DISTINCT and constraint.is_about_ties:
        yield Problem("constraint-needs-ties", None, facts)
    elif constraint.player > request.payoffs:
        player = f"P{constraint.player}"
        yield Problem("constraint-player", None, facts | {"player": player, "count": request.payoffs})
    elif not request.has_chance and (name in CHANCE_CONSTRAINTS or not {*CHANCE_CODES}.isdisjoint(codes)):
        yield Problem("constraint-needs-chance", None, facts)
    elif constraint.is_about_cuts and not request.convention.cuts:
        yield Problem("constraint-needs-cuts", None, facts)
    elif name == "deep-cut" and constraint.low > 0 and request.convention.bounds != "deep":
        yield Problem("deep-cut-shallow", None, facts)
    elif name == "lectures-differ":
        yield from _convention_problems(request, constraint)
    else:
        yield from _shape_problems(request, constraint)


def _convention_problems(request: TreeRequest, constraint: Constraint) -> Iterator[Problem]:
    conventions = [CONVENTIONS[name] for name in constraint.names]
    unit = [convention for convention in conventions if convention.perspective == "unit"]
    if unit and not _are_within_unit(request.numbers):
        yield Problem("values-outside-unit", None, {"span": str(request.numbers), "convention": unit[0].id})
    elif all(same_search(conventions[0], other) for other in conventions[1:]):
        facts = {"constraint": str(constraint), "conventions": ", ".join(constraint.names)}
        yield Problem("conventions-alike", None, facts)


def _shape_problems(request: TreeRequest, constraint: Constraint) -> Iterator[Problem]:
    """Yield a problem if no tree with the requested shape and values can meet the constraint."""
    form, values = _largest_form(request), request.numbers
    facts = {"constraint": str(constraint), "name": constraint.name}
    if constraint.name == "value":
        least, greatest = values.ends
        if (constraint.low > greatest or constraint.high < least) and all(
            has_number(form.values[leaf]) for leaf in form.leaf_ids
        ):
            yield Problem("value-not-in-range", None, facts | {"span": str(values)})
        return
    most = _upper_bound(request, form, constraint.name)
    low = constraint.low
    if constraint.percent:
        low = -(-len(form.leaf_ids) * low // 100) if request.shape is None or request.shape.uniform else 0
    if most is not None and low > most:
        yield Problem("more-than-possible", None, facts | {"most": most})


def _largest_form(request: TreeRequest) -> Tree:
    """Return the tree in `like`, or else the largest tree that the requested shape allows."""
    if request.like is not None:
        return request.like
    assert request.shape is not None
    shape = Shape(tuple((most, most) for _, most in request.shape.levels))
    return shape.draw(Randomness(""), request.players)


def _upper_bound(request: TreeRequest, form: Tree, name: str) -> int | None:
    """Return an upper bound on the quantity that a constraint restricts, or None if no bound is known.

    The bound holds for all trees that have the shape of `form`.
    """
    if name == "best":
        return len(form.children[0])
    choices = [node for node in range(len(form)) if len(form.children[node]) > 1]
    if name == "tie":
        return sum(form.kinds[node] is not Kind.CHANCE for node in choices)
    if name not in CUT_CONSTRAINTS:
        return None
    is_open = request.convention.window == request.convention.widest
    cuttable = [node for node in choices if _can_be_cut(request, form, node, name)] if is_open else choices
    if name != "pruned" or not cuttable or not is_open or request.payoffs:
        return None if name == "pruned" and cuttable else len(cuttable)
    if Kind.CHANCE in form.kinds or not all(has_number(form.values[leaf]) for leaf in form.leaf_ids):
        return None
    evaluated = least_evaluated(solve(with_leaf_values(form, [0] * len(form.leaf_ids)), DEFAULT))
    return None if evaluated is None else len(form.leaf_ids) - evaluated


def _can_be_cut(request: TreeRequest, form: Tree, node: int, name: str) -> bool:
    """Return whether a search with an open window can skip children of a node by the kind of cut in the constraint."""
    kind = form.kinds[node]
    if name.startswith("star") and kind is not Kind.CHANCE:
        return False
    if (name, kind) in (("alpha-cut", Kind.MAX), ("beta-cut", Kind.MIN)):
        return False
    if name == "subtree-cut" and not any(form.children[child] for child in form.children[node]):
        return False
    first, child, above = (0 if request.convention.order == "left-right" else -1), node, form.parents[node]
    while above is not None:
        sets_bound = request.payoffs or form.kinds[above] not in (kind, Kind.CHANCE)
        is_far = name != "deep-cut" or child != node
        if sets_bound and is_far and form.children[above][first] != child:
            return True
        child, above = above, form.parents[above]
    return False
