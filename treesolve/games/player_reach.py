"""Whether a player can come to an end with a move at all, seen before the search begins.

A search goes through a tree whose size is estimated by probes. One that cuts nothing looks at all of it, one with cuts
at the square root of it at least. What a transposition table spares nobody knows before.
"""

from math import isqrt

from treesolve.games.game import Game
from treesolve.games.player import Player
from treesolve.games.search_player import MOST_LOOKED_AT, SearchingPlayer
from treesolve.games.size_estimate import estimated_size

PROBES = 100
"""So many probes are enough to tell what is far too large."""

DOUBT = 10
"""An estimate that is too large by no more than this factor is not believed; the search is begun."""


def out_of_reach(player: Player, game: Game) -> int | None:
    """About how many positions a player would look at, at least, where a move cannot be found; else None.

    Only a player who searches up to a horizon, without a table, is told that beforehand.
    """
    if not isinstance(player, SearchingPlayer) or player.thinking.table is not None:
        return None
    positions = player.thinking.positions(game, player.horizon)
    size = round(estimated_size(positions, probes=PROBES))
    least = isqrt(size) if player.thinking.convention.cuts else size
    return least if least > DOUBT * MOST_LOOKED_AT else None
