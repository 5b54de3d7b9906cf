"""What a student handed in for a tree, as data: node ids and exact numbers.

Numbers are as the student wrote them: MAX's, or those of the player to move in a convention that writes these.
"""

from collections.abc import Mapping
from typing import NamedTuple
from unicodedata import normalize

from treesolve.model.number import Number

PARTS = ("values", "windows", "pruned", "order", "best", "value")
"""All parts, in the order in which they are asked for."""

QUESTIONS = ("line", "unknown", "reorder", "mistake", "statements", "count")
"""What can be asked about a tree beside its parts; treesolve.grading.question has a module for each."""


MAX_POINTS = 10**6
"""So many points a part may have."""

POINT_FRACTIONS = 1000
"""Points that are not 0 are at least one in so many; what is finer than its square is a slip of the keyboard."""


def has_short_decimals(number: Number) -> bool:
    """Whether a number that steers marking, such as points or percents, can be written out: six decimals at most.

    >>> has_short_decimals(4), has_short_decimals(float("inf"))
    (True, False)
    """
    return 1 <= getattr(number, "denominator", 0) <= POINT_FRACTIONS**2


def is_valid_points(number: Number) -> bool:
    """Whether a part can have so many points: none, or from 1/1000 to MAX_POINTS.

    >>> is_valid_points(0), is_valid_points(4), is_valid_points(-1), is_valid_points(10**7)
    (True, True, False, False)
    """
    return has_short_decimals(number) and (number == 0 or 1 <= number * POINT_FRACTIONS <= MAX_POINTS * POINT_FRACTIONS)


class PartDecision(NamedTuple):
    """What a person decided about a part, and what the student wrote there.

    `points` are None where they follow from what it `means`, or from what was read.
    """

    points: Number | None
    reason: str = ""
    means: str = ""
    written: str = ""


class Answer(NamedTuple):
    """One student's answer to one exercise.

    `values` and `windows` are by inner node, these alpha and beta in turn, where every change is asked for a row of
    them; `pruned` are the nodes as they were named (a top, all nodes of a subtree,
    its leaves: whoever marks it sees to that; empty for "none"), `order` are leaves, `best` is a child of the root.
    `texts` are the answers to questions, by name: as they were written, with the offset of each in the whole text.
    While `has_unread`, what is missing or wrong may stand in a line that was not read.
    """

    student: str
    values: Mapping[int, Number] | None = None
    windows: Mapping[int, tuple[Number, ...]] | None = None
    pruned: tuple[int, ...] | None = None
    order: tuple[int, ...] | None = None
    best: int | None = None
    value: Number | None = None
    pending: frozenset[str] = frozenset()
    texts: Mapping[str, tuple[str, int]] = {}
    exercise: str | None = None
    variant: str | None = None
    decided: Mapping[str, PartDecision] = {}
    has_unread: bool = False

    def answered(self, part: str) -> bool:
        """Whether there is anything in answer to the question."""
        return part in self.texts if part in QUESTIONS else getattr(self, part) is not None


def normalize_name(text: str) -> str:
    """Return a text as names of students, exercises and variants are compared: ignoring case, blanks and Unicode form.

    >>> normalize_name("  Task  1 ") == normalize_name("task 1")
    True
    """
    return " ".join(normalize("NFC", text).split()).casefold()
