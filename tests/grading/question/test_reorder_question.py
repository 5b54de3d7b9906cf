"""Reorderings: all orders of small trees, with leaves counted by the pseudocode of the convention."""

from fractions import Fraction

import pytest
from hypothesis import HealthCheck, assume, given
from hypothesis import strategies as st

from tests.analysis.test_minimal_tree import count_orders, orders
from tests.support.effort import examples
from tests.support.oracle import PSEUDOCODE, Nested
from tests.support.questions import one
from tests.support.strategies import SHARES, SMALL, planted, written
from tests.support.wrong_answers import wrong_answer
from treesolve.grading.question.reorder_question import ReorderQuestion, parse_order
from treesolve.grading.question.reorder_question import written as written_tree
from treesolve.grading.question.tree_question import UnreadableAnswer
from treesolve.model.convention import CONVENTIONS
from treesolve.notation.reader import read
from treesolve.rendering.question_wording import correct_answer_text
from treesolve.search.solution import solve

TEXT = "(((7 3) (4 8)) ((5 6) (9 2)))"
QUESTION = ReorderQuestion()


def small(leaves: st.SearchStrategy) -> st.SearchStrategy[Nested]:
    """Return a strategy for trees with few orders."""
    return st.recursive(leaves, lambda below: st.lists(below, min_size=2, max_size=3), max_leaves=6)


@pytest.mark.parametrize("convention", [name for name in PSEUDOCODE if CONVENTIONS[name].cuts])
@examples(25, unlike=[HealthCheck.filter_too_much])
@given(data=st.data(), maximising=st.booleans())
def test_share_of_every_order(convention: str, data: st.DataObject, maximising: bool):
    """The share of every order of a small tree is its share of the possible savings."""
    tree = data.draw(small(SHARES if convention == "unit" else SMALL))
    assume(isinstance(tree, list))
    assume(count_orders(tree) <= 80)
    solution = solve(planted(tree, maximising=maximising), CONVENTIONS[convention])
    assume(not solution.is_forced)
    counts = {written(order): len(PSEUDOCODE[convention](order, maximising).leaves) for order in orders(tree)}
    given_count, least = len(PSEUDOCODE[convention](tree, maximising).leaves), min(counts.values())
    assume(least < given_count)

    for text, count in counts.items():
        found = QUESTION.mark(text, solution)
        assert found.problems == ()
        assert found.items[0].given == str(count)
        assert found.share == max(0, Fraction(given_count - count, given_count - least))
    assert QUESTION.mark(QUESTION.right_answer(solution), solution).share == 1


def test_comma_between_digits_is_decimal_if_this_gives_the_tree():
    """A comma between digits is a decimal comma if this gives the tree, and a separator otherwise."""
    halves = solve(read("((6.5 5) (-2.5 9))"), CONVENTIONS["aima"])
    printed = correct_answer_text(QUESTION, halves, "de")

    assert printed == "((6,5 5) (−2,5 9))"
    assert parse_order(printed, halves.tree) == parse_order("((6.5, 5), (-2.5, 9))", halves.tree)
    assert QUESTION.mark(printed, halves) == QUESTION.mark(QUESTION.right_answer(halves), halves)
    assert parse_order("((2,9) (6,5))", read("((6 5) (2 9))")) == ((4, 1), (2, 3), (), (), (5, 6), (), ())
    assert [one.code for one in QUESTION.mark("((6,5 4) (−2,5 9))", halves).problems] == ["question-no-reordering"]


@pytest.mark.parametrize(
    "answer",
    [
        *("(((9 2) (5 6)) ((7 3) (4 8)))", "[[[9, 2], [5, 6]], [[7, 3], [4, 8]]]"),
        *("max(min(max(9 2) max(5 6)) min((7 3) (4 8)))", "A: C B; C: G F", "A: C B\nC: G F", "A = C, B   C = G, F"),
        *("C: G F, A: C B", "a: c b c: g f", "- A: C, B\n- C: G, F"),
    ],
)
def test_an_order_is_written_in_many_ways(answer: str):
    """An order is the whole tree with values or names, or node by node; nodes that are not mentioned keep theirs."""
    tree = read(TEXT)
    order = parse_order(answer, tree)

    names = tree.names
    children = {names[node]: " ".join(names[child] for child in below) for node, below in enumerate(order) if below}
    assert children == {"A": "C B", "B": "D E", "C": "G F", "D": "L1 L2", "E": "L3 L4", "F": "L5 L6", "G": "L7 L8"}


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ("(((7 3) (4 8)) ((5 6) (9 1)))", "question-no-reordering"),
        ("(((7 4) (3 8)) ((5 6) (9 2)))", "question-no-reordering"),
        ("(((7 3) (4 8)) ((5 6) (9 2)) 1)", "question-no-reordering"),
        *(("((7 3 4 8) (5 6 9 2))", "question-no-reordering"), ("((G F) (D E))", "question-no-reordering")),
        *(("(1 1)", "question-no-reordering"), ("(((7 3) (4 8)) ((5 6) (9 2))", "question-brackets")),
        *(("((7 3)) ((4 8))", "question-brackets"), ("1)", "question-unreadable"), ("(()", "question-brackets")),
        *(("A: C", "question-child-missing"), ("A: C C", "question-no-child"), ("A: C B L1", "question-no-child")),
        *(("A: L1", "question-no-child"), ("Q: A B", "answer-unknown-node"), ("nonsense", "question-unreadable")),
    ],
)
def test_invalid_reordering_is_reported(answer: str, code: str):
    """An answer that is no reordering is reported and gets no points."""
    solution = solve(read(TEXT), CONVENTIONS["haw"])
    found = QUESTION.mark(answer, solution)

    assert found.share == 0
    assert [problem.code for problem in found.problems] == [code]
    assert found.items[0].given is None


