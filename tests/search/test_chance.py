"""Chance nodes with Star1 and Star2 cuts, compared with an independent expectiminimax."""

import random
from fractions import Fraction
from functools import partial
from itertools import product

import pytest

from tests.search.test_search import COMBINATIONS as WITHOUT_CHANCE
from tests.search.test_search import CUTTING
from tests.support.chance_oracle import SEARCHED_CONVENTIONS, SHALLOW, drawn, textbook
from tests.support.effort import cases, dice, seeds, until
from tests.support.oracle import INFINITY
from tests.support.solutions import check_events
from treesolve.model.convention import CHOICES, CONVENTIONS, Convention
from treesolve.model.kind import Kind
from treesolve.model.tree import Tree
from treesolve.notation.reader import read
from treesolve.search.memoryless_search import search_memoryless
from treesolve.search.search import Unsolvable, search
from treesolve.search.search_frames import Animation
from treesolve.search.solution import Solution, solve
from treesolve.search.step_table import cut_facts, step_rows

HALF = Fraction(1, 2)
COMBINATIONS = [one._replace(ties=ties) for one in WITHOUT_CHANCE for ties in CHOICES["ties"]]
LIMITS = ((0, 1), (0, 1), (-2, 2), (-3, HALF))


def grown(rng: random.Random, limits: tuple[int, int | Fraction], deepest: int = 5) -> Tree:
    """Return a random tree with players and chance on any level, few values, and some weights of 0."""
    kinds: list[Kind] = []
    values: list[Fraction | None] = []
    children: list[tuple[int, ...]] = []
    weights: dict[int, Fraction] = {}

    def grow(left: int) -> int:
        node = len(kinds)
        is_leaf = left == 0 or rng.random() < 0.12
        kinds.append(Kind.LEAF if is_leaf else rng.choice((Kind.MAX, Kind.MIN, Kind.CHANCE)))
        values.append(limits[0] + Fraction(rng.randint(0, 4), 4) * (limits[1] - limits[0]) if is_leaf else None)
        children.append(())
        if not is_leaf:
            children[node] = tuple(grow(left - 1) for _ in range(rng.choice((1, 2, 2, 3, 3, 4))))
        if kinds[node] is Kind.CHANCE and rng.random() < 0.6:
            shares = [rng.choice((0, 1, 1, 2, 5)) for _ in children[node]]
            shares[0] += not sum(shares)
            weights.update(zip(children[node], (Fraction(share, sum(shares)) for share in shares), strict=True))
        return node

    grow(rng.randint(1, deepest))
    return Tree(tuple(kinds), tuple(values), tuple(children), weights=weights, bounds=limits)


def expected(tree: Tree, node: int = 0) -> Fraction:
    """Return the value of a node by plain expectiminimax."""
    below = [expected(tree, child) for child in tree.children[node]]
    if not below:
        return tree.values[node]
    if tree.kinds[node] is Kind.CHANCE:
        weights = [tree.weights.get(child, Fraction(1, len(below))) for child in tree.children[node]]
        return sum((weight * value for weight, value in zip(weights, below, strict=True)), Fraction(0))
    return max(below) if tree.kinds[node] is Kind.MAX else min(below)


def solved(seed: int, chance: str, count: int = 6) -> list[tuple[Solution, Solution]]:
    """Return a random tree solved under some conventions, with and without cuts at chance nodes."""
    rng = random.Random(seed)
    limits = rng.choice(LIMITS)
    tree = grown(rng, limits)
    chosen = [each for each in rng.sample([*CUTTING, *COMBINATIONS], count) if _takes(each, limits)]
    pairs = [(solve(tree, each._replace(chance=chance)), solve(tree, each._replace(chance="never"))) for each in chosen]
    return [(one, plain) for one, plain in pairs if not one.is_forced]


def _takes(convention: Convention, limits: tuple[int, int | Fraction]) -> bool:
    return convention.perspective != "unit" or limits == (0, 1)


