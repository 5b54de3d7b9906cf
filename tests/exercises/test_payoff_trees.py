"""Generated trees with payoffs: held against max^n by hand, which shares nothing with the program, wish by wish."""

import random
from collections import Counter
from fractions import Fraction
from itertools import islice, product

import pytest

from tests.support.effort import cases
from tests.support.payoffs import MOST_WAYS, SAID, count_of_ways, induced, searched
from treesolve.exercises.feasibility import OF_TWO_PLAYERS
from treesolve.exercises.generator import Generation
from treesolve.exercises.generator_spec import Request, read_sum, read_values
from treesolve.exercises.leaf_values import drawn_shares
from treesolve.exercises.tally import Rare
from treesolve.exercises.want import WANTS, read_wants
from treesolve.model.hash_random import Randomness
from treesolve.model.problem import InputError
from treesolve.model.tree import Tree
from treesolve.model.tree_shape import read_players, read_shape
from treesolve.notation.reader import read
from treesolve.notation.writer import write
from treesolve.search.maxn import solve_tree

WISHES = {
    "pruned=1..2": (1, 2),
    "subtree-cut": (1, 99),
    "last-level-only": (1, 1),
    "uncut-first": (1, 1),
    "unique-best": (1, 1),
    "unique-play": (1, 1),
    "tie=1..2": (1, 2),
    "tie=0": (0, 0),
    "outcomes=2": (2, 2),
    "best=2": (2, 2),
    "value=1..": (1, 99),
    "value=P2:2..": (2, 99),
    "events=7..": (7, 99),
    "changes=..9": (0, 9),
    "distractors=2..4": (2, 4),
    "difficulty=30..37": (30, 37),
}
"""Wishes with the least and the greatest number that meets them."""


def drawn_request(dice: random.Random) -> Request:
    """Any shape, players, values and wishes; some contradict each other."""
    players = [f"P{number}" for number in range(1, dice.randint(2, 4) + 1)]
    fields = {"values": read_values(dice.choice(["0..9", "-3..3", "0..2/4", "0..40"]))}
    if dice.random() < 0.3:
        fields["sum"] = dice.choice([0, 2, 6])
    return Request(
        read_shape(dice.choice(["2x2x2", "3x3", "2x3x2", "2..3x1..2x2", "2x0..2x3", "3x2"])),
        levels=read_players(" ".join(dice.sample([*players, *players], len(players) + 1))),
        leaves=dice.choice([None, None, "distinct", "ties"]),
        wants=read_wants(dice.sample([*WISHES], dice.randint(0, 2))),
        **fields,
    ).by_max_n()


def check_tree(tree: Tree, asked: Request) -> None:
    """The tree is as it was asked for, its solution is that by hand, and its file says the same."""
    columns = [*zip(*(tree.values[leaf] for leaf in tree.leaves), strict=True)]
    low, high = asked.numbers.number(0), asked.numbers.number(asked.numbers.size - 1)
    assert len(columns) == asked.payoffs
    assert all(
        low <= payoff <= high and payoff * asked.numbers.denominator % 1 == 0 for one in columns for payoff in one
    )
    assert asked.total is None or {sum(tree.values[leaf]) for leaf in tree.leaves} == {asked.total}
    alike = [len(set(one)) < len(one) for one in columns]
    assert {"distinct": not any(alike), "ties": any(alike)}.get(asked.leaves, True)
    found, by_hand = solve_tree(tree, asked.convention), searched(tree)
    assert (list(found.evaluated), found.returned(0)) == (by_hand.leaves, by_hand.payoffs)
    assert (found.values[0], [(cut.node, cut.skipped) for cut in found.cuts]) == (induced(tree)[0], by_hand.cuts)
    assert read(write(tree), payoffs=True) == tree
    for want in asked.wants:
        if want.name == "outcomes" and count_of_ways(tree) > MOST_WAYS:
            continue
        (least, most), number = WISHES[str(want)], SAID[want.name](tree)
        if want.name == "value":
            number = number[want.player - 1 if want.player else int(tree.kinds[0].value[1:]) - 1]
        assert least <= number <= most, (str(want), write(tree))


def check_drawn(dice: random.Random, count: int) -> Counter:
    """Check so many drawn trees; how often each wish was met."""
    met: Counter = Counter()
    while met["trees"] < count:
        asked = drawn_request(dice)
        try:
            for tree in islice(Generation(asked, dice.random(), 400_000), 2):
                check_tree(tree, asked)
                met.update(["trees", *map(str, asked.wants)])
        except (InputError, Rare):
            met["none"] += 1
    return met


def test_drawn_trees_are_as_wanted():
    """Whatever is asked for; every wish is met somewhere."""
    met = check_drawn(random.Random(36), cases(1000))
    assert met["none"] < met["trees"]


@pytest.mark.parametrize("wish", WISHES)
def test_each_wish_is_met(wish: str):
    """Alone, for three players."""
    asked = Request(read_shape("2x2x2"), levels=read_players("P1 P2 P3"), wants=read_wants([wish])).by_max_n()
    for tree in islice(Generation(asked, 7), 3):
        check_tree(tree, asked)


def test_every_wish_with_a_meaning_is_tried():
    """None is left out; all others are refused with those that have one."""
    assert set(SAID) == {wish.split("=")[0] for wish in WISHES} == set(WANTS) - {*OF_TWO_PLAYERS, "separates"}
    for name in (*OF_TWO_PLAYERS, "difficulty=60%.."):
        wants = read_wants(["lectures-differ=haw,lang" if name == "lectures-differ" else name])
        asked = Request(read_shape("2x2x2x2"), levels=read_players("P1 P2 P3"), wants=wants).by_max_n()
        with pytest.raises(InputError) as refused:
            Generation(asked, 1)
        assert "unique-play" in refused.value.problems[0].facts["known"]


@pytest.mark.parametrize(
    ("values", "total", "leaves"),
    [("0..9", 20, None), ("0..9", 13, None), ("0..11", 13, "distinct"), ("-1..1/4", 0, "ties")],
)
def test_payoffs_come_to_a_sum(values: str, total: int, leaves: str | None):
    """Every one between the ends, however great the sum; and no two of a player alike, or some."""
    asked = Request(read_shape("2x2x2"), levels=read_players("P1 P2 P3"), values=read_values(values), leaves=leaves)
    asked = asked._replace(sum=total).by_max_n()
    for tree in islice(Generation(asked, 7), 10):
        check_tree(tree, asked)


@pytest.mark.parametrize(("shape", "most"), [("2x5", 9), ("11x1", 99)])
def test_payoffs_of_few_leaves_have_one_digit(shape: str, most: int):
    """Where nobody says which ones."""
    assert Request(read_shape(shape), levels=read_players("P1 P2")).numbers.ends == (0, most)


def test_a_sum_is_a_finite_number():
    """As people write it."""
    assert read_sum(" 27/2 ") == Fraction(27, 2)
    for text in ("inf", "-inf", "ten"):
        with pytest.raises(InputError) as refused:
            read_sum(text)
        assert [problem.code for problem in refused.value.problems] == ["sum-form"]


@pytest.mark.parametrize(("steps", "players", "most"), [(2, 2, 2), (3, 3, 2), (5, 3, 2)])
def test_a_sum_is_shared_out_in_every_way_there_is(steps: int, players: int, most: int):
    """Also so that one has all that is allowed."""
    rng = Randomness("shares")
    ways = {shares for shares in product(range(most + 1), repeat=players) if sum(shares) == steps}

    assert {drawn_shares(steps, players, most, rng) for _ in range(40 * len(ways))} == ways
