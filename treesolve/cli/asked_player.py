"""The players that a command is asked for."""

from typing import TYPE_CHECKING

from treesolve.cli.asked_game import told_of
from treesolve.cli.options import named_convention
from treesolve.model.problem import InputError, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable

    from treesolve.games.game import Game
    from treesolve.games.player import Player
    from treesolve.games.player_registry import Described

PLAYER_OPTIONS = ("--first", "--second")
"""What the players are asked for with, MAX's before MIN's."""


def asked_player(text: str, option: str, game_class: "type[Game]") -> "Described":
    """The player that an option asks for. Raises InputError where nobody knows one who could play this game."""
    from treesolve.games.player_registry import read_player

    with told_of(option):
        described = read_player(text, lambda name: named_convention(name, option))
        if described.kind != "human":
            described.player(game_class, "")
    return described


def check_reach(seats: "Iterable[tuple[str, str, Player]]", game: "Game") -> None:
    """Raise InputError for a player who could not find a first move; each comes after its option and its text."""
    from treesolve.games.player_reach import out_of_reach
    from treesolve.games.search_player import MOST_LOOKED_AT, WAYS_OUT
    from treesolve.pages.unfolding import about, grouped

    for option, text, player in seats:
        positions = out_of_reach(player, game)
        if positions is not None:
            facts = {"player": text, "positions": about(positions), "most": grouped(MOST_LOOKED_AT), **WAYS_OUT}
            raise InputError((Problem("player-out-of-reach", None, facts, option),))
