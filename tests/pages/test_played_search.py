"""The data of a search that trains: as that of one that is played, with what wrong rules answer."""

import pytest

from tests.support.plays import TREES, exercise_to_play
from treesolve.analysis.misconception import CODES
from treesolve.pages.played_search import PlayedSearch, TrainedSearch


@pytest.mark.parametrize("name", TREES)
def test_without_the_wrong_rules_it_is_the_data_of_a_played_search(name: str):
    """A wrong answer is written as the right one is, and all rules with such an answer are named once."""
    exercise, _ = exercise_to_play(name)
    data = TrainedSearch(exercise.solution, exercise.player).data()
    wrong = [(question["right"], question.pop("by", {})) for question in data["questions"]]
    rules = data.pop("rules")
    assert data == PlayedSearch(exercise.solution, exercise.player).data()
    assert rules == [code for code in CODES if any(code in by for _, by in wrong)]
    for right, by in wrong:
        assert right not in by.values()
        for answer in by.values():
            assert type(answer) is type(right)
            assert not isinstance(right, list) or [type(bound) for bound in answer] == [str] * len(right)


def test_what_wrong_rules_answer_in_a_tree_with_one_cut():
    """A child is a node, bounds are two texts, a value is one."""
    exercise, _ = exercise_to_play("cut")
    questions = TrainedSearch(exercise.solution, exercise.player).data()["questions"]
    by = {(question["step"], question["kind"]): question.get("by") for question in questions}
    assert by[2, "child"] == {"right-to-left": 4}
    assert by[6, "bounds"]["leak"] == ["5", "5"]
    assert by[6, "bounds"]["no-inherit"] == ["-inf", "inf"]
    assert by[8, "cut"]["late-cut"] == "on"
    assert by[5, "return"] == {"swapped-players": "6", "one-player": "6"}
    assert by[4, "cut"] is None
