"""The context needed to mark the parts of an answer: the answer, the key, and the student's values."""

from functools import cached_property

from treesolve.analysis.reference_answer import ComparableAnswer, ReferenceAnswer, comparable
from treesolve.grading.answer_key import AnswerKey
from treesolve.grading.follow_through import StudentValues
from treesolve.model.answer import Answer
from treesolve.model.number import Number


class MarkingContext:
    """One answer, and the key of the convention that it is marked against.

    Follow-through uses the student's values and pruned nodes only if these parts have points. If `follows` is false,
    there is no follow-through.
    """

    def __init__(self, key: AnswerKey, answer: Answer, *, follows: bool = True) -> None:
        self.key, self.answer = key, answer
        self.right = key.right
        self.rubric = key.rubric if follows else key.rubric._replace(follow_through=0)
        self.comparable: ComparableAnswer = comparable(answer, key.masks, key.rubric.places)
        values, pruned = (getattr(answer, part) if key.points.get(part) else None for part in ("values", "pruned"))
        paid_for = comparable(answer._replace(values=values, pruned=pruned), key.masks, key.rubric.places)
        at_root = {} if key.asks_root_value or self.root is None else {0: self.root}
        self.student_values = StudentValues(key, paid_for, at_root)
        self.given_values = {**(answer.values or {}), **at_root}

    @cached_property
    def root(self) -> Number | None:
        """The student's value of the root, from the separate part or from the values.

        If both are given and one of them is wrong, the wrong one is used.
        """
        found = [value for value in (self.answer.value, (self.answer.values or {}).get(0)) if value is not None]
        wrong = (value for value in found if not self.comparable.matches_any(value, self.right.value))
        return next(wrong, found[0] if found else None)

    @property
    def follow_through_reference(self) -> ReferenceAnswer | None:
        """The answers that are right by the search rerun with the student's values, or None without follow-through."""
        return self.student_values.rerun_reference if self.rubric.follow_through else None
