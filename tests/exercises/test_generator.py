"""Trees made to measure: they are as wanted, the same every time, no two alike; and what cannot be is told."""

import itertools
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice

import numpy as np
import pytest

from tests.support.effort import dealt
from tests.support.places import exercise_files, named
from tests.support.wishes import NUMBERS, cuts, nested_tree, pruned, score, searched
from treesolve.exercises.difficulty import Scale, scale
from treesolve.exercises.discrimination import inseparable_groups, pairs
from treesolve.exercises.feasibility import OF_CHANCE, OF_PAYOFFS, prepared, remarks
from treesolve.exercises.generator import Generation
from treesolve.exercises.generator_spec import Request, Values, read_values
from treesolve.exercises.leaf_values import Dealing
from treesolve.exercises.likeness import ranked
from treesolve.exercises.tally import Rare, Tally
from treesolve.exercises.want import WANTS, read_wants
from treesolve.grading.marking_scheme import AnswerKey
from treesolve.grading.rubric import Rubric
from treesolve.model.convention import CONVENTIONS, DEFAULT, Convention
from treesolve.model.hash_random import Randomness
from treesolve.model.number import INFINITY
from treesolve.model.problem import InputError
from treesolve.model.tree import Kind, Tree
from treesolve.model.tree_shape import read_shape
from treesolve.notation.convention_expression import read_expression
from treesolve.notation.reader import read
from treesolve.notation.writer import write_line
from treesolve.search.metrics import measured
from treesolve.search.search import Unsolvable
from treesolve.search.solution import solve
from treesolve.search.vectorized import COUNTED, Batch


def request(shape: str, *wants: str, values: str | None = None, **fields: object) -> Request:
    """A request as the command line would make it."""
    read_range = None if values is None else read_values(values)
    return Request(read_shape(shape), wants=read_wants(wants), values=read_range, **fields)


def some(asked: Request, count: int = 5, seed: object = 7, effort: int = 10_000_000) -> list[Tree]:
    """The first trees."""
    return list(islice(Generation(asked, seed, effort), count))


def lines(asked: Request, count: int = 5, seed: object = 7) -> list[str]:
    """The first trees as text."""
    return [write_line(tree) for tree in some(asked, count, seed)]


# The same every time


def test_these_trees_come_from_these_seeds():
    """On every machine, under every Python, in every version that does not say otherwise in the changelog."""
    assert lines(request("2x2"), 2) == PINNED["2x2"]
    assert lines(request("3x2x3", "pruned=5..8", "beta-cut", values="0..40"), 2) == PINNED["3x2x3"]
    assert lines(request("2x2x2x2", "deep-cut", leaves="ties", values="0..9"), 2, "exam/task 2") == PINNED["ties"]
    assert lines(request("2..3x0..2x2", "pruned=1..", root=Kind.MIN), 3) == PINNED["ragged"]
    assert lines(request("3x3x3x3", "pruned=5"), 1) == PINNED["rare"]
    assert lines(Request(like=read("((6 5) (2 9))")), 2) == PINNED["like"]
    assert lines(request("2x2", convention=CONVENTIONS["unit"]), 1) == PINNED["unit"]


PINNED: dict[str, list[str]] = {
    "2x2": ["((2 10) (8 15))", "((20 2) (17 8))"],
    "3x2x3": [
        "(((14 18 11) (32 19 22)) ((8 5 2) (33 20 15)) ((4 21 37) (24 7 30)))",
        "(((13 5 22) (28 14 1)) ((12 36 26) (35 30 15)) ((21 20 17) (11 19 31)))",
    ],
    "ties": [
        "((((3 6) (8 4)) ((4 2) (9 5))) (((1 9) (0 4)) ((2 0) (8 2))))",
        "((((7 7) (5 4)) ((2 1) (0 9))) (((0 2) (3 1)) ((1 1) (5 7))))",
    ],
    "ragged": [
        "MIN (((46 98) (14 24)) 8 34)",
        "MIN (((19 57)) ((79 78) (31 92)) ((21 49) (70 11)))",
        "MIN (25 ((12 37) (2 69)) ((89 71)))",
    ],
    "rare": [
        "((((3 576 945) (131 27 243) (485 392 722)) ((162 486 452) (639 613 39) (959 355 964)) ((330 21 647) "
        "(107 968 461) (424 8 505))) (((327 670 846) (705 650 196) (582 999 466)) ((204 215 939) (633 380 484) "
        "(720 539 290)) ((217 735 57) (164 799 574) (517 277 376))) (((892 473 419) (437 955 766) (714 921 "
        "305)) ((356 556 648) (932 291 760) (430 44 966)) ((253 185 372) (678 773 352) (896 784 248))))"
    ],
    "like": ["((8 6) (5 7))", "((7 5) (4 2))"],
    "unit": ["((0.1 0.5) (0.4 0.75))"],
}


