"""Benchmark of searching real games, whose positions are created during the search, compared with easyAI.

easyAI's Negamax plays Tic-Tac-Toe with its own class, and with treesolve's class, so that only the searches differ.
Moves are in the same order, and no transposition table is used.
"""

from collections.abc import Callable
from typing import Any

from baselines import visits
from measure import Row, Section, ratios, timed_rounds

from treesolve.games.evaluation import Scoring
from treesolve.games.lazy_tree import Horizon, Positions
from treesolve.games.tictactoe import TicTacToe
from treesolve.model.convention import CONVENTIONS, DEFAULT, Convention
from treesolve.search.memoryless_search import search_memoryless

ROUNDS, QUICK_ROUNDS = 21, 5

COUNTED, GAMES_PLAYED = 549_946, 255_168
"""Number of nodes of Tic-Tac-Toe's game tree, and number of games."""

_BARS = {"easyAI": 1.0, "easyAI on our board": None}

Search = Callable[[], Any]


def measured(quick: bool) -> list[Section]:
    """Return a section for each game."""
    rounds = QUICK_ROUNDS if quick else ROUNDS
    return [_tictactoe(rounds), _counting(1 if quick else 3)]


# Alpha-beta from the empty board


def searched(convention: Convention) -> tuple[int, int]:
    """Return the value of the empty Tic-Tac-Toe board, and the number of positions searched."""
    positions = Positions(TicTacToe(TicTacToe.start), Scoring(), Horizon())
    found = search_memoryless(positions, convention)
    return int(found.value or 0), positions.count


def negamaxed(game: Any) -> Search:
    """Return the Negamax of easyAI on a game at its start."""
    from easyAI import Negamax

    negamax = Negamax(9)

    def value() -> float:
        negamax(game)
        return negamax.alpha  # type: ignore[no-any-return]

    return value


def easy_ai_games() -> dict[str, Any]:
    """Return Tic-Tac-Toe of easyAI, and with treesolve's class; empty if the package is not installed."""
    try:
        from easyAI import TwoPlayerGame
        from easyAI.games.TicTacToe import TicTacToe as Theirs
    except ImportError:
        return {}

    class Ours(TicTacToe, TwoPlayerGame):  # type: ignore[misc]
        possible_moves, make_move, unmake_move = TicTacToe.moves, TicTacToe.make, TicTacToe.undo

        def switch_player(self) -> None:
            """Do nothing, because making a move has already passed the turn."""

        def scoring(self) -> int:
            return -abs(self.result())

    return {"easyAI": Theirs([None, None]), "easyAI on our board": Ours(TicTacToe.start)}


def _tictactoe(rounds: int) -> Section:
    conventions = {"lazily": DEFAULT, "negamax": CONVENTIONS["knuth-moore"]}
    searches: dict[str, Search] = {name: _searching(convention) for name, convention in conventions.items()}
    others = {name: negamaxed(game) for name, game in easy_ai_games().items()}
    value, count = searched(DEFAULT)
    counts = {name: visits(other) for name, other in others.items()}
    if value or any(other() for other in others.values()):
        raise SystemExit("Tic-Tac-Toe is a draw, and one of the searches does not find it")
    seconds = timed_rounds(searches | others, rounds)
    rows = []
    for name in _BARS:
        found = name in seconds
        absence = "" if found else "not installed"
        shares = (count / counts[name],) if found else ()
        times = {mine: ratios(seconds[mine], seconds[name]) if found else () for mine in conventions}
        rows += [
            Row(f"alpha-beta / Negamax of {name}", times["lazily"], _BARS[name], absence=absence),
            Row(f"the same in Knuth and Moore's words / Negamax of {name}", times["negamax"], None, absence=absence),
            Row(f"positions looked at / by Negamax of {name}", shares, None, absence=absence),
        ]
    other_counts = "".join(f", {number:,} by {name}" for name, number in counts.items())
    return f"Tic-Tac-Toe from the empty board, no table: {count:,} positions{other_counts}", rows


def _searching(convention: Convention) -> Search:
    return lambda: searched(convention)


# All games


def played() -> tuple[int, int]:
    """Count the positions and games of Tic-Tac-Toe by making and undoing every move."""
    game, positions, games = TicTacToe(TicTacToe.start), 0, 0

    def go() -> None:
        nonlocal positions, games
        positions += 1
        if game.is_over():
            games += 1
            return
        for move in game.moves():
            game.make(move)
            go()
            game.undo(move)

    go()
    return positions, games


def _counting(rounds: int) -> Section:
    if played() != (COUNTED, GAMES_PLAYED) or searched(CONVENTIONS["minimax"]) != (0, COUNTED):
        raise SystemExit("the games of Tic-Tac-Toe are counted wrong")
    seconds = timed_rounds({"played": played, "searched": lambda: searched(CONVENTIONS["minimax"])}, rounds)
    rows = [
        Row("every move made and undone", tuple(seconds["played"]), unit=" s"),
        Row("minimax on lazy positions", tuple(seconds["searched"]), unit=" s"),
        Row("minimax / making and undoing", ratios(seconds["searched"], seconds["played"])),
    ]
    return f"All of Tic-Tac-Toe: {GAMES_PLAYED:,} games, {COUNTED:,} positions", rows
