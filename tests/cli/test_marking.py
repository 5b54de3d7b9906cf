"""The key that grade and explain mark by: trees, key files, folders of trees, several of them."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_commands import run

ONE, TWO = "points: best 1\ntree: ((3 12 8) (2 4 6) (14 5 2))\n", "points: best 2\ntree: ((6 5) (2 9))\n"
SHEET = {"schema": "treesolve/key/1", "sheet": {"id": "1"}, "students": {}}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two trees in a folder, an answer to both, a key with one of them."""
    monkeypatch.chdir(tmp_path)
    Path("trees").mkdir()
    Path("trees/two.tree").write_text(TWO)
    Path("trees/one.tree").write_text(ONE)
    Path("trees/notes.txt").write_text("no tree")
    Path("4711.txt").write_text("exercise: one\nbest: B\nexercise: two\nbest: B\n")
    Path("key.json").write_text(run("check", "trees/two.tree", "-o", "-").stdout)


def marks(*arguments: str) -> list[tuple[Any, ...]]:
    """Exercise and points of all results."""
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
    """A folder, or --key again; each tree is called as its file, and an answer says which it is to."""
    assert marks(*arguments) == [("one", 1), ("two", 2)]


def test_explain_takes_a_folder_of_trees():
    """And tells of the exercise that is asked for."""
    told = run("explain", "trees", "4711.txt", "--exercise", "two")
    assert (told.exit_code, told.stderr) == (0, "")
    assert "2 of 2" in told.stdout


def test_the_only_exercise_of_a_key_need_not_be_named_in_an_answer():
    """Whoever names it on the command line means it; another name is told with those there are."""
    Path("plain.txt").write_text("best: B\n")
    assert run("explain", "trees/one.tree", "plain.txt", "--exercise", "one").exit_code == 0
    assert "it is about: one." in run("explain", "trees/one.tree", "plain.txt", "--exercise", "two").stderr
    assert "the key has: one, two." in run("explain", "trees", "plain.txt", "--exercise", "three").stderr


def test_each_lecture_is_accepted_by_an_option_of_its_own(tmp_path: Path):
    """One each; a list of them is no lecture."""
    Path("x.tree").write_text("points: pruned 2\ntree: ((5 6) (5 9))\n")
    for name, pruned in (("1", "L4"), ("2", "none")):
        (tmp_path / "in").mkdir(exist_ok=True)
        (tmp_path / "in" / f"{name}.txt").write_text(f"pruned: {pruned}")
    accepted = [option for lecture in ("lang", "cs188") for option in ("--accept", lecture)]
    assert marks("x.tree", "in", *accepted) == [("x", 2), ("x", 2)]
    refused = run("grade", "x.tree", "in", "--accept", "lang,cs188")
    assert refused.exit_code == 2
    assert "lang,cs188" in refused.stderr


def test_looks_of_pages_are_one_option():
    """Of the page that is explained, and of those of a class."""
    circles, plain = (
        run("explain", "trees", "4711.txt", "--exercise", "two", "--format", "typst", *style).stdout
        for style in (("--style", "shapes=circles,paper=letter"), ())
    )
    assert ('"us-letter"' in circles, '"us-letter"' in plain) == (True, False)
    run("grade", "trees", "4711.txt", "--report", "pages", "--style", "pages=text,width=20")
    run("grade", "trees", "4711.txt", "--report", "wide", "--style", "pages=text,width=200")
    narrow, wide = (Path(folder, "4711-one.txt").read_text() for folder in ("pages", "wide"))
    assert "├──" in narrow
    assert "├──" not in wide


@pytest.mark.parametrize(
    ("command", "endings"),
    [
        (("grade", "trees", "4711.txt"), ("json", "csv", "jsonl", "md", "txt")),
        (("explain", "trees", "4711.txt", "--exercise", "two"), ("html", "pdf", "txt", "md")),
        (("explain", "trees", "4711.txt"), ("txt", "md")),
    ],
)
def test_each_file_is_what_it_would_be_alone(command: tuple[str, ...], endings: tuple[str, ...]):
    """One run writes them all; --format would be the form of all of them."""
    several = [part for ending in endings for part in ("-o", f"all.{ending}")]
    assert (run(*command, *several).output, list(Path().glob(".*"))) == ("", [])
    for ending in endings:
        run(*command, "-o", f"one.{ending}")
        assert Path(f"all.{ending}").read_bytes() == Path(f"one.{ending}").read_bytes()
    refused = run(*command, *several, "--format", "text")
    assert (refused.exit_code, "--format text" in refused.stderr) == (2, True)


def test_answers_to_several_exercises_are_several_pages():
    """In one file, whatever its form."""
    told = run("explain", "trees", "4711.txt", "-o", "x.txt", "-o", "x.html", "-o", "x.pdf")
    assert told.exit_code == 0
    assert Path("x.html").read_text("utf-8").count("<article>") == 2
    assert Path("x.pdf").read_bytes().startswith(b"%PDF-")


def test_the_folder_of_a_sheet_stands_for_its_key():
    """Its name is what the sheet was written to."""
    Path("exam").mkdir()
    Path("exam/key.json").write_text(Path("key.json").read_text())

    assert run("grade", "exam", "4711.txt").stdout == run("grade", "key.json", "4711.txt").stdout


@pytest.mark.parametrize("last", ["trees/one.tree", "in/grades.csv"])
def test_no_output_may_be_an_input(last: str):
    """Whichever of several it is; none of them is written."""
    Path("in").mkdir()
    told = run("grade", "trees", "4711.txt", "in", "-o", "x.json", "-o", last)
    assert told.exit_code in (1, 2)
    assert not Path("x.json").exists()
    assert not Path("in/grades.csv").exists()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("trees", "4711.txt", "--key", "key.json"), "key.json: The key has two already"),
        (("sheet.json", "4711.txt", "--key", "trees"), "sheet.json: This is the key of a sheet"),
        (("trees", "4711.txt", "--key", "sheet.json"), "sheet.json: This is the key of a sheet"),
        (("empty", "4711.txt"), "empty: This folder holds no tree"),
        (("trees", "4711.txt", "--key", "none.tree"), "none.tree: There is no such file."),
        (("trees", "4711.txt", "-o", "trees/one.tree", "--format", "text"), "trees/one.tree: The output would take"),
    ],
)
def test_keys_that_make_no_sense_together(arguments: tuple[str, ...], told: str):
    """In a sentence that names the file."""
    Path("empty").mkdir()
    Path("sheet.json").write_text(
        json.dumps(SHEET | {"exercises": json.loads(Path("key.json").read_text())["exercises"]})
    )
    result = run("grade", *arguments)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(told)
    assert Path("trees/one.tree").read_text() == ONE


@pytest.mark.parametrize("arguments", [(), ("--key", "trees"), ("trees",), ("-",)])
def test_what_is_missing_is_said(arguments: tuple[str, ...]):
    """Only with --against does it come from elsewhere."""
    result = run("grade", *arguments)
    assert result.exit_code == 2
    assert result.stderr.startswith("treesolve grade KEY ANSWERS... wants the key")


@pytest.mark.parametrize(
    ("command", "told"),
    [("grade", "-c aima --accept cs188"), ("draw", "solve FILE -c aima -c cs188"), ("study", "solve FILE -c aima")],
)
def test_one_lecture_is_followed(command: str, told: str):
    """A second one would take the place of the first without a word."""
    result = run(command, "-c", "aima", "-c", "cs188", *(["x.tree"] if command != "study" else []))

    assert result.exit_code == 2
    assert told in result.stderr
