"""The chances of generated trees: weights, whole averages, and constraints on chance nodes."""

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
    """Trees of that shape with chance nodes."""
    given = {"levels": LEVELS, "values": read_value_range(values), **fields}
    return TreeRequest(read_shape(shape), constraints=read_constraints(constraints), **given)


def some(asked: TreeRequest, count: int, seed: object = 1) -> list[Tree]:
    """So many trees."""
    found = iter(TreeGenerator(asked, seed))
    return [next(found) for _ in range(count)]


def value(tree: Tree, node: int, *, equal: bool = False) -> Fraction:
    """Return the expectiminimax value, worked out apart from the search; with `equal`, as if all children came as
    often.
    """
    below = tree.children[node]
    if not below:
        return Fraction(tree.values[node])  # type: ignore[arg-type]
    values = [value(tree, child, equal=equal) for child in below]
    if tree.kinds[node] is Kind.CHANCE:
        weights = [Fraction(1, len(below)) if equal else Fraction(tree.weights[child]) for child in below]
        return sum((weight * one for weight, one in zip(weights, values, strict=True)), Fraction())
    return (max if tree.kinds[node] is Kind.MAX else min)(values)


def best(tree: Tree, *, equal: bool = False) -> set[int]:
    """Return the moves of MAX at the root that reach its value."""
    values = {child: value(tree, child, equal=equal) for child in tree.children[0]}
    return {child for child, one in values.items() if one == max(values.values())}


@pytest.mark.parametrize("shape", ["2x2x2", "3x3x2", "2..3x2..4x2", "2x4"])
def test_averages_are_whole_and_leaves_are_among_the_values(shape: str):
    """No two leaves are alike; weights are short, positive and come to 1; the limits are those of the values."""
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
    """Tenths of shares, for a convention that counts in shares."""
    for tree in some(request("2x2x2", values="0..1/10", convention=CONVENTIONS["haw"]), cases(40)):
        assert all(
            (10 * value(tree, node)).denominator == 1 for node, kind in enumerate(tree.kinds) if kind is Kind.CHANCE
        )


def test_the_weights_may_be_given():
    """They stand at every chance node, in their order."""
    (tree,) = some(request("2x3x2", chances=read_chances("1/2,30%,0.2")), 1)
    for node in tree.children[0]:
        assert [tree.weights[child] for child in tree.children[node]] == [
            Fraction(1, 2),
            Fraction(3, 10),
            Fraction(1, 5),
        ]


def test_constraints_on_chance_nodes_are_met():
    """By code of its own: values as fractions, the best moves with and without weights."""
    asked = request("3x2x2", "integer-values", "best-differs-from-unweighted")
    for tree in some(asked, cases(40)):
        assert all(value(tree, node).denominator == 1 for node in range(len(tree)))
        assert not best(tree) & best(tree, equal=True)


def test_limits_are_there_where_cuts_are_asked_for():
    """Not in a convention that never cuts there; and a tree like another keeps those of that one."""
    never = CONVENTIONS["aima"]._replace(chance="never")
    for asked, limits in (
        (request("2x2x2"), None),
        (request("2x2x2", "star1-cut=0.."), (0, 99)),
        (request("2x2x2", "pruned=0..", convention=never), None),
    ):
        assert some(asked, 1)[0].bounds == limits
    like = read_native("bounds: 0 10\ntree: (CHANCE(0.5*(6 5) 0.5*(2 9)) CHANCE(0.5*(3 4) 0.5*(1 8)))")
    (other,) = some(TreeRequest(like=like), 1)
    assert (other.bounds, other.weights) == ((0, 10), like.weights)


def test_drawn_weights_are_of_every_kind():
    """Short ones in every proportion; equal ones for a crowd."""
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
def test_what_cannot_be_is_told_at_once(text: str | TreeRequest, code: str):
    """What is no list of weights, and what no tree can have, before anything is drawn."""
    with pytest.raises(InputError) as told:
        read_chances(text) if isinstance(text, str) else next(iter(TreeGenerator(text, 1)))
    assert told.value.problems[0].code == code


def star1_cuts(tree: Tree) -> int:
    """How often the textbook's Star1 stops at a chance node with children left."""
    stopped = {tree.parents[node] for node in textbook(tree, "aima", "star1").skipped}
    return sum(tree.kinds[node] is Kind.CHANCE for node in stopped if node is not None)


def test_star1_stops_as_often_as_asked_for():
    """By its definition; and in trees without a constraint it stops as often as the measure says."""
    for tree in some(request("3x3x2", "star1-cut=2"), cases(60)):
        assert star1_cuts(tree) == 2
    for tree in some(request("2..3x2..3x1..3", "star1-cut=0.."), cases(300)):
        assert measure(solve(tree), "star1-cut") == star1_cuts(tree)


def test_star2_stops_where_star1_may_not():
    """As often as asked for, whichever rule the convention has; some trees are cut by Star2 alone."""
    only = 0
    for tree in some(request("3x3x2", "star2-cut=1..3"), cases(60)):
        cuts = [cut for cut in solve(tree, DEFAULT._replace(chance="star2")).cut_events if cut.skipped]
        assert 1 <= sum(tree.kinds[cut.node] is Kind.CHANCE for cut in cuts) <= 3
        only += not star1_cuts(tree)
    assert only
