"""Texts that were changed here and there, and where each character stood at first."""

import re
from bisect import bisect_right
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from treesolve.model.problem import Problem, Span

_PIECE = re.compile(r"[(\[{]|[)\]}]|\"[^\"\n]*\"|'[^'\n]*'|\#[^\n]*")
"""A bracket, or what may have some in it that are text."""


class Edit(NamedTuple):
    """A stretch of text, what takes its place, and the code of the remark on that ("" for none).

    `stood` says where the text that takes its place stood before, if it was moved.
    """

    start: int
    end: int
    instead: str
    code: str = ""
    stood: int | None = None


class Patched:
    """A text after changes: `text`, and `remarks` on what was changed, with their places in the first text."""

    def __init__(self, text: str, before: "Patched | None" = None, remarks: tuple[Problem, ...] = ()) -> None:
        self.text = text
        self.remarks = remarks
        self._before = before
        self._anchors: list[tuple[int, int, bool]] = [(0, 0, False)]

    @property
    def first(self) -> str:
        """The text before all changes."""
        before = self
        while before._before is not None:
            before = before._before
        return before.text

    def patched(self, edits: Iterable[Edit]) -> "Patched":
        """The text after some more changes, which are in order and do not overlap; itself where there are none."""
        pieces: list[str] = []
        anchors: list[tuple[int, int, bool]] = [(0, 0, False)]
        remarks = list(self.remarks)
        length = end = 0
        for edit in edits:
            pieces += (self.text[end : edit.start], edit.instead)
            length += edit.start - end
            anchors.append((length, edit.start, True) if edit.stood is None else (length, edit.stood, False))
            length, end = length + len(edit.instead), edit.end
            anchors.append((length, end, False))
            if edit.code:
                _add_remark(remarks, edit, self)
        if not pieces:
            return self
        after = Patched("".join([*pieces, self.text[end:]]), self, tuple(remarks))
        after._anchors = anchors
        return after

    def origin(self, offset: int) -> int:
        """Where in the first text the character at `offset` stood, or what it stands for."""
        if self._before is None:
            return offset
        now, then, replaced = self._anchors[bisect_right(self._anchors, offset, key=lambda anchor: anchor[0]) - 1]
        return self._before.origin(then if replaced else then + offset - now)

    def placed(self, problem: Problem) -> Problem:
        """A problem of this text at its place in the first one."""
        if problem.span is None:
            return problem
        start, end = map(self.origin, problem.span)
        return problem._replace(span=Span(start, max(start, end)))


def _add_remark(remarks: list[Problem], edit: Edit, text: Patched) -> None:
    """Add a remark on an edit; of those that say the same the first one counts."""
    for place, known in enumerate(remarks):
        if known.code == edit.code:
            more = int(str(known.facts["more"])) + 1
            remarks[place] = known._replace(facts={**known.facts, "more": more})
            return
    start, end = text.origin(edit.start), text.origin(edit.end)
    written = text.text[edit.start : edit.end].strip()
    facts = {"text": written if len(written) <= 40 else written[:40] + "…", "instead": edit.instead.strip(), "more": 0}
    remarks.append(Problem(edit.code, Span(start, max(start, end)), facts))


def closing(text: str, start: int) -> int:
    """Where the bracket that opens at `start` has been closed; 0 where it is not.

    >>> closing("[[3], 5] 7", 0)
    8
    """
    depth = 0
    for found in _PIECE.finditer(text, start) if start not in _never_closed(text) else ():
        depth += 1 if found[0] in "([{" else -1 if found[0] in ")]}" else 0
        if depth == 0:
            return found.end()
    return 0


@lru_cache(maxsize=2)
def _never_closed(text: str) -> frozenset[int]:
    """Where brackets open that are never closed: behind each of them the whole text would be gone through."""
    waiting: list[int] = []
    for found in _PIECE.finditer(text):
        if found[0] in "([{":
            waiting.append(found.start())
        elif found[0] in ")]}" and waiting:
            waiting.pop()
    return frozenset(waiting)
