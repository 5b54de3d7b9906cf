"""The question of how many leaves the search evaluates."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from treesolve.grading.marks import Item, Mark
from treesolve.grading.question.sentence import Fact, Sentence
from treesolve.grading.question.tree_question import (
    ALL,
    NOTHING,
    SingleItemQuestion,
    UnreadableAnswer,
    given_text,
    unreadable_problem,
)
from treesolve.model.answer import Answer
from treesolve.search.solution import Solution

_COUNT = re.compile(
    r"\s*=?\s*(?P<count>\d{1,7})(?:\s*(?:of|out of|von|/)\s*(?P<leaves>\d{1,7}))?"
    r"(?:\s+(?:leaf|leaves|leaf nodes|blatt|blätter|blättern))?\s*\.?\s*",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class LeafCountQuestion(SingleItemQuestion):
    """The question of how many leaves the search evaluates."""

    part = "count"
    is_about_numbers = False
    asks_for_number = True

    @classmethod
    def draw(cls, solution: Solution, random: Random) -> "LeafCountQuestion | None":  # noqa: ARG003
        """Return the question, or None if the search cannot cut or has nothing to evaluate."""
        return cls() if solution.convention.cuts and not solution.is_forced and len(solution.tree) > 1 else None

    def asking(self, solution: Solution) -> Sentence:
        """Return the question, which includes the number of leaves in the tree."""
        return Sentence("ask_count", {"leaves": len(solution.tree.leaf_ids)})

    def right_answer(self, solution: Solution) -> str:
        """Return the number of evaluated leaves in digits."""
        return str(self.number_expected(solution))

    def explanation(self, solution: Solution) -> Iterator[Sentence]:
        """Yield a sentence that lists the evaluated leaves."""
        yield Sentence("leaves_evaluated", {"names": Fact("first_names", solution.evaluated_ids)})

    def number_expected(self, solution: Solution) -> int:
        """Return the number of evaluated leaves."""
        return len(solution.evaluated_ids)

    def worth(self, text: str, solution: Solution) -> tuple[Fraction, str]:
        """Return the share, which is 0 or 1, and the given number.

        An answer such as "7 of 9" is unreadable unless the tree has 9 leaves.
        """
        found, leaves = _COUNT.fullmatch(text), len(solution.tree.leaf_ids)
        if found is None or int(found["leaves"] or leaves) != leaves:
            raise UnreadableAnswer(unreadable_problem(text))
        return ALL if int(found["count"]) == self.number_expected(solution) else NOTHING, found["count"]

    def follows(self, given: str, answer: Answer) -> bool:
        """Return whether the student's leaf order has exactly the given number of leaves."""
        return answer.order is not None and int(given) == len(answer.order)

    def reason(self, _mark: Mark, wrong: Item, /, *, full: bool) -> Sentence:  # noqa: ARG002
        """Return a sentence that says the number is wrong."""
        return Sentence("wrong_count", {"given": given_text(wrong)})
