"""Rounded numbers: 2.67 is right for 8/3, and so are the numbers computed from it."""

import decimal
import random
from collections.abc import Callable
from fractions import Fraction

import pytest

from tests.grading.test_grader import mark_of
from tests.support.answers import CUTTING, right_answer, with_chance
from tests.support.effort import cases, dice, until
from treesolve.analysis.reference_answer import comparable, differences
from treesolve.grading.grader import Grader, MarkedAnswer
from treesolve.grading.marks import WRONG
from treesolve.grading.rubric import Rubric
from treesolve.model.answer import Answer
from treesolve.model.convention import CONVENTIONS
from treesolve.model.kind import Kind
from treesolve.model.number import Number, is_rounding_of
from treesolve.notation.number_text import decimal_roundings, format_number, has_more_places, read_decimal
from treesolve.notation.reader import read
from treesolve.search.search import search
from treesolve.search.solution import Solution
from treesolve.submissions.answer_reader import read_answer
from treesolve.submissions.answer_words import parse_answer_number
from treesolve.submissions.node_names import NodeNames

THIRDS = "MAX (B: CHANCE (3 3 2) C: CHANCE (1 2 4))"
"""B = 8/3, C = 7/3."""

NESTED = "MIN (B: CHANCE (C: CHANCE (3 3 2) D: CHANCE (3.335 3.335)))"
"""From 2.67 and 3.33, B is 3; from the exact values, 3.0008."""

ABOVE = "CHANCE (B: CHANCE (3 3 2) C: (4))"
"""A = 10/3; from 2.67, it is 3.335."""


def rounded(rng: random.Random, number: Number) -> Number:
    """Return a number as a student may write it: exact, or rounded to at least two places, with halves either way."""
    if isinstance(number, float) or not has_more_places(number, 2) or rng.random() < 0.2:
        return read_decimal(format_number(number))
    return read_decimal(rng.choice(decimal_roundings(number, rng.choice((2, 2, 3, 5)))))


def in_rounded_numbers(answer: Answer, write: Callable[[Number], Number]) -> Answer:
    """Return the answer with each number replaced by `write`."""
    values = {node: write(value) for node, value in (answer.values or {}).items()}
    windows = {node: (write(low), write(high)) for node, (low, high) in (answer.windows or {}).items()}
    return answer._replace(values=values, windows=windows, value=write(answer.value))  # type: ignore[arg-type]


def test_rounded_number_matches_exact_one():
    """A rounded number matches; halves may be rounded up or down, as in decimals with sixty digits."""
    rng, seen = dice("rounded"), set()
    context = decimal.Context(prec=60)
    for _ in range(cases(5000)):
        exact = Fraction(rng.randint(-3000, 3000), rng.choice((1, 3, 7, 8, 40, 200, 2000)))
        places = rng.randint(2, 4)
        quotient = context.divide(decimal.Decimal(exact.numerator), decimal.Decimal(exact.denominator))
        unit = decimal.Decimal(1).scaleb(-places)
        right = {quotient.quantize(unit, way) for way in (decimal.ROUND_HALF_UP, decimal.ROUND_HALF_DOWN)}
        for near in {one + more * unit for one in right for more in (-1, 0, 1)}:
            written = read_decimal(f"{near:f}")
            assert is_rounding_of(written, exact) is (near in right), (exact, near)
            assert not is_rounding_of(written, exact, places + 1) or Fraction(near) == exact
            seen.add((near in right, len(right)))
        assert {Fraction(one) for one in decimal_roundings(exact, places)} == {Fraction(one) for one in right}
    assert seen == {(True, 1), (False, 1), (True, 2), (False, 2)}


