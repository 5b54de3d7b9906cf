"""Single games and matches between two players."""

from collections.abc import Sequence

from treesolve.games.game import Game
from treesolve.games.match import GameRecord, match, play_turns, total
from treesolve.games.player import Choice, Player
from treesolve.games.player_registry import read_player
from treesolve.games.registry import game_class
from treesolve.model.kind import Kind


class Scripted:
    """Plays given moves and reports ten positions for each."""

    def __init__(self, *moves: object) -> None:
        self.moves = list(moves)

    def choose(self, _game: Game) -> Choice:
        """Return the next move."""
        return Choice(self.moves.pop(0), 0, 10, 2)


def test_a_game_yields_its_turns():
    """Each turn has the position before its move."""
    game = game_class("tictactoe")("XX./OO./...")
    turns = list(play_turns(game, {Kind.MAX: Scripted(8, 2), Kind.MIN: Scripted(7)}))
    assert [(turn.number, turn.mover, turn.position, turn.move) for turn in turns] == [
        (1, Kind.MAX, "XX./OO./...", "9"),
        (2, Kind.MIN, "XX./OO./..X", "8"),
        (3, Kind.MAX, "XX./OO./.OX", "3"),
    ]
    assert game.show() == "XXX/OO./.OX"
    assert game.result() == 1


def test_a_match_records_results_and_positions():
    """Results are in MAX's view, the first player's; positions are counted per player."""
    found = game_class("tictactoe")
    pairs = [(Scripted(2), Scripted()), (Scripted(8, 6), Scripted(5)), (Scripted(8, 6, 7), Scripted(2, 5))]
    records = list(match(found, "XX./OO./...", pairs))
    assert records == [GameRecord(1, (10, 0)), GameRecord(-1, (10, 10)), GameRecord(-1, (20, 20))]


def test_totals_add_up_records():
    """Each player's total is in that player's view."""
    records = [GameRecord(1, (5, 7)), GameRecord(-1, (1, 1)), GameRecord(0, (0, 0)), GameRecord(1, (0, 0))]
    assert total(records, 0) == (2, 1, 1, 6)
    assert total(records, 1) == (1, 1, 2, 8)


def pairs(first: str, second: str, games: int) -> list[Sequence[Player]]:
    """Return the players of a number of games of Tic-Tac-Toe."""
    found = game_class("tictactoe")
    return [
        [read_player(text).player(found, f"{number}:{text}") for text in (first, second)] for number in range(games)
    ]


def test_searching_players_never_lose_tictactoe():
    """The opponent plays at random, first or second; two searching players always draw."""
    found = game_class("tictactoe")
    searching = "search:table=5000,convention=aima"
    begun = total(list(match(found, found.start, pairs(searching, "random", 10))), 0)
    answered = total(list(match(found, found.start, pairs("random", searching, 10))), 1)
    assert begun.lost == answered.lost == 0
    assert begun.won + answered.won > 10
    assert total(list(match(found, found.start, pairs(searching, searching, 3))), 0).drawn == 3
