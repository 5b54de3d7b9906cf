"""The registry of the kinds of questions."""

from collections.abc import Mapping
from random import Random
from typing import Any

from treesolve.grading.question.find_mistake_question import FindMistakeQuestion
from treesolve.grading.question.leaf_count_question import LeafCountQuestion
from treesolve.grading.question.principal_variation_question import PrincipalVariationQuestion
from treesolve.grading.question.reorder_question import ReorderQuestion
from treesolve.grading.question.tree_question import TreeQuestion
from treesolve.grading.question.true_false_question import TrueFalseQuestion
from treesolve.grading.question.unknown_value_question import UnknownLeafQuestion
from treesolve.model.tree import Tree
from treesolve.search.solution import Solution

KINDS: Mapping[str, Any] = {
    "line": PrincipalVariationQuestion,
    "unknown": UnknownLeafQuestion,
    "reorder": ReorderQuestion,
    "mistake": FindMistakeQuestion,
    "statements": TrueFalseQuestion,
    "count": LeafCountQuestion,
}
"""The class for each kind of question, in the order of treesolve.model.answer.QUESTIONS."""


def draw_question(part: str, solution: Solution, random: Random) -> TreeQuestion | None:
    """Return a random question of this kind about a solved tree, or None if the tree is not suitable for one."""
    if solution.tree.has_payoffs and not KINDS[part].allows_payoffs:
        return None
    found: TreeQuestion | None = KINDS[part].draw(solution, random)
    return found


def read_questions(entry: Mapping[str, Any], tree: Tree) -> dict[str, TreeQuestion]:
    """Return the questions stored in a key file, in the order of KINDS.

    Raises LookupError, TypeError, ValueError or AttributeError for invalid questions.
    """
    if not set(KINDS).issuperset(entry):
        raise ValueError(next(part for part in entry if part not in KINDS))
    return {part: kind.from_json(entry[part], tree) for part, kind in KINDS.items() if part in entry}
