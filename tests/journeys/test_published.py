"""Published trees come out with their published answers, each under its own convention.

`tests/published` holds the answers as data, one object a case; the trees are the files in `exercises`. What a key of
`expected` means is the docstring of the function of that name below. Disputed cases also hold the answer that was
published and is wrong under every convention.
"""

import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from tests.support.places import EXERCISES, TESTS, exercise_files
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.notation.number_text import read_number
from treesolve.notation.reader import read
from treesolve.search.solution import Solution, solve

Case = dict[str, Any]


def cases(*names: str) -> list[Case]:
    """Return the cases of the files named."""
    return [case for name in names for case in json.loads((TESTS / "published" / f"{name}.json").read_text("utf-8"))]


FILES = ("aima", "chance", "cosc367", "disputed", "conventions", "more", "pitt")


@cache
def solved(case_id: str) -> Solution:
    """Return the solution of a case."""
    (case,) = [case for case in cases(*FILES) if case["id"] == case_id]
    fields = dict(case["convention"])
    convention: Convention = CONVENTIONS[fields.pop("id")].override(**fields)
    return solve(read((EXERCISES / case["exercise"]).read_text("utf-8")), convention)


def number(written: object) -> object:
    """Return a number of a case, exact."""
    return read_number(str(written)) if isinstance(written, int | float | str) else None


def name(solution: Solution, node: int | None) -> str | None:
    """Return the name of a node."""
    return None if node is None else solution.tree.names[node]


def node(solution: Solution, called: str) -> int:
    """Return the node of that name."""
    return solution.tree.names.index(called)


def value(solution: Solution, expected: object) -> None:
    """The value of the root, as plain minimax and as the search returns it."""
    assert solution.value == number(expected)
    assert solution.is_forced or solution.returned(0) == number(expected)


def best_child_index(solution: Solution, expected: int | None) -> None:
    """Which child the root chooses, counted from 0; none at a leaf."""
    children = solution.tree.children[0]
    assert solution.best_id == (None if expected is None else children[expected])


def best_move(solution: Solution, expected: str) -> None:
    """The move the root chooses, by its name on the edge or the name of the child."""
    assert solution.tree.moves.get(solution.best_id, name(solution, solution.best_id)) == expected


def pruned_leaves(solution: Solution, expected: list[int]) -> None:
    """The leaves never evaluated, counted from 0 from left to right."""
    assert [solution.tree.leaf_ids.index(leaf) for leaf in solution.pruned_leaf_ids] == expected


def pruned_leaf_names(solution: Solution, expected: list[str]) -> None:
    """The leaves never evaluated, by name."""
    assert [name(solution, leaf) for leaf in solution.pruned_leaf_ids] == expected


def pruned_node_names(solution: Solution, expected: list[str]) -> None:
    """The topmost nodes never visited, by name."""
    assert [name(solution, root) for root in solution.pruned_root_ids] == expected


def visited(solution: Solution, expected: list[str]) -> None:
    """All nodes in the order in which they were visited, by name."""
    assert [name(solution, visit) for visit in solution.visited_ids] == expected


def visited_leaf_values(solution: Solution, expected: list[object]) -> None:
    """The values of the leaves in the order in which they were evaluated."""
    assert [solution.tree.values[leaf] for leaf in solution.evaluated_ids] == list(map(number, expected))


def nodes_visited(solution: Solution, expected: int) -> None:
    """How many nodes were visited, the root included."""
    assert len(solution.visited_ids) == expected


def leaves_evaluated(solution: Solution, expected: int) -> None:
    """How many leaves were evaluated."""
    assert len(solution.evaluated_ids) == expected


def cut_positions(solution: Solution, expected: list[list[str]]) -> None:
    """Every cut as node and last child, those after the last child included."""
    assert [[name(solution, cut.node), name(solution, cut.after)] for cut in solution.cut_events] == expected


def effective_cuts(solution: Solution, expected: list[list[Any]]) -> None:
    """Every cut that skips something: node, kind of cut, value, bound, index of the last child visited."""
    found = []
    for cut in solution.cut_events:
        own, other = (cut.alpha, cut.beta) if cut.bound == "beta" else (cut.beta, cut.alpha)
        if cut.skipped:
            index = solution.tree.children[cut.node].index(cut.after)
            found.append([name(solution, cut.node), cut.bound, own, other, index])
    assert found == expected


