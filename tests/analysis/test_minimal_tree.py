"""The least number of leaves is the minimum over all orders of children."""

import itertools
import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.support.chance_oracle import SEARCHED_CONVENTIONS, drawn, textbook
from tests.support.effort import cases, dice, examples, few
from tests.support.oracle import INFINITY, Nested
from treesolve.analysis.minimal_tree import best_order, least_evaluated
from treesolve.analysis.reordering import apply_order
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.notation.convention_expression import resolve_expression
from treesolve.notation.reader import read
from treesolve.search.search import Unsolvable
from treesolve.search.solution import solve

FEW = st.sampled_from([0, 1]) | st.integers(0, 2) | st.integers(0, 9) | st.sampled_from([-INFINITY, 0, 1, INFINITY])

CONVENTIONS_TRIED = [
    CONVENTIONS["haw"],
    CONVENTIONS["aima"],
    CONVENTIONS["cs188"],
    CONVENTIONS["lang"],
    CONVENTIONS["lang"].override(cut=">"),
    CONVENTIONS["knuth-moore"],
]


def orders(tree: Nested) -> list[Nested]:
    """Return the tree in every order of the children of every node."""
    if not isinstance(tree, list):
        return [tree]
    below = [orders(child) for child in tree]
    return [
        list(choice)
        for permutation in itertools.permutations(range(len(tree)))
        for choice in itertools.product(*(below[index] for index in permutation))
    ]


def count_orders(tree: Nested) -> int:
    """Return the number of orders."""
    if not isinstance(tree, list):
        return 1
    return math.factorial(len(tree)) * math.prod(count_orders(child) for child in tree)


SMALL_TREES = st.recursive(FEW, lambda below: st.lists(below, min_size=1, max_size=3), max_leaves=9)


KINDS = st.sampled_from(["", "", "MAX ", "MIN ", "CHANCE "])
"""Kinds to insert before brackets, so that players move twice and chance nodes occur in between."""


def orders_with_kinds(tree: Nested, kinds: dict[int, str]) -> list[str]:
    """Return the text of the tree in every order of the children of every node."""
    if not isinstance(tree, list):
        return [str(tree)]
    below = [orders_with_kinds(child, kinds) for child in tree]
    return [
        f"{kinds[id(tree)]}({' '.join(choice)})"
        for permutation in itertools.permutations(range(len(tree)))
        for choice in itertools.product(*(below[index] for index in permutation))
    ]


def inner_nodes(tree: Nested) -> list[Nested]:
    """Return the inner nodes of a nested tree, in preorder."""
    if not isinstance(tree, list):
        return []
    return [tree, *(node for child in tree for node in inner_nodes(child))]


@pytest.mark.parametrize("convention", CONVENTIONS_TRIED, ids=lambda convention: convention.id)
@examples(100)
@given(tree=SMALL_TREES, drawn=st.lists(KINDS, min_size=12, max_size=12))
def test_the_least_number_holds_with_chance_and_with_players_moving_twice(
    convention: Convention, tree: Nested, drawn: list[str]
):
    """Every inner node has an explicit kind; where the number is known, it is the minimum over all orders."""
    nodes = inner_nodes(tree)
    assume(count_orders(tree) <= 120)
    # Every node gets an explicit kind, so that kinds do not depend on the order of children.
    kinds = {id(node): kind or "MAX " for node, kind in zip(nodes, drawn * 3, strict=False)}
    assume(len(kinds) == len(nodes))
    texts = orders_with_kinds(tree, kinds)
    try:
        found = min(len(solve(read(text), convention).evaluated_ids) for text in texts)
    except Unsolvable:
        return

    least = least_evaluated(solve(read(texts[0]), convention))

    assert least in (found, None)
    assert least == found or convention.bounds == "shallow" or "inf" in texts[0]


@pytest.mark.parametrize(
    ("text", "convention", "least"),
    [
        ("((6 5) (2 9))", "minimax", 4),
        ("((6 5) (2 9))", "haw", 3),
        ("7", "haw", 1),
        ("((0 1) (0 x))", "unit", None),
        ("((1 0))", "unit", 0),
        ("((6 5) (2 x))", "haw", None),
        ("(CHANCE (1 2) CHANCE (3 4))", "aima", 4),
        ("(CHANCE ((5 6) (7 8)) 2)", "aima", 5),
        ("MAX (5 MAX (3 4))", "lang", None),
        ("((1/2 1) (0 1))", "unit", 3),
        ("((6 5) (2 9))", "haw:window=3..inf", None),
        ("((6 5) (2 9))", "haw:window=2..10", None),
        ("((6 5) (2 9))", "haw:window=1..10", 3),
    ],
)
def test_known_and_unknown_numbers(text: str, convention: str, least: int | None):
    """The number is unknown for unknown leaves, start windows, and shallow bounds between nodes of one player."""
    assert least_evaluated(solve(read(text), resolve_expression(convention))) == least


@pytest.mark.parametrize(
    ("name", "chance"), few([*itertools.product(SEARCHED_CONVENTIONS, ("star1", "star2", "never"))])
)
def test_the_least_number_where_chance_nodes_are_cut(name: str, chance: str):
    """It is the minimum over all orders, searched by a textbook function; it is unknown for large trees."""
    rng = dice(f"least {name} {chance}")
    for _ in range(cases(150)):
        tree, convention = drawn(rng, depth=3, most=2), CONVENTIONS[name]._replace(chance=chance)
        every = itertools.product(*map(itertools.permutations, tree.children))
        counts = [len(textbook(apply_order(tree, order), name, chance).leaves) for order in every]
        solution = solve(tree, convention)
        assert least_evaluated(solution) == min(counts)
        order = best_order(solution)
        assert len(textbook(apply_order(tree, order), name, chance).leaves) == min(counts)
    large = drawn(rng, depth=6)
    assert (least_evaluated(solve(large, CONVENTIONS[name])) is None) is (CONVENTIONS[name].cuts_chance(large))
