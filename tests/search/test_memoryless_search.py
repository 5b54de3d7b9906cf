"""Memoryless searches agree with those that keep a log."""

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
    """Check that both searches find the same value and the same child."""
    found, solution = search_memoryless(tree, convention), solve(tree, convention)
    if tree.kinds[0] is Kind.LEAF:
        assert (found.value, found.best) == (tree.values[0], None)
        return
    assert tree.children[0][found.best or 0] == solution.best_id
    assert found.value == solution.returned(0)


@examples(300)
@given(st.data(), SEARCHED_CONVENTIONS, st.booleans())
def test_a_memoryless_search_agrees_with_the_search(data: st.DataObject, convention: Convention, maximising: bool):
    """MAX or MIN at the root, unsearched forced moves, and the last of equal children without cuts."""
    plain = data.draw(nested(SHARES) if convention.perspective == "unit" else nested())
    agree(planted(plain, maximising=maximising), convention)


@pytest.mark.parametrize(("convention", "ties"), [("minimax", "first"), ("minimax", "last"), ("haw", "first")])
def test_ties_are_broken_by_the_convention(convention: str, ties: str):
    """The last child is chosen only without cuts."""
    agree(read("((3 4) (3 5) (2 9))"), CONVENTIONS[convention].override(ties=ties))


@examples(100)
@given(nested(), st.sampled_from([">=", ">"]), st.sampled_from(["value", "bound", "clipped"]), st.booleans())
def test_all_rules_are_followed(plain: Nested, cut: str, returns: str, reverse: bool):
    """Order, cuts and returned values vary."""
    order = "right-left" if reverse else "left-right"
    agree(planted(plain), CONVENTIONS["aima"].override(cut=cut, returns=returns, order=order))


def test_the_moves_of_a_finished_game_are_not_accessed():
    """There may be none, even under a convention with unsearched forced moves."""

    class Finished(game_class("simple-nim")):
        def moves(self) -> NoReturn:
            raise AssertionError

    game = Finished("1")
    game.make(1)
    positions = Positions(game, Scoring(UNIT_OUTCOMES), Horizon())

    assert positions.kinds[0] is Kind.LEAF
    assert search_memoryless(positions, CONVENTIONS["unit"]).value == positions.values[0]