def test_another_seed_gives_other_trees():
    """And a longer run begins like a shorter one."""
    asked = request("3x3", "pruned=2..3")
    assert lines(asked, 3, 1) != lines(asked, 3, 2)
    assert lines(asked, 9, 1)[:3] == lines(asked, 3, 1)
    assert lines(asked, 1, "1") == lines(asked, 1, 1)


def test_randomness_is_even():
    """Numbers made of hashes: draws, samples and shuffles."""
    drawn, again = Randomness("7/values"), Randomness("7/values")
    assert [drawn.below(10**30) for _ in range(5)] == [again.below(10**30) for _ in range(5)]
    assert sorted(Randomness(1).shuffled(list(range(50)))) == list(range(50))
    counts = Counter(drawn.below(7) for _ in range(7000))
    assert min(counts[number] for number in range(7)) > 850
    sampled = Counter(tuple(drawn.sample(5, 2)) for _ in range(2000))
    assert set(sampled) == set(itertools.combinations(range(5), 2))
    assert min(sampled.values()) > 130


# As wanted, by another way of testing it

SAID = {
    "pruned": ("pruned=2..4", (2, 4)),
    "subtree-cut": ("subtree-cut", (1, INFINITY)),
    "alpha-cut": ("alpha-cut=1", (1, 1)),
    "beta-cut": ("beta-cut=1..2", (1, 2)),
    "deep-cut": ("deep-cut", (1, INFINITY)),
    "last-level-only": ("last-level-only", (1, 1)),
    "uncut-first": ("uncut-first", (1, 1)),
    "unique-best": ("unique-best", (1, 1)),
    "unique-play": ("unique-play", (1, 1)),
    "tie": ("tie=1..2", (1, 2)),
    "best": ("best=2", (2, 2)),
    "value": ("value=8..30", (8, 30)),
    "events": ("events=..44", (0, 44)),
    "changes": ("changes=10..14", (10, 14)),
    "distractors": ("distractors=..8", (0, 8)),
    "difficulty": ("difficulty=60..74", (60, 74)),
}
"""A wish of each kind that is about a number, and the range it means."""

OF_LECTURES = ("lectures-agree", "lectures-differ")

NEEDS_CUTS = {"pruned", "subtree-cut", "alpha-cut", "beta-cut", "deep-cut", "last-level-only"}


def wishes() -> Iterator[tuple[str, str, str, bool]]:
    """Every wish with every lecture that can meet it, on two shapes, with ties and without, for both players."""
    for name, convention in CONVENTIONS.items():
        for want in SAID:
            if not convention.cuts and (want in NEEDS_CUTS or want in ("events", "distractors", "difficulty")):
                continue
            if want == "deep-cut" and convention.bounds != "deep":
                continue
            if want != "tie":
                yield name, want, "2x2x2x2", True
            if want != "difficulty":
                yield name, want, "2x2..3x2x1..2", False


