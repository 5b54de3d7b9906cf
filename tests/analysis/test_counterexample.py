"""A counterexample makes its node decide; if there is none, no values from a grid do either."""

import itertools
from collections.abc import Iterable, Mapping
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.analysis.test_minimal_tree import KINDS
from tests.support.chance_oracle import drawn
from tests.support.effort import cases, dice, examples
from tests.support.oracle import INFINITY, Nested
from tests.support.strategies import INFINITE, SHARES, planted, written
from treesolve.analysis.counterexample import Counterexample, NoCounterexample, explain_pruned, explain_visited
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.model.kind import Kind
from treesolve.model.tree import Tree
from treesolve.notation.grammar_reader import read_native
from treesolve.notation.reader import read
from treesolve.search.solution import Solution, solve

DIGITS = st.integers(0, 9) | st.integers(0, 2)


VARIANTS = [
    *CONVENTIONS.values(),
    CONVENTIONS["lang"].override(cut=">"),
    CONVENTIONS["haw"].override(order="right-left"),
    CONVENTIONS["haw"].override(cut=">"),
    CONVENTIONS["aima"].override(window=(1, 5)),
    CONVENTIONS["cs188"].override(window=(3, INFINITY)),
]


class NoValue(Exception):
    """Raised if infinities of both signs meet in a chance node."""


def value(tree: Tree, leaves: Mapping[int, object], node: int = 0, without: int | None = None) -> object:
    """Return the minimax value of a node by definition, without one subtree; None if nothing remains below it."""
    if not tree.children[node]:
        return leaves[node]
    below = [(child, value(tree, leaves, child, without)) for child in tree.children[node] if child != without]
    values = [(child, found) for child, found in below if found is not None]
    if not values:
        return None
    if tree.kinds[node] is Kind.CHANCE:
        return expected(tree, [(tree.weight(child), found) for child, found in values])
    return (max if tree.kinds[node] is Kind.MAX else min)(found for _, found in values)


def expected(tree: Tree, weighted: list[tuple]) -> object:
    """Return the weighted sum; infinities outweigh finite values, and weight 0 cancels any value."""
    counted = [(weight, found) for weight, found in weighted if weight]
    infinite = {found for _, found in counted if found in (INFINITY, -INFINITY)}
    if len(infinite) > 1:
        raise NoValue
    return infinite.pop() if infinite else sum(weight * found for weight, found in counted)


def unseen_at(solution: Solution, node: int) -> list[int]:
    """Return the leaves not evaluated when the search comes to a node."""
    earlier = set(itertools.takewhile(lambda visited: visited != node, solution.visited_ids))
    return [leaf for leaf in solution.tree.leaf_ids if leaf not in earlier]


def check(solution: Solution, node: int, grid: Iterable[object]) -> Counterexample | NoCounterexample:
    """Check the explanation of a visited node against the definition of a value."""
    tree, unseen = solution.tree, unseen_at(solution, node)
    found = explain_visited(solution, node)
    assert found.node == node
    if isinstance(found, Counterexample):
        leaves = {**dict(enumerate(tree.values)), **found.values}
        assert sorted(found.values) == unseen
        assert value(tree, leaves) == found.root != found.without
        assert value(tree, leaves, without=node) == found.without
        assert value(tree, leaves, node) == found.value
    elif found.code == "chance":
        assert any(tree.kinds[above] is Kind.CHANCE for above in range(node))
    else:
        assert found.code in ("tie", "limit", "closed", "no-cuts")
        assert not decides(tree, node, unseen, grid)
    return found


def decides(tree: Tree, node: int, unseen: list[int], grid: Iterable[object]) -> bool:
    """Return whether, for some values from the grid, the root has another value without the node than with it."""
    for values in itertools.islice(itertools.product(grid, repeat=len(unseen)), 1000):
        leaves = {**dict(enumerate(tree.values)), **dict(zip(unseen, values, strict=True))}
        try:
            if value(tree, leaves) != value(tree, leaves, without=node):
                return True
        except NoValue:
            continue
    return False


def trees(leaves: st.SearchStrategy) -> st.SearchStrategy[Nested]:
    """Generate small trees with the given leaves."""
    return st.recursive(leaves, lambda below: st.lists(below, min_size=1, max_size=3), max_leaves=8)


@pytest.mark.parametrize("convention", VARIANTS, ids=lambda convention: convention.id)
@examples(60)
@given(data=st.data(), maximising=st.booleans())
def test_every_visited_node_has_a_counterexample_or_a_reason(
    convention: Convention, data: st.DataObject, maximising: bool
):
    """Checks all conventions, including ties and infinities; no reason is "unknown"."""
    unit = convention.perspective == "unit"
    tree = data.draw(trees(SHARES if unit else DIGITS | INFINITE))
    solution = solve(planted(tree, maximising=maximising), convention)
    grid = (0, Fraction(1, 3), 1) if unit else (-5, Fraction(1, 2), 4, 20)

    for node in solution.visited_ids[1:]:
        found = check(solution, node, grid)
        if isinstance(found, Counterexample) and unit:
            assert all(0 <= number <= 1 for number in found.values.values())


