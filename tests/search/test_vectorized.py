"""The search of thousands of trees at once gives what the one search gives, tree by tree."""

import random
from fractions import Fraction
from time import process_time

import numpy as np
import pytest
from hypothesis import given

from tests.support.effort import cases, dice, examples, size
from tests.support.oracle import PSEUDOCODE, Nested
from tests.support.strategies import SHARES, SMALL, nested, planted
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.model.hash_random import Randomness
from treesolve.model.number import INFINITY
from treesolve.model.tree import Kind, Tree
from treesolve.model.tree_shape import read_shape, with_leaves
from treesolve.notation.reader import read
from treesolve.search.lecture_rules import same_search
from treesolve.search.metrics import different, measured
from treesolve.search.solution import solve
from treesolve.search.vectorized import COUNTED, Batch, searchable
from treesolve.search.visit_plan import plan

SHAPES = ("2x2", "3x3", "2x2x2", "2x2x2x2", "3x2x2", "2x3x1x2", "1x2x2", "2..3x1..3x0..2x2", "1..2x0..3x1..2x0..2")

SAME_PLAYER = (
    "(MAX (1 2) MIN (3 4 MIN (5 6)) 7)",
    "MIN (MIN (1 MAX (2 MAX (3 4)) 5) MIN (6 MAX (7 8)))",
    "(MIN (MAX (1 2) MIN (MAX (3 4) 5)) MIN (6 MIN (7 MAX (8 9))))",
    "MIN ((MAX (MIN (1 2) 3) MAX (4 MIN (5 6))) (7 MAX (8 9)))",
)
"""Trees in which a player moves twice in a row."""

MEASURES = tuple(name for name in COUNTED if name not in ("pruned-leaves", "root"))

LECTURES = [
    *CONVENTIONS.values(),
    *(CONVENTIONS[name].override(order="right-left") for name in ("haw", "lang", "cs188", "unit", "minimax")),
    *(
        CONVENTIONS["aima"].override(cut=cut, bounds=bounds, returns=returns)
        for cut in (">=", ">")
        for bounds in ("deep", "shallow", "none")
        for returns in ("value", "bound", "clipped")
    ),
]
"""Every lecture, some from the right, and every combination of the fields that what is pruned depends on."""

EACH = 3000
"""So many trees a lecture: more than 100,000 in all."""

LANES = 60
"""So many trees of a form."""


def form(number: int, rng: random.Random) -> Tree:
    """One of the forms, with either player at the root."""
    if number % 4 == 3:
        return read(rng.choice(SAME_PLAYER))
    root = rng.choice((Kind.MAX, Kind.MIN))
    return read_shape(rng.choice(SHAPES)).draw(Randomness(rng.random()), (root, root.opponent))


def values_for(convention: Convention, ranks: list[int]) -> list[int | Fraction]:
    """The values of a tree: shares of 1 where the lecture needs them."""
    return [Fraction(rank, 40) for rank in ranks] if convention.perspective == "unit" else list(ranks)


@pytest.mark.parametrize("convention", LECTURES, ids=lambda convention: convention.id)
def test_a_batch_gives_what_the_one_search_gives(convention: Convention):
    """All measures, pruned leaves, the root's value, with few and with many ties; one alone as all together."""
    rng = dice(convention.id)
    compared = number = 0
    while compared < cases(EACH):
        tree, number = form(number, rng), number + 1
        if not searchable(tree, convention):
            continue
        most = rng.choice((2, 4, 8, 40))
        ranks = np.array([[rng.randrange(most) for _ in range(LANES)] for _ in tree.leaves], np.int8)
        batch, alone = Batch(tree, convention), rng.choice(MEASURES)
        found = batch.search(ranks, (*MEASURES, "pruned-leaves", "root"))
        assert (batch.search(ranks, [alone])[alone] == found[alone]).all()
        assert {found[name].dtype for name in MEASURES} == {np.dtype(np.int32)}  # differences have room in it
        for lane in range(LANES):
            values = values_for(convention, ranks[:, lane].tolist())
            solution = solve(with_leaves(tree, values), convention)
            pruned = [
                leaf for leaf, is_pruned in zip(tree.leaves, found["pruned-leaves"][:, lane], strict=True) if is_pruned
            ]
            context = f"{convention.id}: {values} in {tree.kinds}, {tree.children}"
            assert tuple(pruned) == solution.pruned_leaves, context
            assert {name: int(found[name][lane]) for name in MEASURES} == measured(solution, MEASURES), context
            if not convention.traps:
                assert values_for(convention, [int(found["root"][lane])]) == [solution.value], context
        compared += LANES


