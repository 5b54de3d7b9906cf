"""What searches of uniform trees cost: counted leaves against formulas, a search of its own, and full trees."""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.effort import examples
from treesolve.analysis.cost import tree_study as study_module
from treesolve.analysis.cost.count import (
    FORMULA,
    MEASURED,
    OPEN,
    Cell,
    Count,
    all_leaves,
    branching_factor,
    expected_leaves,
    exponent,
    least_leaves,
    least_leaves_with_shallow_bounds,
    leaves_by_estimate_of_lectures,
    random_growth,
    saving,
)
from treesolve.analysis.cost.finding import Finding
from treesolve.analysis.cost.tree_study import (
    BLOCK,
    ORDERS,
    Study,
    Uniform,
    ascending_leaves,
    evaluated,
    ordered_leaves,
    random_leaves,
    size_of_block,
)
from treesolve.analysis.minimal_tree import least_evaluated
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.model.hash_random import Randomness
from treesolve.model.problem import InputError
from treesolve.model.tree import Kind, Tree
from treesolve.model.tree_shape import Shape, with_leaves
from treesolve.notation.number_text import read_range
from treesolve.search.search import search
from treesolve.search.solution import minimax_values, solve

HAW = CONVENTIONS["haw"]
CUTTING = [convention for convention in CONVENTIONS.values() if convention.cuts]
BACKWARDS = HAW.override(order="right-left")
SHALLOW = CONVENTIONS["lang"]

FORMS = [(2, 1), (2, 2), (2, 3), (2, 4), (2, 5), (2, 7), (3, 2), (3, 3), (3, 4), (4, 3), (5, 2), (7, 2), (5, 4)]
"""Widths and depths of small trees."""


def leaves_of(order: str, width: int, depth: int, seed: object = 1) -> Callable[[int, int], list[int]]:
    """The leaves of an order."""
    if order == "random":
        return random_leaves(seed)
    if order == "ascending":
        return ascending_leaves(width, depth, seed)
    return ordered_leaves(width, depth, best_first=order == "best")


def tree_of(order: str, width: int, depth: int, seed: object = 1) -> Tree:
    """The same tree in memory."""
    return full_tree(Uniform(width, depth, leaves_of(order, width, depth, seed)))


def full_tree(tree: Uniform) -> Tree:
    """The tree with all its nodes in memory."""
    first, count = tree.first_leaf, tree.width**tree.depth
    values = [tree.values[leaf] for leaf in range(first, first + count)]
    return with_leaves(Shape(((tree.width,) * 2,) * tree.depth).draw(Randomness("")), values)


def scaled(tree: Tree) -> Tree:
    """The tree with its values as shares of 1."""
    most = max(tree.values[leaf] for leaf in tree.leaves)
    return with_leaves(tree, [Fraction(tree.values[leaf], most) for leaf in tree.leaves])


def looked_at(tree: Tree, convention: Convention) -> int:
    """How many leaves the one search evaluates in a tree in memory."""
    log = search(scaled(tree) if convention.perspective == "unit" else tree, convention)
    return sum(tree.kinds[node] is Kind.LEAF for node in log.nodes)


def alpha_beta(tree: Tree, node: int, alpha: float, beta: float, seen: list[int]) -> int:
    """Textbook alpha-beta, as short as can be; `seen` takes in the leaves that are evaluated."""
    if tree.kinds[node] is Kind.LEAF:
        seen.append(node)
        return tree.values[node]
    for child in tree.children[node]:
        value = alpha_beta(tree, child, alpha, beta, seen)
        if tree.kinds[node] is Kind.MAX:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if tree.kinds[node] is Kind.MAX else beta


def own_count(tree: Tree) -> int:
    """How many leaves it evaluates."""
    seen: list[int] = []
    alpha_beta(tree, 0, -float("inf"), float("inf"), seen)
    return len(seen)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(("width", "depth"), FORMS)
