"""Trying an exercise out before anybody else does: who gets all points, who none, and who is recognised.

Vocabulary

    perfect     the answer of somebody who does everything as a lecture says
    trial       a misconception followed honestly, and what the exercise makes of it
    recognised  named first, alone
    tied        named first, together with others
    right       the same as the right answer: the exercise cannot show this misconception
    slip        one decision is another: too little for a diagnosis
    unnoticed   not right, but with nothing that the misconception explains better than the truth
"""

from collections.abc import Mapping
from typing import NamedTuple

from treesolve.analysis.misconception import Follower
from treesolve.analysis.model_answer import answer_of_search
from treesolve.grading.diagnosis import FEWEST_DECISIONS, decisions
from treesolve.grading.grader import Grader
from treesolve.grading.mark_parts import Marking
from treesolve.grading.question.protocol import Question
from treesolve.grading.rubric import Rubric
from treesolve.model.answer import PARTS, Answer
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.model.number import Number
from treesolve.model.tree import Tree
from treesolve.search.search import Unsolvable

RECOGNISED, TIED, RIGHT, SLIP, UNNOTICED = "recognised", "tied", "right", "slip", "unnoticed"
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

    lectures: tuple[LectureTrial, ...]
    empty: Number
    followers: tuple[FollowerTrial, ...]

    @property
    def is_sound(self) -> bool:
        """Whether perfect answers get all points in every lecture, and the empty one none."""
        return self.empty == 0 and all(trial.is_sound for trial in self.lectures)


def self_test(
    tree: Tree,
    convention: Convention,
    rubric: Rubric | None = None,
    questions: Mapping[str, Question] | None = None,
) -> SelfTest:
    """Try the exercise out.

    Raises treesolve.search.search.Unsolvable where its own lecture cannot search the tree.
    """
    grader = Grader(tree, convention, rubric, questions)
    others = (other for other in CONVENTIONS.values() if other.id != convention.id and not tree.has_payoffs)
    lectures = (_trial_of_right_answer(grader), *(_lecture_trial(tree, other, grader.rubric) for other in others))
    trials = tuple(_follower_trial(grader, follower) for follower in grader.followers)
    empty = grader.report(Answer("")).points
    return SelfTest(lectures, empty, trials)


def _right_texts_of_questions(grader: Grader) -> dict[str, tuple[str, int]]:
    """The right answers to the questions."""
    asked = (part for part in grader.points if part not in PARTS)
    return {part: (grader.questions[part].right_answer(grader.solution), 0) for part in asked}


def _trial_of_right_answer(grader: Grader) -> LectureTrial:
    answer = answer_of_search(grader.solution, grader.right, grader.search_parts)._replace(
        texts=_right_texts_of_questions(grader)
    )
    return LectureTrial(grader.solution.convention.id, grader.report(answer).points, grader.possible, None)


def _lecture_trial(tree: Tree, convention: Convention, rubric: Rubric) -> LectureTrial:
    try:
        return _trial_of_right_answer(Grader(tree, convention, rubric))
    except Unsolvable as refusal:
        return LectureTrial(convention.id, None, None, refusal)


def _follower_trial(grader: Grader, follower: Follower) -> FollowerTrial:
    handed_in = answer_of_search(follower.solution, follower.reference, grader.search_parts)
    report = grader.report(handed_in._replace(texts=_right_texts_of_questions(grader)))
    first = [diagnosis.code for diagnosis in report.diagnosis]
    others = tuple(code for code in first if code != follower.code)
    if all(mark.is_full for mark in report.marks):
        return FollowerTrial(follower.code, report.points, RIGHT, ())
    truth = min(Marking(grader, handed_in).truths(), key=lambda counts: sum(counts.values()))
    if not first and decisions(truth) < FEWEST_DECISIONS:
        return FollowerTrial(follower.code, report.points, SLIP, ())
    if follower.code not in first:
        return FollowerTrial(follower.code, report.points, UNNOTICED, others)
    return FollowerTrial(follower.code, report.points, TIED if others else RECOGNISED, others)
