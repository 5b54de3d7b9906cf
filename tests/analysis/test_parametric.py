"""Intervals of x: every interval is compared with searches that have numbers instead of the letter."""

import json
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tests.support.chance_oracle import drawn
from tests.support.effort import cases, dice, examples, few, size
from tests.support.oracle import minimax
from tests.support.places import EXERCISES
from tests.support.strategies import SHARES, written
from treesolve.analysis.parametric import (
    conditional_probabilities,
    solve_probabilities,
    solve_unknown,
    solve_unknowns,
    unknown_letters,
)
from treesolve.analysis.piecewise import Interval, IntervalAnswer, Linear, merge_intervals
from treesolve.analysis.unknown_solution import Finding, Obstacle, UnknownSolution, largest_integer, smallest_integer
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.model.kind import Kind
from treesolve.model.number import INFINITY, Number, Unknown
from treesolve.model.problem import InputError
from treesolve.model.resources import schema_text
from treesolve.model.tree import Tree
from treesolve.model.tree_shape import with_leaf_values
from treesolve.notation.number_text import format_number
from treesolve.notation.reader import read
from treesolve.notation.writer import write
from treesolve.rendering.document import written as page_of
from treesolve.rendering.unknown_page import unknown_document, unknown_page
from treesolve.search.minimax import minimax_values
from treesolve.search.search import Unsolvable
from treesolve.search.solution import solve

AIMA, CS188, HAW, UNIT = (CONVENTIONS[name] for name in ("aima", "cs188", "haw", "unit"))

GRID = sorted({Fraction(step, part) for part in (1, 2, 3) for step in range(-5 * part, 5 * part + 1)})
"""All integers, halves and thirds from -5 to 5."""

MISSING = "x"
"""Placeholder for the letter among the leaves of a nested tree."""


def finding_at(solution: UnknownSolution, number: Number) -> Finding:
    """Return the finding of the only interval that contains the number."""
    found = [piece.answer for piece in solution.findings if piece.interval.contains(number)]
    assert len(found) == 1, (number, solution.findings)
    return found[0].at(number)


def asked_at(solution: UnknownSolution) -> list[Number]:
    """Return the numbers to test: the grid, the ends of all intervals and numbers close to them, within the domain."""
    ends = {end for piece in solution.findings for end in piece.interval[:2]} - {-INFINITY, INFINITY}
    near = {end + step for end in ends for step in (Fraction(-1, 997), 0, Fraction(1, 997))}
    return [number for number in sorted({*GRID, *near}) if solution.domain.contains(number)]


def finding_of_search(tree: Tree, convention: Convention) -> Finding:
    """Return the value, result, choice, pruned nodes and leaves of a search, or the reason why it is impossible."""
    value = minimax_values(tree)[0]
    known = None if value is None else Linear(0, value)
    try:
        found = solve(tree, convention)
    except Unsolvable as refusal:
        return Finding(known, obstacle=Obstacle(refusal.code, refusal.node))
    returned = found.returned(0)
    returned_value = None if returned is None else Linear(0, returned)
    return Finding(known, found.result, returned_value, found.best_id, found.pruned_root_ids, found.evaluated_ids)


def solved_with(text: str, number: Number, convention: Convention) -> Finding:
    """Return the finding for the text with a number instead of the letter."""
    return finding_of_search(read(text.replace(MISSING, f" {format_number(number)} ")), convention)


def check(text: str, convention: Convention) -> UnknownSolution:
    """Compare every interval with searches for numbers, and return the solution."""
    solution = solve_unknown(read(text), convention, MISSING)
    for number in asked_at(solution):
        assert finding_at(solution, number) == solved_with(text, number, convention), (text, convention.id, number)
    for left, right in zip(solution.findings, solution.findings[1:], strict=False):
        assert left.interval.high == right.interval.low
        assert not _same(left, right), (text, convention.id, left, right)
    return solution


def _same(left: IntervalAnswer[Finding], right: IntervalAnswer[Finding]) -> bool:
    """Return whether two neighbors could be merged."""
    if left.interval.is_point:
        return left.answer == right.answer.at(left.interval.low)
    if right.interval.is_point:
        return right.answer == left.answer.at(right.interval.low)
    return left.answer == right.answer


