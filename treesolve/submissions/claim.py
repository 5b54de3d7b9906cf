"""Claims read from an answer, and records of text that could not be read."""

from typing import Any, NamedTuple

from treesolve.model.answer import Answer
from treesolve.model.problem import Problem, Span

BY_NAME, BY_VALUE, BY_POSITION, NOTHING = "by name", "by value", "by position", "nothing"
"""Values of `Claim.how`, which say how the node of a claim was identified."""


class Claim(NamedTuple):
    """One statement in an answer.

    `node` is None if the claim gives the value of the root or says that nothing is pruned.

    `value` is a number, the payoffs of several players, the bounds of a window, or None. If the number was given as an
    addition to another part, as in `best: B=9`, `attached_to` is that part.
    """

    part: str
    node: int | None
    value: Any
    span: Span
    how: str
    attached_to: str = ""


class AmbiguousMention(NamedTuple):
    """A mention of a leaf by its value, which several leaves have."""

    part: str
    nodes: tuple[int, ...]
    span: Span


class Unread(NamedTuple):
    """A text span that could not be read, with a problem that explains why.

    `part` is None if the span could belong to any part. `open_part` is the part whose key precedes the span, on the
    same line or above.
    """

    part: str | None
    problem: Problem
    open_part: str = ""
    line: Span | None = None

    @property
    def span(self) -> Span:
        """The span of the whole line if the line is unread; otherwise the span of the problem."""
        return self.line or self.problem.span or Span(0, 0)


class AnswerReading(NamedTuple):
    """The result of parsing an answer's text: the answer, the problems, the claims and the unread spans."""

    answer: Answer
    problems: tuple[Problem, ...] = ()
    claims: tuple[Claim, ...] = ()
    unread: tuple[Unread, ...] = ()


class UnreadableLine(Exception):
    """Raised if a line cannot be read; holds the problem code, the span in the line and the facts for the message."""

    def __init__(self, code: str, start: int, end: int, **facts: object) -> None:
        super().__init__(code)
        self.code, self.span, self.facts = code, Span(start, end), facts


def unread(part: str | None, code: str, start: int, end: int, **facts: object) -> Unread:
    """Return a record of a text span that could not be read."""
    return Unread(part, Problem(code, Span(start, end), facts))


_MAX_FACT_LENGTH = 60


def excerpt(text: str, start: int, end: int) -> str:
    """Return the text of a span joined into one line and shortened for use in a message."""
    found = " ".join(text[start:end].split()) if "\n" in text[start:end] else text[start:end]
    return found if len(found) <= _MAX_FACT_LENGTH else found[:_MAX_FACT_LENGTH] + "…"
