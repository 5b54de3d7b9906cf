"""A student's answer to an exercise: node ids and exact numbers.

Numbers are as the student wrote them: in MAX's view, or in the view of the player to move if the convention says so.
"""

from collections.abc import Mapping
from typing import NamedTuple
from unicodedata import normalize

from treesolve.model.number import Number

PARTS = ("values", "windows", "pruned", "order", "best", "value")
"""The parts of an answer, in the order in which an exercise asks for them."""

QUESTIONS = ("line", "unknown", "reorder", "mistake", "statements", "count")
"""The questions that are not parts. The package treesolve.grading.question has one module for each of them."""


MAX_POINTS = 10**6

POINT_FRACTIONS = 1000
"""Nonzero points are at least 1 / POINT_FRACTIONS; a denominator above POINT_FRACTIONS**2 is a typing error."""


def has_short_decimals(number: Number) -> bool:
    """Return whether a number used for marking, such as points or a percentage, is finite and short enough to print.

    The limit is a denominator of 10**6, that is, six decimals.

    >>> has_short_decimals(4), has_short_decimals(float("inf"))
    (True, False)
    """
    return 1 <= getattr(number, "denominator", 0) <= POINT_FRACTIONS**2


def is_valid_points(number: Number) -> bool:
    """Return whether a part can be worth this number of points: 0, or from 1/1000 to MAX_POINTS.

    >>> is_valid_points(0), is_valid_points(4), is_valid_points(-1), is_valid_points(10**7)
    (True, True, False, False)
    """
    return has_short_decimals(number) and (number == 0 or 1 <= number * POINT_FRACTIONS <= MAX_POINTS * POINT_FRACTIONS)


class PartDecision(NamedTuple):
    """A reviewer's decision about a part, with the text that the student wrote.

    `points` is None if the points are calculated from the interpretation `means` or from the parsed answer.
    """

    points: Number | None
    reason: str = ""
    means: str = ""
    written: str = ""


class Answer(NamedTuple):
    """One student's answer to one exercise.

    `values` and `windows` are keyed by inner node. A window consists of alpha and beta or, if the exercise asks for
    every change, of a row of alternating alphas and betas. `pruned` has the nodes as the student named them: the root
    of a pruned subtree, all nodes of the subtree, or its leaves. Marking treats all three alike. An empty tuple means
    that the student answered "none". `order` has leaves, and `best` is a child of the root. `texts` has the answers to
    QUESTIONS by name, each as the written text and the offset of this text in the whole file. If `has_unread` is true,
    missing or wrong parts may be in a line that could not be parsed.
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
        """Return whether the answer contains the part or question."""
        return part in self.texts if part in QUESTIONS else getattr(self, part) is not None


def normalize_name(text: str) -> str:
    """Return the name of a student, exercise or variant in the form used for comparison.

    Case, whitespace and Unicode normalization form are ignored.

    >>> normalize_name("  Task  1 ") == normalize_name("task 1")
    True
    """
    return " ".join(normalize("NFC", text).split()).casefold()
