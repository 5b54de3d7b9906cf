"""max^n on trees with payoffs, compared with a few lines of recursion and a published figure."""

import json
import random
from fractions import Fraction

import pytest

import treesolve as treesolve_package
from tests.support.effort import seeds
from tests.support.payoffs import grown, payoffs_tree
from tests.support.places import ROOT
from treesolve.model.kind import PLAYERS, Kind
from treesolve.model.problem import InputError
from treesolve.model.resources import schema_text
from treesolve.model.tree import Tree
from treesolve.notation.formatter import format_text
from treesolve.notation.reader import read
from treesolve.notation.writer import write
from treesolve.rendering.maxn_page import maxn_document
from treesolve.search.maxn import MaxnSolution, solve_maxn
from treesolve.search.search import Unsolvable
from treesolve.search.search_frames import Animation
from treesolve.search.solution import solve

FIGURE = ROOT / "exercises" / "maxn" / "aima" / "three-players.tree"


def expected(tree: Tree, node: int = 0) -> tuple[tuple[int, ...], int | None]:
    """Return the payoffs of a node and the chosen child: the greatest own payoff, the first of several."""
    if not tree.children[node]:
        return tree.values[node], None
    player = PLAYERS.index(tree.kinds[node])
    best = max(tree.children[node], key=lambda child: expected(tree, child)[0][player])
    return expected(tree, best)[0], best


@pytest.mark.parametrize("seed", seeds(300))
def test_payoffs_and_choices_are_those_of_plain_recursion(seed: int):
    """Without cuts at every node; with shallow cuts at the root and at every node that was not cut."""
    rng = random.Random(seed)
    players, most, least = rng.randint(2, 5), rng.randint(1, 12), rng.choice((0, 0, -3, 2))
    tree = grown(rng, players, most, "", least)
    plain = solve_maxn(tree)
    for node in range(len(tree)):
        assert (plain.payoffs[node], plain.chosen(node)) == expected(tree, node)
    headers = f"bounds: {least} {least + most}\nsum: {players * least + most}\n"
    bounded = solve_maxn(payoffs_tree(f"{headers}tree: {write(tree).removeprefix('tree: ')}"))
    assert (bounded.payoffs[0], bounded.best_id) == expected(tree)
    assert bounded.principal_variation_ids == plain.principal_variation_ids
    _check_cuts(bounded)


def _check_cuts(found: MaxnSolution) -> None:
    """Check that no leaf is lost and that the player above could not have got more at any cut."""
    skipped = [leaf for root in found.pruned_root_ids for leaf in found.tree.subtree(root)]
    leaves = [node for node in skipped if not found.tree.children[node]]
    assert sorted([*found.evaluated_ids, *leaves]) == list(found.tree.leaf_ids)
    for step in found.arrivals:
        if step.cut:
            above = PLAYERS.index(found.tree.kinds[found.tree.parents[step.node]])
            assert expected(found.tree, step.node)[0][above] <= step.cut.left <= step.cut.has


def test_shallow_cuts_happen_and_need_both_headers():
    """P1 has 7 of 10; once P2 is guaranteed 3, at most 7 remain for P1."""
    tree = "(<7, 1, 2> (<2, 3, 5> <9, 0, 1>))"
    found = solve_maxn(payoffs_tree(f"bounds: 0 10\nsum: 10\ntree: {tree}"))

    (cut,) = [step.cut for step in found.arrivals if step.cut]
    assert (cut.own, cut.left, cut.has, cut.skipped) == (3, 7, 7, (4,))
    assert found.evaluated_ids == (1, 3)
    assert (found.bound_before(3), found.bound_before(4)) == (None, cut)
    for headers in ("", "bounds: 0 10\n", "sum: 10\n"):
        plain = solve_maxn(payoffs_tree(f"{headers}tree: {tree}"))
        assert (plain.shallow, len(plain.evaluated_ids)) == (False, 3)


def test_cuts_assume_the_least_payoff_for_others():
    """With 1 for P2 and at least 1 for P3, 8 of 10 remain for P1: an improvement on 7, but not on 8."""
    for mine, evaluated in ((8, 2), (7, 3)):
        tree = f"bounds: 1 10\nsum: 10\ntree: (<{mine}, 1, 1> (<2, 1, 5> <8, 1, 1>))"
        assert len(solve_maxn(payoffs_tree(tree)).evaluated_ids) == evaluated


