"""Chance nodes in generated trees: weights, integer averages, and constraints."""

from fractions import Fraction
from typing import Any

import pytest

from tests.support.chance_oracle import textbook
from tests.support.effort import cases
from treesolve.authoring.chance_weights import draw_weights, read_chances
from treesolve.authoring.constraint import read_constraints
from treesolve.authoring.tree_generator import TreeGenerator
from treesolve.authoring.tree_request import TreeRequest
from treesolve.authoring.value_range import read_value_range
from treesolve.model.convention import CONVENTIONS, DEFAULT
from treesolve.model.hash_random import Randomness
from treesolve.model.kind import Kind
from treesolve.model.problem import InputError
from treesolve.model.tree import Tree
from treesolve.model.tree_shape import read_players, read_shape
from treesolve.notation.grammar_reader import read_native
from treesolve.search.metrics import measure
from treesolve.search.solution import solve

LEVELS = read_players("MAX CHANCE MIN")


def request(shape: str, *constraints: str, values: str = "0..99", **fields: Any) -> TreeRequest:
    """Return a request for trees of this shape with chance nodes."""
    given = {"levels": LEVELS, "values": read_value_range(values), **fields}
    return TreeRequest(read_shape(shape), constraints=read_constraints(constraints), **given)


def some(tree_request: TreeRequest, count: int, seed: object = 1) -> list[Tree]:
    """Return the first trees of a request."""
    found = iter(TreeGenerator(tree_request, seed))
    return [next(found) for _ in range(count)]


def value(tree: Tree, node: int, *, equal: bool = False) -> Fraction:
    """Return the expectiminimax value, computed independently of the search; with `equal`, with equal weights."""
    below = tree.children[node]
    if not below:
        return Fraction(tree.values[node])  # type: ignore[arg-type]
    values = [value(tree, child, equal=equal) for child in below]
    if tree.kinds[node] is Kind.CHANCE:
        weights = [Fraction(1, len(below)) if equal else Fraction(tree.weights[child]) for child in below]
        return sum((weight * one for weight, one in zip(weights, values, strict=True)), Fraction())
    return (max if tree.kinds[node] is Kind.MAX else min)(values)


def best(tree: Tree, *, equal: bool = False) -> set[int]:
    """Return MAX's moves at the root that reach its value."""
    values = {child: value(tree, child, equal=equal) for child in tree.children[0]}
    return {child for child, one in values.items() if one == max(values.values())}


@pytest.mark.parametrize("shape", ["2x2x2", "3x3x2", "2..3x2..4x2", "2x4"])
def test_averages_are_whole_and_leaves_are_among_the_values(shape: str):
    """Averages are integers, leaves are distinct and in the range, weights are short and sum to 1."""
    for tree in some(request(shape), cases(200)):
        assert tree.bounds is None
        assert all(0 <= tree.values[leaf] <= 99 and type(tree.values[leaf]) is int for leaf in tree.leaf_ids)  # type: ignore[operator]
        assert len({tree.values[leaf] for leaf in tree.leaf_ids}) == len(tree.leaf_ids)
        for node, kind in enumerate(tree.kinds):
            if kind is Kind.CHANCE:
                weights = [Fraction(tree.weights[child]) for child in tree.children[node]]
                assert sum(weights) == 1
                assert min(weights) > 0
                assert max(weight.denominator for weight in weights) <= 10
                assert value(tree, node).denominator == 1


def test_averages_come_in_the_steps_of_the_values():
    """Averages are in steps of the range, such as tenths in a convention with shares."""
    for tree in some(request("2x2x2", values="0..1/10", convention=CONVENTIONS["haw"]), cases(40)):
        assert all(
            (10 * value(tree, node)).denominator == 1 for node, kind in enumerate(tree.kinds) if kind is Kind.CHANCE
        )


def test_the_weights_may_be_given():
    """Requested weights are used at every chance node, in order."""
    (tree,) = some(request("2x3x2", chances=read_chances("1/2,30%,0.2")), 1)
    for node in tree.children[0]:
        assert [tree.weights[child] for child in tree.children[node]] == [
            Fraction(1, 2),
            Fraction(3, 10),
            Fraction(1, 5),
        ]


