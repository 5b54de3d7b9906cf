"""Trying exercises out: perfect answers, empty ones, followers."""

import pytest

from tests.support.answers import tree_for
from tests.support.effort import cases, dice
from treesolve.analysis.misconception import CHANCE_CODES, CODES
from treesolve.grading.rubric import Rubric
from treesolve.grading.self_test import RECOGNISED, RIGHT, SLIP, TIED, UNNOTICED, LectureTrial, SelfTest, self_test
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.notation.reader import read
from treesolve.search.search import Unsolvable

RUNNING = "((3 12 8) (2 4 6) (14 5 2))"


def codes(found: SelfTest, result: str) -> set[str]:
    """The misconceptions with that result."""
    return {trial.code for trial in found.followers if trial.result == result}


def test_the_running_example():
    """Two plies cannot show deep cuts and MAX's cuts, distinct leaves no strict ones."""
    found = self_test(read(RUNNING), CONVENTIONS["haw"])

    assert found.is_sound
    assert found.empty == 0
    assert codes(found, RIGHT) == {"strict-cut", "shallow-only", "alpha-only"}
    assert codes(found, TIED) == {"beta-only", "no-inherit"}
    assert codes(found, SLIP) == {"reads-only-first-skipped", "marks-cut-node"}  # one wrong decision each
    assert codes(found, RECOGNISED) == set(CODES) - set(CHANCE_CODES) - {
        "strict-cut", "shallow-only", "alpha-only", "beta-only", "no-inherit", "equal-cut", "deep-bounds",
        "reads-only-first-skipped", "marks-cut-node",
    }  # fmt: skip
    trials = {trial.code: trial for trial in found.followers}
    assert trials["beta-only"].others == ("no-inherit",)
    assert (trials["strict-cut"].points, trials["strict-cut"].others) == (5, ())


def test_every_lecture_is_tried():
    """The own one first; one that cannot search the tree is told with its reason."""
    found = self_test(read(RUNNING), CONVENTIONS["cs188"])

    assert found.lectures[0].convention == "cs188"
    assert {trial.convention for trial in found.lectures} == set(CONVENTIONS)
    assert len(found.lectures) == len(CONVENTIONS)
    refused = [trial for trial in found.lectures if trial.refusal]
    assert [(trial.convention, trial.refusal.code, trial.points) for trial in refused] == [
        ("unit", "leaf-outside-unit", None)
    ]
    assert all(trial.is_sound for trial in found.lectures)
    assert {trial.possible for trial in found.lectures} == {5, 3, None}


def test_a_question_that_shows_little():
    """Best moves say nothing about reasons; a rubric says what is asked."""
    found = self_test(read(RUNNING), CONVENTIONS["haw"], Rubric(points={"best": 2}))

    assert codes(found, RECOGNISED) == codes(found, TIED) == set()
    assert "swapped-players" in codes(found, SLIP)
    assert {trial.points for trial in found.followers if trial.result == SLIP} == {0}


def test_an_unsound_exercise_says_so():
    """Points are compared with what there is to get."""
    sound = self_test(read(RUNNING), CONVENTIONS["haw"])
    short = LectureTrial("haw", 3, 4, None)

    assert not short.is_sound
    assert not sound._replace(lectures=(short, *sound.lectures)).is_sound
    assert not sound._replace(empty=1).is_sound


@pytest.mark.parametrize("convention", CONVENTIONS.values(), ids=lambda convention: convention.id)
def test_every_exercise_is_sound(convention: Convention):
    """Random trees of all kinds, with and without points, in every lecture."""
    rng = dice(f"sound {convention.id}")
    for _ in range(cases(15)):
        rubric = rng.choice((None, Rubric(points={"windows": 3, "values": 2}), Rubric(negative=True, rounding="half")))
        found = self_test(tree_for(rng, convention), convention, rubric)
        assert found.is_sound
        for trial in found.followers:
            assert (trial.result == TIED) is bool(trial.others) or trial.result == UNNOTICED
            assert trial.code not in trial.others


@pytest.mark.parametrize("order", ["left-right", "right-left"])
def test_leaves_called_by_places_are_read_in_the_direction_of_the_lecture(order: str):
    """From the right, an order that ends with the leaf called `first` is the right one."""
    tree = read('(("first": 5 "last": 6) (6 5))')

    assert self_test(tree, CONVENTIONS["haw"].override(order=order)).is_sound


def test_a_tree_the_lecture_cannot_search():
    """There is nothing to try."""
    with pytest.raises(Unsolvable):
        self_test(read("((1 2) (3 x))"), CONVENTIONS["minimax"])
