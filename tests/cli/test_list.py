"""`treesolve list`: everything there is to choose from, and one thing of it at length."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from treesolve.cli import COMMANDS, treesolve
from treesolve.cli.list import LISTS, WRITERS
from treesolve.exercises.constraint import WANTS
from treesolve.exercises.want_text import examples
from treesolve.games.registry import GAMES, game_class
from treesolve.model.convention import CONVENTIONS
from treesolve.model.resources import resource


def run(*arguments: object) -> Result:
    """`treesolve list` with the arguments."""
    return CliRunner().invoke(treesolve, ["list", *(str(word) for word in arguments)])


def listed(*arguments: str) -> list[str]:
    """What begins the rows of a list."""
    return [re.split("[= ]", line)[0] for line in run(*arguments).stdout.splitlines()[2:]]


@pytest.mark.parametrize("language", ["en", "de"])
def test_alone_it_says_what_can_be_listed(language: str):
    """In a few lines."""
    lines = run("--language", language).stdout.splitlines()

    assert [line.split()[2] for line in lines[2:7]] == list(LISTS)
    assert len(lines) < 10


def test_lectures():
    """The table, one lecture, one of one's own, and all of it for machines."""
    assert listed("lectures")[: len(CONVENTIONS)] == list(CONVENTIONS)
    assert "the text means the bound" in run("lectures", "hartmann").stdout
    assert len(json.loads(run("lectures", "--format", "json").stdout)["conventions"]) == len(CONVENTIONS)
    assert json.loads(run("lectures", "lang", "--format", "json").stdout)["conventions"][0]["id"] == "lang"
    assert run("lectures", "--format", "markdown").stdout.startswith("| Lecture |")
    assert "Did you mean “haw”?" in run("lectures", "hawk").stderr


@pytest.mark.parametrize("language", ["en", "de"])
def test_wishes(language: str):
    """With what each takes and means; of one every way to write it."""
    assert listed("wishes", "--language", language) == list(WANTS)
    assert "  ".join(examples("best")) in run("wishes", "best").stdout


def test_games():
    """With their rules; of one how it begins and its heuristics."""
    assert listed("games") == list(GAMES)
    for name in GAMES:
        told = run("games", name).stdout
        assert game_class(name).start in told
        assert all(heuristic in told for heuristic in game_class(name).heuristics)


def test_schemas():
    """With what writes each; one of them is what JSON can be checked by."""
    assert listed("schemas") == list(WRITERS)
    assert {f"{name}.json" for name in WRITERS} == {path.name for path in resource("schemas").iterdir()}
    for name in WRITERS:
        assert json.loads(run("schemas", name).stdout)["$id"] in run("schemas").stdout


def test_formats():
    """Every form of every command, with the endings of files."""
    assert {"text", "json", "html", "pdf", "svg", "dot", "tree"} <= set(listed("formats"))
    row = run("formats", "dot").stdout.splitlines()[2]
    assert row.split()[:3] == ["dot", ".dot", ".gv"]
    assert "draw" in row
    assert set(row.split()[3:]) <= set(COMMANDS)
    assert re.search("^Moodle +--worksheet --feedback-zip$", run("formats").stdout, re.MULTILINE)
    assert "Moodle" not in run("formats", "dot").stdout


def test_lists_go_to_several_files(tmp_path: Path):
    """Each in the form of its ending, or none of them."""
    text, table, document = (tmp_path / f"x.{ending}" for ending in ("txt", "md", "json"))
    assert run("lectures", "-o", text, "-o", table, "-o", document).exit_code == 0
    assert text.read_text() == run("lectures").stdout
    assert table.read_text().startswith("|")
    assert json.loads(document.read_text())

    other = tmp_path / "y.txt"
    assert run("lectures", "-o", other, "-o", tmp_path / "missing" / "x.md").exit_code == 1
    assert not other.exists()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("lecturs", "There is no “lecturs” to list. Did you mean “lectures”? Known are: lectures, wishes,"),
        ("games tictacto", "There is no “tictacto” to list. Did you mean “tictactoe”?"),
        ("wishes prned", "Did you mean “pruned”?"),
        ("schemas solutoin", "Did you mean “solution”?"),
        ("formats sgv", "Did you mean “svg”?"),
        ("wishes --format json", "Nothing is written as json here. Choose one of text, markdown, html,"),
        ("schemas key -o x.md", "“treesolve list schemas key” writes no files that end in “.md”."),
    ],
)
def test_what_is_not_there_is_said(arguments: str, says: str):
    """With the nearest that is."""
    result = run(*arguments.split())

    assert (result.exit_code, result.stdout) == (2, "")
    assert says in " ".join(result.stderr.split())
