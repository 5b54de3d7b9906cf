"""Single games and matches between two players."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from treesolve.games.game import Game
from treesolve.games.player import Choice, Player
from treesolve.model.kind import Kind
from treesolve.model.number import Number
from treesolve.model.problem import InputError, Problem

PLAYERS = (Kind.MAX, Kind.MIN)
"""The first player, who makes the first move of every game, and the second player."""

MAX_TURNS = 100_000
"""Maximum number of turns of a game. A longer game is treated as endless."""


class PositionSnapshot(NamedTuple):
    """The position of a game as text and as a drawing, and the result in MAX's view, which is None until the end."""

    position: str
    board: str
    result: Number | None


def take_snapshot(game: Game) -> PositionSnapshot:
    """Return a snapshot of the current position, which later moves do not change."""
    return PositionSnapshot(game.show(), game.board(), game.result() if game.is_over() else None)


class Turn(NamedTuple):
    """One move, counted from 1: the position before it as text, the name of the move, and the player's choice."""

    number: int
    mover: Kind
    position: str
    move: str
    choice: Choice


def play_turns(game: Game, players: Mapping[Kind, Player]) -> Iterator[Turn]:
    """Play a game from the current position to its end, and yield each turn after its move has been made.

    Raises InputError if the game does not end within MAX_TURNS turns.
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
    """A finished game of a match.

    `result` is 1, 0 or -1 in MAX's view; `positions` is the number of positions that each player searched.
    """

    result: int
    positions: tuple[int, int]


class MatchTotal(NamedTuple):
    """The numbers of games that a player won, drew and lost, and the number of positions searched in all games."""

    won: int
    drawn: int
    lost: int
    positions: int


def total(records: Sequence[GameRecord], player_index: int) -> MatchTotal:
    """Return the total of one player; `player_index` is 0 for the first player and 1 for the second."""
    results = [one.result if player_index == 0 else -one.result for one in records]
    positions = sum(one.positions[player_index] for one in records)
    return MatchTotal(results.count(1), results.count(0), results.count(-1), positions)


def match(game_class: type[Game], position: str, pairs: Iterable[Sequence[Player]]) -> Iterator[GameRecord]:
    """Play games from the position, one for each pair of players in `pairs`."""
    for pair in pairs:
        game, positions = game_class(position), dict.fromkeys(PLAYERS, 0)
        for turn in play_turns(game, dict(zip(PLAYERS, pair, strict=True))):
            positions[turn.mover] += turn.choice.positions
        result = game.result()
        yield GameRecord((result > 0) - (result < 0), (positions[Kind.MAX], positions[Kind.MIN]))
