"""Every game keeps to the protocol: the known ones, and the one people are shown how to write."""

from collections.abc import Iterator
from random import Random

import pytest

from tests.support.effort import seeds
from tests.support.places import EXERCISES
from treesolve.games.game import Game, Move
from treesolve.games.registry import GAMES, game_class
from treesolve.model.kind import Kind

OWN = EXERCISES / "games" / "own_game.py"
NAMES = (*GAMES, str(OWN))

SMALL = {
    "tictactoe": (".../.../...",),
    "grundy": ("9", "6-5-3"),
    "simple-nim": ("12",),
    str(OWN): ("3-3-3",),
}
"""Positions of each game from which everything that can come is soon seen."""

BOARDS = ("tictactoe",)
"""Games whose texts say who moves; in the others it is always MAX who moves first in a position that is read."""


def played(name: str, seed: int) -> Iterator[tuple[Game, list[Move]]]:
    """Yield a game drawn at random, in each of its positions, with the moves made so far."""
    game, random = game_class(name)(game_class(name).start), Random(seed)
    made: list[Move] = []
    yield game, made
    while not game.is_over():
        made.append(random.choice(list(game.moves())))
        game.make(made[-1])
        yield game, made


def seen(game: Game) -> tuple[object, ...]:
    """All that can be seen of a position."""
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
def test_a_game_keeps_to_the_protocol(name: str, seed: int):
    """Every move can be taken back, at once, and the whole game from its end: everything is as it was."""
    past: list[tuple[object, ...]] = []
    made: list[Move] = []
    for game, made in played(name, seed):  # noqa: B007 - both are needed afterwards
        past.append(seen(game))
        check_text(name, game)
        check_moves_and_result(name, game)
        for move in () if game.is_over() else list(game.moves()):
            game.make(move)
            assert game.mover is not past[-1][3]
            game.undo(move)
            assert seen(game) == past[-1]
    while made:
        assert seen(game) == past.pop()
        game.undo(made.pop())
    assert [seen(game)] == past


def check_text(name: str, game: Game) -> None:
    """The same text, the same moves in the same order; only heaps that are gone have no text that can be read."""
    assert "\n" not in game.show()
    if name not in BOARDS and game.is_over() and game.show() == "0":
        return
    again = type(game)(game.show())
    if name in BOARDS:
        assert seen(again) == seen(game)
    else:
        assert (again.show(), again.is_over(), again.mover) == (game.show(), game.is_over(), Kind.MAX)
        assert again.is_over() or list(again.moves()) == list(game.moves())


def check_moves_and_result(name: str, game: Game) -> None:
    """Moves with different names while the game goes on; a result at its end; keys to be hashed."""
    hash(game.key())
    if game.is_over():
        least, greatest = game.results
        assert game.result() in {1, 0, -1}
        assert least <= game.result() <= greatest
        assert name == str(OWN) or (least, greatest) == (-1, 1)
    else:
        names = [game.name_of(move) for move in game.moves()]
        assert names
        assert len(set(names)) == len(names) == len(set(game.moves()))
        assert sorted(map(repr, game.promising(game.moves()))) == sorted(map(repr, game.moves()))


def worth(game: Game, found: dict[tuple[str, Kind], tuple[object, int]]) -> int:
    """Return the value of a position by plain minimax, and in `found` those of all that can come, with their keys."""
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
def test_equal_keys_are_worth_the_same(name: str):
    """In all positions that can come from a small one; and some positions do share their key."""
    for start in SMALL[name]:
        found: dict[tuple[str, Kind], tuple[object, int]] = {}
        worth(game_class(name)(start), found)
        values: dict[object, set[int]] = {}
        for key, value in found.values():
            values.setdefault(key, set()).add(value)

        assert len(found) > 10
        assert all(len(several) == 1 for several in values.values())


def test_there_is_a_small_position_of_every_game():
    """A new game is tested as well."""
    assert set(SMALL) == set(NAMES)


# The game people are shown how to write


@pytest.mark.parametrize(("rows", "columns"), [(rows, columns) for rows in (1, 2, 3) for columns in (1, 2, 3, 4)])
def test_chomp_is_won_by_who_begins(rows: int, columns: int):
    """On every bar but the one of a single piece: if the piece at the lower right does not win, its answer does."""
    game = game_class(str(OWN))("-".join([str(columns)] * rows))

    assert worth(game, {}) == (-1 if rows == columns == 1 else 1)
