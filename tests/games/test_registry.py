"""Games and heuristics by name and from files of one's own, texts of positions, and what is said about mistakes."""

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

OWN = str(EXERCISES / "games" / "own_game.py")

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
"""A game that keeps to the protocol; below it is broken in one place at a time."""


def problems(call: object, *arguments: object) -> tuple[Problem, ...]:
    """What is wrong with the arguments; every sentence can be told in both languages."""
    with pytest.raises(InputError) as raised:
        call(*arguments)  # type: ignore[operator]
    for problem in raised.value.problems:
        assert problem_report(problem)
        assert problem_sentence(problem, "de") != problem_sentence(problem, "en")
    return raised.value.problems


def marked(problem: Problem) -> str:
    """Return the stretch of the text that a problem points at."""
    assert problem.span is not None
    assert problem.text is not None
    return problem.text[problem.span.start : problem.span.end]


# Names


@pytest.mark.parametrize("name", GAMES)
def test_a_known_game_has_its_name_and_can_begin(name: str):
    """The class says the name under which it is found; its start is shown as it is written."""
    found = game_class(name)

    assert found.name == name
    assert found(found.start).show() == found.start
    assert not found(found.start).is_over()


def test_a_game_is_imported_only_when_it_is_asked_for():
    """Start-up is paid for at every call."""
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
        *(("none", UNIT_OUTCOMES, UNIT_OUTCOMES, False), (f"{OWN}:parity", None, INFINITE_OUTCOMES, False)),
    ],
)
def test_results_beat_numbers(heuristic: str | None, outcomes: Outcomes | None, expected: Outcomes, share: bool):
    """A won game is worth more than any number, but 1 where estimates are shares."""
    scoring = scoring_for(TicTacToe, heuristic, "1", outcomes)

    assert (scoring.outcomes, scoring.share) == (expected, share)
    assert (scoring.heuristic is None) == (heuristic in (None, "none"))


def test_random_estimates_depend_on_seed_and_position_only():
    """Twice the same, another seed another one."""
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
    """Numbers as everywhere."""
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
def test_wrong_outcomes_are_told(text: str, code: str, at: str):
    """With the number at fault."""
    (problem,) = problems(read_outcomes, text)

    assert (problem.code, marked(problem)) == (code, at)


def test_a_wrong_outcome_is_marked_where_it_stands():
    """Not within an earlier number that has the same characters."""
    (problem,) = problems(read_outcomes, "11/2 1 1/")

    assert problem.span == Span(7, 9)


# Positions as text


