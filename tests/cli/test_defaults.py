"""A lecturer's defaults: search for the file, precedence, notes about them, and errors."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from treesolve.cli import treesolve
from treesolve.cli.lecturer_defaults import find_defaults_file

FILE = """\
language = "de"
convention = "aima:order=right-left"
style = "shapes=circles,width=60"

[points]
values = 4
best = 1.5
"""


def run(*arguments: str, **environment: str) -> Result:
    """Run a command and return its exit code, stdout and stderr."""
    return CliRunner(env={"TREESOLVE_LANGUAGE": None, **environment}).invoke(treesolve, arguments)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with defaults; the working directory is a subfolder with a tree."""
    (tmp_path / "treesolve.toml").write_text(FILE)
    (tmp_path / "course").mkdir()
    (tmp_path / "course" / "x.tree").write_text("((6 5) (2 9))")
    monkeypatch.chdir(tmp_path / "course")
    return tmp_path


def convention(*options: str) -> str:
    """Return the convention with which the tree is searched."""
    return str(json.loads(run("solve", "x.tree", "--format", "json", *options).stdout)["convention"]["id"])


def test_the_nearest_file_above_applies(folder: Path):
    """A file in the working directory comes first; files in subfolders are ignored."""
    below = folder / "course" / "answers"
    below.mkdir()
    (below / "treesolve.toml").write_text('language = "en"')

    assert find_defaults_file() == folder / "treesolve.toml"
    (folder / "course" / "treesolve.toml").write_text('convention = "lang"')
    assert find_defaults_file() == folder / "course" / "treesolve.toml"
    assert convention() == "lang"


def test_without_a_working_directory_there_are_no_defaults(folder: Path, monkeypatch: pytest.MonkeyPatch):
    """The working directory may have been deleted."""
    gone = folder / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()

    assert find_defaults_file() is None
    assert run("solve", str(folder / "course" / "x.tree")).exit_code == 0


def test_folders_of_trees_and_answers_are_not_searched(folder: Path, monkeypatch: pytest.MonkeyPatch):
    """A submitted file must not change the defaults."""
    (folder / "answers").mkdir()
    (folder / "answers" / "4711.txt").write_text("student: 4711\nbest: B")
    (folder / "answers" / "treesolve.toml").write_text('convention = "nothing"')
    elsewhere = folder / "course" / "elsewhere"
    elsewhere.mkdir()
    (folder / "treesolve.toml").unlink()
    monkeypatch.chdir(elsewhere)

    result = run("grade", "../x.tree", "../../answers/4711.txt")
    assert (result.exit_code, result.stderr) == (0, "")


def test_options_and_tree_files_override_defaults(folder: Path):
    """The defaults are those of language, convention and style."""
    assert "Wert von A: 5." in run("solve", "x.tree").stdout
    assert "Value of A: 5." in run("solve", "x.tree", "--language", "en").stdout
    assert "Value of A: 5." in run("solve", "x.tree", TREESOLVE_LANGUAGE="en").stdout
    assert "Einen Befehl" in run("slove").stderr
    assert convention() == "aima:order=right-left"
    assert convention("-c", ":ties=last") == "aima:order=right-left,ties=last"
    assert convention("-c", "haw") == "haw"
    (folder / "course" / "x.tree").write_text("convention: cs188\ntree: ((6 5) (2 9))")
    assert convention() == "cs188"
    drawn = run("draw", "x.tree", "--format", "svg").stdout
    assert drawn == run("draw", "x.tree", "--format", "svg", "--style", "shapes=circles").stdout
    assert drawn != run("draw", "x.tree", "--format", "svg", "--style", "shapes=triangles").stdout


def test_default_points_apply_to_trees_without_points(folder: Path):
    """They apply to grading and to practice pages, which ask for the parts with points."""
    (folder / "course" / "answer.txt").write_text("best: B")
    assert json.loads(run("grade", "x.tree", "answer.txt", "--format", "json").stdout)["points_possible"] == 5.5
    asked = run("practice", "x.tree", "--ask", "values,best").stdout
    assert run("practice", "x.tree").stdout == asked
    (folder / "course" / "x.tree").write_text("points: value 2\ntree: ((6 5) (2 9))")
    assert json.loads(run("grade", "x.tree", "answer.txt", "--format", "json").stdout)["points_possible"] == 2
    assert run("practice", "x.tree").stdout != asked


