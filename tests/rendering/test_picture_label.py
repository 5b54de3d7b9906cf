"""Labels of pictures: one window per node on a whole page, with the convention's symbols."""

import json
import pickle
from copy import deepcopy

import pytest

from treesolve.model.convention import CONVENTIONS
from treesolve.model.problem import InputError
from treesolve.notation.formatter import format_text
from treesolve.notation.reader import read
from treesolve.notation.writer import format_tree_line
from treesolve.rendering.json.solution_json import solution_document
from treesolve.rendering.player_animation import AnimationPlayer
from treesolve.rendering.solution_page import SolutionPage
from treesolve.search.search_frames import Animation
from treesolve.search.solution import solve

TREE = read("(0.5 (((0.25 0.75) 0.6) 0.7) ((0.3 0.2) (1 0)))")
WINDOWS = [convention for convention in CONVENTIONS.values() if convention.cuts and convention.wording != "one-bound"]

each_window = pytest.mark.parametrize("convention", WINDOWS, ids=[convention.id for convention in WINDOWS])


@each_window
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_node_has_one_window_on_a_page(convention, language: str):
    """The picture shows the same window as the table of nodes: that on entry."""
    page = SolutionPage(solve(TREE, convention), language=language, intervals=True)
    shown = {label.name: label.window for label in page.drawn.labels if label.window}
    rows = {row[0]: row[-2] for row in page.nodes.each() if row[-2] != "–"}

    assert shown == rows
    assert len(set(shown.values())) > 1  # else anything would do


@pytest.mark.parametrize("convention", ["lang", "unit"])
def test_no_step_of_a_player_names_bounds_the_convention_does_not_have(convention: str):
    """Crossed bounds are shown without the letters of other conventions."""
    tree = read("((0.5 0.25) (0 1))")
    tracks, other = (
        str(list(AnimationPlayer(Animation(solve(tree, CONVENTIONS[name])), step_count=0).tracks()))
        for name in (convention, "aima")
    )

    assert not {"α", "β"} & set(tracks)
    assert "α 0.25 > β 0" in other


WRITTEN = "(bet -> CHANCE (1/2 * 6 0.30 * (2 9) 20% * 1) CHANCE (1 * 3 0 * 4) CHANCE (5 6))"


def test_probabilities_are_written_and_tidied_as_they_were():
    """The text of a probability survives writing, pickling and copying; equality ignores it."""
    tree = read(WRITTEN)
    assert format_tree_line(tree) == WRITTEN
    assert format_tree_line(pickle.loads(pickle.dumps(tree))) == format_tree_line(deepcopy(tree)) == WRITTEN
    assert tree == read(WRITTEN.replace("1/2", "50 %").replace("20%", "1/5"))
    assert format_text("CHANCE(50 %*6;2/4*(7,8))") == "CHANCE (50% * 6 1/2 * (7 8))\n"
    assert json.loads("".join(solution_document(solve(tree), "x")))["nodes"][2]["weight"] == 0.5


@pytest.mark.parametrize(
    "text", ["CHANCE (120% * 6 1 * 2)", "CHANCE (50% * 6 20% * 2)", "CHANCE (5%% * 6 1 * 2)", "(50% * 6)"]
)
def test_percentages_are_checked_as_other_weights(text: str):
    """The range, sum and position of percentages are checked like other weights."""
    with pytest.raises(InputError):
        read(text)
