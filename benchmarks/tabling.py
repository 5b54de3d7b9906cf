"""Benchmark of searching games with a transposition table, checked against the theory of Nim."""

from measure import Row, Section, timed_rounds

from treesolve.games.evaluation import Scoring
from treesolve.games.heap_games import Grundy, SimpleNim
from treesolve.games.lazy_tree import Horizon
from treesolve.games.player import SearchingPlayer, SearchSettings
from treesolve.games.transposition_table import TranspositionTable
from treesolve.model.convention import CONVENTIONS

MAX_GRUNDY, QUICK_GRUNDY, MAX_NIM = 60, 40, 1000


def measured(quick: bool) -> list[Section]:
    """Return the section on heaps."""
    return [_heaps(QUICK_GRUNDY if quick else MAX_GRUNDY)]


# Heap games, compared with Sprague-Grundy theory


def grundy_values(largest: int) -> list[int]:
    """Return the Grundy value of each heap of Grundy's game up to the largest one."""
    values: list[int] = []
    for heap in range(largest + 1):
        reached = {values[part] ^ values[heap - part] for part in range(1, (heap + 1) // 2)}
        values.append(min(set(range(len(reached) + 1)) - reached))
    return values


def heaps_won(largest: int) -> list[int]:
    """Search the heaps of Grundy's game from 3 on with one table; return 1 if the player to move wins, else -1."""
    search_settings = SearchSettings(CONVENTIONS["haw"], Scoring(), TranspositionTable(without_horizon=True))
    player = SearchingPlayer(search_settings, Horizon())
    return [int(player.choose(Grundy(str(heap))).value or 0) for heap in range(3, largest + 1)]


def nim_won() -> list[int]:
    """Return the same for simple Nim, from heap 1 on."""
    search_settings = SearchSettings(CONVENTIONS["haw"], Scoring(), TranspositionTable(without_horizon=True))
    player = SearchingPlayer(search_settings, Horizon())
    return [int(player.choose(SimpleNim(str(heap))).value or 0) for heap in range(1, MAX_NIM + 1)]


def _heaps(largest: int) -> Section:
    if heaps_won(largest) != [1 if value else -1 for value in grundy_values(largest)[3:]]:
        raise SystemExit("a heap of Grundy's game is won by the wrong player")
    if nim_won() != [-1 if heap % 4 == 1 else 1 for heap in range(1, MAX_NIM + 1)]:
        raise SystemExit("a heap of simple Nim is won by the wrong player")
    seconds = timed_rounds({"grundy": lambda: heaps_won(largest), "nim": nim_won}, 1)
    return "Heaps by search with a table, as Sprague and Grundy say", [
        Row(f"Grundy's game, all heaps to {largest}", tuple(seconds["grundy"]), unit=" s"),
        Row(f"simple Nim, all heaps to {MAX_NIM:,}", tuple(seconds["nim"]), unit=" s"),
    ]
