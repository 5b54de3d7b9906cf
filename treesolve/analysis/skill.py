"""What a question of a played search practises.

Vocabulary

    skill   what a question practises: "values", the "order" of the search, "bounds", "cuts", "ties", "deep" cuts,
            "unequal" depth, "chance"
"""

from collections.abc import Mapping, Sequence

from treesolve.analysis.due_question import DueQuestion
from treesolve.model.tree import Kind
from treesolve.search.solution import Solution
from treesolve.search.trace import Cut, Update

SKILLS = ("values", "order", "bounds", "cuts", "ties", "deep", "unequal", "chance")
"""All skills, the simpler ones first."""


def skills(solution: Solution, questions: Sequence[DueQuestion]) -> tuple[str, ...]:
    """What each of the due questions of a search practises."""
    arrived = {event.child: event for event in solution.events if isinstance(event, Update)}
    cuts = {cut.node: cut for cut in solution.shown_cuts}
    return tuple(_skill(solution, question, arrived, cuts) for question in questions)


def _skill(solution: Solution, question: DueQuestion, arrived: Mapping[int, Update], cuts: Mapping[int, Cut]) -> str:
    """`arrived` says what each child's value made of the bounds of its parent, `cuts` has those that are shown."""
    kind, node, tree = question.kind, question.node, solution.tree
    if tree.kinds[node] is Kind.CHANCE and kind != "child":
        return "chance"
    if kind == "cut":
        return _skill_of_cut(solution, question, arrived, cuts.get(node))
    if kind == "return":
        has_children = {bool(tree.children[child]) for child in tree.children[node]}
        return "unequal" if len(has_children) > 1 else "values"
    return {"child": "order", "bounds": "bounds"}[kind]


def _skill_of_cut(solution: Solution, question: DueQuestion, arrived: Mapping[int, Update], cut: Cut | None) -> str:
    """Deep where another than the parent set the bound, a tie where the bounds are equal."""
    if question.right == "cut" and cut and solution.is_deep(cut):
        return "deep"
    assert question.after is not None
    last = arrived[question.after]
    return "ties" if last.alpha == last.beta else "cuts"
