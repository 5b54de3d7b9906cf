"""Answers that belong to another tree are told and wait for a person; those that are only wrong are marked."""

from treesolve.answers.submission import Submission
from treesolve.grading.decision import Decision
from treesolve.grading.exam import Exercise, Key
from treesolve.grading.rubric import Rubric
from treesolve.model.convention import CONVENTIONS
from treesolve.notation.reader import read
from treesolve.runs.grade_submission import Marker, Outcome, Settings

TREES = {"1": "((3 12 8) (2 4 6) (14 5 2))", "2": "((9 5) (4 7) (8 1))", "3": "((6 7) (8 9) (5 1))"}
ANSWERS = {
    "1": "values: A=3 B=3 C=2 D=2\npruned: L5 L6\nbest: B\n",
    "2": "values: A=5 B=5 C=4 D=1\npruned: L4\nbest: B\n",
    "3": "values: A=8 B=6 C=8 D=5\npruned: L6\nbest: C\n",
}
LECTURE = CONVENTIONS["haw"]


def marker(*names: str, decisions: tuple[Decision, ...] = ()) -> Marker:
    """What marks by a key of these exercises."""
    exercises = tuple(Exercise(name, read(TREES[name]), LECTURE) for name in names)
    rubric = Rubric(points={"values": 4, "pruned": 4, "best": 1})
    return Marker(Settings(Key(exercises), rubric, decisions=decisions))


def outcome(text: str, *names: str, decisions: tuple[Decision, ...] = ()) -> Outcome:
    """What comes of a submission, with a key of these exercises."""
    return marker(*names, decisions=decisions).outcome(Submission("s.txt", "s", text))


def codes(found: Outcome) -> list[str]:
    """What is told of a submission."""
    return [problem.entry["code"] for problem in found.problems]


def test_an_answer_to_another_exercise_is_told_and_waits():
    """By the exercise that it fits, whatever it says that it is about; all parts are pending, nothing is lost."""
    found = outcome("exercise: 1\n" + ANSWERS["3"], "1", "2", "3")
    assert codes(found) == ["answer-fits-other"]
    assert "“3”" in found.problems[0].report
    assert found.result
    assert found.result.judgement.pending == ("values", "pruned", "best")
    assert found.result.judgement.at_most == 9


def test_right_answers_and_wrong_ones_are_marked():
    """What is right here is never taken for another's; what is wrong everywhere is just wrong."""
    for name, text in ANSWERS.items():
        found = outcome(f"exercise: {name}\n{text}", "1", "2", "3")
        assert (codes(found), found.result.judgement.points) == ([], 9)
    wrong = outcome("exercise: 1\nvalues: A=12 B=12 C=6 D=14\npruned: L1\nbest: D\n", "1", "2", "3")
    assert (codes(wrong), wrong.result.judgement.pending) == ([], ())
    alone = outcome(ANSWERS["3"], "1")
    assert "answer-fits-other" not in codes(alone)


def test_an_answer_about_nodes_that_no_tree_has_waits():
    """Its best move and value may be right by chance or wrong: nobody knows which tree they are about."""
    found = outcome("values: P=3 Q=3 R=2\npruned: X Y\nbest: D\n", "1")
    assert codes(found) == ["answer-other-tree", "answer-unread", "answer-unread"]
    assert found.result.judgement.pending == ("values", "pruned", "best")
    assert "best" not in outcome("values: P=3 Q=3 R=2\npruned: X Y\nbest: B\n", "1").result.judgement.pending


ELSEWHERE = "exercise: 1\n" + ANSWERS["3"]


def test_points_decide_a_part_of_it():
    """The others wait on."""
    decision = Decision("s", "best", 1, "By chance.")
    told = outcome(ELSEWHERE, "1", "2", "3", decisions=(decision,)).result.judgement

    assert (told.pending, told.parts["best"].points, told.at_most) == (("values", "pruned"), 1, 9)
