"""The protocol of games, for built-in games and the example of a user game."""

from collections.abc import Iterator
from random import Random

import pytest

from tests.support.effort import seeds
from tests.support.places import EXERCISES
from treesolve.games.game import Game, Move
from treesolve.games.registry import GAMES, game_class
from treesolve.model.kind import Kind

USER_GAME = EXERCISES / "games" / "own_game.py"
NAMES = (*GAMES, str(USER_GAME))

SMALL = {
    "tictactoe": (".../.../...",),
    "grundy": ("9", "6-5-3"),
    "simple-nim": ("12",),
    str(USER_GAME): ("3-3-3",),
}
"""Positions of each game with few descendants."""

BOARDS = ("tictactoe",)
"""Games whose text determines the player to move; in all others, MAX moves first in a parsed position."""


def played(name: str, seed: int) -> Iterator[tuple[Game, list[Move]]]:
    """Yield a random game in each of its positions, with the moves made so far."""
    game, random = game_class(name)(game_class(name).start), Random(seed)
    made: list[Move] = []
    yield game, made
    while not game.is_over():
        made.append(random.choice(list(game.moves())))
        game.make(made[-1])
        yield game, made


def observed_state(game: Game) -> tuple[object, ...]:
    """Return everything observable about a position."""
    over = game.is_over()
    return (
        game.show(),
        game.board(),
        game.key(),
        game.mover,
        over,
        game.result() if over else tuple(game.moves()),
        tuple((name, value(game)) for name, value in game.heuristics.items()),
    )


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", seeds(15))
def test_games_follow_the_protocol(name: str, seed: int):
    """Every move can be undone, immediately and from the end of the game, and restores the previous state."""
    past: list[tuple[object, ...]] = []
    made: list[Move] = []
    for game, made in played(name, seed):  # noqa: B007 - both are needed afterwards
        past.append(observed_state(game))
        check_text(name, game)
        check_moves_and_result(name, game)
        for move in () if game.is_over() else list(game.moves()):
            game.make(move)
            assert game.mover is not past[-1][3]
            game.undo(move)
            assert observed_state(game) == past[-1]
    while made:
        assert observed_state(game) == past.pop()
        game.undo(made.pop())
    assert [observed_state(game)] == past


def check_text(name: str, game: Game) -> None:
    """Check that the text gives the same moves in the same order; a game without heaps has no readable text."""
    assert "\n" not in game.show()
    if name not in BOARDS and game.is_over() and game.show() == "0":
        return
    again = type(game)(game.show())
    if name in BOARDS:
        assert observed_state(again) == observed_state(game)
    else:
        assert (again.show(), again.is_over(), again.mover) == (game.show(), game.is_over(), Kind.MAX)
        assert again.is_over() or list(again.moves()) == list(game.moves())


def check_moves_and_result(name: str, game: Game) -> None:
    """Check that moves have different names, finished games a valid result, and keys a hash."""
    hash(game.key())
    if game.is_over():
        least, greatest = game.results
        assert game.result() in {1, 0, -1}
        assert least <= game.result() <= greatest
        assert name == str(USER_GAME) or (least, greatest) == (-1, 1)
    else:
        names = [game.name_of(move) for move in game.moves()]
        assert names
        assert len(set(names)) == len(names) == len(set(game.moves()))
        assert sorted(map(repr, game.promising(game.moves()))) == sorted(map(repr, game.moves()))


def worth(game: Game, found: dict[tuple[str, Kind], tuple[object, int]]) -> int:
    """Return the value of a position by plain minimax, and store keys and values of all descendants in `found`."""
    position = game.show(), game.mover
    if position not in found:
        if game.is_over():
            value = int(game.result())
        else:
            best = max if game.mover is Kind.MAX else min
            values = []
            for move in game.moves():
                game.make(move)
                values.append(worth(game, found))
                game.undo(move)
            value = best(values)
        found[position] = game.key(), value
    return found[position][1]


@pytest.mark.parametrize("name", NAMES)
def test_positions_with_equal_keys_have_the_same_value(name: str):
    """All descendants of a small position are compared."""
    for start in SMALL[name]:
        found: dict[tuple[str, Kind], tuple[object, int]] = {}
        worth(game_class(name)(start), found)
        values: dict[object, set[int]] = {}
        for key, value in found.values():
            values.setdefault(key, set()).add(value)

        assert len(found) > 10
        assert all(len(several) == 1 for several in values.values())


def test_there_is_a_small_position_of_every_game():
    """New games are tested as well."""
    assert set(SMALL) == set(NAMES)


# The example of a user game


@pytest.mark.parametrize(("rows", "columns"), [(rows, columns) for rows in (1, 2, 3) for columns in (1, 2, 3, 4)])
def test_the_first_player_wins_chomp(rows: int, columns: int):
    """The only exception is a bar of one piece: if taking the lower right piece does not win, its refutation does."""
    game = game_class(str(USER_GAME))("-".join([str(columns)] * rows))

    assert worth(game, {}) == (-1 if rows == columns == 1 else 1)
