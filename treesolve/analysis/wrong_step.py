"""What somebody with a misconception answers to a due question, where all before it was done rightly.

What is finished by then is known by the values it returned, so in the tree of that moment a leaf stands in its place;
all else is as it was. The wrong search of that tree comes to the same question, or turns off before it: then there is
no answer.

Vocabulary

    moment      what stands between two arrivals: the values that have come so far are known, and no more
    finished    the nodes whose values have come to their parents, with those values
    kept        the nodes of a moment's tree, in its order, by their ids in the whole one
    leaking     finished, but the last of their parent's that have children, so that "leak" still goes by their bounds
"""

from collections.abc import Iterator, Mapping
from itertools import accumulate, groupby
from typing import NamedTuple

from treesolve.analysis.due_question import DueQuestion, Right, due_questions
from treesolve.analysis.misconception import codes_about, wrong_solution
from treesolve.model.number import Number
from treesolve.model.tree import Kind, Tree
from treesolve.search.solution import Solution
from treesolve.search.trace import Log, Update

Answers = dict[str, Right]

_READ_OFF = ("right-to-left", "parent-skip")
"""Their answers are read off the right search."""

_ABOUT_CUTS = ("strict-cut", "equal-cut", "late-cut", "wrong-direction")
"""They only stop at other moments: who compares values strictly still returns bounds where the lecture does."""

_NO_STEPS = ("reads-only-first-skipped", "marks-cut-node")
"""They are about what is written down after the search."""


def wrong_answers(solution: Solution) -> tuple[Answers, ...]:
    """For each due question, in order, what is answered by those misconceptions that do not answer rightly."""
    questions = due_questions(solution)
    return tuple(_WrongSteps(solution, questions).answers()) if questions else ()


class _Moment(NamedTuple):
    """The tree of a moment, not searched yet, and the nodes kept in it."""

    solution: Solution
    kept: tuple[int, ...]


def moment_of(solution: Solution, finished: Mapping[int, Number]) -> _Moment:
    """The moment at which these nodes are finished."""
    tree, kept, node = solution.tree, [0], 1
    while node < len(tree):
        kept.append(node)
        node = tree.ends[node] if node in finished else node + 1
    return _Moment(Solution(Log(_tree_with_leaves(tree, kept, finished), solution.convention)), tuple(kept))


def _tree_with_leaves(tree: Tree, kept: list[int], finished: Mapping[int, Number]) -> Tree:
    place = {node: number for number, node in enumerate(kept)}
    return Tree(
        tuple(Kind.LEAF if node in finished else tree.kinds[node] for node in kept),
        tuple(finished.get(node, tree.values[node]) for node in kept),
        tuple(() if node in finished else tuple(map(place.__getitem__, tree.children[node])) for node in kept),
        moves={place[node]: move for node, move in tree.moves.items() if node in place},
        weights={place[node]: weight for node, weight in tree.weights.items() if node in place},
        bounds=tree.bounds,
    )


class _WrongSteps:
    """A walk through the moments of a search."""

    def __init__(self, solution: Solution, questions: tuple[DueQuestion, ...]) -> None:
        self.solution, self.tree, self.questions = solution, solution.tree, questions
        self.arrivals = [event for event in solution.events if isinstance(event, Update)]
        self.arrived = [*accumulate((isinstance(step.events[-1], Update) for step in solution.steps), initial=0)]
        self.skipping = {cut.node for cut in solution.cuts if cut.skipped}
        self.codes = [code for code in codes_about(solution) if code not in (*_READ_OFF, *_NO_STEPS)]

    def answers(self) -> Iterator[Answers]:
        """What is answered to each question."""
        for arrived, due in groupby(self.questions, self._values_arrived):
            yield from self._at_moment({event.child: event.value for event in self.arrivals[:arrived]}, [*due])

    def _values_arrived(self, question: DueQuestion) -> int:
        """How many values have come when a question is due; bounds are asked once they have taken the newest in."""
        return self.arrived[question.step - (question.kind != "bounds" or question.after is None)]

    def _at_moment(self, finished: Mapping[int, Number], due: list[DueQuestion]) -> Iterator[Answers]:
        found = [self._read_off(question, finished) for question in due]
        moment, leaking = moment_of(self.solution, finished), self._leaking(finished)
        moment_of_leak = moment_of(self.solution, {node: finished[node] for node in finished if node not in leaking})
        for code in self.codes:
            if code != "leak" or leaking:
                _answer(found, due, moment_of_leak if code == "leak" else moment, code)
        yield from found

    def _leaking(self, finished: Mapping[int, Number]) -> set[int]:
        inner = {self.tree.parents[node]: node for node in finished if self.tree.children[node]}
        return {node for parent, node in inner.items() if parent not in finished}

    def _read_off(self, question: DueQuestion, finished: Mapping[int, Number]) -> Answers:
        """Who goes from the wrong side takes the last child that is left; who skips with a child stops after it."""
        if question.kind == "child":
            left = [child for child in self.solution.children_in_order(question.node) if child not in finished]
            return {"right-to-left": left[-1]}
        if question.right == "on" and question.after in self.skipping and wrong_solution(self.solution, "parent-skip"):
            return {"parent-skip": "cut"}
        return {}


def _answer(found: list[Answers], due: list[DueQuestion], moment: _Moment, code: str) -> None:
    """Enter what is answered by a misconception to the questions of a moment, where that is not right."""
    kinds = ("cut",) if code in _ABOUT_CUTS else ("cut", "bounds", "return")
    if not any(question.kind in kinds for question in due):
        return
    wrong = wrong_solution(moment.solution, code)
    asked = {_place(question, moment.kept): question.right for question in due_questions(wrong)} if wrong else {}
    for answers, question in zip(found, due, strict=True):
        right = asked.get((question.kind, question.node, question.after), question.right)
        if question.kind in kinds and right != question.right and _is_like(right, question.right):
            answers[code] = right


def _place(question: DueQuestion, kept: tuple[int, ...]) -> tuple[str, int, int | None]:
    """What is asked, in the ids of the whole tree."""
    return question.kind, kept[question.node], None if question.after is None else kept[question.after]


def _is_like(right: Right, other: Right) -> bool:
    """Whether two answers have the same shape."""
    return type(right) is type(other) and (not isinstance(right, tuple) or len(right) == len(other))  # type: ignore[arg-type]
