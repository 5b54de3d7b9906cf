"""Counts of diagnoses in a class, and which exercise of a key a name refers to."""

from treesolve.grading.class_summary import tally
from treesolve.grading.diagnosis import Diagnosis
from treesolve.grading.exam import Key
from treesolve.grading.exercise import Exercise
from treesolve.grading.grader import Grader
from treesolve.model.answer import Answer
from treesolve.model.convention import CONVENTIONS
from treesolve.notation.reader import read

TREE = read("S: MAX (A: MIN (6 5) B: MIN (2 9))")


def test_explanations_are_counted_together():
    """Equally good diagnoses of one answer are counted together."""
    report = Grader(TREE, CONVENTIONS["haw"]).report(Answer("4711", pruned=()))
    counted = tally(report._replace(diagnosis=tuple(Diagnosis(code, (), 1, 2) for code in ("a", "b"))))

    assert [entry for entry in counted if entry.startswith("misconception")] == ["misconception a b"]


def test_blanks_and_capitals_do_not_make_another_exercise():
    """Names of exercises are compared without regard to blanks and capitals."""
    key = Key(tuple(Exercise(name, TREE, CONVENTIONS["haw"], variant="A") for name in ("Deep  cuts", "Other")))

    assert key.find("  deep \t CUTS ", "a") == 0
    assert key.find("OTHER", None) == 1
