"""Find the mistake: each wrong solution is compared with an independent search with the same mistake."""

from collections.abc import Iterator
from random import Random

import pytest

from tests.support.answers import complete, uneven
from tests.support.effort import dice, until
from tests.support.questions import drawn
from treesolve.analysis.expected_answers import accepted_values
from treesolve.grading.question.find_mistake_question import CUT, MISSED, VALUE, FindMistakeQuestion, wrong_frame
from treesolve.model.convention import CONVENTIONS
from treesolve.model.kind import Kind
from treesolve.model.number import INFINITY, Number
from treesolve.model.tree import Tree
from treesolve.notation.reader import read
from treesolve.search.search_frames import DONE, Animation, Frame
from treesolve.search.search_result import PRUNED, VISITED
from treesolve.search.solution import Solution, solve

RULES = {
    "haw": (False, True),
    "aima": (False, False),
    "cs188": (True, False),
    "cosc367": (False, False),
    "hartmann": (False, True),
}
"""Conventions, by whether cuts are strict and whether nodes return their bound."""


class Slipped:
    """A recursive alpha-beta search with one mistake: the values of visited nodes, and the topmost nodes cut off."""

    def __init__(self, tree: Tree, strict: bool, bound: bool, mistake: FindMistakeQuestion | None) -> None:
        self.tree, self.strict, self.bound, self.mistake = tree, strict, bound, mistake
        self.values: dict[int, Number] = {}
        self.cut_off: set[int] = set()
        self.search(0, -INFINITY, INFINITY)

    def search(self, node: int, alpha: Number, beta: Number) -> Number:
        """Return the value that a node returns."""
        tree, slip = self.tree, self.mistake if self.mistake and self.mistake.node == node else None
        if not tree.children[node]:
            self.values[node] = tree.values[node]  # type: ignore[assignment]
            return self.values[node]
        is_max = tree.kinds[node] is Kind.MAX
        best = -INFINITY if is_max else INFINITY
        children = list(tree.children[node])
        stopped = False
        for place, child in enumerate(children):
            if slip and slip.slip == CUT and child in slip.skipped:
                self.cut_off |= set(children[place:])
                break
            if stopped and not (slip and slip.slip == MISSED):
                self.cut_off |= set(children[place:])
                break
            value = self.search(child, alpha, beta)
            best = (max if is_max else min)(best, value)
            alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
            stopped = alpha > beta or (alpha == beta and not self.strict)
        found = (alpha if is_max else beta) if self.bound else best
        if slip and slip.slip == VALUE:
            found = slip.value  # type: ignore[assignment]
        self.values[node] = found
        return found


def shown(frame: Frame) -> dict[int, Number]:
    """Return the values in a picture of a finished search."""
    return {node: state.value for node, state in enumerate(frame.states) if state.status == DONE}  # type: ignore[misc]


def mistakes(convention: str, slips: set[str]) -> Iterator[tuple[Solution, FindMistakeQuestion]]:
    """Yield mistakes in random trees without chance nodes until all kinds have occurred."""
    rng = dice(f"mistakes {convention}")
    for number in until(lambda: slips == {VALUE, CUT, MISSED}, range(1500), 150):
        tree = (
            complete(rng, rng.choice(((3, 3), (2, 2, 2), (3, 2, 3), (2, 2, 2, 2))), 0, 12)
            if number % 2
            else uneven(rng)
        )
        solution = solve(tree, CONVENTIONS[convention])
        question = FindMistakeQuestion.draw(solution, rng)
        if question is not None:
            yield solution, question


@pytest.mark.parametrize("convention", RULES)
def test_the_wrong_solution_is_the_search_with_one_slip(convention: str):
    """The picture agrees with the independent search: wrong at the mistake, and consistent everywhere else."""
    slips: set[str] = set()
    for solution, question in mistakes(convention, slips):
        frame = question.printed_frame(solution)
        wrong = Slipped(solution.tree, *RULES[convention], question)
        right = Slipped(solution.tree, *RULES[convention], None)

        assert shown(frame) == wrong.values, question
        assert frame.struck == wrong.cut_off
        assert {node for node, state in enumerate(frame.states) if state.status == PRUNED} == {
            below for top in wrong.cut_off for below in solution.tree.subtree(top)
        }
        assert (wrong.values, wrong.cut_off) != (right.values, right.cut_off)
        assert_is_wrong(question, solution, right)
        slips.add(question.slip)
    assert slips == {VALUE, CUT, MISSED}


