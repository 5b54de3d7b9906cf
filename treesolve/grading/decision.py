"""Decisions of a person about parts of a student's answer: its points or its meaning, and the reason."""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from treesolve.model.answer import normalize_name
from treesolve.model.number import Number
from treesolve.notation.number_text import format_number
from treesolve.submissions.unreadable_files import PAPER, is_on_paper

RIGHT, WRONG, NOTHING, READ = VERDICTS = ("right", "wrong", "nothing", "read")

EXERCISE = "exercise"
"""The part of a decision that assigns a text to exercises; `means` has their labels, separated by semicolons."""


class Decision(NamedTuple):
    """The points or the meaning of a `part` of the answer of a `student`, with a reason.

    Exactly one of `points`, `verdict` and `means` is given. `exercise` is the task, if there are several. `answer` is
    the fingerprint of the text that was decided about; empty for any text.
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
        """Student and part, normalized for comparison."""
        return normalize_name(self.student), self.part

    def overlaps(self, other: "Decision") -> bool:
        """Return whether both decisions may be about the same part of the same answer."""
        exercises = {normalize_name(one.exercise) for one in (self, other) if one.exercise is not None}
        answers = {one.answer for one in (self, other) if one.answer}
        return self.place == other.place and len(exercises) < 2 and len(answers) < 2

    def is_for(self, exercise: str, student: str) -> bool:
        """Return whether the decision applies to a student's answer to an exercise."""
        is_exercise_name = self.exercise is None or normalize_name(self.exercise) == normalize_name(exercise)
        return is_exercise_name and normalize_name(self.student) == normalize_name(student)

    def is_about(self, text: str) -> bool:
        """Return whether the decision was made about this text of an answer."""
        return not self.answer or self.answer == (PAPER if is_on_paper(text) else fingerprint(text))

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the exercises to which a text is assigned."""
        return tuple(filter(None, (label.strip() for label in self.means.split(";"))))

    def worth(self, of: Number) -> Number | None:
        """Return the decided points, out of `of`; None if they follow from the meaning or from the text as read."""
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
    """Return the fingerprint of the text of an answer: the first 12 digits of its SHA-256 hash.

    >>> fingerprint("pruned: L4")
    '39611d0c4e43'
    """
    return sha256(text.encode("utf-8", "replace")).hexdigest()[:12]


def decisions_json(decisions: Sequence[Decision]) -> list[dict[str, Any]]:
    """Return decisions as JSON objects, as results store them; fields with their default are left out."""
    return list(map(_decision_to_json, decisions))


def _decision_to_json(one: Decision) -> dict[str, Any]:
    fields = {key: value for key, value in one._asdict().items() if value != Decision._field_defaults.get(key, ...)}
    return fields if one.points is None else {**fields, "points": format_number(one.points)}


def students_with_paper_answers(decisions: Iterable[Decision]) -> list[str]:
    """Return the students with decisions about answers on paper, in order, each once."""
    return list({normalize_name(one.student): one.student for one in decisions if one.answer == PAPER}.values())
