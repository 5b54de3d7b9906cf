"""An exercise made ready: answers to it are read, and what was decided about them is applied."""

from collections.abc import Sequence
from typing import NamedTuple

from treesolve.answers.claim import Claim, Reading, Unread
from treesolve.answers.reader import reading_of
from treesolve.answers.submission import Submission
from treesolve.grading.decision import Decision
from treesolve.grading.exam import Exercise
from treesolve.grading.grade import Grader
from treesolve.grading.result import ReadAs, ReadClaim, UnreadPiece
from treesolve.grading.rubric import Rubric
from treesolve.model.answer import Answer
from treesolve.model.problem import Problem, Span
from treesolve.model.tree import Tree
from treesolve.search.solution import Solution

_LONGEST = 200
"""So many characters are kept of the stretch a claim was read from."""

_LONGEST_UNREAD = 2000
"""So many are kept of a line that was not read."""


class Read(NamedTuple):
    """What a submission says about an exercise: the answer, what could not be read, and what it was read as."""

    answer: Answer
    problems: tuple[Problem, ...]
    read: ReadAs


class Prepared:
    """An exercise made ready for marking."""

    def __init__(
        self,
        exercise: Exercise,
        rubric: Rubric,
        solution: Solution | None = None,
        decisions: Sequence[Decision] = (),
    ) -> None:
        points = rubric.points or exercise.points
        self.exercise, self.decisions = exercise, tuple(decisions)
        rubric = rubric._replace(points=points)
        self.grader = Grader(
            exercise.tree, exercise.convention, rubric, exercise.questions, solution, printed=exercise.points
        )

    def read(self, submission: Submission) -> Read:
        """What a submission says; never raises."""
        reading = self._reading_with_questions(submission)
        asked = self.grader.points
        found = (one for one in self.decisions if one.is_for(self.exercise.name, reading.answer.student))
        decided = {one.part: (one.points, one.reason) for one in found if one.part in asked}
        pending = reading.answer.pending.intersection(asked).difference(decided)
        answer = reading.answer._replace(pending=pending, decided=decided)
        read = _read_as(reading, submission, self.exercise.tree, tuple(decided))
        return Read(answer, tuple(map(submission.placed, reading.problems)), read)

    def _reading_with_questions(self, submission: Submission) -> Reading:
        """What a text says, with what the questions could not read of their answers."""
        found = reading_of(submission.text, self.grader.nodes, submission.source, submission.student)
        asked = [part for part in found.answer.texts if part in self.grader.points]
        wrong = [one for part in asked for one in self._unread_in_question(part, found.answer)]
        told = (one.problem._replace(source=submission.source, text=submission.text) for one in wrong)
        pending = found.answer.pending | {one.part for one in wrong if one.part}
        return found._replace(
            answer=found.answer._replace(pending=pending),
            problems=tuple(sorted((*found.problems, *told), key=lambda one: one.span.start if one.span else 0)),
            unread=tuple(sorted((*found.unread, *wrong), key=lambda one: one.span)),
        )

    def _unread_in_question(self, part: str, answer: Answer) -> list[Unread]:
        """What a question could not read in its answer, at its place in the whole text."""
        text, offset = answer.texts[part]
        problems = self.grader.found(part, text).problems
        moved = (one.span and Span(one.span.start + offset, one.span.end + offset) for one in problems)
        return [Unread(part, one._replace(span=span)) for one, span in zip(problems, moved, strict=True)]


def _read_as(reading: Reading, submission: Submission, tree: Tree, decided: tuple[str, ...]) -> ReadAs:
    """What was read of a submission, and what was not; `decided` are the parts that somebody has decided."""
    claims = tuple(_claim_as_read(claim, submission, tree) for claim in reading.claims)
    unread = (_unread_piece(one, submission) for one in reading.unread)
    return ReadAs(claims, tuple(sorted(unread, key=lambda piece: (piece.line or 0, piece.column or 0))), decided)


def _claim_as_read(claim: Claim, submission: Submission, tree: Tree) -> ReadClaim:
    node = None if claim.node is None else tree.names[claim.node]
    return ReadClaim(claim.part, node, claim.value, *_place_in_submission(claim.span, submission), claim.how)


def _unread_piece(one: Unread, submission: Submission) -> UnreadPiece:
    return UnreadPiece(*_place_in_submission(one.span, submission, _LONGEST_UNREAD), one.part or None)


def _place_in_submission(
    span: Span, submission: Submission, most: int = _LONGEST
) -> tuple[int | None, int | None, str]:
    """Line, column and text of a stretch of a submission's text; only the text where the place is not known."""
    text = submission.text[slice(*span)][:most]
    place = submission.placed(Problem("", span, {}, submission.source, submission.text)).place()
    return (place.line, place.column, text) if place else (None, None, text)
