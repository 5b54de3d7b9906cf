"""Games between two players: turn by turn, many of them, and what each made of it."""

from collections.abc import Sequence

from treesolve.games.game import Game
from treesolve.games.player import Choice, Player, RandomPlayer
from treesolve.games.player_registry import read_player
from treesolve.games.registry import game_class
from treesolve.games.tournament import Record, match, record, total, turns
from treesolve.model.tree import Kind


class Scripted:
    """Plays the moves it was given, and says that it looked at ten positions for each."""

    def __init__(self, *moves: object) -> None:
        self.moves = list(moves)

    def choose(self, _game: Game) -> Choice:
        """The next of them."""
        return Choice(self.moves.pop(0), 0, 10, 2)


def test_a_game_goes_on_turn_by_turn():
    """From a position to its end, with what stood before each move."""
    game = game_class("tictactoe")("XX./OO./...")
    found = list(turns(game, {Kind.MAX: Scripted(8, 2), Kind.MIN: Scripted(7)}))
    assert [(turn.number, turn.mover, turn.position, turn.move) for turn in found] == [
        (1, Kind.MAX, "XX./OO./...", "9"),
        (2, Kind.MIN, "XX./OO./..X", "8"),
        (3, Kind.MAX, "XX./OO./.OX", "3"),
    ]
    assert game.show() == "XXX/OO./.OX"
    assert game.result() == 1


def test_an_opening_is_drawn():
    """Nobody chooses there; it follows from the seed."""
    games = []
    for seed in ("1", "1", "2"):
        game = game_class("tictactoe")(".../.../...")
        made = list(turns(game, dict.fromkeys((Kind.MAX, Kind.MIN), RandomPlayer("5")), 3, seed))
        assert [turn.choice is None for turn in made[:4]] == [True, True, True, False]
        games.append([turn.move for turn in made])
    assert games[0] == games[1] != games[2]


def test_what_a_seat_got_does_not_hang_on_who_began():
    """The second player wins as MAX where the players were swapped."""
    game = game_class("tictactoe")("XX./OO./...")
    made = list(turns(game, {Kind.MAX: Scripted(2), Kind.MIN: Scripted()}))
    straight, swapped = (record(1, made, 1, swapped=turned) for turned in (False, True))
    assert (straight.result, swapped.result) == (1, -1)
    assert (straight.positions, swapped.positions) == ((10, 0), (0, 10))
    assert straight.moves == ("3",)


def test_totals_count_what_the_records_say():
    """For each seat in its own view."""
    records = [
        Record(1, False, 1, ("1",), (5, 7), (1.0, 2.0)),
        Record(2, True, -1, ("1",), (1, 1), (0.5, 0.25)),
        Record(3, False, 0, (), (0, 0), (0.0, 0.0)),
        Record(4, False, 1, (), (0, 0), (0.0, 0.0)),
    ]
    assert total(records, 0) == (2, 1, 1, 6, 1.5)
    assert total(records, 1) == (1, 1, 2, 8, 2.25)


def pairs(first: str, second: str, games: int) -> list[Sequence[Player]]:
    """The players of so many games of Tic-Tac-Toe."""
    found = game_class("tictactoe")
    return [
        [read_player(text).player(found, f"{number}:{text}") for text in (first, second)] for number in range(games)
    ]


def test_who_searches_never_loses_tictactoe():
    """Against somebody who plays at random, beginning or not; and two who search always draw."""
    found = game_class("tictactoe")
    searching = "search:table=5000,convention=aima"
    records = list(match(found, found.start, pairs(searching, "random", 20), swapping=True))
    assert [one.swapped for one in records[:3]] == [False, True, False]
    assert total(records, 0).lost == 0
    assert total(records, 0).won > 10
    assert total(list(match(found, found.start, pairs(searching, searching, 3))), 0).drawn == 3


def test_a_match_follows_from_its_seed():
    """Without the times."""
    found = game_class("tictactoe")
    first, again, other = (
        [one.moves for one in match(found, found.start, pairs("random", "prune:depth=1", 5), opening=2, seed=seed)]
        for seed in ("1", "1", "2")
    )
    assert first == again != other
    assert len(set(first)) > 1
