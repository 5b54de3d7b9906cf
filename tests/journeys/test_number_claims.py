"""A number given with an answer is a claim about its node: one that fits nothing leaves the answer to a person."""

import http.client
import json
import re
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import treesolve as ts
from tests.support.effort import cases, dice
from tests.support.nested_trees import node_at
from tests.support.oracle import minimax
from tests.support.places import ROOT
from tests.support.program import run
from tests.support.written_answers import as_text, names, random_nested, written

KEY = "points: values 2, best 1, value 1\ntree: ((6 5) (2 9))\n"
ALL_VALUES = "values: A=5 B=5 C=2\n"


@pytest.mark.parametrize(
    ("text", "pending"),
    [
        ("best: B=9\nvalue: 5\n", ["best"]),
        ("best: B (9)\n", ["best"]),
        ("best: B (value 9)\n", ["best"]),
        ("best: C=9\n", ["best"]),
        ("values: A=5 C=2\nbest: B=9\n", ["best"]),
        ("| best | B=9 |\n|---|---|\n| value | 5 |\n", ["best"]),
        ("Zug: B = 9\n", ["best"]),
        ("value: B=9\nbest: B\n", ["value"]),
        (f"{ALL_VALUES}best: B=9\n", ["values", "best"]),
        (f"best: B=9\n{ALL_VALUES}", ["values", "best"]),
        (f"{ALL_VALUES}best: B=5\nvalue: 5\n", []),
        ("best: B=5\nvalue: 5\n", []),
        ("best: C=2\n", []),
        ("values: A=9 B=9 C=2\nbest: B=9\n", []),
        ("best: B=9\nvalues: A=9 B=9 C=2\n", []),
    ],
)
def test_a_number_fits_the_written_value_or_the_right_one(text: str, pending: list[str]):
    """Else the part it stands in is pending, and a second value of a node leaves the values open, too."""
    report = ts.grade(KEY, text)

    assert list(report.pending) == pending
    assert all((found.points is None) is (part in pending) for part, found in report.parts.items())
    assert bool(report.problems) is bool(pending)


def test_a_repeated_number_keeps_what_follows_from_it():
    """B = 9 is wrong once, where it stands among the values; the move and the value of the root follow."""
    parts = ts.grade(KEY, "values: A=9 B=9 C=2\nbest: B=9\nvalue: 9\n").parts

    assert {part: found.points for part, found in parts.items()} == {"values": 1, "best": 1, "value": 1}
    assert ts.grade(KEY, "values: A=9 B=2 C=9\nbest: C=9\nvalue: 9\n").parts["best"].points == 1


@pytest.mark.parametrize("convention", ["haw", "lang", "knuth-moore", "minimax"])
def test_numbers_given_with_the_move(convention: str):
    """In random trees, with and without values: pending is just what is neither written nor right."""
    rng = dice(f"numbers with moves {convention}")
    for _ in range(cases(400)):
        tree = random_nested(rng, list(rng.sample(range(1, 60), 40)), 2)
        right, name = written(tree, convention), names(tree)
        inner = [path for path in right.values if len(path) == 1]
        if not inner:
            continue
        node = rng.choice(inner)
        correct = minimax(node_at(tree, node), maximising=False)
        noted, given = rng.choice((None, 70, correct)), rng.choice((70, 80, correct))
        values = f"values: {name[node]}={noted}\n" if noted is not None else ""
        report = ts.grade(as_text(tree), f"{values}best: {name[node]}={given}\n", convention=convention)
        fits = given == (correct if noted is None else noted)
        assert ("best" in report.pending) is not fits, (convention, as_text(tree), values, given)


def test_either_player_may_write_the_number():
    """Where players write their own numbers, B = −6 is as right as B = 6."""
    for number, pending in (("6", ()), ("-6", ()), ("9", ("best",)), ("-9", ("best",))):
        report = ts.grade("convention: lang\npoints: best 1\ntree: ((6 7) (2 1))\n", f"best: B={number}\n")
        assert report.pending == pending


