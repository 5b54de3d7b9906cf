"""Questions about the steps of a search, for exercises in which students carry out the search themselves."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from treesolve.model.kind import Kind
from treesolve.model.number import Number
from treesolve.model.perspective import value_seen_by
from treesolve.search.search_result import StepEvents
from treesolve.search.solution import Solution
from treesolve.search.step_table import StepRow, step_rows, viewer
from treesolve.search.trace import CutEvent, Enter, Evaluate, Leave, Update

RightAnswer = int | str | tuple[Number, ...]
"""The correct answer: the next child, "cut" or "on", or bounds or a value, as numbers in the convention's perspective.
"""


class StepQuestion(NamedTuple):
    """A question before step `step` (counted from 1) at `node`, which has just received the value of `after`.

    `kind` is "child", "bounds", "cut" or "return".
    """

    step: int
    kind: str
    node: int
    after: int | None
    right: RightAnswer


def step_questions(solution: Solution) -> tuple[StepQuestion, ...]:
    """Return the questions about a search in order.

    There are no questions about trees with payoffs and about searches with probes. The next child is only asked for if
    the convention cuts and more than one child remains.
    """
    return tuple(iter_step_questions(solution))


def iter_step_questions(solution: Solution) -> Iterator[StepQuestion]:
    """Yield the questions about a search in the order of its steps."""
    if solution.has_windows and not solution.log.probes and not solution.is_forced:
        yield from _QuestionWalk(solution).questions()


class _QuestionWalk:
    """A walk through the steps that tracks which children are finished."""

    def __init__(self, solution: Solution) -> None:
        self.solution, self.tree = solution, solution.tree
        self.finished: dict[int, dict[int, None]] = {}

    def questions(self) -> Iterator[StepQuestion]:
        steps: Sequence[StepEvents] = self.solution.step_events
        for step, row in zip(steps, step_rows(self.solution), strict=True):
            yield from self._questions_before(step, row)
            for event in step.events:
                if isinstance(event, Update):
                    self.finished.setdefault(event.node, {})[event.child] = None

    def _questions_before(self, step: StepEvents, row: StepRow) -> Iterator[StepQuestion]:
        first, last = step.events[0], step.events[-1]
        if isinstance(first, CutEvent):
            yield from self._cut_question(step, first.node, "cut")
        if isinstance(first, Enter | Evaluate):
            yield from self._child_question(step, first.node)
        if isinstance(first, Enter):
            yield from self._bounds_question(step, row, first.node, None)
        if isinstance(first, Leave):
            perspective = self.solution.convention.perspective
            right = (value_seen_by(viewer(self.tree, first.node), first.value, perspective),)
            yield StepQuestion(step.number, "return", first.node, self._last_finished_child(first.node), right)
        if isinstance(last, Update):
            yield from self._bounds_question(step, row, last.node, last.child)

    def _child_question(self, step: StepEvents, child: int) -> Iterator[StepQuestion]:
        """Yield the questions whether the search continues at the parent, and with which child."""
        parent = self.tree.parents[child]
        if parent is None:
            return
        if self._last_finished_child(parent) is not None:
            yield from self._cut_question(step, parent, "on")
        if self.solution.convention.cuts and len(self._remaining_children(parent)) > 1:
            yield StepQuestion(step.number, "child", parent, self._last_finished_child(parent), child)

    def _cut_question(self, step: StepEvents, node: int, right: str) -> Iterator[StepQuestion]:
        if self.solution.convention.cuts and self._remaining_children(node):
            yield StepQuestion(step.number, "cut", node, self._last_finished_child(node), right)

    def _bounds_question(self, step: StepEvents, row: StepRow, node: int, after: int | None) -> Iterator[StepQuestion]:
        bounds = tuple(bound for bound in row.bounds if bound is not None)
        if self.solution.convention.cuts and bounds and len(bounds) == len(row.bounds):
            yield StepQuestion(step.number, "bounds", node, after, bounds)

    def _remaining_children(self, node: int) -> list[int]:
        finished = self.finished.get(node, {})
        return [child for child in self.tree.children[node] if child not in finished]

    def _last_finished_child(self, node: int) -> int | None:
        return next(reversed(self.finished.get(node, {})), None)


SKILLS = ("values", "bounds", "cuts", "order", "ties", "deep", "unequal", "chance")
"""All skills that questions practice, the simplest first."""


def skills(solution: Solution, questions: Sequence[StepQuestion]) -> tuple[str, ...]:
    """Return for each question the skill that it practices."""
    classifier = _SkillClassifier(solution)
    return tuple(map(classifier.skill, questions))


class _SkillClassifier:
    """The events of a search by node, used to classify the questions about the search."""

    def __init__(self, solution: Solution) -> None:
        self.solution, self.tree = solution, solution.tree
        self.arrived = {event.child: event for event in solution.events if isinstance(event, Update)}
        self.entered = {event.node: event for event in solution.events if isinstance(event, Enter)}
        self.cuts = {cut.node: cut for cut in solution.shown_cut_events}

    def skill(self, question: StepQuestion) -> str:
        """Return the skill that a question practices."""
        kind, node = question.kind, question.node
        if self.tree.kinds[node] is Kind.CHANCE and kind != "child":
            return "chance"
        if kind == "cut":
            return self._skill_of_cut(question)
        if kind == "return":
            has_children = {bool(self.tree.children[child]) for child in self.tree.children[node]}
            return "unequal" if len(has_children) > 1 else "values"
        return {"child": "order", "bounds": "bounds"}[kind]

    def _skill_of_cut(self, question: StepQuestion) -> str:
        """Return "deep" if an ancestor above the parent set the bound, "ties" if the bounds are equal, or "cuts"."""
        if question.right == "cut" and self.solution.is_deep(self.cuts[question.node]):
            return "deep"
        if question.right == "on" and self._is_inherited_bound(question.node):
            return "deep"
        assert question.after is not None
        last = self.arrived[question.after]
        return "ties" if last.alpha == last.beta else "cuts"

    def _is_inherited_bound(self, node: int) -> bool:
        """Return whether the bound that could cut the node is one that its parent inherited and passes on unchanged."""
        parent = self.tree.parents[node]
        if parent is None or self.solution.convention.bounds != "deep":
            return False
        end = {Kind.MAX: "beta", Kind.MIN: "alpha"}[self.tree.kinds[node]]
        inherited_bound = getattr(self.entered[node], end)
        return inherited_bound not in self.solution.convention.window and inherited_bound == getattr(
            self.entered[parent], end
        )
