"""Exercises for R/exams, parsed as strictly as R/exams does."""

import re
from pathlib import Path
from struct import pack

import pytest

from tests.integrations.test_moodle_quiz import FILES, quiz_of, tree_in
from tests.support.places import named
from tests.support.rexams import read_exercise
from treesolve.grading.exercise import Exercise
from treesolve.integrations.quiz import QuizChoice, quiz
from treesolve.integrations.quiz_pictures import RESOLUTION, QuizPicture
from treesolve.integrations.rexams import rexams_document
from treesolve.model.convention import CONVENTIONS, DEFAULT
from treesolve.model.problem import InputError
from treesolve.notation.reader import read

DRAWABLE = [path for path in FILES if len(tree_in(path)) < 40]


@pytest.mark.parametrize("path", DRAWABLE[::4], ids=named)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_part_has_its_weight_and_both_pictures_are_inside(path: Path, language: str):
    """The right answers are checked in `test_exported_keys`; for systems without cloze only the cuts are task."""
    convention = tree_in(path).convention
    task = quiz_of(path, convention if convention in CONVENTIONS else DEFAULT.id, language)
    found = read_exercise(rexams_document(task))

    assert [item.points for item in found.items] == [part.weight for part in task.parts for _ in part.fields]
    assert list(found.files) == ["tree.png", "solution.png"]
    assert ("tree.png" in found.question, "solution.png" in found.question) == (True, False)
    assert all(content.startswith(b"\x89PNG") for content in found.files.values())
    if any(part.part == "pruned" for part in task.parts):
        alone = read_exercise(rexams_document(task, choices_only=True))
        assert (alone.kind, [item.kind for item in alone.items]) == ("mchoice", ["mchoice"])
        assert "ANSWER" not in alone.question


def test_of_several_best_moves_one_is_offered():
    """Exactly one choice must be right, and there must be another one."""
    task = quiz(Exercise("x", read("((6 5) (5 9))"), DEFAULT, {"best": 1}))
    (item,) = read_exercise(rexams_document(task)).items

    assert (item.choices, item.solution) == (["B", "none of these"], "10")


@pytest.mark.parametrize(
    ("tree", "right", "wrong"),
    [
        ("CHANCE (2 3 3)", ["2.67", "2,67", "2.667", "2.6666666667"], ["2.7", "2.66", "8/3", "3"]),
        ("CHANCE (1/8 * 1, 7/8 * 2)", ["1.875", "1.88", "1.87"], ["1.9", "1.86"]),
        ("CHANCE (2 3)", ["2.5", "2,50"], ["2.51", "2.4999"]),
    ],
)
def test_numbers_are_decimals_of_two_places_or_more(tree: str, right: list[str], wrong: list[str]):
    """The text mentions rounding if needed; Moodle also accepts fractions, with or without blanks."""
    task = quiz(Exercise("x", read(tree), DEFAULT, {"value": 1}))
    (item,) = read_exercise(text := rexams_document(task)).items
    spelled = {choice.text for choice in task.parts[0].fields[0].choices}

    assert [one for one in right if not item.accepts(one)] == [one for one in wrong if item.accepts(one)] == []
    assert ("2.67 and not 8/3" in text) == (item.tolerance > 0)
    assert tree != "CHANCE (2 3 3)" or {"8/3", "8 / 3", "2.67", "2,66667", "2.666666667"} <= spelled


@pytest.mark.parametrize(("right", "wrong"), [(1, 0), (1, 3), (2, 2), (3, 6), (6, 1), (9, 0), (0, 1), (0, 9)])
def test_nops_gets_five_choices_at_most(right: int, wrong: int, monkeypatch: pytest.MonkeyPatch):
    """The choices include cuts of both kinds if possible, in order, and that nothing is pruned."""
    cuts = [QuizChoice(f"{number}", number % 2 == 0) for number in range(18)]
    cuts = [one for one in cuts if int(one.text) < 2 * (right if one.is_right else wrong)]
    task = quiz_of(DRAWABLE[0], "aima")
    (pruned,) = (one for one in task.parts if one.part == "pruned")
    field = pruned.fields[0]._replace(choices=(*cuts, QuizChoice("nothing", right == 0)))
    text = rexams_document(task._replace(parts=(pruned._replace(fields=(field,)),)), choices_only=True)
    (item,) = read_exercise(text).items
    *cuts, last = item.choices

    assert (len(item.choices), last) == (min(5, right + wrong + 1), "nothing")
    assert cuts == sorted(cuts, key=int)
    assert ("1" in item.solution[:-1], "0" in item.solution[:-1]) == (right > 0, wrong > 0)


@pytest.mark.parametrize(
    ("tree", "part", "choices_only", "code"),
    [
        ("((6 5) (2 9))", "values", True, "quiz-without-cuts"),
        ('("a|b": 6 5)', "order", False, "quiz-answer-unwritable"),
    ],
)
def test_questions_that_r_exams_cannot_ask_are_rejected(tree: str, part: str, choices_only: bool, code: str):
    """The export for Canvas has only the question about cuts, with bars between answers."""
    with pytest.raises(InputError) as error:
        rexams_document(quiz(Exercise("x", read(tree), DEFAULT, {part: 1})), choices_only=choices_only)
    assert [problem.code for problem in error.value.problems] == [code]


def test_nothing_in_a_tree_is_run():
    """R evaluates text between two backticks anywhere."""
    tree = read('"`r 1+1`": MAX ("$x$": (6 5) "a`b": (2 9))')
    task = quiz(Exercise("`r 2`", tree, DEFAULT, {"values": 1, "pruned": 1, "best": 1}))
    text = rexams_document(task)

    assert "`" not in text.partition("```\n\n")[2]
    assert "$x$" not in text
    assert re.search(r"^exname: r-2$", text, re.M)
    assert len(read_exercise(text).items) == 5


def test_without_choices_there_is_no_list():
    """R would turn an empty line into an item named NA."""
    task = quiz(Exercise("x", read("((6 5) (2 9))"), DEFAULT, {"value": 1}))
    text = rexams_document(task)

    assert "Answerlist" not in text
    assert [(item.kind, item.solution, item.choices) for item in read_exercise(text).items] == [("num", "5", [""])]


def test_a_picture_has_its_size_on_paper():
    """Sizes are in centimeters."""
    assert QuizPicture("x.png", "", bytes(16) + pack(">II", int(RESOLUTION), 2 * int(RESOLUTION))).size == (2.54, 5.08)