@pytest.mark.parametrize("chance", ["star1", "star2"])
@pytest.mark.parametrize("part", range(8))
def test_cuts_at_chance_nodes_change_neither_value_nor_best_move(chance: str, part: int):
    """The root has its plain expected value and best move, and some chance nodes were cut."""
    cuts: list[int] = []
    first = seeds(800).start + part
    for seed in until(partial(any, cuts), range(first, first + 800, 8), 100):
        for found, plain in solved(seed, chance):
            assert found.returned(0) == expected(found.tree) == plain.returned(0) == found.value, seed
            assert found.best_id == plain.best_id or "last-of-ties-with-equal-cuts" in found.convention.traps, seed
            cuts += [len(cut.skipped) for cut in found.cut_events if found.tree.kinds[cut.node] is Kind.CHANCE]
    assert any(cuts)


@pytest.mark.parametrize("chance", ["star1", "star2"])
@pytest.mark.parametrize("part", range(3))
def test_events_and_relations_are_correct(chance: str, part: int):
    """Every leaf is evaluated or skipped exactly once; events nest; bounds, reasons and relations hold."""
    for seed in seeds(300)[part::3]:
        for found, _ in solved(seed, chance, 4):
            _check_leaves(found)
            check_events(found)
            _check_claims(found)


def _check_leaves(found: Solution) -> None:
    assert sorted([*found.evaluated_ids, *found.pruned_leaf_ids]) == list(found.tree.leaf_ids)
    assert len(set(found.visited_ids)) == len(found.visited_ids)


def _check_claims(found: Solution) -> None:
    for node in found.visited_ids:
        returned, value = found.returned(node), found.values[node]
        holds = {"=": value == returned, "<=": value <= returned, ">=": value >= returned, None: True}
        assert holds[found.relation(node)]
    for cut in found.cut_events:
        if found.tree.kinds[cut.node] is Kind.CHANCE and cut.bound == "alpha":
            assert found.values[cut.node] <= cut.beta <= cut.alpha
        elif found.tree.kinds[cut.node] is Kind.CHANCE:
            assert found.values[cut.node] >= cut.alpha >= cut.beta
    last = Animation(found).last.states
    for node in found.visited_ids:
        assert last[node].value == found.returned(node)


@pytest.mark.parametrize("chance", ["star1", "star2"])
def test_a_narrow_start_window_returns_a_correct_bound(chance: str):
    """Outside the window the result is a bound on the value, including at a chance root."""
    seen = set()
    for seed in seeds(400):
        rng = random.Random(seed)
        tree = grown(rng, (-2, 2), 4)
        low = rng.choice((-INFINITY, -2, -1, 0, 1))
        window = (low, rng.choice((0, 1, 2)) if low == -INFINITY else low + 1)
        for convention in rng.sample(COMBINATIONS, 3):
            found = solve(tree, convention._replace(chance=chance, window=window))
            value, returned = expected(tree), found.returned(0)
            seen.add((tree.kinds[0], found.result))
            assert {"exact": value == returned, "upper": value <= returned, "lower": value >= returned}[found.result]
    assert {(Kind.CHANCE, "exact"), (Kind.CHANCE, "upper"), (Kind.CHANCE, "lower")} <= seen


def test_without_bounds_nothing_changes():
    """A tree without bounds is searched in the same way under every `chance` rule."""
    for seed in seeds(60):
        tree = grown(random.Random(seed), (0, 1))
        bare = Tree(tree.kinds, tree.values, tree.children, weights=tree.weights)
        for convention in CUTTING:
            found = [solve(bare, convention._replace(chance=chance)) for chance in CHOICES["chance"]]
            assert found[0].events == found[1].events == found[2].events
            assert found[2].events == solve(tree, convention._replace(chance="never")).events


