"""Misconceptions: each buggy search is compared with an independent textbook function and is a complete search."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import wrong_oracle
from tests.support.answers import CUTTING
from tests.support.effort import cases, dice, examples
from tests.support.strategies import SHARES, SMALL, WIDE, any_trees, nested, planted
from treesolve.analysis.misconception import CHANCE_CODES, CODES, simulated_students, solve_with_misconception
from treesolve.analysis.reference_answer import LeafMasks
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.model.tree import Tree
from treesolve.notation.reader import read
from treesolve.search.buggy_rules import BUGGY_RULES
from treesolve.search.search import Unsolvable, search
from treesolve.search.solution import Solution, solve


def paths(tree: Tree) -> list[wrong_oracle.Path]:
    """Return the path from the root to each node."""
    found: list[wrong_oracle.Path] = [()] * len(tree)
    for node, children in enumerate(tree.children):
        for index, child in enumerate(children):
            found[child] = (*found[node], index)
    return found


def as_run(solution: Solution) -> wrong_oracle.Run:
    """Return what the solution did at each node, identified by its path."""
    path = paths(solution.tree)
    inner = [node for node in solution.visited_ids if solution.tree.children[node]]
    return wrong_oracle.Run(
        [path[leaf] for leaf in solution.evaluated_ids],
        {path[node]: (solution.log.alphas[solution.visit_of[node]], solution.window(node)[1]) for node in inner},
        {path[node]: solution.returned(node) for node in inner},
        [(path[cut.node], [path[node] for node in cut.skipped]) for cut in solution.cut_events],
    )


def compared(tree: wrong_oracle.Nested, maximising: bool, convention: Convention) -> int:
    """Compare all misconceptions in one convention with the oracle, and return their number."""
    solution = solve(planted(tree, maximising=maximising), convention)
    if solution.is_forced:
        return 0
    path, masks, compared = paths(solution.tree), LeafMasks(solution.tree), 0
    found = {simulated_student.code: simulated_student for simulated_student in simulated_students(solution, masks)}
    for code, search_wrongly in wrong_oracle.WRONG.items():
        expected = search_wrongly(tree, maximising, wrong_oracle.SEARCHED_CONVENTIONS[convention.id])
        assert (code in found) is (expected is not None), code
        if expected is None:
            continue
        run = as_run(found[code].solution)
        assert run.leaves == expected.leaves, code
        assert run.windows == expected.windows, code
        assert run.returned == expected.returned, code
        assert run.skipped == expected.skipped, code
        by_path = {way: node for node, way in enumerate(path)}
        named = [by_path[way] for way in wrong_oracle.named_as_pruned(expected, code)]
        assert found[code].reference.pruned == masks.of(named), code
        compared += 1
    return compared


@pytest.mark.parametrize("convention", CUTTING, ids=lambda convention: convention.id)
def test_every_misconception_matches_its_textbook_function(convention: Convention):
    """Checks random trees with ties, uneven depth and negative leaves, for both players at the root."""
    rng = dice(f"wrong {convention.id}")

    def grown(depth: int) -> wrong_oracle.Nested:
        if depth == 0 or (depth < 4 and rng.random() < 0.2):
            return Fraction(rng.randint(0, 6), 6) if convention.id == "unit" else rng.randint(-6, 9)
        return [grown(depth - 1) for _ in range(rng.randint(1, 3))]

    counts = [compared(grown(rng.choice((2, 3, 4, 4))), rng.random() < 0.5, convention) for _ in range(cases(200))]

    assert sum(counts) > cases(1200)


@examples(100)
@given(st.data(), st.booleans(), st.sampled_from(CUTTING))
def test_misconceptions_on_any_tree(data: st.DataObject, maximising: bool, convention: Convention):
    """Checks only children, single leaves, wide and narrow nodes, and windows that do not include all values."""
    tree = data.draw(nested(SHARES if convention.id == "unit" else SMALL | WIDE))
    if isinstance(tree, list):
        compared(tree, maximising, convention)


def test_infinite_leaves_are_compared_like_others():
    """Infinite bounds cause cuts as well."""
    for text in ("((∞ 3) (2 -∞))", "((-∞ -∞) (∞ ∞))", "MIN ((∞ 1) (-∞ 2))"):
        tree = read(text)
        nested_tree = [[tree.values[leaf] for leaf in tree.children[node]] for node in tree.children[0]]
        for convention in CUTTING:
            if convention.id != "unit":
                assert compared(nested_tree, not text.startswith("MIN"), convention) > 10


@examples(100)
@given(any_trees(), st.sampled_from(CUTTING))
def test_wrong_searches_of_any_tree_end(tree: Tree, convention: Convention):
    """With chance nodes, unknown leaves and any order of players, each misconception has a
    simulated student or none.
    """
    try:
        solution = solve(tree, convention)
    except Unsolvable:
        return
    for simulated_student in simulated_students(solution, LeafMasks(tree)):
        assert simulated_student.solution.visited_ids[0] == 0
        assert set(simulated_student.solution.pruned_ids).isdisjoint(simulated_student.solution.visited_ids)


@pytest.mark.parametrize("slip", BUGGY_RULES)
def test_wrong_rules_about_cuts_do_not_apply_without_cuts(slip: str):
    """Plain minimax visits every leaf, even if MAX already has ∞."""
    log = search(read("((∞ ∞ 1) (∞ 2 ∞))"), CONVENTIONS["minimax"], slip)

    assert log.nodes == [*range(9)]
    assert log.cuts == []


def test_rules_without_effect_are_no_misconceptions():
    """Rules that the convention already has, cuts without cutting, and hindsight of an infinite value do not apply."""
    found = {
        convention.id: [
            code for code in CODES if solve_with_misconception(solve(read("((0 1) (1 0))"), convention), code)
        ]
        for convention in CONVENTIONS.values()
    }

    codes = set(CODES) - set(CHANCE_CODES)
    assert found["minimax"] == ["swapped-players", "one-player"]
    assert codes - set(found["haw"]) == {"equal-cut", "deep-bounds"}
    assert codes - set(found["cs188"]) == {"strict-cut", "deep-bounds"}
    assert codes - set(found["lang"]) == {"equal-cut", "shallow-only"}
    assert solve_with_misconception(solve(read("((∞ ∞) (∞ 1))")), "hindsight") is None
    assert solve_with_misconception(solve(read("CHANCE ((1 2) (3 4))")), "hindsight") is None


def test_a_buggy_search_that_needs_an_unknown_leaf_does_not_apply():
    """A pruned leaf may be unknown, but a student who does not prune it needs its value."""
    solution = solve(read("((6 5) (2 x))"))

    assert solve_with_misconception(solution, "late-cut") is None
    assert solve_with_misconception(solution, "strict-cut") is not None
