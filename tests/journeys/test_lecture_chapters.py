"""The chapters on the lectures' texts: all there, and each of their errata held by a program that knows no treesolve.

Vocabulary

    chapter     a page of docs/lectures
    as printed  what a text's program does, word for word: tests/support/as_printed.py
"""

from collections.abc import Callable
from itertools import count, product
from math import factorial, inf, perm
from random import Random

import pytest

from tests.docs_examples import CHAPTERS
from tests.support.as_printed import (
    Nested,
    Nim,
    algorithm_2,
    alphabeta,
    arranged,
    drawn,
    first_calls_with_infinity,
    leaves_of,
    minimax,
    negamax,
    of_tictactoe,
    partial,
    uneven,
)
from tests.support.effort import seeds, until
from treesolve.games.player_registry import read_player
from treesolve.games.registry import game_class
from treesolve.model.convention import CONVENTIONS
from treesolve.notation.reader import read
from treesolve.search.solution import solve


def solved(node: Nested, lecture: str, kind: str = "MAX ") -> tuple[object, list[object]]:
    """The value that treesolve finds, and the values of the leaves it evaluates; the root is of that kind."""
    text = kind + str(node).replace("[", "(").replace("]", ")").replace(",", "")
    solution = solve(read(text), CONVENTIONS[lecture])
    return solution.value, [solution.tree.values[leaf] for leaf in solution.evaluated]


# Game trees


@pytest.mark.parametrize(("branching", "depth"), [(2, 2), (2, 4), (3, 4)])
def test_w_handed_down_is_what_lang_does(branching: int, depth: int) -> None:
    """With the root's maximum handed down `eval` comes to the lecture's leaves; they are MAX's, as depth is even."""
    for seed in seeds(50):
        tree = drawn(Random(seed), branching, depth)
        seen: list[float] = []
        assert (partial(tree, inf, seen), seen) == solved(tree, "lang")


def test_w_infinite_for_every_child_cuts_nothing_on_the_second_level() -> None:
    """With two plies every leaf is seen, also the one that picture 4 leaves out; each child is searched alone."""
    assert first_calls_with_infinity([[6, 5], [2, 9]]) == (5, [6, 5, 2, 9])
    assert solved([[6, 5], [2, 9]], "lang") == (5, [6, 5, 2])
    fewer: set[bool] = set()
    for seed in until(lambda: True in fewer, count(seeds(50).start), 50):
        tree = drawn(Random(seed), 2, 4)
        value, seen = first_calls_with_infinity(tree)
        assert value == minimax(tree)
        assert seen == [leaf for child in tree for leaf in solved(child, "lang", "MIN ")[1]]
        assert all(set(leaves_of(below)) & set(seen) for child in tree for below in child)
        fewer.add(len(solved(tree, "lang")[1]) < len(seen))
    assert True in fewer


def test_four_plies_with_what_the_text_says_of_pictures_3_and_5() -> None:
    """Worth 5; the right child is worth 4 at most after its first subtree, and its second one is not looked at."""
    tree = [[[[8, 5], [1, 8]], [[6, 7], [8, 9]]], [[[9, 4], [3, 9]], [[1, 7], [5, 4]]]]
    value, seen = solved(tree, "lang")
    assert (value, minimax(tree[1][0]), len(seen)) == (5, 4, 8)
    assert len(first_calls_with_infinity(tree)[1]) == 12
    assert str(tree).replace("[", "(").replace("]", ")").replace(",", "") in (CHAPTERS / "lang.md").read_text("utf-8")


# Playing


def test_what_the_two_functions_return_is_not_what_the_passage_compares() -> None:
    """D and E: 3 in the functions, 0 and 2 by the children that were looked at; the same leaves are seen."""
    tree: Nested = [[[2, 3], [5, 9]], [[0], [7, 4]], [[2, 1], [5, 6]]]
    assert [alphabeta(child, [], is_max=False, alpha=3) for child in tree[1:]] == [3, 3]
    seen: list[float] = []
    assert alphabeta(tree, seen) == 3
    for lecture, returned in (("haw", [3, 3]), ("luger", [0, 2])):
        assert solved(tree, lecture) == (3, seen)
        solution = solve(read("(((2 3) (5 9)) D:((0) (7 4)) E:((2 1) (5 6)))"))
        solution = solve(solution.tree, CONVENTIONS[lecture])
        assert [solution.returned(solution.tree.names.index(name)) for name in "DE"] == returned


# Three players


