"""What somebody with a misconception answers to a due question, where all before it was done rightly.

A moment is what stands between two arrivals: the values that have come so far are known, and no more. What is finished
by then is known by the values it returned, so in the tree of that moment a leaf stands in its place; all else is as it
was. The wrong search of that tree comes to the same question, or turns off before it: then there is no answer.
"""

from collections.abc import Iterator, Mapping
from itertools import accumulate, groupby
from typing import NamedTuple

from treesolve.analysis.due_question import DueQuestion, Right, due_questions, questions_in_turn
from treesolve.analysis.misconception import codes_about, wrong_solution
from treesolve.model.number import Number
from treesolve.model.tree_shape import with_nodes
from treesolve.search.search import Unsolvable, search
from treesolve.search.solution import Solution
from treesolve.search.trace import Log, Update

Answers = dict[str, Right]

_NEVER_SEARCHED = ("right-to-left", "parent-skip", "reads-only-first-skipped", "marks-cut-node")
"""The first two are read off the right search, the others are about what is written down after it."""

_ABOUT_CUTS = ("strict-cut", "equal-cut", "late-cut", "wrong-direction")
"""They only stop at other moments: who compares values strictly still returns bounds where the lecture does."""


def wrong_answers(solution: Solution) -> tuple[Answers, ...]:
    """For each due question, in order, what is answered by those misconceptions that do not answer rightly."""
    questions = due_questions(solution)
    return tuple(_WrongSteps(solution, questions).answers()) if questions else ()


class _Moment(NamedTuple):
    """The tree of a moment, not searched yet or searched wrongly, and the nodes kept in it."""

    solution: Solution
    kept: tuple[int, ...]


def moment_of(solution: Solution, finished: Mapping[int, Number]) -> _Moment:
    """The moment at which these nodes are finished."""
    tree, kept, node = solution.tree, [0], 1
    while node < len(tree):
        kept.append(node)
        node = tree.ends[node] if node in finished else node + 1
    return _Moment(Solution(Log(with_nodes(tree, kept, finished), solution.convention)), tuple(kept))


class _WrongSteps:
    """A walk through the moments of a search."""

    def __init__(self, solution: Solution, questions: tuple[DueQuestion, ...]) -> None:
        self.solution, self.tree, self.questions = solution, solution.tree, questions
        self.arrivals = [event for event in solution.events if isinstance(event, Update)]
        self.arrived = [*accumulate((isinstance(step.events[-1], Update) for step in solution.step_events), initial=0)]
        self.skipping = {
            cut.node for cut in solution.cut_events if cut.skipped and wrong_solution(solution, "parent-skip")
        }
        codes = [code for code in codes_about(solution) if code not in _NEVER_SEARCHED]
        self.codes = [code for code in codes if code != "leak" or wrong_solution(solution, code)]

    def answers(self) -> Iterator[Answers]:
        """What is answered to each question."""
        for arrived, due in groupby(self.questions, self._values_arrived):
            yield from self._at_moment({event.child: event.value for event in self.arrivals[:arrived]}, [*due])

    def _values_arrived(self, question: DueQuestion) -> int:
        """How many values have come when a question is due; bounds are asked once they have taken the newest in."""
        return self.arrived[question.step - (question.kind != "bounds")]

    def _at_moment(self, finished: Mapping[int, Number], due: list[DueQuestion]) -> Iterator[Answers]:
        found, moment = {question: self._read_off(question) for question in due}, moment_of(self.solution, finished)
        for code in self.codes:
            kinds = ("cut",) if code in _ABOUT_CUTS else ("cut", "bounds", "return")
            asked = [question for question in due if question.kind in kinds]
            wrong = self._follow(code, moment, finished) if asked else None
            for question, answer in _answered(wrong, asked) if wrong else ():
                found[question][code] = answer
        yield from found.values()

    def _follow(self, code: str, moment: _Moment, finished: Mapping[int, Number]) -> _Moment | None:
        """The moment with the search of somebody who follows a misconception; None where there is none."""
        if code == "leak":
            return self._leak(finished)
        wrong = wrong_solution(moment.solution, code)
        return moment._replace(solution=wrong) if wrong else None

    def _leak(self, finished: Mapping[int, Number]) -> _Moment | None:
        """Bounds are left by nodes that are still open to this search, though what they return is known."""
        leaking = {self.tree.parents[node]: node for node in finished if self.tree.children[node]}.values()
        known = {node: value for node, value in finished.items() if node not in leaking}
        moment = moment_of(self.solution, known)
        written = {place: finished[node] for place, node in enumerate(moment.kept) if node in finished}
        try:
            log = search(moment.solution.tree, self.solution.convention, "leak", written)
        except Unsolvable:
            return None
        return moment._replace(solution=Solution(log))

    def _read_off(self, question: DueQuestion) -> Answers:
        """Who goes from the wrong side takes the last child that is left; who skips with a child stops after it."""
        if question.kind == "child":
            return {"right-to-left": self.solution.children_in_order(question.node)[-1]}
        return {"parent-skip": "cut"} if question.right == "on" and question.after in self.skipping else {}


def _answered(wrong: _Moment, asked: list[DueQuestion]) -> Iterator[tuple[DueQuestion, Right]]:
    """The questions to which a wrong search has another answer, each with that; not those to which it does not come."""
    waiting = {question[1:4]: question for question in asked}
    for _, kind, node, after, answer in questions_in_turn(wrong.solution):
        question = waiting.pop((kind, wrong.kept[node], None if after is None else wrong.kept[after]), None)
        if question and answer != question.right:
            yield question, answer
        if not waiting:
            return
