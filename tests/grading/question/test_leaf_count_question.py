"""The number of evaluated leaves: how it is read, what is right, and what follows from the student's order."""

import json
import random
from pathlib import Path

import pytest

import treesolve as ts
from tests.support.program import run
from tests.support.questions import one
from treesolve.grading.question.leaf_count_question import LeafCountQuestion

RUNNING = "((3 12 8) (2 4 6) (14 5 2))"


@pytest.mark.parametrize("text", ["7", " 7 leaves.", "7 of 9", "7/9", "= 7", "7 von 9 Blättern", "7 out of 9 leaves"])
def test_a_number_is_read(text: str):
    """The number may be followed by the number of all leaves, if that is right, and by a word for leaves."""
    solution, question = one("count", RUNNING)
    assert question.mark(text, solution).share == 1


@pytest.mark.parametrize("text", ["seven", "7 of 8", "7 or 8", "-7", "7.0", "L1", "6 7", "1" * 20_000])
def test_unreadable_answers_are_pending(text: str):
    """Unreadable answers are left to a person and lose no points."""
    solution, question = one("count", RUNNING)
    found = question.mark(text, solution)
    assert [problem.code for problem in found.problems] == ["question-unreadable"]


@pytest.fixture
def key(tmp_path: Path) -> Path:
    """Return the key of a sheet that asks for the order and for the number of leaves."""
    (tmp_path / "t.tree").write_text(f"tree: {RUNNING}\n")
    points = "points = { order = 2, count = 3 }"
    (tmp_path / "s.toml").write_text(f'title = "Count"\n[[task]]\nfile = "t.tree"\n{points}\n')
    assert run("sheet", tmp_path / "s.toml", "-o", tmp_path / "s.pdf").exit_code == 0
    return tmp_path / "s-key.json"


@pytest.mark.parametrize(
    ("answer", "points", "verdict"),
    [
        ("order: 3 12 8 2 14 5 2\ncount: 7", 3, "correct"),
        ("order: 3 12 8 2 14 5 2\nAnzahl der Blätter: 9", 0, "wrong"),
        ("order: 3 12 8 2 4 6 14 5 2\nnumber of leaves: 9", 3, "follow-through"),
        ("order: 3 12 8 2 4 6 14 5 2\nnumber of leaves: 8", 0, "wrong"),
        ("order: 3 12 8 2 14 5 2\nnumber of leaves: about 7", None, ""),
        ("order: 3 12 8 2 14 5 2", 0, "missing"),
    ],
)
def test_grade_marks_the_number(key: Path, tmp_path: Path, answer: str, points: int | None, verdict: str):
    """The number is right by itself, or if it follows from the student's order."""
    (tmp_path / "4711.txt").write_text(answer + "\n")
    ended = run("grade", key, tmp_path / "4711.txt", "--format", "json")
    part = json.loads(ended.stdout)["results"][0]["parts"]["count"]
    assert (part["points"], [item["verdict"] for item in part.get("items", [])]) == (
        points,
        [verdict] if verdict else [],
    )


@pytest.mark.parametrize(
    ("language", "asks", "reason"),
    [
        ("en", "How many of the 9 leaves does the search evaluate?", "9 is not the number of leaves"),
        ("de", "Wie viele der 9 Blätter wertet die Suche aus?", "9 ist nicht die Anzahl der Blätter"),
    ],
)
def test_every_page_has_its_sentences(key: Path, tmp_path: Path, language: str, asks: str, reason: str):
    """The sheet, the answer form, the question bank and the feedback contain the question."""
    ended = run("sheet", tmp_path / "s.toml", "-o", tmp_path / "l.html", "--language", language)
    assert ended.exit_code == 0
    assert asks in (tmp_path / "l.html").read_text()
    (tmp_path / "4711.txt").write_text("count: 9\n")
    assert reason in run("grade", key, tmp_path / "4711.txt", "--language", language).stdout
    for platform, name in (("moodle", "m.xml"), ("r-exams", "r.Rmd")):
        ended = run("convert", key, "--for", platform, "-o", tmp_path / name, "--language", language)
        assert asks in (tmp_path / name).read_text(), ended


def test_a_course_without_cuts_does_not_ask():
    """Conventions without cuts do not ask, because every leaf is evaluated."""
    assert LeafCountQuestion.draw(ts.solve(RUNNING, "minimax"), random.Random(1)) is None
