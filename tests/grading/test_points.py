"""Invalid points, shares and percentages are rejected at their position in every kind of file."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.support.keys import key_text
from tests.support.sheets import SMALL
from treesolve.cli import treesolve
from treesolve.grading.exam import LazyExercises
from treesolve.model.answer import MAX_POINTS, is_valid_points
from treesolve.model.problem import InputError
from treesolve.notation.reader import read

TREE = "((6 5) (2 9))"
LONG = "0." + "3" * 500
NO_POINTS = ("1e-999", "1e999", "0.0009", "1000000.5", "-1", "inf", "nan", LONG, "0.12345678")
"""Invalid points in TOML notation; a header does not support exponents."""

THE_POINTS = "“best {}”: points are 0, or from 1/1000 to 1000000, with at most six decimal places."


def run(*arguments: object) -> Result:
    """Return the result of a command; exceptions are not caught."""
    return CliRunner().invoke(treesolve, [str(argument) for argument in arguments], catch_exceptions=False)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a key and a right answer."""
    (tmp_path / "key.tree").write_text(TREE)
    (tmp_path / "4711.txt").write_text("values: A=5 B=5 C=2\npruned: L4\norder: 6 5 2\nbest: B\nvalue: 5\n")
    return tmp_path


@pytest.mark.parametrize("points", [0, 1, Fraction(1, 1000), Fraction(1, 3), MAX_POINTS])
def test_valid_points(points: int):
    """Points may be zero, a thousandth, a third, or a million."""
    assert is_valid_points(points)
    assert read(f"points: best {points}\ntree: {TREE}").points == {"best": points}


@pytest.mark.parametrize("points", NO_POINTS)
def test_invalid_points_in_a_sheet(points: str, tmp_path: Path):
    """Invalid points of a task or of a whole sheet are reported with their file."""
    text = SMALL.format(convention="aima")
    for place, wrong in enumerate((text.replace("best = 1", f"best = {points}"), f"points = {points}\n{text}")):
        (tmp_path / f"{place}.toml").write_text(wrong)
        done = run("sheet", tmp_path / f"{place}.toml", "--seed", "1", "-o", tmp_path / "out")

        assert done.exit_code == 1
        assert f"{place}.toml:" in done.stderr
        assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("points", [1e-9, "1/1001", 10**7, -1, "inf", LONG])
def test_a_key_with_such_points_is_refused(points: object, folder: Path):
    """A key with points that were edited by hand is rejected."""
    (folder / "key.json").write_text(key_text(folder / "key.tree"), "utf-8")
    key = json.loads((folder / "key.json").read_text())
    key["exercises"][0]["points"] = {"best": points}
    (folder / "key.json").write_text(json.dumps(key))
    result = run("grade", folder / "key.json", folder / "4711.txt")

    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"{folder / 'key.json'}: {THE_POINTS.format(str(points)[:75])}\n"


def test_invalid_points_in_a_large_key():
    """Invalid points in a large key are reported on access to the exercise."""
    exercises = LazyExercises([{"points": {"best": -1}}], "key.json")
    with pytest.raises(InputError) as refused:
        exercises[0]

    assert [(problem.code, problem.source) for problem in refused.value.problems] == [("points-range", "key.json")]


def test_results_with_endless_points_are_refused(folder: Path):
    """Results with a number of points with too many digits are rejected."""
    run("grade", folder / "key.tree", folder / "4711.txt", "-o", folder / "grades.json")
    text = (folder / "grades.json").read_text()
    (folder / "grades.json").write_text(text.replace('"points":5,', f'"points":"1/{"7" * 400}",', 1))
    done = run("grade", folder / "key.tree", folder / "4711.txt", "--against", folder / "grades.json")

    assert (done.exit_code, done.stdout) == (1, "")
