"""Games and heuristics by name and from user files, positions as text, and error reports."""

import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from tests.support.places import EXERCISES, ROOT
from treesolve.games.evaluation import INFINITE_OUTCOMES, UNIT_OUTCOMES, Outcomes
from treesolve.games.game import Game
from treesolve.games.game_plugin import report_user_file_errors
from treesolve.games.registry import GAMES, game_class, read_outcomes, scoring_for
from treesolve.games.tictactoe import TicTacToe
from treesolve.model.number import INFINITY
from treesolve.model.problem import InputError, Problem, Span
from treesolve.rendering.problem_sentence import problem_report, problem_sentence

USER_GAME = str(EXERCISES / "games" / "own_game.py")

COUNTDOWN = """\
from treesolve.games.game import Game
from treesolve.model.kind import Kind

class Countdown(Game):
    name = "countdown"
    start = "3"
    def __init__(self, text):
        self.count = int(text)
    def moves(self):
        return [1]
    def make(self, move):
        self.count -= move
        self.mover = self.mover.opponent
    def undo(self, move):
        self.count += move
        self.mover = self.mover.opponent
    def is_over(self):
        return self.count == 0
    def result(self):
        return 1
    def show(self):
        return str(self.count)
"""
"""A valid game; tests break one part of it at a time."""


def problems(call: object, *arguments: object) -> tuple[Problem, ...]:
    """Return the problems of a call; every problem must have a sentence in both languages."""
    with pytest.raises(InputError) as raised:
        call(*arguments)  # type: ignore[operator]
    for problem in raised.value.problems:
        assert problem_report(problem)
        assert problem_sentence(problem, "de") != problem_sentence(problem, "en")
    return raised.value.problems


def marked_text(problem: Problem) -> str:
    """Return the part of the text that a problem marks."""
    assert problem.span is not None
    assert problem.text is not None
    return problem.text[problem.span.start : problem.span.end]


# Names


@pytest.mark.parametrize("name", GAMES)
def test_built_in_games(name: str):
    """The class has the registered name, and the text of the starting position is canonical."""
    found = game_class(name)

    assert found.name == name
    assert found(found.start).show() == found.start
    assert not found(found.start).is_over()


def test_games_are_imported_on_demand():
    """Imports add to the startup time of every command."""
    program = "import sys; from treesolve.games.registry import game_class; game_class('grundy'); print(*sys.modules)"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True)
    loaded = set(result.stdout.split())

    assert "treesolve.games.heap_games" in loaded
    assert not loaded & {
        "treesolve.games.tictactoe",
        "treesolve.games.game_plugin",
        "jinja2",
    }


@pytest.mark.parametrize(
    ("heuristic", "outcomes", "expected", "share"),
    [
        *((None, None, Outcomes(1, 0, -1), False), ("none", None, Outcomes(1, 0, -1), False)),
        *(("random", None, Outcomes(1, 0, -1), True), ("lines", None, INFINITE_OUTCOMES, False)),
        *(
            ("lines", Outcomes(100, 0, -100), Outcomes(100, 0, -100), False),
            ("random", UNIT_OUTCOMES, UNIT_OUTCOMES, True),
        ),
        *(("none", UNIT_OUTCOMES, UNIT_OUTCOMES, False), (f"{USER_GAME}:parity", None, INFINITE_OUTCOMES, False)),
    ],
)
def test_results_exceed_estimates(heuristic: str | None, outcomes: Outcomes | None, expected: Outcomes, share: bool):
    """A win exceeds any number, but is 1 if estimates are shares."""
    scoring = scoring_for(TicTacToe, heuristic, "1", outcomes)

    assert (scoring.outcomes, scoring.share) == (expected, share)
    assert (scoring.heuristic is None) == (heuristic in (None, "none"))


def test_random_estimates_depend_on_seed_and_position_only():
    """The same seed gives the same estimates, another seed gives others."""
    first, again, other = (scoring_for(TicTacToe, "random", seed).heuristic for seed in ("1", "1", "2"))
    games = [TicTacToe(text) for text in ("X../.../...", ".X./.../...", "XO./.../...")]
    assert first
    assert again
    assert other

    assert list(map(first, games)) == list(map(again, games)) != list(map(other, games))
    assert len(set(map(first, games))) > 1


