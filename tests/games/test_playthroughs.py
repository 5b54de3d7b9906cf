"""Recorded playthroughs: one of every game, and what they hold is what happens."""

from pathlib import Path

import pytest

from tests.support.playthroughs import FOLDER, NotRecorded, check_position, games, recorded
from treesolve.games.tictactoe import TicTacToe

RECORDED = dict(recorded())


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_game_goes_as_it_is_recorded(path: Path):
    """`python -m tests.support.playthroughs --update` records anew."""
    assert path.read_text("utf-8") == RECORDED[path]


def test_no_playthrough_is_missing_and_none_is_left_over():
    """A file a game."""
    assert {path.stem for path in FOLDER.iterdir()} == set(games())


def test_what_contradicts_the_rules_is_not_recorded():
    """A game that ends too late, one that forgets to take back."""

    class Endless(TicTacToe):
        def is_over(self) -> bool:
            return self.own | self.theirs == 0o777

    class Forgetful(TicTacToe):
        def undo(self, _move: int) -> None:
            self.mover, self.other = self.other, self.mover

    with pytest.raises(NotRecorded, match="plain rules say 1"):
        check_position(Endless("XXX/OO./..."))
    with pytest.raises(NotRecorded, match="cannot be taken back"):
        check_position(Forgetful("X../.../..."))
