"""What was read of an answer, piece by piece, and what was not."""

from typing import Any, NamedTuple

from treesolve.model.answer import Answer
from treesolve.model.problem import Problem, Span

BY_NAME, BY_VALUE, BY_POSITION, NOTHING = "by name", "by value", "by position", "nothing"
"""How a claim was read: for most how its node was found."""


class Claim(NamedTuple):
    """One thing that was read; `node` is None for the value of the root, and where nothing is pruned.

    `value` is a number, the numbers of several players, the two ends of a window, or None. Of a number given with an
    answer, as in `best: B=9`, `attached_to` is the part of that answer.
    """

    part: str
    node: int | None
    value: Any
    span: Span
    how: str
    attached_to: str = ""


class AmbiguousMention(NamedTuple):
    """The leaves that a mention may mean by its value."""

    part: str
    nodes: tuple[int, ...]
    span: Span


class Unread(NamedTuple):
    """A stretch that was not read, with the problem that says why; `part` None where it could belong to any.

    `open_part` is the part whose key it begins with, or below whose key it stands.
    """

    part: str | None
    problem: Problem
    open_part: str = ""
    line: Span | None = None

    @property
    def span(self) -> Span:
        """Where it stands: the whole line, if it is one."""
        return self.line or self.problem.span or Span(0, 0)


class AnswerReading(NamedTuple):
    """What a text was read as: the answer, the problems, the claims, and what is unread."""

    answer: Answer
    problems: tuple[Problem, ...] = ()
    claims: tuple[Claim, ...] = ()
    unread: tuple[Unread, ...] = ()


class UnreadableLine(Exception):
    """A line in which something stands that cannot be read: what the matter is, and where."""

    def __init__(self, code: str, start: int, end: int, **facts: object) -> None:
        super().__init__(code)
        self.code, self.span, self.facts = code, Span(start, end), facts


def unread(part: str | None, code: str, start: int, end: int, **facts: object) -> Unread:
    """Return a stretch that was not read, with why."""
    return Unread(part, Problem(code, Span(start, end), facts))


_MAX_FACT_LENGTH = 60


def excerpt(text: str, start: int, end: int) -> str:
    """Return a stretch of a text as a sentence has it."""
    found = " ".join(text[start:end].split()) if "\n" in text[start:end] else text[start:end]
    return found if len(found) <= _MAX_FACT_LENGTH else found[:_MAX_FACT_LENGTH] + "…"
