"""The principal variation, compared with a walk along the values of the pseudocode."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.effort import examples
from tests.support.oracle import Nested, minimax
from tests.support.questions import one
from tests.support.strategies import SHARES, SMALL, nested, planted
from treesolve.grading.question.principal_variation_question import PrincipalVariationQuestion, right_children
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.notation.reader import read
from treesolve.search.solution import solve

LINE = PrincipalVariationQuestion()


def share(text: str, answer: str, convention: str = "haw") -> object:
    """Return the share of an answer about a tree in text form."""
    return LINE.mark(answer, solve(read(text), CONVENTIONS[convention])).share


def right_steps(tree: Nested, path: list[int], maximising: bool) -> int:
    """Return how many steps of a path keep the value of the tree."""
    steps = 0
    for index in path:
        if not isinstance(tree, list) or minimax(tree[index], maximising=not maximising) != minimax(
            tree, maximising=maximising
        ):
            return steps
        tree, maximising, steps = tree[index], not maximising, steps + 1
    return steps


@pytest.mark.parametrize("convention", CONVENTIONS.values(), ids=lambda convention: convention.id)
@examples(60)
@given(data=st.data(), maximising=st.booleans())
def test_any_walk_is_right_as_far_as_it_keeps_the_value(convention: Convention, data: st.DataObject, maximising: bool):
    """Random walks to a leaf, in random trees with ties, are right as long as they keep the value."""
    tree = data.draw(nested(SHARES if convention.perspective == "unit" else SMALL))
    solution = solve(planted(tree, maximising=maximising), convention)
    below, node, path = tree, 0, []
    names = []
    while isinstance(below, list):
        index = data.draw(st.integers(0, len(below) - 1))
        path.append(index)
        below, node = below[index], solution.tree.children[node][index]
        names.append(solution.tree.names[node])

    found = LINE.mark(" -> ".join(names), solution)

    right = right_steps(tree, path, maximising)
    assert (found.share == 1) is (right == len(path))
    assert [item.verdict for item in found.items[:right]] == ["correct"] * right
    assert found.share >= right / (right + 5)


@pytest.mark.parametrize(
    "answer",
    [
        *("C F L6", "A C F L6", "A, C, F, L6", "A → C → F → L6", "A -> C -> F -> L6", "A-C-F-L6", "c f l6", "C F 4"),
        *("erst C, dann F, dann L6", '"C" "F" "L6"', "C; F; L6.", "(C, F, L6)"),
    ],
)
def test_a_line_is_written_in_many_ways(answer: str):
    """A line has names or leaf values, with or without the root, with any separators."""
    text = "(((1 2) (7 6)) ((3 4) (5 2)))"

    assert LINE.right_answer(solve(read(text), CONVENTIONS["haw"])) == "C F L6"
    assert share(text, answer) == 1


def test_moves_instead_of_names():
    """Moves may be given instead of node names, or with them; a move may contain a hyphen."""
    text = 'S: (left -> A: ("e2-e4" -> 6 "e7-e5" -> 5) right -> B: (2 9))'

    for answer in ("left e7-e5", "left A e7-e5", "A e7-e5 L2", "LEFT E7-E5", "left → e7-e5"):
        assert share(text, answer) == 1, answer
    assert share(text, "right") == 0
    assert share(text, "left e2-e4") == 0.5


def test_names_may_differ_in_capitals_alone():
    """An exact match of a name takes precedence over one that ignores case."""
    assert [share("(x: 6 X: 5)", answer) for answer in ("x", "X")] == [1, 0]


def test_of_equal_moves_any_is_right():
    """Any of several equal moves is right, even if it is pruned."""
    text = "((5 6) (5 7) (4 9))"

    assert share(text, "B L1") == share(text, "C L3") == 1
    assert share(text, "D L5") == 0


@pytest.mark.parametrize(
    ("answer", "expected", "items", "codes"),
    [
        ("B", "1/2", [("correct", "B"), ("missing", None)], []),
        ("B L2", "1/2", [("correct", "B"), ("wrong", "L2")], []),
        ("C", "0", [("wrong", "C"), ("missing", None)], []),
        ("C L3", "0", [("wrong", "C"), ("missing", None)], []),
        ("B L1 L2", "1/2", [("correct", "B"), ("correct", "L1"), ("wrong", "L2")], []),
        ("L1", "0", [("wrong", "L1"), ("missing", None)], []),
        ("B Q", "1/2", [("correct", "B"), ("missing", None)], ["answer-unknown-node"]),
        ("Q B L1", "0", [("missing", None), ("missing", None)], ["answer-unknown-node"]),
    ],
)
def test_moves_before_a_mistake_count(answer: str, expected: str, items: list[tuple], codes: list[str]):
    """The moves before a mistake count; the first wrong move is wrong, and those after it are missing."""
    solution = solve(read("((5 6) (2 9))"), CONVENTIONS["haw"])
    found = LINE.mark(answer, solution)

    assert str(found.share) == expected
    assert [(item.verdict, item.given) for item in found.items] == items
    assert [problem.code for problem in found.problems] == codes


def test_problem_between_hyphens_has_its_position():
    """A problem between hyphens is reported at its position in the answer."""
    answer = "B-Q-L1"
    (problem,) = LINE.mark(answer, solve(read("((5 6) (2 9))"), CONVENTIONS["haw"])).problems

    assert answer[slice(*problem.span)] == "Q"


def test_line_ends_at_chance_nodes():
    """A line ends at a chance node; nodes below it may be named."""
    text = "(CHANCE (1 2) CHANCE (3 4))"

    assert share(text, "C") == share(text, "C L3") == 1
    assert share(text, "B") == 0


def test_question_without_fields_is_truthy():
    """A question without fields is truthy, unlike an empty tuple."""
    assert one("line")[1]


def test_of_equal_children_the_chosen_one_comes_first():
    """Of several equal children, the one that the search chooses comes first, else the leftmost."""
    solution = solve(read("((3 3) (1 1) (3 3))"), CONVENTIONS["minimax"].override(ties="last"))

    assert right_children(solution, 0) == (7, 1)
    assert right_children(solution, 7) == (9, 8)
    assert right_children(solution, 4) == (5, 6)
