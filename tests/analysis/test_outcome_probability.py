"""For which probability: every interval is held against searches with that probability written into the tree."""

import random
from fractions import Fraction
from itertools import pairwise

import pytest

from tests.support.chance_oracle import drawn
from tests.support.effort import cases, dice, few
from tests.support.findings import finding_of_search
from treesolve.analysis.parametric import shares_of_rest, solve_probabilities, solve_unknowns
from treesolve.analysis.piecewise import Interval
from treesolve.analysis.unknown_solution import UnknownSolution
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.model.number import INFINITY, Number
from treesolve.model.problem import InputError
from treesolve.model.tree import Kind, Tree
from treesolve.model.tree_shape import with_leaves
from treesolve.notation.reader import read

AIMA = CONVENTIONS["aima"]

STEERED = [
    AIMA.override(order="right-left"),
    AIMA.override(cut=">", ties="last"),
    AIMA.override(window=(4, 11)),
    CONVENTIONS["haw"].override(window=(4, 11)),
]

NEAR = Fraction(1, 99991)


def points_in(interval: Interval) -> list[Number]:
    """The ends of an interval that belong to it, its middle, and what lies just inside of its ends."""
    low, high = Fraction(interval.low), Fraction(interval.high)
    points = {low, high, (low + high) / 2, low + NEAR, high - NEAR}
    return [point for point in sorted(points) if interval.contains(point)]


def with_probability(tree: Tree, node: int, probability: Number) -> Tree:
    """The tree with that weight at the first outcome; the others keep the proportion they have."""
    first, *others = tree.children[node]
    known = [tree.weight(other) for other in others]
    whole = sum(known)
    shares = [one / whole if whole else Fraction(1, len(others)) for one in known]
    rest = {other: (1 - probability) * share for other, share in zip(others, shares, strict=True)}
    return Tree(
        tree.kinds,
        tree.values,
        tree.children,
        weights={**tree.weights, first: probability, **rest},
        bounds=tree.bounds,
    )


def check(found: UnknownSolution) -> None:
    """Hold every interval against searches, and see that the intervals go from 0 to 1 without gaps."""
    pieces = found.pieces
    for interval, finding in pieces:
        for point in points_in(interval):
            tree = with_probability(found.tree, found.chance_node, point)
            assert finding.at(point) == finding_of_search(tree, found.convention), (found.convention, point)
    for (left, _), (right, _) in pairwise(pieces):
        assert left.high == right.low
        assert left.high_closed is not right.low_closed
    assert (pieces[0].interval.low, pieces[-1].interval.high) == (0, 1)
    assert pieces[0].interval.low_closed
    assert pieces[-1].interval.high_closed


def drawn_tree(rng: random.Random, convention: Convention) -> Tree:
    """A tree with chance nodes, some of its leaves infinite; in shares of 1 where the lecture has these."""
    while True:
        tree = drawn(rng, bounded=False, depth=rng.choice((2, 3, 4)), most=rng.choice((2, 3)))
        if Kind.CHANCE in tree.kinds:
            break
    values = [tree.values[leaf] for leaf in tree.leaves]
    if convention.perspective == "unit":
        return with_leaves(tree, [Fraction(value, 20) for value in values])
    infinite = rng.choice((0, 0, 0.1))
    return with_leaves(tree, [rng.choice((INFINITY, -INFINITY)) if rng.random() < infinite else one for one in values])


@pytest.mark.parametrize("convention", few([*CONVENTIONS.values(), *STEERED]), ids=str)
def test_every_interval_holds_for_every_probability_in_it(convention: Convention):
    """Value, best move, pruned nodes and order; for each chance node of each tree, both ends included."""
    rng, pieces, nodes = dice(f"probability {convention}"), 0, 0
    for _ in range(cases(400)):
        for found in solve_probabilities(drawn_tree(rng, convention), convention):
            check(found)
            nodes, pieces = nodes + 1, pieces + len(found.pieces)
    assert pieces > nodes


@pytest.mark.parametrize(
    "text", ["(4 CHANCE (10 1 2))", "MIN (CHANCE (1 * 5 0 * 1 0 * 2) 3)", "CHANCE (3 CHANCE (1 9))"]
)
def test_limits_of_leaves_change_nothing_where_chance_nodes_are_not_cut(text: str):
    """With `chance=never` and bounds the search is the one without bounds."""
    for found in solve_probabilities(read(f"bounds: 0 20\ntree: {text}"), AIMA.override(chance="never")):
        check(found)


def test_outcomes_without_any_weight_share_equally():
    """Where the first outcome is certain as written, nothing is known of the proportion of the others."""
    assert shares_of_rest(read("CHANCE (1 * 5 0 * 1 0 * 2)"), 0) == [Fraction(1, 2)] * 2


def test_each_chance_node_in_turn_or_the_one_that_is_named():
    """As they are written, or the one of that name."""
    tree = read("MAX (a: CHANCE (b: CHANCE (1 2) 3) c: CHANCE (4 5))")
    assert [found.chance_node for found in solve_unknowns(tree)] == [1, 2, 6]
    assert [found.chance_node for found in solve_unknowns(tree, name="c")] == [6]


@pytest.mark.parametrize(
    ("text", "asked", "code"),
    [
        ("MAX (3 a: CHANCE (1 3))", {"name": "z"}, "no-such-chance-node"),
        ("MAX (3 a: CHANCE (1 3))", {"integers": True}, "probability-not-integer"),
        ("bounds: 0 9\ntree: MAX (3 CHANCE (1 3))", {}, "probability-moves-cuts"),
        (
            "bounds: 0 9\ntree: MAX (3 CHANCE (1 3))",
            {"convention": AIMA.override(chance="star2")},
            "probability-moves-cuts",
        ),
        ("MAX (3 1)", {}, "no-unknown-leaf"),
    ],
)
def test_what_is_refused(text: str, asked: dict, code: str):
    """Names of nothing, whole probabilities, cuts at chance nodes, and trees in which nothing is open."""
    with pytest.raises(InputError) as raised:
        list(solve_unknowns(read(text), **asked))
    assert [problem.code for problem in raised.value.problems] == [code]
