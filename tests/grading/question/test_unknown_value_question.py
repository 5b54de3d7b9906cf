"""For which x: answers in the notation of students, compared with searches for single values of the letter."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.grading.question.test_true_false_question import paths_of, with_number
from tests.support.effort import examples
from tests.support.oracle import PSEUDOCODE, Nested, minimax
from tests.support.questions import drawn, one
from tests.support.strategies import SHARES, nested, planted
from treesolve.analysis.piecewise import Interval
from treesolve.grading.question.number_set_answer import EVERYTHING, intervals_with_ends_toggled, plain, read_numbers
from treesolve.grading.question.unknown_value_question import TOPICS, UnknownLeafQuestion
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.model.number import INFINITY, Number, Unknown
from treesolve.notation.number_text import format_number
from treesolve.notation.reader import read
from treesolve.search.solution import solve

GRID = sorted({Fraction(step, part) for part in (1, 2) for step in range(-12 * part, 12 * part + 1)})

NOTHING = set[object]().__contains__
EVERYWHERE = GRID.__contains__

WRITTEN: list[tuple[str, object]] = [
    *(("x <= 5", lambda x: x <= 5), ("x ≤ 5", lambda x: x <= 5), ("x =< 5", lambda x: x <= 5)),
    *(("x<5", lambda x: x < 5), ("5 >= x", lambda x: x <= 5), ("x ≥ −3", lambda x: x >= -3)),
    *(("x > 2,5", lambda x: x > Fraction(5, 2)), ("x > 2.5", lambda x: x > Fraction(5, 2))),
    *(("x > 5/2", lambda x: x > Fraction(5, 2)), ("5 < x < 7", lambda x: 5 < x < 7)),
    *(("7 > x >= 5", lambda x: 5 <= x < 7), ("5 < x ≤ 7", lambda x: 5 < x <= 7)),
    *(("x > 5 and x < 7", lambda x: 5 < x < 7), ("x > 5 und x < 7", lambda x: 5 < x < 7)),
    *(("x > 5, x < 7", lambda x: 5 < x < 7), ("x > 5 ∧ x < 7", lambda x: 5 < x < 7), ("[5, 7]", lambda x: 5 <= x <= 7)),
    *(("[5; 7[", lambda x: 5 <= x < 7), ("]5, 7]", lambda x: 5 < x <= 7), ("(5, 7)", lambda x: 5 < x < 7)),
    *(("[5, inf)", lambda x: x >= 5), ("]5, ∞[", lambda x: x > 5), ("(-∞; 5]", lambda x: x <= 5)),
    *(("x in [5, 7]", lambda x: 5 <= x <= 7), ("x ∈ [5; 7)", lambda x: 5 <= x < 7)),
    *(("x < 3 or x > 7", lambda x: x < 3 or x > 7), ("x < 3 oder x > 7", lambda x: x < 3 or x > 7)),
    *(("]-oo, 3[ ∪ ]7, oo[", lambda x: x < 3 or x > 7), ("x = 5", lambda x: x == 5), ("5..7", lambda x: 5 <= x <= 7)),
    *(("at most 5", lambda x: x <= 5), ("x höchstens 5", lambda x: x <= 5), ("x mindestens 5", lambda x: x >= 5)),
    *(("≥ -3", lambda x: x >= -3), ("x = 5 or x = 6", lambda x: x in (5, 6)), ("none", NOTHING), ("keine", NOTHING)),
    *(("kein x", NOTHING), ("nie", NOTHING), ("∅", NOTHING), ("{}", NOTHING), ("x < 5 and x > 7", NOTHING)),
    *(("all", EVERYWHERE), ("alle x", EVERYWHERE), ("every x", EVERYWHERE), ("für alle x", EVERYWHERE)),
    *(("immer", EVERYWHERE), ("y <= 5", lambda x: x <= 5)),
]


@pytest.mark.parametrize(("text", "holds"), WRITTEN, ids=lambda one: one if isinstance(one, str) else "")
def test_sets_are_written_in_many_ways(text: str, holds: object):
    """A set in any notation contains exactly the numbers it should."""
    raw = read_numbers(text, "y" if text.startswith("y") else "x")
    for set_of in (raw, plain(raw, EVERYTHING, integers=False)):
        assert [x for x in GRID if any(each.contains(x) for each in set_of)] == [x for x in GRID if holds(x)]  # type: ignore[operator]
    whole = plain(raw, EVERYTHING, integers=True)
    integers = [x for x in GRID if x == int(x)]
    assert [x for x in integers if any(each.contains(x) for each in whole)] == [x for x in integers if holds(x)]  # type: ignore[operator]


@pytest.mark.parametrize(
    "text",
    [
        *("", "x", "x <=", "<= x", "x < y", "5 < 7", "x <= 5 x", "1/0", "[5]", "maybe", "5 < x < 7 < 9", "x != 5"),
        *("5", "less than 5", "x kleiner gleich 5", "5 bis 7", "{5; 6}", "5 < ≤ 7"),
    ],
)
def test_invalid_set_is_rejected(text: str):
    """Texts that are no sets are rejected rather than misread."""
    with pytest.raises(ValueError, match=r".*"):
        read_numbers(text, "x")


@examples(100)
@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(0, 5), st.booleans(), st.booleans()), max_size=5))
def test_the_plain_set_is_the_same_set(entries: list):
    """The canonical form keeps the set, is ordered, and has no adjacent intervals, so that equal sets are equal."""
    raw = [Interval(low, low + size, a, b) for low, size, a, b in entries if size or (a and b)]
    for integers in (False, True):
        found = plain(raw, EVERYTHING, integers=integers)
        numbers = [x for x in GRID if not integers or x == int(x)]
        assert [x for x in numbers if any(map(lambda each, x=x: each.contains(x), found))] == [
            x for x in numbers if any(map(lambda each, x=x: each.contains(x), raw))
        ]
        for one_, other in pairwise(found):
            assert one_.high < other.low or not (one_.high_closed or other.low_closed)
            assert not integers or one_.high + 1 < other.low
        assert plain(reversed(found), EVERYTHING, integers=integers) == found


def holds_at(question: UnknownLeafQuestion, tree: Nested, convention: str, maximising: bool, number: Number) -> bool:
    """Return whether the property holds for a number, by the pseudocode of the convention."""
    solution = solve(planted(tree, maximising=maximising), CONVENTIONS[convention])
    paths = paths_of(solution)
    changed = with_number(tree, paths[question.leaf], number)
    if question.about == "value":
        return minimax(changed, maximising=maximising) == question.value
    run = PSEUDOCODE[convention](changed, maximising)
    below = paths[question.node]
    return not any(leaf[: len(below)] == below for leaf in run.leaves)


@pytest.mark.parametrize("convention", PSEUDOCODE)
@examples(40)
@given(data=st.data(), maximising=st.booleans())
def test_right_answer_agrees_with_searches(convention: str, data: st.DataObject, maximising: bool):
    """The right answer agrees with searches on a grid, and intervals that differ from it are wrong."""
    tree = data.draw(nested(SHARES if convention == "unit" else st.integers(-6, 6)))
    solution = solve(planted(tree, maximising=maximising), CONVENTIONS[convention])
    question = UnknownLeafQuestion.draw(solution, data.draw(st.randoms(use_true_random=False)))
    if question is None or question.about == "chosen":
        return
    where = question.where(solution)
    numbers = [
        x for x in GRID if question.solved(solution).domain.contains(x) and (not question.integers or x == int(x))
    ]
    truth = [x for x in numbers if holds_at(question, tree, convention, maximising, x)]

    assert [x for x in numbers if any(each.contains(x) for each in where)] == truth
    assert len(where) == 1
    assert question.leaf in solution.visit_of
    guess = data.draw(st.sampled_from(["x <= {}", "x < {}", "x >= {}", "x > {}", "{} < x < 99", "x = {}"]))
    text = guess.format(format_number(data.draw(st.sampled_from(GRID)))).replace("x", question.letter)
    given_set = plain(read_numbers(text, question.letter), question.solved(solution).domain, integers=question.integers)
    assert (question.mark(text, solution).share == 1) is (given_set == where)


@pytest.mark.parametrize("convention", CONVENTIONS.values(), ids=lambda convention: convention.id)
def test_chosen_move_agrees_with_searches(convention: Convention):
    """For many numbers, the chosen move agrees with a search for this number."""
    drawn_ones = drawn("unknown", convention, 60, lambda question: question.about == "chosen")
    cases = [(solution, question) for solution, question in drawn_ones if question.about == "chosen"][:6]
    assert cases
    for solution, question in cases:
        domain, tree = question.solved(solution).domain, solution.tree
        for x in (x for x in GRID if domain.contains(x) and (not question.integers or x == int(x))):
            values = (*tree.values[: question.leaf], x, *tree.values[question.leaf + 1 :])
            plainly = solve(type(tree)(tree.kinds, values, tree.children, weights=tree.weights), convention)
            assert any(each.contains(x) for each in question.where(solution)) is (plainly.best_id == question.node)


def test_every_topic_is_drawn():
    """Every topic is drawn eventually."""
    found: set[str] = set()
    for _, question in drawn("unknown", CONVENTIONS["haw"], 60, lambda question: {*found, question.about} == {*TOPICS}):
        found.add(question.about)
    assert found == set(TOPICS)


def test_integers_if_all_leaves_are_integers():
    """The letter is an integer if all leaves are integers."""
    assert [one("unknown", text)[1].integers for text in ("((3 12) (2 4))", "((3 12) (2 9/2))")] == [True, False]


def test_the_tree_of_the_question_has_the_letter():
    """The printed tree has the letter, and the same node names as the exercise."""
    solution, question = one("unknown")
    tree = question.printed_tree(solution)

    assert tree.values[question.leaf] == Unknown(question.letter)
    assert tree.names == solution.tree.names
    assert [a == b for a, b in zip(tree.values, solution.tree.values, strict=True)].count(False) == 1


FOR_WHICH_CUT = UnknownLeafQuestion(5, "x", "pruned", 6, None, True)
"""For which x in place of the leaf 2 of the small tree is L4 pruned? For x <= 3."""


@pytest.mark.parametrize(
    ("text", "share", "without_integers"),
    [
        *(("x <= 3", "1", "1"), ("x < 4", "1", "0"), ("x < 3", "1/2", "1/2"), ("]-inf, 3[", "1/2", "1/2")),
        *(("x <= 4", "1/2", "0"), ("x <= 5", "0", "0"), ("x >= 3", "0", "0"), ("all", "0", "0")),
    ],
)
def test_an_end_that_is_only_open_costs_half(text: str, share: str, without_integers: str):
    """A wrongly open or closed end costs half; with integers, x < 4 equals x <= 3."""
    solution = solve(read("((3 12) (2 4))"), CONVENTIONS["haw"])
    question, plainly = FOR_WHICH_CUT, replace(FOR_WHICH_CUT, integers=False)
    assert question.where(solution) == (Interval(-INFINITY, 3, False, True),)
    assert [str(one.mark(text, solution).share) for one in (question, plainly)] == [share, without_integers]
    assert [item.node for item in question.mark(text, solution).items] == [1]


def test_item_has_given_and_expected_set():
    """The item has the given and the right set in the notation of answers."""
    (item,) = FOR_WHICH_CUT.mark("x < 3 or x = 7", solve(read("((3 12) (2 4))"), CONVENTIONS["haw"])).items

    assert (item.given, item.expected) == ("x <= 2 or x = 7", "x <= 3")


def test_a_letter_is_one_letter():
    """Only the first letter in a key file is used."""
    entry = FOR_WHICH_CUT.to_json() | {"letter": "xyz"}

    assert UnknownLeafQuestion.from_json(entry, read("((3 12) (2 4))")) == FOR_WHICH_CUT


def test_any_ends_are_toggled():
    """Any combination of the four ends of two intervals is toggled."""
    raw = [Interval(0, 1, True, True), Interval(3, 4, True, True)]
    ends = product((True, False), repeat=4)

    assert {tuple(each) for each in intervals_with_ends_toggled(raw)} == {
        (Interval(0, 1, one, two), Interval(3, 4, three, four)) for one, two, three, four in ends
    } - {tuple(raw)}


def test_letter_differs_from_names():
    """The letter differs from node names and from other unknowns."""
    text = "x: ((3 12) (2 4))"
    _, question = one("unknown", text)
    assert question.letter == "y"


def test_large_numbers():
    """Large values are computed exactly."""
    solution = solve(read(f"(({10**30} 5) ({10**30 + 1} 4))"), CONVENTIONS["haw"])
    question = UnknownLeafQuestion(2, "x", "value", 0, 5, True)
    assert question.mark(question.right_answer(solution), solution).share == 1
