"""What a student's progress with a trainer is worth: each skill that lasts gets its share of the points."""

from fractions import Fraction
from typing import NamedTuple

from treesolve.answers.progress_file import Progress
from treesolve.grading.rubric import USUAL, Rubric
from treesolve.model.number import Number, reduced

DAYS_TO_BE_DONE = 2
"""On so many different days a skill has to go right."""


class SkillMarks(NamedTuple):
    """How progress is marked: the skills that count, and what all together are worth; None where nothing is."""

    skills: tuple[str, ...]
    of: Number | None = None
    rubric: Rubric = USUAL

    def done(self, progress: Progress) -> tuple[str, ...]:
        """The skills that went right on two different days."""
        return tuple(one for one in self.skills if len(progress.right_days.get(one, ())) >= DAYS_TO_BE_DONE)

    def points(self, progress: Progress) -> Number:
        """The shares of the skills that are done, rounded together; a skill that is only begun has none.

        >>> SkillMarks(("values", "cuts", "ties"), 10).points(Progress((), "", "", "", (), {"cuts": {"1", "2"}}))
        Fraction(333, 100)
        """
        of = self.of or 0
        return self.rubric.rounded(reduced(Fraction(of) * len(self.done(progress)) / len(self.skills)), of)
