"""No order is better than the best or worse than the worst order, and reordering preserves the tree."""

import json
from fractions import Fraction
from itertools import permutations, product
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tests.analysis.test_minimal_tree import (
    FEW,
    KINDS,
    SMALL_TREES,
    count_orders,
    inner_nodes,
    orders,
    orders_with_kinds,
)
from tests.support.chance_oracle import SEARCHED_CONVENTIONS, drawn, searched
from tests.support.effort import cases, dice, examples, size
from tests.support.oracle import INFINITY, PSEUDOCODE, Nested
from tests.support.strategies import any_trees, planted
from treesolve.analysis.reordering import BEST, DEFAULT_EFFORT, WORST, Reordering, apply_order, knuth_moore, reorder
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.model.kind import Kind
from treesolve.model.resources import schema_text
from treesolve.model.tree import Tree
from treesolve.notation.reader import read
from treesolve.notation.writer import write
from treesolve.search.minimax import minimax_values
from treesolve.search.search import Unsolvable
from treesolve.search.solution import solve

GOALS = {BEST: min, WORST: max}

SIXTY_FOUR = "shape: 2 2 2 2 2 2\nleaves: " + " ".join(map(str, Random(0).sample(range(100), 64)))
"""A tree for which no order makes the search evaluate all leaves."""

SHARES = st.sampled_from([Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(1)])


def found(text: str, goal: str = BEST, convention: str = "haw", effort: int = DEFAULT_EFFORT) -> Reordering:
    """Return the reordering of a tree in text form."""
    return reorder(solve(read(text), CONVENTIONS[convention]), goal=goal, effort=effort)


def trees_of(leaves: st.SearchStrategy) -> st.SearchStrategy[Nested]:
    """Generate small trees with the given leaves."""
    return st.recursive(leaves, lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=10)


# Optimality


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("convention", PSEUDOCODE)
@examples(35)
@given(data=st.data(), maximising=st.booleans())
def test_no_order_is_better(convention: str, goal: str, data: st.DataObject, maximising: bool):
    """Compares with the convention's pseudocode on every order of a small tree."""
    tree = data.draw(trees_of(SHARES if convention == "unit" else FEW))
    assume(count_orders(tree) <= 300)
    counts = [len(PSEUDOCODE[convention](order, maximising).leaves) for order in orders(tree)]

    reordering = reorder(solve(planted(tree, maximising=maximising), CONVENTIONS[convention]), goal=goal)

    assert reordering.evaluated == GOALS[goal](counts)
    assert reordering.exact
    assert reordering.limit == reordering.evaluated


VARIANTS = [
    *(CONVENTIONS["haw"], CONVENTIONS["cs188"], CONVENTIONS["lang"], CONVENTIONS["lang"].override(cut=">")),
    CONVENTIONS["aima"].override(order="right-left"),
    *(CONVENTIONS["lang"].override(order="right-left", returns="bound"), CONVENTIONS["aima"].override(window=(0, 2))),
    CONVENTIONS["cs188"].override(window=(1, INFINITY), order="right-left"),
    *(CONVENTIONS["lang"].override(window=(-INFINITY, 1)), CONVENTIONS["haw"].override(cut=">")),
    CONVENTIONS["haw"].override(cut=">", returns="clipped", window=(0, 5)),
]


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("convention", VARIANTS, ids=lambda convention: convention.id)
@examples(60)
@given(tree=SMALL_TREES, drawn=st.lists(KINDS, min_size=12, max_size=12), players=st.booleans())
def test_no_order_is_better_with_any_kinds(
    convention: Convention, goal: str, tree: Nested, drawn: list[str], players: bool
):
    """Players that move twice, chance nodes, start windows and returned bounds, compared with all orders by search."""
    nodes = inner_nodes(tree)
    assume(count_orders(tree) <= 120)
    kinds = {id(node): (kind if players else "") or "MAX " for node, kind in zip(nodes, drawn * 3, strict=False)}
    assume(len(kinds) == len(nodes))
    texts = orders_with_kinds(tree, kinds)
    try:
        counts = [len(solve(read(text), convention).evaluated_ids) for text in texts]
    except Unsolvable:
        return

    reordering = reorder(solve(read(texts[0]), convention), goal=goal)

    assert reordering.evaluated == GOALS[goal](counts)
    assert reordering.exact


# Preservation of the tree


def described(tree: Tree, node: int) -> tuple[object, ...]:
    """Return a description of a node that does not depend on its position."""
    parent = tree.parents[node]
    below = sorted(tree.names[child] for child in tree.children[node])
    above = None if parent is None else tree.names[parent]
    return tree.names[node], tree.kinds[node], tree.values[node], tree.moves.get(node), tree.weight(node), above, below


@pytest.mark.parametrize("goal", GOALS)
@examples(100)
@given(tree=any_trees())
def test_a_reordered_tree_is_the_same_tree(goal: str, tree: Tree):
    """Names, kinds, values, moves, weights and parents are preserved, also if the new tree is formatted and parsed."""
    try:
        before = solve(tree)
    except Unsolvable:
        return

    reordering = reorder(before, goal=goal)

    new = reordering.tree
    assert [described(new, node) for node in range(len(tree))] == [described(tree, was) for was in reordering.origins]
    assert minimax_values(new) == tuple(before.values[was] for was in reordering.origins)
    assert read(write(new)) == new
    for node, children in enumerate(reordering.order):
        index = reordering.origins.index(node)
        assert [reordering.origins[child] for child in new.children[index]] == list(children)
        assert (node in reordering.changed) is (children != tree.children[node])


# Known and unknown limits