def chosen(player: str, heap: int) -> int:
    """What a player of treesolve takes from a heap."""
    game = game_class("simple-nim")(str(heap))
    return read_player(player).player(type(game), seed="1").choose(game).move  # type: ignore[no-any-return]


def test_the_printed_match_is_played_again() -> None:
    """At Alice's turns `search` does what she did, and so does the printed class, where it is soon done."""
    heaps = [21, 20, 17, 16, 13, 12, 11, 9, 7, 5, 4, 1, 0]
    for before, after in zip(heaps[::2], heaps[1::2], strict=False):
        assert chosen("search:table=100", before) == before - after
        if before < 17:
            assert Nim(lambda _: 0, prunes=False).select_move(before) == before - after


def test_a_win_in_sight_is_taken_as_in_the_second_printed_match() -> None:
    """Alice came to these heaps with a limit of 10, and took these numbers."""
    for heap, number in {17: 1, 14: 1, 10: 1, 7: 2, 2: 1}.items():
        assert chosen("prune:depth=10", heap) == number


def anew(random: Random) -> Callable[[int], float]:
    """A number drawn for whatever heap, each time it is asked for."""
    return lambda _: random.random()


def test_with_random_evaluations_as_printed_the_two_players_disagree() -> None:
    """Each calls random() when it comes to it; the same seed gives other numbers after the first cut."""
    moves = {
        prunes: [Nim(anew(Random(seed)), prunes=prunes, limit=5).select_move(42) for seed in range(100)]
        for prunes in (False, True)
    }
    assert sum(one != other for one, other in zip(moves[False], moves[True], strict=True)) == 69


def test_with_evaluations_of_positions_they_agree_and_ties_do_no_harm() -> None:
    """Few different numbers, so that many are equal; never more positions, and sometimes just as many."""
    as_many = 0
    for seed, heap in product(seeds(60), range(1, 20)):
        random = Random(seed)
        worth = {heap: random.choice((0, 0.5, 1)) for heap in range(20)}
        players = [Nim(worth.__getitem__, prunes=prunes, limit=4) for prunes in (False, True)]
        assert players[0].select_move(heap) == players[1].select_move(heap)
        assert players[1].positions <= players[0].positions
        as_many += heap > 1 and players[1].positions == players[0].positions
    assert as_many > 0


def test_a_lower_bound_of_0_would_leave_a_lost_player_without_a_move() -> None:
    """From five matches every move loses; with −1 the first one is chosen."""
    assert Nim(lambda _: 0, prunes=True).select_move(5) == 1
    assert Nim(lambda _: 0, prunes=True, low=0).select_move(5) is None


# Minimax


def test_the_example_needs_a_semicolon_more() -> None:
    """With six nodes the values are those of the text, with five as printed the root is worth −10."""
    assert minimax([[[[10, inf], [5]], [[-10]]], [[[7, 5], [-inf]], [[-7, -5]]]]) == -7
    assert minimax([[[[10, inf], [5]], [[-10]]], [[[7, 5]], [[-inf, -7, -5]]]]) == -10


def test_a_lost_player_has_no_stored_move() -> None:
    """Where all is −∞ nothing is greater than −∞; treesolve chooses the first move."""
    assert negamax([-inf, -inf], 1, lambda value, player: player * value) == (-inf, None)
    solution = solve(read("(-inf -inf)"), CONVENTIONS["negamax"])
    assert (solution.value, solution.best) == (-inf, 1)


def test_leaves_must_be_rated_by_who_moves_there() -> None:
    """Then NegaMax is minimax; with White's view everywhere it is wrong at odd depths."""
    right = wrong = 0
    for seed, depth in product(seeds(20), (1, 2, 3, 4)):
        tree = drawn(Random(seed), 2, depth)
        assert negamax(tree, 1, lambda value, player: player * value)[0] == minimax(tree)
        whites = negamax(tree, 1, lambda value, _: value)[0]
        right += depth % 2 == 0 and whites == minimax(tree)
        wrong += depth % 2 == 1 and whites != minimax(tree)
    assert right == wrong == 2 * len(seeds(20))