def test_a_lazy_tree_costs_what_the_full_tree_costs(width: int, depth: int, order: str):
    """Under every lecture that cuts, and as much as textbook alpha-beta under those that are it; minimax costs all."""
    tree = tree_of(order, width, depth)
    for convention in [*CUTTING, BACKWARDS]:
        lazy = evaluated(width, depth, leaves_of(order, width, depth), convention)
        assert lazy == looked_at(tree, convention), convention.id
    assert evaluated(width, depth, leaves_of(order, width, depth), HAW) == own_count(tree)
    assert evaluated(width, depth, leaves_of(order, width, depth), CONVENTIONS["minimax"]) == width**depth


@pytest.mark.parametrize(("width", "depth"), [*FORMS, (2, 12), (3, 8), (6, 6), (30, 3)])
def test_the_best_order_takes_the_least_leaves(width: int, depth: int):
    """w^⌈d/2⌉ + w^⌊d/2⌋ - 1, also where values come in many blocks; no order of such a tree does with fewer."""
    best = leaves_of("best", width, depth)
    for convention in CUTTING:
        if convention.bounds == "deep":
            assert evaluated(width, depth, best, convention) == least_leaves(width, depth), convention.id
    if width**depth < 200:
        assert least_evaluated(solve(tree_of("random", width, depth), HAW)) == least_leaves(width, depth)


@pytest.mark.parametrize(("width", "depth"), [*FORMS, (2, 12), (6, 6)])
def test_in_the_worst_order_nothing_is_cut(width: int, depth: int):
    """Under no lecture: each child is better than all that lies below the ones before it."""
    for convention in CUTTING:
        assert evaluated(width, depth, leaves_of("worst", width, depth), convention) == width**depth


@pytest.mark.parametrize(("width", "depth"), FORMS)
@pytest.mark.parametrize("order", ["best", "worst", "ascending"])
def test_an_order_is_what_it_is_called(width: int, depth: int, order: str):
    """At every node the best child comes first; or last, and in the ascending one all others ascend to it."""
    tree = tree_of(order, width, depth)
    values = minimax_values(tree)
    assert len({tree.values[leaf] for leaf in tree.leaves}) == len(tree.leaves)
    for node, children in enumerate(tree.children):
        worth = [values[child] for child in children]
        if children:
            best = max(worth) if tree.kinds[node] is Kind.MAX else min(worth)
            assert worth.index(best) == (0 if order == "best" else width - 1)
        if order == "ascending":
            assert worth == sorted(worth, reverse=tree.kinds[node] is Kind.MIN)


@examples(100)
@given(st.sampled_from(FORMS), st.integers(), st.sampled_from(CUTTING))
def test_alpha_beta_lies_between_the_least_and_all(form: tuple[int, int], seed: int, convention: Convention):
    """In every tree, under every lecture."""
    count = evaluated(*form, random_leaves(seed), convention)
    assert least_leaves(*form) <= count <= all_leaves(*form)


@examples(100)
@given(st.sampled_from(FORMS), st.integers())
def test_ascending_children_are_cut_by_deep_bounds_alone(form: tuple[int, int], seed: int):
    """Up to three plies every bound a node is tested against was set by its parent."""
    for convention in (SHALLOW, HAW) if form[1] <= 3 else (SHALLOW,):
        assert evaluated(*form, ascending_leaves(*form, seed), convention) == all_leaves(*form)


def test_ascending_children_are_cut_deep():
    """From four plies on a bound from above the parent can cut, and no other does."""
    solutions = [solve(tree_of("ascending", 2, 5, seed), HAW) for seed in range(30)]
    cutting = [(solution, cut) for solution in solutions for cut in solution.cuts if cut.skipped]
    assert len(cutting) > 5
    assert all(solution.is_deep(cut) for solution, cut in cutting)


