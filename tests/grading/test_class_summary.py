"""Results of marking: what is counted, which grades changed, what a spreadsheet is given."""

from pathlib import Path

from click.testing import CliRunner, Result

from treesolve.cli import treesolve
from treesolve.grading.class_summary import tally
from treesolve.grading.diagnosis import Diagnosis
from treesolve.grading.exam import Key
from treesolve.grading.exercise import Exercise
from treesolve.grading.grader import Grader
from treesolve.model.answer import Answer
from treesolve.model.convention import CONVENTIONS
from treesolve.notation.reader import read

TREE = read("S: MAX (A: MIN (6 5) B: MIN (2 9))")


def run(*arguments: object) -> Result:
    """The program, on arguments."""
    return CliRunner().invoke(treesolve, [str(argument) for argument in arguments], catch_exceptions=False)


def test_explanations_are_counted_together():
    """The class has made fewer mistakes than there are explanations."""
    report = Grader(TREE, CONVENTIONS["haw"]).report(Answer("4711", pruned=()))
    counted = tally(report._replace(diagnosis=tuple(Diagnosis(code, (), 1, 2) for code in ("a", "b"))))

    assert [entry for entry in counted if entry.startswith("misconception")] == ["misconception a b"]


def test_a_grade_can_change_where_no_points_do(tmp_path: Path):
    """Another table of grades is a change, too, once everything is decided."""
    graded = tmp_path / "grades.json"
    (tmp_path / "key.tree").write_text("((6 5) (2 9))")
    (tmp_path / "4711.txt").write_text("values: B=5 C=x\nbest: B")
    run("grade", tmp_path / "key.tree", tmp_path / "4711.txt", "-o", graded)
    (tmp_path / "rubric.toml").write_text('grades = "german"\n')
    again = (*("grade", tmp_path / "key.tree", tmp_path / "4711.txt"), "--against", graded)
    again = (*again, "--rubric", tmp_path / "rubric.toml")
    assert "changed: 0 of 1" in run(*again).stdout
    (tmp_path / "4711.txt").write_text("values: B=5\nbest: C")
    run("grade", tmp_path / "key.tree", tmp_path / "4711.txt", "-o", graded)
    done = run(*again)

    assert "grade – → 5,0" in done.stdout


def test_blanks_and_capitals_do_not_make_another_exercise():
    """As long as nobody could mean another one."""
    key = Key(tuple(Exercise(name, TREE, CONVENTIONS["haw"], variant="A") for name in ("Deep  cuts", "Other")))

    assert key.find("  deep \t CUTS ", "a") == 0
    assert key.find("OTHER", None) == 1