def test_a_long_word_that_is_no_child_is_shown_by_its_beginning():
    """The message shows the first 60 characters of a long word."""
    (problem,) = QUESTION.mark(f"A: {'x' * 61}", solve(read(TEXT), CONVENTIONS["haw"])).problems

    assert problem.facts == {"text": "x" * 60, "name": "A"}


def test_equal_leaves_are_interchangeable():
    """Equal leaves are interchangeable, and players may be omitted."""
    solution = solve(read("MIN ((5 5 1) (5 2 5))"), CONVENTIONS["haw"])

    assert QUESTION.mark("((1 5 5) (5 5 2))", solution).problems == ()
    assert QUESTION.mark("MAX ((1 5 5) (5 5 2))", solution).problems == ()


def test_notation_of_the_right_answer():
    """The right answer has brackets and values, and players only where they differ from the expected ones."""
    assert written_tree(read("S: MIN (A: (6 1/2) -3 CHANCE (inf 2))")) == "((6 0.5) -3 CHANCE (inf 2))"
    solution, question = one("reorder", TEXT)
    assert read(question.right_answer(solution)).children


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("(((2 1) MIN (1 2)) 0)", ("D", "C")),
        ("((MIN (1 2) (2 1)) 0)", None),
        ("((MIN (2 1) MAX (2 1)) 0)", ("C", "D")),
        ("((CHANCE (2 1) MIN (1 2)) 0)", None),
        ("(((1 2) (2 1)) 0)", None),
    ],
)
def test_of_subtrees_with_the_same_leaves_the_one_with_the_same_players_is_meant(text: str, order: object):
    """Subtrees with equal leaves are identified by their players; otherwise the answer is ambiguous."""
    tree = read("((MIN (1 2) MAX (1 2)) 0)")
    try:
        found = tuple(tree.names[node] for node in parse_order(text, tree)[1])
    except UnreadableAnswer:
        found = None
    assert found == order


def test_expected_number_is_the_least_possible():
    """The expected number is the least possible, three of four leaves, for every answer."""
    solution = solve(read("((1 2) (3 4))"), CONVENTIONS["haw"])
    answers = ("", "((1 2) (3 4))", "((3 4) (1 2))")

    items = [(item.given, item.expected) for text in answers for item in QUESTION.mark(text, solution).items]
    assert items == [(None, "3"), ("4", "3"), ("3", "3")]


def test_no_question_if_nothing_can_be_saved():
    """There is no question if the order is already the best, or if nothing can be cut."""
    for text, convention in (("(6 5)", "haw"), ("((6 5) (2 9))", "haw"), (TEXT, "minimax"), ("((5) (6))", "haw")):
        assert QUESTION.draw(solve(read(text), CONVENTIONS[convention]), None) is None  # type: ignore[arg-type]


@pytest.mark.parametrize("chance", ["star1", "star2"])
def test_orders_of_a_tree_whose_chance_nodes_are_cut(chance: str):
    """With cuts at chance nodes, the best order is found by trying all orders, if there are few enough."""
    text = "(CHANCE (0.5 * MIN (0 2) 0.5 * MIN (-1 0)) CHANCE (0.5 * MIN (2 2) 0.5 * MIN (1 2)))"
    solution = solve(read(f"bounds: -2 2\ntree: {text}"), CONVENTIONS["aima"]._replace(chance=chance))
    question = ReorderQuestion.draw(solution, None)

    assert question.mark(question.right_answer(solution), solution).share == 1
    assert question.mark(wrong_answer(question, solution), solution).share == 0
    wide = solve(read(f"bounds: 0 9\ntree: (CHANCE ({' '.join('123456789')}) CHANCE (9 8 7))"))
    assert ReorderQuestion.draw(wide, None) is None