def spans(intervals: tuple[Interval, ...]) -> list[str]:
    """Return the intervals in mathematical notation."""
    return [
        f"{'[' if each.low_closed else '('}{each.low}, {each.high}{']' if each.high_closed else ')'}"
        for each in intervals
    ]


# Trees with the letter in one or more leaves

LEAVES = st.integers(-4, 4)

INFINITE = st.one_of(LEAVES, LEAVES, st.sampled_from([INFINITY, -INFINITY]))


def with_letters(leaves: st.SearchStrategy) -> st.SearchStrategy:
    """Generate nested trees with at least one occurrence of the letter."""
    leaf = st.one_of(leaves, leaves, leaves, st.just(MISSING))
    trees = st.recursive(leaf, lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=16)
    return trees.filter(lambda tree: MISSING in written(tree))


@st.composite
def chance_texts(draw: st.DrawFn) -> str:
    """Generate trees with chance nodes, partly with weights, and at least one occurrence of the letter."""
    leaf = st.sampled_from(["-2", "0", "1", "3", "1/2", "inf", "-inf", MISSING, MISSING, MISSING])
    text = draw(st.recursive(leaf, _random_inner, max_leaves=10))
    assume(MISSING in text)
    return text


def _random_inner(below: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    children = st.lists(below, min_size=2, max_size=3)
    plain = st.builds(lambda kind, texts: f"{kind} ({' '.join(texts)})", st.sampled_from(["MAX", "MIN"]), children)
    even = children.map(lambda texts: f"CHANCE ({' '.join(texts)})")
    weighted = st.builds(
        lambda texts, share: f"CHANCE ({share} * {texts[0]} {1 - share} * {texts[1]})",
        st.lists(below, min_size=2, max_size=2),
        st.sampled_from([Fraction(1, 4), Fraction(1, 3), Fraction(1), Fraction(0)]),
    )
    return plain | even | weighted


STEERED = [
    *(AIMA.override(order="right-left"), AIMA.override(cut=">", ties="last"), AIMA.override(ties="last")),
    *(HAW.override(window=(-1, 2)), AIMA.override(window=(-1, 2)), HAW.override(cut=">")),
    *(AIMA.override(returns="clipped"), AIMA.override(bounds="shallow")),
]
"""Convention overrides with narrow windows, other ties and other orders."""


@pytest.mark.parametrize("convention", [*CONVENTIONS.values(), *STEERED], ids=lambda convention: convention.id)
@examples(40)
@given(tree=with_letters(INFINITE))
@example(tree=[["x", 3], [2, "x"], [1, [4, "x"]]])
@example(tree=["x"])
@example(tree="x")
def test_every_interval_holds_for_every_number_in_it(convention: Convention, tree: list):
    """Compares value, best move, pruned nodes and order, also at points and ends, for every convention and rule.

    If values are shares of 1, so is the letter's value; both ends are included.
    """
    is_unit = convention.perspective == "unit"
    solution = check(written(_shares(tree) if is_unit else tree), convention)
    if is_unit:
        assert merge_intervals([piece.interval for piece in solution.findings]) == (Interval(0, 1, True, True),)


def _shares(tree: list) -> list:
    if isinstance(tree, list):
        return [_shares(child) for child in tree]
    if isinstance(tree, str) or tree in (INFINITY, -INFINITY):
        return "y" if tree in ("y", "?") else MISSING
    return Fraction(tree + 4, 8)


@pytest.mark.parametrize("convention", [c for c in CONVENTIONS.values() if c.perspective != "unit"], ids=lambda c: c.id)
@examples(20)
@given(text=chance_texts())
@example(text="MAX (CHANCE (x 3) CHANCE (1/3 * x 2/3 * 1) 2)")
def test_chance_nodes_bend_the_value_exactly(convention: Convention, text: str):
    """Weighted sums with the letter are compared with numbers and with each other; every crossing is found."""
    check(text, convention)


def _filled(tree: list, number: Fraction) -> list:
    if isinstance(tree, list):
        return [_filled(child, number) for child in tree]
    return number if tree == MISSING else tree


# Exam questions


def test_a_published_leaf_that_is_unimportant():
    """Lang, figure 4: the result is 5 for every x. Hartmann: x does not matter."""
    lang = solve_unknown(read((EXERCISES / "lang" / "bild-4.tree").read_text("utf-8")), CONVENTIONS["lang"])
    hartmann = solve_unknown(
        read((EXERCISES / "hartmann" / "two-subtrees.tree").read_text("utf-8")), CONVENTIONS["hartmann"]
    )

    assert [(spans((each,)), found.value) for each, found in lang.values] == [(["(-inf, inf)"], Linear(0, 5))]
    assert [(spans((each,)), found.value) for each, found in hartmann.values] == [(["(-inf, inf)"], Linear(0, 3))]
    assert lang.matters == hartmann.matters == ()
    assert [spans(lang.pruned_where(node)) for node in lang.leaf_ids] == [["(-inf, inf)"]]


def test_four_published_unknowns_are_never_needed():
    """Middlesex, lecture 12: the root has the value 3, and x, y, z and w need not be expanded."""
    tree = read((EXERCISES / "mdx" / "lecture-12.tree").read_text("utf-8"))

    assert unknown_letters(tree) == ("x", "y", "z", "w")
    for letter in unknown_letters(tree):
        solution = solve_unknown(tree, AIMA, letter)
        assert [found.value for _, found in solution.findings] == [Linear(0, 3)]
        assert len(solution.other_ids) == 3
        assert not solution.obstacles


def test_the_smallest_integer_for_which_a_leaf_is_pruned():
    """At MIN the right branch is skipped from x = 7/2 on; with strict cuts, only for x > 4."""
    text = "MIN (MAX (7/2 1) MAX (x B: 9))"
    strict = "MIN (MAX (4 1) MAX (x B: 9))"
    for convention, tree, span, smallest in (
        (AIMA, text, "[7/2, inf)", 4),
        (CS188, text, "(7/2, inf)", 4),
        (AIMA, strict, "[4, inf)", 4),
        (CS188, strict, "(4, inf)", 5),
    ):
        solution = solve_unknown(read(tree), convention)
        (node,) = solution.prunable_ids
        assert solution.tree.names[node] == "B"
        assert spans(solution.pruned_where(node)) == [span]
        assert smallest_integer(solution.pruned_where(node)) == smallest
        assert largest_integer(solution.pruned_where(node)) is None


@examples(100)
@given(with_letters(LEAVES), st.sampled_from([AIMA, CS188, HAW]))
def test_where_a_node_is_pruned_and_where_the_letter_matters(tree: list, convention: Convention):
    """Compares each prunable node, its integers, and the changes of the root's value with searches for numbers."""
    text = written(tree)
    solution = solve_unknown(read(text), convention)
    step = Fraction(1, 997)
    for number in range(-6, 7):
        pruned = solve(read(text.replace(MISSING, f" {number} ")), convention).pruned_ids
        for node in range(len(solution.tree)):
            assert any(each.contains(number) for each in solution.pruned_where(node)) == (node in pruned)
        inside = number + Fraction(1, 2)
        around = [_filled_value(tree, inside + side) for side in (-step, step)]
        assert any(each.contains(inside) for each in solution.matters) == (around[0] != around[1])
    for node in solution.prunable_ids:
        where = solution.pruned_where(node)
        inside = [number for number in range(-9, 10) if any(each.contains(number) for each in where)]
        assert smallest_integer(where) == (None if not inside or inside[0] == -9 else inside[0])
        assert largest_integer(where) == (None if not inside or inside[-1] == 9 else inside[-1])


def _filled_value(tree: list, number: Fraction) -> Number:
    return minimax(_filled(tree, number))


@examples(100)
@given(with_letters(SHARES | LEAVES), st.sampled_from([AIMA, CS188, HAW.override(ties="last")]))
def test_integers_only(tree: list, convention: Convention):
    """The ranges of integers are disjoint and complete, and agree with the intervals."""
    every, whole = (solve_unknown(read(written(tree)), convention, integers=integers) for integers in (False, True))

    for number in range(-7, 8):
        assert finding_at(whole, number) == finding_at(every, number)
        assert any(each.contains(number) for each in whole.matters) == any(
            each.contains(number) for each in every.matters
        )
    for left, right in zip(whole.findings, whole.findings[1:], strict=False):
        assert left.interval.high + 1 == right.interval.low
        assert type(left.interval.high) is type(right.interval.low) is int
        assert not _same(left, right)
    assert all(
        end == int(end) for node in whole.prunable_ids for each in whole.pruned_where(node) for end in _ends(each)
    )


def _ends(interval: Interval) -> list[Number]:
    return [end for end in interval[:2] if abs(end) != INFINITY]


# Several unknowns


@examples(90)
@given(with_letters(st.one_of(LEAVES, LEAVES, st.just("y"), st.just("?"))), st.sampled_from([AIMA, HAW, CS188, UNIT]))
def test_another_unknown_is_needed_exactly_where_a_search_needs_it(tree: list, convention: Convention):
    """It is pruned or needed at every number; a known value does not depend on it."""
    text = written(_shares(tree) if convention is UNIT else tree)
    solution = check(text, convention)

    for number in (Fraction(-3), Fraction(1, 2), Fraction(3)):
        found = finding_at(solution, number) if solution.domain.contains(number) else Finding()
        for other in (-100, 0, 100) if found.value else ():
            filled = text.replace(MISSING, f" {number} ").replace("y", f" {other} ").replace("?", f" {-other} ")
            assert minimax_values(read(filled))[0] == found.value.offset


def test_each_letter_alone():
    """The value of x decides where y is needed; a question about y reports that x is needed first."""
    tree = read("((6 5) (x (9 y)))")
    of_x, of_y = solve_unknown(tree, AIMA, "x"), solve_unknown(tree, AIMA, "y")

    needs_y, needs_x = Obstacle("unknown-leaf-needed", 8), Obstacle("unknown-leaf-needed", 5)
    assert {each: spans(where) for each, where in of_x.obstacles.items()} == {needs_y: ["(9, inf)"]}
    assert {each: spans(where) for each, where in of_y.obstacles.items()} == {needs_x: ["(-inf, inf)"]}
    assert [found.value for _, found in of_x.values] == [Linear(0, 5), Linear(1, 0), None]


def test_infinities_that_meet_below_a_chance_node():
    """They only matter where the search visits the node, which it does not for x < 4."""
    solution = solve_unknown(read("MIN (4 MAX (x CHANCE (inf -inf)))"), AIMA)

    assert {each: spans(where) for each, where in solution.obstacles.items()} == {
        Obstacle("infinities-cancel", 4): ["(-inf, 4)"]
    }


# Errors


@pytest.mark.parametrize(
    ("text", "convention", "letter", "code", "start"),
    [
        ("(1 ?)", AIMA, None, "unknown-without-letter", 3),
        ("(1 2)", AIMA, None, "no-unknown-leaf", None),
        ("MAX (x (y ?))", AIMA, "z", "no-such-letter", None),
    ],
)
def test_questions_without_an_answer(text: str, convention: Convention, letter: str, code: str, start: int | None):
    """There is no unknown, no letter or another letter, or no letter can change the error."""
    with pytest.raises(InputError) as raised:
        list(solve_unknowns(read(text), convention, letter))

    (problem,) = raised.value.problems
    assert (problem.code, problem.span and problem.span.start) == (code, start)


def test_an_answer_that_would_take_too_long_is_rejected(monkeypatch: pytest.MonkeyPatch):
    """The limit applies to the total of all searches."""
    text = "(x " + " ".join(map(str, range(40))) + ")"
    solve_unknown(read(text), AIMA)
    monkeypatch.setattr("treesolve.analysis.parametric.MAX_NODES_SEARCHED", 42 * 60)

    with pytest.raises(InputError) as raised:
        solve_unknown(read(text), AIMA)
    assert [problem.code for problem in raised.value.problems] == ["too-many-intervals"]


def test_depth_and_width_do_not_matter():
    """Trees can have thousands of plies or thousands of leaves."""
    deep = solve_unknown(read("(" * size(50_000) + "x" + " 1)" * size(50_000)), AIMA)
    wide = solve_unknown(read("(x " + "5 3 " * size(5000) + ")"), AIMA)

    assert [found.value for _, found in deep.values] == [Linear(0, 1)]
    assert [found.best_id for _, found in wide.findings] == [2, 1]


# The letter as the probability of an outcome

STEERED_WITH_CHANCE = [
    AIMA.override(order="right-left"),
    AIMA.override(cut=">", ties="last"),
    AIMA.override(window=(4, 11)),
    CONVENTIONS["haw"].override(window=(4, 11)),
]

NEAR = Fraction(1, 99991)


def points_in(interval: Interval) -> list[Number]:
    """Return the included ends of an interval, its middle, and points just inside its ends."""
    low, high = Fraction(interval.low), Fraction(interval.high)
    points = {low, high, (low + high) / 2, low + NEAR, high - NEAR}
    return [point for point in sorted(points) if interval.contains(point)]


def with_probability(tree: Tree, node: int, probability: Number) -> Tree:
    """Return the tree with this weight of the first outcome; the others keep their proportions."""
    first, *others = tree.children[node]
    known = [tree.weight(other) for other in others]
    whole = sum(known)
    shares = [one / whole if whole else Fraction(1, len(others)) for one in known]
    rest = {other: (1 - probability) * share for other, share in zip(others, shares, strict=True)}
    return Tree(
        tree.kinds,
        tree.values,
        tree.children,
        weights={**tree.weights, first: probability, **rest},
        bounds=tree.bounds,
    )


def check_probabilities(found: UnknownSolution) -> None:
    """Compare every interval with searches, and check that the intervals cover 0 to 1 without gaps."""
    pieces = found.findings
    for interval, finding in pieces:
        for point in points_in(interval):
            tree = with_probability(found.tree, found.chance_id, point)
            assert finding.at(point) == finding_of_search(tree, found.convention), (found.convention, point)
    for (left, _), (right, _) in pairwise(pieces):
        assert left.high == right.low
        assert left.high_closed is not right.low_closed
    assert (pieces[0].interval.low, pieces[-1].interval.high) == (0, 1)
    assert pieces[0].interval.low_closed
    assert pieces[-1].interval.high_closed


def drawn_tree(rng: Random, convention: Convention) -> Tree:
    """Return a random tree with chance nodes and partly infinite leaves; shares of 1 if the
    convention requires them.
    """
    while True:
        tree = drawn(rng, bounded=False, depth=rng.choice((2, 3, 4)), most=rng.choice((2, 3)))
        if Kind.CHANCE in tree.kinds:
            break
    values = [tree.values[leaf] for leaf in tree.leaf_ids]
    if convention.perspective == "unit":
        return with_leaf_values(tree, [Fraction(value, 20) for value in values])
    infinite = rng.choice((0, 0, 0.1))
    return with_leaf_values(
        tree, [rng.choice((INFINITY, -INFINITY)) if rng.random() < infinite else one for one in values]
    )


@pytest.mark.parametrize("convention", few([*CONVENTIONS.values(), *STEERED_WITH_CHANCE]), ids=str)
def test_every_interval_holds_for_every_probability_in_it(convention: Convention):
    """Compares value, best move, pruned nodes and order for each chance node, including both ends."""
    rng, pieces, nodes = dice(f"probability {convention}"), 0, 0
    for _ in range(cases(400)):
        for found in solve_probabilities(drawn_tree(rng, convention), convention):
            check_probabilities(found)
            nodes, pieces = nodes + 1, pieces + len(found.findings)
    assert pieces > nodes


def test_outcomes_without_any_weight_share_equally():
    """If the first outcome is certain, the proportions of the others are unknown."""
    assert conditional_probabilities(read("CHANCE (1 * 5 0 * 1 0 * 2)"), 0) == [Fraction(1, 2)] * 2


def test_each_chance_node_in_turn_or_the_one_that_is_named():
    """Without a name all chance nodes are used, in preorder."""
    tree = read("MAX (a: CHANCE (b: CHANCE (1 2) 3) c: CHANCE (4 5))")
    assert [found.chance_id for found in solve_unknowns(tree)] == [1, 2, 6]
    assert [found.chance_id for found in solve_unknowns(tree, name="c")] == [6]


@pytest.mark.parametrize(
    ("text", "arguments", "code"),
    [
        ("MAX (3 a: CHANCE (1 3))", {"name": "z"}, "no-such-chance-node"),
        ("MAX (3 a: CHANCE (1 3))", {"integers": True}, "probability-not-integer"),
        ("bounds: 0 9\ntree: MAX (3 CHANCE (1 3))", {}, "probability-moves-cuts"),
        (
            "bounds: 0 9\ntree: MAX (3 CHANCE (1 3))",
            {"convention": AIMA.override(chance="star2")},
            "probability-moves-cuts",
        ),
        ("MAX (3 1)", {}, "no-unknown-leaf"),
    ],
)
def test_invalid_questions_about_probabilities(text: str, arguments: dict, code: str):
    """Unknown names, integer probabilities, cuts at chance nodes, and trees without unknowns are rejected."""
    with pytest.raises(InputError) as raised:
        list(solve_unknowns(read(text), **arguments))
    assert [problem.code for problem in raised.value.problems] == [code]


# Pages and documents


@examples(40)
@given(with_letters(st.one_of(LEAVES, st.just("y"))), st.sampled_from(sorted(CONVENTIONS)), st.booleans())
def test_documents_fit_their_schema(tree: list, name: str, integers: bool):
    """They agree with the solution."""
    convention = CONVENTIONS[name]
    text = written(_shares(tree) if convention.perspective == "unit" else tree)
    text = f"MAX {text}" if text.startswith("(") else text
    solution = solve_unknown(read(text), convention, "x", integers=integers)

    found = json.loads(unknown_document(solution, "x.tree"))
    Draft202012Validator(json.loads(schema_text("unknown"))).validate(found)
    assert [piece["best"] for piece in found["pieces"]] == [each.answer.best_id for each in solution.findings]
    assert [entry["node"] for entry in found["prunable"]] == list(solution.prunable_ids)
    assert found["others"] == [{"leaf": leaf, "letter": "y"} for leaf in solution.other_ids]
    for form in ("text", "markdown"):
        for language in ("en", "de"):
            assert page_of(unknown_page(solution, language=language), form).endswith("\n")


@pytest.mark.parametrize("chance", ["star1", "star2"])
@pytest.mark.parametrize("convention", ["aima", "cs188", "haw", "lang"])
def test_a_letter_below_chance_nodes_that_are_cut(convention: str, chance: str):
    """The letter is limited by the tree's limits; averages and windows depend on it."""
    rng, pieces = dice(f"letter {convention} {chance}"), 0
    for _ in range(cases(125)):
        tree = drawn(rng, depth=rng.choice((2, 3, 3, 4)), most=2)
        leaf = rng.choice(tree.leaf_ids)
        text = write(
            with_leaf_values(tree, [Unknown("x") if one == leaf else tree.values[one] for one in tree.leaf_ids])
        )
        found = check(f"bounds: 0 20\ntree: {text}", CONVENTIONS[convention]._replace(chance=chance))
        assert found.domain == Interval(0, 20, True, True)
        pieces += len(found.findings)
    assert pieces > cases(125)


def test_a_start_window_makes_the_result_a_bound():
    """The result is an upper bound up to the window's low end, and a lower bound from its high end on."""
    found = solve_unknown(read("(x)"), AIMA.override(window=(5, 9))).bounds

    assert {result: spans(where) for (result, _), where in found.items()} == {
        "upper": ["(-inf, 5]"],
        "lower": ["[9, inf)"],
    }
