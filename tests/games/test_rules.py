"""The rules of the games, compared with an independent implementation, known counts and the Sprague-Grundy theorem."""

from itertools import combinations_with_replacement
from random import Random

import pytest

from tests.support import plain_rules as plain
from tests.support.effort import seeds
from treesolve.games.evaluation import Scoring
from treesolve.games.game import Game
from treesolve.games.heap_games import Grundy, SimpleNim
from treesolve.games.lazy_tree import Horizon, Positions
from treesolve.games.registry import game_class
from treesolve.games.tictactoe import TicTacToe
from treesolve.model.convention import DEFAULT
from treesolve.model.kind import Kind
from treesolve.model.problem import InputError
from treesolve.search.memoryless_search import search_memoryless


def searched(game: Game) -> int:
    """Return the value of a position for MAX, by searching."""
    value = search_memoryless(Positions(game, Scoring(), Horizon()), DEFAULT).value
    assert value in (1, 0, -1)
    return int(value)


def mover_wins(game: Game) -> bool:
    """Return whether the player to move wins, by searching."""
    return searched(game) == (1 if game.mover is Kind.MAX else -1)


# Boards


def plain_moves(rows: list[str]) -> dict[str, list[str]]:
    """Return the boards after all moves, by the name of the move."""
    free = [at for at in range(9) if rows[at // 3][at % 3] == "."]
    return {str(at + 1): plain.placed(rows, *divmod(at, 3)) for at in free}


@pytest.mark.parametrize("seed", seeds(60))
def test_boards_match_independent_rules(seed: int):
    """Moves, resulting boards, ends, results and both heuristics agree throughout random games."""
    random, winning = Random(seed), plain.THREES
    game = TicTacToe(TicTacToe.start)
    rows = game.show().split("/")

    while True:
        over = plain.board_over(rows, winning)
        assert game.is_over() == (over is not None)
        assert game.heuristics["lines"](game) == plain.open_lines(rows, winning)
        assert game.heuristics["material"](game) == plain.weighed(rows, winning)
        if over is not None:
            assert game.result() == over
            break
        expected = plain_moves(rows)
        assert [game.name_of(move) for move in game.moves()] == list(expected)
        move = random.choice(list(game.moves()))
        rows = expected[game.name_of(move)]
        game.make(move)
        assert game.show().split("/") == rows
        assert game.mover is (Kind.MAX if "".join(rows).count("X") == "".join(rows).count("O") else Kind.MIN)


def test_promising_moves_are_a_permutation():
    """The center is first."""
    game = TicTacToe(TicTacToe.start)

    assert game.promising(game.moves())[0] == 4
    assert sorted(game.promising(game.moves())) == list(game.moves())


# Heaps


@pytest.mark.parametrize("heaps", list(combinations_with_replacement(range(1, 8), 2)))
def test_nimbers_of_several_grundy_heaps(heaps: tuple[int, ...]):
    """The player to move wins unless the nim-sum is 0."""
    nimbers = tuple(map(plain.grundy_nimber, heaps))

    assert mover_wins(Grundy("-".join(map(str, heaps)))) == (plain.nim_sum(nimbers) != 0)


def test_published_nimbers_of_grundy():
    """The first twenty values of the sequence."""
    assert [plain.grundy_nimber(heap) for heap in range(20)] == [
        0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3,
    ]  # fmt: skip


def test_divisions_are_in_order_and_named():
    """The most unequal division is first, as lectures draw it."""
    assert [Grundy("7").name_of(move) for move in Grundy("7").moves()] == ["7=6+1", "7=5+2", "7=4+3"]


def test_no_more_matches_are_taken_than_left():
    """One to three, or as many as are left."""
    assert [list(SimpleNim(str(count)).moves()) for count in (1, 2, 3, 10)] == [[1], [1, 2], [1, 2, 3], [1, 2, 3]]


@pytest.mark.parametrize(("text", "taken"), [("1..2", {1, 2}), ("1,3", {1, 3}), ("2..3, 5", {2, 3, 5}), ("1", {1})])
def test_simple_nim_with_other_numbers_to_take(text: str, taken: set[int]):
    """A player who cannot take has won, because the other took last; winners are computed by counting up."""
    wins: dict[int, bool] = {}
    for count in range(14):
        after = [wins[count - number] for number in taken if number <= count]
        wins[count] = not after or not all(after)
    for count in range(1, 14):
        game = game_class(f"simple-nim:take={text}")(str(count))
        assert set(() if game.is_over() else game.moves()) == {number for number in taken if number <= count}
        assert searched(game) == (1 if wins[count] else -1)


@pytest.mark.parametrize(
    "name", ["simple-nim:take=0", "simple-nim:take=3..1", "simple-nim:take=", "grundy:take=1", "simple-nim:"]
)
def test_invalid_settings(name: str):
    """The message gives a valid example."""
    with pytest.raises(InputError) as refused:
        game_class(name)
    assert refused.value.problems[0].code in ("nim-take", "game-setting")
