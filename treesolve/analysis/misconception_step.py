"""Answers of students with a misconception to a step question, given that all previous steps were done correctly.

A snapshot is the state of the search between two arrivals of values. Of each node that is finished by then, only the
returned value matters. So the tree of the snapshot has a leaf in place of the node, and everything else is unchanged.
If the buggy search of that tree diverges before it reaches the question, the misconception has no answer.
"""

from collections.abc import Iterator, Mapping
from itertools import accumulate, groupby
from typing import NamedTuple

from treesolve.analysis.misconception import applicable_misconceptions, solve_with_misconception
from treesolve.analysis.step_question import RightAnswer, StepQuestion, iter_step_questions, step_questions
from treesolve.model.number import Number
from treesolve.model.tree_shape import with_selected_nodes
from treesolve.search.search import Unsolvable, search
from treesolve.search.solution import Solution
from treesolve.search.trace import Log, Update

Answers = dict[str, RightAnswer]

_NEVER_SEARCHED = ("right-to-left", "parent-skip", "reads-only-first-skipped", "marks-cut-node")
"""Not searched: the first two follow from the correct search, and the others concern what is written afterwards."""

_ABOUT_CUTS = ("strict-cut", "equal-cut", "late-cut", "wrong-direction")
"""Misconceptions that only change where the search stops. The returned values still follow the convention."""


def misconception_answers(solution: Solution) -> tuple[Answers, ...]:
    """Return the incorrect answers to each step question, in order, by the misconception that leads to them."""
    questions = step_questions(solution)
    return tuple(_MisconceptionSteps(solution, questions).answers()) if questions else ()


class _SearchSnapshot(NamedTuple):
    """The tree of a snapshot, which may have been searched with a buggy rule, and its nodes' ids in the full tree."""

    solution: Solution
    node_ids: tuple[int, ...]


def snapshot_at(solution: Solution, finished: Mapping[int, Number]) -> _SearchSnapshot:
    """Return the snapshot in which exactly the given nodes are finished."""
    tree, node_ids, node = solution.tree, [0], 1
    while node < len(tree):
        node_ids.append(node)
        node = tree.ends[node] if node in finished else node + 1
    return _SearchSnapshot(
        Solution(Log(with_selected_nodes(tree, node_ids, finished), solution.convention)), tuple(node_ids)
    )


class _MisconceptionSteps:
    """A walk through the snapshots of a search."""

    def __init__(self, solution: Solution, questions: tuple[StepQuestion, ...]) -> None:
        self.solution, self.tree, self.questions = solution, solution.tree, questions
        self.arrivals = [event for event in solution.events if isinstance(event, Update)]
        self.arrived = [*accumulate((isinstance(step.events[-1], Update) for step in solution.step_events), initial=0)]
        self.skipping = {
            cut.node for cut in solution.cut_events if cut.skipped and solve_with_misconception(solution, "parent-skip")
        }
        codes = [code for code in applicable_misconceptions(solution) if code not in _NEVER_SEARCHED]
        self.codes = [code for code in codes if code != "leak" or solve_with_misconception(solution, code)]

    def answers(self) -> Iterator[Answers]:
        """Yield the answers to each question, in order."""
        for arrived, due in groupby(self.questions, self._values_arrived):
            yield from self._answers_at_snapshot(
                {event.child: event.value for event in self.arrivals[:arrived]}, [*due]
            )

    def _values_arrived(self, question: StepQuestion) -> int:
        """Return the number of values that have arrived when a question is asked.

        For questions about bounds, this includes the value that has just arrived.
        """
        return self.arrived[question.step - (question.kind != "bounds")]

    def _answers_at_snapshot(self, finished: Mapping[int, Number], due: list[StepQuestion]) -> Iterator[Answers]:
        found, snapshot = (
            {question: self._answers_without_search(question) for question in due},
            snapshot_at(self.solution, finished),
        )
        for code in self.codes:
            kinds = ("cut",) if code in _ABOUT_CUTS else ("cut", "bounds", "return")
            relevant = [question for question in due if question.kind in kinds]
            wrong = self._search_with_misconception(code, snapshot, finished) if relevant else None
            for question, answer in _differing_answers(wrong, relevant) if wrong else ():
                found[question][code] = answer
        yield from found.values()

    def _search_with_misconception(
        self, code: str, snapshot: _SearchSnapshot, finished: Mapping[int, Number]
    ) -> _SearchSnapshot | None:
        """Return the snapshot searched with a misconception, or None if the misconception does not apply."""
        if code == "leak":
            return self._search_with_leak(finished)
        wrong = solve_with_misconception(snapshot.solution, code)
        return snapshot._replace(solution=wrong) if wrong else None

    def _search_with_leak(self, finished: Mapping[int, Number]) -> _SearchSnapshot | None:
        """Return the snapshot searched with leaking bounds.

        The nodes that leak their bounds must be searched again although their values are known.
        """
        leaking = {self.tree.parents[node]: node for node in finished if self.tree.children[node]}.values()
        known = {node: value for node, value in finished.items() if node not in leaking}
        snapshot = snapshot_at(self.solution, known)
        returned_values = {index: finished[node] for index, node in enumerate(snapshot.node_ids) if node in finished}
        try:
            log = search(snapshot.solution.tree, self.solution.convention, "leak", returned_values)
        except Unsolvable:
            return None
        return snapshot._replace(solution=Solution(log))

    def _answers_without_search(self, question: StepQuestion) -> Answers:
        """Return the answers that do not require a search.

        A student with right-to-left takes the last remaining child, and a student with parent-skip stops.
        """
        if question.kind == "child":
            return {"right-to-left": self.solution.children_in_order(question.node)[-1]}
        return {"parent-skip": "cut"} if question.right == "on" and question.after in self.skipping else {}


def _differing_answers(
    wrong: _SearchSnapshot, relevant: list[StepQuestion]
) -> Iterator[tuple[StepQuestion, RightAnswer]]:
    """Yield the questions that the buggy search answers differently, with the answers of the buggy search.

    Questions that the buggy search does not reach are left out.
    """
    pending = {question[1:4]: question for question in relevant}
    for _, kind, node, after, answer in iter_step_questions(wrong.solution):
        question = pending.pop((kind, wrong.node_ids[node], None if after is None else wrong.node_ids[after]), None)
        if question and answer != question.right:
            yield question, answer
        if not pending:
            return