# Outcomes


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 0 -1", Outcomes(1, 0, -1)),
        ("1, 1/2, 0", UNIT_OUTCOMES),
        ("1 0.5 0", UNIT_OUTCOMES),
        ("inf 0 -inf", INFINITE_OUTCOMES),
        ("  3\t2 1 ", Outcomes(3, 2, 1)),
    ],
)
def test_outcomes_are_read_exactly(text: str, expected: Outcomes):
    """The syntax of numbers is the usual one."""
    found = read_outcomes(text)

    assert found == expected
    assert all(isinstance(value, int | Fraction) or abs(value) == INFINITY for value in found)


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        *(("1 0", "outcomes-count", "1 0"), ("", "outcomes-count", ""), ("1 0 -1 -2", "outcomes-count", "1 0 -1 -2")),
        *(("0 1/2 1", "outcomes-order", "0 1/2 1"), ("1 1 0", "outcomes-order", "1 1 0")),
        *(("1 x 0", "not-a-number", "x"), ("1 0 1/0", "zero-denominator", "1/0"), ("1 10 1e3", "not-a-number", "1e3")),
        *(("10 1 1x", "not-a-number", "1x"), ("1 0 -" + "1" * 1001, "number-too-long", "-" + "1" * 1001)),
    ],
)
def test_invalid_outcomes(text: str, code: str, at: str):
    """The problem marks the number at fault."""
    (problem,) = problems(read_outcomes, text)

    assert (problem.code, marked_text(problem)) == (code, at)


def test_the_right_occurrence_of_an_invalid_outcome_is_marked():
    """An earlier number contains the same characters."""
    (problem,) = problems(read_outcomes, "11/2 1 1/")

    assert problem.span == Span(7, 9)


# Positions as text


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("grundy", "0", [("heap-size", "0")]),
        ("grundy", "-3", [("heap-size", "-3")]),
        ("grundy", "three", [("heap-size", "three")]),
        ("grundy", "7-1.5", [("heap-size", "1.5")]),
        ("grundy", "3-0-5", [("heap-size", "0")]),
        ("grundy", "4 -2 x 9999999", [("heap-size", "-2"), ("heap-size", "x"), ("heap-size", "9999999")]),
        ("grundy", "", [("heap-missing", "")]),
        ("grundy", " - ", [("heap-size", "-")]),
        ("simple-nim", "3-4", [("heaps-several", "3-4")]),
        ("simple-nim", "100001", [("heap-size", "100001")]),
        ("grundy", "1001", [("heap-size", "1001")]),
        ("grundy", "9" * 5000, [("heap-size", "9" * 5000)]),
        ("grundy", "600-401", [("heaps-too-large", "600-401")]),
        ("simple-nim", "٣", [("heap-size", "٣")]),
        ("tictactoe", "X.Z/.../..Q", [("square-unknown", "Z"), ("square-unknown", "Q")]),
        ("tictactoe", "X.O/.X.", [("board-rows", "X.O/.X.")]),
        ("tictactoe", "X.O/.X/....", [("board-row", ".X"), ("board-row", "....")]),
        ("tictactoe", "XXO/.X./X.O", [("board-counts", "XXO/.X./X.O")]),
        ("tictactoe", "OO./.../..X", [("board-counts", "OO./.../..X")]),
        ("tictactoe", "XXX/OOO/...", [("board-two-winners", "XXX/OOO/...")]),
        ("tictactoe", "XXX/OO./O..", [("board-after-win", "XXX/OO./O..")]),
        ("tictactoe", "OOO/XX./XX.", [("board-after-win", "OOO/XX./XX.")]),
    ],
)
def test_invalid_positions(name: str, text: str, expected: list[tuple[str, str | None]]):
    """Each problem marks the part at fault."""
    found = problems(game_class(name), text)

    assert [problem.code for problem in found] == [code for code, _ in expected]
    for problem, (_, at) in zip(found, expected, strict=True):
        assert at is None or marked_text(problem) == at