@pytest.mark.parametrize(("lecture", "want", "shape", "maximising"), list(wishes()))
def test_trees_are_as_wanted(lecture: str, want: str, shape: str, maximising: bool):
    """By the lecture's pseudocode."""
    text, (low, high) = SAID[want]
    is_unit = lecture == "unit"
    if want == "value" and is_unit:
        text, low, high = "value=1/4..1/2", Fraction(1, 4), Fraction(1, 2)
    if want == "changes" and not CONVENTIONS[lecture].cuts:  # then every leaf arrives
        text, low, high = "changes=14..18", 14, 18
    root = Kind.MAX if maximising else Kind.MIN
    asked = request(shape, text, root=root, convention=CONVENTIONS[lecture], leaves=None if maximising else "ties")
    found = some(asked, 4)
    assert len({write_line(tree) for tree in found}) == 4
    for tree in found:
        assert low <= NUMBERS[want](searched(nested_tree(tree), maximising, lecture)) <= high, write_line(tree)
        values = [tree.values[leaf] for leaf in tree.leaves]
        assert (len(set(values)) == len(values)) is maximising


def test_all_numbers_have_been_tried():
    """No wish about a number is left out above; the others have tests of their own."""
    assert set(SAID) == set(NUMBERS) == set(WANTS) - {*OF_LECTURES, "separates", *OF_CHANCE, *OF_PAYOFFS}


def test_a_share_of_the_leaves():
    """Percent, of however many leaves a ragged tree has."""
    for tree in some(request("2..3x1..4x2", "pruned=20%..40%"), 20):
        share = Fraction(len(pruned(searched(nested_tree(tree), True, "haw"))), len(tree.leaves))
        assert Fraction(1, 5) <= share <= Fraction(2, 5)


@pytest.mark.parametrize(("place", "index"), [("first", 0), ("2", 1), ("last", 2)])
@pytest.mark.parametrize(
    "convention", [DEFAULT.override(order="right-left"), CONVENTIONS["cs188"].override(ties="last")]
)
def test_the_place_of_the_best_move(convention: Convention, place: str, index: int):
    """Counted from the left, also where children are visited from the right, and where the last equal one counts."""
    for tree in some(request("3x2x2", f"best={place}", values="0..2", leaves="ties", convention=convention)):
        assert solve(tree, convention).best == tree.children[0][index]


@pytest.mark.parametrize("names", ["haw,cs188", "lang,aima"])
def test_lectures_differ_or_agree(names: str):
    """In what they prune or choose, by their own pseudocode."""
    one, other = names.split(",")
    for wish, agree in (("lectures-differ", False), ("lectures-agree", True)):
        asked = request("2x2x2x2", f"{wish}={names}", leaves="ties", values="0..9")
        for tree in some(asked):
            nested = nested_tree(tree)
            results = [pruned(searched(nested, True, name)) for name in (one, other)]
            best = [solve(tree, CONVENTIONS[name]).best for name in (one, other)]
            assert (results[0] == results[1] and best[0] == best[1]) is agree


def test_all_lectures_agree():
    """All that cut and can search the tree."""
    for tree in some(request("2x2x2x2", "lectures-agree", "pruned=3..")):
        nested = nested_tree(tree)
        names = [name for name, one in CONVENTIONS.items() if one.cuts and name != "unit"]
        assert len({pruned(searched(nested, True, name)) for name in names}) == 1


def test_misconceptions_are_told_apart():
    """All that trees of the shape can tell apart, by the parts that are asked."""
    asked = request("3x2x3x2", "separates=all", values="0..20", parts=("values", "pruned", "order"))
    generation = Generation(asked, 7)
    assert [remark.code for remark in remarks(generation.request)] == ["few-ties"]
    for tree in islice(generation, 2):
        rubric = Rubric(points=dict.fromkeys(asked.parts, 1))
        assert inseparable_groups(AnswerKey(tree, DEFAULT, rubric)) == ()


def test_what_no_tree_tells_apart_is_said_and_not_demanded():
    """Two plies cannot show shallow bounds; distinct leaves cannot show strict cuts."""
    generation = Generation(request("3x3", "separates=strict-cut,shallow-only,late-cut", parts=("pruned",)), 7)
    (remark,) = remarks(generation.request)
    assert remark.code == "not-separable"
    assert remark.facts["silent"] == ("strict-cut", "shallow-only")
    (tree,) = islice(generation, 1)
    rubric = Rubric(points={"pruned": 1})
    groups = inseparable_groups(AnswerKey(tree, DEFAULT, rubric), ("strict-cut", "shallow-only", "late-cut"))
    assert not any("late-cut" in group for group in groups)


