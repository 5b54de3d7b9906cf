"""Searches that forget what lies behind them: as good as those that remember, and no second way to search."""

from typing import NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.effort import examples
from tests.support.oracle import Nested
from tests.support.strategies import SHARES, nested, planted
from treesolve.games.evaluation import UNIT_OUTCOMES, Scoring
from treesolve.games.lazy_tree import Horizon, Positions
from treesolve.games.registry import game_class
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.model.kind import Kind
from treesolve.model.tree import Tree
from treesolve.notation.reader import read
from treesolve.search.memoryless_search import search_memoryless
from treesolve.search.solution import solve

OTHERS = (CONVENTIONS["minimax"].override(ties="last"), CONVENTIONS["unit"].override(cut="never"))
SEARCHED_CONVENTIONS = st.sampled_from([*CONVENTIONS.values(), *OTHERS])


def agree(tree: Tree, convention: Convention) -> None:
    """The same value, and the same child."""
    found, solution = search_memoryless(tree, convention), solve(tree, convention)
    if tree.kinds[0] is Kind.LEAF:
        assert (found.value, found.best) == (tree.values[0], None)
        return
    assert tree.children[0][found.best or 0] == solution.best_id
    assert found.value == solution.returned(0)


@examples(300)
@given(st.data(), SEARCHED_CONVENTIONS, st.booleans())
def test_what_passes_is_what_is_remembered(data: st.DataObject, convention: Convention, maximising: bool):
    """From MAX's and MIN's roots, with forced moves that are played unseen; the last of equal children without cuts."""
    plain = data.draw(nested(SHARES) if convention.perspective == "unit" else nested())
    agree(planted(plain, maximising=maximising), convention)


@pytest.mark.parametrize(("convention", "ties"), [("minimax", "first"), ("minimax", "last"), ("haw", "first")])
def test_of_equal_children_that_one_is_best_which_the_convention_takes(convention: str, ties: str):
    """The last one only where nothing is cut."""
    agree(read("((3 4) (3 5) (2 9))"), CONVENTIONS[convention].override(ties=ties))


@examples(100)
@given(nested(), st.sampled_from([">=", ">"]), st.sampled_from(["value", "bound", "clipped"]), st.booleans())
def test_so_does_everything_a_convention_can_differ_in(plain: Nested, cut: str, returns: str, reverse: bool):
    """Order, cut and what is returned."""
    order = "right-left" if reverse else "left-right"
    agree(planted(plain), CONVENTIONS["aima"].override(cut=cut, returns=returns, order=order))


def test_a_game_that_is_over_is_not_asked_for_its_moves():
    """It need not have any to name, not even where a forced move would be played unseen."""

    class Finished(game_class("simple-nim")):
        def moves(self) -> NoReturn:
            raise AssertionError

    game = Finished("1")
    game.make(1)
    positions = Positions(game, Scoring(UNIT_OUTCOMES), Horizon())

    assert positions.kinds[0] is Kind.LEAF
    assert search_memoryless(positions, CONVENTIONS["unit"]).value == positions.values[0]
