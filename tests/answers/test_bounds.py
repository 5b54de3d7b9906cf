"""Numbers against what stands around them: formulas that say two things, and bounds on the wrong side."""

import pytest

from treesolve.answers.bounds import wrong_bounds
from treesolve.answers.claim import BY_NAME, Claim
from treesolve.answers.formulas import wrong_results
from treesolve.answers.node_words import Nodes
from treesolve.answers.said import Said
from treesolve.answers.settle import Settled
from treesolve.model.problem import Span
from treesolve.notation.reader import read

NODES = Nodes(read("((3 12 8) (2 4 6) (14 5 2))"))
C = NODES.named("C")[0]


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("D = min(14, 5, 2) = 5", "2"),
        ("D = min{14; 5; 2} => 5", "2"),
        ("A = max(3, ≤2, C=2) = 2", "3"),
        ("A: 3 (= max(3, 2, 5))", "5"),
        ("The minimum of 14, 5 and 2 is 5.", "2"),
        ("C = min(2, ...) ≤ 4", "2"),
        ("D = min(14, 5, 2) = 2", ""),
        ("C = min(2, ...) ≤ 2", ""),
        ("A = max(B, C, D) = 3", ""),
        ("A = -max(3, 2) = -3", ""),
        ("max(min(3, 12, 8), 2) = 3", ""),
        ("The maximum of 3 and 2 is 3.", ""),
    ],
)
def test_a_formula_gives_what_stands_behind_it(text: str, right: str):
    """With dots, only what is seen can contradict; names are not worked out."""
    assert [one.problem.facts["right"] for one in wrong_results(Said(text, (), Settled((), (), ()), NODES))] == (
        [right] if right else []
    )


@pytest.mark.parametrize(
    ("text", "is_wrong"),
    [
        *[(f"C {said} 2", False) for said in ("=", "≤", "<=", "is at most", "ist höchstens", "is no more than")],
        *[(f"C {said} 2", True) for said in ("≥", ">=", "is at least", "ist mindestens", "<", "> ", "is less than")],
        ("C = 2 (at most)", False),
        ("C = 2 (lower bound)", True),
    ],
)
def test_a_bound_leaves_room_on_the_side_of_its_node(text: str, is_wrong: bool):
    """C is a MIN node; a bound that excludes its number is none of a value."""
    claim = Claim("values", C, 2, Span(0, text.index("2") + 1), BY_NAME)

    assert bool([*wrong_bounds(text, [claim], NODES)]) == is_wrong


@pytest.mark.parametrize("said", ["bet≤1", "bet≥1", "bet = 1"])
@pytest.mark.parametrize(("limits", "is_wrong"), [("bounds: 0 9\ntree: ", False), ("", True)])
def test_an_average_that_stops_leaves_room_on_either_side(said: str, limits: str, is_wrong: bool):
    """Only where the leaves have limits; else every child of a chance node counts, and its value is known."""
    nodes = Nodes(read(f"{limits}(3 bet: CHANCE (0 2))"))
    bet = nodes.named("bet")[0]
    claim = Claim("values", bet, 1, Span(0, len(said)), BY_NAME)
    assert bool([*wrong_bounds(said, [claim], nodes)]) is (is_wrong and "=" not in said)
