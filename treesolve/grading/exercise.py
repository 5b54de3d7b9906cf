"""An exercise: a tree, the lecture that searches it, and what is asked about it.

Vocabulary

    name        what students call the exercise; a file's name without its ending, where it says nothing else
    variant     one of several trees for the same exercise
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from treesolve.grading.marking_scheme import AnswerKey
from treesolve.grading.rubric import Rubric
from treesolve.model.convention import Convention
from treesolve.model.number import Number
from treesolve.model.tree import Tree
from treesolve.search.solution import Solution

if TYPE_CHECKING:
    from treesolve.grading.question.protocol import Question

LARGEST = 2000
"""So many nodes a tree may have whose answers are marked: nobody solves larger ones by hand."""


class Exercise(NamedTuple):
    """A tree to be solved in a lecture, with the points for each part (none: those of the tree's file).

    `questions` are asked about it beside the parts of a search, by kind.
    """

    name: str
    tree: Tree
    convention: Convention
    points: Mapping[str, Number] = {}
    variant: str | None = None
    questions: Mapping[str, "Question"] = {}

    @property
    def title(self) -> str:
        """The exercise as people call it, with its variant."""
        return self.name if self.variant is None else f"{self.name} ({self.variant})"

    @property
    def heading(self) -> str:
        """The title of the tree, where it has one, else the name; with the variant."""
        named = self.tree.title or self.name
        return named if self.variant is None else f"{named} ({self.variant})"

    def answer_key(self, solution: Solution | None = None) -> AnswerKey:
        """What answers are marked against, by the exercise's own points; without its solution, it is solved.

        Raises treesolve.search.search.Unsolvable as AnswerKey does.
        """
        return AnswerKey(self.tree, self.convention, Rubric(points=self.points), self.questions, solution)
