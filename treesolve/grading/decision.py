"""What somebody decides about a part of a student's answer that waits: its points, and the reason."""

from typing import NamedTuple

from treesolve.model.answer import folded
from treesolve.model.number import Number


class Decision(NamedTuple):
    """What a `part` of the answer of a `student` is worth, and why; `exercise` names the task, if there are several."""

    student: str
    part: str
    points: Number
    reason: str = ""
    exercise: str | None = None

    @property
    def place(self) -> tuple[str, str]:
        """Student and part, as they are compared."""
        return folded(self.student), self.part

    def overlaps(self, other: "Decision") -> bool:
        """Whether both may be about the same part of the same answer."""
        exercises = {folded(one.exercise) for one in (self, other) if one.exercise is not None}
        return self.place == other.place and len(exercises) < 2

    def is_for(self, exercise: str, student: str) -> bool:
        """Whether it holds for the answer of a student to an exercise."""
        is_exercise = self.exercise is None or folded(self.exercise) == folded(exercise)
        return is_exercise and folded(self.student) == folded(student)
