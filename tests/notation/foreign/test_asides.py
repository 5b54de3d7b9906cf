"""Comments beside a tree that say who moves: asked about where the tree says otherwise, and passed over where not."""

import pytest

from treesolve.model.problem import InputError
from treesolve.notation.reader import read, reading
from treesolve.notation.writer import write_line

MINIMISING = (
    *("MIN starts", "Min beginnt", "the minimizer moves first", "the opponent moves first", "MIN at the top"),
    *("root: MIN", "root player is MIN", "Wurzel ist ein Minknoten", "Min ist am Zug", "MIN to move", "level 0 is MIN"),
    *("root node minimizes", "starts with MIN", "Min-Wurzel", "Der erste Spieler minimiert", "It is MIN's turn"),
    *("Gegner zieht zuerst", "player 2 starts", "isMax = False", "MAX moves second", "levels: min, max", "MIN"),
)
OTHERS = {
    "root is a chance node": "CHANCE ((4 7) (1 8))",
    "Zufallsknoten an der Wurzel": "CHANCE ((4 7) (1 8))",
    "max over average": "(CHANCE (4 7) CHANCE (1 8))",
    "levels: max, chance": "(CHANCE (4 7) CHANCE (1 8))",
}
PASSED_OVER = (
    *("MAX starts", "root is MAX", "MAX moves first, MIN second", "MAX at the root, MIN below", "MAX"),
    *("root value 4, MIN nodes 4 and 1", "first cut at MIN node C", "MIN takes 4 first", "levels: max, min, leaves"),
    *("the opponent answers", "random tree, seed 3", "MIN cuts here", "first leaf of the second MIN node"),
)


@pytest.mark.parametrize("words", MINIMISING)
@pytest.mark.parametrize("tree", ["((4 7) (1 8))", "[[4, 7], [1, 8]]", "A: (4 7)"])
def test_a_root_of_min_is_asked_about(words: str, tree: str):
    """In whatever words; the tree that the words mean is shown, and the one without them."""
    with pytest.raises(InputError) as refused:
        read(f"{tree}  # {words}\n")

    (problem,) = refused.value.problems
    assert problem.code == "kinds-beside"
    assert read(str(problem.facts["instead"])).kinds[0].value == "min"
    assert read(str(problem.facts["plain"])) == read(tree)


@pytest.mark.parametrize(("words", "meant"), OTHERS.items())
def test_chance_is_asked_about(words: str, meant: str):
    """At the root, or in every other level."""
    with pytest.raises(InputError) as refused:
        read(f"((4 7) (1 8))  # {words}\n")

    assert refused.value.problems[0].facts["instead"] == meant


@pytest.mark.parametrize("words", PASSED_OVER)
def test_a_comment_that_agrees_is_passed_over(words: str):
    """It says nothing else than the tree, or nothing of the root."""
    found = reading(f"((4 7) (1 8))  # {words}\n")

    assert (write_line(found.tree), found.text, found.remarks) == ("((4 7) (1 8))", None, ())


@pytest.mark.parametrize(
    "text", ["MIN ((4 7) (1 8))  # MIN starts\n", "levels: min max\ntree: ((4 7) (1 8))  # MIN starts\n"]
)
def test_a_kind_that_is_written_needs_no_question(text: str):
    """The comment only says it once more."""
    assert read(text).kinds[0].value == "min"