@pytest.mark.parametrize("convention", CUTTING, ids=lambda convention: convention.id)
def test_rounded_answers_get_all_points(convention):
    """Rounded numbers get all points in every part and view, even without follow-through."""
    rng = dice(f"all points {convention.id}")
    turn = {"minimax": lambda number: number, "negamax": lambda number: -number}.get(convention.perspective)
    for _ in range(cases(300) if turn else 0):
        marker = Grader(with_chance(rng), convention, Rubric(follow_through=rng.choice((0, 1))))
        right = right_answer(marker.solution)
        report = marker.report(in_rounded_numbers(right, lambda number: rounded(rng, number)))
        assert report.points == marker.possible, right
        assert {mark.basis for mark in report.marks} == {"reference"}
        assert not report.diagnosis


def test_averages_of_rounded_numbers_are_right():
    """Values computed from rounded values, and rounded again, are right."""
    rng, carried = dice("averages"), list[bool]()
    for _ in until(lambda: any(carried), range(1500), 1500):
        marker = Grader(with_chance(rng), CONVENTIONS["minimax"], Rubric(follow_through=rng.choice((0, 1))))
        tree, solution = marker.tree, marker.solution
        written: dict[int, Number] = {}
        for node in reversed(range(len(tree))):
            below = {child: written.get(child, solution.values[child]) for child in tree.children[node]}
            if tree.kinds[node] is Kind.CHANCE:
                written[node] = rounded(rng, sum((tree.weight(child) * below[child] for child in below), Fraction(0)))
            elif below:
                exact = next(child for child in below if solution.values[child] == solution.values[node])
                written[node] = rounded(rng, below[exact])
        report = marker.report(right_answer(solution)._replace(values=written, value=written.get(0)))
        assert report.points == marker.possible, (tree, written)
        carried.append(not all(is_rounding_of(value, solution.values[node]) for node, value in written.items()))
    assert any(carried)


def test_consequences_of_a_wrong_value_may_be_rounded():
    """Values that follow from a wrong one are right, whether computed from exact or rounded numbers."""
    rng, compared = dice("follows rounded"), 0
    rubric = Rubric(points={"values": 60, "windows": 1, "value": 1})
    for _ in range(cases(1500)):
        marker = Grader(with_chance(rng), CONVENTIONS["minimax"], rubric)
        inner = [node for node in marker.solution.visited_ids[1:] if marker.tree.children[node]]
        if not inner:
            continue
        node = rng.choice(inner)
        again = Solution(search(marker.tree, marker.solution.convention, written={node: Fraction(977, 7)}))
        answer = right_answer(again, ("values", "value"))
        values = {one: rounded(rng, value) for one, value in answer.values.items()} | {node: Fraction(977, 7)}
        report = marker.report(answer._replace(values=values, value=rounded(rng, answer.value)))
        wrong = [item.node for item in mark_of(report, "values").items if item.verdict == WRONG]
        assert wrong == [node]
        assert mark_of(report, "value").is_full
        compared += 1
    assert compared >= cases(1000)


def marked(text: str, written: str, **rubric: object) -> MarkedAnswer:
    """Return the report for values in text form, for a tree without cuts."""
    tree = read(text)
    answer, _ = read_answer(f"values: {written}", NodeNames(tree))
    return Grader(tree, CONVENTIONS["minimax"], Rubric(points={"values": 1}, **rubric)).report(answer)


