"""What a transposition table does for real games: Connect Four beside easyAI, and Nim as far as theory is compared.

Both search eight plies deep from the empty board, with a table, and value positions by win and loss alone. treesolve
deepens from one ply on and counts the positions of all iterations; easyAI goes to the depth at once. A position that
the table answers counts in both.
"""

from typing import Any

from baselines import visits
from measure import Row, Section, ratios, timed_rounds

from treesolve.games.connect_four import ConnectFour
from treesolve.games.evaluation import Scoring
from treesolve.games.heap_games import Grundy, SimpleNim
from treesolve.games.lazy_tree import Horizon
from treesolve.games.player import DeepeningPlayer, SearchingPlayer, Thinking
from treesolve.games.transposition_table import TranspositionTable
from treesolve.model.convention import CONVENTIONS

DEPTH, QUICK_DEPTH = 8, 6
ROUNDS, QUICK_ROUNDS = 5, 1

LARGEST_GRUNDY, QUICK_GRUNDY, LARGEST_NIM = 60, 40, 1000


def measured(quick: bool) -> list[Section]:
    """A section for Connect Four, and one for heaps."""
    depth, rounds = (QUICK_DEPTH, QUICK_ROUNDS) if quick else (DEPTH, ROUNDS)
    return [_connect_four(depth, rounds), _heaps(QUICK_GRUNDY if quick else LARGEST_GRUNDY)]


# Connect Four


def deepened(depth: int) -> tuple[object, int]:
    """The value of the empty board so many plies deep, and how many positions all iterations looked at."""
    thinking = Thinking(CONVENTIONS["aima"], Scoring(), TranspositionTable(), promising=True)
    choice = DeepeningPlayer(thinking, Horizon(depth)).choose(ConnectFour(ConnectFour.start))
    return choice.value, choice.positions


def easy_ai(depth: int) -> Any:
    """Connect Four of easyAI, searched by its Negamax with its table; None where it is not installed."""
    try:
        from easyAI import Negamax, TranspositionTable
        from easyAI.games.ConnectFour import ConnectFour as Theirs
    except ImportError:
        return None

    class Entered(Theirs):  # type: ignore[misc]
        def ttentry(self) -> bytes:
            """What the table knows a position by."""
            return self.board.tobytes()  # type: ignore[no-any-return]

    def value() -> float:
        negamax = Negamax(depth, tt=TranspositionTable())
        negamax(Entered([None, None]))
        return negamax.alpha  # type: ignore[no-any-return]

    return value


def _connect_four(depth: int, rounds: int) -> Section:
    theirs, (value, count) = easy_ai(depth), deepened(depth)
    heading = f"Connect Four, {depth} plies, table and iterative deepening: {count:,} positions"
    if theirs is None:
        absent = "not installed"
        names = ("deepening / easyAI's Negamax with its table", "positions of all iterations / easyAI's")
        return heading, [Row(name, (), 1.0, absence=absent) for name in names]
    if value != 0 or theirs() != 0:
        raise SystemExit("nobody wins Connect Four so early, and one of the searches says so")
    counted = visits(theirs)
    seconds = timed_rounds({"ours": lambda: deepened(depth), "theirs": theirs}, rounds)
    return f"{heading}, {counted:,} by easyAI", [
        Row("deepening / easyAI's Negamax with its table", ratios(seconds["ours"], seconds["theirs"]), 1.0),
        Row("positions of all iterations / easyAI's", (count / counted,), 1.0),
    ]


# Heaps, compared with what Sprague and Grundy say


def grundy_values(most: int) -> list[int]:
    """The value of each heap of Grundy's game: the least that no division reaches."""
    values: list[int] = []
    for heap in range(most + 1):
        reached = {values[part] ^ values[heap - part] for part in range(1, (heap + 1) // 2)}
        values.append(min(set(range(len(reached) + 1)) - reached))
    return values


def heaps_won(most: int) -> list[int]:
    """1 for each heap of Grundy's game from 3 on that the mover wins, else -1; by search, with one table."""
    thinking = Thinking(CONVENTIONS["haw"], Scoring(), TranspositionTable(to_the_end=True))
    player = SearchingPlayer(thinking, Horizon())
    return [int(player.choose(Grundy(str(heap))).value or 0) for heap in range(3, most + 1)]


def nim_won() -> list[int]:
    """The same for simple Nim, from 1 on."""
    thinking = Thinking(CONVENTIONS["haw"], Scoring(), TranspositionTable(to_the_end=True))
    player = SearchingPlayer(thinking, Horizon())
    return [int(player.choose(SimpleNim(str(heap))).value or 0) for heap in range(1, LARGEST_NIM + 1)]


def _heaps(most: int) -> Section:
    if heaps_won(most) != [1 if value else -1 for value in grundy_values(most)[3:]]:
        raise SystemExit("a heap of Grundy's game is won by the wrong player")
    if nim_won() != [-1 if heap % 4 == 1 else 1 for heap in range(1, LARGEST_NIM + 1)]:
        raise SystemExit("a heap of simple Nim is won by the wrong player")
    seconds = timed_rounds({"grundy": lambda: heaps_won(most), "nim": nim_won}, 1)
    return "Heaps by search with a table, as Sprague and Grundy say", [
        Row(f"Grundy's game, all heaps to {most}", tuple(seconds["grundy"]), unit=" s"),
        Row(f"simple Nim, all heaps to {LARGEST_NIM:,}", tuple(seconds["nim"]), unit=" s"),
    ]