@pytest.mark.parametrize("text", ["x.o/.X./..O", "X_O/-X-/__O", "X.O\n.X.\n..O", " X . O / . X . / . . O "])
def test_spellings_of_boards(text: str):
    """Lowercase letters, other signs for empty squares, and rows on separate lines are accepted."""
    assert TicTacToe(text).show() == "X.O/.X./..O"


@pytest.mark.parametrize("text", ["5-4-3", "5 4 3", "3,4,5", "4; 3; 5"])
def test_spellings_of_heaps(text: str):
    """Any order is accepted, with whitespace, commas or hyphens as separators."""
    assert game_class("grundy")(text).show() == "5-4-3"


@pytest.mark.parametrize(("name", "text"), [("tictactoe", "z" * 50_000), ("grundy", "z " * 50_000)])
def test_the_number_of_problems_is_limited(name: str, text: str):
    """Fifty thousand sentences would be useless."""
    assert 20 <= len(problems(game_class(name), text)) <= 21


# User files


@pytest.fixture
def write_user_file(tmp_path: Path):
    """A function that writes a file and returns its path."""

    def write(text: str | bytes) -> str:
        path = tmp_path / "mine.py"
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return str(path)

    return write


def test_the_example_can_be_played():
    """The file may be given with or without the class."""
    assert game_class(USER_GAME).name == game_class(f"{USER_GAME}:Chomp").name == "chomp"


def test_a_user_file_leaves_no_bytecode(write_user_file, tmp_path: Path):
    """Only the file itself is in its folder afterwards."""
    game_class(write_user_file(COUNTDOWN))

    assert [path.name for path in tmp_path.iterdir()] == ["mine.py"]


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("x = (\n", "own-file-syntax", "("),
        ("x = 1\n  y = 2\n", "own-file-syntax", " "),
        ("x = '\0'\n", "own-file-syntax", None),
        (b"x = '\xff'\n", "own-file-syntax", None),
        ("import no_such_thing\n", "own-file-raises", "import no_such_thing"),
        ("x = 1\nx = x / 0\n", "own-file-raises", "x = x / 0"),
        ("def f():\n    f()\nf()\n", "own-file-raises", "f()"),
        ("raise SystemExit(3)\n", "own-file-raises", "raise SystemExit(3)"),
        ("x = 1\n", "own-game-none", None),
        ("from treesolve.games.game import Game\n", "own-game-none", None),
        ("from treesolve.games.tictactoe import TicTacToe\n", "own-game-none", None),
        (COUNTDOWN + "class Again(Countdown):\n    name = 'again'\n", "own-game-several", None),
        (COUNTDOWN.replace("def is_over", "def over"), "own-game-incomplete", None),
        (COUNTDOWN.replace('start = "3"', ""), "own-game-incomplete", None),
        (COUNTDOWN.replace('name = "countdown"', "name = 3"), "own-game-incomplete", None),
        (COUNTDOWN.replace("[1]", "[]"), "own-game-broken", "moves"),
        (COUNTDOWN.replace("[1]", "iter([1])"), "own-game-broken", "moves"),
        (COUNTDOWN.replace("[1]", "[[1]]"), "own-game-broken", "moves"),
        (COUNTDOWN.replace("self.count += move", "pass"), "own-game-broken", "undo"),
        (COUNTDOWN.replace("return 1\n", "return 0.5\n"), "own-game-broken", "result"),
        (COUNTDOWN.replace("return 1\n", "return None\n"), "own-game-broken", "result"),
        (COUNTDOWN.replace("str(self.count)", "self.count"), "own-game-broken", "show"),
        (COUNTDOWN.replace("str(self.count)", "'a\\nb'"), "own-game-broken", "show"),
        (COUNTDOWN.replace("self.mover.opponent", "None", 1), "own-game-broken", "mover"),
        (COUNTDOWN + "    def key(self):\n        return [self.count]\n", "own-game-broken", "key"),
        (COUNTDOWN.replace("return 1\n", "return 1 / 0\n"), "own-file-raises", "return 1 / 0"),
        (COUNTDOWN.replace('start = "3"', 'start = "x"'), "own-file-raises", "self.count = int(text)"),
    ],
)
def test_a_broken_user_game_is_reported(write_user_file, text: str | bytes, code: str, at: str | None):
    """The problem marks the line at fault or names the method that violates the protocol."""
    path = write_user_file(text)
    (problem,) = problems(game_class, path)

    assert problem.code == code
    assert problem.source == path
    if code == "own-game-broken":
        assert problem.facts["fault"] == at
    elif at is not None:
        assert marked_text(problem) == at


