"""Boards in pictures: parsed from names, drawn in every format that supports them, inside the picture."""

from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.effort import examples
from treesolve.drawing.arrangement import Arrangement, arrange
from treesolve.drawing.board import read_board
from treesolve.games.evaluation import Scoring
from treesolve.games.lazy_tree import Horizon, Positions
from treesolve.games.registry import GAMES, game_class
from treesolve.games.tictactoe import TicTacToe
from treesolve.games.tree_expansion import unfold
from treesolve.model.kind import Kind
from treesolve.model.problem import InputError
from treesolve.model.tree import Tree
from treesolve.notation.reader import read
from treesolve.rendering.tree_picture import Subject, exercise, made, solved
from treesolve.search.solution import solve

SVG = "{http://www.w3.org/2000/svg}"

ROWS = st.integers(2, 7).flatmap(
    lambda width: st.lists(st.text("XO.", min_size=width, max_size=width), min_size=2, max_size=7)
)


EMPTY_ROW = "......."
LARGE_ROWS = "/".join([EMPTY_ROW] * 6)
LARGE_LEAVES = [f'"{LARGE_ROWS[:-7]}{EMPTY_ROW[:index]}X{EMPTY_ROW[index + 1 :]}": 0' for index in range(7)]


def trees() -> dict[str, Tree]:
    """Trees with boards: small, uneven, wide, with large boards, and mixed with other names."""
    lines = Scoring(heuristic=TicTacToe.heuristics["lines"])
    return {
        "two plies": unfold(Positions(TicTacToe(TicTacToe.start), lines, Horizon(2), symmetric=True)),
        "uneven": unfold(Positions(TicTacToe("..X/XO./OXO"), Scoring(), Horizon())),
        "wide": unfold(Positions(TicTacToe("X.O/.X./..O"), Scoring(), Horizon())),
        "large boards": read(f'"{LARGE_ROWS}": ({" ".join(LARGE_LEAVES)})'),
        "mixed": read('"X.O/.X./..O": ("5-2": (1 "XX./..O": 2) A: MIN ("XO/OX": -1000000 left -> B: 3) "OO/XX": 4)'),
    }


# Names


@pytest.mark.parametrize("name", list(GAMES))
def test_the_games_with_boards_are_recognized(name: str):
    """Rows separated by slashes are boards, heaps are not."""
    game = game_class(name)
    assert bool(read_board(game.start)) is ("/" in game.start)


@examples(100)
@given(ROWS)
def test_notations_of_boards(rows: list[str]):
    """Lower case, hyphens and underscores are alternative notations."""
    assert read_board("/".join(rows)) == tuple(rows)
    assert read_board("/".join(rows).lower().replace(".", "-")) == tuple(rows)


@pytest.mark.parametrize(
    "name", ["", "A", "L1", "7", "4-2-1", "X", "XOX", "X/O", "X.O/.X", "yes/no", "a/b", "../..x/."]
)
def test_other_names_are_not_boards(name: str):
    """A board has at least two rows of the same length, at least two columns, and only stones and blanks."""
    assert read_board(name) == ()


# Arrangements


def boxes(arrangement: Arrangement, subject: Subject) -> list[tuple[float, float, float, float]]:
    """Return the box of each node including its texts: left, top, right, bottom."""
    from treesolve.drawing.shape import VALUE_SIZE, WINDOW_SIZE, text_width

    found = []
    for placement, label in zip(arrangement.placements, subject.labels, strict=True):
        left, right = placement.x - placement.width / 2, placement.x + placement.width / 2
        top, bottom = placement.y - placement.height / 2, placement.y + placement.height / 2
        texts: list[tuple[Any, str, float]] = [(placement.value, label.value, VALUE_SIZE)] if label.board else []
        texts += [(placement.window, label.window, WINDOW_SIZE)] if label.board and label.kind is not Kind.LEAF else []
        for at, text, size in texts:
            if text:
                wide = text_width(text, size)
                start = at.x - {"start": 0, "middle": wide / 2, "end": wide}[at.anchor]
                left, right = min(left, start), max(right, start + wide)
                top, bottom = min(top, at.y - size / 2), max(bottom, at.y + size / 2)
        found.append((left, top, right, bottom))
    return found


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("is_solved", [False, True])
@pytest.mark.parametrize("name", list(trees()))
def test_nothing_overlaps_and_all_is_inside(name: str, is_solved: bool, turned: bool):
    """Boards with their values and windows, in both orientations."""
    tree = trees()[name]
    subject = (solved(solve(tree)) if is_solved else exercise(tree)).with_boards()
    assert subject.has_boards
    arrangement = arrange(tree, subject.widest, turned=turned)
    rooms = boxes(arrangement, subject)
    for left, top, right, bottom in rooms:
        assert left >= 0 and top >= 0  # noqa: PT018
        assert right <= arrangement.width
        assert bottom <= arrangement.height
    for number, one in enumerate(rooms):
        for other in rooms[number + 1 :]:
            across = min(one[2], other[2]) - max(one[0], other[0])
            down = min(one[3], other[3]) - max(one[1], other[1])
            assert across <= 0.01 or down <= 0.01


# Formats


def test_svg_shows_every_board_once():
    """The grid and the stones are in the group of their node, with the value but without the name."""
    subject = solved(solve(trees()["two plies"])).with_boards()
    root = ElementTree.fromstring(made([subject], "svg"))
    nodes = [element for element in root.iter() if "data-node" in element.attrib]
    for element, label in zip(nodes, subject.labels, strict=True):
        paths = {path.attrib["class"]: path.attrib["d"] for path in element.iter(f"{SVG}path")}
        stones = "".join(label.board)
        assert paths["grid"].count("M") == 4
        assert paths.get("stones", "").count("M") == 2 * stones.count("X") + stones.count("O")
        assert [text.text for text in element.iter(f"{SVG}text") if text.attrib["class"] == "name"] == [None]
        values = [text.text for text in element.iter(f"{SVG}text") if text.attrib["class"] == "value"]
        assert values == [label.value]
    assert ".stones" in made([subject], "svg")
    assert ".stones" not in made([solved(solve(trees()["two plies"]))], "svg")


@pytest.mark.parametrize("form", ["pdf", "png"])
@pytest.mark.parametrize("name", list(trees()))
def test_pictures_compile(name: str, form: str):
    """Typst compiles them; a tree that is too wide for a page is rejected as a PDF."""
    subject = solved(solve(trees()[name]), language="de").with_boards()
    if (name, form) == ("wide", "pdf"):
        with pytest.raises(InputError) as refused:
            made([subject], form)
        assert [problem.code for problem in refused.value.problems] == ["too-wide-for-paper"]
    else:
        assert made([subject], form)[:4] in (b"%PDF", b"\x89PNG")