@pytest.mark.parametrize(
    ("name", "text", "told"),
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
def test_impossible_positions_are_told(name: str, text: str, told: list[tuple[str, str | None]]):
    """Each mistake with its place."""
    found = problems(game_class(name), text)

    assert [problem.code for problem in found] == [code for code, _ in told]
    for problem, (_, at) in zip(found, told, strict=True):
        assert at is None or marked(problem) == at


@pytest.mark.parametrize("text", ["x.o/.X./..O", "X_O/-X-/__O", "X.O\n.X.\n..O", " X . O / . X . / . . O "])
def test_boards_are_read_generously(text: str):
    """Small letters, other signs for empty squares, rows on lines of their own."""
    assert TicTacToe(text).show() == "X.O/.X./..O"


@pytest.mark.parametrize("text", ["5-4-3", "5 4 3", "3,4,5", "4; 3; 5"])
def test_heaps_are_read_generously(text: str):
    """In any order, divided by blanks, commas or hyphens."""
    assert game_class("grundy")(text).show() == "5-4-3"


@pytest.mark.parametrize(("name", "text"), [("tictactoe", "z" * 50_000), ("grundy", "z " * 50_000)])
def test_a_text_that_is_no_position_at_all_is_told_shortly(name: str, text: str):
    """Nobody reads fifty thousand sentences."""
    assert 20 <= len(problems(game_class(name), text)) <= 21


# Files of one's own


@pytest.fixture
def written(tmp_path: Path):
    """A way to write a file, which returns its path."""

    def write(text: str | bytes) -> str:
        path = tmp_path / "mine.py"
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return str(path)

    return write


def test_the_example_can_be_played():
    """By its file, and by file and class."""
    assert game_class(OWN).name == game_class(f"{OWN}:Chomp").name == "chomp"


def test_an_own_file_leaves_nothing_behind(written, tmp_path: Path):
    """No bytecode beside somebody's file."""
    game_class(written(COUNTDOWN))

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
def test_a_broken_own_game_is_told(written, text: str | bytes, code: str, at: str | None):
    """At its line, or by the method that does not do as it should."""
    path = written(text)
    (problem,) = problems(game_class, path)

    assert problem.code == code
    assert problem.source == path
    if code == "own-game-broken":
        assert problem.facts["fault"] == at
    elif at is not None:
        assert marked(problem) == at


def test_of_several_games_one_can_be_named(written):
    """And a name that is not there is told with the nearest."""
    path = written(COUNTDOWN + "class Again(Countdown):\n    name = 'again'\n")

    assert game_class(f"{path}:Again").name == "again"
    (problem,) = problems(game_class, f"{path}:Agian")
    assert problem.code == "own-name-unknown"
    assert problem.facts["known"] == "Countdown, Again"


def test_a_file_that_is_not_there_is_told(tmp_path: Path):
    """Nor is a folder a file."""
    (tmp_path / "folder.py").mkdir()

    assert [problem.code for problem in problems(game_class, str(tmp_path / "no.py"))] == ["not-found"]
    assert [problem.code for problem in problems(game_class, str(tmp_path / "folder.py"))] == ["unreadable"]


@pytest.mark.parametrize(
    ("returned", "expected"),
    [("3", 3), ("0.1", Fraction(1, 10)), ("1e3", 1000), ("float('inf')", INFINITY), ("True", True)],
)
def test_an_own_heuristic_is_exact(written, returned: str, expected: object):
    """Decimals are taken as they are written."""
    text = f"class Beside:\n    pass\ndef worth(game):\n    return {returned}\n"  # classes do not count
    heuristic = scoring_for(TicTacToe, written(text), "1").heuristic
    assert heuristic

    assert heuristic(TicTacToe(TicTacToe.start)) == expected
    assert not isinstance(heuristic(TicTacToe(TicTacToe.start)), float) or expected == INFINITY


@pytest.mark.parametrize("returned", ["None", "float('nan')", "'3'", "1j"])
def test_an_own_heuristic_returns_numbers(written, returned: str):
    """Anything else is told."""
    heuristic = scoring_for(TicTacToe, written(f"def worth(game):\n    return {returned}\n"), "1").heuristic
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
def test_a_file_without_one_heuristic_is_told(written, text: str, code: str):
    """Functions that were imported do not count."""
    (problem,) = problems(scoring_for, TicTacToe, written(text), "1")

    assert problem.code == code


def test_heuristics_of_an_own_game_are_told_too(written):
    """Its numbers are exact as well."""
    game = game_class(written(COUNTDOWN + "Countdown.heuristics = {'half': lambda game: game.count / 2}\n"))
    heuristic = scoring_for(game, "half", "1").heuristic
    assert heuristic

    assert heuristic(game("3")) == Fraction(3, 2)


def test_mistakes_of_others_pass():
    """Only what happens in own files is turned into a problem."""
    with pytest.raises(ZeroDivisionError), report_user_file_errors():
        _ = 1 / 0


def test_a_mistake_in_the_middle_of_a_game_is_told(written):
    """Wherever a search has got to."""
    text = COUNTDOWN.replace("return [1]", "return [1] if self.count != 200 else self.nothing")
    game: Game = game_class(written(text))("200")

    def search() -> None:
        with report_user_file_errors():
            game.moves()

    (problem,) = problems(search)
    assert problem.code == "own-file-raises"
    assert "nothing" in str(problem.facts["reason"])
