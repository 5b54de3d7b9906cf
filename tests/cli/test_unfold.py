"""The command `treesolve unfold`: tree files, state spaces, errors, both languages."""

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
    """Return the printed tree; stderr must be empty."""
    result = run(*arguments, stdin=stdin)
    assert (result.exit_code, result.stderr) == (0, "")
    return read(result.stdout)


# Files


@pytest.mark.parametrize("game", list(GAMES))
def test_every_game_unfolds(game: str):
    """Each is unfolded by one ply; the file is formatted, and the command in its source writes it again."""
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


def test_a_heuristic_in_a_users_file(tmp_path: Path):
    """Values are in the view of MAX, who began, and are negated if MIN began."""
    path = tmp_path / "mine.py"
    path.write_text("def left(game):\n    return game.count\n", "utf-8")
    tree = unfolded("simple-nim", "9", "--depth", "1", "--heuristic", f"{path}:left")
    assert [tree.values[leaf] for leaf in tree.leaf_ids] == [8, 7, 6]
    turned = unfolded("simple-nim", "9", "--depth", "1", "--heuristic", f"{path}:left", "--root", "min")
    assert [turned.values[leaf] for leaf in turned.leaf_ids] == [-8, -7, -6]
    assert turned.kinds[0] is Kind.MIN


def test_exercises_equal_the_output_of_the_command():
    """The exercises of games may differ only in their titles."""
    for path in (EXERCISES / "games").glob("*.tree"):
        tree = read(path.read_text("utf-8"))
        again = unfolded(*(tree.source or "").split("treesolve unfold ")[1].split())
        assert (again.kinds, again.values, again.children) == (tree.kinds, tree.values, tree.children)
        assert (again.names, again.moves) == (tree.names, tree.moves)


def test_depth_in_plies_choices_and_moves():
    """Forced moves do not count as choices; when counting moves, positions with few moves are unfolded deeper."""
    plies, choices, moves = (
        len(unfolded("grundy", "10", "--depth", "3", "--count", way, "--heuristic", "none"))
        for way in ("plies", "choices", "moves")
    )
    assert plies < choices < moves
    assert moves < len(unfolded("grundy", "10"))


# Errors


@pytest.mark.parametrize(("game", "position"), [("simple-nim", "40"), ("grundy", "400"), ("grundy", "1000")])
def test_a_tree_that_is_too_large_is_refused_at_once(tmp_path: Path, game: str, position: str):
    """The message has an estimate of its size and a depth that is small enough."""
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


def test_astronomically_large_trees_are_refused():
    """A heap has a hundred thousand matches; the message does not write out the size of the tree."""
    result = run("simple-nim", "100000")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "has more than 1·10^1000 nodes" in result.stderr


# State spaces


def test_symmetric_state_spaces_count_their_own_tree():
    """Tic-Tac-Toe has 765 states; the nodes of its tree without mirror images are counted by positions, not states."""
    whole = run("tictactoe", "--dag", "--symmetric")
    assert whole.stdout.splitlines()[2] == f"765 states; the tree has 58{THIN}524 positions."
    options = ("tictactoe", "--symmetric", "--depth", "5", "--heuristic", "lines")
    formatted_size = f"{len(unfolded(*options)):,}".replace(",", THIN)
    assert f"; the tree has {formatted_size} positions." in run(*options, "--dag").stdout.splitlines()[2]


def test_a_state_space_in_several_files(tmp_path: Path):
    """Each equals the output of a single -o; a tree is only written as a tree file."""
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
