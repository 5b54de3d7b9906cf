"""What a question of a played search practises.

Vocabulary

    skill   what a question practises: "values", the "order" of the search, "bounds", "cuts", "ties", "deep" cuts,
            "unequal" depth, "chance"
"""

from collections.abc import Sequence

from treesolve.analysis.due_question import DueQuestion
from treesolve.model.tree import Kind
from treesolve.search.solution import Solution
from treesolve.search.trace import Enter, Update

SKILLS = ("values", "bounds", "cuts", "order", "ties", "deep", "unequal", "chance")
"""All skills, the simpler ones first."""


def skills(solution: Solution, questions: Sequence[DueQuestion]) -> tuple[str, ...]:
    """What each of the due questions of a search practises."""
    practised = _Practised(solution)
    return tuple(map(practised.skill, questions))


class _Practised:
    """What is known of a search when its questions are sorted."""

    def __init__(self, solution: Solution) -> None:
        self.solution, self.tree = solution, solution.tree
        self.arrived = {event.child: event for event in solution.events if isinstance(event, Update)}
        self.entered = {event.node: event for event in solution.events if isinstance(event, Enter)}
        self.cuts = {cut.node: cut for cut in solution.shown_cuts}

    def skill(self, question: DueQuestion) -> str:
        """What a question practises."""
        kind, node = question.kind, question.node
        if self.tree.kinds[node] is Kind.CHANCE and kind != "child":
            return "chance"
        if kind == "cut":
            return self._skill_of_cut(question)
        if kind == "return":
            has_children = {bool(self.tree.children[child]) for child in self.tree.children[node]}
            return "unequal" if len(has_children) > 1 else "values"
        return {"child": "order", "bounds": "bounds"}[kind]

    def _skill_of_cut(self, question: DueQuestion) -> str:
        """Deep where another than the parent set the bound, cut or no cut; a tie where the bounds are equal."""
        if question.right == "cut" and self.solution.is_deep(self.cuts[question.node]):
            return "deep"
        if question.right == "on" and self._is_bound_from_above_parent(question.node):
            return "deep"
        assert question.after is not None
        last = self.arrived[question.after]
        return "ties" if last.alpha == last.beta else "cuts"

    def _is_bound_from_above_parent(self, node: int) -> bool:
        """Whether the parent hands down the bound that could end the search here just as it was told it."""
        parent = self.tree.parents[node]
        if parent is None or self.solution.convention.bounds != "deep":
            return False
        end = {Kind.MAX: "beta", Kind.MIN: "alpha"}[self.tree.kinds[node]]
        told = getattr(self.entered[node], end)
        return told not in self.solution.convention.window and told == getattr(self.entered[parent], end)