def test_an_accepted_convention_makes_its_values_right():
    """Only a search that returns clipped values hands 5 up from C."""
    key = "points: best 1\ntree: ((6 5) (2 9))\n"

    assert ts.grade(key, "best: C=5\n", convention="aima").pending == ("best",)
    assert ts.grade(key, "best: C=5\n", convention="aima", accept="aima:returns=clipped").pending == ()


# What people see of it


def files(folder: Path) -> tuple[Path, Path]:
    """Return the exercise, and an answer with a number that fits nothing."""
    key, answer = folder / "x.tree", folder / "answer.txt"
    key.write_text(KEY, encoding="utf-8")
    answer.write_text("student: 4711\nbest: B=9\nvalue: 5\n", encoding="utf-8")
    return key, answer


def test_the_part_is_pending_in_text_and_json(tmp_path: Path):
    """With the place of the number, the most that the answer may come to, and a sentence for the student."""
    key, answer = files(tmp_path)
    table, document = run("grade", key, answer), run("grade", key, answer, "--format", "json")
    result = json.loads(document.stdout)["results"][0]

    assert "answer.txt:2:9: " in table.stderr
    assert (result["pending"], result["points"], result["at_most"]) == (["best"], 1, 2)
    assert (result["parts"]["best"]["points"], result["parts"]["best"]["basis"]) == (None, "pending")
    assert [one["part"] for one in result["unread"]] == ["best"]
    assert [one["part"] for one in result["claims"]] == ["best", "value"]
    assert "“Best move” is not yet decided" in result["feedback"]
    assert "„Bester Zug“ ist noch nicht entschieden" in " ".join(
        run("grade", key, answer, "--language", "de").stdout.split()
    )


def test_the_part_has_a_card_in_review(tmp_path: Path):
    """On the card of the student; points that a person gives count."""
    key, answer = files(tmp_path)
    decisions = tmp_path / "decisions.toml"
    command = [sys.executable, "-m", "treesolve", "review", key, answer, "--decisions", decisions, "--no-browser"]
    with subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found is not None
        address = urlsplit(found[0])
        with closing(http.client.HTTPConnection(address.netloc, timeout=10)) as connection:
            connection.request("GET", address.path)
            page = connection.getresponse().read().decode("utf-8")
        process.kill()
    decisions.write_text('[[decision]]\nstudent = "4711"\npart = "best"\npoints = 1\n', encoding="utf-8")
    decided = json.loads(run("grade", key, answer, "--format", "json", "--decisions", decisions).stdout)["results"][0]

    assert "4711" in page
    assert '"waits":["best"]' in page
    assert (decided["pending"], decided["points"]) == ([], 2)


# The line of both players


LINE = """title = "Exam"
[[task]]
file = "x.tree"
ask = ["line"]
points = { line = 2 }
"""


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("B L2", 2),
        ("B=5 L2=5", 2),
        ("A=5 B=5 L2", 2),
        ("A (5), B (5), L2 (5)", 2),
        ("B 5", 2),
        ("B=9 L2", None),
        ("A=9 B L2", None),
        ("B L2=7", None),
        ("C L3", 0),
    ],
)
def test_numbers_in_a_line(tmp_path: Path, line: str, expected: int | None):
    """A right number beside a node is no step of the line; one that is not right leaves the line to a person."""
    (tmp_path / "x.tree").write_text("convention: aima\ntree: ((6 5) (2 9))\n", encoding="utf-8")
    (tmp_path / "exam.toml").write_text(LINE, encoding="utf-8")
    assert run("sheet", tmp_path / "exam.toml", "-o", tmp_path / "exam").exit_code == 0
    text = f"student: 1\nline: {line}\n"
    result = run("grade", tmp_path / "exam" / "key.json", "-", "--format", "json", stdin=text)

    assert json.loads(result.stdout)["results"][0]["parts"]["line"]["points"] == expected
