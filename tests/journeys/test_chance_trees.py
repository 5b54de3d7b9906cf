"""Chance trees on paper: keys and sheets say what the textbook's Star1 and Star2 say."""

import json
from itertools import product
from pathlib import Path

import pytest

from tests.support.chance_oracle import SEARCHED_CONVENTIONS, drawn, textbook
from tests.support.effort import cases, dice
from tests.support.program import run
from treesolve.grading.exam import Key, key_document, read_key
from treesolve.grading.exercise import Exercise, solution_texts
from treesolve.grading.grader import Grader
from treesolve.grading.rubric import Rubric
from treesolve.model.answer import PARTS
from treesolve.model.convention import CONVENTIONS
from treesolve.submissions.answer_reader import read_answer

RULES = tuple(product(SEARCHED_CONVENTIONS, ("star1", "star2", "never")))


def test_a_key_holds_the_tree_its_limits_and_the_right_answers():
    """Written, read again and handed in as a student would: everything is right, by the textbook too."""
    rng = dice("keys")
    for number in range(cases(3000)):
        (convention, chance), tree = RULES[number % len(RULES)], drawn(rng, bounded=rng.random() < 0.8)
        points = dict.fromkeys(PARTS, 1)
        exercise = Exercise("one", tree, CONVENTIONS[convention]._replace(chance=chance), points)
        (again,) = read_key(key_document(Key((exercise,)))).exercises
        assert (again.tree.kinds, again.tree.weights, again.tree.bounds) == (tree.kinds, tree.weights, tree.bounds)
        grader = Grader(again.tree, again.convention, Rubric(points=points))
        run = textbook(again.tree, convention, chance)
        written = solution_texts(again.answer_key())
        answer, problems = read_answer("".join(f"{part}: {text}\n" for part, text in written.items()), grader.nodes)
        assert not problems
        assert (answer.values, answer.windows, answer.order) == (run.returned, run.windows, tuple(run.leaves))
        assert sorted(answer.pruned) == sorted(run.skipped)
        report = grader.report(answer)
        assert (report.points, report.diagnosis) == (grader.possible, ())


SHEET = """
title = "Chance"
[[task]]
title = "Star1"
file = "tree.tree"
convention = "aima"
points = { values = 4, windows = 2, pruned = 2, order = 1, best = 1 }
"""


@pytest.mark.parametrize("chance", ["star1", "star2"])
def test_a_sheet_with_a_chance_tree(chance: str, tmp_path: Path):
    """The sheet tells the limits and the rule, the key has them; the perfect answer gets all points of the key."""
    sheet = tmp_path / "sheet.toml"
    (tmp_path / "tree.tree").write_text(
        "bounds: -2 2\ntree: (safe: 1 bet: CHANCE (50 % * MIN (-2 2) 1/4 * MIN (1 0) 25% * 2))", "utf-8"
    )
    sheet.write_text(SHEET.replace('"aima"', f'"aima:chance={chance}"'), "utf-8")
    made = run("sheet", sheet, "-o", tmp_path / "exam.md")
    assert made.exit_code == 0, made.output
    page = (tmp_path / "exam.md").read_text("utf-8")
    assert "Every leaf lies between L = −2 and U = 2." in page
    assert {"star1": "(Star1)", "star2": "(Star2)"}[chance] in page
    assert all(weight in page for weight in ("50 %", "1/4", "25 %"))
    (key,) = tmp_path.glob("*.json")
    (exercise,) = json.loads(key.read_text("utf-8"))["exercises"]
    assert exercise["solution"]["pruned"] == "L2 C L5"
    (tmp_path / "answers").mkdir()
    answer = "".join(f"{part}: {text}\n" for part, text in exercise["solution"].items())
    (tmp_path / "answers" / "4711.txt").write_text(f"student: 4711\n{answer}", "utf-8")
    marked = run("grade", key, tmp_path / "answers", "--format", "json")
    assert json.loads(marked.output)["results"][0]["points"] == 10