def test_deep_cuts_at_chance_nodes():
    """A bound set by an ancestor above the parent makes the cut deep; a bound set by the parent does not."""
    star1 = CONVENTIONS["aima"]._replace(chance="star1")
    for text, deep in (("MAX (8 MIN (9 CHANCE (1 1 7)))", True), ("MAX (8 CHANCE (1 1 7))", False)):
        solution = solve(read(f"bounds: 0 10\ntree: {text}"), star1)

        assert [cut_facts(solution, cut)["deep"] for cut in solution.cut_events if cut.skipped] == [deep]


@pytest.mark.parametrize("chance", ["star1", "star2"])
def test_a_memoryless_search_cuts_at_chance_nodes(chance: str):
    """It finds the same value and the same move; Star2 becomes Star1."""
    for seed in seeds(150):
        rng = random.Random(seed)
        tree = grown(rng, (-2, 2))
        for convention in rng.sample(COMBINATIONS, 3):
            found = search_memoryless(tree, convention._replace(chance=chance))
            whole = solve(tree, convention._replace(chance="star1"))
            assert found.value == expected(tree)
            if whole.best_id is not None and convention.ties == "first":
                assert tree.children[0][found.best] == whole.best_id


BET = """bounds: -2 2
tree: MAX (safe: 1  bet: CHANCE (MIN (-2 2) MIN (1 0) MIN (2 2)))
"""


@pytest.mark.parametrize(
    ("text", "chance", "against"),
    [
        ("CHANCE (MIN (0 5) MIN (3 4))", "star1", None),
        ("CHANCE (MAX (10 5) MAX (3 4))", "star1", None),
        ("MAX (6 CHANCE (MIN (1 5) MIN (3 4)))", "star1", "the chance node"),
        ("MIN (4 CHANCE (MAX (9 5) MAX (3 4)))", "star1", "the chance node"),
        ("CHANCE (MIN (8 MAX (9 1)) MIN (6 9))", "star2", "the node itself"),
        ("CHANCE (MAX (2 MIN (1 9)) MAX (6 9))", "star2", "the node itself"),
    ],
)
def test_the_setter_of_a_bound_below_a_chance_node(text: str, chance: str, against: str | None):
    """No node sets a limit of all values; a node searched after its probe sets its own bound."""
    found = solve(read(f"bounds: 0 10\ntree: {text}"), CONVENTIONS["aima"]._replace(chance=chance))

    parents = found.tree.parents
    cut = next(cut for cut in found.cut_events if cut.skipped)
    assert found.tree.kinds[cut.node] is not Kind.CHANCE
    assert cut.against == (None if against is None else parents[cut.node])
    if against == "the node itself":
        assert found.tree.kinds[parents[parents[cut.node]]] is Kind.CHANCE


def test_buggy_rules_do_not_probe():
    """A buggy rule visits no node twice, and distorts the correct window."""
    tree = read("bounds: 0 10\ntree: MAX (4 CHANCE (MIN (6 7) MIN (5 8)))")
    star2 = CONVENTIONS["aima"]._replace(chance="star2")

    right, late, alpha_only = (search(tree, star2, slip) for slip in (None, "late-cut", "alpha-only"))

    assert (len(right.probes), len(late.probes), len(alpha_only.probes)) == (2, 0, 0)
    assert (late.alphas[3], late.betas[3]) == (0, 10)
    assert (alpha_only.alphas[3], alpha_only.betas[3]) == (0, INFINITY)


def test_an_unknown_leaf_can_be_cut_off_below_a_chance_node():
    """Its value makes no difference within the bounds, so the root's value is known."""
    found = solve(read("bounds: -2 2\ntree: (1 CHANCE (-2 x))"))

    assert (found.value, found.best_id, found.evaluated_ids) == (1, 1, (1, 3))


def test_leaves_outside_the_bounds_are_rejected():
    """The search checks trees that were not parsed from text."""
    with pytest.raises(Unsolvable, match="leaf-outside-bounds"):
        solve(Tree((Kind.LEAF,), (3,), ((),), bounds=(0, 1)))


