"""Ties and subgame-perfect equilibria, against brute force over all ways to decide ties."""

import random
from collections.abc import Iterator

from tests.support.effort import cases
from tests.support.payoffs import MAX_WAYS, count_of_ways, payoffs_tree, ways, with_ties
from treesolve.model.tree import Tree
from treesolve.search.backward_induction import equilibria, payoffs_matching_answer, possible_payoffs, ties
from treesolve.search.maxn import solve_maxn


def trees(full: int, players: int | None = None) -> Iterator[tuple[random.Random, Tree]]:
    """Random trees with ties, and few ways to decide them."""
    for seed in range(cases(full)):
        rng = random.Random(seed)
        tree = with_ties(rng, cuts=False, players=players, width=rng.choice((2, 2, 3)))
        if tree.children[0] and count_of_ways(tree) <= MAX_WAYS:
            yield rng, tree


def test_possible_payoffs_are_those_of_all_ways():
    """At every node, the first way's first."""
    for _, tree in trees(10_000):
        found = list(ways(tree))
        for node, possible in enumerate(possible_payoffs(tree)):
            assert set(possible) == {way.payoffs[node] for way in found}
            assert possible[0] == found[0].payoffs[node]


def test_ties_are_where_another_child_is_as_good():
    """And the root has what it has in the way that differs there only."""
    for _, tree in trees(4_000):
        solution = solve_maxn(tree)
        found = list(ways(tree))
        first = found[0]
        expected = set()
        for node, chosen in first.taken.items():
            for child in tree.children[node]:
                player = int(tree.kinds[node].value[1:]) - 1
                if child != chosen and first.payoffs[child][player] == first.payoffs[chosen][player]:
                    expected.add((node, chosen, child))
        assert {tie[:3] for tie in ties(solution)} == expected
        for tie in ties(solution):
            assert tie.payoffs in {way.payoffs[0] for way in found if way.taken[tie.node] == tie.other}


def test_ties_are_decided_as_somebody_did():
    """Payoffs written in some way at some nodes, and its best move, lead to a way with all of these."""
    for rng, tree in trees(4_000):
        way = rng.choice(list(ways(tree)))
        inner = [node for node in range(len(tree)) if tree.children[node]]
        written = {node: way.payoffs[node] for node in rng.sample(inner, rng.randint(0, len(inner)))}
        found = payoffs_matching_answer(tree, written, way.taken[0] if rng.random() < 0.5 else None)
        assert written.items() <= found.items()
        assert any(all(other.payoffs[node] == payoffs for node, payoffs in found.items()) for other in ways(tree))


def test_of_equal_moves_the_one_that_somebody_made_is_made():
    """What P2 gets of it is no reason for P1."""
    tree = payoffs_tree("(<3 0> <3 1>)")

    assert [payoffs_matching_answer(tree, {}, best) for best in (None, 1, 2)] == [{0: (3, 0)}, {0: (3, 0)}, {0: (3, 1)}]


def test_equilibria_are_all_ways():
    """Counted exactly; as many as are asked for are told, each once."""
    for rng, tree in trees(10_000, players=2):
        expected = {tuple(sorted(way.taken.items())) for way in ways(tree)}
        found = equilibria(tree, MAX_WAYS)
        assert {tuple(sorted(one.items())) for one in found.profiles} == expected
        assert found.number == len(expected) == len(found.profiles)
        assert found.profiles[0] == next(ways(tree)).taken
        most = rng.randint(1, 3)
        few = equilibria(tree, most)
        assert (few.number, len(few.profiles)) == (found.number, min(most, found.number))
        assert {tuple(sorted(one.items())) for one in few.profiles} <= expected


def test_depth_does_not_matter():
    """No recursion anywhere."""
    deep = payoffs_tree("(" * 3000 + "<1 2> <2 2>" + ")" * 3000)
    number = equilibria(deep, 2).number
    assert number == 1 + (deep.kinds[2999].value == "p2")
    assert len(list(ties(solve_maxn(deep)))) == number - 1
