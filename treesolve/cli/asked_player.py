"""The players that a command is asked for."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from treesolve.cli.asked_game import told_of
from treesolve.cli.options import named_convention
from treesolve.model.problem import InputError, Problem

if TYPE_CHECKING:
    from treesolve.games.game import Game
    from treesolve.games.player import Player
    from treesolve.games.player_registry import Described

_SEATS = ("first", "second")
"""What the players are asked for with, MAX's before MIN's."""


def asked_players(options: Mapping[str, Any], game_class: "type[Game]") -> "list[Described]":
    """The players that the options ask for. Raises InputError where nobody knows one who could play this game."""
    return [_asked_player(options[seat], f"--{seat}", game_class) for seat in _SEATS]


def _asked_player(text: str, option: str, game_class: "type[Game]") -> "Described":
    from treesolve.games.player_registry import read_player

    with told_of(option):
        described = read_player(text, lambda name: named_convention(name, option))
        if described.kind != "human":
            described.player(game_class, "")
    return described


def check_reach(described: "Sequence[Described]", players: "Iterable[Player]", game: "Game") -> None:
    """Raise InputError for a player who could not find a first move."""
    from treesolve.games.player_reach import out_of_reach
    from treesolve.games.search_player import MOST_LOOKED_AT, WAYS_OUT
    from treesolve.pages.unfolding import about, grouped

    for seat, one, player in zip(_SEATS, described, players, strict=True):
        positions = out_of_reach(player, game)
        if positions is not None:
            facts = {"player": one.text, "positions": about(positions), "most": grouped(MOST_LOOKED_AT), **WAYS_OUT}
            raise InputError((Problem("player-out-of-reach", None, facts, f"--{seat}"),))
