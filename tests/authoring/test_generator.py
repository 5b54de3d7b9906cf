"""Generated trees meet their constraints, are reproducible, and differ from each other."""

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice

import pytest

from tests.support.constraint_oracle import NUMBERS, cuts, pruned, searched
from tests.support.effort import cases, dealt, dice, seeded
from tests.support.nested_trees import nested_tree
from tests.support.places import exercise_files, named
from treesolve.authoring import tree_generator
from treesolve.authoring.constraint import CONSTRAINTS, read_constraint, read_constraints
from treesolve.authoring.constraint_conflict import CHANCE_CONSTRAINTS, PAYOFF_CONSTRAINTS
from treesolve.authoring.discrimination import CORRECT, inseparable_groups
from treesolve.authoring.tree_generator import NoTreeFound, TreeGenerator, request_notes
from treesolve.authoring.tree_request import TreeRequest
from treesolve.authoring.value_range import ValueRange, read_value_range
from treesolve.grading.answer_key import AnswerKey
from treesolve.grading.rubric import Rubric
from treesolve.model.convention import CONVENTIONS, DEFAULT, Convention
from treesolve.model.hash_random import Randomness
from treesolve.model.kind import Kind
from treesolve.model.number import INFINITY
from treesolve.model.problem import InputError
from treesolve.model.tree import Tree
from treesolve.model.tree_shape import read_shape, with_leaf_values
from treesolve.notation.reader import read
from treesolve.notation.writer import format_tree_line
from treesolve.search.search import Unsolvable
from treesolve.search.solution import Solution, solve


