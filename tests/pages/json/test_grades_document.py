"""The documents of keys, grades and regradings fit their schemas, for all the answers that ship with the project."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from tests.journeys.test_answer_exercises import SETS, arguments
from tests.support.keys import key_text
from tests.support.places import ROOT, exercise_files
from treesolve.api import grade
from treesolve.cli import treesolve
from treesolve.model.resources import schema_text
from treesolve.notation.reader import read
from treesolve.pages.json.grades_document import result_in, result_json


@cache
def validator(kind: str) -> Draft202012Validator:
    """What checks documents of that kind."""
    return Draft202012Validator(json.loads(schema_text(kind)))


def run(*arguments: str | Path) -> str:
    """What the program prints."""
    return CliRunner().invoke(treesolve, [str(argument) for argument in arguments]).stdout


@cache
def grades(name: str) -> str:
    """The document of a set of answers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        return run(*arguments(name), "--format", "json")


@cache
def regraded(name: str, options: tuple[str, ...], folder: Path) -> Mapping[str, Any]:
    """The document of a set marked again."""
    path = folder / f"{name}.json"
    path.write_text(grades(name), "utf-8")
    found: Mapping[str, Any] = json.loads(run("grade", "--against", path, *options, "--format", "json"))
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for documents."""
    return tmp_path_factory.mktemp("documents")


@pytest.mark.parametrize("name", SETS)
def test_grades_fit_the_schema(name: str):
    """On one line of plain ASCII, with the key inside by which they were marked."""
    text = grades(name)
    document = json.loads(text)
    validator("grades").validate(document)
    assert text.isascii()
    assert text.count("\n") == 1
    assert document["results"]
    for exercise in document["key"]:
        read(exercise["tree"])


@pytest.mark.parametrize("name", SETS)
def test_lines_are_the_results_of_the_document(name: str, monkeypatch: pytest.MonkeyPatch):
    """JSON Lines have the same results, one each."""
    monkeypatch.chdir(ROOT)
    lines = run(*arguments(name), "--format", "jsonl").splitlines()
    assert [json.loads(line) for line in lines] == json.loads(grades(name))["results"]


@pytest.mark.parametrize("name", SETS)
def test_nothing_changes_when_nothing_is_changed(name: str, folder: Path):
    """By the key in the document every answer has the points it had; what was told is kept, and not told again."""
    path, again = folder / f"{name}-old.json", folder / f"{name}-again.json"
    path.write_text(grades(name), "utf-8")
    done = CliRunner().invoke(treesolve, ["grade", "--against", str(path), "--grades", str(again), "--format", "json"])
    assert (done.exit_code, done.stderr) == (0, "")
    document, before, after = (json.loads(text) for text in (done.stdout, grades(name), again.read_text("utf-8")))
    validator("regrade").validate(document)
    assert document["answers"] == len(before["results"])
    assert document["changes"] == []
    codes = [sorted(problem["code"] for problem in each["problems"]) for each in (before, after)]
    assert codes[0] == codes[1]


@pytest.mark.parametrize("name", [name for name in SETS if name != "exam"])
def test_changes_fit_the_schema(name: str, folder: Path):
    """Cut on equality or not: whoever gains or loses is told, part by part."""
    document = regraded(name, ("-c", ":cut=strict"), folder)
    validator("regrade").validate(document)
    for change in document["changes"]:
        gained = sum((part["now"] or 0) - (part["before"] or 0) for part in change["parts"])
        assert change["now"] == pytest.approx(change["before"] + gained, abs=0.005 * (1 + 2 * len(change["parts"])))
    if name == "equality":
        assert [change["student"] for change in document["changes"]] == ["4711", "4712", "4713"]


def test_keys_fit_the_schema(folder: Path):
    """A key of all exercises that can be marked; what is marked by it is what is marked by the tree."""
    marked = [
        path for path in exercise_files() if "unit" not in path.parts and "bounds:" not in path.read_text("utf-8")
    ]
    files = list({path.stem: path for path in marked}.values())
    path = folder / "key.json"
    path.write_text(key_text(*files), "utf-8")
    document = json.loads(path.read_text("utf-8"))
    validator("key").validate(document)
    assert [one["exercise"] for one in document["exercises"]] == [file.stem for file in files]


def test_keys_are_combined(folder: Path, monkeypatch: pytest.MonkeyPatch):
    """A key file among the files gives all its exercises; the same exercise twice is refused, its variants are not."""
    monkeypatch.chdir(ROOT)
    exam, tree = "exercises/answers/exam/key.json", "exercises/lang/bild-2.tree"
    exercises = json.loads(key_text(exam, tree))["exercises"]
    assert [(one["exercise"], one["variant"]) for one in exercises] == [
        ("1", "A"),
        ("1", "B"),
        ("2", None),
        ("bild-2", None),
    ]
    twice = CliRunner().invoke(
        treesolve, ["grade", exam, "--key", tree, "--key", exam, "exercises/answers/exam/submissions"]
    )
    assert twice.exit_code == 1
    assert twice.stderr.startswith(f"{exam}: The key has 1 (A) already")
    path = folder / "bound.json"
    path.write_text(key_text(exam, tree), "utf-8")
    assert key_text(path) == path.read_text("utf-8")


def test_what_was_read_is_read_back():
    """Of earlier results, too, in which a line could have readings."""
    result = grade(ROOT / "exercises/answers/messy/key.tree", "pruned: L5, L6\nvalues: A=x\n").outcome.result
    assert result
    entry = json.loads(json.dumps(result_json(result)))

    assert [piece["readings"] for piece in entry["unread"]] == [[]]
    assert result_in(entry).read == result.read
    entry["unread"][0]["readings"] = ["L5", "L6"]
    assert result_in(entry).read == result.read
    del entry["unread"][0]["readings"]
    assert result_in(entry).read == result.read
