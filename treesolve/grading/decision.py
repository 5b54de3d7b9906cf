"""Decisions made by a person about a part of a student's answer: the points or the meaning, and the reason."""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from treesolve.model.answer import normalize_name
from treesolve.model.number import Number
from treesolve.notation.number_text import format_number
from treesolve.submissions.unreadable_files import PAPER, is_on_paper

RIGHT, WRONG, NOTHING, READ = VERDICTS = ("right", "wrong", "nothing", "read")

EXERCISE = "exercise"
"""The part of a decision that assigns an answer to exercises.

Such a decision has the labels of the exercises in `means`, separated by semicolons.
"""


class Decision(NamedTuple):
    """A decision on the points or the meaning of a part of a student's answer, with a reason.

    Exactly one of `points`, `verdict` and `means` must be given. `exercise` is needed only if there are several
    exercises. `answer` is the fingerprint of the answer that the decision was made about; if it is empty, the decision
    applies to any answer of the student.
    """

    student: str
    part: str
    points: Number | None = None
    reason: str = ""
    exercise: str | None = None
    verdict: str = ""
    means: str = ""
    answer: str = ""

    @property
    def place(self) -> tuple[str, str]:
        """The student and the part, normalized for comparison."""
        return normalize_name(self.student), self.part

    def overlaps(self, other: "Decision") -> bool:
        """Return whether both decisions could apply to the same part of the same answer."""
        exercises = {normalize_name(one.exercise) for one in (self, other) if one.exercise is not None}
        answers = {one.answer for one in (self, other) if one.answer}
        return self.place == other.place and len(exercises) < 2 and len(answers) < 2

    def is_for(self, exercise: str, student: str) -> bool:
        """Return whether the decision applies to a student's answer to an exercise."""
        is_exercise_name = self.exercise is None or normalize_name(self.exercise) == normalize_name(exercise)
        return is_exercise_name and normalize_name(self.student) == normalize_name(student)

    def is_about(self, text: str) -> bool:
        """Return whether the decision applies to an answer with this text."""
        return not self.answer or self.answer == (PAPER if is_on_paper(text) else fingerprint(text))

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the exercises to which the decision assigns the answer."""
        return tuple(filter(None, (label.strip() for label in self.means.split(";"))))

    def worth(self, of: Number) -> Number | None:
        """Return the decided points for a part that is worth `of`, or None if the part has to be marked as usual."""
        given = {RIGHT: of, WRONG: 0, NOTHING: 0}
        return given.get(self.verdict, self.points)


class Decisions:
    """Decisions, grouped by student."""

    def __init__(self, decisions: Iterable[Decision] = ()) -> None:
        self._by_student: dict[str, list[Decision]] = {}
        for one in decisions:
            self._by_student.setdefault(normalize_name(one.student), []).append(one)

    def about(self, student: str, exercise: str, text: str) -> Sequence[Decision]:
        """Return the decisions that apply to what a student wrote for an exercise."""
        found = self._by_student.get(normalize_name(student), ())
        return [one for one in found if one.is_for(exercise, student) and one.is_about(text)]


def fingerprint(text: str) -> str:
    """Return the fingerprint of an answer: the first 12 hexadecimal digits of the SHA-256 hash of its text.

    >>> fingerprint("pruned: L4")
    '39611d0c4e43'
    """
    return sha256(text.encode("utf-8", "replace")).hexdigest()[:12]


def decisions_json(decisions: Sequence[Decision]) -> list[dict[str, Any]]:
    """Return decisions as the JSON objects that are stored in results. Fields with default values are left out."""
    return list(map(_decision_to_json, decisions))


def _decision_to_json(one: Decision) -> dict[str, Any]:
    fields = {key: value for key, value in one._asdict().items() if value != Decision._field_defaults.get(key, ...)}
    return fields if one.points is None else {**fields, "points": format_number(one.points)}


def students_with_paper_answers(decisions: Iterable[Decision]) -> list[str]:
    """Return the students with decisions about answers on paper, in order and without repetitions."""
    return list({normalize_name(one.student): one.student for one in decisions if one.answer == PAPER}.values())
