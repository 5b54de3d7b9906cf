"""The key of `treesolve grade`: trees, key files, folders of trees, and combinations."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.keys import key_text
from tests.support.program import run

ONE, TWO = "points: best 1\ntree: ((3 12 8) (2 4 6) (14 5 2))\n", "points: best 2\ntree: ((6 5) (2 9))\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Change to a folder with two trees, an answer to both, and a key with one of them."""
    monkeypatch.chdir(tmp_path)
    Path("trees").mkdir()
    Path("trees/two.tree").write_text(TWO)
    Path("trees/one.tree").write_text(ONE)
    Path("trees/notes.txt").write_text("no tree")
    Path("4711.txt").write_text("exercise: one\nbest: B\nexercise: two\nbest: B\n")
    Path("key.json").write_text(key_text("trees/two.tree"))


def marks(*arguments: str) -> list[tuple[Any, ...]]:
    """Return the exercise and points of all results."""
    result = run("grade", *arguments, "--format", "json")
    assert (result.exit_code, result.stderr) == (0, "")
    return [(one["exercise"], one["points"]) for one in json.loads(result.stdout)["results"]]


@pytest.mark.parametrize(
    "arguments",
    [
        ("trees", "4711.txt"),
        ("trees/", "4711.txt"),
        ("trees/one.tree", "4711.txt", "--key", "trees/two.tree"),
        ("trees/one.tree", "--key", "key.json", "4711.txt"),
    ],
    ids=" ".join,
)
def test_several_trees_make_one_key(arguments: tuple[str, ...]):
    """They are given as a folder or with --key; exercises are named after the files, and answers name the exercise."""
    assert marks(*arguments) == [("one", 1), ("two", 2)]


@pytest.mark.parametrize(
    ("command", "endings"),
    [
        (("grade", "trees", "4711.txt"), ("json", "csv", "jsonl", "md", "txt")),
        (("grade", "trees", "4711.txt", "--student", "4711"), ("html", "pdf", "txt", "md")),
    ],
)
def test_several_outputs_equal_single_ones(command: tuple[str, ...], endings: tuple[str, ...]):
    """One run writes all of them in the formats of their extensions; --format is refused."""
    several = [part for ending in endings for part in ("-o", f"all.{ending}")]
    assert (run(*command, *several).output, list(Path().glob(".*"))) == ("", [])
    for ending in endings:
        run(*command, "-o", f"one.{ending}")
        assert Path(f"all.{ending}").read_bytes() == Path(f"one.{ending}").read_bytes()
    refused = run(*command, *several, "--format", "text")
    assert (refused.exit_code, "--format text" in refused.stderr) == (2, True)


def test_the_folder_of_a_sheet_is_accepted_as_its_key():
    """The folder is the output of `treesolve sheet`."""
    Path("exam").mkdir()
    Path("exam/key.json").write_text(Path("key.json").read_text())

    assert run("grade", "exam", "4711.txt").stdout == run("grade", "key.json", "4711.txt").stdout


@pytest.mark.parametrize("last", ["trees/one.tree", "in/grades.csv"])
def test_no_output_may_be_an_input(last: str):
    """Each of several outputs is checked, and none is written."""
    Path("in").mkdir()
    message = run("grade", "trees", "4711.txt", "in", "-o", "x.json", "-o", last)
    assert message.exit_code in (1, 2)
    assert not Path("x.json").exists()
    assert not Path("in/grades.csv").exists()


def test_a_folder_of_folders_is_a_key_of_variants():
    """Each folder is an exercise with its trees as variants, for grading, conversion and answer forms."""
    for path, text in (("exam/first/A.tree", ONE), ("exam/first/B.tree", TWO), ("exam/second/A.tree", TWO)):
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(text)
    Path("b.txt").write_text("student: 1\nexercise: first\nvariant: B\nbest: B\n\nexercise: second\nbest: C\n")

    result = json.loads(run("grade", "exam", "b.txt", "--format", "json").stdout)
    assert [(one["exercise"], one["variant"]) for one in result["exercises"]] == [
        ("first", "A"),
        ("first", "B"),
        ("second", None),
    ]
    assert [(one["exercise"], one["variant"], one["points"]) for one in result["results"]] == [
        ("first", "B", 2),
        ("second", None, 0),
    ]
    assert run("convert", "exam", "-o", "quiz.xml").exit_code == 0
    assert Path("quiz.xml").read_text("utf-8").count('<question type="cloze"') == 3
    form = run("solve", "exam", "--answer-form").stdout
    assert [line for line in form.splitlines() if line.startswith("Task:")] == ["Task: first", "Task: second"]