def test_asking_for_moves_only_plays_on_after_three_in_a_row() -> None:
    """326 positions with five free squares, 186 of them in the game."""

    def count(node: Nested) -> int:
        return 1 + sum(map(count, node)) if isinstance(node, list) else 1

    assert sum(perm(5, moves) for moves in range(6)) == 326
    assert count(of_tictactoe("X.O.X...O")) == 186
    assert sum(factorial(9) // factorial(9 - moves) for moves in range(10)) == 986410


# Alpha-beta


def test_algorithm_2_returns_infinity_for_every_tree() -> None:
    """Whatever the leaves are; and it misses leaves on which the value hangs."""
    for seed in seeds(300):
        assert algorithm_2(uneven(Random(seed), 4), []) in (-inf, inf)
    seen: list[float] = []
    assert algorithm_2([[[1, 2], [3, 4]], [[5, 6], [7, 8]]], seen) == -inf
    assert seen == [1, 2, 5, 6]
    assert minimax([[[1, 2], [3, 4]], [[5, 6], [0, 0]]]) == 2


def test_with_the_bounds_returned_it_is_the_lecture() -> None:
    """`hartmann` finds the value of Algorithm 2 with alpha or beta in the place of n, and comes to the same leaves."""
    for seed in seeds(300):
        tree = uneven(Random(seed), 4)
        seen: list[float] = []
        assert (alphabeta(tree, seen), seen) == solved(tree, "hartmann")


@pytest.mark.parametrize(("branching", "depth"), [(w, d) for w in (2, 3, 4) for d in (1, 2, 3, 4, 5) if w**d < 300])
def test_best_first_takes_more_leaves_than_the_text_says(branching: int, depth: int) -> None:
    """Knuth and Moore's number exactly; the text's is smaller, for odd depths by the number of moves and more."""
    tree = arranged(drawn(Random(1), branching, depth), best_first=True)
    least = branching ** (depth // 2) + branching ** ((depth + 1) // 2) - 1
    assert len(solved(tree, "hartmann")[1]) == least
    says = branching ** (depth // 2 if depth % 2 == 0 else (depth - 1) // 2)
    assert least > says
    if depth % 2:
        assert least >= branching * says


def test_ascending_order_spares_leaves_from_four_plies_on() -> None:
    """For the player who moves: nothing up to three plies, sometimes something with four."""
    spared = dict.fromkeys((2, 3, 4), 0)
    first = seeds(100).start
    for seed, depth in until(lambda: spared[4], product(range(first, first + 100), spared), 300):
        seen: list[float] = []
        alphabeta(arranged(drawn(Random(seed), 2, depth), best_first=False), seen)
        spared[depth] += len(seen) < 2**depth
    assert spared[2] == spared[3] == 0 < spared[4]


def test_the_trees_of_the_worst_case_are_sorted_as_told_and_spare_leaves() -> None:
    """One ascends for the player who moves, the other one in numbers."""
    four: Nested = [
        [[[13, 2], [11, 10]], [[7, 5], [15, 8]]],
        [[[6, 1], [16, 14]], [[4, 3], [12, 9]]],
    ]
    assert arranged(four, best_first=False) == four
    assert len(solved(four, "hartmann")[1]) == 14
    three: Nested = [[[1, 3], [2, 5]], [[4, 6], [7, 8]]]

    def numbers(node: Nested, is_max: bool = True) -> Nested:
        if not isinstance(node, list):
            return node
        return sorted((numbers(child, not is_max) for child in node), key=lambda child: minimax(child, not is_max))

    assert numbers(three) == three
    assert len(solved(three, "hartmann")[1]) == 7


def test_no_order_of_that_tree_sees_every_leaf() -> None:
    """All 2^15 orders of its children tried: the worst comes to 15 of 16 leaves."""
    four = [[[[13, 2], [11, 10]], [[7, 5], [15, 8]]], [[[6, 1], [16, 14]], [[4, 3], [12, 9]]]]

    def orders(node: Nested) -> list[Nested]:
        if not isinstance(node, list):
            return [node]
        left, right = (orders(child) for child in node)
        return [[*pair] for one, other in product(left, right) for pair in ((one, other), (other, one))]

    most = 0
    for tree in orders(four):
        seen: list[float] = []
        alphabeta(tree, seen)
        most = max(most, len(seen))
    assert most == 15


def test_the_estimate_of_the_average_case_holds_up_to_some_hundred_moves() -> None:
    """The limit of the growth per ply, ξ/(1 − ξ) with ξ^w + ξ = 1, is less than w^(3/4) at first, more in the end."""

    def growth(moves: int) -> float:
        root = 0.5
        for _ in range(100):  # Newton
            root -= (root**moves + root - 1) / (moves * root ** (moves - 1) + 1)
        return root / (1 - root)

    assert all(growth(moves) < moves**0.75 for moves in range(2, 200))
    assert all(growth(moves) > moves**0.75 for moves in range(600, 2000))