def test_constraints_on_chance_nodes_are_met():
    """Constraints hold by an independent computation of values and best moves, with and without weights."""
    tree_request = request("3x2x2", "integer-values", "best-differs-from-unweighted")
    for tree in some(tree_request, cases(40)):
        assert all(value(tree, node).denominator == 1 for node in range(len(tree)))
        assert not best(tree) & best(tree, equal=True)


def test_bounds_are_set_for_cuts():
    """Bounds are set if cuts at chance nodes are possible; similar trees keep the bounds of the original."""
    never = CONVENTIONS["aima"]._replace(chance="never")
    for tree_request, limits in (
        (request("2x2x2"), None),
        (request("2x2x2", "star1-cut=0.."), (0, 99)),
        (request("2x2x2", "pruned=0..", convention=never), None),
    ):
        assert some(tree_request, 1)[0].bounds == limits
    like = read_native("bounds: 0 10\ntree: (CHANCE(0.5*(6 5) 0.5*(2 9)) CHANCE(0.5*(3 4) 0.5*(1 8)))")
    (other,) = some(TreeRequest(like=like), 1)
    assert (other.bounds, other.weights) == ((0, 10), like.weights)


def test_drawn_weights_are_of_every_kind():
    """Drawn weights have various short proportions; many children get equal weights."""
    dice = Randomness("chances")
    drawn = {draw_weights(3, dice) for _ in range(300)}
    assert {(Fraction(1, 3),) * 3, (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4))} <= drawn
    assert draw_weights(12, dice) == (Fraction(1, 12),) * 12
    assert draw_weights(1, dice) == (1,)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        *(("1/2,x", "chances-form"), ("1/2,0,1/2", "chances-form"), ("1/2,1/3", "chances-sum"), ("", "chances-sum")),
        *(("inf", "chances-form"), (request("2x2..3x2", chances=read_chances("1/2,1/2")), "chances-count")),
        (request("2x2", levels=(), chances=read_chances("1/2,1/2")), "chances-without-node"),
        (request("2x2", "star1-cut", levels=()), "constraint-needs-chance"),
        (request("2x2", "integer-values", levels=()), "constraint-needs-chance"),
        (request("2x2x2", "star2-cut", convention=CONVENTIONS["minimax"]), "constraint-needs-cuts"),
    ],
)
def test_impossible_requests_are_reported(text: str | TreeRequest, code: str):
    """Invalid weights and impossible requests are reported before any tree is drawn."""
    with pytest.raises(InputError) as caught:
        read_chances(text) if isinstance(text, str) else next(iter(TreeGenerator(text, 1)))
    assert caught.value.problems[0].code == code


def star1_cuts(tree: Tree) -> int:
    """Return how often the textbook's Star1 cuts at a chance node with children left."""
    stopped = {tree.parents[node] for node in textbook(tree, "aima", "star1").skipped}
    return sum(tree.kinds[node] is Kind.CHANCE for node in stopped if node is not None)


def test_number_of_star1_cuts():
    """The number of Star1 cuts is as requested by definition, and without a constraint as measured."""
    for tree in some(request("3x3x2", "star1-cut=2"), cases(60)):
        assert star1_cuts(tree) == 2
    for tree in some(request("2..3x2..3x1..3", "star1-cut=0.."), cases(300)):
        assert measure(solve(tree), "star1-cut") == star1_cuts(tree)


def test_number_of_star2_cuts():
    """The number of Star2 cuts is as requested in both chance rules; some trees have only Star2 cuts."""
    only = 0
    for tree in some(request("3x3x2", "star2-cut=1..3"), cases(60)):
        cuts = [cut for cut in solve(tree, DEFAULT._replace(chance="star2")).cut_events if cut.skipped]
        assert 1 <= sum(tree.kinds[cut.node] is Kind.CHANCE for cut in cuts) <= 3
        only += not star1_cuts(tree)
    assert only
