"""What marking a part of an answer needs to know: the answer, the key, and what follows from the student's numbers."""

from functools import cached_property

from treesolve.analysis.reference_answer import ComparableAnswer, ReferenceAnswer, comparable
from treesolve.grading.answer_key import AnswerKey
from treesolve.grading.follow_through import StudentValues
from treesolve.model.answer import Answer
from treesolve.model.number import Number


class MarkingContext:
    """One answer, and the key of one convention that it is marked against.

    Something follows only from what is paid for: from values that have points, and from what was named as pruned if
    that has points; if `follows`.
    """

    def __init__(self, key: AnswerKey, answer: Answer, *, follows: bool = True) -> None:
        self.key, self.answer = key, answer
        self.right = key.right
        self.rubric = key.rubric if follows else key.rubric._replace(follow_through=0)
        self.comparable: ComparableAnswer = comparable(answer, key.masks, key.rubric.places)
        values, pruned = (getattr(answer, part) if key.points.get(part) else None for part in ("values", "pruned"))
        paid_for = comparable(answer._replace(values=values, pruned=pruned), key.masks, key.rubric.places)
        at_root = {} if key.asks_root_value or self.root is None else {0: self.root}
        self.own = StudentValues(key, paid_for, at_root)
        self.written = {**(answer.values or {}), **at_root}

    @cached_property
    def root(self) -> Number | None:
        """The value of the root, by itself or among the values; of two of them the one that is not right."""
        found = [value for value in (self.answer.value, (self.answer.values or {}).get(0)) if value is not None]
        wrong = (value for value in found if not self.comparable.matches_any(value, self.right.value))
        return next(wrong, found[0] if found else None)

    @property
    def follow_through_reference(self) -> ReferenceAnswer | None:
        """What the search run again on the student's own values makes right, if anything follows from these."""
        return self.own.rerun_reference if self.rubric.follow_through else None