@pytest.mark.parametrize("chance", ["star1", "star2"])
@pytest.mark.parametrize("convention", ["haw", "luger", "aima", "cs188", "cosc367", "knuth-moore"])
def test_windows_are_exact_below_a_child_of_weight_one(convention: str, chance: str):
    """Dividing integers gives a fraction, not a float, which would be treated as infinite."""
    text = "bounds: -2 2\ntree: MAX (0 MIN (CHANCE (1 * CHANCE (3/4 * MAX (0 -2 1) 1/4 * CHANCE (0 * 2 1 * -1)))))"
    solution = solve(read(text), CONVENTIONS[convention].override(chance=chance))
    assert solution.returned(0) == Fraction(1, 2)
    assert solution.best_id == 2
    bounds = [bound for node in solution.visited_ids for bound in solution.window(node) or ()]
    assert not [bound for bound in bounds if isinstance(bound, float) and abs(bound) != float("inf")]


@pytest.mark.parametrize(
    ("convention", "chance"), [*product(SEARCHED_CONVENTIONS, ("star1", "star2")), *product(SHALLOW, ("star1",))]
)
def test_the_search_matches_an_independent_implementation(convention: str, chance: str):
    """Leaves, windows, results and skipped nodes agree, node by node."""
    rng, cut = dice(f"{convention} {chance}"), 0
    for _ in range(cases(1250)):
        tree = drawn(rng, depth=rng.choice((3, 4, 5)), most=rng.choice((2, 3)))
        found = solve(tree, CONVENTIONS[convention]._replace(chance=chance))
        run = textbook(tree, convention, chance)
        inner = [node for node in found.visited_ids if tree.children[node]]
        assert list(found.evaluated_ids) == run.leaves
        assert {node: found.window(node) for node in inner} == run.windows
        assert {node: found.returned(node) for node in inner} == run.returned
        assert sorted(found.pruned_root_ids) == sorted(run.skipped)
        cut += any(tree.kinds[each.node] is Kind.CHANCE and each.skipped for each in found.cut_events)
    assert cut


@pytest.mark.parametrize(("players", "relation"), [(("MAX", "MIN"), "<="), (("MIN", "MAX"), ">=")])
def test_a_probe_proves_a_bound(players: tuple[str, str], relation: str):
    """One leaf of each outcome is sufficient; the bound is from the side of the player who moves there."""
    above, below = players
    leaves = ((8, 7, 9), (1, 9, 6), (0, 3, 4)) if below == "MIN" else ((2, 3, 1), (9, 1, 4), (10, 7, 6))
    outcomes = " ".join(f"{below} ({' '.join(map(str, group))})" for group in leaves)
    tree = read(f"bounds: 0 10\ntree: {above} (5 CHANCE ({outcomes}))")
    found = solve(tree, CONVENTIONS["aima"]._replace(chance="star2"))

    assert [found.relation(node) for node in found.tree.children[2][:2]] == [relation, relation]


PROVED_ON_THE_WAY = "bounds: 0 10\ntree: (5 CHANCE (0 0 9))"
"""A chance node that is cut because of an earlier move."""


def test_limits_of_all_values_are_distinguished_from_the_start_window():
    """No node set the bound in either case; a cut because of another move is a third case."""
    tree = read("bounds: 0 10\ntree: (CHANCE (MIN (8 7) MIN (0 3)) 5)")
    star1 = CONVENTIONS["aima"]._replace(chance="star1")
    (of_limit,) = [row.facts["edge"] for row in step_rows(solve(tree, star1)) if "edge" in row.facts]
    narrow = CONVENTIONS["aima"]._replace(window=(0, 4))
    of_window = [row.facts["edge"] for row in step_rows(solve(read("((6 5) 2 9)"), narrow)) if "edge" in row.facts]

    (of_move,) = [row.facts["edge"] for row in step_rows(solve(read(PROVED_ON_THE_WAY), star1)) if "edge" in row.facts]

    assert (of_limit, of_window, of_move) == (True, [False], False)