@pytest.mark.parametrize("convention", VARIANTS, ids=lambda convention: convention.id)
@examples(60)
@given(tree=trees(DIGITS), kinds=st.lists(KINDS, min_size=12, max_size=12))
def test_players_that_move_twice_and_chance(convention: Convention, tree: Nested, kinds: list[str]):
    """Chance nodes or further nodes of the same player are between MAX and MIN."""
    if convention.perspective == "unit":
        return
    solution = solve(read_native(with_kinds(tree, iter(kinds))), convention)

    for node in solution.visited_ids[1:]:
        check(solution, node, (-5, Fraction(1, 2), 4, 20))


@pytest.mark.parametrize("chance", ["star1", "star2"])
@pytest.mark.parametrize("convention", ["aima", "cs188", "haw", "lang"])
def test_where_chance_nodes_are_cut_there_are_counterexamples_within_the_limits(convention: str, chance: str):
    """Each visited node has values that make it decide, or a reason why no values from a grid change the root."""
    rng, counts = dice(f"limits {convention} {chance}"), dict.fromkeys(("found", "chance", "closed", "tie", "limit"), 0)
    for _ in range(cases(300)):
        tree = drawn(rng, depth=rng.choice((3, 4)))
        solution = solve(tree, CONVENTIONS[convention]._replace(chance=chance))
        for node in solution.visited_ids[1:]:
            found, unseen = explain_visited(solution, node), unseen_at(solution, node)
            if isinstance(found, NoCounterexample):
                counts[found.code] += 1
                assert found.code == "chance" or not changes(tree, node, unseen, rng)
                continue
            counts["found"] += 1
            leaves = {**dict(enumerate(tree.values)), **found.values}
            assert sorted(found.values) == unseen
            assert all(0 <= number <= 20 for number in found.values.values())
            assert value(tree, leaves) == found.root != found.without == value(tree, leaves, without=found.removed_node)
            assert value(tree, leaves, node) == found.value
    assert counts["found"] > sum(counts.values()) / 2


def changes(tree: Tree, node: int, unseen: list[int], rng: object) -> bool:
    """Return whether the root depends on the unseen leaves of a node if all other leaves keep their values."""
    below = [leaf for leaf in unseen if leaf in tree.subtree(node)]
    for _ in range(10):
        leaves = {**dict(enumerate(tree.values)), **{leaf: rng.choice((0, 7, 20)) for leaf in unseen}}
        roots = {value(tree, {**leaves, **dict.fromkeys(below, number)}) for number in (0, Fraction(1, 3), 10, 20)}
        if len(roots) > 1:
            return True
    return False


def with_kinds(tree: Nested, kinds: Iterable[str]) -> str:
    """Return the text of a tree with kinds before its brackets."""
    if not isinstance(tree, list):
        return str(tree)
    return f"{next(kinds, '')}({' '.join(with_kinds(child, kinds) for child in tree)})"


@pytest.mark.parametrize("convention", ["haw", "luger", "hartmann", "aima", "cosc367", "knuth-moore"])
@examples(100)
@given(tree=st.recursive(DIGITS, lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=24))
def test_deep_bounds_and_cuts_on_equality_visit_only_necessary_nodes(convention: str, tree: Nested):
    """Every node they visit has a counterexample with integers."""
    solution = solve(planted(tree), CONVENTIONS[convention])

    for node in solution.visited_ids[1:]:
        found = explain_visited(solution, node)
        assert isinstance(found, Counterexample)
        assert all(isinstance(number, int) or number.denominator <= 10 for number in found.values.values())


@pytest.mark.parametrize("convention", VARIANTS, ids=lambda convention: convention.id)
@examples(80)
@given(data=st.data(), kinds=st.lists(KINDS, min_size=12, max_size=12))
def test_pruned_nodes_are_harmless(convention: Convention, data: st.DataObject, kinds: list[str]):
    """Values of pruned leaves do not change the root's value, or its side of the start window."""
    unit = convention.perspective == "unit"
    tree = data.draw(trees(SHARES if unit else DIGITS))
    solution = solve(read_native(written(tree) if unit else with_kinds(tree, iter(kinds))), convention)
    grid = (0, Fraction(1, 3), 1) if unit else (-5, Fraction(1, 2), 4, 20)
    leaves = dict(enumerate(solution.tree.values))

    for node in solution.pruned_ids:
        sanitize = explain_pruned(solution, node)
        assert sanitize.result == solution.result
        assert any(skipped in path(solution.tree, node) for skipped in sanitize.cut.skipped)
        assert sanitize.equal is (sanitize.cut.alpha == sanitize.cut.beta)
    for _ in range(3):
        changed = leaves | {leaf: data.draw(st.sampled_from(grid)) for leaf in solution.pruned_leaf_ids}
        stays(solution, value(solution.tree, changed))
        if solution.best_id is not None:
            assert value(solution.tree, changed, solution.best_id) == value(solution.tree, changed)


