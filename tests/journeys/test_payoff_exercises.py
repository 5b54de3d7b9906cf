"""The published trees with payoffs, with their answers."""

from typing import NamedTuple

import pytest

from tests.support.places import EXERCISES
from treesolve.model.tree import Tree
from treesolve.notation.formatter import format_text
from treesolve.notation.reader import read
from treesolve.search.backward_induction import equilibria, possible_payoffs
from treesolve.search.maxn import solve_maxn

FOLDER = EXERCISES / "maxn"


class Published(NamedTuple):
    """What the source says: the payoffs of inner nodes in level order, the moves or nodes that are chosen."""

    payoffs: list[tuple[object, ...]]
    line: list[str]
    equilibria: int = 1


ANSWERS = {
    "aima/three-players": Published(
        [(1, 2, 6), (1, 2, 6), (1, 5, 2), (1, 2, 6), (6, 1, 2), (1, 5, 2), (5, 4, 5)], ["B", "D", "L1"], 2
    ),
    "mit/recitation-2004": Published(
        [(1, 2, 3), (1, 2, 3), (-1, 5, 2), (1, 2, 3), (6, 1, 2), (-1, 5, 2), (5, 4, 5)], ["B", "D", "L1"]
    ),
    "korf/shallow-cut": Published([(7, 1, 2), (2, 3, 5), (1, 1, 8), (1, 1, 8)], ["L1"]),
    "osborne/entry-game": Published([(2, 1), (2, 1)], ["in", "acquiesce"]),
    "osborne/alternating-veto": Published([(1, 1), (0, 2), (0, 2), (1, 1)], ["vetoZ", "vetoX"]),
    "selten/chain-store": Published([(2, 2), (2, 2)], ["in", "cooperative"]),
    "mckelvey-palfrey/four-moves": Published(
        [("0.4", "0.1"), ("0.2", "0.8"), ("1.6", "0.4"), ("0.8", "3.2")], ["take"]
    ),
    "ties/two-equilibria": Published([(3, 1), (3, 1), (2, 1)], ["left", "l"], 2),
}


def tree_of(name: str) -> Tree:
    """Return the tree in a file."""
    return read((FOLDER / f"{name}.tree").read_text("utf-8"), payoffs=True)


def test_every_exercise_has_its_answer():
    """And every answer an exercise."""
    assert {str(path.relative_to(FOLDER).with_suffix("")) for path in FOLDER.glob("*/*.tree")} == {*ANSWERS}


@pytest.mark.parametrize("name", ANSWERS)
def test_the_answer_is_that_of_the_source(name: str):
    """The payoffs of every inner node, the line of play, the number of subgame-perfect equilibria."""
    tree, right = tree_of(name), ANSWERS[name]
    found = solve_maxn(tree)
    inner = [node for node in tree.level_order if tree.children[node]]

    assert [tuple(map(str, map(float, found.returned(node)))) for node in inner] == [
        tuple(map(str, map(float, payoffs))) for payoffs in right.payoffs
    ]
    assert [tree.moves.get(node, tree.names[node]) for node in found.principal_variation_ids[1:]] == right.line
    assert equilibria(tree, 9).number == right.equilibria
    assert (len(possible_payoffs(tree)[0]) > 1) is (right.equilibria > 1)


@pytest.mark.parametrize("name", ANSWERS)
def test_the_exercise_is_sound(name: str):
    """Formatted, with a source."""
    tree, text = tree_of(name), (FOLDER / f"{name}.tree").read_text("utf-8")
    assert tree.source
    assert format_text(text) == text
