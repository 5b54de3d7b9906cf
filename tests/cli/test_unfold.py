"""treesolve unfold, as lecturers run it: trees that other commands read, state spaces, refusals, both languages."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from tests.support.places import EXERCISES, ROOT
from treesolve.cli import treesolve
from treesolve.games.registry import GAMES
from treesolve.model.tree import Kind, Tree
from treesolve.notation.reader import read
from treesolve.search.solution import solve

THIN = "\N{NARROW NO-BREAK SPACE}"


def run(*arguments: str, stdin: str | None = None, command: str = "unfold") -> Result:
    """The command with its exit code, standard output and standard error."""
    return CliRunner().invoke(treesolve, [command, *arguments], input=stdin)


def unfolded(*arguments: str, stdin: str | None = None) -> Tree:
    """The tree that is printed, with nothing on standard error."""
    result = run(*arguments, stdin=stdin)
    assert (result.exit_code, result.stderr) == (0, "")
    return read(result.stdout)


# Files


def test_the_command_of_the_issue(tmp_path: Path):
    """A position, two plies, values by open lines: a file with headers that solve reads; a loss is minus infinity."""
    path = tmp_path / "ttt.tree"
    result = run("tictactoe", "X.O/.X./..O", "--depth", "2", "--heuristic", "lines", "-o", str(path))
    assert (result.exit_code, result.output) == (0, "")
    tree = read(path.read_text("utf-8"))
    assert tree.title == "Tic-Tac-Toe, X.O/.X./..O, two plies, E(n) = M(n) − O(n)"
    assert tree.source == "treesolve unfold tictactoe X.O/.X./..O --depth 2 --heuristic lines"
    assert len(tree) == 1 + 5 + 5 * 4
    assert solve(tree).value == 0
    solved = run(str(path), command="solve")
    assert solved.exit_code == 0
    assert "Value of A: 0." in solved.stdout


@pytest.mark.parametrize("game", list(GAMES))
def test_every_game_unfolds(game: str):
    """One ply from where it begins; the file is tidy, and its own source makes it once more."""
    result = run(game, "--depth", "1", "--heuristic", "random", "--seed", "3")
    assert (result.exit_code, result.stderr) == (0, "")
    tree = read(result.stdout)
    assert max(tree.depths) == 1
    assert all(0 < abs(tree.values[leaf]) < 1 or tree.values[leaf] == 0 for leaf in tree.leaves)  # type: ignore
    formatted = run("--fix", "-", stdin=result.stdout, command="check")
    assert formatted.stdout == result.stdout
    words = (tree.source or "").split()
    assert words[:3] == ["treesolve", "unfold", game]
    assert run(*words[2:]).stdout == result.stdout


def test_a_game_of_ones_own_unfolds():
    """From a Python file, under its own name."""
    path = str(EXERCISES / "games" / "own_game.py")
    result = run(path, "--depth", "2", "--heuristic", f"{path}:parity")
    assert result.exit_code == 0
    tree = read(result.stdout)
    assert len(tree) > 2
    assert tree.title == "Chomp, 3-3-3, two plies, heuristic parity"


def test_a_heuristic_of_ones_own(tmp_path: Path):
    """A function in a file; values are for MAX, who began, and turn round where MIN is said to have begun."""
    path = tmp_path / "mine.py"
    path.write_text("def left(game):\n    return game.count\n", "utf-8")
    tree = unfolded("simple-nim", "9", "--depth", "1", "--heuristic", f"{path}:left")
    assert [tree.values[leaf] for leaf in tree.leaves] == [8, 7, 6]
    turned = unfolded("simple-nim", "9", "--depth", "1", "--heuristic", f"{path}:left", "--root", "min")
    assert [turned.values[leaf] for leaf in turned.leaves] == [-8, -7, -6]
    assert turned.kinds[0] is Kind.MIN


def test_exercises_are_what_the_command_makes():
    """The files of games that ship with the project, whatever their titles."""
    for path in (EXERCISES / "games").glob("*.tree"):
        tree = read(path.read_text("utf-8"))
        again = unfolded(*(tree.source or "").split("treesolve unfold ")[1].split())
        assert (again.kinds, again.values, again.children) == (tree.kinds, tree.values, tree.children)
        assert (again.names, again.moves) == (tree.names, tree.moves)


def test_moves_lead_on_from_the_start():
    """By name; who moves then is MIN, and the source says so where the position does not."""
    tree = unfolded("tictactoe", "--moves", "5, 1", "--depth", "1", "--heuristic", "none")
    assert tree.given_names[0] == "O../.X./..."
    nim = unfolded("simple-nim", "10", "--moves", "3")
    assert (nim.given_names[0], nim.kinds[0]) == ("7", Kind.MIN)
    assert nim.source == "treesolve unfold simple-nim 7 --root MIN"
    again = unfolded("simple-nim", "7", "--root", "MIN")
    assert (again.kinds, again.values) == (nim.kinds, nim.values)


def test_the_root_is_who_is_asked_for():
    """O moves, and is MIN unless --root says MAX; then a win of O is worth 1."""
    position = "XXO/OX./..."
    assert unfolded("tictactoe", position).kinds[0] is Kind.MIN
    natural, turned = unfolded("tictactoe", position), unfolded("tictactoe", position, "--root", "max")
    assert turned.kinds[0] is Kind.MAX
    assert [value and -value for value in natural.values] == list(turned.values)


def test_shares_for_the_lecture_that_computes_with_them():
    """Results are 1, 1/2 and 0 if one asks for them, so that the lecture can search the tree."""
    made = run("simple-nim", "5", "--outcomes", "1 1/2 0").stdout
    tree = read(made)
    assert {tree.values[leaf] for leaf in tree.leaves} == {0, 1}
    assert run("-", "--convention", "unit", stdin=made, command="solve").exit_code == 0


def test_depth_in_plies_choices_and_moves():
    """Forced moves cost nothing in choices; in moves, few moves lead deeper."""
    plies, choices, moves = (
        len(unfolded("grundy", "10", "--depth", "3", "--count", way, "--heuristic", "none"))
        for way in ("plies", "choices", "moves")
    )
    assert plies < choices < moves
    assert moves < len(unfolded("grundy", "10"))


def test_dynamic_depth():
    """Where estimates swing, the tree goes deeper."""
    flat = unfolded("tictactoe", "--depth", "2", "--heuristic", "lines", "--symmetric")
    swinging = unfolded("tictactoe", "--depth", "2", "--heuristic", "lines", "--symmetric", "--swing", "3")
    assert len(swinging) > len(flat)
    assert "--swing 3" in (swinging.source or "")


def test_letters_in_the_place_of_positions():
    """As trees without names have them."""
    tree = unfolded("simple-nim", "3", "--style", "letters", "--header", "title: Drei")
    assert (tree.names[0], tree.given_names, tree.title) == ("A", {}, "Drei")


def test_a_position_from_standard_input():
    """As a board of several lines."""
    assert unfolded("tictactoe", "-", stdin="XOX\nOX.\nOXO\n").given_names[0] == "XOX/OX./OXO"


def test_a_random_seed_is_told():
    """So that the tree can be made again; the source has it, too."""
    result = run("tictactoe", "--depth", "1", "--heuristic", "random")
    seed = re.fullmatch(r"The same trees come again with --seed (\d+)\.\n", result.stderr)
    assert seed
    assert (read(result.stdout).source or "").endswith(f"--seed {seed[1]}")


def test_titles_in_german():
    """Words, numbers and names of games."""
    title = unfolded("connect-four", "--depth", "2", "--heuristic", "random", "--seed", "1", "--language", "de").title
    assert title == "Vier gewinnt, zwei Halbzüge, zufällige Werte"
    assert unfolded("grundy", "5", "--language", "de").title == "Grundys Spiel, 5"


# Refusals


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["tictactoe", "--style", "shapes=circle"], "circles"),
        (["tictactoe", "--style", "paper=a4"], "letters, boards, shapes="),
        (["tictactoe", "--depth", "0"], "--depth"),
    ],
)
def test_wrong_usage_is_told(arguments: list[str], told: str):
    """With exit code 2."""
    result = run(*arguments)
    assert result.exit_code == 2
    assert re.search(told, result.stderr)


def test_a_tree_with_too_many_nodes_is_told_before_it_is_made(tmp_path: Path):
    """With an estimate, the flag that lifts the limit, and the depth that fits; following either works."""
    path = tmp_path / "x.tree"
    result = run("tictactoe", "--limit", "600", "-o", str(path))
    assert result.exit_code == 1
    assert not path.exists()
    found = re.fullmatch(
        r"tictactoe: This tree has about (\d+) 000 nodes, and the limit is 600\. "
        r"--limit (\d+) lifts it; with --depth 3 it has 586 nodes\.\n",
        result.stderr,
    )
    assert found
    assert 500 < int(found[1]) < 610
    assert 549_946 < int(found[2]) < 800_000
    assert len(unfolded("tictactoe", "--limit", "600", "--depth", "3", "--heuristic", "none")) == 586
    assert run("tictactoe", "--depth", "3", "--heuristic", "none", "--limit", "586").exit_code == 0
    assert run("tictactoe", "--depth", "3", "--heuristic", "none", "--limit", "585").exit_code == 1


def test_a_tree_nobody_can_write_is_told_as_a_power_of_ten():
    """Without a limit that would do; in German, too."""
    result = run("connect-four", "--language", "de")
    assert re.search(r"etwa \d·10\^\d\d Knoten", result.stderr)
    assert "Für so viele genügt keine Grenze; mit --depth 5 hat er" in result.stderr
    small = run("connect-four", "--limit", "5")
    assert small.stderr.endswith("No limit helps with so many.\n")


def test_trees_beyond_all_numbers_are_told():
    """A heap of a hundred thousand matches: no number of that many digits is ever written out."""
    result = run("simple-nim", "100000")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "has more than 1·10^1000 nodes" in result.stderr


def test_a_state_space_of_more_trees_than_digits_are_written_is_told():
    """Python writes out no number of more than 4300 digits."""
    space = run("simple-nim", "17000", "--dag", "--limit", "100000", "--language", "de").stdout.splitlines()[2]
    assert re.search(r"\d·10\^4[4-9]\d{2} ", space)


def test_positions_on_the_horizon_without_a_heuristic_are_told():
    """They count as draws, which is said; the tree is written all the same."""
    result = run("tictactoe", "--moves", "5 1", "--depth", "1", "--symmetric")
    assert result.exit_code == 0
    assert result.stderr.startswith("4 positions are not followed to the end")
    assert {read(result.stdout).values[leaf] for leaf in read(result.stdout).leaves} == {0}


# State spaces


def test_a_state_space_is_a_page_in_the_form_of_its_ending(tmp_path: Path):
    """With the picture where a form can show it."""
    files = [tmp_path / f"space{ending}" for ending in (".txt", ".md", ".html", ".tex")]

    result = run("grundy", "7", "--dag", *(text for file in files for text in ("-o", str(file))))

    assert (result.exit_code, result.stderr) == (0, "")
    assert all("the tree has 24 positions." in file.read_text("utf-8") for file in files)
    assert "<svg" in files[2].read_text("utf-8")


def test_symmetric_state_spaces_count_their_own_tree():
    """765 states of Tic-Tac-Toe; the tree without mirror images is counted by its positions, not by states."""
    whole = run("tictactoe", "--dag", "--symmetric")
    assert whole.stdout.splitlines()[2] == f"765 states; the tree has 58{THIN}524 positions."
    options = ("tictactoe", "--symmetric", "--depth", "5", "--heuristic", "lines")
    grouped = f"{len(unfolded(*options)):,}".replace(",", THIN)
    assert f"; the tree has {grouped} positions." in run(*options, "--dag").stdout.splitlines()[2]


def test_a_state_space_as_a_picture(tmp_path: Path):
    """A node for each state, an edge for each step, whatever the form."""
    arguments = ["grundy", "7", "--dag", "--root", "MIN"]
    for ending in (".svg", ".dot", ".pdf", ".png", ".typ"):
        path = tmp_path / f"nim7{ending}"
        result = run(*arguments, "-o", str(path))
        assert (result.exit_code, result.stderr) == (0, ""), ending
    dot = (tmp_path / "nim7.dot").read_text("utf-8")
    assert (len(re.findall(r"^  n\d+ \[", dot, re.MULTILINE)), dot.count(" -- ")) == (14, 17)
    picture = ElementTree.fromstring((tmp_path / "nim7.svg").read_text("utf-8"))
    nodes = [element for element in picture.iter() if "data-node" in element.attrib]
    edges = [element for element in picture.iter() if "data-edge" in element.attrib]
    links = [element for element in picture if element.attrib.get("class") == "edge"]
    assert (len(nodes), len(edges), links[0].attrib["d"].count("M")) == (14, 13, 4)
    assert "3-2-1-1 = 1 → 2-2-1-1-1" in picture.attrib["aria-label"]


def test_looks_of_a_state_space():
    """Boards in the place of names, other outlines."""
    arguments = ["tictactoe", "X.O/.X./..O", "--depth", "2", "--dag", "--format", "svg"]
    boards, plain = (run(*arguments, *style).stdout for style in (("--style", "boards"), ()))
    circles = run(*arguments, "--style", "shapes=circles").stdout
    assert ("X.O/.X./..O</text>" in plain, "X.O/.X./..O</text>" in boards) == (True, False)
    assert circles.count("<ellipse") > plain.count("<ellipse")


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


def test_a_state_space_without_levels_is_refused_as_a_picture(tmp_path: Path):
    """Simple Nim skips levels; Graphviz does not mind, and with a depth there are levels."""
    refused = run("simple-nim", "7", "--dag", "-o", str(tmp_path / "x.svg"))
    assert refused.exit_code == 1
    assert "do not stand in levels" in refused.stderr
    assert run("simple-nim", "7", "--dag", "-o", str(tmp_path / "x.dot")).exit_code == 0
    assert run("simple-nim", "7", "--dag", "--depth", "3", "-o", str(tmp_path / "x.svg")).exit_code == 0


def test_too_many_states_for_a_picture_are_told():
    """The record has those for the list."""
    assert "at most 2000 on 200 levels are drawn" in run("tictactoe", "--dag", "--format", "svg").stderr


def test_examples_of_the_help_run(tmp_path: Path):
    """Each line below Examples."""
    shown = run("--help").stdout.partition("Examples:")[2].partition("Options:")[0]
    lines = [line.strip() for line in shown.splitlines() if line.strip()]
    assert len(lines) >= 5
    import shlex

    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        for line in lines:
            assert run(*shlex.split(line)[2:]).exit_code == 0, line
    assert ROOT.is_dir()
