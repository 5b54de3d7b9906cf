"""From how much of each part is right to points: exact, rounded once, for all parts together.

Vocabulary

    share       how much of a part is right, from 0 to 1; down to -1 where wrong marks cost
"""

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from treesolve.grading.marking_scheme import AnswerKey
from treesolve.grading.marks import DECIDED, FOLLOWING, Mark
from treesolve.grading.rubric import STEPS, rounded
from treesolve.model.number import Number


class Part(NamedTuple):
    """A mark whose points are not yet counted, and how much of the part is right."""

    share: Fraction
    mark: Mark


class Points(NamedTuple):
    """All parts of one answer, and what they are worth by a key."""

    key: AnswerKey
    parts: tuple[Part, ...]

    @property
    def share(self) -> Number:
        """How much is right, all parts together, in points."""
        return sum(map(self._points_of_share, self.parts))

    @property
    def is_right(self) -> bool:
        """Whether nothing is wrong or missing in any part that is decided."""
        return all(part.mark.is_pending or part.share == 1 for part in self.parts)

    @property
    def is_unpaid(self) -> bool:
        """Whether something follows from a mistake, but no mistake costs anything: mistakes that excuse each other."""
        is_full = all(part.share == 1 or not self.key.points[part.mark.part] for part in self.parts)
        return is_full and any(part.mark.basis == FOLLOWING for part in self.parts)

    def fit(self, answered: Callable[[str], bool]) -> Number:
        """How much of the parts is right that are answered and decided."""
        parts = [part for part in self.parts if not part.mark.is_pending and answered(part.mark.part)]
        of = sum(self.key.points[part.mark.part] for part in parts)
        return Fraction(sum(map(self._points_of_share, parts))) / Fraction(of) if of else 0

    def _points_of_share(self, part: Part) -> Number:
        return part.share * self.key.points[part.mark.part]

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks of all parts, with their points."""
        return tuple(map(self._mark_with_points, self.parts))

    def _mark_with_points(self, part: Part) -> Mark:
        """A mark with its points, to hundredths."""
        of = self.key.points[part.mark.part]
        if part.mark.basis == DECIDED:
            return part.mark
        if part.mark.is_pending or part.share == 1:
            return part.mark._replace(points=None if part.mark.is_pending else of, of=of)
        points = rounded(self._points_of_share(part), STEPS["hundredth"], of) if of else 0
        return part.mark._replace(points=max(-of, points), of=of)

    def total(self, pending: bool = False) -> Number:
        """The points of all parts that are decided, rounded once; `pending` takes the others for right."""
        taken = sum(self.key.points[part.mark.part] for part in self.parts if part.mark.is_pending and pending)
        return max(self.key.rubric.rounded(taken + self.share, self.key.possible), 0)
