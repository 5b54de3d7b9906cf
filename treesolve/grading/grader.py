"""Grading: an answer against a solution, with its marks, what explains its mistakes, and the grade.

Numbers are MAX's, ids are those of the tree. How each part is marked stands in treesolve.grading.mark_parts.

Vocabulary

    report      all marks of an answer
    view        whose numbers the student wrote: "max", or "mover" in a lecture where the player to move writes own ones
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from treesolve.analysis.misconception import Follower, followers
from treesolve.analysis.model_answer import Handed, Reference, differing, handed, is_just_as
from treesolve.analysis.oversight import oversights
from treesolve.answers.node_words import Nodes
from treesolve.grading.diagnosis import Diagnosis, diagnose, split
from treesolve.grading.mark_parts import Marking
from treesolve.grading.marking_scheme import AnswerKey
from treesolve.grading.marks import CONSISTENT, DECIDED, Mark
from treesolve.grading.points import Points
from treesolve.model.answer import Answer
from treesolve.model.asked_moment import in_pairs
from treesolve.model.number import Number
from treesolve.model.perspective import seen_by, window_seen_by
from treesolve.search.maxn import MaxnSolution
from treesolve.search.step_table import viewer

_BOUNDS = {"<=": "≤", ">=": "≥"}


class Report(NamedTuple):
    """All marks of one answer, and what explains its mistakes; `answer` has MAX's numbers, whatever was written.

    `points` are those of the parts that are decided; all together may come to `at_most`. There is no grade before all
    are decided.
    """

    answer: Answer
    points: Number
    marks: tuple[Mark, ...]
    diagnosis: tuple[Diagnosis, ...]
    grade: str | None
    view: str
    at_most: Number = 0

    @property
    def pending(self) -> tuple[str, ...]:
        """The parts that somebody has to decide."""
        return tuple(mark.part for mark in self.marks if mark.is_pending)


class Grader(AnswerKey):
    """Marks answers to one tree in one lecture, by one rubric.

    Raises treesolve.search.search.Unsolvable where the lecture cannot search the tree.
    """

    @cached_property
    def followers(self) -> tuple[Follower, ...]:
        """What followers of each misconception hand in."""
        return followers(self.solution, self.masks)

    @cached_property
    def nodes(self) -> Nodes:
        """The nodes by what students call them, with what the lecture evaluates and leaves out, in its order."""
        told = self.solution.convention
        is_reversed = told.order == "right-left"
        below = (node for root in self.right.roots for node in self.tree.subtree(root))
        leaves = sorted((node for node in below if not self.tree.children[node]), reverse=is_reversed)
        return Nodes(
            self.tree,
            right_to_left=is_reversed,
            any_sign=told.perspective != "minimax",
            signs=self._signs_of_bounds(),
            asked=self.lettered,
            order=self.right.order,
            pruned=tuple(leaves),
            moment=told.alpha_beta,
        )

    def _signs_of_bounds(self) -> dict[int, str]:
        """For each node of which the search finds only a bound which one: "≤" or "≥"."""
        if isinstance(self.solution, MaxnSolution):
            return {}
        visited = (node for node in self.right.visited if node in self.solution.visit_of)
        found = {node: self.solution.relation(node) for node in visited}
        return {node: _BOUNDS[relation] for node, relation in found.items() if relation in _BOUNDS}

    def report(self, answer: Answer) -> Report:
        """The marks of an answer, in the view in which more of it is right; ties are decided as the answer has it."""
        return self.deciding_as(answer)._report(answer)

    def _report(self, answer: Answer) -> Report:
        markings = [("max", self._marking_of_answer(answer))]
        if self.solution.convention.perspective != "minimax" and not markings[0][1].points.is_right:
            markings.append(("mover", self._marking_of_answer(self._answer_in_view_of_max(answer))))
            markings.sort(key=lambda entry: (self._points_of_marking(entry[1]).share, entry[0]), reverse=True)
        return self._report_of_markings(*zip(*markings, strict=True))

    def fit(self, answer: Answer) -> Number:
        """How much of what is answered and decided is right, from 0 to 1, in the better view; nothing follows here."""
        key = self.deciding_as(answer)
        return max(Marking(key, view, follows=False).points.fit(answer.answered) for view in self.views(answer))

    def views(self, answer: Answer) -> tuple[Answer, ...]:
        """The answer as it may be meant: with MAX's numbers; in a lecture that has others, with the mover's."""
        if self.solution.convention.perspective == "minimax":
            return (answer,)
        return answer, self._answer_in_view_of_max(answer)

    def _marking_of_answer(self, answer: Answer) -> Marking:
        marking = Marking(self, answer)
        return Marking(self, answer, follows=False) if marking.points.is_unpaid else marking

    def _report_of_markings(self, views: tuple[str, ...], markings: tuple[Marking, ...]) -> Report:
        """The report of the first of the markings, with what explains the answer in any of them."""
        counted = self._points_of_marking(markings[0])
        marks, points = counted.marks, counted.total()
        is_open = any(mark.is_pending for mark in marks)
        diagnosis = () if is_open or markings[0].points.is_right else self._diagnosis_of_markings(markings)
        grade = None if is_open else self.rubric.grade(points, self.possible)
        at_most = counted.total(pending=True)
        report = Report(markings[0].answer, points, marks, diagnosis, grade, views[0], at_most)
        return report if self.parts_explained(report) else report._replace(diagnosis=())

    def parts_explained(self, report: Report) -> list[str]:
        """The parts in which rules explain something that is lost."""
        behind = self.rules_behind(report)
        explains = report.diagnosis[0].explains if report.diagnosis else ()
        lost = (mark for mark in report.marks if mark.part in explains and not mark.is_full)
        return [mark.part for mark in lost if mark.part == "order" or split(mark, *behind, self.masks)[0]]

    def _points_of_marking(self, marking: Marking) -> Points:
        """The points; what one wrong rule leads to, followed consistently, may be worth something by the rubric."""
        points = marking.points
        if not self.rubric.consistent or points.is_right:
            return points
        return points._replace(parts=tuple(self._mark_by_rule(mark, marking.handed) for mark in points.parts))

    def _mark_by_rule(self, mark: Mark, written: Handed) -> Mark:
        """A mark with what the rubric gives for the one rule that leads to just this, if that is more."""
        is_open = mark.is_pending or mark.basis == DECIDED
        if is_open or mark.share == 1 or mark.part not in self.search_parts or mark.part in self.rubric.whole:
            return mark
        rules = [
            one.code
            for one in self.followers
            if is_just_as(mark.part, written, one.reference, self.needed_in(one.reference))
        ]
        share = Fraction(self.rubric.consistent.get(rules[0], 0)) if len(rules) == 1 else Fraction(0)
        return mark._replace(share=share, basis=f"{CONSISTENT}:{rules[0]}") if share > mark.share else mark

    def _diagnosis_of_markings(self, markings: tuple[Marking, ...]) -> tuple[Diagnosis, ...]:
        """What explains the answer in any view; what a person has decided explains nothing."""
        parts = [part for part in self.search_parts if part not in markings[0].answer.decided]
        differing = [truth for marking in markings for truth in marking.truths()]
        truths = [{part: truth[part] for part in parts if part in truth} for truth in differing]
        found = [diagnose(one.handed, truths, self._followers_and_oversights(one.handed), parts) for one in markings]
        return min(filter(None, found), key=lambda diagnosis: diagnosis[0].differences, default=())

    def rules_behind(self, report: Report) -> tuple[Handed, list[Reference]]:
        """What an answer says, in the view in which rules explain it, and what is right by each of these."""
        codes = [found.code for found in report.diagnosis]
        seen = [handed(view, self.masks, self.rubric.places) for view in self.views(report.answer)]
        found = self._followers_and_oversights(seen[0]) if codes else ()
        rules = [follower.reference for follower in found if follower.code in codes]
        return min(seen, key=lambda one: rules and differing(one, rules[0], self.search_parts)), rules

    def _followers_and_oversights(self, written: Handed) -> Iterator[Follower]:
        """What may explain an answer; nothing of it is worked out before somebody asks."""
        yield from oversights(self.solution, self.right, written, self.masks)
        yield from self.followers

    def _answer_in_view_of_max(self, answer: Answer) -> Answer:
        """The answer with MAX's numbers, where those of the player to move were written."""
        perspective = self.solution.convention.perspective
        values = answer.values and {
            node: seen_by(viewer(self.tree, node), value, perspective) for node, value in answer.values.items()
        }
        windows = answer.windows and {
            node: tuple(
                end for pair in in_pairs(row) for end in window_seen_by(viewer(self.tree, node), *pair, perspective)
            )
            for node, row in answer.windows.items()
        }
        value = None if answer.value is None else seen_by(viewer(self.tree, 0), answer.value, perspective)
        return answer._replace(values=values, windows=windows, value=value)
