"""Desks for tests: a small class, what it has handed in, what is decided."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from treesolve.grading.decision import Decision
from treesolve.grading.exam import Key
from treesolve.grading.exercise import Exercise
from treesolve.grading.rubric import Rubric
from treesolve.model.convention import CONVENTIONS
from treesolve.model.problem import Problem
from treesolve.notation.reader import read
from treesolve.submissions.submission import Submission
from treesolve.submissions.unreadable_files import paper_submissions
from treesolve.workflows.grade_result import Settings
from treesolve.workflows.grade_submission import Marker
from treesolve.workflows.review_card import SubmittedAnswer, handed_in
from treesolve.workflows.review_queue import ReviewQueue

TREE = read("title: Zwei Züge\ntree: S: ((6 5) (2 9))")
WAITING = "values: S=5 A=5 B=2\npruned: das Blatt rechts unter B\nbest: A\nvalue: 5"
POINTS = {"values": 3, "pruned": 1, "best": 1, "value": 1}


def marker_of_class(language: str = "en") -> Marker:
    """What marks the class."""
    key = Key((Exercise("x", TREE, CONVENTIONS["haw"], POINTS),))
    return Marker(Settings(key, Rubric(), language))


def handed_of(submissions: Iterable[Submission | Problem], language: str = "en") -> list[SubmittedAnswer | Problem]:
    """What was handed in."""
    return list(handed_in(marker_of_class(language), submissions))


def decide(desk: ReviewQueue, number: int, part: str, ruling: Decision | None) -> int:
    """Decide on the present version of the desk; the new version."""
    return desk.decide(number, part, ruling, desk.version)


def desk_of(
    answers: Mapping[str, str],
    decisions: Sequence[Decision] = (),
    save: Callable[[Sequence[Decision]], None] = lambda _: None,
    students: Sequence[str] = (),
    language: str = "en",
) -> ReviewQueue:
    """Return the desk for texts by student, or for students who have written on paper."""
    marker = marker_of_class(language)
    texts = [Submission(f"{student}.txt", student, text) for student, text in answers.items()]
    paper = paper_submissions(students, marker.settings.key.names)
    handed = [one for one in handed_in(marker, [*texts, *paper]) if isinstance(one, SubmittedAnswer)]
    return ReviewQueue(marker, handed, decisions, save)
