"""An answer to each kind of question that can be read and is not right."""

from treesolve.grading.question.find_mistake_question import FindMistakeQuestion
from treesolve.grading.question.leaf_count_question import LeafCountQuestion
from treesolve.grading.question.principal_variation_question import PrincipalVariationQuestion, right_children
from treesolve.grading.question.reorder_question import written
from treesolve.grading.question.tree_question import TreeQuestion
from treesolve.grading.question.true_false_question import TrueFalseQuestion
from treesolve.grading.question.unknown_value_question import UnknownLeafQuestion
from treesolve.notation.writer import format_node_name
from treesolve.search.solution import Solution

_OPPOSITE = {"true": "false", "false": "true"}


def wrong_answer(question: TreeQuestion, solution: Solution) -> str:
    """What gets less than everything: the opposite, another node, a line that ends too early, the tree as it is."""
    tree = solution.tree
    if isinstance(question, TrueFalseQuestion):
        words = question.right_answer(solution).replace(",", " ,").split()
        return " ".join(_OPPOSITE.get(word, word) for word in words)
    if isinstance(question, UnknownLeafQuestion):
        return "all" if question.where(solution) != (question.solved(solution).domain,) else "none"
    if isinstance(question, FindMistakeQuestion):
        return format_node_name(
            next(tree.names[node] for node in range(len(tree)) if node not in question.accepted_nodes())
        )
    if isinstance(question, PrincipalVariationQuestion):
        right = right_children(solution, 0)
        return format_node_name(tree.names[next((child for child in tree.children[0] if child not in right), 0)])
    if isinstance(question, LeafCountQuestion):
        return str(question.number_expected(solution) + 1)
    return written(tree)