def test_infinities_are_the_ends_of_the_window():
    """A bound that cannot be beaten cuts at once, as in the one search; the start window is no deep bound."""
    rng = dice(7)
    ends = {-1: -INFINITY, 127: INFINITY}
    for number in range(cases(40)):
        tree, convention = form(number, rng), rng.choice([one for one in LECTURES if one.perspective != "unit"])
        ranks = np.array([[rng.choice((-1, 0, 1, 2, 127)) for _ in range(30)] for _ in tree.leaves], np.int8)
        found = Batch(tree, convention, infinite=True).search(ranks, MEASURES)
        for lane in range(30):
            solution = solve(with_leaves(tree, [ends.get(rank, rank) for rank in ranks[:, lane].tolist()]), convention)
            assert {name: int(found[name][lane]) for name in MEASURES} == measured(solution, MEASURES)


def test_lectures_are_compared_in_batches():
    """In how many leaves and best moves others differ from the first."""
    rng = dice(3)
    for names in ("haw,lang", "haw,cs188", "luger,hartmann,lang,cs188", "minimax,haw"):
        measure = f"different:{names}"
        tree = read_shape("2x2x2x2").draw(Randomness(0))
        ranks = np.array([[rng.randrange(5) for _ in range(60)] for _ in tree.leaves], np.int8)
        batch = Batch(tree, CONVENTIONS["haw"])
        assert batch.measurable(measure)
        found = batch.search(ranks, [measure])[measure].tolist()
        solutions = [solve(with_leaves(tree, ranks[:, lane].tolist())) for lane in range(60)]
        assert found == [measured(solution, [measure])[measure] for solution in solutions]
        assert any(found)


def test_lectures_that_differ_in_the_best_move_alone_differ():
    """By one for each of them."""
    minimax = CONVENTIONS["minimax"]
    last = minimax.override(ties="last")

    assert different(solve(read("((3 4) (3 5))")), (minimax, last, minimax, last)) == 2


def test_what_no_batch_can_search_is_known():
    """Chance nodes, unknown leaves, narrow windows, a forced move, a lone leaf; and the last of several best moves."""
    haw, unit = CONVENTIONS["haw"], CONVENTIONS["unit"]
    assert searchable(read("((1 2) (3 4))"), haw)
    assert searchable(read("((1 2) (3 4))"), unit)
    for text, convention in (
        ("(CHANCE (1 2) 3)", haw),
        ("((1 x) 3)", haw),
        ("5", haw),
        ("((1 2))", unit),
        ("((1 2) 3)", haw.override(window=(0, 9))),
    ):
        assert not searchable(read(text), convention)
        with pytest.raises(ValueError, match="no batch"):
            Batch(read(text), convention)
    last = haw.override(ties="last")
    assert not Batch(read("((1 2) 3)"), last).measurable("best")
    assert Batch(read("((1 2) 3)"), haw).measurable("best")
    assert not Batch(read("((1 2) 3)"), haw).measurable("nonsense")


def test_as_many_nodes_as_a_byte_cannot_count_are_counted():
    """One less has room in it."""
    for leaves in (126, 127):
        batch = Batch(read(f"({'0 ' * leaves})"), CONVENTIONS["minimax"])
        assert batch.search(np.zeros((leaves, 1), dtype=np.int16), ["visited"])["visited"].tolist() == [leaves + 1]


