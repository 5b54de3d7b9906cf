"""The interface of all exercise parts about the search."""

from abc import abstractmethod

from treesolve.analysis.reference_answer import ReferenceAnswer
from treesolve.grading.marking_context import MarkingContext
from treesolve.grading.marks import Mark
from treesolve.grading.part.exercise_part import ExercisePart


class SearchPart(ExercisePart):
    """A part of an exercise that asks about the search of the tree."""

    @abstractmethod
    def mark_answer(self, context: MarkingContext, rerun: ReferenceAnswer | None) -> Mark:
        """Return the mark of this part of the answer.

        `rerun` is the search rerun on the student's values if parts about cuts must be compared with it, else None.
        """