def assert_is_wrong(question: FindMistakeQuestion, solution: Solution, right: Slipped) -> None:
    """Check that the mistake is wrong by all accepted values, and that it is of the stated kind."""
    node = question.node
    if question.slip == VALUE:
        assert question.value not in accepted_values(solution, node)
        assert question.value != right.values[node]
    elif question.slip == CUT:
        assert set(question.skipped) <= right.values.keys()
        assert not set(question.skipped) & right.cut_off
    else:
        assert set(question.skipped) <= right.cut_off
    assert solution.status(node) == VISITED


@pytest.mark.parametrize("convention", CONVENTIONS.values(), ids=lambda convention: convention.id)
def test_only_accepted_nodes_are_right(convention):
    """Exactly the accepted nodes are right."""
    for solution, question in list(drawn("mistake", convention, 30))[:12]:
        names = solution.tree.names
        right = {node for node in range(len(names)) if question.mark(f'"{names[node]}"', solution).share == 1}
        alike = {node for node in range(len(names)) if names[node] in {names[one] for one in question.accepted_nodes()}}
        assert right == set(question.accepted_nodes()) == alike


@pytest.mark.parametrize("convention", CONVENTIONS.values(), ids=lambda convention: convention.id)
def test_a_wrong_statement_is_false_in_every_convention(convention):
    """A wrong value contradicts the minimax value; a wrong cut differs from the search."""
    for solution, question in drawn("mistake", convention, 30):
        frame, node = question.printed_frame(solution), question.node
        right = Animation(solution).last
        if question.slip == VALUE:
            state, value = frame.states[node], solution.values[node]
            assert value is not None
            assert not {"=": value == state.value, "<=": value <= state.value, ">=": value >= state.value}[
                state.relation
            ]
        else:
            assert frame.struck != right.struck
        assert len(frame.states) == len(solution.tree)


@pytest.mark.parametrize(
    ("answer", "share", "codes"),
    [
        *(("B", "1", []), ("b", "1", []), ("at B", "1", []), ("Knoten B", "1", []), ("Bei B, weil C = 5", "1", [])),
        *(("B = 3", "1", []), ("B: 3 statt 12", "1", []), ("B = 4", "1/2", []), ("C", "0", []), ("B C", "0", [])),
        *(("B and C", "0", []), ("A", "0", []), ("C = 3", "0", []), ("Q", "0", ["answer-unknown-node"])),
        ("nowhere", "0", ["answer-unknown-node"]),
    ],
)
def test_an_answer_names_one_node(answer: str, share: str, codes: list[str]):
    """An answer names one node, with or without the correction; a second node makes it wrong."""
    solution = solve(read("((3 12 8) (2 4 6) (14 5 2))"), CONVENTIONS["haw"])
    question = FindMistakeQuestion(VALUE, 1, 12)
    found = question.mark(answer, solution)

    assert str(found.share) == share
    assert [problem.code for problem in found.problems] == codes
    assert [item.node for item in found.items][:1] == [1]


def test_cut_off_children_may_be_named():
    """For a wrong cut, both the node and the children that are cut off are right."""
    solution = solve(read("((3 12 8) (2 4 6) (14 5 2))"), CONVENTIONS["haw"])
    question = FindMistakeQuestion(CUT, 9, None, (12,))

    assert question.shows(solution)
    assert [str(question.mark(text, solution).share) for text in ("D", "L9", "D L9", "L8")] == ["1", "1", "1", "0"]


def test_a_missed_cut_before_an_unknown_leaf_is_none():
    """A missed cut before an unknown leaf is not used, because the value of the node would be unknown."""
    solution = solve(read("((3 12 8) (2 x 6) (14 5 2))"), CONVENTIONS["haw"])
    assert solution.pruned_root_ids[:2] == (7, 8)
    assert not FindMistakeQuestion(MISSED, 5, None, (7, 8)).shows(solution)


def test_a_wrong_cut_at_the_root_is_drawn():
    """A wrong cut at the root is drawn, unless a forced move is not searched."""
    frames = [
        wrong_frame(FindMistakeQuestion(CUT, 0, None, (2,)), read("(0 1)"), CONVENTIONS[name])
        for name in ("unit", "haw")
    ]

    assert [frame and frame.struck for frame in frames] == [None, {2}]


def test_last_child_is_cut_off_without_misconceptions():
    """If no misconception leads to a wrong cut, the last child of a node is cut off."""
    solution = solve(read("((3 12 8) (2 4 6) (14 5 2))"), CONVENTIONS["minimax"])
    found = [FindMistakeQuestion.draw(solution, Random(seed)) for seed in range(12)]
    cuts = [one for one in found if one is not None and one.slip == CUT]

    assert cuts
    assert all(one.skipped == solution.tree.children[one.node][-1:] for one in cuts)
