"""The samples for systems that run programs, run with the data these systems document."""

import contextlib
import io
import json
import runpy
import subprocess
import sys
import uuid
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.support.places import EXERCISES, ROOT

SAMPLES = EXERCISES / "exchange"
RIGHT = "values: A=7 B=5 C=2 D=7\npruned: L4\nbest: D"
WRONG = "values: A=7 B=6 C=2 D=7\npruned: none\nbest: D"


# PrairieLearn


def variant(seed: int) -> dict[str, Any]:
    """Return a variant as the server's program makes it."""
    server = runpy.run_path(str(SAMPLES / "prairielearn" / "server.py"))
    data: dict[str, Any] = {"variant_seed": seed, "params": {}, "correct_answers": {}, "feedback": {}}
    data |= {"submitted_answers": {}, "partial_scores": {}}
    server["generate"](data)
    choices = [{"key": chr(97 + n), "html": leaf["name"]} for n, leaf in enumerate(data["params"]["leaves"])]
    data["params"]["pruned"] = choices
    json.dumps(data)
    return data | {"grade": server["grade"]}


def submitted(data: dict[str, Any], value: int, keys: list[str]) -> dict[str, float]:
    """Return the scores of an answer, whose boxes and number the elements have graded before."""
    data["submitted_answers"] = {"value": value, "pruned": keys}
    data["partial_scores"] = {name: {"score": 0, "weight": 1, "feedback": {}} for name in ("value", "pruned")}
    data["grade"](data)
    json.dumps({key: thing for key, thing in data.items() if key != "grade"})
    return {name: found["score"] for name, found in data["partial_scores"].items()}


def right_keys(data: dict[str, Any]) -> list[str]:
    """Return the boxes that are right."""
    pairs = zip(data["params"]["pruned"], data["params"]["leaves"], strict=True)
    return [choice["key"] for choice, leaf in pairs if leaf["correct"] == "true"]


def test_prairielearn_grades_each_variant():
    """The right answer gets all, another less, with reasons; each seed has its tree."""
    one, other = variant(1), variant(2)

    assert one["params"]["tree"] != other["params"]["tree"]
    assert submitted(one, one["correct_answers"]["value"], right_keys(one)) == {"value": 1, "pruned": 1}
    assert one["score"] == 1
    found = submitted(one, one["correct_answers"]["value"], right_keys(one)[:1])
    assert (found["value"], found["pruned"] < 1) == (1, True)
    assert one["score"] == pytest.approx((1 + 2 * found["pruned"]) / 3)
    assert "pruned" in one["feedback"]["reasons"].lower()


def test_prairielearn_finds_what_it_requires():
    """The fields of info.json, and each answer that the page names."""
    info = json.loads((SAMPLES / "prairielearn" / "info.json").read_text("utf-8"))
    page = (SAMPLES / "prairielearn" / "question.html").read_text("utf-8")

    assert {"uuid", "title", "topic", "type"} <= info.keys()
    assert (str(uuid.UUID(info["uuid"])), info["type"]) == (info["uuid"], "v3")
    assert 'answers-name="value"' in page
    assert 'answers-name="pruned"' in page


# CodeRunner

KEYS = {
    *("fraction", "prologuehtml", "testresults", "files", "epiloguehtml", "columnformats"),
    *("showdifferences", "showoutputonly", "graderstate", "instructorhtml"),
}


@pytest.mark.parametrize(("answer", "is_right"), [(RIGHT, True), (WRONG, False), ("values: A=7 what?", False)])
def test_coderunner_prints_an_outcome(answer: str, is_right: bool, tmp_path: Path):
    """One object with the documented keys, and a table of as many columns as its head has."""
    template = (SAMPLES / "coderunner" / "template.py").read_text("utf-8")
    tree = "points: values 4, pruned 4, best 1\ntree: ((6 5) (2 9) (7 8))"
    filled = template.replace("{{ QUESTION.globalextra | e('py') }}", tree)
    (tmp_path / "run.py").write_text(filled.replace("{{ STUDENT_ANSWER | e('py') }}", answer), "utf-8")
    done = subprocess.run(
        [sys.executable, str(tmp_path / "run.py")], capture_output=True, text=True, cwd=ROOT, check=True
    )
    outcome = json.loads(done.stdout)

    assert "{{" not in (tmp_path / "run.py").read_text("utf-8")
    assert outcome.keys() <= KEYS
    assert (outcome["fraction"] == 1) == is_right
    assert {len(row) for row in outcome["testresults"]} == {4}
    assert [row[0] for row in outcome["testresults"][1:]].count(False) == (0 if is_right else len(wrong_rows(outcome)))


def wrong_rows(outcome: dict[str, Any]) -> list[Any]:
    """Return the rows without all their points."""
    return [row for row in outcome["testresults"][1:] if row[2] != row[3]]


# nbgrader


def notebook() -> dict[str, Any]:
    """Return the assignment."""
    found: dict[str, Any] = json.loads((SAMPLES / "nbgrader" / "alpha-beta.ipynb").read_text("utf-8"))
    return found


def test_nbgrader_finds_what_it_requires():
    """Every cell has its mark, by the third form of these; one is answered, one graded."""
    marks = [cell["metadata"]["nbgrader"] for cell in notebook()["cells"]]

    assert len({mark["grade_id"] for mark in marks}) == len(marks)
    assert all({"grade", "locked", "solution", "task", "schema_version"} <= mark.keys() for mark in marks)
    assert {mark["schema_version"] for mark in marks} == {3}
    assert [mark["solution"] for mark in marks] == [False, True, False]
    assert [mark.get("points") for mark in marks] == [None, None, 9]
    assert "".join(notebook()["cells"][1]["source"]).count("### BEGIN SOLUTION") == 1


@pytest.mark.parametrize(("answer", "points"), [(RIGHT, Fraction(9)), (WRONG, None), ("", Fraction(0))])
def test_nbgrader_gets_the_points_as_the_last_value(answer: str, points: Fraction | None):
    """From none to all of them."""
    *lines, last = "".join(notebook()["cells"][2]["source"]).splitlines()
    held: dict[str, Any] = {"answer": answer}
    with contextlib.redirect_stdout(io.StringIO()) as told:
        exec("\n".join(lines), held)
        found = eval(last, held)

    assert found == points if points is not None else 0 < found < 9
    assert (found == 9) == (answer == RIGHT)
    assert told.getvalue().strip() or found == 9


def test_a_kernel_runs_the_notebook(monkeypatch: pytest.MonkeyPatch):
    """As nbgrader has it run: the last cell gives all points."""
    nbformat = pytest.importorskip("nbformat", reason="not installed: nbformat")
    nbclient = pytest.importorskip("nbclient", reason="not installed: nbclient")
    pytest.importorskip("ipykernel", reason="not installed: ipykernel")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    found = nbformat.read(SAMPLES / "nbgrader" / "alpha-beta.ipynb", as_version=4)
    nbformat.validate(found)
    nbclient.NotebookClient(found, timeout=60).execute()

    assert found.cells[2].outputs[-1]["data"]["text/plain"] == "9.0"


def test_the_solution_in_the_notebook_is_right():
    """What the lecturer's copy holds gets all points."""
    source = "".join(notebook()["cells"][1]["source"])
    assert RIGHT in source