@pytest.mark.parametrize("shape", ["2x2", "2x2x2", "2x2x2x2"])
def test_what_is_demanded_can_be_had(shape: str):
    """In small trees not everything is told apart at once; what is excused, no tree tells apart with all the rest."""
    generation = Generation(request(shape, "separates=all", parts=("pruned", "best")), 7)
    (want,) = generation.request.wants
    for tree in islice(generation, 3):
        assert want.confused(solve(tree)) == frozenset()
        assert want._replace(excused=()).confused(solve(tree)) <= pairs(want.excused)


# How hard


def test_percentiles_are_exact_for_small_trees():
    """Over all 24 orders of the leaves of a 2x2 tree, counted one by one."""
    tree = read("((1 2) (3 4))")
    scores = []
    for a, b, c, d in itertools.permutations(range(4)):
        scores.append(score(searched([[a, b], [c, d]], True, "haw")))
    found = scale(tree, DEFAULT)
    assert found.scores == tuple((one, scores.count(one)) for one in sorted(set(scores)))
    for one in set(scores):
        below, same = sum(other < one for other in scores), scores.count(one)
        assert found.percentile(one) == 100 * Fraction(2 * below + same, 48)


def test_a_range_of_percentiles_is_one_of_scores():
    """Empty where no score lies in it."""
    found = Scale(((10, 1), (20, 2), (30, 1)))
    assert [found.percentile(score) for score in (10, 20, 30)] == [Fraction(25, 2), 50, Fraction(175, 2)]
    assert found.between(40, 90) == (20, 30)
    assert found.between(0, 100) == (10, 30)
    low, high = found.between(60, 70)
    assert low > high


# Leaves


def test_leaves_are_distinct_where_the_values_suffice():
    """Else every value occurs as often as any other, or once more."""
    for tree in some(request("3x3", values="0..8")):
        assert sorted(tree.values[leaf] for leaf in tree.leaves) == list(range(9))
    for tree in some(request("3x3x3", values="0..9")):
        counts = [[tree.values[leaf] for leaf in tree.leaves].count(value) for value in range(10)]
        assert sorted(counts) == [2, 2, 2, *[3] * 7]


def test_values_are_of_the_range():
    """Negative ones, and fractions with a denominator."""
    for tree in some(request("2x2", values="-2..2")):
        assert all(-2 <= tree.values[leaf] <= 2 for leaf in tree.leaves)
    for tree in some(request("2x2", values="-1..1/3")):
        assert all(
            isinstance(tree.values[leaf] * 3, int) or (tree.values[leaf] * 3).denominator == 1 for leaf in tree.leaves
        )
    for tree in some(request("3x3", convention=CONVENTIONS["unit"])):
        assert all(0 <= tree.values[leaf] <= 1 for leaf in tree.leaves)
        assert tree.convention == "unit"


def test_orders_of_leaves_are_equally_likely():
    """No order of four leaves is preferred."""
    found = islice(Generation(request("2x2", values="0..200"), 3), 4800)
    counts = Counter(tuple(sorted(tree.leaves, key=tree.values.__getitem__)) for tree in found)
    assert len(counts) == 24
    assert min(counts.values()) > 140
    assert max(counts.values()) < 265


@pytest.mark.parametrize("values", ["0..8", "0..9", "0..99"])
def test_the_value_of_the_root_leaves_room_for_the_others(values: str):
    """However near the ends it lies, all leaves are distinct and of the range."""
    for wish in ("value=..3", "value=4..5", "value=6.."):
        for tree in some(request("3x3", wish, values=values), 20):
            leaves = [tree.values[leaf] for leaf in tree.leaves]
            assert len(set(leaves)) == 9
            assert read_values(values).low <= min(leaves) <= max(leaves) <= read_values(values).high


