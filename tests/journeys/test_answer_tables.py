"""Answers as tables whose rows do not fit their head, and texts that answer several tasks."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.support.effort import cases, dice
from tests.support.program import run

HEADS = ("Frage", "Antwort", "Punkte", "", "Knoten", "Wert", "A", "B", "question", "answer", "node", "value")
KEYS = ("values", "best", "pruned", "value", "student", "", "x", "Name", "A", "B")
CELLS = ("A=5", "B", "", "L4", "5", "-", "C=2 | 3")


def graded(folder: Path, *texts: str) -> list[dict[str, Any]]:
    """Return the results of these answers to one tree, in order."""
    (folder / "x.tree").write_text("points: values 3, pruned 1, best 1, value 1\ntree: ((6 5) (2 9))")
    (folder / "in").mkdir(exist_ok=True)
    for number, text in enumerate(texts):
        (folder / "in" / f"{number:05}.txt").write_text(text)
    result = run("grade", folder / "x.tree", folder / "in", "--format", "json")
    assert "itself" not in result.stderr, result.stderr
    return json.loads(result.stdout)["results"]


def random_table(rng: random.Random) -> str:
    """Return a table with as many cells in each row as it happens."""
    sign = rng.choice("|\t;,")
    rows = [["Frage", "Antwort"] if rng.random() < 0.3 else rng.choices(HEADS, k=rng.randint(1, 4))]
    rows += [[rng.choice(KEYS), *rng.choices(CELLS, k=rng.randint(0, 4))] for _ in range(rng.randint(1, 4))]
    framed = sign == "|" and rng.random() < 0.7
    lines = [f"| {' | '.join(row)} |" if framed else sign.join(row) for row in rows]
    return "\n".join([lines[0], *["|---|---|"] * (rng.random() < 0.4), *lines[1:], ""])


@pytest.mark.parametrize("best", ["| best | B | B |", "| best | C | B |", "| best |"])
def test_a_row_of_a_question_table_that_does_not_fit_is_pending(best: str, tmp_path: Path):
    """The other rows count, and no points are lost for the one that was not read."""
    (one,) = graded(tmp_path, f"| Frage | Antwort |\n|---|---|\n| values | A=5 B=5 C=2 |\n{best}\n")

    assert one["parts"]["values"]["points"] == 3
    assert one["parts"]["best"]["points"] is None
    assert "best" in one["pending"]
    assert best.strip("| ") in json.dumps(one["unread"]).replace('"', "")


@pytest.mark.parametrize("row", ["5", "B\t5\t5\t5\t5", "B"])
def test_a_row_without_a_cell_for_its_node_is_no_crash(row: str, tmp_path: Path):
    """The column of nodes may be the last one."""
    (one,) = graded(tmp_path, f"Wert\tPunkte\tKnoten\n5\t\tA\n{row}\tx\n5\t\tB\n")

    assert one["parts"]["values"]["points"] is None
    assert {claim["node"] for claim in one["claims"]} == {"A", "B"}


def test_no_table_crashes_the_program(tmp_path: Path):
    """Random tables; each is graded, or refused with a sentence."""
    rng = dice("tables")
    graded(tmp_path, *(random_table(rng) for _ in range(cases(16000))))


SHEET = """\
title = "T"
[[task]]
shape = "2x2"
points = {value = 1, best = 1}
[[task]]
shape = "2x2"
points = {value = 1, best = 1}
"""


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The key of an exam with two tasks."""
    folder = tmp_path_factory.mktemp("exam")
    (folder / "sheet.toml").write_text(SHEET)
    run("sheet", folder / "sheet.toml", "--seed", "1", "--variants", "1", "-o", folder / "exam")
    return folder / "exam" / "key.json"


@pytest.mark.parametrize(
    ("text", "tasks"),
    [
        ("Aufgabe 2\nvalue: {2}\n", {"2": {"value"}}),
        ("## Aufgabe 1:\nvalue: {1}\n", {"1": {"value"}}),
        ("exercise: 2\nvalue: {2}\n", {"2": {"value"}}),
        ("exercise: 2\nvalue: {2}\nexercise: 2\nbest: {b2}\n", {"2": {"value", "best"}}),
        ("Aufgabe 2\nvalue: {2}\nAufgabe 2\nbest: {b2}\n", {"2": {"value", "best"}}),
        ("Aufgabe 1\nvalue: {1}\nAufgabe 2\nbest: {b2}\n", {"1": {"value"}, "2": {"best"}}),
        ("exercise: 1\nvalue: {1}\nexercise: 2\nbest: {b2}\n", {"1": {"value"}, "2": {"best"}}),
        ("exercise: 2\nbest: {b2}\nAufgabe 1\nvalue: {1}\nexercise: 2\nvalue: {2}\n", None),
    ],
)
def test_each_line_answers_the_task_above_it(text: str, tasks: dict[str, set[str]] | None, key: Path, tmp_path: Path):
    """Headings and keys, one task or both, in any order."""
    solutions = {one["exercise"]: one["solution"] for one in json.loads(key.read_text())["exercises"]}
    right = {number: found["value"] for number, found in solutions.items()}
    right |= {f"b{number}": found["best"] for number, found in solutions.items()}
    for name, value in right.items():
        text = text.replace(f"{{{name}}}", value)
    (tmp_path / "1.txt").write_text("student: 1\n" + text)
    document = json.loads(run("grade", key, tmp_path / "1.txt", "--format", "json").stdout)
    full = {
        one["exercise"]: {part for part, mark in one["parts"].items() if mark["points"] == 1}
        for one in document["results"]
    }

    assert document["problems"] == []
    assert full == (tasks or {"1": {"value"}, "2": {"value", "best"}})


def test_a_cut_to_choose_is_at_a_node_with_a_choice(tmp_path: Path):
    """Neither at a chance node nor at a node with one child."""
    (tmp_path / "x.tree").write_text("points: pruned 2\nbounds: 0 9\ntree: MAX ((6 5) (2 9) CHANCE(3 4) ((4)) (7))\n")
    quiz = run("convert", tmp_path / "x.tree", "--for", "moodle", "-o", "-").stdout

    assert "MULTIRESPONSE:L2: at B, after L1~=L4: at C, after L3~nothing is pruned}" in quiz


def test_a_state_space_that_is_too_large_is_not_drawn(tmp_path: Path):
    """A sentence, and no file."""
    result = run("unfold", "simple-nim", "900", "--dag", "-o", tmp_path / "x.svg")

    assert result.exit_code == 1
    assert "at most 2000 on 200 levels are drawn" in result.stderr
    assert not (tmp_path / "x.svg").exists()
