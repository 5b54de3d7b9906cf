"""Payoffs in answers: in the requested form, in an order, in JSON; incomplete payoffs need review."""

import random

import pytest

from tests.support.effort import seeds
from tests.support.payoffs import payoffs_tree, with_ties
from treesolve.analysis.reference_answer import LeafMasks, answer_from_solution, reference
from treesolve.search.maxn import solve_maxn
from treesolve.submissions.answer_reader import parse_answer
from treesolve.submissions.answer_writer import format_parts
from treesolve.submissions.claim import AnswerReading
from treesolve.submissions.node_names import NodeNames

TREE = payoffs_tree("((<1, 2, 6> <4, 2, 3>) (<6, 1, 2> <3, 5, 2>))")
RIGHT = {0: (3, 5, 2), 1: (1, 2, 6), 4: (3, 5, 2)}


def read(text: str) -> AnswerReading:
    """Return the reading of a text about the tree."""
    return parse_answer(text, NodeNames(TREE))


@pytest.mark.parametrize(
    "text",
    [
        "values: A=(3, 5, 2) B=(1,2,6) C=(3, 5, 2)",
        "Werte: A=(3; 5; 2) B=(1; 2; 6) C=(3; 5; 2)",
        "A = 3/5/2, B = 1/2/6, C = 3/5/2",
        "A = <3, 5, 2>; B = <1; 2; 6>; C = <3 5 2>",
        "values: A=[3 5 2] B=[1 2 6] C=[3 5 2]",
        "A: 3 5 2\nB: 1 2 6\nC: 3 5 2",
        "A=3, 5, 2\nB=1, 2, 6\nC=3,5,2",
        "| node | value |\n|---|---|\n| A | (3,5,2) |\n| B | (1,2,6) |\n| C | (3,5,2) |",
    ],
)
def test_values_are_read(text: str):
    """Nothing is unread, and every node has payoffs."""
    found = read(text)
    assert (found.answer.values, found.problems, found.answer.has_unread) == (RIGHT, (), False)


@pytest.mark.parametrize("text", ["value: (3, 5, 2)", "Wert der Wurzel: 3/5/2", "root value = (3 5 2)"])
def test_the_value_of_the_root_is_read(text: str):
    """It follows its key."""
    assert (read(text).answer.value, read(text).problems) == ((3, 5, 2), ())


def test_leaves_are_named_by_their_payoffs():
    """In an order, and among the pruned nodes."""
    answer = read("order: (1, 2, 6) (4,2,3) <6 1 2>\npruned: (3, 5, 2)\nbest: C").answer
    assert (answer.order, answer.pruned, answer.best) == ((2, 3, 5), (6,), 4)


@pytest.mark.parametrize(
    "text",
    [
        "A=5 B=(1, 2, 6)",
        "A=(3, 5) B=(1, 2, 6)",
        "A=(3, 5, 2, 7)",
        "A = 3, 5",
        "value: (3, 5)",
        "value: 3",
        "L1=(1, 2, 7)",
        "order: (1, 2, 7)",
        "A gets 3/5/2.",
        "P2 chooses C: (3,5,2).",
    ],
)
def test_incomplete_payoffs_need_review(text: str):
    """Single numbers, lists of another length and sentences are not payoffs."""
    found = read(text)
    assert (found.claims, found.answer.has_unread) == ((), True)


@pytest.mark.parametrize("seed", seeds(400))
def test_formatted_answers_are_read_back(seed: int):
    """The formatted correct answer to a random tree is parsed to the same answer."""
    rng = random.Random(seed)
    solution = solve_maxn(with_ties(rng, cuts=seed % 2 == 0))
    answer = answer_from_solution(solution, reference(solution, LeafMasks(solution.tree)))
    text = "\n".join(f"{part}: {content}" for part, content in format_parts(answer, solution.tree).items() if content)
    found = parse_answer(text, NodeNames(solution.tree))
    assert found.problems == ()
    assert (found.answer.values or {}, found.answer.value, found.answer.best) == (
        answer.values,
        answer.value,
        answer.best,
    )
    assert (found.answer.pruned or (), found.answer.order) == (answer.pruned, answer.order)