def test_lectures_that_search_alike():
    """What they write down does not matter; strictness, bounds and order do."""
    named = CONVENTIONS
    assert same_search(named["haw"], named["aima"])
    assert same_search(named["haw"], named["knuth-moore"])
    for other in ("cs188", "lang", "minimax", "unit"):
        assert not same_search(named["haw"], named[other])
    strict = named["cs188"]
    assert not same_search(strict, strict.override(returns="bound"))


def test_a_tree_nested_thousands_of_times():
    """Nothing recurses."""
    text = "(1 " * size(50_000) + "0" + ")" * size(50_000)
    tree = read(text)
    ranks = np.zeros((len(tree.leaves), 2), np.int32)
    found = Batch(tree, CONVENTIONS["haw"]).search(ranks, ["pruned", "visited"])
    assert measured(solve(with_leaves(tree, [0] * len(tree.leaves))), ["pruned", "visited"]) == {
        name: int(found[name][0]) for name in found
    }


# Measures against the lectures' own pseudocode


@pytest.mark.parametrize("name", list(CONVENTIONS))
@examples(60)
@given(data=nested(SMALL), shares=nested(SHARES))
def test_measures_are_those_of_the_pseudocode(name: str, data: Nested, shares: Nested):
    """Leaves the lecture's own functions never look at are pruned."""
    tree = shares if name == "unit" else data
    planted_tree = planted(tree)
    if name == "unit" and len(planted_tree.children[0]) == 1:
        return
    run = PSEUDOCODE[name](tree, True)
    pruned = len(planted_tree.leaves) - len(run.leaves)
    expected = {"pruned": pruned, "visited": len(run.leaves) + len(run.returned)}
    assert measured(solve(planted_tree, CONVENTIONS[name]), expected) == expected


@examples(200)
@given(tree=nested(SMALL))
def test_changes_are_bounds_that_move(tree: Nested):
    """By the window a node was entered with and the values its children returned."""
    run = PSEUDOCODE["aima"](tree, True)
    changes = arrived = 0
    for path, (alpha, beta) in run.windows.items():
        node: Nested = tree
        for index in path:
            node = node[index]  # type: ignore[index]
        assert isinstance(node, list)
        bound = beta if len(path) % 2 else alpha
        for index, child in enumerate(node):
            place = (*path, index)
            value = run.returned.get(place) if isinstance(child, list) else child if place in run.leaves else None
            if value is not None:
                arrived += 1
                moves = value < bound if len(path) % 2 else value > bound
                changes, bound = changes + moves, value if moves else bound
    expected = {"changes": changes, "distractors": arrived - changes}
    assert measured(solve(planted(tree), CONVENTIONS["aima"]), expected) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("((6 9) (5 (1 2)))", {"cuts": 1, "alpha-cuts": 1, "beta-cuts": 0, "subtree-cuts": 1, "upper-cuts": 1}),
        ("((6 9) ((1 2) 5 3))", {"cuts": 1, "subtree-cuts": 0, "upper-cuts": 1, "pruned": 2, "first-pruned": 0}),
        ("((6 9) (5 3))", {"cuts": 1, "upper-cuts": 0, "best": 1, "equal-moves": 1}),
        ("MIN ((3 1) (2 3) (4 9))", {"beta-cuts": 1, "alpha-cuts": 0, "best": 1, "equal-moves": 2}),
        ("(6 ((((4 1) 9) 8) 7))", {"deep-cuts": 1, "cuts": 1}),
        ("(((5 4) (7 1)) 3)", {"first-pruned": 1, "beta-cuts": 1, "cuts": 1}),
        ("((6 5) (2 9))", {"visited": 6, "changes": 4, "distractors": 1, "events": 10, "score": 19}),
    ],
)
def test_measures_of_small_trees(text: str, expected: dict[str, int]):
    """Counted by hand."""
    assert measured(solve(read(text)), expected) == expected


def test_a_wide_tree_is_planned_in_time():
    """Whatever its siblings have to be asked is asked once for all of them."""
    wide = Tree((Kind.MAX, *[Kind.LEAF] * 40_000), (None, *range(40_000)), (tuple(range(1, 40_001)), *[()] * 40_000))
    began = process_time()

    assert len(plan(wide, "right-left")) == 40_001
    assert process_time() - began < 5