def test_sheets_use_the_default_convention(folder: Path):
    """The sheet or the tree may name another one."""
    tasks = '[[task]]\nfile = "x.tree"\n[[task]]\nfile = "y.tree"\n'
    (folder / "course" / "y.tree").write_text("convention: cs188\ntree: ((6 5) (2 9))")
    for head, conventions in (("", ["aima:order=right-left", "cs188"]), ('convention = "lang"\n', ["lang", "lang"])):
        (folder / "course" / "sheet.toml").write_text(f'title = "T"\n{head}{tasks}')
        assert run("sheet", "sheet.toml", "--seed", "1", "--replace", "-o", "out").exit_code == 0
        key = json.loads((folder / "course" / "out" / "key.json").read_text())
        assert [one["convention"]["id"] for one in key["exercises"]] == conventions


def test_there_is_no_note_in_machine_readable_output(folder: Path):
    """There is also none on pages for students, in a quiet check, and if no default applies."""
    everything = ("-c", "haw", "--language", "en", "--style", "shapes=circles,width=60")
    for words in (
        ("solve", "x.tree", "--format", "json"),
        ("solve", "x.tree", "--format", "html"),
        ("solve", "x.tree", "--format", "markdown"),
        ("check", "x.tree", "-q"),
        ("solve", "x.tree", *everything),
        ("draw", "x.tree"),
    ):
        assert "treesolve.toml" not in run(*words).stdout
    assert run("solve", "no.tree").stdout == ""


@pytest.mark.parametrize(
    ("text", "place", "says"),
    [
        ("style = 3", (1, 1), "The value of style must be text in quotes, not “3”."),
        ('\nconvention = "aima:oder=x"', (2, 20), "A convention has no rule “oder”. Did you mean “order”?"),
        ('convention = "missing.toml"', (1, 15), "There is no readable file"),
        ('style = "paper=a4,shapes=round"', (1, 19), "“round” is no value of shapes."),
        ("points = 3", (1, 1), "The value of points must be a table such as points = { values = 4 }, not “3”."),
        ("[points]\nvals = 2", (2, 1), "Unknown key “vals”. Did you mean “values”? Valid keys: values,"),
        ("[points]\nvalues = -1", (2, 1), "“values = -1”: points are 0, or from 1/1000"),
        ("language = ", (1, 12), "This is not TOML"),
    ],
)
def test_an_error_is_reported_with_its_position(folder: Path, text: str, place: tuple[int, int], says: str):
    """Every command reports it once and stops; --help still works."""
    (folder / "treesolve.toml").write_text(text)
    for words in (("solve", "x.tree", "x.tree"), ("check", "x.tree", "--language", "en"), ("list", "games")):
        result = run(*words)
        if words[0] != "list":
            assert result.stderr.startswith(f"../treesolve.toml:{place[0]}:{place[1]}: {says}")
            assert result.stderr.count(says) == 1
            assert result.stdout == ""
        assert result.exit_code == 1
    assert run("solve", "--help").exit_code == 0


def test_convention_files_are_relative_to_the_defaults(folder: Path):
    """They do not depend on the working directory."""
    (folder / "treesolve.toml").write_text('convention = "own.toml:ties=last"')
    (folder / "own.toml").write_text('id = "ours"\nbase = "lang"')

    assert convention() == "ours:ties=last"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            "",
            "Sprache de; wo ein Baum keine Konvention nennt, aima:order=right-left; Aussehen shapes=circles,width=60.",
        ),
        ("--language de --style shapes=squares -c lang", "Aussehen width=60."),
    ],
)
def test_applicable_defaults_are_reported_first(options: str, message: str, folder: Path):
    """Overridden defaults are not mentioned."""
    assert run("solve", "x.tree", *options.split()).stdout.startswith(f"Vorgaben aus ../treesolve.toml: {message}\n")
