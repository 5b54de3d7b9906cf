"""Nothing that comes from outside is obeyed by a terminal: every command's text goes through one function."""

import ast
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.support.places import ROOT
from treesolve.cli import COMMANDS, treesolve
from treesolve.cli.output import FOR_PROGRAMS, output
from treesolve.model.problem import UNPRINTABLE, sanitize

EVIL = "a\x1b[31m\x07\x7f\x9b2J\u202eb\x0bc"
"""A text that beeps, colours, clears and turns round."""

GAME = f"""
from treesolve.games.game import Game
class Evil(Game):
    name = "evil"
    start = "3"
    evil = {EVIL!r}
    def __init__(self, text):
        self.count = int(text.removesuffix(self.evil))
    def moves(self):
        return [1, 2] if self.count > 1 else [1]
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
        return f"{{self.count}}{{self.evil}}"
    def board(self):
        return f"{{self.count}}\\n{{self.evil}}"
    def name_of(self, move):
        return f"{{self.evil}}{{move}}"
def parity(game):
    raise ValueError(game.evil)
"""


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No file is written beside the program."""
    monkeypatch.chdir(tmp_path)


def run(*arguments: str, typed: str | bytes | None = None) -> Result:
    """Return the command with its exit code, standard output and standard error; as on a terminal, no colours are
    dropped.
    """
    return CliRunner().invoke(treesolve, list(arguments), input=typed, color=True)


def is_harmless(result: Result) -> bool:
    """Whether something was said that a terminal shows as it is; no line is written over either."""
    said = result.stdout + result.stderr
    assert "Traceback" not in said
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return bool(said) and not UNPRINTABLE.search(said)


@pytest.fixture
def evil_game(tmp_path: Path) -> str:
    """A game whose positions and moves are called after evil."""
    path = tmp_path / "evil.py"
    path.write_text(GAME)
    return str(path)


MADE = """
play GAME --first search --second random --seed 1
play GAME --first search --second random --seed 1 --format markdown
play GAME --first human --second search
play GAME --first limit:depth=EVIL
play GAME --first EVIL
play GAME --first limit:heuristic=EVIL
play GAME --moves EVIL
play GAME --first limit:convention=EVIL
play GAME --first random --second search --seed EVIL --games 2
unfold GAME --moves EVIL1
unfold GAME --dag
unfold GAME
unfold GAME --depth 1 --heuristic GAME:parity
"""


@pytest.mark.parametrize("line", MADE.strip().splitlines())
def test_games_of_one_s_own_are_harmless(evil_game: str, line: str):
    """Their moves, positions and boards, trees and mistakes; what is typed is told, and a hint given."""
    words = [word.replace("GAME", evil_game).replace("EVIL", EVIL) for word in line.split()]
    assert is_harmless(run(*words, typed=f"{EVIL}\n?\n{EVIL}1\n{EVIL}1\n"))


def test_documents_stay_as_they_are(evil_game: str):
    """A program finds the move as the game calls it."""
    result = run("play", evil_game, "--first", "search", "--second", "random", "--seed", "1", "--format", "json")
    document = json.loads(result.stdout)
    assert document["moves"][0]["move"] in (f"{EVIL}1", f"{EVIL}2")
    assert document["position"] == f"3{EVIL}"


@pytest.mark.parametrize("command", COMMANDS)
def test_arguments_are_told_harmlessly(command: str):
    """Names of files that are missing, and everything that click says itself."""
    for arguments in ((EVIL,), (EVIL,) * 3, (f"--{EVIL}",), ("--language", EVIL), ("-o", f"no/{EVIL}")):
        assert is_harmless(run(command, *arguments)), arguments


TREES = {
    "title": f"title: {EVIL}\ntree: ((6 5) (2 9))",
    "name": f'("{EVIL}": 6 5)',
    "header": f"{EVIL}: x\ntree: (1 2)",
    "convention": f"convention: {EVIL}\ntree: (1 2)",
    "value": f"(1 {EVIL})",
}


@pytest.mark.parametrize("tree", TREES.values(), ids=TREES)
@pytest.mark.parametrize("command", ["solve", "draw", "check", "solve -c all", "format", "solve --best-order"])
def test_files_are_told_harmlessly(tmp_path: Path, command: str, tree: str):
    """What is in them, and what they are called."""
    path = tmp_path / "\x1b[2J\x07.tree"
    path.write_text(tree)
    assert is_harmless(run(*command.split(), str(path)))


ANSWERS = {
    "student": f"student: {EVIL}\nbest: A",
    "best": f"best: {EVIL}",
    "part": f"{EVIL}: A",
    "table": f"student,best,{EVIL}\n{EVIL},{EVIL},1\n",
}


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
@pytest.mark.parametrize("options", [(), ("--format", "markdown"), ("--language", "de")], ids=str)
def test_answers_are_told_harmlessly(tmp_path: Path, answer: str, options: tuple[str, ...]):
    """As results, and if only one student is named."""
    tree, path = tmp_path / "x.tree", tmp_path / ("answers.csv" if "," in answer else "answer.txt")
    tree.write_text("((6 5) (2 9))")
    path.write_text(answer)
    assert is_harmless(run("grade", str(tree), str(path), *options))
    assert is_harmless(run("grade", str(tree), str(path), "--student", EVIL, *options))


@pytest.mark.parametrize("form", ["text", "markdown", "html", *FOR_PROGRAMS])
def test_files_hold_what_the_terminal_would_show(tmp_path: Path, form: str):
    """Text that is written to a file may be printed later; what programs read is not touched."""
    path = tmp_path / "x"
    with output(str(path), form) as file:
        file.write(EVIL)
        file.writelines([EVIL, "\n"])
    kept = EVIL if form in FOR_PROGRAMS else sanitize(EVIL)
    assert path.read_bytes().decode() == f"{kept}{kept}\n"


SPEAKERS = {
    "__main__.py": "print",
    "output.py": "print",
    "command_run.py": "sys.stderr.write",
}
"""Who writes to a terminal: the one function, a line of the program's own, and what no command tells."""


def test_nobody_else_writes_to_the_terminal():
    """All others go through treesolve.cli.output."""
    found: dict[str, str] = {}
    for path in sorted((ROOT / "treesolve").rglob("*.py")):
        text = path.read_text("utf-8")
        if not re.search(r"echo|print|sys", text):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call):
                called = ast.unparse(node.func)
                if re.fullmatch(r"click\.s?echo|click\.echo_via_pager|print|sys\.std(out|err)\.write(lines)?", called):
                    found[path.name] = called
    assert found == SPEAKERS
