"""Ties and subgame-perfect equilibria, compared with brute force over all ways to break ties."""

import random
from collections.abc import Iterator

from tests.support.effort import cases
from tests.support.payoffs import MAX_WAYS, count_of_ways, payoffs_tree, ways, with_ties
from treesolve.model.tree import Tree
from treesolve.search.backward_induction import equilibria, payoffs_matching_answer, possible_payoffs, ties
from treesolve.search.maxn import solve_maxn


def trees(full: int, players: int | None = None) -> Iterator[tuple[random.Random, Tree]]:
    """Yield random trees with ties and a limited number of ways to break them."""
    for seed in range(cases(full)):
        rng = random.Random(seed)
        tree = with_ties(rng, cuts=False, players=players, width=rng.choice((2, 2, 3)))
        if tree.children[0] and count_of_ways(tree) <= MAX_WAYS:
            yield rng, tree


def test_possible_payoffs_match_brute_force():
    """At every node, beginning with the payoffs of the first way."""
    for _, tree in trees(10_000):
        found = list(ways(tree))
        for node, possible in enumerate(possible_payoffs(tree)):
            assert set(possible) == {way.payoffs[node] for way in found}
            assert possible[0] == found[0].payoffs[node]


def test_ties_match_brute_force():
    """Another child is equally good, and the root's payoffs are those of some way that chooses it."""
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


def test_ties_are_broken_as_in_an_answer():
    """Payoffs from one way at some nodes, and its best move, lead to a way that has all of them."""
    for rng, tree in trees(4_000):
        way = rng.choice(list(ways(tree)))
        inner = [node for node in range(len(tree)) if tree.children[node]]
        written = {node: way.payoffs[node] for node in rng.sample(inner, rng.randint(0, len(inner)))}
        found = payoffs_matching_answer(tree, written, way.taken[0] if rng.random() < 0.5 else None)
        assert written.items() <= found.items()
        assert any(all(other.payoffs[node] == payoffs for node, payoffs in found.items()) for other in ways(tree))


def test_the_written_best_move_is_used_if_it_is_equally_good():
    """P1 is indifferent to the payoffs of P2."""
    tree = payoffs_tree("(<3 0> <3 1>)")

    assert [payoffs_matching_answer(tree, {}, best) for best in (None, 1, 2)] == [{0: (3, 0)}, {0: (3, 0)}, {0: (3, 1)}]


def test_equilibria_match_brute_force():
    """The number is exact, and at most the requested number of different equilibria is returned."""
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


def test_deep_trees():
    """There is no recursion."""
    deep = payoffs_tree("(" * 3000 + "<1 2> <2 2>" + ")" * 3000)
    number = equilibria(deep, 2).number
    assert number == 1 + (deep.kinds[2999].value == "p2")
    assert len(list(ties(solve_maxn(deep)))) == number - 1
