"""What waits for a person in a class: texts that could not be read, equal ones in groups, with what they are worth.

Vocabulary

    waiting     a stretch of an answer that somebody has to decide about; for a word before a colon just the word
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from treesolve.answers.submission import Submission, tidy
from treesolve.grading.decision import LONGEST_PIECE, Decision, comparable
from treesolve.grading.review import Group, Trial
from treesolve.model.problem import Span
from treesolve.runs.prepared import Prepared, Read

MOST_TRIED = 40
"""Of so many groups it is tried whether they begin with a key."""

LONGEST_KEY = 3
"""So many words of a text are tried as a key."""

LONGEST_CONTEXT = 300
"""So many characters of a line are kept on either side of a stretch."""

_LABEL = re.compile(r"([^\W\d][^\n:=]{0,40}?)[ \t*_]*[:=]")


class _Waiting(NamedTuple):
    """A stretch of a submission, and the parts that wait for it."""

    span: Span
    parts: frozenset[str]


class Review:
    """What waits, answer by answer."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], list[tuple[str, Submission, Prepared, _Waiting]]] = {}

    def take(self, submission: Submission, prepared: Prepared) -> None:
        """Note what of a submission waits."""
        read = prepared.read(submission)
        for one in _waiting(submission.text, read):
            place = prepared.exercise.name, comparable(submission.text[slice(*one.span)])
            self._found.setdefault(place, []).append((read.answer.student, submission, prepared, one))

    def groups(self) -> list[Group]:
        """The groups, the largest first."""
        found = sorted(self._found.values(), key=lambda group: -len(group))
        return [_group(members, is_tried=number < MOST_TRIED) for number, members in enumerate(found)]


def _group(members: list[tuple[str, Submission, Prepared, _Waiting]], *, is_tried: bool) -> Group:
    _, submission, prepared, shown = members[0]
    parts = frozenset(part for *_, one in members for part in one.parts)
    points, text = prepared.grader.points, submission.text
    start = max(text.rfind("\n", 0, shown.span.start) + 1, shown.span.start - LONGEST_CONTEXT)
    end = text.find("\n", shown.span.end)
    end = min(len(text) if end < 0 else end, shown.span.end + LONGEST_CONTEXT)
    return Group(
        prepared.exercise.name,
        tidy(text[slice(*shown.span)]),
        text[start : shown.span.start],
        text[shown.span.end : end],
        tuple(dict.fromkeys(student for student, *_ in members)),
        tuple(part for part in points if part in parts),
        sum(points[part] for part in points if part in parts),
        _trial(submission, prepared, text[slice(*shown.span)]) if is_tried else None,
    )


def _waiting(text: str, read: Read) -> Iterator[_Waiting]:
    """What of an answer waits: of each line all from the first piece to the last, or the word that begins it."""
    pending = read.answer.pending
    if not pending:
        return
    line = -1
    found: list[_Waiting] = []
    for span, parts in read.pieces:
        here = text.count("\n", 0, span.start)
        meant = parts & pending if parts else pending
        if not meant or not comparable(text[slice(*span)]):
            continue
        if here != line or not found:
            label = _LABEL.match(text, *span)
            found.append(_Waiting(Span(*label.span(1)) if label else span, meant))
        elif not _LABEL.match(text, found[-1].span.start):
            start = found[-1].span.start
            end = max(found[-1].span.end, min(span.end, start + LONGEST_PIECE))
            found[-1] = _Waiting(Span(start, end), found[-1].parts | meant)
        line = here
    yield from found


def _trial(submission: Submission, prepared: Prepared, text: str) -> Trial | None:
    """The part of which a text, or its first word, may be the key: with it most is read; None where there is none."""
    before = prepared.read(submission)
    best, fewest = None, len(before.pieces)
    words = text.partition(":")[0].split()
    for word in dict.fromkeys((" ".join(words[:LONGEST_KEY]), words[0])):
        for part, of in prepared.grader.points.items():
            read = prepared.read(submission, [Decision(word, means=part)])
            found = next(mark for mark in prepared.grader.report(read.answer).marks if mark.part == part)
            is_new = _count(read, part) > _count(before, part)
            if len(read.pieces) < fewest and found.points is not None and is_new:
                best, fewest = Trial(word, part, found.points, of), len(read.pieces)
    return best


def _count(read: Read, part: str) -> int:
    return sum(claim.part == part for claim in read.read.claims)
