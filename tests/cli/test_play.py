"""treesolve play, games and matches, as it is used at a terminal."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from jsonschema import validate

from treesolve.cli import treesolve
from treesolve.games.search_player import SearchingPlayer
from treesolve.model.resources import schema_text


def run(*arguments: str, typed: str | None = None) -> Result:
    """The command with its exit code, standard output and standard error."""
    return CliRunner().invoke(treesolve, list(arguments), input=typed)


def test_the_lecture_s_match_is_played():
    """Alice searches, Bob does not think: Bob takes the last match."""
    result = run("play", "simple-nim", "21", "--first", "search:table=1000", "--second", "random", "--seed", "3")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0] == "simple-nim from 21: search:table=1000 against random"
    assert lines[-1].startswith("search:table=1000 (the first player, MAX) has won after ")
    again = run("play", "simple-nim", "21", "--first", "search:table=1000", "--second", "random", "--seed", "3")
    assert again.stdout == result.stdout


def test_a_seed_that_was_drawn_is_told():
    """Only where anything hangs on it."""
    drawn = run("play", "simple-nim", "7", "--first", "search", "--second", "random")
    assert "--seed" in drawn.stderr
    assert run("play", "simple-nim", "7", "--first", "search", "--second", "prune").stderr == ""


def test_a_person_plays():
    """Types moves, is told what is none, asks for a hint, and wins."""
    result = run("play", "tictactoe", "XX./OO./...", "--second", "random", "--seed", "1", typed="10\n1\n?\n3\n")
    assert result.exit_code == 0
    assert "There is no move 10 here." in result.stdout
    assert "There is no move 1 here." in result.stdout
    assert "3 looks best: worth ∞ to MAX" in result.stdout
    assert "human (the first player, MAX) has won after 1 move." in result.stdout
    assert "XXX\nOO.\n..." in result.stdout


def test_a_person_answers_in_german():
    """And sees what the other one plays."""
    result = run("play", "simple-nim", "5", "--first", "prune", "--second", "human", "--language", "de", typed="3\n")
    assert "MAX (prune) zieht 1." in result.stdout
    assert "Sie sind MIN. Ihr Zug (1 2 3; ? für einen Rat, q zum Aufgeben):" in result.stdout
    assert "human (der zweite Spieler, MIN) hat nach 3 Zügen gewonnen." in result.stdout


@pytest.mark.parametrize("typed", ["q\n", "5\nq\n", "", "5\n"])
def test_who_gives_up_sees_how_far_it_went(typed: str):
    """So does who closes the terminal."""
    result = run("play", "tictactoe", typed=typed)
    assert result.exit_code == 1
    assert "nobody has won" in result.stdout


def test_moves_that_were_made_before():
    """By their names; one that there is not is pointed at."""
    result = run("play", "tictactoe", "--moves", "5, 1 9", "--first", "search", "--second", "search")
    assert result.stdout.startswith("tictactoe from O../.X./..X: ")
    wrong = run("play", "tictactoe", "--moves", "5 1 5", "--first", "search", "--second", "search")
    assert wrong.exit_code == 1
    assert wrong.stderr.startswith("--moves:1:5: There is no move “5” at O../.X./....")
    over = run("play", "tictactoe", "XXX/OO./...", "--moves", "7")
    assert over.stderr.startswith("--moves:1:1: At XXX/OO./... the game is over")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["tictactoe", "XXX/.../..."], "POSITION:1:1: X has 3 on the board and O has 0."),
        (["tictactoe", "XOX/XOO/OXX"], "POSITION: At XOX/XOO/OXX the game is over"),
        (["ticktactoe"], "GAME: There is no game “ticktactoe”. Did you mean “tictactoe”?"),
        (["tictactoe", "--second", "prune:heuristic=lnes"], "--second: tictactoe has no heuristic “lnes”."),
        (["nowhere.py"], "nowhere.py: "),
    ],
)
def test_what_cannot_be_played_is_told(arguments: list[str], said: str):
    """In a sentence, with the place."""
    result = run("play", *arguments)
    assert result.exit_code in (1, 2)
    assert result.stdout == ""
    assert said in result.stderr
    assert "Traceback" not in result.stderr


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


def test_a_person_s_game_as_a_document():
    """Prompts go to standard error then."""
    result = run("play", "simple-nim", "2", "--second", "random", "--seed", "1", "--format", "json", typed="1\n")
    assert json.loads(result.stdout)["result"] == 1
    assert "Your move (1 2;" in result.stderr


MATCH = ("play", "tictactoe", "--first", "search:table=5000", "--second", "random", "--games", "6", "--seed", "2")


def test_a_match_is_a_table():
    """Every game, and what each player made of them."""
    result = run(*MATCH, "--swap")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.endswith("6 of 6 games played; the players took turns to begin.\n")
    document = json.loads(run(*MATCH, "--swap", "--format", "json").stdout)
    validate(document, json.loads(schema_text("match")))
    assert [one["began"] for one in document["games"]] == ["first", "second"] * 3
    won, drawn, lost = (document["totals"][0][name] for name in ("won", "drawn", "lost"))
    assert (won + drawn, lost) == (6, 0)
    assert f"search:table=5000  {won}    {drawn}      {lost}" in result.stdout


def test_a_game_is_a_page_in_the_form_of_its_ending(tmp_path: Path):
    """And a match, too."""
    for one, arguments in {"match": MATCH, "game": [text for text in MATCH if text not in ("--games", "6")]}.items():
        for ending, begins in {".pdf": "%PDF", ".html": "<!DOCTYPE", ".tex": r"\documentclass", ".typ": "#set"}.items():
            path = tmp_path / f"{one}{ending}"
            assert run(*arguments, "-o", str(path)).exit_code == 0
            assert path.read_bytes().decode("latin-1").startswith(begins)


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


def test_people_play_no_matches():
    """They are told where they can."""
    for players in (("--first", "human", "--second", "random"), ("--second", "random"), ()):
        result = run("play", "tictactoe", *players, "--games", "3")
        assert (result.exit_code, result.stdout) == (1, "")
        assert "leave out --games to play yourself" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--swap",), "--swap is for a match. Say with --games"),
        (("--opening", "0"), "--opening is for a match. Say with --games"),
        (("--times",), "--times is for a match. Say with --games"),
        (("--no-times",), "--times is for a match. Say with --games"),
        (("--format", "csv"), "Only a match can be written as csv. Say with --games"),
        (("-o", "x.csv"), "Only a match can be written as csv. Say with --games"),
        (("--games", "2", "--moves", "5 1"), "Name the one that these moves lead to instead of --moves."),
    ],
)
def test_what_is_for_matches_only_is_refused_in_a_single_game(arguments: tuple[str, ...], told: str):
    """In a sentence, before anybody plays."""
    result = run("play", "tictactoe", "--first", "random", "--second", "random", "--seed", "1", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert told in result.stderr