def pruning_events(solution: Solution, expected: list[list[int]]) -> None:
    """Alpha and beta at every cut, those after the last child included."""
    assert [[cut.alpha, cut.beta] for cut in solution.cut_events] == expected


def pruned_tree(solution: Solution, expected: object) -> None:
    """What is left of the tree as nested lists."""

    def left(here: int) -> object:
        children = solution.tree.children[here]
        if not children:
            return solution.tree.values[here]
        return [left(child) for child in children if solution.status(child) == "visited"]

    assert left(0) == expected


def node_values(solution: Solution, expected: dict[str, object]) -> None:
    """Minimax values by name."""
    found = {called: solution.values[node(solution, called)] for called in expected}
    assert found == {called: number(worth) for called, worth in expected.items()}


def node_values_alphabeta(solution: Solution, expected: dict[str, object]) -> None:
    """Values as the search returned them, by name."""
    found = {called: solution.returned(node(solution, called)) for called in expected}
    assert found == {called: number(worth) for called, worth in expected.items()}


def level_values(solution: Solution, expected: list[list[object]]) -> None:
    """Minimax values of the inner nodes, level by level."""
    tree = solution.tree
    for depth, level in enumerate(expected):
        inner = [here for here in tree.level_order if tree.depths[here] == depth and tree.children[here]]
        assert [solution.values[here] for here in inner] == list(map(number, level))


def choices(solution: Solution, expected: list[list[Any]]) -> None:
    """Player, node, chosen child and value, for nodes as they are left by plain minimax."""
    plain = solve(solution.tree, CONVENTIONS["minimax"])
    assert _chosen(plain, [row[1] for row in expected]) == expected


def choices_alphabeta(solution: Solution, expected: list[list[Any]]) -> None:
    """The same for the nodes alpha-beta does not cut."""
    assert _chosen(solution, [row[1] for row in expected]) == expected


def _chosen(solution: Solution, nodes: list[str]) -> list[list[Any]]:
    rows = []
    for called in nodes:
        here = node(solution, called)
        kind = solution.tree.kinds[here].value
        rows.append([kind, called, name(solution, solution.chosen(here)), solution.returned(here)])
    return rows


CHECKS: dict[str, Callable[[Solution, Any], None]] = {
    check.__name__: check
    for check in (
        *(value, best_child_index, best_move, pruned_leaves, pruned_leaf_names, pruned_node_names, visited),
        *(visited_leaf_values, nodes_visited, leaves_evaluated, cut_positions, effective_cuts, pruning_events),
        *(pruned_tree, node_values, node_values_alphabeta, level_values, choices, choices_alphabeta),
    )
} | {"best_move_alphabeta": best_move}


@pytest.mark.parametrize("case", cases(*FILES), ids=lambda case: case["id"])
def test_published_answers_come_out(case: Case):
    """Every published fact of a case is what treesolve says."""
    assert case["expected"]
    for key, expected in case["expected"].items():
        CHECKS[key](solved(case["id"]), expected)


@pytest.mark.parametrize("case", cases("disputed"), ids=lambda case: case["id"])
@pytest.mark.parametrize("convention", [c for c in CONVENTIONS.values() if c.id != "unit"], ids=lambda c: c.id)
def test_disputed_answers_are_wrong_under_every_convention(case: Case, convention: Convention):
    """No convention gives the answer that was published."""
    solution = solve(solved(case["id"]).tree, convention)
    if not convention.cuts and case["published"].keys() <= {"pruned_leaves", "pruned_node_names"}:
        return
    for key, published in case["published"].items():
        with pytest.raises(AssertionError):
            CHECKS[key](solution, published)


def test_every_exercise_says_what_it_is():
    """Each of the tree files has a title, a source and a convention, and there are at least 40 of them."""
    trees = [read(path.read_text("utf-8"), str(path)) for path in exercise_files()]

    assert len(trees) >= 40
    assert all(tree.title and tree.source and tree.convention in CONVENTIONS for tree in trees)


def test_every_case_has_a_tree_and_a_name_of_its_own():
    """No case is counted twice, and none points nowhere."""
    every = cases(*FILES)

    assert len({case["id"] for case in every}) == len(every)
    assert all((EXERCISES / case["exercise"]).is_file() for case in every)
    assert len(every) >= 60


def test_numbers_of_cases_are_exact():
    """8.4 is 42/5, not the double next to it."""
    assert number(8.4) == Fraction(42, 5)
    assert number("-inf") == -float("inf")
