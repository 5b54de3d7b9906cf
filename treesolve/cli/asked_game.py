"""The game, the position and the players that a command is asked for."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from treesolve.cli.run import told_of
from treesolve.cli.steering import named_convention
from treesolve.games.game import Game
from treesolve.games.player import Player
from treesolve.games.player_registry import Described, read_player
from treesolve.games.registry import game_class
from treesolve.games.search_player import MOST_LOOKED_AT, WAYS_OUT, out_of_reach
from treesolve.model.file_format import decode
from treesolve.model.input_file import MOST_POSITION, read_file
from treesolve.model.problem import InputError, Problem, Span, nearest
from treesolve.pages.unfolding import about, grouped

STDIN_MARK = "-"
"""A position that is read from standard input."""


def asked_game(name: str, position: str | None, moves: str | None = None) -> Game:
    """The game of that name, standing in the position (its start where there is none) after the moves.

    Raises InputError where there is no such game, position or move.
    """
    with told_of("GAME"):
        found = game_class(name)
    with told_of("POSITION"):
        game = found(found.start if position is None else _position_text(position))
    with told_of("--moves"):
        _make_all_moves(game, moves or "")
    return game


def asked_unfinished(name: str, position: str | None, moves: str | None = None) -> Game:
    """The same, for who wants to go on from there. Raises InputError where the game is over, too."""
    game = asked_game(name, position, moves)
    if game.is_over():
        raise InputError((Problem("game-over", None, {"position": game.show()}, "POSITION"),))
    return game


def _position_text(position: str) -> str:
    if position != STDIN_MARK:
        return position
    return decode(read_file(STDIN_MARK, MOST_POSITION), STDIN_MARK).strip()


def _make_all_moves(game: Game, moves: str) -> None:
    """Make moves by their names, divided by blanks or commas."""
    offset = 0
    for word in moves.replace(",", " ").split():
        start = moves.index(word, offset)
        offset = start + len(word)
        names = {} if game.is_over() else named_moves(game)
        if word not in names:
            facts = {"text": word, "position": game.show(), "nearest": nearest(word, tuple(names))}
            facts["known"] = ", ".join(names)
            code = "game-over" if game.is_over() else "no-such-move"
            raise InputError((Problem(code, Span(start, offset), facts, text=moves),))
        game.make(names[word])


def named_moves(game: Game) -> dict[str, object]:
    """The moves there are, by name, in their order."""
    return {game.name_of(move): move for move in game.moves()}


_SEATS = ("first", "second")
"""What the players are asked for with, MAX's before MIN's."""


def asked_players(options: Mapping[str, Any], game_class: type[Game]) -> list[Described]:
    """The players that the options ask for. Raises InputError where nobody knows one who could play this game."""
    return [_asked_player(options[seat], f"--{seat}", game_class) for seat in _SEATS]


def _asked_player(text: str, option: str, game_class: type[Game]) -> Described:
    with told_of(option):
        described = read_player(text, lambda name: named_convention(name, option))
        if described.kind != "human":
            described.player(game_class, "")
    return described


def check_reach(described: Sequence[Described], players: Iterable[Player], game: Game) -> None:
    """Raise InputError for a player who could not find a first move."""
    for seat, one, player in zip(_SEATS, described, players, strict=True):
        positions = out_of_reach(player, game)
        if positions is not None:
            facts = {"player": one.text, "positions": about(positions), "most": grouped(MOST_LOOKED_AT), **WAYS_OUT}
            raise InputError((Problem("player-out-of-reach", None, facts, f"--{seat}"),))
