"""Trying an exercise out before anybody else does: who gets all points, who none, and who is recognised.

Vocabulary

    perfect     the answer of somebody who does everything as a lecture says
    trial       a misconception followed honestly, and what the exercise makes of it
    recognised  named first, alone
    tied        named first, together with others
    right       the same as the right answer: the exercise cannot show this misconception
    slip        one decision is another: too little for a diagnosis
    unnoticed   not right, but with nothing that the misconception explains better than the truth
    broken      an answer that nobody can read; as long as nobody decides about it there are no points
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, NamedTuple

from treesolve.analysis.misconception import Follower
from treesolve.analysis.model_answer import Window, answer_of_search
from treesolve.answers.reader import read_answer
from treesolve.answers.writer import written_parts
from treesolve.grading.diagnosis import FEWEST_DECISIONS, GUESSED
from treesolve.grading.grade import Grader
from treesolve.grading.mark_parts import Marking
from treesolve.grading.question.protocol import Question
from treesolve.grading.rubric import Rubric
from treesolve.model.answer import PARTS, Answer
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.model.number import INFINITY, Number
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


BROKEN = ("§$%&", "=:=", '"', "[[[", "\\x00", "9" * 40, "-" * 40, "((((" * 20)
"""What nobody can read, whatever was asked."""


class PartTrial(NamedTuple):
    """The points that a right, a wrong, an empty and a broken answer get in a part or a question, of those there are.

    All are handed in as text and read; of several broken ones it is the most that any gets. `wrong` is None where
    every answer that can be read is right.
    """

    part: str
    of: Number
    right: Number
    wrong: Number | None
    empty: Number
    broken: Number

    @property
    def is_sound(self) -> bool:
        """Whether the right answer gets all points, the wrong one fewer, and the others none."""
        is_wrong_less = self.wrong is None or self.wrong < self.of or self.of == 0
        return self.right == self.of and is_wrong_less and self.empty == 0 == self.broken


class SelfTest(NamedTuple):
    """What an exercise makes of perfect answers, of an empty one, and of each misconception.

    The exercise's own lecture stands first among the lectures. `trials` go through its parts and questions.
    """

    parts: tuple[str, ...]
    lectures: tuple[LectureTrial, ...]
    empty: Number
    followers: tuple[FollowerTrial, ...]
    trials: tuple[PartTrial, ...] = ()

    @property
    def is_sound(self) -> bool:
        """Whether perfect answers get all points in every lecture, the empty one none, and each part is sound."""
        are_sound = [trial.is_sound for trial in self.lectures] + [trial.is_sound for trial in self.trials]
        return self.empty == 0 and all(are_sound)


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
    return SelfTest(tuple(grader.points), lectures, empty, trials, tuple(_part_trials(grader)))


def _right_texts_of_questions(grader: Grader) -> dict[str, tuple[str, int]]:
    """The right answers to the questions."""
    asked = (part for part in grader.points if part not in PARTS)
    return {part: (grader.questions[part].right_answer(grader.solution), 0) for part in asked}


def _trial_of_right_answer(grader: Grader) -> LectureTrial:
    answer = answer_of_search(grader.solution, grader.right, grader.search_parts)._replace(
        texts=_right_texts_of_questions(grader)
    )
    return LectureTrial(grader.solution.convention.id, grader.report(answer).points, grader.possible, None)


def _part_trials(grader: Grader) -> Iterator[PartTrial]:
    """Each part and question by itself, all answers read from text."""
    perfect = answer_of_search(grader.solution, grader.right, grader.search_parts)
    right = written_parts(perfect, grader.tree) | {
        part: text for part, (text, _) in _right_texts_of_questions(grader).items()
    }
    for part, of in grader.points.items():

        def points(text: str, part: str = part) -> Number:
            answer, _ = read_answer(f"{part}: {text}\n", grader.nodes)
            return next(mark.points or 0 for mark in grader.report(answer).marks if mark.part == part)

        wrong = _wrong_text(grader, part, perfect)
        broken = max(map(points, BROKEN))
        yield PartTrial(
            part, of, points(right.get(part, "")), None if wrong is None else points(wrong), points(""), broken
        )


def _wrong_text(grader: Grader, part: str, perfect: Answer) -> str | None:
    """A wrong answer that can be read; None where there is none."""
    if part not in PARTS:
        return grader.questions[part].wrong_answer(grader.solution)
    wrong = _WRONG[part](grader, perfect)
    return None if wrong is None else written_parts(Answer("", **{part: wrong}), grader.tree)[part]


def _value_unlike_all(values: Iterable[Any]) -> Any:
    """A number that is none of these, in nobody's view; of payoffs, others for each player."""
    known = list(values)
    if any(isinstance(value, tuple) for value in known):
        return (_value_unlike_all(chain.from_iterable(known)),) * len(known[0])
    return 7 + sum(max(number, -number) for number in known if max(number, -number) != INFINITY)


def _wrong_values(grader: Grader, perfect: Answer) -> Mapping[int, Number] | None:
    accepted = (number for numbers in grader.right.values.values() for number in numbers)
    return {min(perfect.values): _value_unlike_all(accepted)} if perfect.values else None


def _wrong_windows(_: Grader, perfect: Answer) -> Mapping[int, Window] | None:
    given = (perfect.windows or {}).items()
    return {node: row[::-1] if len({*row}) > 1 else (0, 1) for node, row in given} or None


def _wrong_best(grader: Grader, _: Answer) -> int | None:
    """A child that is wrong however ties are decided."""
    wrong = (
        child for child in grader.tree.children[0] if child not in grader.deciding_as(Answer("", best=child)).right.best
    )
    return next(wrong, None)


_WRONG: Mapping[str, Callable[[Grader, Answer], Any]] = {
    "values": _wrong_values,
    "windows": _wrong_windows,
    "pruned": lambda grader, _: () if grader.right.roots else grader.solution.evaluated[:1],
    "order": lambda _, perfect: (perfect.order or ())[:1] if len(perfect.order or ()) > 1 else None,
    "best": _wrong_best,
    "value": lambda grader, _: _value_unlike_all(grader.right.value),
}
"""What is wrong in answer to each part; None where nothing is."""


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
    if not first and _count_of_decisions(grader, handed_in) < FEWEST_DECISIONS:
        return FollowerTrial(follower.code, report.points, SLIP, ())
    if follower.code not in first:
        return FollowerTrial(follower.code, report.points, UNNOTICED, others)
    return FollowerTrial(follower.code, report.points, TIED if others else RECOGNISED, others)


def _count_of_decisions(grader: Grader, answer: Answer) -> int:
    """How many decisions are others than in the truth; the order tells of the same cuts as what is pruned."""
    fewest = min(Marking(grader, answer).truths(), key=lambda counts: sum(counts.values()))
    truth = dict(fewest)
    leaves_moved = (truth.pop("order", 0) + 1) // 2
    cuts = max(truth.pop("pruned", 0), leaves_moved)
    return cuts + sum(count for part, count in truth.items() if part not in GUESSED)
