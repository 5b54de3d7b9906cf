"""Decisions applied to an answer: its text as it is read then, and where each stretch of that stood before.

Vocabulary

    edit        a stretch of the answer's text, and what is read in its place
    in place    where the piece stood; else at the end, on a line of its own
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from treesolve.answers.part_words import part_meant
from treesolve.grading.decision import Decision, text_as_compared
from treesolve.model.number import Number
from treesolve.model.problem import Span

_GOES_ON = re.compile(r"[ \t*_]*(?:[:=]|-+>|→)|[ \t]+[a-zäöüß]{3,}\b")
"""What follows a key that needs no colon: there is a sign, or it stands in a sentence."""


class Piece(NamedTuple):
    """A stretch of a text that was not read, and the part it belongs to, if that can be told."""

    span: Span
    part: str | None


class Edit(NamedTuple):
    """What is read in the place of a stretch, or at the end of the text; the decision that says so."""

    span: Span
    text: str
    decision: Decision
    in_place: bool = True


class Decisions:
    """Decisions by their texts; of several about a piece the one for fewest holds, and then the first."""

    def __init__(self, decisions: Iterable[Decision]) -> None:
        self.all = tuple(decisions)
        self._same: dict[str, list[Decision]] = {}
        self._beginning: dict[str, list[Decision]] = {}
        self._longer: list[tuple[str, Decision]] = []
        for one in sorted(self.all, key=lambda one: (one.student is None, one.exercise is None)):
            said = text_as_compared(one.text)
            self._same.setdefault(said, []).append(one)
            if one.means:
                self._beginning.setdefault(_first_word(said), []).append(one)
            elif " " in said:
                self._longer.append((said, one))

    def about(self, text: str, span: Span, exercise: str, student: str) -> Iterator[tuple[Span, Decision]]:
        """What is decided, or just noted, about a piece: about all of it, its first word, or a stretch around it.

        Each with the stretch that it is about.
        """
        said = text_as_compared(text[slice(*span)])
        for one in (*self._same.get(said, ()), *self._beginning.get(_first_word(said), ())):
            if one.is_for(exercise, student):
                yield span, one
        start, end = text.rfind("\n", 0, span.start) + 1, text.find("\n", span.end)
        end = len(text) if end < 0 else end
        line = text_as_compared(text[start:end])
        for said, one in self._longer:
            if said in line and one.is_for(exercise, student):
                found = (Span(*match.span()) for match in _pattern_of_words(said).finditer(text, start, end))
                yield from (
                    (stretch, one) for stretch in found if stretch.start <= span.start and span.end <= stretch.end
                )


def _first_word(said: str) -> str:
    return re.split(r"\W", said, maxsplit=1)[0]


class _Stretch(NamedTuple):
    """A stretch of the edited text from `start` on, and the one of the answer's text it stands for."""

    start: int
    text: str
    span: Span
    is_edit: bool


class Edited:
    """A text with edits in it, which do not overlap and stand in order."""

    def __init__(self, original: str, edits: Sequence[Edit] = ()) -> None:
        self.original, self.edits = original, tuple(edits)

    @cached_property
    def text(self) -> str:
        """The text as it is read."""
        return "".join(stretch.text for stretch in self._stretches)

    @cached_property
    def _stretches(self) -> list[_Stretch]:
        """The stretches of the edited text, none of them empty."""
        found, place = [], 0
        for text, span, is_edit in self._texts_with_spans():
            if text:
                found.append(_Stretch(place, text, span, is_edit))
            place += len(text)
        return found

    def _texts_with_spans(self) -> Iterator[tuple[str, Span, bool]]:
        place, end = 0, len(self.original)
        for edit in self.edits:
            yield self.original[place : edit.span.start], Span(place, edit.span.start), False
            yield edit.text if edit.in_place else " " * (edit.span.end - edit.span.start), edit.span, edit.in_place
            place = edit.span.end
        yield self.original[place:], Span(place, end), False
        for edit in self.edits:
            if not edit.in_place:
                yield "\n\n", Span(end, end), False
                yield edit.text, edit.span, True

    def place(self, span: Span) -> tuple[Span, bool]:
        """Where a stretch of the edited text stood in the answer, and whether a decision has put it there."""
        if not self.edits:
            return span, False
        starts = [one.start for one in self._stretches]
        first, last = (self._stretches[bisect_right(starts, place) - 1] for place in (span.start, span.end - 1))
        start = first.span.start if first.is_edit else first.span.start + span.start - first.start
        end = last.span.end if last.is_edit else last.span.start + span.end - last.start
        start, end = min(start, len(self.original)), min(end, len(self.original))  # blank lines stand before the end
        return Span(start, max(start, end)), first.is_edit or last.is_edit or first is not last

    def with_decisions(self, pieces: Iterable[Piece], decisions: Decisions, exercise: str, student: str) -> "Edited":
        """The text with the pieces edited as well about which something is decided; itself where there are none."""
        found, end = list(self.edits), 0
        for piece in sorted(pieces, key=lambda piece: piece.span):
            span, is_edited = self.place(piece.span)
            if is_edited:
                continue
            about = decisions.about(self.original, span, exercise, student)
            edits = (_edit_by_decision(self.original, stretch, piece.part, decision) for stretch, decision in about)
            edit = next((one for one in edits if one and not self._is_edited(one.span) and one.span.start >= end), None)
            if edit:
                end = edit.span.end
                found.append(edit)
        return self if len(found) == len(self.edits) else Edited(self.original, sorted(found, key=lambda one: one.span))

    def _is_edited(self, span: Span) -> bool:
        return any(edit.span.start < span.end and span.start < edit.span.end for edit in self.edits)

    @property
    def points(self) -> dict[str, tuple[Number, str]]:
        """The points that are decided, by part, with the reason; what stands last counts."""
        told = (edit.decision for edit in self.edits)
        return {one.part: (one.points, one.reason) for one in told if one.part and one.points is not None}


def _edit_by_decision(text: str, span: Span, part: str | None, decision: Decision) -> Edit | None:
    """What is read in the place of a piece by a decision; None where it decides nothing."""
    if decision.means:
        return _edit_of_key(text, span, decision)
    return _edit_of_reading(span, part, decision) if decision.decides else None


def _edit_of_key(text: str, span: Span, decision: Decision) -> Edit | None:
    """A word at the beginning of a piece that is read as the key of a part."""
    found = _pattern_of_words(text_as_compared(decision.text)).search(text, *span)
    if found is None or any(letter.isalnum() for letter in text[span.start : found.start()]):
        return None
    sign = "" if _GOES_ON.match(text, found.end()) else ":"
    return Edit(Span(*found.span()), f"{decision.means}{sign}", decision)


def _pattern_of_words(said: str) -> re.Pattern[str]:
    """The words of a comparable text, as they may be written."""
    words = r"\s+".join(map(re.escape, said.split()))
    return re.compile(rf"(?<!\w){words}(?!\w)", re.IGNORECASE)


def _edit_of_reading(span: Span, part: str | None, decision: Decision) -> Edit:
    """A piece in whose place something else is read, or nothing; a reading of another part goes to the end."""
    said = decision.reads or ""
    key, _, behind = said.partition(":")
    if not behind or not part_meant(key):
        return Edit(span, said, decision)
    is_alone = not any(part_meant(one) for one in re.findall(r"([^;\n:]+):", behind))
    if part_meant(key) == part and is_alone:
        return Edit(span, behind.strip(), decision)
    return Edit(span, said, decision, in_place=False)
