"""What every question can do, whatever it asks.

A question belongs to a tree and a lecture and is given their solution whenever it needs it, so that it is small, can be
kept in a key file, and never holds a result that could be wrong.

Vocabulary

    question    something asked about a tree beyond the parts of a search; a frozen value
    text        what a student wrote behind the key of the question, as it stands
    item        one thing marked: a step of a line, a statement; numbered from 1
    found       what marking a text comes to
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from fractions import Fraction
from random import Random
from typing import Any, ClassVar, NamedTuple, Self

from treesolve.grading.marks import CORRECT, MISSING, WRONG, Item
from treesolve.model.problem import Problem
from treesolve.model.tree import Tree
from treesolve.search.solution import Solution

NOTHING, ALL = Fraction(0), Fraction(1)
"""The least and the greatest share."""

LONGEST = 20_000
"""So many characters of an answer are looked at."""


class NotRead(Exception):
    """What makes a text no answer to a question."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.code)
        self.problem = problem


class Found(NamedTuple):
    """What marking a text comes to: the share, the items, and what could not be read, at its place in the text.

    In an item `node` is its number, `given` and `expected` are short texts that need no language: names, numbers,
    "true" and "false"; `given` is None where nothing was said.
    """

    share: Fraction
    items: tuple[Item, ...]
    problems: tuple[Problem, ...] = ()


class Question(ABC):
    """A question about a tree."""

    part: ClassVar[str]
    """The name of the kind, one of treesolve.model.answer.QUESTIONS."""

    @classmethod
    @abstractmethod
    def draw(cls, solution: Solution, random: Random) -> Self | None:
        """A question of this kind; None where the tree cannot be asked so."""

    @classmethod
    def from_json(cls, entry: Mapping[str, Any], tree: Tree) -> Self:  # noqa: ARG003
        """The question that `to_json` wrote. Raises an error of any kind where it makes no sense for the tree."""
        return cls()

    def to_json(self) -> Mapping[str, Any]:
        """The question as a JSON object, without its kind; nothing where there is only one about a tree."""
        return {}

    @abstractmethod
    def right_answer(self, solution: Solution) -> str:
        """What a perfect student writes behind the key; marking it gives the share 1."""

    @abstractmethod
    def mark(self, text: str, solution: Solution) -> Found:
        """What a text is worth. Never raises, whatever the text."""


class QuestionOfOneItem(Question):
    """A question with one answer, which is right, wrong, or worth a share."""

    @abstractmethod
    def expected(self, solution: Solution) -> str:
        """What the item shows as right."""

    @abstractmethod
    def worth(self, text: str, solution: Solution) -> tuple[Fraction, str | None]:
        """The share of an answer, and what it says. Raises NotRead where it says nothing."""

    def mark(self, text: str, solution: Solution) -> Found:
        """What a text is worth; one with nothing in it is no answer."""
        expected = self.expected(solution)
        problems: tuple[Problem, ...] = ()
        if text.strip(" \t\r\n?"):
            try:
                share, given = self.worth(text[:LONGEST], solution)
                return Found(share, (Item(1, given, expected, CORRECT if share == ALL else WRONG),))
            except NotRead as refused:
                problems = (refused.problem,)
        return Found(NOTHING, (Item(1, None, expected, MISSING),), problems)
