"""Generated trees with payoffs, checked with an independent max^n search."""

import random
from collections import Counter
from itertools import islice, product

import pytest

from tests.support.effort import cases
from tests.support.payoffs import MAX_WAYS, SAID, count_of_ways, induced, searched
from treesolve.authoring import tree_generator
from treesolve.authoring.constraint import CONSTRAINTS, read_constraints
from treesolve.authoring.constraint_conflict import TWO_PLAYER_CONSTRAINTS
from treesolve.authoring.leaf_values import draw_share
from treesolve.authoring.tree_generator import NoTreeFound, TreeGenerator
from treesolve.authoring.tree_request import TreeRequest
from treesolve.authoring.value_range import read_value_range
from treesolve.model.hash_random import Randomness
from treesolve.model.problem import InputError
from treesolve.model.tree import Tree
from treesolve.model.tree_shape import read_players, read_shape
from treesolve.notation.reader import read
from treesolve.notation.writer import write
from treesolve.search.maxn import solve_tree

RANGES = {
    "pruned=1..2": (1, 2),
    "pruned=1..": (1, 99),
    "cuts=2": (2, 2),
    "subtree-cut": (1, 99),
    "unique-best": (1, 1),
    "unique-play": (1, 1),
    "tie=1..2": (1, 2),
    "tie=0": (0, 0),
    "outcomes=2": (2, 2),
    "best=2": (2, 2),
    "value=1..": (1, 99),
    "value=P2:2..": (2, 99),
}
"""Constraints with the least and the greatest number that meets them."""


def drawn_request(dice: random.Random) -> TreeRequest:
    """Return a random request for a shape, players, values and constraints; some contradict themselves."""
    players = [f"P{number}" for number in range(1, dice.randint(2, 4) + 1)]
    return TreeRequest(
        read_shape(dice.choice(["2x2x2", "3x3", "2x3x2", "2..3x1..2x2", "2x0..2x3", "3x2"])),
        levels=read_players(" ".join(dice.sample([*players, *players], len(players) + 1))),
        leaves=dice.choice([None, None, "distinct", "ties"]),
        constraints=read_constraints(dice.sample([*RANGES], dice.randint(0, 2))),
        values=read_value_range(dice.choice(["0..9", "-3..3", "0..2/4", "0..40"])),
    ).by_max_n()


def check_tree(tree: Tree, tree_request: TreeRequest) -> None:
    """Check that a tree is as requested, that its solution is right, and that its file agrees."""
    columns = [*zip(*(tree.values[leaf] for leaf in tree.leaf_ids), strict=True)]
    low, high = tree_request.numbers.number(0), tree_request.numbers.number(tree_request.numbers.size - 1)
    assert len(columns) == tree_request.payoffs
    assert all(
        low <= payoff <= high and payoff * tree_request.numbers.denominator % 1 == 0
        for one in columns
        for payoff in one
    )
    assert tree_request.total is None or {sum(tree.values[leaf]) for leaf in tree.leaf_ids} == {tree_request.total}
    alike = [len(set(one)) < len(one) for one in columns]
    assert {"distinct": not any(alike), "ties": any(alike)}.get(tree_request.leaves, True)
    found, by_hand = solve_tree(tree, tree_request.convention), searched(tree)
    assert (list(found.evaluated_ids), found.returned(0)) == (by_hand.leaves, by_hand.payoffs)
    assert (found.values[0], [(cut.node, cut.skipped) for cut in found.cut_events]) == (induced(tree)[0], by_hand.cuts)
    assert read(write(tree), payoffs=True) == tree
    for constraint in tree_request.constraints:
        if constraint.name == "outcomes" and count_of_ways(tree) > MAX_WAYS:
            continue
        (least, most), number = RANGES[str(constraint)], SAID[constraint.name](tree)
        if constraint.name == "value":
            number = number[constraint.player - 1 if constraint.player else int(tree.kinds[0].value[1:]) - 1]
        assert least <= number <= most, (str(constraint), write(tree))


def check_drawn(dice: random.Random, count: int) -> Counter:
    """Check some drawn trees, and return how often each constraint was met."""
    met: Counter = Counter()
    while met["trees"] < count:
        tree_request = drawn_request(dice)
        try:
            for tree in islice(TreeGenerator(tree_request, dice.random()), 2):
                check_tree(tree, tree_request)
                met.update(["trees", *map(str, tree_request.constraints)])
        except (InputError, NoTreeFound):
            met["none"] += 1
    return met


