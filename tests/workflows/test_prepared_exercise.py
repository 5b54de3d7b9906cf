"""Parsing and grading of submissions with decisions."""

import pytest

from treesolve.grading.decision import Decision
from treesolve.grading.exam import Key
from treesolve.grading.exercise import Exercise
from treesolve.grading.grader import MarkedAnswer
from treesolve.grading.marks import DECIDED
from treesolve.grading.rubric import Rubric
from treesolve.model.answer import PARTS, QUESTIONS, PartDecision
from treesolve.model.convention import CONVENTIONS
from treesolve.notation.reader import read
from treesolve.rendering.problem_sentence import problem_report
from treesolve.submissions.submission import Submission
from treesolve.workflows.grade_result import GradeResult, Settings
from treesolve.workflows.grade_submission import Marker
from treesolve.workflows.prepared_exercise import PreparedExercise, ReadSubmission

TREE = read("((3 12 8) (2 4 6) (14 5 2))")
WAITING = "values: A=3 B=3 C=2 D=2\nWeggekickt: L5 L6\nbest: B\n"
ASKED = Rubric(points={"values": 4, "pruned": 4, "best": 1})


def what(text: str, *decisions: Decision, rubric: Rubric = ASKED) -> tuple[MarkedAnswer, ReadSubmission]:
    """Return the report on a text graded with decisions, and the parsed submission."""
    made = PreparedExercise(Exercise("x", TREE, CONVENTIONS["aima"]), rubric, None, decisions)
    found = made.read(Submission("x.txt", "4711", text))
    return made.grader.report(found.answer), found


@pytest.mark.parametrize(("points", "got"), [(0, 0), (2, 2), (10**6, 4)])
def test_decided_points_are_the_points_of_the_part(points: int, got: int):
    """They are limited to its maximum and shown with their reason; other parts are graded as usual."""
    report, found = what(WAITING, Decision("4711", "pruned", points, "Hm."))

    assert {mark.part: mark.points for mark in report.marks} == {"values": 4, "pruned": got, "best": 1}
    assert next(mark.basis for mark in report.marks if mark.part == "pruned") == DECIDED
    assert report.answer.decided == {"pruned": PartDecision(points, "Hm.", written="Weggekickt: L5 L6")}
    assert found.read.decided == ("pruned",)


@pytest.mark.parametrize("rubric", [Rubric(), Rubric(points={"pruned": 3}), Rubric(points={"pruned": 1, "order": 1})])
def test_letters_are_those_of_the_sheet(rubric: Rubric):
    """They follow the exercise's points, with which it was printed, not those of the rubric."""
    printed = {"order": 2, "best": 1, "pruned": 2}
    made = PreparedExercise(Exercise("x", TREE, CONVENTIONS["aima"], printed), rubric)
    found = made.read(Submission("x.txt", "4711", "a) L1 L2 L3 L4 L7 L8 L9\nb) B\nc) L5 L6\n"))

    assert not found.problems
    assert made.grader.report(found.answer).points == made.grader.possible


def test_letters_without_a_sheet_follow_the_points():
    """They follow the order in the tree's header."""
    tree = read("points: order 1, pruned 1\ntree: ((6 5) (2 9))")
    made = PreparedExercise(Exercise("x", tree, CONVENTIONS["aima"]), Rubric())
    found = made.read(Submission("x.txt", "4711", "a) L1 L2 L3\nb) L4\n"))

    assert made.grader.report(found.answer).points == 2


def test_other_parts_stay_pending():
    """A decision resolves only its own part."""
    report, _ = what("values: A=3 B=3 C=2 D=zwei\npruned: L5 und der Rest\nbest: B\n", Decision("4711", "pruned", 4))

    assert report.pending == ("values",)


def test_a_decision_is_about_one_answer():
    """It applies to one student and one exercise, and only to parts of the exercise."""
    for decision in (
        Decision("4712", "pruned", 4),
        Decision("4711", "pruned", 4, exercise="y"),
        Decision("4711", "order", 4),
    ):
        report, found = what(WAITING, decision)
        assert (report.pending, found.read.decided) == (("pruned",), ())
    assert what(WAITING, Decision(" 4711", "pruned", 4, exercise="X"))[0].points == 9


def test_decided_points_are_not_rounded():
    """The rounding of the rubric does not apply to decisions."""
    rubric = Rubric(points={"values": 4, "pruned": 4}, whole=frozenset({"pruned"}), rounding="whole", negative=True)
    half = read("0.5").values[0]

    report, _ = what(WAITING, Decision("4711", "pruned", half), rubric=rubric)

    assert [mark.points for mark in report.marks] == [4, half]


def test_a_decided_part_is_not_diagnosed():
    """No misconception is inferred from its text."""
    text = "values: A=3 B=3 C=2 D=2\npruned: L5 L6 L8 L9\nbest: B\n"

    assert what(text)[0].diagnosis
    assert not what(text, Decision("4711", "pruned", 1))[0].diagnosis