@pytest.mark.parametrize(
    ("text", "written", "points", "rubric"),
    [
        *((THIRDS, "A=2.67 B=2.67 C=2.33", 1, {}), (THIRDS, "A=≈2.667 B≈2,67 C=7/3", 1, {})),
        *((THIRDS, "A=8/3 B=2.66667 C=2.333", 1, {}), (THIRDS, "A=2.66 B=2.66 C=2.34", Fraction(1, 3), {})),
        *((THIRDS, "A=2.7 B=2.7 C=2.3", Fraction(1, 3), {}), (THIRDS, "A=2.7 B=2.67 C=2.3", 1, {"places": 1})),
        *((THIRDS, "A=2.67 B=2.67 C=2.33", Fraction(1, 3), {"places": 3}), (ABOVE, "A=3.335 B=2.67 C=4", 1, {})),
        *((ABOVE, "A=3.34 B=2.67 C=4", 1, {}), (ABOVE, "A=3.33 B=2.67 C=4", 1, {"follow_through": 0})),
        *((ABOVE, "A=3.34 B=2.67 C=4", 1, {"follow_through": 0}), (ABOVE, "A=3.34 B=8/3 C=4", Fraction(2, 3), {})),
        *((ABOVE, "A=4.34 B=2.67 C=6", Fraction(2, 3), {}), ("(CHANCE (2 2 2 2 2 2 2 3))", "A=2.12 B=2.13", 1, {})),
        *((NESTED, "A=3 B=3 C=2.67 D=3.33", 1, {}), (NESTED, "A=3 B=3 C=8/3 D=3.335", Fraction(3, 4), {})),
        ("(CHANCE (2 3))", "A=2.50 B=2.49", Fraction(1, 2), {}),
    ],
)
def test_hand_marked(text: str, written: str, points: Number, rubric: dict[str, object]):
    """The tolerance of rounding, and of the values above, agrees with hand-marked examples."""
    marked_so = marked(text, written, **rubric).marks[0].points

    assert marked_so == Rubric().rounded(points)


def test_rounding_is_no_difference_for_a_diagnosis():
    """Rounding is not a difference for a diagnosis, from the right answer or from a misconception."""
    marker = Grader(read(THIRDS), CONVENTIONS["aima"])
    answer = Answer("", values={0: parse_answer_number("2.67")}, value=parse_answer_number("2.667"))

    assert differences(comparable(answer, marker.masks), marker.right, ("values", "value")) == {"values": 0, "value": 0}


def test_windows_are_rounded_alike():
    """The end of a window may be the number that the student wrote for this value."""
    tree = read("MAX (B: CHANCE (3 3 2) C: MIN (9 9))")
    marker = Grader(tree, CONVENTIONS["aima"], Rubric(points={"values": 1, "windows": 1}))
    for end in ("2.67", "8/3", "2.666667", "2.66"):
        windows = f"windows: A=[-inf; inf] B=[-inf; inf] C=[{end}; inf]"
        answer, _ = read_answer(f"values: A=9 B=2.67 C=9\n{windows}", NodeNames(tree))
        assert marker.report(answer).marks[1].is_full is (end != "2.66")


def test_a_value_rounded_and_exact_is_one_value():
    """A value given both rounded and exact counts as exact; two different values are pending."""
    tree = read(THIRDS)

    def values(*written: str) -> object:
        answer, _ = read_answer("\n".join(f"values: {one}" for one in written), NodeNames(tree))
        return "waits" if answer.pending else answer.values

    third = {1: Fraction(8, 3)}
    assert values("B=2.67", "B=8/3") == values("B=8/3", "B=2.67") == values("B = 8/3 ≈ 2.67") == third
    assert values("B = (3+3+2)/3 = 2.67") == {1: Fraction(267, 100)}
    assert values("B=2.667", "B=2.67") == {1: Fraction(2667, 1000)}
    assert values("B=2.66", "B=8/3") == values("B=2.67", "B=2.66") == values("B = 8/3 = 2.66") == "waits"
    for text in ("values: A=8/3 B=8/3\nvalue: 2.67", "best: B (2.67)", "values: A=8/3\nbest: B (2.67)"):
        assert not read_answer(text, NodeNames(tree))[0].pending


def test_windows_follow_from_rounded_values():
    """The average of 2.67 and 4 is 3.335, and so is the bound; from 8/3 and 4, it is 10/3."""
    tree = read("MAX (B: CHANCE (C: CHANCE (3 3 2) D: (4)) E: MIN (9 9))")
    marker = Grader(tree, CONVENTIONS["aima"], Rubric(points={"values": 1, "windows": 1}))
    open_ones = " ".join(f"{name}=[-inf; inf]" for name in "ABCD")
    for end, is_right in (("3.335", True), ("3.32", False)):
        answer, _ = read_answer(
            f"values: A=9 B=3.335 C=2.67 D=4 E=9\nwindows: {open_ones} E=[{end}; inf]", NodeNames(tree)
        )
        assert marker.report(answer).marks[1].is_full is is_right