def test_drawn_trees_meet_their_constraints(monkeypatch: pytest.MonkeyPatch):
    """Trees of random requests meet their constraints."""
    monkeypatch.setattr(tree_generator, "MAX_TRIES", 400)
    met = check_drawn(random.Random(36), cases(1000))
    assert met["none"] < met["trees"]


@pytest.mark.parametrize("text", RANGES)
def test_each_constraint_is_met(text: str):
    """Each constraint is met separately, for three players."""
    tree_request = TreeRequest(
        read_shape("2x2x2"), levels=read_players("P1 P2 P3"), constraints=read_constraints([text])
    ).by_max_n()
    for tree in islice(TreeGenerator(tree_request, 7), 3):
        check_tree(tree, tree_request)


def test_every_constraint_on_payoffs_is_tried():
    """The table covers all constraints on payoffs; others are rejected with a list of valid ones."""
    assert (
        set(SAID)
        == {text.split("=")[0] for text in RANGES}
        == set(CONSTRAINTS) - {*TWO_PLAYER_CONSTRAINTS, "separates"}
    )
    for name in TWO_PLAYER_CONSTRAINTS:
        constraints = read_constraints(["lectures-differ=haw,lang" if name == "lectures-differ" else name])
        tree_request = TreeRequest(read_shape("2x2x2x2"), levels=read_players("P1 P2 P3"), constraints=constraints)
        with pytest.raises(InputError) as refused:
            TreeGenerator(tree_request.by_max_n(), 1)
        assert "unique-play" in refused.value.problems[0].facts["known"]


@pytest.mark.parametrize(
    ("values", "total", "leaves"), [("0..9", 9, None), ("0..30", 30, "distinct"), ("-1..1/4", -1, "ties")]
)
def test_payoffs_with_cuts_have_constant_sum(values: str, total: int, leaves: str | None):
    """With cuts, payoffs have a constant sum: the maximum for one player and the minimum for all others."""
    tree_request = TreeRequest(
        read_shape("2x2x2"),
        levels=read_players("P1 P2 P3"),
        values=read_value_range(values),
        leaves=leaves,
        constraints=read_constraints(["pruned=1.."]),
    ).by_max_n()
    for tree in islice(TreeGenerator(tree_request, 7), 10):
        assert {sum(tree.values[leaf]) for leaf in tree.leaf_ids} == {total}
        check_tree(tree, tree_request)


def test_equal_payoffs_among_many_values():
    """Requested ties occur even if there are many values."""
    tree_request = TreeRequest(
        read_shape("2x1"), levels=read_players("P1 P2"), values=read_value_range("0..99999999"), leaves="ties"
    )
    for request in (tree_request.by_max_n(), tree_request.by_max_n(["pruned"])):
        for tree in islice(TreeGenerator(request, 7), 3):
            check_tree(tree, request)


def test_distinct_payoffs_need_enough_values():
    """Too few values for distinct payoffs are reported before any tree is drawn."""
    tree_request = TreeRequest(
        read_shape("2x2x2"),
        levels=read_players("P1 P2 P3"),
        leaves="distinct",
        constraints=read_constraints(["cuts=1"]),
    ).by_max_n()
    with pytest.raises(InputError) as refused:
        TreeGenerator(tree_request, 1)
    assert [problem.code for problem in refused.value.problems] == ["payoffs-distinct"]


@pytest.mark.parametrize(("shape", "most"), [("2x5", 9), ("11x1", 99)])
def test_payoffs_of_few_leaves_have_one_digit(shape: str, most: int):
    """By default, the payoffs of few leaves have one digit."""
    assert TreeRequest(read_shape(shape), levels=read_players("P1 P2")).numbers.ends == (0, most)


@pytest.mark.parametrize(("steps", "players"), [(2, 2), (3, 3), (5, 4)])
def test_sum_is_distributed_in_every_way(steps: int, players: int):
    """A sum is distributed in every way, including all of it to one player."""
    rng = Randomness("shares")
    ways = {shares for shares in product(range(steps + 1), repeat=players) if sum(shares) == steps}

    assert {draw_share(steps, players, rng) for _ in range(40 * len(ways))} == ways
