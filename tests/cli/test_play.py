"""The command `treesolve play`: games and matches."""

import re
from collections import deque
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from tests.support.program import run
from tests.support.schemas import validated
from treesolve.cli import game_arguments
from treesolve.games.evaluation import Scoring
from treesolve.games.heap_games import Grundy, SimpleNim
from treesolve.games.lazy_tree import Horizon, Positions
from treesolve.games.match import play_turns
from treesolve.games.player import FASTER_PLAYERS, RandomPlayer, SearchingPlayer, SearchSettings, infeasible_size
from treesolve.games.player_registry import MAX_SETTINGS, PLAYER_KINDS, read_player
from treesolve.games.registry import game_class
from treesolve.games.tree_expansion import MAX_ESTIMATE, probe_size
from treesolve.model.convention import CONVENTIONS
from treesolve.model.kind import Kind
from treesolve.model.problem import InputError
from treesolve.rendering.problem_sentence import problem_sentence


def test_a_person_plays():
    """The person types moves and an invalid move, asks for a hint, and wins."""
    result = run("play", "tictactoe", "XX./OO./...", "--second", "random", "--seed", "1", stdin="10\n1\n?\n3\n")
    assert result.exit_code == 0
    assert "There is no move 10 here." in result.stdout
    assert "There is no move 1 here." in result.stdout
    assert "3 looks best: worth ∞ to MAX" in result.stdout
    assert "human (the first player, MAX) has won after 1 move." in result.stdout
    assert "XXX\nOO.\n..." in result.stdout


@pytest.mark.parametrize("typed", ["q\n", "5\nq\n", "", "5\n"])
def test_the_record_is_printed_after_giving_up(typed: str):
    """It is also printed at the end of the input."""
    result = run("play", "tictactoe", stdin=typed)
    assert result.exit_code == 1
    assert "nobody has won" in result.stdout


def test_a_game_as_a_document():
    """Searched moves have a value, others have none."""
    result = run(
        "play", "simple-nim", "6", "--first", "search", "--second", "random", "--seed", "1", "--format", "json"
    )
    document = validated(result.stdout, "play")
    assert document["result"] == 1
    assert document["end"] == "0"
    assert document["moves"][0] == {
        "number": 1,
        "mover": "max",
        "position": "6",
        "move": "1",
        "value": 1,
        "positions": 52,
        "depth": None,
    }
    assert document["moves"][1]["value"] is None


MATCH = ("play", "tictactoe", "--first", "search:table=5000", "--second", "random", "--games", "6", "--seed", "2")


def counted(*arguments: str) -> dict[str, Any]:
    """Return the document of a match."""
    return validated(run("play", *arguments, "--format", "json").stdout, "match")


def test_a_match_counts_results():
    """A win of one player is a loss of the other, and a player without search has no searched positions."""
    document = counted(*MATCH[1:])
    first, second = document["totals"]
    assert document["complete"]
    assert first["won"] + first["drawn"] + first["lost"] == 6
    assert (first["won"], first["drawn"], first["lost"]) == (second["lost"], second["drawn"], second["won"])
    assert first["won"] > 0
    assert first["lost"] == 0 == second["positions"]
    assert first["positions"] > 0


def test_a_deterministic_match_says_that_all_games_are_equal():
    """A match with a random player and a single game do not say so."""
    players = ("play", "tictactoe", "--first", "prune:depth=2", "--language", "de")
    message = run(*players, "--second", "minimax:depth=2", "--games", "3").stdout
    assert "Kein Spieler zieht zufällig, also sind alle Partien gleich." in message
    alone = run(*players, "--second", "minimax:depth=2", "--games", "1").stdout
    drawn = run(*players, "--second", "random", "--games", "3", "--seed", "1").stdout
    assert alone.endswith(" Partie gespielt.\n")
    assert drawn.endswith(" Partien gespielt.\n")


