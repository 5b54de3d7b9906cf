"""Mark the parts of one answer, and record the reason for every lost point.

A mistake costs points only once. A value is right if it follows from the values that the student wrote below it, and a
window is right if it follows from the student's earlier numbers. The pruned nodes and the leaf order are compared with
the search of the convention, or with that search rerun on the student's values. Both parts must be compared with the
same search, and the search that gives more points is used.
"""

from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from treesolve.analysis.reference_answer import ReferenceAnswer, differences
from treesolve.grading.answer_key import AnswerKey
from treesolve.grading.marking_context import MarkingContext
from treesolve.grading.marks import DECIDED, FOLLOWING, PARTIAL, PENDING, REFERENCE, WRONG, Item, Mark
from treesolve.grading.part.search_parts import SEARCH_PARTS, part_of
from treesolve.grading.points import AnswerPoints
from treesolve.model.answer import Answer
from treesolve.model.number import Number

if TYPE_CHECKING:
    from treesolve.grading.question.tree_question import TreeQuestion


class AnswerMarker:
    """Marks one answer against the key of one convention. The parameters are those of `MarkingContext`."""

    def __init__(self, key: AnswerKey, answer: Answer, *, follows: bool = True) -> None:
        self.key, self.answer, self.context = key, answer, MarkingContext(key, answer, follows=follows)
        self._known: dict[str, Mark] = {}

    @cached_property
    def points(self) -> AnswerPoints:
        """The points of all parts by the search of the convention, or by the search rerun on the student's values.

        The search that gives more points is used.
        """
        found = self._points_by_search(None)
        if self.context.follow_through_reference is None or found.is_full:
            return found
        return max(
            found, self._points_by_search(self.context.follow_through_reference), key=lambda points: points.share
        )

    def _points_by_search(self, rerun: ReferenceAnswer | None) -> AnswerPoints:
        """Return the points with parts about cuts compared with `rerun`, or with the convention's search if None."""
        for part in self.key.points:
            if part not in self._known or part_of(part, self.key.questions).is_about_cuts:
                self._known[part] = self._mark_of_part(part, rerun)
        return AnswerPoints(self.context.rubric, self.key.points, tuple(self._known[part] for part in self.key.points))

    def _mark_of_part(self, part: str, rerun: ReferenceAnswer | None) -> Mark:
        """Return the mark of a part. The mark is pending if an unread line of the answer could improve it."""
        decided = self.answer.decided.get(part)
        if decided and decided.points is not None:
            return self._mark_by_decision(part, decided.points)
        if part in self.key.questions:
            found = self._mark_of_question(self.key.questions[part])
        else:
            found = SEARCH_PARTS[part].mark_answer(self.context, rerun)
        if self._needs_decision(part, found):
            return Mark(part, Fraction(0), PENDING)
        is_whole = part in self.context.rubric.whole and found.share < 1
        return found._replace(share=min(found.share, Fraction(0))) if is_whole else found

    def _needs_decision(self, part: str, found: Mark) -> bool:
        """Return whether a person must review the part but has not yet decided about it."""
        may_change = self.answer.has_unread and found.share < 1
        return part not in self.answer.decided and (may_change or part in self.answer.pending)

    def _mark_by_decision(self, part: str, points: Number) -> Mark:
        """Return the mark of a part with the points that a person decided, but not more than the part is worth."""
        of = self.key.points[part]
        share = min(Fraction(points) / (Fraction(of) or 1), Fraction(1))
        right = {"pruned": self.key.right.roots, "order": self.key.right.order}.get(part, ())
        return Mark(part, share, DECIDED, expected=right, points=min(points, of))

    def _mark_of_question(self, question: "TreeQuestion") -> Mark:
        """Return the mark of a question. With a negative rubric, wrong items cost points if there are several items."""
        part, rubric = question.part, self.context.rubric
        text, _ = self.answer.texts.get(part, ("", 0))
        share, items, _ = self.key.found(part, text)
        if self._follows_from_order(question, items):
            share, items = Fraction(rubric.follow_through), (items[0]._replace(verdict=FOLLOWING),)
            return Mark(part, share, FOLLOWING if share == 1 else PARTIAL, items)
        if rubric.negative and len(items) > 1:
            share -= Fraction(sum(item.verdict == WRONG for item in items), len(items))
        return Mark(part, share, REFERENCE if share == 1 else PARTIAL, items)

    def _follows_from_order(self, question: "TreeQuestion", items: tuple[Item, ...]) -> bool:
        """Return whether the question has a single item that is wrong but follows from the leaf order in the answer."""
        if not self.context.rubric.follow_through or not self.key.points.get("order") or len(items) != 1:
            return False
        return items[0].verdict == WRONG and question.follows(items[0].given, self.answer)

    # Diagnosis

    def reference_differences(self) -> list[dict[str, int]]:
        """Return the number of differences by part, from the convention's search and from the rerun search if any."""
        parts = self.key.search_parts
        given, student_values = self.context.comparable, self.context.student_values
        found = [differences(given, self.key.right, parts)]
        if student_values.rerun_reference is not None:
            slips = sum(not student_values.follows(node, value) for node, value in student_values.wrong_values.items())
            found.append(differences(given, student_values.rerun_reference, parts) | {"values": max(slips, 1)})
        return found