def path(tree: Tree, node: int) -> list[int]:
    """Return the node and its ancestors."""
    found = [node]
    while tree.parents[found[-1]] is not None:
        found.append(tree.parents[found[-1]])
    return found


def stays(solution: Solution, root: object) -> None:
    """Assert that the root's value agrees with the search result for other values of the pruned leaves."""
    if solution.result == "upper":
        assert root <= solution.returned(0)
    elif solution.result == "lower":
        assert root >= solution.returned(0)
    elif solution.result == "exact":
        assert root == solution.value


@pytest.mark.parametrize(
    ("text", "convention", "name", "values", "root", "without"),
    [
        ("((6 5) (7 9))", "haw", "L4", {"L4": 6}, 6, 7),
        ("((6 5) (7 9))", "haw", "L3", {"L3": 6, "L4": 7}, 6, 7),
        ("((6 5) (7 9))", "haw", "C", {"L3": 6, "L4": 6}, 6, 5),
        ("MIN ((6 5) (7 9))", "haw", "C", {"L3": 5, "L4": 5}, 5, 6),
        ("((6 5) (5.5 9))", "aima", "L4", {"L4": Fraction("5.1")}, Fraction("5.1"), Fraction("5.5")),
        ("((1/2 1) (3/4 0))", "unit", "C", {"L3": 1, "L4": 1}, 1, Fraction(1, 2)),
        ("((5))", "haw", "L1", {"L1": 0}, 0, None),
        ("((5 6) (2 x) (7 9))", "haw", "L6", {"L4": 1, "L6": 6}, 6, 7),
        ("(5 CHANCE (1/2 * (1 2) 1/2 * 9))", "aima", "L2", None, None, None),
        ("bounds: 0 20\ntree: (7 CHANCE (1/4 * (6 4 0) 3/4 * 19))", "aima", "L4", {"L4": 0, "L5": 20}, 15, 16),
        ("bounds: 0 20\ntree: (2 (4 CHANCE (10 8)))", "aima", "L3", {"L3": 0, "L4": 5}, Fraction(5, 2), 4),
    ],
)
def test_counterexamples(text: str, convention: str, name: str, values: dict | None, root: object, without: object):
    """The values are near those that occur: between two bounds, or one beyond a single bound."""
    solution = solve(read(text), CONVENTIONS[convention])

    found = explain_visited(solution, solution.tree.names.index(name))

    assert isinstance(found, Counterexample)
    if values is not None:
        assert {solution.tree.names[leaf]: number for leaf, number in found.values.items()} == values
        assert (found.root, found.without) == (root, without)


@pytest.mark.parametrize(
    ("text", "convention", "name", "code", "bounds"),
    [
        ("((5 6) (5 2))", "cs188", "L4", "tie", (5, 5)),
        ("((5 6) (2 9))", "minimax", "L4", "no-cuts", (5, 2)),
        ("(5 (((2 9) 3) 1))", "lang", "L3", "closed", (5, 2)),
        ("(5 (((5 9) 3) 1))", "lang", "L3", "closed", (5, 5)),
        ("((1 1) (1/4 1) (3/4 1))", "unit", "C", "limit", (1, INFINITY)),
        ("((1 1) (1/4 1) (3/4 1))", "unit", "L3", "limit", (1, 1)),
        ("CHANCE ((1 2) (3 4))", "aima", "C", "chance", (None, None)),
        ("CHANCE (((1 2)) 3)", "aima", "C", "chance", (None, None)),
        ("(5 CHANCE (1/2 * (1 2) 1/2 * (2 2)))", "aima", "C", "chance", (None, None)),
        ("(5 CHANCE (0 * (1 2) 1 * (2 2)))", "aima", "C", "closed", (None, None)),
        ("(5 CHANCE (1/2 * (1 2) 1/2 * (2 2)))", "aima", "L5", "closed", (None, None)),
    ],
)
def test_reasons(text: str, convention: str, name: str, code: str, bounds: tuple):
    """The reasons why a convention visits a node that cannot matter, with the bounds that prove it."""
    solution = solve(read(text), CONVENTIONS[convention])

    assert explain_visited(solution, solution.tree.names.index(name))[1:] == (code, *bounds)


def test_nodes_without_an_explanation():
    """The root, nodes with the other status, and moves played without a search have no explanation."""
    solution, forced = solve(read("((6 5) (2 9))")), solve(read("((1 0))"), CONVENTIONS["unit"])

    for explain, found, node in (
        (explain_visited, solution, 0),
        (explain_visited, solution, 6),
        (explain_visited, forced, 1),
        (explain_pruned, solution, 5),
        (explain_pruned, forced, 1),
    ):
        with pytest.raises(ValueError):
            explain(found, node)


def test_deep_trees_are_explained():
    """The explanation does not use recursion."""
    depth = 3000
    solution = solve(read("(" * depth + "1 2" + " 3)" * depth))

    assert isinstance(explain_visited(solution, solution.visited_ids[-1]), Counterexample | NoCounterexample)


NUMBERS = st.fractions(-50, 50, max_denominator=60) | st.sampled_from([-INFINITY, INFINITY])