def test_an_interrupted_match_prints_what_is_finished(monkeypatch: pytest.MonkeyPatch):
    """The table has the finished games, and the exit code is that of Ctrl-C."""
    chosen = SearchingPlayer.choose
    calls: list[object] = []

    def interrupted(player: SearchingPlayer, game: object) -> object:
        calls.append(game)
        if len(calls) > 12:
            raise KeyboardInterrupt
        return chosen(player, game)

    monkeypatch.setattr(SearchingPlayer, "choose", interrupted)
    result = run(*MATCH)
    assert result.exit_code == 130
    assert (
        "of 6 games played. The match was interrupted; the game that was being played does not count." in result.stdout
    )
    assert re.search(r"^search:table=5000 +\d", result.stdout, re.MULTILINE)


@pytest.mark.parametrize("form", ["text", "json"])
def test_an_error_in_a_users_file_ends_a_game_between_programs(form: str, tmp_path: Path):
    """The error is reported, and no record is printed."""
    (tmp_path / "own.py").write_text(
        "calls = []\ndef fails(game):\n    calls.append(game)\n    return 1 / (len(calls) < 4)"
    )
    second = f"limit:depth=1,heuristic={tmp_path}/own.py:fails"
    ended = run("play", "tictactoe", "--first", "random", "--second", second, "--seed", "1", "--format", form)

    assert (ended.exit_code, ended.stdout) == (1, "")
    assert "own.py:4:5: This line ended with ZeroDivisionError" in ended.stderr


class Endless(SimpleNim):
    """A game with one move that never ends."""

    def moves(self) -> range:
        """Return the only move."""
        return range(1, 2)

    def make(self, move: int) -> None:
        """Increase the count."""
        super().make(-move)

    def undo(self, move: int) -> None:
        """Decrease the count."""
        super().undo(-move)

    def is_over(self) -> bool:
        """Return False."""
        return False


# Refused searches


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    "arguments",
    [
        ("play", "simple-nim", "100000", "--first", "search", "--second", "random"),
        ("play", "simple-nim", "60", "--first", "random", "--second", "search", "--seed", "1"),
        ("play", "simple-nim", "200", "--first", "prune:depth=all", "--second", "search"),
        ("play", "grundy", "200", "--first", "alphabeta:depth=60", "--second", "random", "--seed", "1", "--games", "9"),
        ("play", "grundy", "1000", "--first", "limit:depth=12,count=plies", "--second", "random", "--seed", "1"),
    ],
)
def test_a_search_that_would_never_end_is_refused(arguments: tuple[str, ...], language: str):
    """It is refused before it starts, with a message about the limit and alternatives."""
    result = run(*arguments, "--language", language)
    assert (result.exit_code, result.stdout) == (1, "")
    message = result.stderr.replace("\N{NARROW NO-BREAK SPACE}", " ")
    assert re.search(r"^--(first|second): ", message, re.MULTILINE)
    assert "20 000 000" in message
    assert "search:table=100000" in message


@pytest.mark.parametrize(
    ("name", "position", "player"),
    [
        *(("tictactoe", ".../.../...", "search"), ("simple-nim", "25", "search")),
        *(("simple-nim", "100000", "search:table=1000000"), ("simple-nim", "100000", "limit:depth=10")),
        *(("tictactoe", "X../.../...", "alphabeta:depth=9,moves=promising"), ("grundy", "1000", "alphabeta:depth=2")),
        *(("grundy", "1000", "deepen"), ("grundy", "1000", "random")),
    ],
)
def test_feasible_searches_are_started(name: str, position: str, player: str):
    """They include long searches, and players with a table or a budget."""
    game = game_class(name)(position)
    before = game.show()
    assert infeasible_size(read_player(player).player(type(game), "1"), game) is None
    assert game.show() == before


def test_a_search_that_exceeds_its_estimate_ends():
    """A message is printed, and the game is at the position before the search."""
    game = game_class("tictactoe")("X../.../...")
    player = SearchingPlayer(SearchSettings(CONVENTIONS["minimax"], Scoring()), Horizon(), most=59_704)
    with pytest.raises(InputError) as caught:
        player.choose(game)
    (problem,) = caught.value.problems
    facts = {"position": "X../.../...", "most": 59_704}
    assert (problem.code, problem.facts) == ("search-too-long", facts | FASTER_PLAYERS)
    assert game.show() == "X../.../..."
    assert SearchingPlayer(player.search_settings, Horizon(), most=59_705).choose(game).positions == 59_705


