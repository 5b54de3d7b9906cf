"""The page of a tree with payoffs: ties, and the strategies of two players."""

import pytest

from tests.support.payoffs import payoffs_tree
from treesolve.pages.document import written
from treesolve.pages.worked_solution import solution_page
from treesolve.search.maxn import solve_maxn

TWO = "(left -> (l -> <3, 1> r -> <1, 1>) right -> (l -> <2, 1> r -> <0, 0>))"
FIGURE = "((<1, 2, 6> <4, 2, 3>) (<1, 5, 2> <0, 0, 0>))"


def told(text: str, language: str = "en", form: str = "text") -> str:
    """The page of a tree."""
    return " ".join(written(solution_page(solve_maxn(payoffs_tree(text)), language), form).split())


def test_ties_are_told_with_what_else_would_be_right():
    """Where they are, what the root has with the other child, and what it may have in all."""
    page = told(FIGURE)
    assert "the payoffs of the root may be (1, 2, 6), (4, 2, 3) or (1, 5, 2)" in page
    assert "At A, C brings P1 the same 1 as B; with C the payoffs of A would be (1, 5, 2)." in page
    assert "At B, L2 brings P2 the same 2 as L1; with L2 the payoffs of A would be (4, 2, 3)." in page
    assert "mit L2 bekäme A die Auszahlungen (4; 2; 3)" in told(FIGURE, "de")
    assert "Ties" not in told("((<1, 2, 6> <4, 3, 3>) <2, 5, 2>)")


def test_ties_that_change_nothing_are_told_so():
    """The root has the same whatever is taken."""
    assert "However they are decided, the root has the same." in told("((<1, 2> <0, 2>) <5, 0>)")


def test_two_players_have_strategies():
    """A choice at every node of theirs, by the names of moves; all equilibria where ties leave several."""
    page = told(TWO)
    assert "Backward induction" in page
    assert "P1: {A: left}; P2: {B: l, C: l}" in page
    assert "P1: {A: right}; P2: {B: r, C: l}" in page
    assert "Ties leave 2." in page
    assert "The one subgame-perfect equilibrium" in told("((<3, 1> <1, 0>) <0, 0>)")
    assert "Rückwärtsinduktion" in told(TWO, "de")
    for other in (FIGURE, "<1, 2>"):
        assert "equilibri" not in told(other)


def test_of_very_many_the_first_are_told():
    """Ten leaves that are the same to everybody, three times."""
    page = told(f"({' '.join(['(<1, 1> <1, 1> <1, 1>)'] * 3)})")
    assert "Ties leave 81; these are the first 8." in page
    page = told(f"({' '.join(['(' + ' '.join(['<1, 1, 0>'] * 9) + ')'] * 3)})")
    assert "There are more such ties." in page


@pytest.mark.parametrize("form", ["markdown", "html", "latex", "typst"])
def test_every_form_says_it(form: str):
    """Braces and all."""
    assert "81" in told(f"({' '.join(['(<1, 1> <1, 1> <1, 1>)'] * 3)})", form=form)
