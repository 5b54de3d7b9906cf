"""An exercise made ready: answers to it are read, and what was decided about their texts is applied."""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from treesolve.answers.claim import Reading, Unread
from treesolve.answers.node_words import Nodes
from treesolve.answers.reader import reading_of
from treesolve.answers.submission import Submission
from treesolve.grading.decided import Decisions, Edited, Piece
from treesolve.grading.decision import Decision
from treesolve.grading.exam import Exercise
from treesolve.grading.grade import Grader
from treesolve.grading.result import ReadAs
from treesolve.grading.rubric import Rubric
from treesolve.model.answer import Answer
from treesolve.model.problem import Problem, Span
from treesolve.runs.read_as import BY_DECISION, read_as
from treesolve.search.solution import Solution

MOST_ROUNDS = 4
"""So often an answer is read: what is decided about one piece can leave another."""


NOTHING_DECIDED = Decisions(())


class Stretch(NamedTuple):
    """A stretch of a submission's text that was not read: the parts it may belong to, none where it could be any.

    `readings` are what it may say, in the notation of answers.
    """

    span: Span
    parts: frozenset[str]
    readings: tuple[str, ...] = ()


class Read(NamedTuple):
    """What a submission says about an exercise: the answer, what could not be read, and what it was read as.

    `pieces` are the stretches of its text that were not read.
    """

    answer: Answer
    problems: tuple[Problem, ...]
    read: ReadAs
    pieces: tuple[Stretch, ...] = ()


class Prepared:
    """An exercise made ready for marking."""

    def __init__(
        self,
        exercise: Exercise,
        rubric: Rubric,
        solution: Solution | None = None,
        decisions: Decisions = NOTHING_DECIDED,
    ) -> None:
        points = rubric.points or exercise.points
        self.exercise, self.decisions = exercise, decisions
        rubric = rubric._replace(points=points)
        self.grader = Grader(exercise.tree, exercise.convention, rubric, exercise.questions, solution)

    @cached_property
    def nodes(self) -> Nodes:
        """The nodes by what students call them."""
        told = self.exercise.convention
        is_own_view = told.perspective != "minimax"
        return Nodes(
            self.exercise.tree,
            right_to_left=told.order == "right-left",
            is_own_view=is_own_view,
            asked=frozenset(self.grader.points),
        )

    def read(self, submission: Submission, more: Sequence[Decision] = ()) -> Read:
        """What a submission says, by further decisions, too; never raises."""
        decisions = Decisions((*self.decisions.all, *more)) if more else self.decisions
        edited, reading = Edited(submission.text), self._reading_with_questions(submission, submission.text)
        for _ in range(MOST_ROUNDS):
            pieces = (Piece(one.span, one.part or None) for one in reading.unread)
            named = self.exercise.name, reading.answer.student
            again = edited.with_decisions(pieces, decisions, *named)
            if again is edited:
                break
            edited, reading = again, self._reading_with_questions(submission, again.text)
        reading = _placed_in_submission(reading, edited, submission)
        noted = self._notes_of_decisions(reading, submission, edited, decisions)
        asked = self.grader.points
        decided = {part: told for part, told in edited.points.items() if part in asked}
        notes, pending = tuple(filter(None, noted.values())), reading.answer.pending.intersection(asked)
        answer = reading.answer._replace(pending=pending, decided=decided, notes=notes)
        read = read_as(reading, submission, self.exercise.tree, tuple(noted))
        unread = tuple(_stretch_of_unread(one) for one in reading.unread)
        return Read(answer, tuple(map(submission.placed, reading.problems)), read, unread)

    def _reading_with_questions(self, submission: Submission, text: str) -> Reading:
        """What a text says, with what the questions could not read of their answers."""
        found = reading_of(text, self.nodes, submission.source, submission.student)
        asked = [part for part in found.answer.texts if part in self.grader.points]
        wrong = [one for part in asked for one in self._unread_in_question(part, found.answer)]
        problems = (*found.problems, *(one.problem._replace(source=submission.source, text=text) for one in wrong))
        pending = found.answer.pending | {one.part for one in wrong if one.part}
        return found._replace(
            answer=found.answer._replace(pending=pending),
            problems=tuple(sorted(problems, key=lambda one: one.span.start if one.span else 0)),
            unread=tuple(sorted((*found.unread, *wrong), key=lambda one: one.span)),
        )

    def _unread_in_question(self, part: str, answer: Answer) -> list[Unread]:
        """What a question could not read in its answer, at its place in the whole text."""
        text, offset = answer.texts[part]
        problems = self.grader.found(part, text).problems
        moved = (one.span and Span(one.span.start + offset, one.span.end + offset) for one in problems)
        return [Unread(part, one._replace(span=span)) for one, span in zip(problems, moved, strict=True)]

    def _notes_of_decisions(
        self, reading: Reading, submission: Submission, edited: Edited, decisions: Decisions
    ) -> dict[str, str]:
        """What is to be said to the student, by the texts of the decisions that hold for this answer."""
        told = [edit.decision for edit in edited.edits]
        for one in reading.unread:
            about = decisions.about(submission.text, one.span, self.exercise.name, reading.answer.student)
            told += [decision for _, decision in about if not decision.decides]
        return {one.text: one.note for one in told}


def _stretch_of_unread(one: Unread) -> Stretch:
    """Where something unread stands, the parts it may belong to, and its readings."""
    parts = frozenset[str]() if one.anywhere or not one.part else one.others | {one.part}
    return Stretch(one.span, parts, tuple(f"{one.part}: {reading}" for reading in one.readings))


def _placed_in_submission(reading: Reading, edited: Edited, submission: Submission) -> Reading:
    """What was read of an edited text, at its places in the text that was handed in."""
    if not edited.edits:
        return reading

    def moved(problem: Problem) -> Problem:
        span = problem.span and edited.place(problem.span)[0]
        return problem._replace(span=span, text=submission.text)

    claims = []
    for claim in reading.claims:
        span, is_edit = edited.place(claim.span)
        claims.append(claim._replace(span=span, how=BY_DECISION if is_edit else claim.how))
    return reading._replace(
        problems=tuple(map(moved, reading.problems)),
        claims=tuple(claims),
        unread=tuple(one._replace(problem=moved(one.problem)) for one in reading.unread),
        passed=tuple(edited.place(span)[0] for span in reading.passed),
    )