def test_ties_are_there_and_of_the_whole_range():
    """Also where values are so many that there would hardly be any; not only of the first few."""
    found = some(request("2x2", leaves="ties", values="0..999"), 200)
    assert all(len({tree.values[leaf] for leaf in tree.leaves}) < 4 for tree in found)
    values = {tree.values[leaf] for tree in found for leaf in tree.leaves}
    assert max(values) > 900
    assert len(values) > 200


# What cannot be


def until_the_end(asked: Request) -> tuple[list[str], Rare]:
    """All trees there are, and what is told after the last."""
    found: list[str] = []
    try:
        found.extend(map(write_line, Generation(asked, 7)))
    except Rare as rare:
        return found, rare
    raise AssertionError("there is always an end")


@pytest.mark.parametrize(
    ("asked", "count"),
    [
        (request("2x2", values="0..3"), 24),
        (request("2x2", values="0..2", leaves="ties"), 81),
        (request("2x2", values="0..6", leaves="ties"), 7**4 - 7 * 6 * 5 * 4),
        (request("2x2", "pruned=1", values="0..4"), 40),
    ],
)
def test_all_trees_there_are(asked: Request, count: int):
    """Each once, also where it comes with several ranks; and then it is said that there are no more."""
    found, rare = until_the_end(asked)
    assert len(set(found)) == len(found) == rare.tally.found == count
    assert rare.exhausted
    assert rare.tally.proved
    for tree in map(read, found) if asked.wants else ():
        a, b, c, _ = (tree.values[leaf] for leaf in tree.leaves)
        assert c <= min(a, b)


def test_an_impossible_pair_is_proved():
    """No tree of 3x3 prunes three leaves and has its best move in the middle; each alone is possible."""
    with pytest.raises(Rare) as told:
        some(request("3x3", "pruned=3", "best=2"))
    tally = told.value.tally
    assert told.value.exhausted
    assert tally.proved
    assert [(row.tried, row.held) for row in tally.rows] == [(362_880, 36_288), (362_880, 120_960)]
    assert [tuple(map(str, pair)) for pair in tally.never_together] == [("pruned=3", "best=2")]
    assert not tally.never
    assert tally.nearest is not None
    assert tally.distance == sum(want.distance(solve(tally.nearest)) for want in tally.wants) > 0


def test_only_what_was_counted_is_proved():
    """Misconceptions are told apart one tree after the other: what never held in all of these may hold in another."""
    with pytest.raises(Rare) as told:
        some(request("2x2x2", "separates=all", "pruned=3", "value=0", values="0..99"), effort=60_000)
    tally = told.value.tally
    assert tally.proved
    assert set(map(str, tally.certain)) == {"pruned=3", "value=0"}
    assert [str(want) for want in tally.never] == ["value=0"]
    assert tally.never_together == ()


def test_effort_is_bounded():
    """What is too rare ends with a table, the nearest tree, and no proof."""
    asked = request("3x2x3x2", "pruned=6", "deep-cut=4..", "changes=16", "value=50..51")
    with pytest.raises(Rare) as told:
        some(asked, effort=60_000)
    tally = told.value.tally
    assert not told.value.exhausted
    assert not tally.proved
    assert 8_000 <= tally.candidates <= 100_000
    assert tally.nearest is not None
    assert all(row.tried for row in tally.rows)


def test_numbers_of_any_size():
    """In wishes and in values."""
    assert some(request("2x2", "changes=..99999999999999", "value=0..99999999999999"), 1)
    assert some(request("2x2", "value=5..6", values="0..999999999/100000"), 1)
    with pytest.raises(Rare):
        some(request("3x2x2", "changes=99999999999999..", "events=99999999999999.."), effort=50_000)


def test_effort_counts_anew_for_each_tree():
    """Many trees can take more than the effort for one."""
    assert len(some(request("3x3x3", "pruned=12..", values="0..99"), 300, effort=20_000)) == 300


