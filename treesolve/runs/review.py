"""What waits for a person in a class: texts that could not be read, equal ones in groups, with what they are worth.

Vocabulary

    waiting     a stretch of an answer that somebody has to decide about; for a word before a colon just the word
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from treesolve.answers.clause_claims import tones_of_word
from treesolve.answers.submission import Submission, tidy
from treesolve.grading.decision import LONGEST_PIECE, Decision, text_as_compared
from treesolve.grading.review import Group, Trial
from treesolve.model.problem import Span
from treesolve.runs.prepared import Prepared, Read, Stretch

MOST_TRIED = 6
"""Of so many groups it is tried whether they begin with a key."""

MOST_WEIGHED = 10
"""Of so many answers of a group it is told what they would be worth."""

LONGEST_KEY = 3
"""So many words of a text are tried as a key."""

LONGEST_CONTEXT = 300
"""So many characters of a line are kept on either side of a stretch."""

_LABEL = re.compile(r"([^\W\d][\w \t./'()-]{0,40}?)[ \t*_]*(?::|=|->|→)")


_Member = tuple[str, Submission, Prepared, Stretch]
"""A student, the answer, its exercise, and what waits there."""


class Review:
    """What waits, answer by answer."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], list[_Member]] = {}

    def take(self, submission: Submission, prepared: Prepared, read: Read | None = None) -> None:
        """Note what of a submission waits; it is read here, if it was not before."""
        read = read or prepared.read(submission)
        for one in _waiting_texts(submission.text, read):
            place = prepared.exercise.name, text_as_compared(submission.text[slice(*one.span)])
            self._found.setdefault(place, []).append((read.answer.student, submission, prepared, one))

    def groups(self) -> list[Group]:
        """The groups, the largest first."""
        found = sorted(self._found.values(), key=lambda group: -len(group))
        return [_group_of_members(members, is_tried=number < MOST_TRIED) for number, members in enumerate(found)]


def _group_of_members(members: Sequence[_Member], *, is_tried: bool) -> Group:
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
        _trial_as_key(members) if is_tried and not shown.readings else None,
        shown.readings,
    )


def _waiting_texts(text: str, read: Read) -> Iterator[Stretch]:
    """What of an answer waits: of each line all from the first piece to the last, or the word that begins it.

    A piece that may say several things stands for itself.
    """
    pending = read.answer.pending
    line = -1
    found: list[Stretch] = []
    for span, parts, readings in read.pieces if pending else ():
        here = text.count("\n", 0, span.start)
        meant = parts & pending if parts else pending
        if not meant or not text_as_compared(text[slice(*span)]):
            continue
        if here != line or not found or readings or found[-1].readings:
            label = None if readings else _LABEL.match(text, *span)
            found.append(Stretch(Span(*label.span(1)) if label else span, meant, readings))
        elif not _LABEL.match(text, found[-1].span.start):
            start = found[-1].span.start
            end = max(found[-1].span.end, min(span.end, start + LONGEST_PIECE))
            found[-1] = Stretch(Span(start, end), found[-1].parts | meant)
        line = here
    yield from found


def _trial_as_key(members: Sequence[_Member]) -> Trial | None:
    """The part of which the text of a group, or its first word, may be the key; None where there is none."""
    _, submission, prepared, shown = members[0]
    before = prepared.read(submission)
    best, fewest = None, len(before.pieces)
    words = re.findall(r"[^\s:=]+", submission.text[slice(*shown.span)])
    for decision in _aliases_to_try(words, before.answer.pending & shown.parts or before.answer.pending):
        read = prepared.read(submission, [decision])
        is_new = _number_of_claims(read, decision.means) > _number_of_claims(before, decision.means)
        if len(read.pieces) < fewest and is_new and decision.means not in read.answer.pending:
            best, fewest = decision, len(read.pieces)
    return best and _worth_by_decision(best, members[:MOST_WEIGHED])


def _aliases_to_try(words: Sequence[str], parts: Iterable[str]) -> Iterator[Decision]:
    """That some words mean a part, or only the first does, for each part; no key begins like a sentence or a number."""
    if words and (words[0][0].isdigit() or tones_of_word(words[0]) & {"plain", "aside"}):
        return
    for word in dict.fromkeys((" ".join(words[:LONGEST_KEY]), *words[:1])):
        if text_as_compared(word):
            yield from (Decision(word, means=part) for part in sorted(parts))


def _worth_by_decision(decision: Decision, members: Sequence[_Member]) -> Trial | None:
    """What the part is worth in each answer by that decision, as far as it is not pending any more."""
    part = str(decision.means)
    reports = (one.grader.report(one.read(submission, [decision]).answer) for _, submission, one, _ in members)
    found = [
        mark.points for report in reports for mark in report.marks if mark.part == part and mark.points is not None
    ]
    of = members[0][2].grader.points[part]
    return Trial(decision.text, part, min(found), max(found), of) if found else None


def _number_of_claims(read: Read, part: str | None) -> int:
    return sum(claim.part == part for claim in read.read.claims)
