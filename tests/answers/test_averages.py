"""Averages as students work them out: read where they come to their result, waiting where they do not."""

import pytest

from treesolve.answers.node_words import Nodes
from treesolve.answers.reader import read_answer
from treesolve.notation.reader import read

NODES = Nodes(
    read(
        "A: (B: CHANCE (50% * L1: 4 50% * L2: 8) C: CHANCE (1/4 * L3: 0 3/4 * L4: 20)"
        " D: CHANCE (0.5 * E: (L5: 3 L6: 5) 0.5 * F: (L7: 1 L8: 7)))"
    ),
    asked=("values", "best"),
)
VALUES = {"A": 15, "B": 6, "C": 15, "D": 2, "E": 3, "F": 1}

RIGHT = (
    "B = 0.5*4 + 0.5*8 = 6, C = 0.25*0+0.75*20 = 15, E = 3, F=1, D=2, A = 15. Best: C",
    "B: 50% * 4 + 50% * 8 = 6\nC: 1/4 * 0 + 3/4 * 20 = 15\nD: 1/2 * 3 + 1/2 * 1 = 2\nE=min(3,5)=3\nF=1\nA=15\nbest C",
    "B=2+4=6, C=0+15=15, E=3, F=1, D=2, A=15, best=C",
    "B=(4+8)/2=6, C=3/4*20=15, E=3, F=1, D=(E+F)/2=4/2=2, A=15, best=C",
    "B = 6 (= 0.5*4 + 0.5*8), C = 15 (0.75 x 20), E=3, F=1, D = 2 = (3 + 1)/2, A=15. Best: C",
    "B = 0.5 * 4 + 0.5 * 8 = 2 + 4 = 6; C = 0,25·0 + 0,75·20 → 15; E=3; F=1; D=2; A=15. Best: C",
    "B: 4*.5 + 8*.5 = 6\nC: 20*.75 = 15\nD = 0.5(3)+0.5(1) = 2\nE=3\nF=1\nA=15\nBest C",
    r"$B = 0.5 \cdot 4 + 0.5 \cdot 8 = 6$, $C = \frac{3}{4} \cdot 20 = 15$, E=3, F=1, D=2, A=15, best: C",
    "| node | how | value |\n|---|---|---|\n| B | 0.5*4+0.5*8 | 6 |\n| C | 0.75*20 | 15 |\n| D | (3+1)/2 | 2 |\n"
    "| E | min(3,5) | 3 |\n| F | min(1,7) | 1 |\n| A | max(6,15,2) | 15 |\nbest: C",
    "E[B] = 6, E(C) = 15, EV(D)=2, v(E)=3, v(F)=1, v(A)=15. best C",
    "Erwartungswert B: 6; C: 15; D: 2 (E=3, F=1). A: 15, bester Zug C",
    "Zufallsknoten B hat den Erwartungswert 6, Zufallsknoten C den Erwartungswert 15 und Zufallsknoten D 2. "
    "E und F haben 3 und 1. Die Wurzel hat 15. MAX wählt C.",
    "average B: 6\naverage C: 15\nDurchschnitt D: 2\nmin E: 3\nmin F: 1\nmax A: 15\nmove C",
    "The expected value of B is 6, of C is 15 and of D is 2. E is 3 and F is 1. The root is 15. MAX chooses C.",
)

WRONG = (
    "B = 0.5*4 + 0.5*9 = 6",
    "B = 0.5*4 + 0.5*8 = 5",
    "B = 6 = 0.4*4 + 0.6*8",
    "B = 6 (= 1/2*3 + 1/2*9)",
    "B = 0.5*E + 0.5*F = 6",
    "B = 0.5*4 + 0.5*8 = 12/3 = 6",
    "A = 0.5*6 + 0.5*24 = 15",
    "B = 4 / 0 + 8 = 6",
    "| node | how | value |\n|---|---|---|\n| B | 0.5*4+0.5*9 | 6 |",
    "| node | value | how |\n|---|---|---|\n| B | 6 | 0.5*4+0.5*9 |",
)


@pytest.mark.parametrize("text", RIGHT)
def test_an_average_is_read_with_its_sum(text: str):
    """Weights, percentages, brackets, names of children, LaTeX and tables; the result counts."""
    answer, problems = read_answer(text, NODES)

    assert ([one.code for one in problems], answer.pending) == ([], frozenset())
    assert {NODES.tree.names[node]: value for node, value in (answer.values or {}).items()} == VALUES
    assert answer.best == NODES.tree.names.index("C")


@pytest.mark.parametrize("text", WRONG)
def test_a_sum_that_is_not_so_makes_the_values_wait(text: str):
    """Another result, numbers that are no children's and no weights, another node."""
    assert "values" in read_answer(text, NODES)[0].pending


def test_plain_trees_have_no_averages():
    """What is a sum beside chance nodes is none elsewhere, and is not passed over."""
    answer, _ = read_answer("B = 0.5*4 + 0.5*8 = 6", Nodes(read("A: (B: (4 8) C: (0 20))")))

    assert "values" in answer.pending


def test_leaves_with_their_values_are_no_sum():
    """A list of leaves stays a list where there are chance nodes."""
    answer, problems = read_answer("order: L1 (4) -> 8 -> 0 -> 20", Nodes(NODES.tree))

    assert (answer.order, problems) == (NODES.tree.leaves[:4], ())
