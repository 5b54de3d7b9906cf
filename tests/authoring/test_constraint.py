"""Constraints and value ranges in text form, and the distance of solved trees from constraints."""

from fractions import Fraction

import pytest

from treesolve.authoring.constraint import CONSTRAINTS, LAST, Constraint, read_constraint
from treesolve.authoring.value_range import ValueRange, read_value_range
from treesolve.model.number import INFINITY
from treesolve.model.problem import InputError
from treesolve.notation.reader import read
from treesolve.search.solution import solve

WRITTEN = [
    *("pruned=5", "pruned=5..8", "pruned=5..", "pruned=..8", "pruned=10%..30%", "cuts=2..3", "subtree-cut"),
    *("alpha-cut=2", "beta-cut=0", "deep-cut=1..3", "unique-best", "unique-play", "tie", "tie=2", "outcomes=2.."),
    *("value=P2:5..8", "best=2", "best=last", "value=-3..2.5", "value=1/3", "lectures-agree"),
    *("lectures-agree=haw,lang", "lectures-differ=haw,cs188", "separates=all", "separates=strict-cut,leak"),
    *("star1-cut", "star2-cut=1..2", "integer-values", "best-differs-from-unweighted"),
]


@pytest.mark.parametrize("text", WRITTEN)
def test_a_constraint_is_written_as_it_is_read(text: str):
    """Every name and form of argument survives the round trip."""
    assert str(read_constraint(text)) == text


def test_every_constraint_is_in_the_table():
    """The table above covers every constraint."""
    assert {text.split("=")[0] for text in WRITTEN} == set(CONSTRAINTS)


@pytest.mark.parametrize(
    ("text", "constraint"),
    [
        *(("deep-cut", Constraint("deep-cut", 1, INFINITY)), (" pruned = 5 .. 8 ", Constraint("pruned", 5, 8))),
        ("pruned=10..30%", Constraint("pruned", 10, 30, percent=True)),
        *(("pruned=..30%", Constraint("pruned", 0, 30, percent=True)), ("best=first", Constraint("best", 1, 1))),
        *(("best=last", Constraint("best", LAST, LAST)), ("lectures-agree=all", Constraint("lectures-agree"))),
        *(("separates=all", Constraint("separates")), ("value=0.5..∞", Constraint("value", Fraction(1, 2), INFINITY))),
    ],
)
def test_parsed_values(text: str, constraint: Constraint):
    """Blanks, open ranges, percentages and named positions are parsed."""
    assert read_constraint(text) == constraint


UNREADABLE = [
    ("unknown-constraint", ["", "prunned=5"]),
    ("constraint-form", ["pruned", "pruned=", "pruned=..", "pruned=five", "pruned=1..2..3", "value=10%", "separates"]),
    ("constraint-form", ["deep-cut=", "deep-cut=10%", "unique-best=1", "best=0", "best=1..2"]),
    ("constraint-form", ["lectures-differ", "lectures-differ=haw", "lectures-differ=haw,haw"]),
    ("constraint-range", ["pruned=5..3", "pruned=50%..30%"]),
    ("unknown-convention", ["lectures-agree=haw,cs189"]),
    ("unknown-code", ["separates=strictcut"]),
    ("values-form", ["", "5", "a..b", "0..1/0", "0..1/00"]),
    ("values-range", ["5..3"]),
]
"""Invalid constraints and value ranges, by the code of the problem."""


@pytest.mark.parametrize(("code", "text"), [(code, text) for code, texts in UNREADABLE for text in texts])
def test_unreadable_texts(code: str, text: str):
    """Each kind of mistake has a different code."""
    with pytest.raises(InputError) as caught:
        (read_value_range if code.startswith("values") else read_constraint)(text)
    assert caught.value.problems[0].code == code


@pytest.mark.parametrize(
    ("text", "tree", "distance"),
    [
        *(("pruned=1", "((6 5) (2 9))", 0), ("pruned=3..", "((6 5) (2 9))", 2), ("pruned=..0", "((6 5) (2 9))", 1)),
        *(("pruned=20%..30%", "((6 5) (2 9))", 0), ("pruned=26%..", "((6 5) (2 9))", 1)),
        *(("cuts=1", "((6 5) (2 9))", 0), ("cuts=3..", "((6 5 7) (2 9 1) (3 8 4))", 1)),
        *(("alpha-cut", "((6 5) (2 9))", 0), ("beta-cut", "((6 5) (2 9))", 1), ("best=2", "((6 5) (2 9))", 1)),
        *(("best=last", "((6 5) (8 9))", 0), ("unique-best", "((6 5) (5 9))", 1), ("value=5..9", "((6 5) (2 9))", 0)),
        *(("value=7..9", "((6 5) (2 9))", 2), ("value=..9/2", "((6 5) (2 9))", Fraction(1, 2))),
        *(("lectures-differ=haw,cs188", "((6 5) (5 9))", 0), ("lectures-agree", "((6 5) (5 9))", 1)),
        ("value=5", "((6 5) (2 x))", 0),
    ],
)
def test_how_far_a_tree_is_from_a_constraint(text: str, tree: str, distance: int):
    """The distance is 0 if the tree meets the constraint."""
    solution = solve(read(tree))
    assert read_constraint(text).violation(solution) == distance
    assert read_constraint(text).holds(solution) is (distance == 0)


def test_misconceptions_that_are_confused():
    """Trees with two plies cannot distinguish shallow bounds from the right answer."""
    constraint = read_constraint("separates=shallow-only,late-cut")._replace(parts=("pruned",))
    solution = solve(read("((6 5) (2 9 1))"))
    assert constraint.confused(solution) == {("correct", "shallow-only")}
    assert constraint.violation(solution) == 1
    assert constraint._replace(allowed=frozenset({("correct", "shallow-only")})).holds(solution)


@pytest.mark.parametrize(
    ("text", "values", "first", "last"),
    [
        ("0..20", ValueRange(0, 20), 0, 20),
        ("-3..3", ValueRange(-3, 3), -3, 3),
        ("−3 .. +3", ValueRange(-3, 3), -3, 3),
        ("0..1/20", ValueRange(0, 20, 20), 0, 1),
        ("-1..2/3", ValueRange(-3, 6, 3), -1, 2),
        ("5..5", ValueRange(5, 5), 5, 5),
    ],
)
def test_values_as_text(text: str, values: ValueRange, first: int, last: int):
    """Values are integers or multiples of a fraction."""
    read_again = read_value_range(text)
    assert read_again == values
    assert (values.number(0), values.number(values.size - 1)) == (first, last)
    assert read_value_range(str(values)) == values