@pytest.mark.parametrize(("width", "depth"), [(2, 1), (2, 4), (3, 3), (4, 2), (2, 7), (5, 3)])
def test_uniform_trees_reach_the_number_of_knuth_and_moore(width: int, depth: int):
    """The worst order of different leaves evaluates all leaves of trees with at most two levels."""
    leaves = " ".join(map(str, range(width**depth)))
    text = f"shape: {' '.join([str(width)] * depth)}\nleaves: {leaves}"
    best, worst = found(text), found(text, WORST)

    assert (
        best.evaluated == knuth_moore(best.tree) == worst.least == width ** -(-depth // 2) + width ** (depth // 2) - 1
    )
    assert depth > 2 or worst.evaluated == width**depth


@pytest.mark.parametrize(
    "text",
    ["5", "((1 2) 3)", "((1 2) (3 4 5))", "(MAX (1 2) MAX (3 4))", "CHANCE ((1 2) (3 4))", "((1 2) CHANCE (3 4))"],
)
def test_other_trees_are_not_uniform(text: str):
    """The formula requires equal widths, equal depths and alternating players."""
    assert knuth_moore(read(text)) is None


@pytest.mark.parametrize("goal", GOALS)
@examples(90)
@given(tree=st.recursive(FEW | st.just("x"), lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=10))
def test_no_order_that_can_be_searched_is_better(goal: str, tree: Nested):
    """With unknown leaves, only orders that do not need them count."""
    assume(count_orders(tree) <= 300)
    assume(tree != "x" and leaves_needed(tree) is not None)
    counts = [count for order in orders(tree) if (count := leaves_needed(order)) is not None]

    reordering = reorder(solve(planted(tree)), goal=goal)

    assert reordering.evaluated == GOALS[goal](counts)
    assert reordering.exact


def leaves_needed(tree: Nested) -> int | None:
    """Return how many leaves a search evaluates; None if it needs an unknown one, which cannot be compared."""
    try:
        return len(PSEUDOCODE["haw"](tree, True).leaves)
    except TypeError:
        return None


@pytest.mark.parametrize("returns", ["bound", "clipped"])
def test_strict_cuts_on_returned_bounds_are_tried(returns: str):
    """A narrower window can evaluate more leaves there; all orders are tried if there are few, else the result has a
    bound.
    """
    convention = CONVENTIONS["haw"].override(cut=">", returns=returns)
    few, many = read("((6 5 1) (2 9))"), read("((5 6 7 8) (2 0 1 3) (9 1 2 6) (8 7 5 9))")

    assert [reorder(solve(few, convention), goal=goal).evaluated for goal in GOALS] == [3, 5]
    best = reorder(solve(many, convention), goal=BEST, effort=2000)
    assert (best.exact, best.limit) == (False, 1)
    assert best.evaluated < len(best.before.evaluated_ids)


@pytest.mark.parametrize("effort", [0, 50, DEFAULT_EFFORT])
def test_larger_trees_get_a_bound(effort: int):
    """The result is never worse than the given order; swapping neighbors finds the worst order of this tree."""
    bound = found(SIXTY_FOUR, WORST, effort=effort)

    assert len(bound.before.evaluated_ids) <= bound.evaluated <= 63 < bound.limit == 64
    assert (bound.exact, bound.evaluated == 63) == (False, effort == DEFAULT_EFFORT)


def test_very_deep_trees_are_reordered():
    """There is no recursion; the best order starts with the leaf that proves most."""
    depth = size(20_000)
    before = solve(read("(" * depth + "1 2" + " 3)" * depth))

    assert reorder(before, goal=BEST).evaluated == 2
    assert reorder(before, goal=WORST, effort=1000).evaluated >= len(before.evaluated_ids)


# Pages and documents


@pytest.mark.parametrize("goal", GOALS)
@examples(40)
@given(tree=any_trees())
def test_the_document_fits_its_schema(goal: str, tree: Tree):
    """It agrees with the reordering, and its tree is valid."""
    from treesolve.rendering.reordering_page import reordering_document

    try:
        reordering = reorder(solve(tree), goal=goal)
    except Unsolvable:
        return

    document = json.loads(reordering_document(reordering, "x.tree"))

    Draft202012Validator(json.loads(schema_text("reordering"))).validate(document)
    reported = (document["goal"], document["exact"], document["limit"])
    assert reported == (goal, reordering.exact, reordering.limit)
    assert len(document["evaluated"]) == reordering.evaluated
    assert document["before"] == list(reordering.before.evaluated_ids)
    assert read(document["tree"]) == reordering.tree
    assert sorted(document["evaluated"]) == sorted(set(document["evaluated"]))
    assert all(tree.kinds[leaf] is Kind.LEAF for leaf in document["evaluated"])


@pytest.mark.parametrize("convention", SEARCHED_CONVENTIONS)
def test_the_best_and_the_worst_order_where_chance_nodes_are_cut(convention: str):
    """All orders of small trees are searched with a textbook Star1; for larger trees the result is not claimed to be
    exact.
    """
    rng, moved = dice(f"orders {convention}"), 0
    for _ in range(cases(150)):
        tree = drawn(rng, depth=3, most=2)
        counts = [
            len(searched(apply_order(tree, order), SEARCHED_CONVENTIONS[convention], limits=tree.bounds).leaves)
            for order in product(*map(permutations, tree.children))
        ]
        before = solve(tree, CONVENTIONS[convention])
        best, worst = reorder(before, goal=BEST), reorder(before, goal=WORST)
        assert (best.evaluated, worst.evaluated) == (min(counts), max(counts))
        assert (best.exact, worst.exact) == (True, True)
        moved += min(counts) < max(counts)
        assert best.solution.value == before.value
    assert moved
    assert not reorder(solve(drawn(rng, depth=5), CONVENTIONS[convention]), effort=1000).exact
