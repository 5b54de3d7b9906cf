"""Games between two players, one or many."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from treesolve.games.game import Game
from treesolve.games.player import Choice, Player
from treesolve.model.kind import Kind
from treesolve.model.number import Number
from treesolve.model.problem import InputError, Problem

PLAYERS = (Kind.MAX, Kind.MIN)
"""The first player, who begins every game, and the second one."""

MAX_TURNS = 100_000
"""A game that is not over after this many turns counts as endless."""


class PositionSnapshot(NamedTuple):
    """Where a game stands: the position as text and as a drawing, and the result in MAX's view; None if not over."""

    position: str
    board: str
    result: Number | None


def take_snapshot(game: Game) -> PositionSnapshot:
    """Return where the game stands now, for use after it has gone on."""
    return PositionSnapshot(game.show(), game.board(), game.result() if game.is_over() else None)


class Turn(NamedTuple):
    """One move, counted from 1: the position before it as text, the move's name, and the choice behind it."""

    number: int
    mover: Kind
    position: str
    move: str
    choice: Choice


def play_turns(game: Game, players: Mapping[Kind, Player]) -> Iterator[Turn]:
    """Play a game from where it stands to its end; yield each turn after it has been made.

    Raises InputError if the game does not end.
    """
    number = 0
    while not game.is_over():
        if number == MAX_TURNS:
            raise InputError((Problem("game-never-ends", None, {"most": MAX_TURNS}),))
        number += 1
        mover, position = game.mover, game.show()
        choice = players[mover].choose(game)
        name = game.name_of(choice.move)
        game.make(choice.move)
        yield Turn(number, mover, position, name, choice)


class GameRecord(NamedTuple):
    """A finished game of a match: its result in MAX's view as 1, 0 or -1, and the positions each player looked at."""

    result: int
    positions: tuple[int, int]


class MatchTotal(NamedTuple):
    """The games that a player won, drew and lost, and the positions the player looked at in all of them."""

    won: int
    drawn: int
    lost: int
    positions: int


def total(records: Sequence[GameRecord], player_index: int) -> MatchTotal:
    """Add up the games for the first player, 0, or the second one, 1."""
    results = [one.result if player_index == 0 else -one.result for one in records]
    positions = sum(one.positions[player_index] for one in records)
    return MatchTotal(results.count(1), results.count(0), results.count(-1), positions)


def match(game_class: type[Game], position: str, pairs: Iterable[Sequence[Player]]) -> Iterator[GameRecord]:
    """Play one game after the other from the position; `pairs` has the two players of each game."""
    for pair in pairs:
        game, positions = game_class(position), dict.fromkeys(PLAYERS, 0)
        for turn in play_turns(game, dict(zip(PLAYERS, pair, strict=True))):
            positions[turn.mover] += turn.choice.positions
        result = game.result()
        yield GameRecord((result > 0) - (result < 0), (positions[Kind.MAX], positions[Kind.MIN]))
