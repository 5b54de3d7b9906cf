"""Old marks can be had: by `follow-through = 0.75` and `marking = "branches"` everything is worth what it was.

What it was stands in old_marks.json, which the program of commit 9ec3a1b wrote: random answers in every lecture that
cuts, and the answers in exercises/answers as they were then.
"""

import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.journeys.test_answer_exercises import ANSWERS, arguments
from tests.support.places import ROOT
from treesolve.cli import treesolve
from treesolve.grading.grade import Grader
from treesolve.grading.rubric import BRANCHES, Rubric
from treesolve.model.answer import Answer
from treesolve.model.convention import CONVENTIONS
from treesolve.notation.number_text import read_number
from treesolve.notation.reader import read

OLD = json.loads(Path(__file__).with_name("old_marks.json").read_text("utf-8"))
RUBRIC = 'follow-through = 0.75\nmarking = "branches"\n'


def answer_in(entry: Mapping[str, Any]) -> Answer:
    """The answer that stands there, nodes by their ids."""
    found = dict(entry)
    if "values" in found:
        found["values"] = {int(node): read_number(value) for node, value in entry["values"].items()}
    if "windows" in found:
        found["windows"] = {int(node): tuple(map(read_number, window)) for node, window in entry["windows"].items()}
    lists = {part: tuple(entry[part]) for part in ("pruned", "order") if part in entry}
    root = {"value": read_number(entry["value"])} if "value" in entry else {}
    return Answer("s", **{**found, **lists, **root})


def points(entry: Mapping[str, Any], **rubric: Any) -> dict[str, str]:
    """The points of a random answer, part by part and in all."""
    accepted = tuple(CONVENTIONS[name] for name in entry["accept"])
    usual = {name: entry[name] for name in ("points", "negative", "rounding")}
    grader = Grader(read(entry["tree"]), CONVENTIONS[entry["lecture"]], Rubric(**usual, accepted=accepted, **rubric))
    report = grader.report(answer_in(entry["answer"]))
    return {mark.part: str(mark.points) for mark in report.marks} | {"all": str(report.points)}


@pytest.mark.parametrize("lecture", sorted({entry["lecture"] for entry in OLD["random"]}))
def test_random_answers_have_their_old_points(lecture: str):
    """Each part, and all together; with wrong marks that cost, other lectures, and steps of points."""
    for entry in OLD["random"]:
        if entry["lecture"] == lecture:
            assert points(entry, follow_through=Fraction(3, 4), marking=BRANCHES) == entry["marks"], entry


def test_without_the_old_rules_many_have_other_points():
    """So that the test above is about something."""
    assert sum(points(entry) != entry["marks"] for entry in OLD["random"]) > 30


@pytest.mark.parametrize("name", sorted({entry["set"] for entry in OLD["exercises"]}))
def test_the_exercises_have_their_old_points(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """All answers in exercises/answers that could be read completely then; where more is pending now, the rest."""
    (tmp_path / "old.toml").write_text(RUBRIC, "utf-8")
    monkeypatch.chdir(ROOT)
    done = CliRunner().invoke(treesolve, [*arguments(name), "--rubric", str(tmp_path / "old.toml"), "--format", "json"])
    results = {result["source"]: result["parts"] for result in json.loads(done.stdout, parse_float=str)["results"]}
    for entry in OLD["exercises"]:
        if entry["set"] != name:
            continue
        parts = results[f"{(ANSWERS / name / 'submissions').relative_to(ROOT).as_posix()}/{entry['source']}"]
        found = {part: str(mark["points"]) for part, mark in parts.items() if mark["points"] is not None}
        assert found == {part: entry["marks"][part] for part in found}, entry["source"]
        assert found, entry["source"]
