"""What a submission was read as, with names and with the places in the file that the student has."""

from treesolve.answers.claim import Claim, Reading, Unread
from treesolve.answers.submission import Submission
from treesolve.grading.result import ReadAs, ReadClaim, UnreadPiece
from treesolve.model.problem import Problem, Span
from treesolve.model.tree import Tree

_LONGEST = 200
"""So many characters are kept of the stretch a claim was read from."""

_LONGEST_UNREAD = 2000
"""So many are kept of a line that was not read."""


def read_as(reading: Reading, submission: Submission, tree: Tree, decided: tuple[str, ...]) -> ReadAs:
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
