"""The registry of the exercise parts about the search."""

from collections.abc import Mapping

from treesolve.grading.part.cut_parts import OrderPart, PrunedPart
from treesolve.grading.part.exercise_part import ExercisePart
from treesolve.grading.part.itemized_parts import BestMovePart, RootValuePart, ValuesPart, WindowsPart
from treesolve.grading.part.search_part import SearchPart

SEARCH_PARTS: Mapping[str, SearchPart] = {
    one.part: one for one in (ValuesPart(), WindowsPart(), PrunedPart(), OrderPart(), BestMovePart(), RootValuePart())
}
"""The parts by name, in the order of treesolve.model.answer.PARTS."""


def part_of(name: str, questions: Mapping[str, ExercisePart]) -> ExercisePart:
    """Return the part with this name from the questions, or else from the parts about the search."""
    return questions[name] if name in questions else SEARCH_PARTS[name]
