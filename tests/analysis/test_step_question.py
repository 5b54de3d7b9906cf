"""Step questions, compared with recursions over the conventions' pseudocode."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.search.test_search import CUTTING, each, leaves_for, paths
from tests.support.chance_oracle import drawn
from tests.support.effort import examples
from tests.support.oracle import PSEUDOCODE
from tests.support.strategies import planted
from treesolve.analysis.step_question import StepQuestion, step_questions
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.model.perspective import value_seen_by
from treesolve.notation.reader import read
from treesolve.search.maxn import solve_tree
from treesolve.search.solution import Solution, solve
from treesolve.search.step_table import viewer


def questions_of(solution: Solution, kind: str) -> list[StepQuestion]:
    """Return the questions of a kind, in order."""
    return [question for question in step_questions(solution) if question.kind == kind]


@each(CUTTING)
@examples(60)
@given(data=st.data(), maximising=st.booleans())
def test_correct_answers_match_the_pseudocode(convention: Convention, data: st.DataObject, maximising: bool):
    """Compares each returned value, each visited child, and whether further children are visited."""
    nested = data.draw(leaves_for(convention).filter(lambda tree: isinstance(tree, list)))
    run = PSEUDOCODE[convention.id](nested, maximising)
    solution = solve(planted(nested, maximising=maximising), convention)
    if solution.is_forced:
        return
    tree, path_of = solution.tree, paths(solution.tree)
    visited = {leaf[:length] for leaf in run.leaves for length in range(len(leaf) + 1)}

    def displayed(node: int) -> tuple[object, ...]:
        return (value_seen_by(viewer(tree, node), run.returned[path_of[node]], convention.perspective),)

    assert {q.node: q.right for q in questions_of(solution, "return")} == {
        node: displayed(node) for node in range(len(tree)) if path_of[node] in run.returned
    }
    for question in questions_of(solution, "cut"):
        left = set(children_of(solution, question.node)) - before(solution, question)
        assert question.right == ("on" if any(path_of[child] in visited for child in left) else "cut")
    for question in questions_of(solution, "child"):
        done = before(solution, question)
        assert path_of[question.right] in visited
        assert question.right not in done
        assert all(earlier in done for earlier in until(solution, question.node, question.right))


def children_of(solution: Solution, node: int) -> tuple[int, ...]:
    """Return the children of a node in the order of the convention."""
    children = solution.tree.children[node]
    return children if solution.convention.order == "left-right" else children[::-1]


def until(solution: Solution, node: int, child: int) -> tuple[int, ...]:
    """Return the children of a node that precede the given one."""
    children = children_of(solution, node)
    return children[: children.index(child)]


def before(solution: Solution, question: StepQuestion) -> set[int]:
    """Return the children of the node whose values have arrived when a question is due."""
    if question.after is None:
        return set()
    return {*until(solution, question.node, question.after), question.after}


@each(CUTTING)
@examples(40)
@given(data=st.data(), maximising=st.booleans())
def test_there_is_a_question_about_a_cut_after_each_child_but_the_last(
    convention: Convention, data: st.DataObject, maximising: bool
):
    """Each question occurs once, and steps never go back."""
    nested = data.draw(leaves_for(convention).filter(lambda tree: isinstance(tree, list)))
    solution = solve(planted(nested, maximising=maximising), convention)
    questions, tree = step_questions(solution), solution.tree
    assert len({question[1:4] for question in questions}) == len(questions)
    assert [question.step for question in questions] == sorted(question.step for question in questions)
    expected = {
        (tree.parents[node], node)
        for node in solution.visited_ids[1:]
        if node != children_of(solution, tree.parents[node] or 0)[-1]
    }
    assert {(question.node, question.after) for question in questions_of(solution, "cut")} == expected


@pytest.mark.parametrize("ask", [lambda q: q.kind == "child", lambda q: q.kind == "cut", lambda q: q.kind == "bounds"])
def test_without_cuts_there_are_only_questions_about_values(ask: Callable[[StepQuestion], bool]):
    """The order in which plain minimax visits nodes is not specified."""
    assert not any(map(ask, step_questions(solve(read("((6 5) (2 9))"), CONVENTIONS["minimax"]))))


def test_there_are_questions_about_chance_nodes_but_not_about_payoffs():
    """Searches with probes have no questions, as their steps are in a different order than a student's."""
    for seed in range(60):
        solution = solve(drawn(Random(seed)), CONVENTIONS["aima"]._replace(chance="star1"))
        returned = {question.node: question.right for question in questions_of(solution, "return")}
        assert returned == {node: (solution.returned(node),) for node in returned}
        assert len(returned) == sum(1 for node in solution.visited_ids if solution.tree.children[node])
    payoffs = solve_tree(read("S: P1 (A: P2 (<1, 2> <3, 4>) B: P2 (<0, 1> <2, 2>))", payoffs=True), CONVENTIONS["aima"])
    assert step_questions(payoffs) == ()
