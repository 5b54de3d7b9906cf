"""What a submission was read as, with names and with the places in the file that the student has."""

from collections.abc import Mapping, Sequence

from treesolve.answers.claim import Claim, Reading, Unread
from treesolve.answers.submission import Submission
from treesolve.grading.grade import Grader
from treesolve.grading.result import ReadAs, ReadClaim, UnreadPiece
from treesolve.model.answer import Answer
from treesolve.model.problem import Problem, Span
from treesolve.model.tree import Tree

_LONGEST = 200
"""So many characters of a stretch are kept."""


def read_as(reading: Reading, submission: Submission, tree: Tree, questions: Mapping[str, Sequence[Problem]]) -> ReadAs:
    """What was read of a submission, and what was not; `questions` are the problems with answers to questions."""
    claims = tuple(_claim(claim, submission, tree) for claim in reading.claims)
    unread = [_piece(one, submission) for one in reading.unread]
    unread += [_piece(Unread(part, one), submission) for part, problems in questions.items() for one in problems]
    return ReadAs(claims, tuple(sorted(unread, key=lambda piece: (piece.line or 0, piece.column or 0))))


def unread_in(part: str, answer: Answer, grader: Grader, submission: Submission) -> list[Problem]:
    """What a question could not read in its answer, at its place in the whole text."""
    text, offset = answer.texts[part]
    problems = grader.found(part, text).problems
    placed = (one.span and Span(one.span.start + offset, one.span.end + offset) for one in problems)
    return [
        one._replace(span=span, source=submission.source, text=submission.text)
        for one, span in zip(problems, placed, strict=True)
    ]


def _claim(claim: Claim, submission: Submission, tree: Tree) -> ReadClaim:
    node = None if claim.node is None else tree.names[claim.node]
    return ReadClaim(claim.part, node, claim.value, *_place(claim.span, submission), claim.how)


def _piece(one: Unread, submission: Submission) -> UnreadPiece:
    return UnreadPiece(*_place(one.span, submission), one.part or None)


def _place(span: Span, submission: Submission) -> tuple[int | None, int | None, str]:
    """Line, column and text of a stretch of a submission's text; only the text where the place is not known."""
    text = submission.text[slice(*span)][:_LONGEST]
    place = submission.placed(Problem("", span, {}, submission.source, submission.text)).place()
    return (place.line, place.column, text) if place else (None, None, text)
