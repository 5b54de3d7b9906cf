"""Wishes as text, their tests on solutions, and values as text."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.effort import examples
from treesolve.exercises.generator_spec import Values, read_values
from treesolve.exercises.want import LAST, WANTS, Condition, Want, read_want, read_wants
from treesolve.model.number import INFINITY
from treesolve.model.problem import InputError
from treesolve.notation.reader import read
from treesolve.search.solution import solve

WRITTEN = [
    "pruned=5",
    "pruned=5..8",
    "pruned=5..",
    "pruned=..8",
    "pruned=10%..30%",
    "subtree-cut",
    "alpha-cut=2",
    "beta-cut=0",
    "deep-cut=1..3",
    "last-level-only",
    "uncut-first",
    "unique-best",
    "unique-play",
    "tie",
    "tie=2",
    "outcomes=2..",
    "value=P2:5..8",
    "best=2",
    "best=last",
    "value=-3..2.5",
    "value=1/3",
    "lectures-agree",
    "lectures-agree=haw,lang",
    "lectures-differ=haw,cs188",
    "separates=all",
    "separates=strict-cut,leak",
    "events=20..",
    "changes=3..4",
    "distractors=..2",
    "difficulty=60%..80%",
    "difficulty=40..60",
    "star1-cut",
    "star2-cut=1..2",
    "integer-values",
    "best-differs-from-unweighted",
]


@pytest.mark.parametrize("text", WRITTEN)
def test_a_wish_is_written_as_it_is_read(text: str):
    """Every name and every form of argument."""
    assert str(read_want(text)) == text


def test_every_wish_is_written_above():
    """None is left out."""
    assert {text.split("=")[0] for text in WRITTEN} == set(WANTS)


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("deep-cut", Want("deep-cut", 1, INFINITY)),
        (" pruned = 5 .. 8 ", Want("pruned", 5, 8)),
        ("pruned=10..30%", Want("pruned", 10, 30, percent=True)),
        ("pruned=..30%", Want("pruned", 0, 30, percent=True)),
        ("difficulty=90%..", Want("difficulty", 90, 100, percent=True)),
        ("best=first", Want("best", 1, 1)),
        ("best=last", Want("best", LAST, LAST)),
        ("lectures-agree=all", Want("lectures-agree")),
        ("separates=all", Want("separates")),
        ("value=0.5..∞", Want("value", Fraction(1, 2), INFINITY)),
    ],
)
def test_what_a_text_means(text: str, want: Want):
    """Blanks, ends left out, percents, names for places."""
    assert read_want(text) == want


NO_WISHES = [
    ("unknown-want", ["", "prunned=5"]),
    ("want-form", ["pruned", "pruned=", "pruned=..", "pruned=five", "pruned=1..2..3", "value=10%", "separates"]),
    ("want-form", ["deep-cut=", "deep-cut=10%", "unique-best=1", "best=0", "best=1..2"]),
    ("want-form", ["lectures-differ", "lectures-differ=haw", "lectures-differ=haw,haw"]),
    ("want-range", ["pruned=5..3", "pruned=50%..30%"]),
    ("unknown-lecture", ["lectures-agree=haw,cs189"]),
    ("unknown-code", ["separates=strictcut"]),
    ("values-form", ["", "5", "a..b", "0..1/0", "0..1/00"]),
    ("values-range", ["5..3"]),
]
"""What is no wish, and what are no values, by the code of what is wrong."""


@pytest.mark.parametrize(("code", "text"), [(code, text) for code, texts in NO_WISHES for text in texts])
def test_what_is_no_wish_and_what_are_no_values(code: str, text: str):
    """Each with its own sentence."""
    with pytest.raises(InputError) as told:
        (read_values if code.startswith("values") else read_want)(text)
    assert told.value.problems[0].code == code


def test_the_nearest_wish_is_named():
    """For a slip of the keyboard; all mistakes of several wishes are told."""
    with pytest.raises(InputError) as told:
        read_wants(["prunned=5", "best=2", "deep-cuts", "pruned=5..3"])
    assert [problem.code for problem in told.value.problems] == ["unknown-want", "unknown-want", "want-range"]
    assert [problem.facts.get("nearest") for problem in told.value.problems] == ["pruned", "deep-cut", None]


@pytest.mark.parametrize(
    ("text", "tree", "distance"),
    [
        ("pruned=1", "((6 5) (2 9))", 0),
        ("pruned=3..", "((6 5) (2 9))", 2),
        ("pruned=..0", "((6 5) (2 9))", 1),
        ("pruned=20%..30%", "((6 5) (2 9))", 0),
        ("pruned=26%..", "((6 5) (2 9))", 1),
        ("alpha-cut", "((6 5) (2 9))", 0),
        ("beta-cut", "((6 5) (2 9))", 1),
        ("best=2", "((6 5) (2 9))", 1),
        ("best=last", "((6 5) (8 9))", 0),
        ("unique-best", "((6 5) (5 9))", 1),
        ("value=5..9", "((6 5) (2 9))", 0),
        ("value=7..9", "((6 5) (2 9))", 2),
        ("value=..9/2", "((6 5) (2 9))", Fraction(1, 2)),
        ("uncut-first", "((6 5) (2 9))", 0),
        ("last-level-only", "((6 5) (2 9))", 0),
        ("last-level-only", "((6 5) (8 9))", 1),
        ("lectures-differ=haw,cs188", "((6 5) (5 9))", 0),
        ("lectures-agree", "((6 5) (5 9))", 1),
        ("changes=3", "((6 5) (2 9))", 1),
        ("value=5", "((6 5) (2 x))", 0),
    ],
)
def test_how_far_a_tree_is_from_a_wish(text: str, tree: str, distance: int):
    """Nothing where it holds."""
    solution = solve(read(tree))
    assert read_want(text).distance(solution) == distance
    assert read_want(text).holds(solution) is (distance == 0)


def test_misconceptions_that_are_confused():
    """Two plies cannot tell shallow bounds from the right answer."""
    want = read_want("separates=shallow-only,late-cut")._replace(parts=("pruned",))
    solution = solve(read("((6 5) (2 9 1))"))
    assert want.confused(solution) == {("correct", "shallow-only")}
    assert want.distance(solution) == 1
    assert want._replace(excused=(("correct", "shallow-only"),)).holds(solution)


@examples(100)
@given(
    low=st.integers(-9, 9) | st.just(-INFINITY),
    high=st.integers(-9, 9) | st.just(INFINITY),
    number=st.integers(-20, 20),
)
def test_a_range(low: float, high: float, number: int):
    """The distance is that to the nearer end."""
    condition = Condition("pruned", low, high)
    assert (condition.distance(number) == 0) is (low <= number <= high) or low > high
    if low <= high:
        assert condition.distance(number) == max(0, low - number, number - high)


@pytest.mark.parametrize(
    ("text", "values", "first", "last"),
    [
        ("0..20", Values(0, 20), 0, 20),
        ("-3..3", Values(-3, 3), -3, 3),
        ("−3 .. +3", Values(-3, 3), -3, 3),
        ("0..1/20", Values(0, 20, 20), 0, 1),
        ("-1..2/3", Values(-3, 6, 3), -1, 2),
        ("5..5", Values(5, 5), 5, 5),
    ],
)
def test_values_as_text(text: str, values: Values, first: int, last: int):
    """Whole numbers, or steps of a fraction."""
    read_again = read_values(text)
    assert read_again == values
    assert (values.number(0), values.number(values.size - 1)) == (first, last)
    assert read_values(str(values)) == values


def test_places_of_values_between_two_numbers():
    """The first and the last that lie there."""
    values = Values(0, 20, 20)
    assert values.places(Fraction(1, 4), Fraction(1, 2)) == (5, 10)
    assert values.places(-INFINITY, INFINITY) == (0, 20)
    first, last = values.places(Fraction(51, 1000), Fraction(52, 1000))
    assert first > last