def test_no_more_leaves_than_said_are_in_memory(monkeypatch: pytest.MonkeyPatch):
    """What would take more is not counted."""
    monkeypatch.setattr(study_module, "_AT_ONCE", 31)
    (cell,) = Study((2,), (5,), 50, "s", HAW, ORDERS).cells()
    assert cell.orders["ascending"] == Count(OPEN)


def test_the_mean_is_that_of_a_search_of_its_own():
    """Over all trials, with its quartiles."""
    study = Study((3,), (4,), 60, "seed", HAW)
    (cell,) = study.cells()
    drawn = [full_tree(Uniform(3, 4, random_leaves("seed", 3, 4, trial))) for trial in range(60)]
    counts = [own_count(tree) for tree in drawn]
    assert cell.orders["random"].counts == tuple(counts)
    assert cell.orders["random"].mean == Fraction(sum(counts), 60)
    below = sum(count <= cell.orders["random"].quartiles[1] for count in counts)
    assert below >= 30


def test_a_search_from_the_right_finds_its_orders_there():
    """The best child is the one it comes to first, the worst the one it comes to last."""
    orders = ("best", "worst", "ascending")
    forwards, backwards = (
        [cell.orders for cell in Study((2, 3), (4, 5), 5, "1", convention, orders).cells()]
        for convention in (HAW, BACKWARDS)
    )
    assert forwards == backwards
    assert backwards[0]["best"].counts == (least_leaves(2, 4),)
    assert backwards[0]["ascending"].counts == (all_leaves(2, 4),) * 5


def test_a_study_is_repeated_by_its_seed():
    """The same seed, the same numbers; another one, others. More trials begin with the same."""
    study = Study((2, 3), (3, 5), 10, "1", HAW, ORDERS)
    assert list(study.cells()) == list(study.cells())
    assert list(study.cells()) != list(study._replace(seed="2").cells())
    longer = study._replace(trials=30)
    for few, many in zip(study.cells(), longer.cells(), strict=True):
        assert many.orders["random"].counts[:10] == few.orders["random"].counts


def test_numbers_from_the_first_machine():
    """The same everywhere: written down once."""
    assert random_leaves("a", 2, 3, 0)(0, 3) == [826169291988429896, 289205746577231528, 909914649341605612]
    (cell,) = Study((3,), (5,), 5, "1", HAW).cells()
    assert cell.orders["random"].counts == (118, 83, 123, 105, 147)


@examples(100)
@given(st.integers(0, 2**40), st.integers(1, 300), st.integers())
def test_values_do_not_depend_on_the_block(first: int, count: int, seed: int):
    """And all of them differ."""
    leaves = random_leaves(seed)
    values = leaves(first, count)
    assert values == [leaves(number, 1)[0] for number in range(first, first + count)]
    assert len(set(values)) == count
    assert all(0 <= value < 2**60 for value in values)


@pytest.mark.parametrize("width", [2, 3, 6, 10, 511, 512, 513, 1000])
@pytest.mark.parametrize("depth", [1, 2, 5])
def test_a_block_is_a_power_of_the_width(width: int, depth: int):
    """No larger than the tree, and no larger than need be."""
    block = size_of_block(width, depth)
    assert block in [width**power for power in range(1, depth + 1)]
    assert block <= max(BLOCK, width)


def test_values_look_drawn():
    """A mixed value is as often below the middle as above, whatever the place, and neighbours do not run together."""
    values = [random_leaves("draw", trial)(0, 64) for trial in range(200)]
    flat = [value for row in values for value in row]
    assert abs(sum(value < 2**59 for value in flat) - len(flat) / 2) < 4 * (len(flat) / 4) ** 0.5
    ups = sum(one < other for row in values for one, other in pairwise(row))
    assert abs(ups - 200 * 63 / 2) < 4 * (200 * 63 / 12) ** 0.5
    firsts = [sorted(row[:4]).index(row[0]) for row in values]
    assert all(25 < firsts.count(place) < 80 for place in range(4))