def test_one_of_several_games_can_be_selected(write_user_file):
    """An unknown name is reported with the known ones."""
    path = write_user_file(COUNTDOWN + "class Again(Countdown):\n    name = 'again'\n")

    assert game_class(f"{path}:Again").name == "again"
    (problem,) = problems(game_class, f"{path}:Agian")
    assert problem.code == "own-name-unknown"
    assert problem.facts["known"] == "Countdown, Again"


def test_a_missing_user_file_is_reported(tmp_path: Path):
    """A folder is not a file."""
    (tmp_path / "folder.py").mkdir()

    assert [problem.code for problem in problems(game_class, str(tmp_path / "no.py"))] == ["not-found"]
    assert [problem.code for problem in problems(game_class, str(tmp_path / "folder.py"))] == ["unreadable"]


@pytest.mark.parametrize(
    ("returned", "expected"),
    [("3", 3), ("0.1", Fraction(1, 10)), ("1e3", 1000), ("float('inf')", INFINITY), ("True", True)],
)
def test_a_user_heuristic_is_exact(write_user_file, returned: str, expected: object):
    """Floats are converted by their decimal notation."""
    text = f"class Beside:\n    pass\ndef worth(game):\n    return {returned}\n"  # classes do not count
    heuristic = scoring_for(TicTacToe, write_user_file(text), "1").heuristic
    assert heuristic

    assert heuristic(TicTacToe(TicTacToe.start)) == expected
    assert not isinstance(heuristic(TicTacToe(TicTacToe.start)), float) or expected == INFINITY


@pytest.mark.parametrize("returned", ["None", "float('nan')", "'3'", "1j"])
def test_a_user_heuristic_must_return_numbers(write_user_file, returned: str):
    """Anything else is reported."""
    heuristic = scoring_for(TicTacToe, write_user_file(f"def worth(game):\n    return {returned}\n"), "1").heuristic
    (problem,) = problems(heuristic, TicTacToe(TicTacToe.start))

    assert problem.code == "own-heuristic-value"
    assert problem.facts["name"] == "worth"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("x = 1\n", "own-function-none"),
        ("from os.path import join\n", "own-function-none"),
        ("def f(game): return 1\ndef g(game): return 2\n", "own-function-several"),
    ],
)
def test_a_file_without_a_unique_heuristic_is_reported(write_user_file, text: str, code: str):
    """Imported functions do not count."""
    (problem,) = problems(scoring_for, TicTacToe, write_user_file(text), "1")

    assert problem.code == code


def test_heuristics_of_a_user_game_are_exact(write_user_file):
    """Floats are converted, as for heuristics in user files."""
    game = game_class(write_user_file(COUNTDOWN + "Countdown.heuristics = {'half': lambda game: game.count / 2}\n"))
    heuristic = scoring_for(game, "half", "1").heuristic
    assert heuristic

    assert heuristic(game("3")) == Fraction(3, 2)


def test_exceptions_outside_user_files_pass():
    """Only exceptions in user files become problems."""
    with pytest.raises(ZeroDivisionError), report_user_file_errors():
        _ = 1 / 0


def test_an_error_in_the_middle_of_a_game_is_reported(write_user_file):
    """The search may have reached any position."""
    text = COUNTDOWN.replace("return [1]", "return [1] if self.count != 200 else self.nothing")
    game: Game = game_class(write_user_file(text))("200")

    def search() -> None:
        with report_user_file_errors():
            game.moves()

    (problem,) = problems(search)
    assert problem.code == "own-file-raises"
    assert "nothing" in str(problem.facts["reason"])
