"""The answers in exercises/answers: each is marked as its expectation says, by the program."""

import json
import tomllib
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.support.places import EXERCISES, ROOT
from treesolve.cli import treesolve
from treesolve.model.number import Number
from treesolve.notation.number_text import read_number

ANSWERS = EXERCISES / "answers"
SETS = sorted(path.parent.name for path in ANSWERS.glob("*/set.toml"))
FIELDS = {"student", "points", "right", "exact", "diagnosis", "parts", "pending", "view", "exercise", "variant"}
"""What an expectation may say about a result."""

OF_A_PART = {"points", "basis", "verdicts", "missing", "extra"}


def submissions(name: str) -> list[str]:
    """Return the files of a set, by their paths below its folder of submissions."""
    folder = ANSWERS / name / "submissions"
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


@cache
def loaded(path: Path) -> Mapping[str, Any]:
    """What stands in a TOML file; decimals as they are written."""
    return tomllib.loads(path.read_text("utf-8"), parse_float=str)


def expectation(name: str, file: str) -> Mapping[str, Any]:
    """What is expected of a file of a set."""
    return loaded(ANSWERS / name / "expected" / f"{file}.toml")


def expected_results(told: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the results an expectation asks for: one in the file itself, or one for each row; none if it names
    nobody.
    """
    if "result" in told:
        return list(told["result"])
    return [told] if "student" in told else []


def arguments(name: str) -> list[str]:
    """What `treesolve` is called with to mark a set, in the project's folder."""
    told = loaded(ANSWERS / name / "set.toml")
    key = str(told["key"])
    path = key if key.startswith("exercises/") else f"exercises/answers/{key}"
    return ["grade", path, f"exercises/answers/{name}/submissions", *told.get("options", ())]


@cache
def run(name: str) -> Result:
    """Return the program's run over a set."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        return CliRunner().invoke(treesolve, [*arguments(name), "--language", "en", "--format", "json"])


def document(name: str) -> Any:
    """Return the document of results of a set."""
    return json.loads(run(name).stdout, parse_float=str)


def of_file(entries: list[Any], name: str, file: str) -> list[Any]:
    """Those entries that are about a file of a set, or about something in it."""
    path = f"exercises/answers/{name}/submissions/{file}"
    return [
        entry for entry in entries if entry["source"] == path or entry["source"].startswith((f"{path}:", f"{path}["))
    ]


def told(problem: Mapping[str, Any]) -> str:
    """Return a problem as an expectation names it: its code, and its place if it has one."""
    return problem["code"] + (f" {problem['line']}:{problem['column']}" if problem["line"] else "")


def number(written: Any) -> Number:
    """Return the number that is written."""
    return read_number(str(written))


def check(result: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    """The result is as the expectation has it, in everything that it names; whatever is named is compared."""
    assert set(wanted) - {"about", "problems"} <= FIELDS
    assert {"diagnosis", "right", "pending", "points"} & wanted.keys()
    for field in ("student", "view", "exercise", "variant"):
        assert result[field] == wanted.get(field, result[field])
    assert result["pending"] == wanted.get("pending", [])
    best = [found for found in result["diagnosis"] if found["rank"] == 1]
    assert [found["code"] for found in best] == wanted.get("diagnosis", [])
    assert all(found["exact"] == wanted.get("exact", found["exact"]) for found in best)
    decided = [part["points"] for part in result["parts"].values() if part["points"] is not None]
    # the sum of the exact parts is rounded, not they
    assert abs(number(result["points"]) - sum(map(number, decided))) <= Fraction(len(decided), 200)
    if "points" in wanted:
        assert number(result["points"]) == number(wanted["points"])
    if wanted.get("right"):
        assert {part["basis"] for part in result["parts"].values()} == {"reference"}
        assert all(part["points"] == part["of"] for part in result["parts"].values())
        assert number(result["points"]) == number(result["of"])
    for part, marked in wanted.get("parts", {}).items():
        assert not isinstance(marked, Mapping) or set(marked) <= OF_A_PART
        if marked == "pending":
            assert (result["parts"][part]["points"], result["parts"][part]["basis"]) == (None, "pending")
        else:
            check_part(result["parts"][part], marked if isinstance(marked, Mapping) else {"points": marked})


def check_part(result: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    """The part has the points, the basis, the nodes and the verdicts that are wanted."""
    assert number(result["points"]) == number(wanted["points"])
    for field in ("basis", "missing", "extra"):
        assert result[field] == wanted[field] if field in wanted else True
    verdicts = {item["node"]: item["verdict"] for item in result.get("items", ())}
    assert {node: verdicts[node] for node in wanted.get("verdicts", {})} == wanted.get("verdicts", {})


FILES = [(name, file) for name in SETS for file in submissions(name)]


def test_every_submission_has_an_expectation():
    """And there is none without a submission."""
    told = {path.relative_to(ANSWERS).as_posix() for path in ANSWERS.glob("*/expected/**/*.toml")}
    assert told == {f"{name}/expected/{file}.toml" for name, file in FILES}


@pytest.mark.parametrize(("name", "file"), FILES, ids=[f"{name}-{file}" for name, file in FILES])
def test_answers_are_marked_as_expected(name: str, file: str):
    """Points, verdicts, misconceptions and problems."""
    wanted, found = expectation(name, file), document(name)
    assert wanted["about"]
    assert "problems" in wanted or expected_results(wanted)
    assert [told(problem) for problem in of_file(found["problems"], name, file)] == wanted.get("problems", [])
    results = of_file(found["results"], name, file)
    assert [result["student"] for result in results] == [result["student"] for result in expected_results(wanted)]
    for result, one in zip(results, expected_results(wanted), strict=True):
        check(result, one)
        assert result["feedback"]
