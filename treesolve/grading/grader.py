"""Grade answers: compare them with a solution, give marks and a grade, and diagnose mistakes.

Numbers are in MAX's view, and nodes are given by their ids in the tree. treesolve.grading.part defines how each part is
marked.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from treesolve.analysis.incomplete_answer import simulate_incomplete_answers
from treesolve.analysis.misconception import SimulatedStudent, simulated_students
from treesolve.analysis.reference_answer import (
    ComparableAnswer,
    ReferenceAnswer,
    comparable,
    count_right_numbers,
    differing,
    matches_rule_exactly,
)
from treesolve.grading.answer_key import AnswerKey
from treesolve.grading.answer_marks import AnswerMarker
from treesolve.grading.diagnosis import Diagnosis, diagnose, split
from treesolve.grading.marks import CONSISTENT, DECIDED, Mark
from treesolve.grading.points import AnswerPoints
from treesolve.model.answer import Answer
from treesolve.model.number import Number
from treesolve.model.perspective import value_seen_by, window_seen_by
from treesolve.model.reading_point import split_into_pairs
from treesolve.search.maxn import MaxnSolution
from treesolve.search.step_table import viewer
from treesolve.submissions.node_names import NodeNames

_BOUNDS = {"<=": "≤", ">=": "≥"}


class MarkedAnswer(NamedTuple):
    """All marks of one answer, and the diagnosis of its mistakes. The numbers in `answer` are in MAX's view.

    `points` is the total of the decided parts, and `at_most` is the highest total that is possible once all parts are
    decided. Until then, there is no grade. `reading` is the index in the grader's `keys` of the key used for marking; 0
    is the grader itself.
    """

    answer: Answer
    points: Number
    marks: tuple[Mark, ...]
    diagnosis: tuple[Diagnosis, ...]
    grade: str | None
    view: str
    at_most: Number = 0
    reading: int = 0

    @property
    def pending(self) -> tuple[str, ...]:
        """The parts that need a decision."""
        return tuple(mark.part for mark in self.marks if mark.is_pending)


class Grader(AnswerKey):
    """A grader for answers about one tree in one convention, by one rubric.

    The constructor raises the same errors as the constructor of AnswerKey.
    """

    @cached_property
    def simulated_students(self) -> tuple[SimulatedStudent, ...]:
        """The simulated students with their answers, one for each misconception."""
        return simulated_students(self.solution, self.masks)

    @cached_property
    def nodes(self) -> NodeNames:
        """The node names that students use, with the convention's evaluated and pruned leaves in search order."""
        convention = self.solution.convention
        is_reversed = convention.order == "right-left"
        below = (node for root in self.right.roots for node in self.tree.subtree(root))
        leaves = sorted((node for node in below if not self.tree.children[node]), reverse=is_reversed)
        return NodeNames(
            self.tree,
            right_to_left=is_reversed,
            any_sign=convention.perspective != "minimax",
            signs=self._signs_of_bounds(),
            asked_parts=self.parts_by_letter,
            order=self.right.order,
            pruned=tuple(leaves),
            reading_point=convention.alpha_beta,
            values=self._values_in_each_view(),
        )

    def _values_in_each_view(self) -> dict[int, tuple[Any, ...]]:
        """Return the right values of the inner nodes by all accepted conventions, in MAX's view and in the mover's."""
        perspective = self.solution.convention.perspective
        if self.tree.has_payoffs:
            from treesolve.search.backward_induction import possible_payoffs

            return {node: values for node, values in enumerate(possible_payoffs(self.tree)) if self.tree.children[node]}
        found = {node: [value for key in self.keys for value in key.right.values[node]] for node in self.right.values}
        return {
            node: (*values, *(value_seen_by(viewer(self.tree, node), value, perspective) for value in values))
            for node, values in found.items()
        }

    def _signs_of_bounds(self) -> dict[int, str]:
        """Return the sign "≤" or "≥" for each node whose value the search only bounds."""
        if isinstance(self.solution, MaxnSolution):
            return {}
        visited = (node for node in self.right.visited if node in self.solution.visit_of)
        found = {node: self.solution.relation(node) for node in visited}
        return {node: _BOUNDS[relation] for node, relation in found.items() if relation in _BOUNDS}

    def report(self, answer: Answer) -> MarkedAnswer:
        """Mark an answer by the accepted convention that gives it the most points.

        The numbers are read in the view that fits the answer better, and ties are decided as in the answer.
        """
        grader = self.with_ties_decided_as(answer)
        view, meant = grader._best_view(answer)
        readings = list[AnswerPoints]()
        for key in grader.keys:
            points = key._points_of_answer(meant)
            readings.append(points if key is grader else points.with_convention_basis(key.solution.convention.id))
            if points.is_full:
                break
        return grader._best_report(answer, readings, view, meant)

    def counted(self, report: MarkedAnswer) -> "Grader":
        """Return the grader for the convention by which an answer was marked, with ties decided as in the answer."""
        return self.with_ties_decided_as(report.answer).keys[report.reading]

    def _best_report(self, answer: Answer, readings: Sequence[AnswerPoints], view: str, meant: Answer) -> MarkedAnswer:
        """Return the report by the convention that gives the most points. `meant` is the answer in MAX's view."""
        best = max(range(len(readings)), key=lambda number: readings[number].share)
        counted, grader = readings[best], self.keys[best]
        is_open = any(mark.is_pending for mark in counted.parts)
        diagnosis = () if is_open or counted.is_right else grader._diagnosis(answer, self.reference_differences(answer))
        points = counted.total()
        grade = None if is_open else self.rubric.grade(points, self.possible)
        at_most = max(reading.total(pending=True) for reading in readings) if is_open else points
        report = MarkedAnswer(meant, points, counted.marks, diagnosis, grade, view, at_most, best)
        return report if grader.explained_parts(report) else report._replace(diagnosis=())

    def fit(self, answer: Answer) -> Number:
        """Return how much of the answered and decided parts is right, as a share from 0 to 1.

        The convention and the view that give the highest share are used. There is no follow-through.
        """
        keys = self.with_ties_decided_as(answer).keys
        markings = (AnswerMarker(key, view, follows=False) for key in keys for view in self.views(answer))
        return max(marking.points.fit(answer.answered) for marking in markings)

    def reference_differences(self, answer: Answer) -> list[dict[str, int]]:
        """Return the number of differences by part, for each search that counts as right and each possible view."""
        return [
            truth
            for key in self.keys
            for view in self.views(answer)
            for truth in AnswerMarker(key, view).reference_differences()
        ]

    # The view of the numbers in an answer

    def views(self, answer: Answer) -> tuple[Answer, ...]:
        """Return the answer as understood in each possible view: MAX's view and, in some conventions, the mover's.

        Numbers are always converted to MAX's view.
        """
        if self.solution.convention.perspective == "minimax":
            return (answer,)
        return answer, self._answer_in_view_of_max(answer)

    def _best_view(self, answer: Answer) -> tuple[str, Answer]:
        """Return the view in which more of the numbers are right, and the answer converted to MAX's view.

        If both views are equally good, the mover's view is returned, because sheets ask for it.
        """
        as_max, *turned = self.views(answer)
        if not turned or turned[0] == as_max:
            return "max", as_max
        more_as_max = self._right_numbers(as_max) > self._right_numbers(turned[0])
        return ("max", as_max) if more_as_max else ("mover", turned[0])

    def _right_numbers(self, answer: Answer) -> int:
        """Return how many numbers are right by the accepted convention for which this is the most."""
        return max(
            count_right_numbers(comparable(answer, self.masks, self.rubric.places), key.right) for key in self.keys
        )

    # Marks and their diagnosis

    def _points_of_answer(self, answer: Answer) -> AnswerPoints:
        """Return the points by this convention, including the rubric's credit for consistent use of one wrong rule."""
        marking = AnswerMarker(self, answer)
        if marking.points.is_without_loss:
            marking = AnswerMarker(self, answer, follows=False)
        if not self.rubric.consistent or marking.points.is_right:
            return marking.points
        return self._with_buggy_rule(marking.points, marking.context.comparable)

    def _with_buggy_rule(self, points: AnswerPoints, written: ComparableAnswer) -> AnswerPoints:
        """Return the points with the rubric's credit for the one wrong rule that raises the total most."""
        rules = {mark.part: self._only_explaining_rule(mark, written) for mark in points.parts}
        raised = (self._with_rule_share(points, rules, rule) for rule in dict.fromkeys(rules.values()) if rule)
        return max([points, *raised], key=lambda found: found.share)

    def _only_explaining_rule(self, mark: Mark, written: ComparableAnswer) -> str:
        """Return the only wrong rule that leads to exactly this part of the answer, or "" if there is no such rule."""
        is_open = mark.is_pending or mark.basis == DECIDED
        if is_open or mark.share == 1 or mark.part not in self.search_parts or mark.part in self.rubric.whole:
            return ""
        rules = [
            one.code
            for one in self.simulated_students
            if matches_rule_exactly(mark.part, written, one.reference, self.required_nodes_in(one.reference))
        ]
        return rules[0] if len(rules) == 1 else ""

    def _with_rule_share(self, points: AnswerPoints, rules: Mapping[str, str], rule: str) -> AnswerPoints:
        share = Fraction(self.rubric.consistent.get(rule, 0))
        raised = (
            mark._replace(share=share, basis=f"{CONSISTENT}:{rule}")
            if rules[mark.part] == rule and share > mark.share
            else mark
            for mark in points.parts
        )
        return points._replace(parts=tuple(raised))

    def _diagnosis(self, answer: Answer, differing: Sequence[Mapping[str, int]]) -> tuple[Diagnosis, ...]:
        """Return the best diagnosis over all views. Parts that a person has decided are ignored.

        `differing` has the number of differences by part from each search that counts as right.
        """
        parts = [part for part in self.search_parts if part not in answer.decided]
        reference_differences = [{part: truth[part] for part in parts if part in truth} for truth in differing]
        seen = [comparable(view, self.masks, self.rubric.places) for view in self.views(answer)]
        found = [diagnose(one, reference_differences, self._possible_explanations(one), parts) for one in seen]
        return min(filter(None, found), key=lambda diagnosis: diagnosis[0].differences, default=())

    def explained_parts(self, report: MarkedAnswer) -> list[str]:
        """Return the parts in which the diagnosed rules explain a loss of points."""
        behind = self.explaining_rules(report)
        explains = report.diagnosis[0].explains if report.diagnosis else ()
        lost = (mark for mark in report.marks if mark.part in explains and not mark.is_full)
        return [mark.part for mark in lost if mark.part == "order" or split(mark, *behind, self.masks)[0]]

    def explaining_rules(self, report: MarkedAnswer) -> tuple[ComparableAnswer, list[ReferenceAnswer]]:
        """Return the answer in the view that the diagnosed rules explain, and what is right by each of these rules."""
        codes = [found.code for found in report.diagnosis]
        seen = [comparable(view, self.masks, self.rubric.places) for view in self.views(report.answer)]
        found = self._possible_explanations(seen[0]) if codes else ()
        rules = [simulated_student.reference for simulated_student in found if simulated_student.code in codes]
        return min(seen, key=lambda one: rules and differing(one, rules[0], self.search_parts)), rules

    def _possible_explanations(self, written: ComparableAnswer) -> Iterator[SimulatedStudent]:
        """Yield the simulated students that may explain an answer. Each is computed only when it is needed."""
        yield from simulate_incomplete_answers(self.solution, self.right, written, self.masks)
        yield from self.simulated_students

    def _answer_in_view_of_max(self, answer: Answer) -> Answer:
        """Return the answer with its numbers converted from the mover's view to MAX's view."""
        perspective = self.solution.convention.perspective
        values = answer.values and {
            node: value_seen_by(viewer(self.tree, node), value, perspective) for node, value in answer.values.items()
        }
        windows = answer.windows and {
            node: tuple(
                end
                for pair in split_into_pairs(row)
                for end in window_seen_by(viewer(self.tree, node), *pair, perspective)
            )
            for node, row in answer.windows.items()
        }
        value = None if answer.value is None else value_seen_by(viewer(self.tree, 0), answer.value, perspective)
        return answer._replace(values=values, windows=windows, value=value)