@pytest.fixture
def few_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reduce the maximum number of tries."""
    monkeypatch.setattr(tree_generator, "MAX_TRIES", 400)


def request(shape: str, *constraints: str, values: str | None = None, **fields: object) -> TreeRequest:
    """Return a request as the command line makes it."""
    read_range = None if values is None else read_value_range(values)
    return TreeRequest(read_shape(shape), constraints=read_constraints(constraints), values=read_range, **fields)


def some(tree_request: TreeRequest, count: int = 5, seed: object = 7) -> list[Tree]:
    """Return the first trees."""
    return list(islice(TreeGenerator(tree_request, seed), count))


def lines(tree_request: TreeRequest, count: int = 5, seed: object = 7) -> list[str]:
    """Return the first trees as text."""
    return [format_tree_line(tree) for tree in some(tree_request, count, seed)]


# Reproducibility


PINNED: dict[str, list[str]] = {
    "2x2": ["((1 16) (19 10))", "((10 7) (2 14))"],
    "3x2x3": [
        "(((22 11 31) (32 40 10)) ((17 29 18) (14 2 19)) ((7 6 36) (21 0 27)))",
        "(((35 12 14) (39 25 38)) ((4 32 18) (28 40 27)) ((3 29 20) (1 31 36)))",
    ],
    "ties": [
        "((((9 9) (0 1)) ((2 9) (8 3))) (((0 5) (8 6)) ((9 8) (4 4))))",
        "((((9 9) (6 2)) ((5 5) (5 4))) (((4 9) (5 9)) ((9 1) (9 5))))",
    ],
    "ragged": ["MIN (((81 74) (40 82)) 13)", "MIN (((74 9)) ((64 53) (83 88)))", "MIN (98 59 ((91 73) (67 42)))"],
    "like": ["((9 6) (4 2))", "((5 7) (3 6))"],
    "unit": ["((0.05 0.8) (0.95 0.5))"],
    "chance": ["(CHANCE (0.5 * (20 15) 0.5 * (5 18)) CHANCE (0.6 * (14 3) 0.4 * (17 13)))"],
    "separates": ["(((14 2) (19 4)) ((7 12) (11 10)))"],
}


def test_these_trees_come_from_these_seeds():
    """The trees of a seed are the same on every machine and in every version, unless the changelog says otherwise."""
    assert lines(request("2x2"), 2) == PINNED["2x2"]
    assert lines(request("3x2x3", "pruned=5..8", "beta-cut", values="0..40"), 2) == PINNED["3x2x3"]
    assert lines(request("2x2x2x2", "deep-cut", leaves="ties", values="0..9"), 2, "exam/task 2") == PINNED["ties"]
    assert lines(request("2..3x0..2x2", "pruned=1..", root=Kind.MIN), 3) == PINNED["ragged"]
    assert lines(TreeRequest(like=read("((6 5) (2 9))")), 2) == PINNED["like"]
    assert lines(request("2x2", convention=CONVENTIONS["unit"]), 1) == PINNED["unit"]
    assert lines(request("2x2x2", "star1-cut", levels=CHANCE_BETWEEN), 1) == PINNED["chance"]
    assert lines(request("2x2x2", "separates=all"), 1) == PINNED["separates"]


CHANCE_BETWEEN = (Kind.MAX, Kind.CHANCE, Kind.MIN)


def test_another_seed_gives_other_trees():
    """Another seed gives different trees; a longer run begins like a shorter one."""
    tree_request = request("3x3", "pruned=2..3")
    assert lines(tree_request, 3, 1) != lines(tree_request, 3, 2)
    assert lines(tree_request, 9, 1)[:3] == lines(tree_request, 3, 1)
    assert lines(tree_request, 1, "1") == lines(tree_request, 1, 1)


# Constraints, tested by the conventions' pseudocode

RANGES = {
    "pruned": [(2, 4), (1, 99), (0, 1)],
    "cuts": [(1, 2), (3, 99), (2, 2)],
    "subtree-cut": [(1, 99), (0, 0)],
    "alpha-cut": [(1, 1), (0, 0), (2, 99)],
    "beta-cut": [(1, 2), (0, 0)],
    "deep-cut": [(1, 99), (0, 0)],
    "unique-best": [(1, 1)],
    "unique-play": [(1, 1)],
    "tie": [(1, 2), (0, 0)],
    "best": [(2, 2), (1, 1)],
    "value": [(8, 30), (4, 7)],
}
"""Constraints on a number, with ranges for it."""

OF_CONVENTIONS = ("lectures-agree", "lectures-differ")


def with_range(name: str, low: int, high: int) -> str:
    """Return the text of a constraint with this range."""
    if CONSTRAINTS[name] == "nothing":
        return name
    return f"{name}={low}" if name == "best" or low == high else f"{name}={low}..{high}"


def random_request(rng: random.Random, convention: str) -> tuple[TreeRequest, dict[str, tuple[int, int]]]:
    """Return a random request for a shape, values and constraints; some contradict themselves."""
    names = rng.sample([*RANGES], rng.choice((1, 1, 2, 3)))
    ranges = {name: rng.choice(RANGES[name]) for name in names if convention != "unit" or name != "value"}
    return request(
        rng.choice(("2x2", "3x3", "2x2x2", "3x2x2", "2x2x2x2", "2x2..3x2x1..2", "2..3x0..2x2", "1..3x1..2x1..2x1..3")),
        *(with_range(name, *bounds) for name, bounds in ranges.items()),
        root=rng.choice((Kind.MAX, Kind.MIN)),
        leaves=rng.choice((None, None, "ties")),
        values="0..1/40" if convention == "unit" else rng.choice(("0..40", "0..9", None)),
        convention=CONVENTIONS[convention],
    ), ranges


@pytest.mark.usefixtures("few_tries")
@pytest.mark.parametrize("convention", [*CONVENTIONS])
def test_trees_meet_their_constraints(convention: str):
    """Trees of random requests meet their constraints by the pseudocode, and most requests can be met."""
    rng, found, none = dice(f"constraints {convention}"), Counter[str](), 0
    for number in range(cases(600)):
        tree_request, ranges = random_request(rng, convention)
        try:
            trees = some(tree_request, 2, number)
        except (InputError, NoTreeFound):
            none += 1
            continue
        for tree in trees:
            by_hand = searched(nested_tree(tree), tree.kinds[0] is Kind.MAX, convention)
            for name, (low, high) in ranges.items():
                assert low <= NUMBERS[name](by_hand) <= high, (name, low, high, format_tree_line(tree))
            values = [tree.values[leaf] for leaf in tree.leaf_ids]
            assert tree_request.leaves is None or len(set(values)) < len(values)
            found.update([*ranges])
    assert none < 0.8 * cases(600)
    assert found


@pytest.mark.parametrize("name", RANGES)
def test_each_constraint_is_met(name: str):
    """Every range is met on a suitable shape, with distinct leaves if possible."""
    for low, high in RANGES[name]:
        for convention in ("haw", "cs188"):
            tree_request = request(
                "2x2x3x2", with_range(name, low, high), values="0..40", convention=CONVENTIONS[convention]
            )
            for tree in some(tree_request, 3):
                assert low <= NUMBERS[name](searched(nested_tree(tree), True, convention)) <= high, format_tree_line(
                    tree
                )
                if name != "tie" or not low:
                    assert len({tree.values[leaf] for leaf in tree.leaf_ids}) == 24


def test_all_numbers_have_been_tried():
    """The table above covers all constraints on a number; the others have separate tests."""
    others = {*OF_CONVENTIONS, "separates", *CHANCE_CONSTRAINTS, *PAYOFF_CONSTRAINTS}
    assert set(RANGES) == set(NUMBERS) == set(CONSTRAINTS) - others


@pytest.mark.parametrize(("position", "index"), [("first", 0), ("2", 1), ("last", 2)])
@pytest.mark.parametrize(
    "convention", [DEFAULT.override(order="right-left"), CONVENTIONS["cs188"].override(ties="last")]
)
def test_the_position_of_the_best_move(convention: Convention, position: str, index: int):
    """The position is counted from the left, even if children are visited from the right or the last tie wins."""
    for tree in some(request("3x2x2", f"best={position}", values="0..2", leaves="ties", convention=convention)):
        assert solve(tree, convention).best_id == tree.children[0][index]


@pytest.mark.parametrize("names", ["haw,cs188", "lang,aima"])
def test_conventions_differ_or_agree(names: str):
    """Conventions differ or agree in cuts and moves by their pseudocode, with equal leaves if necessary."""
    one, other = names.split(",")
    for constraint, agree in (("lectures-differ", False), ("lectures-agree", True)):
        for tree in some(request("2x2x2x2", f"{constraint}={names}")):
            nested = nested_tree(tree)
            results = [pruned(searched(nested, True, name)) for name in (one, other)]
            best = [solve(tree, CONVENTIONS[name]).best_id for name in (one, other)]
            assert (results[0] == results[1] and best[0] == best[1]) is agree


def test_all_conventions_agree():
    """All conventions agree that cut and can search the tree."""
    for tree in some(request("2x2x2x2", "lectures-agree", "pruned=3..")):
        nested = nested_tree(tree)
        names = [name for name, one in CONVENTIONS.items() if one.cuts and name != "unit"]
        assert len({pruned(searched(nested, True, name)) for name in names}) == 1


def test_constraints_needing_ties_get_them_with_a_note():
    """Constraints that need ties get equal leaves, with a note; others get distinct leaves."""
    for constraint in ("lectures-differ=haw,cs188", "separates=strict-cut"):
        generator = TreeGenerator(request("3x3", constraint), 1)
        tree = next(iter(generator))
        assert [remark.code for remark in request_notes(generator.request)] == ["ties-for-constraint"]
        assert len({tree.values[leaf] for leaf in tree.leaf_ids}) < len(tree.leaf_ids)
    for constraint in ("lectures-differ=haw,lang", "separates=all"):
        assert not request("3x3", constraint).constraints_needing_ties


# Misconceptions


def confused(tree: Tree, parts: tuple[str, ...]) -> set[tuple[str, ...]]:
    """Return the groups of misconceptions that the tree does not distinguish."""
    return {*inseparable_groups(AnswerKey(tree, DEFAULT, Rubric(points=dict.fromkeys(parts, 1))))}


def test_misconceptions_are_distinguished():
    """All misconceptions are distinguished by the requested parts, if trees of the shape can do so."""
    tree_request = request("3x2x3x2", "separates=all", values="0..20", parts=("values", "pruned", "order"))
    generator = TreeGenerator(tree_request, 7)
    assert [remark.code for remark in request_notes(generator.request)] == ["few-ties"]
    for tree in islice(generator, 2):
        assert confused(tree, tree_request.parts) == set()


@pytest.mark.parametrize("shape", ["2x2", "2x2x2", "2x2x2x2"])
def test_all_requires_what_the_best_sample_tree_distinguishes(shape: str):
    """Pairs that the best tree of a sample does not distinguish are reported and not required."""
    parts = ("pruned", "best")
    generator = TreeGenerator(request(shape, "separates=all", parts=parts), 7)
    (constraint,) = generator.request.constraints
    (remark,) = request_notes(generator.request)
    reported = {*remark.facts["groups"], *((CORRECT, *remark.facts["silent"]),)}
    assert remark.code == "not-separable"
    for solution in islice(generator.solutions(), 3):
        assert constraint.confused(solution) <= constraint.allowed
        for group in confused(solution.tree, parts):
            assert any(set(group) <= set(one) for one in reported)


def test_named_misconceptions_are_distinguished_regardless_of_the_sample():
    """Named misconceptions are distinguished, regardless of what the sample shows."""
    for tree in some(request("3x3", "separates=late-cut,leak", parts=("pruned",)), 3):
        groups = inseparable_groups(AnswerKey(tree, DEFAULT, Rubric(points={"pruned": 1})), ("late-cut", "leak"))
        assert groups == ()


def test_codes_shared_by_both_kinds_of_trees():
    """Misconceptions that exist with and without payoffs may be named for both; the others only for their kind."""
    assert some(request("2x2x2", "separates=marks-cut-node,leak"), 1)
    with pytest.raises(InputError) as caught:
        some(request("2x2x2", "separates=maximises-sum"), 1)
    assert [problem.code for problem in caught.value.problems] == ["payoffs-needed"]


# Leaves


def test_leaves_are_distinct_if_possible():
    """Leaves are distinct if there are enough values; else all values occur equally often, give or take one."""
    for tree in some(request("3x3", values="0..8")):
        assert sorted(tree.values[leaf] for leaf in tree.leaf_ids) == list(range(9))
    for constraints in ((), ("pruned=8..",)):
        for tree in some(request("3x3x3", *constraints, values="0..9")):
            counts = [[tree.values[leaf] for leaf in tree.leaf_ids].count(value) for value in range(10)]
            assert sorted(counts) == [2, 2, 2, *[3] * 7]


def test_values_are_in_the_range():
    """Values are in the range, including negative ones and fractions."""
    for tree in some(request("2x2", values="-2..2")):
        assert all(-2 <= tree.values[leaf] <= 2 for leaf in tree.leaf_ids)
    for tree in some(request("2x2", "value=0..1/3", values="-1..1/3")):
        assert all((Fraction(tree.values[leaf]) * 3).denominator == 1 for leaf in tree.leaf_ids)
        assert all(-1 <= tree.values[leaf] <= 1 for leaf in tree.leaf_ids)
    for tree in some(request("3x3", convention=CONVENTIONS["unit"])):
        assert all(0 <= tree.values[leaf] <= 1 for leaf in tree.leaf_ids)
        assert tree.convention == "unit"


def test_orders_of_leaves_are_equally_likely():
    """All orders of four leaves are equally likely."""
    found = islice(TreeGenerator(request("2x2", values="0..200"), 3), 4800)
    counts = Counter(tuple(sorted(tree.leaf_ids, key=tree.values.__getitem__)) for tree in found)
    assert len(counts) == 24
    assert min(counts.values()) > 140
    assert max(counts.values()) < 265


def test_ties_are_there_and_of_the_whole_range():
    """Ties occur even if there are many values, and use the whole range."""
    found = some(request("2x2", leaves="ties", values="0..999"), 200)
    assert all(len({tree.values[leaf] for leaf in tree.leaf_ids}) < 4 for tree in found)
    values = {tree.values[leaf] for tree in found for leaf in tree.leaf_ids}
    assert max(values) > 900
    assert len(values) > 150


@pytest.mark.parametrize("values", ["0..8", "0..9", "0..99"])
def test_a_value_of_the_root_leaves_the_others_distinct(values: str):
    """A root value near the ends of the range leaves the other leaves distinct."""
    for constraint in ("value=..3", "value=4..5", "value=6.."):
        for tree in some(request("3x3", constraint, values=values), 5):
            leaves = [tree.values[leaf] for leaf in tree.leaf_ids]
            assert len(set(leaves)) == 9
            assert read_value_range(values).low <= min(leaves) <= max(leaves) <= read_value_range(values).high


def test_numbers_of_any_size():
    """Constraints and values may be very large."""
    assert some(request("2x2", "pruned=..99999999999999", "value=0..99999999999999"), 1)
    assert some(request("2x2", "value=5..6", values="0..999999999/100000"), 1)


# Complete enumeration and rare trees


@pytest.mark.parametrize(
    ("tree_request", "count"),
    [
        (request("2x2", values="0..3"), 24),
        (request("2x2", values="0..2", leaves="ties"), 81),
        (request("2x2", "pruned=1", values="0..4"), 40),
    ],
)
def test_all_trees_are_found(tree_request: TreeRequest, count: int, monkeypatch: pytest.MonkeyPatch):
    """All trees are found, each once, before the generator gives up."""
    monkeypatch.setattr(tree_generator, "MAX_TRIES", 2000)
    found = []
    with pytest.raises(NoTreeFound) as caught:
        found.extend(map(format_tree_line, TreeGenerator(tree_request, 7)))
    assert len(set(found)) == len(found) == caught.value.found == count
    assert caught.value.tries == 2000
    for tree in map(read, found) if tree_request.constraints else ():
        a, b, c, _ = (tree.values[leaf] for leaf in tree.leaf_ids)
        assert c <= min(a, b)


@pytest.mark.usefixtures("few_tries")
def test_error_has_the_nearest_tree():
    """If two constraints can be met only separately, the error has the nearest tree."""
    with pytest.raises(NoTreeFound) as caught:
        some(request("3x3", "pruned=3", "best=2"))
    facts = caught.value.facts
    nearest = read(facts["nearest"])
    numbers = (
        NUMBERS["pruned"](searched(nested_tree(nearest), True, "haw")),
        NUMBERS["best"](searched(nested_tree(nearest), True, "haw")),
    )
    expected = [f"{name}={number}" for name, number in zip(("pruned", "best"), numbers, strict=True)]
    assert facts["numbers"] == [text for text in expected if text not in ("pruned=3", "best=2")]
    assert (len(facts["numbers"]), facts["tries"], facts["found"]) == (1, 400, 0)


def test_tries_count_anew_for_each_tree(monkeypatch: pytest.MonkeyPatch):
    """The limit of tries applies to each tree, so that many trees may exceed it together."""
    monkeypatch.setattr(tree_generator, "MAX_TRIES", 200)
    assert len(some(request("3x3x3", "pruned=12..", values="0..99"), 60)) == 60


@pytest.mark.parametrize(
    ("shape", "constraint"),
    [("3x3x3x3", "pruned=5"), ("3x3x3x3", "pruned=60"), ("3x3x3x3", "deep-cut=9"), ("3x3x3", "pruned=16")],
)
def test_rare_trees_are_found(shape: str, constraint: str):
    """Trees with very few or very many pruned leaves are found, although random ones are rare."""
    for tree in some(request(shape, constraint), 2):
        assert read_constraint(constraint).holds(solve(tree))


def test_no_two_trees_are_equal():
    """No two of many trees are equal, even with uneven shapes."""
    for tree_request in (
        request("2x2", values="0..30"),
        request("1..2x0..2x2", values="0..12"),
        request("2x2x2", "pruned=2"),
    ):
        found = lines(tree_request, 300)
        assert len(set(found)) == 300


def test_a_start_window():
    """Trees searched with a start window meet their constraints."""
    for name in ("cs188", "lang", "haw"):
        convention = CONVENTIONS[name].override(window=(10, 60))
        for tree in some(request("2x2x2", "pruned=2..", convention=convention), 3):
            assert len(solve(tree, convention).pruned_leaf_ids) >= 2


def test_large_trees():
    """Trees with thousands of leaves, or with as many levels as leaves, are generated."""
    (tree,) = some(request("10x10x10x5", "best=3", values="0..99999"), 1)
    assert len(set(tree.values)) == 5001
    assert solve(tree).best_id == tree.children[0][2]
    (tree,) = some(request("x".join(["1..2"] + ["1"] * 400), "pruned=0"), 1)
    assert max(tree.depths) == 401


# Contradictions

CONTRADICTIONS = [
    (request("2x2x2x2", "deep-cut", convention=CONVENTIONS["lang"]), "deep-cut-shallow"),
    (request("3x3", "pruned=1..", convention=CONVENTIONS["minimax"]), "constraint-needs-cuts"),
    (request("3x3", "cuts=1..", convention=CONVENTIONS["negamax"]), "constraint-needs-cuts"),
    (request("3x3", "lectures-differ=haw,aima", leaves="ties"), "conventions-alike"),
    (request("3x3", values="0..5", leaves="distinct"), "values-too-few"),
    (request("3x3", values="0..5", convention=CONVENTIONS["unit"]), "values-outside-unit"),
    (request("3x3", "lectures-differ=unit,cs188", leaves="ties"), "values-outside-unit"),
    (request("3x3", "tie", leaves="distinct"), "constraint-needs-ties"),
    (request("1x1", leaves="ties"), "ties-need-leaves"),
    (TreeRequest(like=read("((1 1) (2 3))"), leaves="distinct"), "leaves-of-like"),
    (request("2x2x2", "deep-cut"), "more-than-possible"),
    (request("9x2..4x0..3", "deep-cut"), "more-than-possible"),
    (request("3x3", "subtree-cut"), "more-than-possible"),
    (request("3x3", "beta-cut"), "more-than-possible"),
    (request("3x3", "alpha-cut", root=Kind.MIN), "more-than-possible"),
    (request("3x3", "cuts=3"), "more-than-possible"),
    (request("3x3", "pruned=5"), "more-than-possible"),
    (request("3x3", "pruned=50%.."), "more-than-possible"),
    (request("3x3x3", "pruned=17"), "more-than-possible"),
    (request("2x2..3x2", "pruned=8.."), "more-than-possible"),
    (request("2x1x1", "tie=2"), "more-than-possible"),
    (request("2..4x2", "best=5"), "more-than-possible"),
    (TreeRequest(like=read("((6 3) 5)"), constraints=read_constraints(["cuts=1"])), "more-than-possible"),
    (request("3x3", "value=21"), "value-not-in-range"),
    (request("3x3", "value=..-1"), "value-not-in-range"),
]


@pytest.mark.parametrize(("tree_request", "code"), CONTRADICTIONS)
def test_contradictions_are_reported_at_once(tree_request: TreeRequest, code: str):
    """Contradictions are reported before any tree is drawn."""
    with pytest.raises(InputError) as caught:
        TreeGenerator(tree_request, 7)
    assert [problem.code for problem in caught.value.problems] == [code]


COUNTED = ("pruned", "cuts", "subtree-cut", "alpha-cut", "beta-cut", "deep-cut", "tie")


@pytest.mark.parametrize(
    "shape", ["2x2", "3x1x2", "2x2x2", "1x2x2x2", "2x2x2x2", "3x2x3", "1..2x0..2x2x1..3", "2x1x2x2"]
)
@pytest.mark.parametrize("root", [Kind.MAX, Kind.MIN])
def test_properties_of_random_trees_are_accepted(shape: str, root: Kind):
    """Every property of a random tree by the pseudocode is accepted as a constraint."""
    rng, draw = dice(f"possible {shape} {root.name}"), Randomness(seeded(f"possible {shape}"))
    for number in range(cases(2000)):
        form = read_shape(shape).draw(draw, (root, root.opponent))
        tree = with_leaf_values(form, [rng.randrange(4) for _ in form.leaf_ids])
        convention = ("haw", "cs188", "lang", "luger")[number % 4]
        by_hand = searched(nested_tree(tree), root is Kind.MAX, convention)
        texts = [f"{name}={NUMBERS[name](by_hand)}" for name in COUNTED if convention != "lang" or name != "deep-cut"]
        TreeGenerator(request(shape, *texts, root=root, convention=CONVENTIONS[convention]), 1)


def test_only_nodes_after_the_first_can_be_cut():
    """The first visited child of the root has an open window, from either side."""
    constraints = read_constraints(["cuts=1"])
    assert some(TreeRequest(like=read("(5 (3 6))"), constraints=constraints), 1)
    right_left = DEFAULT.override(order="right-left")
    assert some(TreeRequest(like=read("((6 3) 5)"), constraints=constraints, convention=right_left), 1)


@pytest.mark.parametrize("window", [(10, 60), (-INFINITY, 30)])
def test_a_start_window_cuts_at_the_root(window: tuple[float, float]):
    """A start window allows more cuts than an open window."""
    convention = DEFAULT.override(window=window)
    (tree,) = some(request("2x2", "subtree-cut", values="0..99", convention=convention), 1)
    assert any(cut.node == 0 for cut in solve(tree, convention).cut_events)


# Trees like another one


def kept(tree: Tree, solution: Solution) -> tuple[object, ...]:
    """Return what trees like another one have in common with it."""
    fixed = [
        (leaf, str(tree.values[leaf])) for leaf in tree.leaf_ids if not isinstance(tree.values[leaf], int | Fraction)
    ]
    shape = tree.children, tree.kinds, tree.names, tree.moves, tree.weights, tree.title, tree.points, tree.bounds
    return *shape, len(solution.pruned_leaf_ids), sum(bool(cut.skipped) for cut in solution.cut_events), fixed


@pytest.mark.parametrize("path", dealt(exercise_files(), 2, 3), ids=named)
def test_trees_like_an_exercise(path):
    """Similar trees share shape, names, headers, range, and numbers of pruned leaves and cuts."""
    tree = read(path.read_text("utf-8"))
    convention = CONVENTIONS.get(tree.convention or "", DEFAULT).override(chance="never")
    try:
        solution = solve(tree, convention)
    except Unsolvable:
        return
    numbers = [value for value in tree.values if isinstance(value, int | Fraction)]
    try:
        found = some(TreeRequest(like=tree, convention=convention), 2)
    except NoTreeFound:
        assert len(tree.leaf_ids) < 6 or len(set(numbers)) < 4
        return
    for other in found:
        assert kept(other, solve(other, convention)) == kept(tree, solution)
        assert other.values != tree.values
        assert all(min(numbers) <= value <= max(numbers) for value in other.values if isinstance(value, int | Fraction))


@pytest.mark.parametrize("convention", [CONVENTIONS["cs188"], CONVENTIONS["lang"]], ids=lambda one: one.id)
def test_likeness_in_a_convention(convention: Convention):
    """Similar trees have the same cuts by the pseudocode of the convention."""
    tree = read("((((3 5) (6 2)) ((7 4) (8 1))) (((9 0) (2 2)) ((5 5) (1 6))))")
    expected = searched(nested_tree(tree), True, convention.id)
    for other in some(TreeRequest(like=tree, convention=convention)):
        found = searched(nested_tree(other), True, convention.id)
        assert len(pruned(found)) == len(pruned(expected))
        assert len(cuts(found)) == len(cuts(expected))


def test_like_a_tree_but_with_other_values_and_constraints():
    """An explicit constraint replaces that of the original tree."""
    tree = read("(((4 4) (7 7)) ((4 9) (1 2)))")
    constraints = read_constraints(["value=20..30"])
    for other in some(TreeRequest(like=tree, values=ValueRange(10, 40), constraints=constraints)):
        assert kept(other, solve(other))[-3:] == kept(tree, solve(tree))[-3:]
        assert all(10 <= other.values[leaf] <= 40 for leaf in other.leaf_ids)
        assert 20 <= solve(other).value <= 30
    for other in some(TreeRequest(like=tree, constraints=read_constraints(["pruned=0", "cuts=0"]))):
        assert solve(other).pruned_leaf_ids == ()


def test_a_tree_to_be_like_that_cannot_be_solved():
    """An original that cannot be solved is rejected."""
    with pytest.raises(Unsolvable):
        some(TreeRequest(like=read("((x 5) (2 9))")))


def test_generators_of_one_request_share_nothing():
    """Two simultaneous generators give the same trees as two consecutive ones."""

    def taking_turns() -> Iterator[tuple[Tree, Tree]]:
        return zip(TreeGenerator(request("2x2x2"), 1), TreeGenerator(request("2x2x2"), 2), strict=True)

    one, other = zip(*islice(taking_turns(), 3), strict=True)
    assert (list(one), list(other)) == (some(request("2x2x2"), 3, 1), some(request("2x2x2"), 3, 2))