@pytest.mark.parametrize(
    ("width", "depth", "order", "how"),
    [
        (2, 9, "best", MEASURED),
        (2, 9, "worst", MEASURED),
        (2, 9, "random", MEASURED),
        (4, 8, "best", MEASURED),
        (4, 8, "worst", FORMULA),
        (4, 8, "random", OPEN),
        (9, 9, "best", FORMULA),
        (1000, 100, "best", FORMULA),
        (1000, 100, "random", OPEN),
        (4, 8, "ascending", OPEN),
    ],
)
def test_what_is_too_much_is_not_counted(width: int, depth: int, order: str, how: str):
    """But known where there is a formula."""
    study = Study((width,), (depth,), 10, "1", HAW, (order,), effort=5000)
    (cell,) = study.cells()
    assert cell.orders[order].how == how
    expected = {"best": least_leaves, "worst": all_leaves}.get(order)
    if expected:
        assert cell.orders[order].counts == (expected(width, depth),)
    if how == OPEN:
        assert cell.orders[order] == Count(OPEN)


@pytest.mark.parametrize(("width", "depth"), [*FORMS, (3, 8), (2, 11)])
def test_shallow_bounds_take_more_leaves_in_the_best_order(width: int, depth: int):
    """From four plies on; how many follows from a formula of its own."""
    count = evaluated(width, depth, leaves_of("best", width, depth), SHALLOW)
    assert count == least_leaves_with_shallow_bounds(width, depth)
    assert (count > least_leaves(width, depth)) is (depth > 3)
    if width**depth < 2000:
        assert count == least_evaluated(solve(tree_of("random", width, depth), SHALLOW))


def test_there_is_no_formula_for_a_lecture_that_misses_cuts():
    """It is counted where all leaves could be, and stays open elsewhere."""
    trap = HAW.override(cut=">")
    assert "strict-cut-on-bounds" in trap.traps
    counts = [next(Study((3,), (depth,), 1, "1", trap, effort=1000).cells()).orders["best"] for depth in (6, 7)]
    assert counts[0].counts[0] > least_leaves(3, 6)
    assert counts[1] == Count(OPEN)
    shallow = next(Study((3,), (20,), 1, "1", SHALLOW).cells()).orders["best"]
    assert shallow == Count(FORMULA, (least_leaves_with_shallow_bounds(3, 20),))


