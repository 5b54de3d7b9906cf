"""Trying an exercise out before anybody else does: who gets all points, who none, and who is recognised.

Vocabulary

    perfect     the answer of somebody who does everything as a lecture says
    trial       a misconception followed honestly, and what the exercise makes of it
    recognised  named first, alone
    tied        named first, together with others
    right       the same as the right answer: the exercise cannot show this misconception
    unnoticed   not right, but with nothing that the misconception explains better than the truth
"""

from typing import NamedTuple

from treesolve.answer import Answer
from treesolve.convention import CONVENTIONS, Convention
from treesolve.grading import Grader
from treesolve.misconception import Follower
from treesolve.reference import answer_by
from treesolve.rubric import Rubric
from treesolve.search import Unsolvable
from treesolve.tree import Tree
from treesolve.value import Number

RECOGNISED, TIED, RIGHT, UNNOTICED = "recognised", "tied", "right", "unnoticed"
"""What can become of a misconception."""


class LectureTrial(NamedTuple):
    """The perfect answer of a lecture, marked by a grader of that lecture.

    `points` of `possible`; both None where the lecture cannot search the tree, for the reason `refusal`.
    """

    convention: str
    points: Number | None
    possible: Number | None
    refusal: Unsolvable | None

    @property
    def is_sound(self) -> bool:
        """Whether the perfect answer gets all points, or there is none."""
        return self.points == self.possible


class FollowerTrial(NamedTuple):
    """A misconception followed honestly: its points, what becomes of it, and which others it is told with."""

    code: str
    points: Number
    result: str
    others: tuple[str, ...]


class SelfTest(NamedTuple):
    """What an exercise makes of perfect answers, of an empty one, and of each misconception.

    The exercise's own lecture stands first among the lectures.
    """

    parts: tuple[str, ...]
    lectures: tuple[LectureTrial, ...]
    empty: Number
    followers: tuple[FollowerTrial, ...]

    @property
    def is_sound(self) -> bool:
        """Whether perfect answers get all points in every lecture, and the empty one none."""
        return self.empty == 0 and all(trial.is_sound for trial in self.lectures)

    def with_result(self, result: str) -> tuple[FollowerTrial, ...]:
        """The misconceptions of which that becomes."""
        return tuple(trial for trial in self.followers if trial.result == result)


def self_test(tree: Tree, convention: Convention, rubric: Rubric | None = None) -> SelfTest:
    """Try the exercise out.

    Raises treesolve.search.Unsolvable where its own lecture cannot search the tree.
    """
    grader = Grader(tree, convention, rubric)
    others = (other for other in CONVENTIONS.values() if other.id != convention.id)
    lectures = (_perfect(grader), *(_lecture_trial(tree, other, grader.rubric) for other in others))
    trials = tuple(_follower_trial(grader, follower) for follower in grader.followers)
    return SelfTest(tuple(grader.points), lectures, grader.report(Answer("")).points, trials)


def _perfect(grader: Grader) -> LectureTrial:
    answer = answer_by(grader.solution, grader.right, grader.points)
    return LectureTrial(grader.solution.convention.id, grader.report(answer).points, grader.possible, None)


def _lecture_trial(tree: Tree, convention: Convention, rubric: Rubric) -> LectureTrial:
    try:
        return _perfect(Grader(tree, convention, rubric))
    except Unsolvable as refusal:
        return LectureTrial(convention.id, None, None, refusal)


def _follower_trial(grader: Grader, follower: Follower) -> FollowerTrial:
    report = grader.report(answer_by(follower.solution, follower.reference, grader.search_parts))
    first = [diagnosis.code for diagnosis in report.diagnosis if diagnosis.rank == 1]
    others = tuple(code for code in first if code != follower.code)
    if all(mark.is_full for mark in report.marks):
        return FollowerTrial(follower.code, report.points, RIGHT, ())
    if follower.code not in first:
        return FollowerTrial(follower.code, report.points, UNNOTICED, others)
    return FollowerTrial(follower.code, report.points, TIED if others else RECOGNISED, others)
