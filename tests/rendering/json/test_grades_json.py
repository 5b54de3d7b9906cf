"""The JSON documents of keys and grades fit their schemas, for all bundled answers."""

import json
from functools import cache
from pathlib import Path

import pytest

from tests.journeys.test_answer_exercises import SETS, arguments
from tests.support.keys import key_text
from tests.support.places import ROOT, exercise_files
from tests.support.program import run
from tests.support.schemas import validated
from treesolve.notation.reader import read


@cache
def grades(name: str) -> str:
    """Return the grades document of a set of answers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        return run(*arguments(name), "--format", "json").stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an empty folder for documents."""
    return tmp_path_factory.mktemp("documents")


@pytest.mark.parametrize("name", SETS)
def test_grades_fit_the_schema(name: str):
    """A grades document is one line of ASCII and contains its key."""
    text = grades(name)
    document = validated(text, "grades")
    assert text.isascii()
    assert text.count("\n") == 1
    assert document["results"]
    for exercise in document["key"]:
        read(exercise["tree"])


@pytest.mark.parametrize("name", SETS)
def test_lines_are_the_results_of_the_document(name: str, monkeypatch: pytest.MonkeyPatch):
    """JSON Lines output has the same results, one per line."""
    monkeypatch.chdir(ROOT)
    lines = run(*arguments(name), "--format", "jsonl").stdout.splitlines()
    assert [json.loads(line) for line in lines] == json.loads(grades(name))["results"]


@pytest.mark.parametrize("name", [name for name in SETS if name != "exam"])
def test_changes_are_the_differences_of_the_points(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch):
    """After a change of the cut rule, exactly the students with changed parts are listed."""
    path, again = folder / f"{name}-old.json", folder / f"{name}-again.json"
    path.write_text(grades(name), "utf-8")
    monkeypatch.chdir(ROOT)
    *asked, convention = (
        arguments(name) if "--convention" in arguments(name) else (*arguments(name), "--convention", "")
    )
    table = run(*asked, f"{convention}:cut=strict", "--against", path, "-o", again).stdout
    old, new = (json.loads(text)["results"] for text in (grades(name), again.read_text("utf-8")))
    points = [[{part: found["points"] for part, found in one["parts"].items()} for one in each] for each in (old, new)]
    changed = [one["student"] for one, before, now in zip(new, *points, strict=True) if before != now]

    assert f"changed: {len(changed)} of {len(new)}" in table
    assert [line.split()[0] for line in table.splitlines()[4:]] == [" ".join(one.split()).split()[0] for one in changed]
    if name == "equality":
        assert changed == ["4711", "4712", "4713"]


def test_keys_fit_the_schema(folder: Path):
    """A key contains all gradable exercises; grading by the key equals grading by the tree."""
    marked = [
        path for path in exercise_files() if "unit" not in path.parts and "bounds:" not in path.read_text("utf-8")
    ]
    files = list({path.stem: path for path in marked}.values())
    path = folder / "key.json"
    path.write_text(key_text(*files), "utf-8")
    document = validated(path.read_text("utf-8"), "key")
    assert [one["exercise"] for one in document["exercises"]] == [file.stem for file in files]


def test_keys_are_combined(folder: Path, monkeypatch: pytest.MonkeyPatch):
    """A key file among the arguments adds all its exercises; duplicates are rejected, variants are not."""
    monkeypatch.chdir(ROOT)
    exam, tree = "exercises/answers/exam/key.json", "exercises/lang/bild-2.tree"
    exercises = json.loads(key_text(exam, tree))["exercises"]
    assert [(one["exercise"], one["variant"]) for one in exercises] == [
        ("1", "A"),
        ("1", "B"),
        ("2", None),
        ("bild-2", None),
    ]
    twice = run("grade", exam, "--key", tree, "--key", exam, "exercises/answers/exam/submissions")
    assert twice.exit_code == 1
    assert twice.stderr.startswith(f"{exam}: The key has 1 (A) already")
    path = folder / "bound.json"
    path.write_text(key_text(exam, tree), "utf-8")
    assert key_text(path) == path.read_text("utf-8")