def test_trials_follow_from_the_effort_alone():
    """As many as the effort allows; the mean would be wrong if it depended on what they count."""
    cells = list(Study((4,), (6, 7, 8), 100, "1", HAW, ("random",), effort=20_000).cells())
    trials = [len(cell.orders["random"].counts) for cell in cells]
    assert trials == [min(100, 20_000 // expected_leaves(4, depth)) for depth in (6, 7, 8)]
    assert trials[0] > trials[1] > trials[2] > 0


def test_theory():
    """Knuth and Moore's least leaves, Pearl's growth: the golden section for two children, below w^(3/4) for few."""
    assert [least_leaves(2, depth) for depth in range(1, 7)] == [2, 3, 5, 7, 11, 15]
    assert [least_leaves(30, 4), least_leaves(30, 5)] == [1799, 27899]
    assert random_growth(2) == pytest.approx((1 + 5**0.5) / 2)
    for width in (2, 3, 5, 17, 100):
        growth = random_growth(width)
        root = growth / (1 + growth)
        assert root**width + root == pytest.approx(1)
        assert width**0.5 < growth < width
    assert all(random_growth(width) < width**0.75 for width in (2, 6, 20))
    assert leaves_by_estimate_of_lectures(16, 4) == 16**3


def test_a_count_tells_mean_margin_and_quartiles():
    """Margins after Student, from five trials on; quartiles in proportion between two trials."""
    count = Count(MEASURED, (1, 2, 3, 4, 5))
    assert (count.mean, count.quartiles) == (3, [2, 3, 4])
    assert count.margin == pytest.approx(2.776 * (2.5 / 5) ** 0.5)
    assert Count(MEASURED, (1, 2)).quartiles == [Fraction(5, 4), Fraction(3, 2), Fraction(7, 4)]
    assert Count(MEASURED, (1, 2, 3, 9)).margin is None
    for trials, quantile in ((31, 2.042), (32, 1.96), (100, 1.96)):
        variance = sum((n - (trials - 1) / 2) ** 2 for n in range(trials)) / (trials - 1)
        assert Count(MEASURED, tuple(range(trials))).margin == pytest.approx(quantile * (variance / trials) ** 0.5)
    assert (Count(OPEN).mean, Count(OPEN).margin, Count(OPEN).quartiles) == (None, None, None)


def test_what_follows_from_counts():
    """Branching factor and exponent of all leaves are the width and 1; growth is that of the last two plies."""
    everything = Count(FORMULA, (3**8,))
    assert branching_factor(everything, 8) == pytest.approx(3)
    assert exponent(everything, 3, 8) == pytest.approx(1)
    assert branching_factor(Count(OPEN), 8) is None
    assert saving(Cell(3, 8, everything, {}), Count(MEASURED, (3**4, 3**5))) == Fraction(3**4, 2)
    assert saving(Cell(3, 8, everything, {}), Count(OPEN)) is saving(Cell(3, 8, Count(OPEN), {}), everything) is None
    study = Study((2,), (3, 4, 6, 7), 20, "1", HAW)
    finding = Finding(study, tuple(study.cells()))
    (growth,) = finding.growths()
    means = {cell.depth: float(cell.orders["random"].mean) for cell in finding.cells}
    assert (growth.width, growth.low, growth.high) == (2, 4, 7)
    assert growth.factor == pytest.approx((means[7] / means[4]) ** (1 / 3))
    assert not list(Finding(study, finding.cells[:2]).growths())
    few = Study((2,), (4, 6), 5, "1", HAW)
    assert len(list(Finding(few, tuple(few.cells())).growths())) == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("4", (4,)),
        ("2..6", (2, 3, 4, 5, 6)),
        ("6, 2 .. 4,3", (2, 3, 4, 6)),
        ("10..10", (10,)),
        *((text, "cost-range-form") for text in ("", "x", "2..", "2...4", "2-4", "2,,4", "1.5", "9" * 20)),
        ("6..2", "cost-range-order"),
        *((text, "cost-range-span") for text in ("0", "-3", "−3", "1..4", "4..11")),
    ],
)
def test_a_range_is_read_or_refused(text: str, told: tuple[int, ...] | str):
    """In ascending order, each number once; or with what is wrong with it."""
    try:
        assert read_range(text, 2, 10) == told
    except InputError as error:
        assert [problem.code for problem in error.problems] == [told]


@pytest.mark.long
def test_the_growth_comes_near_pearls():
    """Of trees with two children: above it, and closer to it in deep trees than in others."""
    study = Study((2,), (4, 6, 12, 14), 60, "1", HAW, ("random",))
    means = [float(cell.orders["random"].mean) for cell in study.cells()]
    early, late = (means[1] / means[0]) ** 0.5, (means[3] / means[2]) ** 0.5
    assert random_growth(2) * 0.99 < late < early


def test_the_expectation_is_good_enough_to_plan_with():
    """Within a factor of two of what is counted."""
    for width, depth in product((2, 3, 6), (4, 6)):
        (cell,) = Study((width,), (depth,), 20, "1", HAW, ("random",)).cells()
        assert 0.5 < float(cell.orders["random"].mean) / expected_leaves(width, depth) < 2


def test_how_many_cells_there_are():
    """One for each width and depth."""
    assert Study((2, 3), (1, 2, 3), 5, "1", HAW).size == 6
