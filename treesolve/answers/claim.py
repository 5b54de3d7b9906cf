"""What was read of an answer, piece by piece, and what was not.

Vocabulary

    claim       one thing read: which part it belongs to, of which node, which number, from which stretch of the text
    how         by what the node was found, or how the part was: BY_NAME, BY_VALUE ..., MISSPELT_KEY
    unread      a stretch that no claim covers, and why; its part is None where it could belong to any
    remark      a stretch that speaks of a part and does not answer it: `we cut at C`
    open        a mention that may mean several leaves, until everything is read
"""

from typing import NamedTuple

from treesolve.model.answer import Answer
from treesolve.model.number import Number
from treesolve.model.problem import Problem, Span

BY_NAME, BY_VALUE, BY_POSITION, BY_RANGE, BY_PATH = "by name", "by value", "by position", "by range", "by path"
BY_MOVE, BY_PLACE, BY_FORMULA, MISSPELT_KEY = "by move", "by place", "by formula", "misspelt key"
NOTHING = "nothing"
"""How a claim was read: for most how its node was found."""

ClaimValue = Number | tuple[Number, Number] | None


class Claim(NamedTuple):
    """One thing that was read; `node` is None for the value of the root, and where nothing is pruned."""

    part: str
    node: int | None
    value: ClaimValue
    span: Span
    how: str


class Open(NamedTuple):
    """Leaves a mention may mean by its value, or, if it `is_rest`, some last children of a node.

    Which of them is settled when everything is read.
    """

    part: str
    nodes: tuple[int, ...]
    span: Span
    text: str
    is_rest: bool = False


class Loose(NamedTuple):
    """Nodes listed without a key: which part they answer is settled when everything is read.

    If it `is_task`, they stand behind the letter of one.
    """

    nodes: tuple[Claim | Open, ...]
    span: Span
    is_task: bool = False


class Unread(NamedTuple):
    """A stretch that was not read, with the problem that says why; `part` None where it could belong to any.

    It may as well belong to one of `others`, or, if it is `anywhere`, to whatever nothing was read of.
    `readings` are the names of what it may mean, if it is two things or more.
    """

    part: str | None
    problem: Problem
    others: frozenset[str] = frozenset()
    anywhere: bool = False
    readings: tuple[str, ...] = ()

    @property
    def span(self) -> Span:
        """Where it stands."""
        return self.problem.span or Span(0, 0)


class Passed(NamedTuple):
    """A stretch that is no answer: a greeting, a heading, a reason."""

    span: Span


class Remark(NamedTuple):
    """A stretch that answers nothing but speaks of parts: each waits for it if nothing else answers it.

    Values wait if one of the `nodes` it speaks of has none, an order if one is not in it, what is pruned if nothing of
    one is; if it `is_denied`, if something of one is.
    """

    parts: frozenset[str]
    span: Span
    text: str
    nodes: tuple[int, ...] = ()
    is_denied: bool = False


class Crossed(NamedTuple):
    """A node with a cross for its value: none where it is pruned, else a slip; the reverse if it `is_seen`."""

    node: int
    span: Span
    text: str
    is_seen: bool = False


Finding = Claim | Open | Loose | Unread | Passed | Remark | Crossed
"""What reading a stretch of text gives."""


class Reading(NamedTuple):
    """What a text was read as: the answer, the problems, and the claims, what is unread, and what was passed over."""

    answer: Answer
    problems: tuple[Problem, ...] = ()
    claims: tuple[Claim, ...] = ()
    unread: tuple[Unread, ...] = ()
    passed: tuple[Span, ...] = ()


def unread(part: str | None, code: str, start: int, end: int, **facts: object) -> Unread:
    """A stretch that was not read, with why."""
    return Unread(part, Problem(code, Span(start, end), facts))


_LONGEST_FACT = 60


def quoted(text: str, start: int, end: int) -> str:
    """A stretch of a text as a sentence has it."""
    found = " ".join(text[start:end].split()) if "\n" in text[start:end] else text[start:end]
    return found if len(found) <= _LONGEST_FACT else found[:_LONGEST_FACT] + "…"
