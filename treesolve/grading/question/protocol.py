"""What every question can do, whatever it asks.

A question belongs to a tree and a lecture and is given their solution whenever it needs it, so that it is small, can be
kept in a key file, and never holds a result that could be wrong.

Vocabulary

    question    something asked about a tree beyond the parts of a search; a frozen value
    text        what a student wrote behind the key of the question, as it stands
    item        one thing marked: a step of a line, a statement; numbered from 1
    found       what marking a text comes to
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from treesolve.grading.marks import Item
from treesolve.model.problem import Problem
from treesolve.search.solution import Solution

NOTHING, ALL = Fraction(0), Fraction(1)
"""The least and the greatest share."""

LONGEST = 20_000
"""So many characters of an answer are looked at."""


class Found(NamedTuple):
    """What marking a text comes to: the share, the items, and what could not be read, at its place in the text.

    In an item `node` is its number, `given` and `expected` are short texts that need no language: names, numbers,
    "true" and "false"; `given` is None where nothing was said.
    """

    share: Fraction
    items: tuple[Item, ...]
    problems: tuple[Problem, ...] = ()


class Question(Protocol):
    """A question about a tree; each kind also has `draw(solution, random)`, None where the tree cannot be asked so."""

    @property
    def part(self) -> str:
        """The name of the kind, one of treesolve.model.answer.QUESTIONS."""

    def right_answer(self, solution: Solution) -> str:
        """What a perfect student writes behind the key; marking it gives the share 1."""

    def wrong_answer(self, solution: Solution) -> str:
        """An answer that can be read and is not right; marking it gives less than 1."""

    def mark(self, text: str, solution: Solution) -> Found:
        """What a text is worth. Never raises, whatever the text."""

    def to_json(self) -> Mapping[str, Any]:
        """The question as a JSON object, without its kind."""