def test_the_same_answer_may_be_decided_differently_for_two():
    """The cached report of one answer is not used for the other."""
    decisions = Decision("a", "pruned", 1), Decision("b", "pruned", 1, "Gut.")
    marker = Marker(Settings(Key((Exercise("x", TREE, CONVENTIONS["aima"]),)), ASKED, decisions=decisions))

    grade_results = [marker.outcome(Submission(f"{name}.txt", name, WAITING)) for name in "abc"]

    assert [one.result.points for one in grade_results] == [6, 6, 5]
    assert ["Gut." in marker.feedback(one, "en") for one in grade_results] == [False, True, False]


@pytest.mark.parametrize("part", [*PARTS, *QUESTIONS])
def test_the_name_of_every_part_is_a_key(part: str):
    """It is the key of the part in answer forms."""
    from treesolve.submissions.answer_words import parse_key

    assert parse_key(part) == part


def test_unread_lines_are_stored():
    """The whole line is stored, or the beginning of a very long one."""
    _, found = what("values: A=3\npruned: siehe " + "77 " * 2000)

    assert [piece.line for piece in found.read.unread] == [2]
    assert 1000 < len(found.read.unread[0].text) < 3000


@pytest.mark.parametrize("written", ["C=[3, inf]", "C=(3; inf)", "C=<3, inf>"])
def test_excerpts_include_closing_brackets(written: str):
    """The excerpt of a claim ends with its closing bracket."""
    found = PreparedExercise(Exercise("x", TREE, CONVENTIONS["aima"]), Rubric(points={"windows": 1}), None, ())
    read_with = found.read(Submission("x.txt", "4711", f"windows: {written}\nvalues: B=3\n")).read

    assert [claim.text for claim in read_with.claims if claim.part == "windows"] == [written]


TREES = {"1": "((3 12 8) (2 4 6) (14 5 2))", "2": "((9 5) (4 7) (8 1))", "3": "((6 7) (8 9) (5 1))"}
ANSWERS = {
    "1": "values: A=3 B=3 C=2 D=2\npruned: L5 L6\nbest: B\n",
    "2": "values: A=5 B=5 C=4 D=1\npruned: L4\nbest: B\n",
    "3": "values: A=8 B=6 C=8 D=5\npruned: L6\nbest: C\n",
}
CONVENTION = CONVENTIONS["haw"]


def marker(*names: str, decisions: tuple[Decision, ...] = ()) -> Marker:
    """Return a marker for a key with these exercises."""
    exercises = tuple(Exercise(name, read(TREES[name]), CONVENTION) for name in names)
    rubric = Rubric(points={"values": 4, "pruned": 4, "best": 1})
    return Marker(Settings(Key(exercises), rubric, decisions=decisions))


def outcome(text: str, *names: str, decisions: tuple[Decision, ...] = ()) -> GradeResult:
    """Return the result of a submission, with a key of these exercises."""
    return marker(*names, decisions=decisions).outcome(Submission("s.txt", "s", text))


def codes(found: GradeResult) -> list[str]:
    """Return the codes of the problems of a submission."""
    return [problem.code for problem in found.problems]


def test_an_answer_to_another_exercise_is_reported_and_pending():
    """The message names the exercise that it fits, not the one it names; all parts are pending."""
    found = outcome("exercise: 1\n" + ANSWERS["3"], "1", "2", "3")
    assert codes(found) == ["answer-fits-other"]
    assert "“3”" in problem_report(found.problems[0], "en")
    assert found.result
    assert found.result.pending == ("values", "pruned", "best")
    assert found.result.at_most == 9


def test_right_and_wrong_answers_are_graded():
    """A right answer is never a misfit; an answer that is wrong for all exercises is graded as wrong."""
    for name, text in ANSWERS.items():
        found = outcome(f"exercise: {name}\n{text}", "1", "2", "3")
        assert (codes(found), found.result.points) == ([], 9)
    wrong = outcome("exercise: 1\nvalues: A=12 B=12 C=6 D=14\npruned: L1\nbest: D\n", "1", "2", "3")
    assert (codes(wrong), wrong.result.pending) == ([], ())
    alone = outcome(ANSWERS["3"], "1")
    assert "answer-fits-other" not in codes(alone)


def test_an_answer_about_unknown_nodes_is_pending():
    """Its best move and value may be right by chance, because its tree is unknown."""
    found = outcome("values: P=3 Q=3 R=2\npruned: X Y\nbest: D\n", "1")
    assert codes(found) == ["answer-other-tree", "answer-unread", "answer-unread"]
    assert found.result.pending == ("values", "pruned", "best")
    assert "best" not in outcome("values: P=3 Q=3 R=2\npruned: X Y\nbest: B\n", "1").result.pending


ELSEWHERE = "exercise: 1\n" + ANSWERS["3"]


def test_points_resolve_a_part_of_a_misfit():
    """The other parts stay pending."""
    decision = Decision("s", "best", 1, "By chance.")
    message = outcome(ELSEWHERE, "1", "2", "3", decisions=(decision,)).result

    assert (message.pending, message.parts["best"].points, message.at_most) == (("values", "pruned"), 1, 9)