@pytest.mark.parametrize(
    ("shape", "wish"),
    [("3x3x3x3", "pruned=5"), ("3x3x3x3", "pruned=60"), ("3x3x3x3", "deep-cut=9"), ("3x3x3x3..4", "pruned=..3")],
)
def test_rare_trees_are_made_of_near_ones(shape: str, wish: str):
    """A random tree of this shape hardly ever prunes so few or so many."""
    for tree in some(request(shape, wish), 2):
        assert read_wants([wish])[0].holds(solve(tree))


def test_no_two_trees_are_equal():
    """Among thousands, also of ragged shapes."""
    for asked in (request("2x2", values="0..30"), request("1..2x0..2x2", values="0..12"), request("2x2x2", "pruned=2")):
        found = lines(asked, 2000)
        assert len(set(found)) == 2000


@pytest.mark.parametrize("name", ["cs188", "lang", "haw"])
def test_trees_that_no_batch_searches(name: str):
    """With a start window each is searched by itself."""
    convention = CONVENTIONS[name].override(window=(10, 60))
    generation = Generation(request("2x2x2", "pruned=2..", convention=convention), 7)
    for tree in islice(generation, 3):
        assert len(solve(tree, convention).pruned_leaves) >= 2
    (row,) = generation.tally.rows
    assert row.held == 3 < row.tried


CONTRADICTIONS = [
    (request("2x2x2x2", "deep-cut", convention=CONVENTIONS["lang"]), "want-deep-shallow"),
    (request("3x3", "pruned=1..", convention=CONVENTIONS["minimax"]), "want-needs-cuts"),
    (request("3x3", "last-level-only", convention=CONVENTIONS["negamax"]), "want-needs-cuts"),
    (request("3x3", "lectures-differ=haw,aima", leaves="ties"), "lectures-alike"),
    (request("3x3", values="0..5", leaves="distinct"), "values-too-few"),
    (request("3x3", values="0..5", convention=CONVENTIONS["unit"]), "values-outside-unit"),
    (request("3x3", "lectures-differ=unit,cs188", leaves="ties"), "values-outside-unit"),
    (request("1x1", leaves="ties"), "ties-need-leaves"),
    (Request(like=read("((1 2) (3 4))"), values=Values(0, 2)), "values-too-few"),
    (Request(like=read("((1 1) (2 3))"), leaves="distinct"), "leaves-of-like"),
]


@pytest.mark.parametrize(("asked", "code"), CONTRADICTIONS)
def test_contradictions_are_named_before_anything_is_searched(asked: Request, code: str):
    """At once, with the wishes it is about."""
    with pytest.raises(InputError) as told:
        Generation(asked, 7)
    assert [problem.code for problem in told.value.problems] == [code]


# Like another tree


@pytest.mark.parametrize("path", dealt(exercise_files(), 2, 3), ids=named)
def test_trees_like_an_exercise(path):
    """The same names and headers, the same cuts and best move, as many ties in the same span; other numbers.

    The lecture is the one that was asked for.
    """
    tree = read(path.read_text("utf-8"))
    convention = CONVENTIONS.get(tree.convention or "", DEFAULT).override(chance="never")
    try:
        solution = solve(tree, convention)
    except Unsolvable:
        return
    told = kept(tree, solution)
    try:
        found = some(Request(like=tree, convention=convention), 2, effort=1_000_000)
    except Rare:
        assert len(tree.leaves) < 6
        return
    for other in found:
        assert kept(other, solve(other, convention)) == told
        assert read_expression(other.convention or DEFAULT.id) == convention
        assert other.values != tree.values


def kept(tree: Tree, solution) -> tuple[object, ...]:
    """What trees like another one have in common with it."""
    cut = [(cut.node, cut.skipped, cut.bound, solution.is_deep(cut)) for cut in solution.cuts if cut.skipped]
    numbers = [tree.values[leaf] for leaf in tree.leaves if isinstance(tree.values[leaf], int | Fraction)]
    fixed = [
        (leaf, str(tree.values[leaf])) for leaf in tree.leaves if not isinstance(tree.values[leaf], int | Fraction)
    ]
    shape = tree.children, tree.kinds, tree.names, tree.moves, tree.weights, tree.title, tree.points
    return *shape, set(cut), solution.best, len(set(numbers)), fixed


