"""treesolve unfold, as lecturers run it: trees that other commands read, state spaces, refusals, both languages."""

import re
import time
from functools import partial
from pathlib import Path

import pytest

from tests.support import program
from tests.support.places import EXERCISES
from treesolve.games.registry import GAMES
from treesolve.model.kind import Kind
from treesolve.model.tree import Tree
from treesolve.notation.reader import read

THIN = "\N{NARROW NO-BREAK SPACE}"


run = partial(program.run, "unfold")


def unfolded(*arguments: str, stdin: str | None = None) -> Tree:
    """Return the tree that is printed, with nothing on standard error."""
    result = run(*arguments, stdin=stdin)
    assert (result.exit_code, result.stderr) == (0, "")
    return read(result.stdout)


# Files


@pytest.mark.parametrize("game", list(GAMES))
def test_every_game_unfolds(game: str):
    """One ply from where it begins; the file is tidy, and its own source makes it once more."""
    result = run(game, "--depth", "1", "--heuristic", "random", "--seed", "3")
    assert (result.exit_code, result.stderr) == (0, "")
    tree = read(result.stdout)
    assert max(tree.depths) == 1
    assert all(0 < abs(tree.values[leaf]) < 1 or tree.values[leaf] == 0 for leaf in tree.leaf_ids)  # type: ignore
    formatted = program.run("format", "-", stdin=result.stdout)
    assert formatted.stdout == result.stdout
    words = (tree.source or "").split()
    assert words[:3] == ["treesolve", "unfold", game]
    assert run(*words[2:]).stdout == result.stdout


def test_a_heuristic_of_ones_own(tmp_path: Path):
    """A function in a file; values are for MAX, who began, and turn round where MIN is said to have begun."""
    path = tmp_path / "mine.py"
    path.write_text("def left(game):\n    return game.count\n", "utf-8")
    tree = unfolded("simple-nim", "9", "--depth", "1", "--heuristic", f"{path}:left")
    assert [tree.values[leaf] for leaf in tree.leaf_ids] == [8, 7, 6]
    turned = unfolded("simple-nim", "9", "--depth", "1", "--heuristic", f"{path}:left", "--root", "min")
    assert [turned.values[leaf] for leaf in turned.leaf_ids] == [-8, -7, -6]
    assert turned.kinds[0] is Kind.MIN


def test_exercises_are_what_the_command_makes():
    """The files of games that ship with the project, whatever their titles."""
    for path in (EXERCISES / "games").glob("*.tree"):
        tree = read(path.read_text("utf-8"))
        again = unfolded(*(tree.source or "").split("treesolve unfold ")[1].split())
        assert (again.kinds, again.values, again.children) == (tree.kinds, tree.values, tree.children)
        assert (again.names, again.moves) == (tree.names, tree.moves)


def test_depth_in_plies_choices_and_moves():
    """Forced moves cost nothing in choices; in moves, few moves lead deeper."""
    plies, choices, moves = (
        len(unfolded("grundy", "10", "--depth", "3", "--count", way, "--heuristic", "none"))
        for way in ("plies", "choices", "moves")
    )
    assert plies < choices < moves
    assert moves < len(unfolded("grundy", "10"))


# Refusals


@pytest.mark.parametrize(("game", "position"), [("simple-nim", "40"), ("grundy", "400"), ("grundy", "1000")])
def test_a_tree_that_is_too_large_is_refused_at_once(tmp_path: Path, game: str, position: str):
    """With an estimate of its size, and a depth that fits."""
    path = tmp_path / "x.tree"
    began = time.process_time()
    result = run(game, position, "-o", str(path))
    assert result.exit_code == 1
    assert not path.exists()
    assert time.process_time() - began < 4
    found = re.fullmatch(
        rf"{game}: This tree has about (\d+)·10\^(\d+) nodes; 1 000 000 are the limit\. "
        r"With --depth (\d+) it has ([\d ]+) nodes\.\n",
        result.stderr.replace(THIN, " "),
    )
    assert found, result.stderr
    fitting = len(unfolded(game, position, "--depth", found[3], "--heuristic", "none"))
    assert fitting == int(found[4].replace(" ", ""))


def test_trees_beyond_all_numbers_are_told():
    """A heap of a hundred thousand matches: no number of that many digits is ever written out."""
    result = run("simple-nim", "100000")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "has more than 1·10^1000 nodes" in result.stderr


# State spaces


def test_symmetric_state_spaces_count_their_own_tree():
    """765 states of Tic-Tac-Toe; the tree without mirror images is counted by its positions, not by states."""
    whole = run("tictactoe", "--dag", "--symmetric")
    assert whole.stdout.splitlines()[2] == f"765 states; the tree has 58{THIN}524 positions."
    options = ("tictactoe", "--symmetric", "--depth", "5", "--heuristic", "lines")
    formatted_size = f"{len(unfolded(*options)):,}".replace(",", THIN)
    assert f"; the tree has {formatted_size} positions." in run(*options, "--dag").stdout.splitlines()[2]


def test_a_state_space_in_several_files(tmp_path: Path):
    """Each is what it would be alone; a tree is written as such only."""
    arguments = ["grundy", "7", "--dag"]
    paths = [tmp_path / f"all.{ending}" for ending in ("txt", "svg", "dot", "pdf")]
    assert run(*arguments, *(part for path in paths for part in ("-o", str(path)))).output == ""
    for path in paths:
        alone = tmp_path / f"one{path.suffix}"
        run(*arguments, "-o", str(alone))
        assert path.read_bytes() == alone.read_bytes()
    refused = run("grundy", "7", "-o", str(tmp_path / "x.tree"), "-o", str(tmp_path / "x.svg"))
    assert refused.exit_code == 2
    assert not list(tmp_path.glob("x.*"))
