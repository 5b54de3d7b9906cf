"""Misconceptions about chance nodes: each buggy search is compared with an independent textbook function."""

from collections import Counter

import pytest

from tests.support.chance_oracle import SEARCHED_CONVENTIONS, WRONG, Run, drawn, searched
from tests.support.effort import cases, dice
from treesolve.analysis.misconception import CHANCE_CODES, solve_with_misconception
from treesolve.model.convention import CONVENTIONS
from treesolve.model.kind import Kind
from treesolve.model.tree import Tree
from treesolve.notation.reader import read
from treesolve.search.solution import Solution, solve


def check(found: Solution, expected: Run, message: object) -> None:
    """Assert that a search agrees with the textbook function."""
    inner = [node for node in found.visited_ids if found.tree.children[node]]
    assert list(found.evaluated_ids) == expected.leaves, message
    assert {node: found.log.returned[found.visit_of[node]] for node in inner} == expected.returned, message
    assert {node: found.window(node) for node in inner} == expected.windows, message
    assert sorted(found.pruned_root_ids) == sorted(expected.skipped), message


@pytest.mark.parametrize("bounded", [True, False], ids=["limits", "no limits"])
@pytest.mark.parametrize("convention", SEARCHED_CONVENTIONS)
def test_every_misconception_matches_its_textbook_function(convention: str, bounded: bool):
    """Compare values, windows, leaves and cuts, also for the correct search. Rules that need limits do not apply
    without them.
    """
    rng, seen = dice(f"chance {convention} {bounded}"), Counter[str]()
    for _ in range(cases(1250)):
        tree = drawn(rng, bounded=bounded)
        right = solve(tree, CONVENTIONS[convention])
        check(right, searched(tree, SEARCHED_CONVENTIONS[convention], limits=tree.bounds), "right")
        for code, search_wrongly in WRONG.items():
            found = solve_with_misconception(right, code)
            if found is not None:
                check(found, search_wrongly(tree, SEARCHED_CONVENTIONS[convention]), code)
                seen[code] += 1
    assert set(seen) == set(WRONG) - (set() if bounded else {"limits-exchanged", "no-chance-cuts"})


def test_no_misconception_applies_without_chance_nodes():
    """No misconception about chance nodes applies, in any convention."""
    for convention in CONVENTIONS.values():
        solution = solve(read("((0 1) (1 0))"), convention)
        assert not [code for code in CHANCE_CODES if solve_with_misconception(solution, code)]


def test_rules_without_effect_are_no_misconceptions():
    """Correct equal weights, missing limits and probes, and shallow bounds leave nothing to misunderstand."""

    def none_of(text: str, convention: str, **rules: str) -> set[str]:
        solution = solve(read(text), CONVENTIONS[convention]._replace(**rules))
        return {code for code in CHANCE_CODES if not solve_with_misconception(solution, code)}

    equal, unequal = "(2 CHANCE (0.5*(1 3) 0.5*2))", "bounds: 0 9\ntree: (2 CHANCE (1/3*(1 3) 2/3*2))"
    assert none_of(equal, "aima") == {"unweighted-average", "limits-exchanged", "no-chance-cuts", "no-probes"}
    assert none_of(unequal, "aima") == {"no-probes"}
    assert none_of(unequal, "aima", chance="star2") == {"limits-exchanged"}
    assert none_of(unequal, "lang") == {"bounds-through-chance", "no-probes"}
    about_cuts = {"chance-as-max", "chance-as-min", "cut-without-limits", "bounds-through-chance"}
    assert none_of(unequal, "minimax") == about_cuts | {"limits-exchanged", "no-chance-cuts", "no-probes"}


def test_wrong_rules_about_bounds_do_not_apply_to_star2():
    """Its search would have no probes, which is a different misconception."""
    tree = read("bounds: 0 10\ntree: (5 CHANCE (MIN (8 7 9) MIN (1 9 6) MIN (0 3 4)))")
    star1, star2 = (solve(tree, CONVENTIONS["aima"]._replace(chance=chance)) for chance in ("star1", "star2"))
    assert solve_with_misconception(star1, "late-cut") is not None
    assert solve_with_misconception(star2, "late-cut") is None
    assert solve_with_misconception(star2, "no-probes").evaluated_ids == star1.evaluated_ids != star2.evaluated_ids


def test_other_misconceptions_keep_the_limits():
    """A student who swaps the players still cuts at chance nodes."""
    for _ in range(cases(200)):
        tree = drawn(dice(f"limits {_}"))
        players = {Kind.MAX: Kind.MIN, Kind.MIN: Kind.MAX}
        kinds = tuple(players.get(kind, kind) for kind in tree.kinds)
        exchanged = Tree(kinds, tree.values, tree.children, weights=tree.weights, bounds=tree.bounds)
        found = solve_with_misconception(solve(tree, CONVENTIONS["aima"]), "swapped-players")
        check(found, searched(exchanged, SEARCHED_CONVENTIONS["aima"], limits=tree.bounds), tree)