def test_like_a_tree_but_with_other_values_and_wishes():
    """What is pruned stays."""
    tree = read("(((4 4) (7 7)) ((4 9) (1 2)))")
    for other in some(Request(like=tree, values=Values(10, 40), wants=read_wants(["value=20..30"]))):
        values = [other.values[leaf] for leaf in other.leaves]
        assert kept(other, solve(other))[-4:-2] == kept(tree, solve(tree))[-4:-2]
        assert all(10 <= value <= 40 for value in values)
        assert 20 <= solve(other).value <= 30


def test_large_trees():
    """With thousands of leaves, and with as many levels as leaves."""
    (tree,) = some(request("10x10x10x5", "best=3", values="0..99999"), 1)
    assert len(set(tree.values)) == 5001
    assert solve(tree).best == tree.children[0][2]
    (tree,) = some(request("x".join(["1..2"] + ["1"] * 400), "pruned=0"), 1)
    assert max(tree.depths) == 401


def test_nobody_can_solve_the_tree_to_be_like():
    """Then there is nothing to be like."""
    with pytest.raises(Unsolvable):
        some(Request(like=read("((x 5) (2 9))")))


@pytest.mark.parametrize("convention", [CONVENTIONS["cs188"], CONVENTIONS["lang"]], ids=lambda one: one.id)
def test_likeness_in_a_lecture(convention: Convention):
    """By its pseudocode."""
    tree = read("((((3 5) (6 2)) ((7 4) (8 1))) (((9 0) (2 2)) ((5 5) (1 6))))")
    expected = searched(nested_tree(tree), True, convention.id)
    for other in some(Request(like=tree, convention=convention)):
        found = searched(nested_tree(other), True, convention.id)
        assert pruned(found) == pruned(expected)
        assert cuts(found) == cuts(expected)


def test_a_tally_tells_what_never_held():
    """Not what held in a single tree; and nothing can be wished for in its place before there is a nearest tree."""
    tally = Tally(read_wants(["pruned=1", "pruned=2"]))
    tally.count({0: np.array([True, False]), 1: np.array([False, False])}, random=True)

    assert tally.never == tally.wants[1:]
    assert tally.met == ()


def test_infinite_leaves_have_the_ranks_that_a_batch_takes_for_them():
    """Below and above all others, whatever these are."""
    tree = read("((inf 7) (9 -inf))")
    ranks = np.array([ranked(Dealing(Request(like=tree), tree))], np.int8).T

    measures = [name for name in COUNTED if name not in ("pruned-leaves", "root")]
    found = Batch(tree, DEFAULT, infinite=True).search(ranks, measures)

    assert {name: int(found[name][0]) for name in measures} == measured(solve(tree), measures)


def test_averages_that_come_singly_are_told_with_their_step():
    """Here of halves."""
    asked = request("2x2", values="0..30/2", levels=(Kind.MAX, Kind.CHANCE))

    assert [remark.facts["step"] for remark in remarks(prepared(asked))] == [Fraction(1, 2)]


def test_what_only_happens_with_ties_has_ties_and_says_so():
    """Where nobody speaks of them; what happens without them, too, is looked for without."""
    for want in ("lectures-differ=haw,cs188", "separates=strict-cut"):
        generation = Generation(request("3x3", want), 1)
        tree = next(iter(generation))
        assert [remark.code for remark in remarks(generation.request)] == ["ties-for-want"]
        assert len({tree.values[leaf] for leaf in tree.leaves}) < len(tree.leaves)
    for want in ("lectures-differ=haw,lang", "separates=all"):
        assert not request("3x3", want).wants_only_of_ties


def test_a_code_of_trees_with_payoffs_is_asked_of_others_where_it_is_theirs_too():
    """Whoever marks the node that is cut does so in both; whoever maximises the sum needs several payoffs."""
    assert some(request("2x2x2", "separates=marks-cut-node,leak"), 1)
    with pytest.raises(InputError) as told:
        some(request("2x2x2", "separates=maximises-sum"), 1)
    assert [problem.code for problem in told.value.problems] == ["payoffs-needed"]