def test_players_take_turns():
    """P1 begins, and P1 follows the last player; kinds and levels override the turns."""
    kinds = [kind.value for kind in payoffs_tree("((((<1 2 3>)) p1 (<4 5 6>)))").kinds if kind is not Kind.LEAF]
    assert kinds == ["p1", "p2", "p3", "p1", "p1"]
    tree = payoffs_tree("levels: p2 P1\ntree: ((<1 2>) <3 4>)")
    assert tree.kinds[:2] == (Kind.P2, Kind.P1)
    assert read("(p1 3)").values[1].letter == "p1"
    assert read("(P1: (3) 4)").names[1] == "P1"


def test_trees_with_payoffs_are_written_and_formatted():
    """Numbers are exact, and players are written only if they do not take turns."""
    text = "sum: 20\ntree: [left -> (<+1; 2/4> A: <3 -4>), p1 {<0.50 , 6>}]"
    tree = payoffs_tree(text)

    assert write(tree) == "sum: 20\ntree: (left -> (<1, 0.5> A: <3, -4>) P1 (<0.5, 6>))\n"
    assert payoffs_tree(write(tree)) == tree
    assert format_text(text) == "sum: 20\ntree: (left -> (<1, 1/2> A: <3, -4>) P1 (<0.5, 6>))\n"
    assert tree.values[2] == (1, Fraction(1, 2))
    assert payoffs_tree("shape: 2\nleaves: <1 2> <3 4>").leaf_ids == (1, 2)


def test_trees_with_payoffs_are_rejected_elsewhere():
    """The reader of other trees and the search reject them."""
    with pytest.raises(InputError) as refused:
        read("(<1 2>)")
    assert refused.value.problems[0].code == "payoff-tree"
    with pytest.raises(Unsolvable, match="payoff-tree") as unsolvable:
        solve(payoffs_tree("(<1 2>)"))
    assert unsolvable.value.node == 0


def test_the_document_matches_its_schema():
    """Payoffs are arrays."""
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads(schema_text("maxn"))
    for seed in seeds(40):
        rng = random.Random(seed)
        found = solve_maxn(grown(rng, 3, 6, "bounds: 0 6\nsum: 6\n"))
        document = json.loads(maxn_document(found, "x"))
        jsonschema.validate(document, schema)
        assert document["value"] == list(found.payoffs[0])
    two = json.loads(maxn_document(solve_maxn(payoffs_tree("((<3, 1> <1, 1>) (<2, 1> <0, 0>))")), "x"))
    jsonschema.validate(two, schema)
    assert two["ties"] == [{"node": 1, "chosen": 2, "other": 3, "payoffs": [2, 1]}]
    assert two["equilibria"]["count"] == 2
    second = [(choice["node"], choice["child"]) for choice in two["equilibria"]["profiles"][1]]
    assert second == [(0, 4), (1, 3), (4, 5)]
    message = maxn_document(solve_maxn(payoffs_tree(FIGURE.read_text("utf-8"))), "x")
    assert json.loads(message)["nodes"][1]["payoffs"] == [1, 2, 6]


PAYOFFS = "bounds: 0 10\nsum: 10\ntree: (<7, 1, 2> (<2, 3, 5> <9, 0, 1>) ((<1, 1, 8> <5, 4, 1>) <6, 0, 4>))"


@pytest.mark.parametrize(
    "function",
    [
        treesolve_package.reorder,
        treesolve_package.unknown,
        lambda tree: treesolve_package.generate(like=tree),
        lambda tree: treesolve_package.solve(tree, "aima"),
        lambda tree: treesolve_package.grade(tree, "A=5", convention="aima"),
        lambda tree: treesolve_package.draw(tree, step=1, convention="aima"),
    ],
)
def test_functions_for_max_and_min_reject_payoffs(function):
    """The message names several players."""
    with pytest.raises(InputError, match="several players"):
        function(PAYOFFS)


def test_frames_show_the_best_payoffs_so_far():
    """The last frame has the result of max^n, and pruned nodes are struck out."""
    for seed in seeds(160):
        rng = random.Random(seed)
        tree = grown(rng, rng.randint(2, 4), 6, "bounds: 0 6\nsum: 6\n" if seed % 2 else "", depth=3)
        solution = solve_maxn(tree)
        animation, best = Animation(solution), {}
        assert len(animation) == max(2, len(solution.arrivals) + 1)
        for row, frame in zip(animation.rows, list(animation)[1:], strict=True):
            if row.macro == "arrive":
                player, before = PLAYERS.index(tree.kinds[row.node]), best.get(row.node)
                best[row.node] = row.value if before is None or row.value[player] > before[player] else before
                assert frame.states[row.node].value == best[row.node]
        assert [state.value for state in animation.last.states] == [
            payoffs or value for payoffs, value in zip(solution.payoffs, tree.values, strict=True)
        ]
        assert (animation.last.struck, {*animation.last.principal_variation}) == (
            {*solution.pruned_root_ids},
            {*solution.principal_variation_ids},
        )
