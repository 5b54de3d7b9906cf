"""treesolve play, games and matches, as it is used at a terminal."""

import json
from pathlib import Path

import pytest
from jsonschema import validate

from tests.support.program import run
from treesolve.games.search_player import SearchingPlayer
from treesolve.model.resources import schema_text


def test_a_person_plays():
    """Types moves, is told what is none, asks for a hint, and wins."""
    result = run("play", "tictactoe", "XX./OO./...", "--second", "random", "--seed", "1", stdin="10\n1\n?\n3\n")
    assert result.exit_code == 0
    assert "There is no move 10 here." in result.stdout
    assert "There is no move 1 here." in result.stdout
    assert "3 looks best: worth ∞ to MAX" in result.stdout
    assert "human (the first player, MAX) has won after 1 move." in result.stdout
    assert "XXX\nOO.\n..." in result.stdout


@pytest.mark.parametrize("typed", ["q\n", "5\nq\n", "", "5\n"])
def test_who_gives_up_sees_how_far_it_went(typed: str):
    """So does who closes the terminal."""
    result = run("play", "tictactoe", stdin=typed)
    assert result.exit_code == 1
    assert "nobody has won" in result.stdout


def test_a_game_as_a_document():
    """With a value for what was searched, and none for what was not."""
    result = run(
        "play", "simple-nim", "6", "--first", "search", "--second", "random", "--seed", "1", "--format", "json"
    )
    document = json.loads(result.stdout)
    validate(document, json.loads(schema_text("play")))
    assert document["result"] == 1
    assert document["end"] == "0"
    assert document["moves"][0] | {"seconds": 0} == {
        "number": 1,
        "mover": "max",
        "position": "6",
        "move": "1",
        "opening": False,
        "value": 1,
        "positions": 52,
        "depth": None,
        "seconds": 0,
    }
    assert document["moves"][1]["value"] is None


MATCH = ("play", "tictactoe", "--first", "search:table=5000", "--second", "random", "--games", "6", "--seed", "2")


def test_players_who_would_repeat_one_game_begin_at_random():
    """Unless one says otherwise."""
    arguments = ["play", "tictactoe", "--first", "prune:depth=2", "--second", "minimax:depth=2", "--games", "4"]
    games = json.loads(run(*arguments, "--seed", "1", "--format", "json").stdout)
    assert games["opening"] == 2
    assert len({tuple(one["moves"]) for one in games["games"]}) > 1
    same = json.loads(run(*arguments, "--opening", "0", "--format", "json").stdout)
    assert len({tuple(one["moves"]) for one in same["games"]}) == 1


def test_an_interrupted_match_prints_what_is_finished(monkeypatch: pytest.MonkeyPatch):
    """The table so far, and the exit code of a Ctrl-C."""
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
    assert "\n1     first  " in result.stdout


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_mistake_in_ones_own_file_ends_a_game_that_nobody_has_watched(form: str, tmp_path: Path):
    """It is told, with nothing of the game."""
    (tmp_path / "own.py").write_text(
        "calls = []\ndef fails(game):\n    calls.append(game)\n    return 1 / (len(calls) < 4)"
    )
    second = f"limit:depth=1,heuristic={tmp_path}/own.py:fails"
    ended = run("play", "tictactoe", "--first", "random", "--second", second, "--seed", "1", "--format", form)

    assert (ended.exit_code, ended.stdout) == (1, "")
    assert "own.py:4:5: This line ended with ZeroDivisionError" in ended.stderr