def test_the_record_is_printed_after_a_failed_search(monkeypatch: pytest.MonkeyPatch):
    """The opponent's search is given up during the game."""
    monkeypatch.setattr(SearchingPlayer.__new__, "__defaults__", (100,))
    result = run("play", "tictactoe", "--second", "alphabeta", stdin="5\n")
    assert result.exit_code == 1
    assert result.stderr.startswith("tictactoe: At .../.X./... 100 positions were looked at")
    assert "The game ends here, at .../.X./..., and nobody has won." in result.stdout


def test_a_game_that_never_ends_is_given_up():
    """Players and size estimates stop at the maximum number of turns, which is still allowed."""
    both = dict.fromkeys((Kind.MAX, Kind.MIN), RandomPlayer("1"))
    game = Endless("1")
    with pytest.raises(InputError) as caught:
        deque(play_turns(game, both), maxlen=0)
    (problem,) = caught.value.problems
    assert (problem.code, problem.facts["most"], game.show()) == ("game-never-ends", 100_000, "100001")
    assert problem_sentence(problem).startswith("After 100000 moves this game is not over;")
    assert problem_sentence(problem, "de").startswith("Nach 100000 Zügen ist dieses Spiel nicht zu Ende;")
    positions = Positions(Endless("1"), Scoring(), Horizon())
    assert probe_size(positions, Random("1"))[0] == MAX_ESTIMATE


@pytest.mark.parametrize("name", MAX_SETTINGS)
def test_the_maximum_settings_are_accepted(name: str):
    """Larger values and values below 1 are not."""
    kind = next(kind for kind, known in PLAYER_KINDS.items() if name in known.settings)
    assert read_player(f"{kind}:{name}={MAX_SETTINGS[name]}").settings[name] == MAX_SETTINGS[name]
    for number in (0, -1, MAX_SETTINGS[name] + 1, 10**30):
        with pytest.raises(InputError):
            read_player(f"{kind}:{name}={number}")


@pytest.mark.parametrize("number", [-1, 0, 10**30])
@pytest.mark.parametrize(
    "arguments",
    [
        "play tictactoe --first random --second random --games",
        "unfold tictactoe --depth",
    ],
)
def test_absurd_numbers_are_refused(arguments: str, number: int):
    """Each option that determines the amount of work has a limit."""
    result = run(*arguments.split(), str(number))
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"'{arguments.split()[-1]}'" in result.stderr


# Ctrl-C


def test_a_person_s_game_that_is_interrupted(monkeypatch: pytest.MonkeyPatch):
    """After Ctrl-C at the prompt, the record starts on a new line."""
    lines = iter(["5\n"])

    class Typing:
        def readline(self, _size: int = -1) -> str:
            for line in lines:
                return line
            raise KeyboardInterrupt

    monkeypatch.setattr(game_arguments, "sys", SimpleNamespace(stdin=Typing()))
    result = run("play", "tictactoe", "--second", "random", "--seed", "1")
    assert result.exit_code == 130
    assert "\ntictactoe from .../.../...: human against random\n" in result.stdout
    assert "and nobody has won." in result.stdout


def test_an_interruption_within_a_move_is_not_an_error(monkeypatch: pytest.MonkeyPatch):
    """Undoing an incomplete move would fail with an error that is unrelated to Ctrl-C."""
    game = Grundy("12")
    make = Grundy.make
    made: list[object] = []

    def half(self: Grundy, move: tuple[int, int]) -> None:
        made.append(move)
        if len(made) == 5:
            self.heaps.remove(move[0])
            raise KeyboardInterrupt
        make(self, move)

    monkeypatch.setattr(Grundy, "make", half)
    with pytest.raises(KeyboardInterrupt):
        read_player("search").player(Grundy, "1").choose(game)
